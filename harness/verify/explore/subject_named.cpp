#include "harness/verify/explore/subject_named.hpp"

#include "harness/verify/defective/defective_subjects.hpp"
#include "harness/verify/pools/pool_subjects.hpp"
#include "harness/verify/verdicts/checked_source.hpp"

namespace schedlab::verify {

const queue_subject* queue_named(std::string_view name) {
  for (const auto* among : {&all_subjects().subjects(), &defective_subjects()}) {
    for (const queue_subject* subject : *among) {
      if (subject->traits().name == name) return subject;
    }
  }
  return nullptr;
}

const subject* subject_named(std::string_view name) {
  for (const subject* protocol : all_protocols()) {
    if (protocol->name() == name) return protocol;
  }
  return queue_named(name);
}

const char* fingerprint_of(std::string_view name) {
  const subject* const found = subject_named(name);
  return found == nullptr ? nullptr : found->fingerprint();
}

}  // namespace schedlab::verify

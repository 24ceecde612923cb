// The badge of a design: what is known of the very source that this program was compiled from.
#include <algorithm>
#include <string>
#include <string_view>

#include "checked_sources/ledger.hpp"
#include "checked_sources/vyukov_ring.hpp"
#include "harness/verify/defective/defective_subjects.hpp"
#include "harness/verify/explore/defects.hpp"
#include "harness/verify/explore/subject_named.hpp"
#include "harness/verify/pools/pool_subjects.hpp"
#include "harness/verify/verdicts/verdict_file.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab::verify;

namespace {

constexpr std::string_view ledger = source_of_ledger.fingerprint;
constexpr std::string_view ring = source_of_vyukov_ring.fingerprint;

// The fingerprints are constants of the compiler: no file is read for them at run time.
static_assert(ledger.size() == 16 && ring.size() == 16 && ledger != ring);

bool is_fingerprint(std::string_view text) {
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

verdicts known(const char* is, const char* suite, std::string_view fingerprint = ring) {
  verdict one;
  one.word = is;
  one.suite = suite;
  one.fingerprint = fingerprint;
  return {{"vyukov_ring", one}};
}

std::string badge_after(const verdicts& local, const verdicts& baseline = {}) {
  return badges(local, baseline).badge_of("vyukov_ring").text;
}

}  // namespace

TEST_CASE("whatever_can_be_checked_has_the_fingerprint_of_its_source") {
  std::size_t checkable = 0;
  const auto look_at = [&](const auto& subjects) {
    for (const subject* one : subjects) {
      INFO(one->name());
      CHECK(is_fingerprint(one->fingerprint()));
      ++checkable;
    }
  };
  look_at(all_subjects().subjects());
  look_at(all_protocols());
  look_at(defective_subjects());
  CHECK(checkable > 30);
}

TEST_CASE("a_fingerprint_is_that_of_the_design_asked_about") {
  CHECK(subject_named("ledger")->fingerprint() == ledger);
  CHECK(subject_named("vyukov_ring")->fingerprint() == ring);
}

TEST_CASE("designs_of_one_header_have_fingerprints_of_their_own") {
  CHECK(std::string(subject_named("vyukov_ring_padded")->fingerprint()) != ring);
}

TEST_CASE("a_badge_says_what_was_found_and_by_which_suite") {
  CHECK(badge_after(known("clean", "full")) == "clean");
  CHECK(badge_after(known("clean", "quick")) == "quick");
  CHECK(badge_after(known("refuted", "quick")) == "refuted");
  CHECK(badge_after(known("unfinished", "full")) == "unfinished");
  CHECK(badge_after({}) == "unchecked");
  CHECK(badges({}, {}).badge_of("tbb_queue").text == "not checkable");
}

TEST_CASE("a_verdict_on_another_source_counts_for_nothing") {
  CHECK(badge_after(known("clean", "full", "0123456789abcdef")) == "changed");
  CHECK(badge_after(known("clean", "full", "0123456789abcdef"), known("clean", "quick")) == "quick");
}

TEST_CASE("the_full_suite_counts_before_the_quick_one_and_this_machine_before_the_repo") {
  CHECK(badge_after(known("clean", "quick"), known("clean", "full")) == "clean");
  CHECK(badge_after(known("clean", "full"), known("clean", "quick")) == "clean");
  CHECK(badge_after(known("refuted", "quick"), known("clean", "quick")) == "refuted");
}

// The judgement on a long history: that nothing is wrong, or one proof that something is.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "harness/verify/history/complaint.hpp"

namespace schedlab::verify {

struct queue_report {
  bool right = true;
  explanation why;                      // if something is wrong
  std::vector<std::size_t> operations;  // the indices of those that the proof is about
};

// The result of looking for one pattern: a report of what is wrong, or nothing.
using finding = std::optional<queue_report>;

template <class... Parts>
finding wrong(complaint kind, std::vector<std::size_t> operations, fmt::format_string<Parts...> form,
              Parts&&... parts) {
  return queue_report{false, {kind, fmt::format(form, std::forward<Parts>(parts)...)}, std::move(operations)};
}

}  // namespace schedlab::verify

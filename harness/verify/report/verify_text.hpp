// The checker's findings as text.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/verify/explore/defects.hpp"
#include "harness/verify/explore/extent.hpp"
#include "harness/verify/queues/queue_subject.hpp"

namespace schedlab::verify {

using known_wrong_designs = std::vector<std::pair<const subject*, std::vector<defect_verdict>>>;

// `width` is the terminal's, here and below.
std::string text_of(const counterexample& shown, std::size_t width);
std::string text_of(const verification& one, extent explored, std::size_t width);
std::string text_of(const std::string& design, const std::vector<defect_verdict>& defects, std::size_t width);

// Makes a line per design.
std::string summary_of(const std::vector<verification>& all, extent explored, const known_wrong_designs& known_wrong,
                       const std::vector<subject_registry::unable>& unable, std::size_t width);

}  // namespace schedlab::verify

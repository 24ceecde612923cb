#include "harness/measure/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>

namespace schedlab {

std::uint64_t histogram::at_share(double share) const {
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(total_)));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    seen += counts_[i];
    if (counts_[i] != 0 && seen >= wanted) return std::min(value_of(i), max_);
  }
  return max_;
}

void histogram::write_percentiles(std::ostream& out) const {
  out << "       Value     Percentile TotalCount 1/(1-Percentile)\n\n" << std::fixed;
  std::uint64_t seen = 0;
  each([&](std::uint64_t value, std::uint64_t count) {
    seen += count;
    const double share = static_cast<double>(seen) / static_cast<double>(total_);
    out << std::setw(12) << std::setprecision(3) << static_cast<double>(std::min(value, max_)) << ' ' << std::setw(14)
        << std::setprecision(12) << share << ' ' << std::setw(10) << seen;
    if (seen < total_) out << ' ' << std::setw(14) << std::setprecision(2) << 1 / (1 - share);
    out << '\n';
  });
  out << std::setprecision(3) << "#[Mean    = " << std::setw(12) << mean() << ", Max         = " << std::setw(12)
      << static_cast<double>(max_) << "]\n#[Total count = " << total_ << "]\n";
}

}  // namespace schedlab

// Groups the bare flag round trips of a run into placement modes. On virtual machines the distance between two cores
// flips between a few values while a process runs; samples are only comparable within one of them.
#pragma once

#include <string>
#include <vector>

namespace schedlab {

class placement_modes {
 public:
  // In a sorted list, a value more than `gap` times as great as the one before it begins a new mode.
  static constexpr double gap = 1.35;
  // If less than the share `rare` of all values lies within a tenth of a value, that value belongs to no mode: the CPU
  // was moved while it was measured. In a long run such values would bridge every gap.
  static constexpr double rare = 0.003;

  static constexpr const char* one_thread = "-";  // the label if there was one thread, or one CPU
  static constexpr const char* drifted = "drifted";

  struct mode {
    double low_ns;
    double high_ns;
    std::size_t count;
    std::string label;  // the mode's median, to two digits: "50ns"
  };

  // Values that are not positive are no measurements and are ignored.
  explicit placement_modes(std::vector<double> round_trips_ns);

  const std::vector<mode>& modes() const { return modes_; }

  // The mode of a sample: `one_thread` if a round trip was not measured, `drifted` if the two do not lie in one mode.
  std::string label(double before_ns, double after_ns) const;

 private:
  const mode* find(double round_trip_ns) const;

  std::vector<mode> modes_;
};

}  // namespace schedlab

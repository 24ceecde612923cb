// Groups the bare flag round trips of a run into placement modes. On virtual machines the distance between two cores
// flips between a few values while a process runs; samples are only comparable within one of them.
#pragma once

#include <string>
#include <vector>

namespace schedlab {

class placement_modes {
 public:
  // On a sorted list a neighbour more than `gap` times greater begins a new mode.
  static constexpr double gap = 1.35;
  // A value that has less than `rare` of all within a tenth of it belongs to no mode: the CPU was moved during the
  // probe. In a long run such values would bridge every gap.
  static constexpr double rare = 0.003;

  static constexpr const char* one_thread = "-";  // or one CPU
  static constexpr const char* drifted = "drifted";

  struct mode {
    double low_ns;
    double high_ns;
    std::size_t count;
    std::string label;  // its median, to two digits: "50ns"
  };

  // Values that are not positive are no measurements and are passed over.
  explicit placement_modes(std::vector<double> round_trips_ns);

  const std::vector<mode>& modes() const { return modes_; }

  // `one_thread` if either was not measured, `drifted` if they don't lie in one mode.
  std::string label(double before_ns, double after_ns) const;

 private:
  const mode* find(double round_trip_ns) const;

  std::vector<mode> modes_;
};

}  // namespace schedlab

// A metric: what one key of a repetition's entry in run.json means. The table of all of them is in metrics.hpp.
#pragma once

namespace schedlab {

enum class better { less, more, neither };

// How the repetitions of a cell become one figure.
enum class over_repetitions {
  median,  // the median of their values, in each placement mode by itself
  total,   // as median in tables; in a ratio of two designs the events of all repetitions by the items of all of them,
           // because one repetition may hold no event
  each_alone  // not at all: it is about a single repetition
};

enum class column_in_samples {
  always,         // in every row of samples.csv
  unless_failed,  // always a column, empty in the row of a repetition that failed
  if_measured,    // a column if any repetition of the run has it
  never           // Google Benchmark's format wants it in run.json, and every row would say the same
};

struct metric {
  const char* name;  // ends in its unit, or in what one divides by
  const char* unit;
  better direction;
  over_repetitions figure;
  column_in_samples column;
  const char* found_in;  // which repetitions have it
  const char* about;     // a sentence without its stop: legends put it behind a colon
};

// A number that a repetition found, beside its time.
struct metric_value {
  const metric* declared;  // "steals_per_item"_metric
  double value;
};

constexpr const char* word(better direction) {
  switch (direction) {
    case better::less:
      return "less";
    case better::more:
      return "more";
    case better::neither:
      return "neither";
  }
  return "?";
}

constexpr const char* word(over_repetitions figure) {
  switch (figure) {
    case over_repetitions::median:
      return "median";
    case over_repetitions::total:
      return "total";
    case over_repetitions::each_alone:
      return "each alone";
  }
  return "?";
}

}  // namespace schedlab

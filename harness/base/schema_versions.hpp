// The versions of the files that a later schedlab may read: each is raised when the meaning of what is written changes.
#pragma once

namespace schedlab {

inline constexpr int run_schema = 1;  // plan.json and run.json; the judge reads it too: harness/judge/read/run_file.py
inline constexpr int verdicts_schema = 1;  // results/verdicts.json
inline constexpr int orders_schema = 1;    // results/baselines/orders.json

}  // namespace schedlab

"""All tables of a run's schedulers."""

from __future__ import annotations

from harness.judge.layout import Style, wrapped
from harness.judge.pool_beside_tables import pool_beside_tables
from harness.judge.pool_grain_table import pool_grain_table
from harness.judge.pool_latency_tables import pool_latency_tables
from harness.judge.pool_legend import how_to_read_pools
from harness.judge.pool_rest_table import pool_rest_table
from harness.judge.pool_speedup_table import pool_speedup_table
from harness.judge.pool_time_tables import pool_time_tables
from harness.judge.run_file import Run
from harness.judge.typed import quoted

_NOT_SHOWN = ("Not shown of the schedulers: intervals, other workloads and loads, each combination where a row sums "
              "them up; see `schedlab show {folder} --all`, or give a filter such as pool/tbb_arena/ or /fib/ instead "
              "of --all.")


def pool_tables(pools: Run, style: Style, complete: bool) -> list[str]:
    if not pools.samples:
        return []
    lines = [*how_to_read_pools(pools, style, complete), *pool_time_tables(pools, style, complete),
             *pool_speedup_table(pools, style, complete), *pool_grain_table(pools, style),
             *pool_beside_tables(pools, style, complete), *pool_latency_tables(pools, style, complete),
             *pool_rest_table(pools, style)]
    return lines if complete else lines + ["", *wrapped(_NOT_SHOWN.format(folder=quoted(pools.folder)))]

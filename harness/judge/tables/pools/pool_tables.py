"""All tables of a run's schedulers."""

from __future__ import annotations

from harness.judge.read.run_file import Run
from harness.judge.read.typed import quoted
from harness.judge.text.layout import Style, wrapped
from harness.judge.tables.pools.pool_beside_tables import pool_beside_tables
from harness.judge.tables.pools.pool_grain_table import pool_grain_table
from harness.judge.tables.pools.pool_latency_tables import pool_latency_tables
from harness.judge.tables.pools.pool_legend import how_to_read_pools
from harness.judge.tables.pools.pool_rest_table import pool_rest_table
from harness.judge.tables.pools.pool_speedup_table import pool_speedup_table
from harness.judge.tables.pools.pool_time_tables import pool_time_tables

_NOT_SHOWN = ("Not shown of the schedulers: intervals, other workloads and loads, each combination where a row sums "
              "them up; see `schedlab show {folder} --all`, or give a filter such as pool/tbb_arena/ or /fib/ instead "
              "of --all.")


def pool_tables(pools: Run, style: Style, complete: bool, explained: bool = True) -> list[str]:
    if not pools.samples:
        return []
    lines = [*how_to_read_pools(pools, style, complete, explained), *pool_time_tables(pools, style, complete),
             *pool_speedup_table(pools, style, complete), *pool_grain_table(pools, style),
             *pool_beside_tables(pools, style, complete), *pool_latency_tables(pools, style, complete),
             *pool_rest_table(pools, style)]
    return lines if complete else lines + ["", *wrapped(_NOT_SHOWN.format(folder=quoted(pools.folder)))]

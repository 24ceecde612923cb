"""What a scheduler costs while it has nothing to do: processor time and memory."""

from __future__ import annotations

from harness.judge.estimate.cell_values import by_design, shown, value_of
from harness.judge.read.metrics import metric
from harness.judge.read.pool_columns import IDLE, POOL_MEMORY, workers_of
from harness.judge.read.run_file import Run
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped
from harness.judge.text.measures import explained
from harness.judge.tables.pools.pool_rows import rows_of

_MEASURES = {
    ("idle, CPU", "in %"): (IDLE, metric("idle_cpu_share"), 100),
    ("until at", "rest, ms"): (IDLE, metric("spin_down_cpu_ms"), 1),
    ("KB per", "worker"): (POOL_MEMORY, metric("bytes_per_worker"), 1 / 1024),
    ("KB per", "thread"): (POOL_MEMORY, metric("bytes_per_thread"), 1 / 1024),
    ("bytes per", "task"): (POOL_MEMORY, metric("bytes_per_task"), 1),
    ("of it", "task"): (POOL_MEMORY, metric("bytes_per_task_itself"), 1),
    ("KB after", "drain"): (POOL_MEMORY, metric("bytes_after_drain"), 1 / 1024),
    ("of it", "kept"): (POOL_MEMORY, metric("bytes_kept_for_tasks"), 1 / 1024),
}
_MEANING = ("{columns}. 100 % is one CPU{workers}. Memory is resident and comes in pages of 4 KB, so small figures may be 0 "
            "or below.")


def pool_rest_table(pools: Run, style: Style) -> list[str]:
    samples = [s for s in pools.samples if s.workload in (IDLE, POOL_MEMORY) and s.error is None]
    present = {(sample.workload, name) for sample in samples for name in sample.metrics}
    measures = {heads: found for heads, found in _MEASURES.items() if (found[0], found[1].name) in present}
    if not measures:
        return []
    cells = by_design(samples)
    grid = Grid(["scheduler"], list(measures))
    for block in rows_of(pools, complete=True):
        rows = []
        for row in block:
            values = [value_of([s for s in cells.get(row.label, []) if s.workload == workload], what.name)
                      for workload, what, _ in measures.values()]
            rows.append(([row.label], [Cell(shown(None if value is None else value * factor))
                                       for value, (_, _, factor) in zip(values, measures.values())]))
        grid.groups.append(rows)
    counts = sorted({workers_of(sample.column) for sample in samples if sample.workload == IDLE})
    workers = f" ({', '.join(map(str, counts))} workers)" if counts else ""
    columns = explained((heads, what) for heads, (_, what, _) in measures.items())
    return heading("Schedulers at rest", style) + grid.lines(style) \
        + ["", *wrapped(_MEANING.format(columns=columns, workers=workers))]

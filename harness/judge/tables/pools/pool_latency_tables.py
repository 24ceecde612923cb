"""How long a task waits, in a pool that had nothing to do, and in one in which tasks keep arriving."""

from __future__ import annotations

from collections.abc import Sequence

from harness.judge.estimate.cell_values import cells_of, value_of
from harness.judge.estimate.late_arrivals import LATE, too_many_late
from harness.judge.estimate.modes import modes_of
from harness.judge.estimate.number_text import NOT_MEASURED
from harness.judge.read.columns import head
from harness.judge.read.metrics import Metric, metric
from harness.judge.read.pool_columns import OPEN_LOOP, START, in_order, usual
from harness.judge.read.run_file import Run, Sample
from harness.judge.text.figures import figure
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped
from harness.judge.tables.pools.pool_rows import rows_of

LATE_MARK = "^"
_START = [("start p50", metric("p50_ns")), ("p99", metric("p99_ns")), ("call p50", metric("submit_call_p50_ns")),
          ("p99", metric("submit_call_p99_ns"))]
_ARRIVAL = [("start p50", metric("dispatch_p50_ns")), ("p99", metric("dispatch_p99_ns")),
            ("delay p99", metric("delay_p99_ns")), ("end p50", metric("p50_ns")), ("p99", metric("p99_ns"))]
_START_MEANING = ("A thread lets the pool rest for the gap (gap1000us: a millisecond) and then submits one task. "
                  "start: from then to the task's first step, half of them at most p50, 99 % at most p99; with long "
                  "gaps it is what waking a sleeping worker takes. call: what the call of submit() took of that.")
_ARRIVAL_MEANING = ("Tasks of 10 us arrive at random moments (a Poisson process), whether or not earlier ones are "
                    "done; load70: they keep the workers busy for 70 % of the time. start: from a task's arrival to "
                    "its first step; delay: by how much that was later than with workers that cost nothing, for the "
                    "same arrivals; end: to its end. '" + LATE_MARK + "': more than 1 % of the arrivals came late, "
                    "because the submitting thread was held up: they still count from the moment they were due, but "
                    "the load was not quite what the column says.")


def pool_latency_tables(pools: Run, style: Style, complete: bool) -> list[str]:
    lines = _tables(pools, START, "Schedulers, one task for an idle pool: microseconds", _START, style, complete)
    if lines:
        lines += ["", *wrapped(_START_MEANING)]
    arrivals = _tables(pools, OPEN_LOOP, "Schedulers, tasks that arrive at random: microseconds", _ARRIVAL, style,
                       complete)
    return lines + (arrivals + ["", *wrapped(_ARRIVAL_MEANING)] if arrivals else [])


def _tables(pools: Run, workload: str, title: str, measures: list[tuple[str, Metric]], style: Style,
            complete: bool) -> list[str]:
    samples = [sample for sample in pools.samples if sample.workload == workload and sample.error is None]
    columns = in_order(samples)
    columns = columns if complete else usual(columns)
    if not columns:
        return []
    tells_late = complete and workload == OPEN_LOOP  # the share of late arrivals; otherwise the mark must do
    heads: list[tuple[str, str]] = []
    for column in columns:
        names = [name for name, _ in measures] + (["late"] if tells_late else [])
        heads += [(head(column, samples)[1] if i == 0 else "", name) for i, name in enumerate(names)]
    cells = cells_of(samples)
    modes = {column: modes_of(sample for sample in samples if sample.column == column) for column in columns}
    grid = Grid(["scheduler"], heads)
    for block in rows_of(pools, complete=True):
        rows = []
        for row in block:
            rows.append(([row.label], [cell for column in columns for cell in
                                       _cells(cells.get((row.label, column), []), measures, modes[column], tells_late)]))
        grid.groups.append(rows)
    return heading(title, style) + grid.lines(style)


def _cells(samples: Sequence[Sample], measures: list[tuple[str, Metric]], modes: list[str],
           tells_late: bool) -> list[Cell]:
    texts = [figure(samples, measure.name, modes, 1 / 1000) for _, measure in measures]
    if too_many_late(samples):
        texts[-1] += LATE_MARK
    if tells_late:
        share = value_of(samples, LATE)
        texts.append(NOT_MEASURED if share is None else f"{share:.1%}")
    return [Cell(text) for text in texts]

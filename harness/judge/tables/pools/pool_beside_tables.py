"""What a scheduler costs beside its time: context switches, waits for locks, steals, sleep, an uneven spread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harness.judge.estimate.cell_values import by_design
from harness.judge.estimate.modes import modes_of
from harness.judge.estimate.number_text import NOT_MEASURED
from harness.judge.read.columns import Column
from harness.judge.read.designs import Design
from harness.judge.read.metrics import OWN_SCHEDULERS, Metric, metric
from harness.judge.read.pool_columns import in_order, is_timed, work_of, workers_of
from harness.judge.read.run_file import Run, Sample
from harness.judge.text.figures import figure
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped
from harness.judge.text.measures import explained
from harness.judge.tables.pools.pool_rows import shown_designs

_TELLING = ("flood", "fib", "uts")


@dataclass(frozen=True)
class _Measure:
    heads: tuple[str, str]
    metric: Metric
    times: int = 1  # per item -> per 1,000; share -> %
    details: bool = False  # in complete tables alone


_MEASURES = [
    _Measure(("CPU", "ns"), metric("cpu_time")),
    _Measure(("thread", "switch"), metric("context_switches_per_item"), 1000),
    _Measure(("volun-", "tary"), metric("voluntary_switches_per_item"), 1000, details=True),
    _Measure(("", "forced"), metric("involuntary_switches_per_item"), 1000, details=True),
    _Measure(("one", "thread"), metric("most_switches_of_a_thread_per_item"), 1000, details=True),
    _Measure(("lock", "taken"), metric("contended_acquisitions_per_item"), 1000),
    _Measure(("lock", "ns"), metric("lock_wait_ns_per_item")),
    _Measure(("", "steals"), metric("steals_per_item"), 1000),
    _Measure(("lost", "races"), metric("lost_races_per_item"), 1000),
    _Measure(("", "parks"), metric("parks_per_item"), 1000),
    _Measure(("empty", "wakes"), metric("empty_wakes_per_item"), 1000),
    _Measure(("", "called"), metric("called_per_item"), 1000, details=True),
    _Measure(("most", "by 1"), metric("largest_worker_share"), 100),
    _Measure(("need-", "less"), metric("work_conservation_violations"), 100),
]
_MULTIPLES = {1: "", 1000: "Per 1,000 items: ", 100: "In %: "}
_NOTHING = "'.': not counted there; libraries can't be looked into."


def pool_beside_tables(pools: Run, style: Style, complete: bool) -> list[str]:
    columns = [column for column in in_order(pools.samples) if is_timed(column)]
    lines: list[str] = []
    for column in columns if complete else _telling(columns, pools):
        lines += _table(pools, column, style, complete)
    return lines + (["", *wrapped(_meaning(complete))] if lines else [])


def _meaning(complete: bool) -> str:
    """Those that the tables multiply alike stand together."""
    said = [(before, [(measure.heads, measure.metric) for measure in _MEASURES
                      if measure.times == times and (complete or not measure.details)])
            for times, before in _MULTIPLES.items()]
    return " ".join([*(f"{before}{explained(measures)}." for before, measures in said), _NOTHING])


def _telling(columns: list[Column], pools: Run) -> list[Column]:
    """One column of each telling workload: with the most workers that have cores of their own, and then with the most
    designs."""
    crowded = {sample.column for sample in pools.samples if sample.oversubscribed}
    designs = {column: {s.design for s in pools.samples if s.column == column} for column in columns}
    found = []
    for workload in _TELLING:
        fits = [column for column in columns if column[0] == workload and column not in crowded]
        if fits:
            found.append(max(fits, key=lambda column: (workers_of(column), len(designs[column]))))
    return found


def _table(pools: Run, column: Column, style: Style, complete: bool) -> list[str]:
    cells = by_design(s for s in pools.samples if s.column == column and s.error is None)
    blocks = [[design for design in block if design.name in cells] for block in shown_designs(pools, column, complete)]
    designs = [design for block in blocks for design in block]
    modes = modes_of(sample for samples in cells.values() for sample in samples)
    values = {(design.name, measure): _value(design, cells[design.name], measure, modes)
              for design in designs for measure in _MEASURES if complete or not measure.details}
    measures = [measure for measure in _MEASURES
                if any(values.get((design.name, measure), NOT_MEASURED) != NOT_MEASURED for design in designs)]
    if not measures:
        return []
    grid = Grid(["scheduler"], [measure.heads for measure in measures])
    grid.groups = [[([design.name], [Cell(values[design.name, measure]) for measure in measures])
                    for design in block] for block in blocks]
    workload, workers = column[0], workers_of(column)
    what = f"{workload} {work_of(column)}, {workers} worker{'s' if workers > 1 else ''}"
    return heading(f"Schedulers, beside the time: {what}", style) + grid.lines(style)


def _value(design: Design, samples: Sequence[Sample], measure: _Measure, modes: Sequence[str]) -> str:
    if measure.metric.found_in == OWN_SCHEDULERS and not design.is_own:
        return NOT_MEASURED  # libraries don't count it, and their 0 means nothing
    return figure(samples, measure.metric.name, modes, measure.times)

"""How long a task takes under each scheduler: empty tasks in millions per second, all others in time per item."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from harness.judge.estimate.cell_values import by_design, failure_of
from harness.judge.estimate.modes import modes_of
from harness.judge.estimate.number_text import NOT_MEASURED, number, with_interval
from harness.judge.estimate.ranking import BEST, NOT_TOLD_APART, marks
from harness.judge.estimate.statistics import Estimate, tasks_per_second
from harness.judge.read.columns import Column, head
from harness.judge.read.pool_columns import FLOODS, in_order, is_timed, usual
from harness.judge.read.run_file import Run, Sample
from harness.judge.text.figures import aligned, pieces, texts
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped
from harness.judge.tables.pools.pool_rows import Row, are_many, rows_of

_RATES = "million tasks per second (more is better)"
_TIMES = "nanoseconds per item (less is better)"
_SUMMED_UP = "(36): the best of so many combinations of that queue or deque with policies, in each column anew."


def pool_time_tables(pools: Run, style: Style, complete: bool) -> list[str]:
    """Complete tables hold one workload each, with intervals; the others hold the usual columns, with medians alone."""
    columns = [column for column in in_order(pools.samples) if is_timed(column)]
    lines: list[str] = []
    if complete:
        for workload, of_workload in groupby(columns, key=lambda column: column[0]):
            title = f"Schedulers, {workload}: {_RATES if workload in FLOODS else _TIMES}"
            lines += heading(title, style) + _table(pools, list(of_workload), style, complete)
        return lines
    columns = usual(columns)
    for title, chosen in ((f"Schedulers, empty tasks: {_RATES}", [c for c in columns if c[0] in FLOODS]),
                          (f"Schedulers: {_TIMES}", [c for c in columns if c[0] not in FLOODS])):
        if chosen:
            lines += heading(title, style) + _table(pools, chosen, style, complete)
    if lines and are_many(pools):
        lines += ["", *wrapped(_SUMMED_UP), *_best_combinations(pools, columns)]
    return lines


def _table(pools: Run, columns: list[Column], style: Style, intervals: bool) -> list[str]:
    blocks = rows_of(pools, intervals)
    notes: list[str] = []
    grid = Grid(["scheduler"], [head(column, pools.samples) for column in columns])
    filled = [_column(pools, column, blocks, intervals, notes) for column in columns]
    grid.groups = [[([row.label], [cells[row.label] for cells in filled]) for row in block] for block in blocks]
    return grid.lines(style) + [line for note in notes for line in wrapped(note)]


def _column(pools: Run, column: Column, blocks: list[list[Row]], intervals: bool, notes: list[str]) -> dict[str, Cell]:
    samples = by_design(sample for sample in pools.samples if sample.column == column)
    earned = marks(samples, pools.designs)
    modes = modes_of(sample for of_design in samples.values() for sample in of_design)
    rows = [row for block in blocks for row in block]
    found: list[list[str]] = []
    marked: list[str] = []
    for row in rows:
        leading = [design.name for design in row.members if earned.get(design.name) == BEST]
        name = leading[0] if leading else row.best(samples)
        found.append(_texts(samples[name], modes, intervals, notes) if name else [NOT_MEASURED])
        marked.append(earned.get(name, " ") if name else " ")
    return {row.label: Cell(text + mark, mark == BEST) for row, text, mark in zip(rows, aligned(found), marked)}


def _texts(samples: list[Sample], modes: list[str], intervals: bool, notes: list[str]) -> list[str]:
    """One text per placement mode; or a single one, if a repetition failed."""
    failed = failure_of(samples, notes)
    if failed is not None:
        return [failed]
    found = pieces(samples, "real_time", modes)
    if samples[0].workload in FLOODS:
        found = [piece and _in_millions(tasks_per_second(piece)) for piece in found]
    return texts(found, with_interval if intervals else lambda piece: number(piece.value))


def _in_millions(rate: Estimate) -> Estimate:
    return replace(rate, value=rate.value / 1e6, low=rate.low / 1e6, high=rate.high / 1e6)


def _best_combinations(pools: Run, columns: list[Column]) -> list[str]:
    """A line per column that names its best combination, for tables whose rows sum combinations up."""
    lines: list[str] = []
    for column in columns:
        earned = marks(by_design(sample for sample in pools.samples if sample.column == column), pools.designs)
        best = [name for name, mark in earned.items() if mark == BEST]
        alike = list(earned.values()).count(NOT_TOLD_APART)
        if best:
            others = "1 other" if alike == 1 else f"{alike} others"
            rest = f" ({others} can't be told apart from it)" if alike else ""
            lines += wrapped(f"Best in {'/'.join(column)}: {best[0]}{rest}.")
    return lines

"""How designs wait, per column: the time of single operations, failed tries, how evenly threads are served, busy CPUs.

By default only for two telling columns; for all of them if complete tables are wanted.
"""

from __future__ import annotations

from collections.abc import Iterable

from harness.judge.estimate.cell_values import by_design
from harness.judge.estimate.modes import modes_of
from harness.judge.estimate.number_text import NOT_MEASURED, number
from harness.judge.estimate.statistics import median
from harness.judge.read.classes import by_class
from harness.judge.read.columns import Column, in_order, is_symmetric, is_timed, threads_of
from harness.judge.read.designs import Design
from harness.judge.read.metrics import Metric, metric
from harness.judge.read.run_file import Run, Sample
from harness.judge.read.semantics import progress_letter
from harness.judge.text.figures import figure
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped
from harness.judge.text.measures import explained, measured_among

_USUAL = ("mpmc", "2p2c")
_OPERATIONS = {("operation", "p50"): metric("p50_ns"), ("ns", "p99"): metric("p99_ns")}
_OTHERS = {
    ("push", "failed"): metric("failed_pushes_per_item"), ("pop", "failed"): metric("failed_pops_per_item"),
    ("served", "least"): metric("least_served"), ("", "most"): metric("most_served"),
    ("longest", "wait, ns"): metric("longest_wait_ns"), ("CPU", "ns"): metric("cpu_time"),
}
_BUSY = ("CPUs", "busy")
_MEANING = ("A rule between classes of design; P: progress, as above. operation: a sample of single operations, half "
            "took at most p50, 99 % at most p99; {clock}. {others}. Failed tries are per item handed over. CPUs busy: "
            "how many that kept busy: who spins keeps them all, who blocks does not.")


def waiting_tables(run: Run, style: Style, complete: bool) -> list[str]:
    timed = [sample for sample in run.samples if is_timed(sample) and sample.error is None
             and sample.metrics.get("latency_samples", 0) > 0]
    columns = in_order(timed)
    if not complete:
        columns = _telling(columns)
    lines: list[str] = []
    for column in columns:
        lines += _table(run, [sample for sample in timed if sample.column == column], column, style)
    if not lines:
        return []
    others = explained(measured_among(timed, _OTHERS).items())
    return lines + ["", *wrapped(_MEANING.format(clock=_clock(run), others=others))]


def _telling(columns: list[Column]) -> list[Column]:
    """Two columns of like sides: the usual one, and the most crowded one."""
    even = [column for column in columns if is_symmetric(column)]
    crowded = max(even, key=threads_of, default=None)
    return [column for column in even if column in (_USUAL, crowded)]


def _table(run: Run, samples: list[Sample], column: Column, style: Style) -> list[str]:
    measures = measured_among(samples, _OPERATIONS | _OTHERS)
    modes = modes_of(samples)
    grid = Grid(["design", "P"], [*measures, _BUSY])
    cells = by_design(samples)
    for members in by_class(design for design in run.designs.values() if design.name in cells).values():
        grid.groups.append([_row(design, cells[design.name], measures.values(), modes) for design in members])
    crowded = ", more threads than cores" if any(sample.oversubscribed for sample in samples) else ""
    return heading(f"How they wait: {'/'.join(column)}{crowded}", style) + grid.lines(style)


def _row(design: Design, samples: list[Sample], metrics: Iterable[Metric],
         modes: list[str]) -> tuple[list[str], list[Cell]]:
    values = [figure(samples, each.name, modes) for each in metrics]
    return [design.name, progress_letter(design)], [Cell(text) for text in [*values, _busy(samples)]]


def _busy(samples: list[Sample]) -> str:
    """Taken over all placement modes together: a mode changes how long a thread works, not whether it does."""
    shares = [sample.metrics["cpu_time"] / sample.metrics["real_time"] for sample in samples
              if "cpu_time" in sample.metrics and sample.metrics["real_time"] > 0]
    return f"{median(shares).value:.2f}" if shares else NOT_MEASURED


def _clock(run: Run) -> str:
    cost, step = run.context.get("clock_cost_ns"), run.context.get("clock_resolution_ns")
    said = "as read, so that the clock's own cost, which was not recorded, is inside" if cost is None else \
        f"as read: {number(float(cost))} ns of it are the clock's own"
    return said if step is None else f"{said}, which moves in steps of {number(float(step))} ns"

"""How far items come out of order, in relaxed designs, and in strict ones, which show the error of the method
itself."""

from __future__ import annotations

from harness.judge.estimate.cell_values import by_design, shown, value_of
from harness.judge.read.columns import ORDER_ERRORS
from harness.judge.read.designs import Design
from harness.judge.read.metrics import metric
from harness.judge.read.run_file import Run
from harness.judge.read.semantics import overtaking
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped

_MEASURES = {("rank error", "mean"): metric("rank_error_mean"), ("", "p99"): metric("rank_error_p99"),
             ("", "max"): metric("rank_error_max"), ("overtaken", "max"): metric("overtaken_max")}
_MEANING = (f"rank error: {metric('rank_error_mean').about}. overtaken: {metric('overtaken_max').about}; 'promised' is "
            "its bound. A strict design breaks no order: what it shows here is the error of the method, which replays a log in which others may come between an "
            "operation and its entry. any of others: in order only among the items of one producer.")


def order_error_table(run: Run, style: Style, complete: bool) -> list[str]:
    samples = [sample for sample in run.samples if sample.workload == ORDER_ERRORS and sample.error is None]
    cells = by_design(samples)
    designs = [design for design in run.designs.values() if design.name in cells and not design.is_yardstick]
    if not designs:
        return []
    strict = [design for design in designs if design.is_strict and design.order != "producer_fifo"]
    relaxed = [design for design in designs if design not in strict]
    grid = Grid(["design"], [("promised", "at most"), *_MEASURES])
    rows = {design.name: [value_of(cells[design.name], each.name) for each in _MEASURES.values()] for design in designs}
    grid.groups = [[_row(design.name, _promised(design), rows[design.name]) for design in relaxed],
                   [_row(design.name, "0", rows[design.name]) for design in strict] if complete or len(strict) < 2
                   else [_worst([rows[design.name] for design in strict])]]
    load = ", ".join(sorted({sample.load for sample in samples}))
    return heading(f"Order errors: items, {ORDER_ERRORS}/{load}", style) + grid.lines(style) + ["", *wrapped(_MEANING)]


def _row(name: str, promised: str, values: list[float | None]) -> tuple[list[str], list[Cell]]:
    return [name], [Cell(promised), *(Cell(shown(value)) for value in values)]


def _promised(design: Design) -> str:
    if design.order == "producer_fifo":
        return "any of others"
    return "no order" if design.order == "none" else overtaking(design)


def _worst(rows: list[list[float | None]]) -> tuple[list[str], list[Cell]]:
    """One row for all strict designs, with the largest value of each measure."""
    largest = [max((value for value in column if value is not None), default=None) for column in zip(*rows)]
    return _row(f"the worst of {len(rows)} strict designs", "0", largest)

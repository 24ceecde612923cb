"""How long others wait for a thread that is stalled in the middle of an operation, in groups by what designs
promise."""

from __future__ import annotations

from harness.judge.estimate.cell_values import by_design
from harness.judge.estimate.modes import modes_of
from harness.judge.read.columns import STALLED
from harness.judge.read.designs import Design
from harness.judge.read.metrics import metric
from harness.judge.read.run_file import Run
from harness.judge.text.figures import figure
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped
from harness.judge.text.measures import measured_among

_LOST = metric("stalled_share")
_MEASURES = {("", "mean"): metric("real_time"), ("", "p50"): metric("p50_ns"), ("", "p99"): metric("p99_ns"),
             ("", "max"): metric("max_ns"), ("lost", "over half"): _LOST}
_MOST_PROMISED_FIRST = ["wait_free", "lock_free", "blocking"]
_MEANING = ("One thread is stalled for 500 us about every millisecond, wherever it is; the times are the longest that "
            "the other one went without completing an operation while a stall lasted (mean, p50, p99, max over the "
            f"stalls). 'over half': {_LOST.about}. Wait-free and lock-free "
            "designs promise that it need not wait; a blocking one may wait for all of a stall that hits the wrong "
            "place.")


def stalled_table(run: Run, style: Style) -> list[str]:
    samples = [sample for sample in run.samples if sample.workload == STALLED and sample.error is None]
    cells = by_design(samples)
    designs = [design for design in run.designs.values() if design.name in cells]
    if not designs:
        return []
    measures = measured_among(samples, _MEASURES)
    modes = modes_of(samples)
    grid = Grid(["design", "promises"], list(measures))
    for promise in ["yardstick", *_MOST_PROMISED_FIRST]:
        members = [design for design in designs if _promise(design) == promise]
        word = "" if promise == "yardstick" else promise.replace("_", "-")
        grid.groups.append([([design.name, word], [Cell(figure(cells[design.name], each.name, modes))
                                                   for each in measures.values()]) for design in members])
    return heading("Stalled participant: nanoseconds that the other one waits", style) + grid.lines(style) \
        + ["", *wrapped(_MEANING)]


def _promise(design: Design) -> str:
    if design.is_yardstick:
        return "yardstick"
    return design.progress if design.progress in _MOST_PROMISED_FIRST else "blocking"

"""The time of an operation at every capacity, and the exponent with which it grows."""

from __future__ import annotations

from harness.judge.estimate.growth_times import times_by_capacity
from harness.judge.estimate.number_text import number
from harness.judge.estimate.statistics import growth, median
from harness.judge.read.columns import GROWTH
from harness.judge.read.run_file import Run
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped

_OPERATIONS = ["push", "pop", "allocate", "free", "size"]


def growth_tables(run: Run, style: Style) -> list[str]:
    samples = [sample for sample in run.samples if sample.workload == GROWTH]
    lines: list[str] = []
    for design in dict.fromkeys(sample.design for sample in samples):
        times = times_by_capacity([sample for sample in samples if sample.design == design])
        if times:
            lines += _growth_table(design, times, style)
    failed = sorted({sample.cell for sample in samples if sample.error is not None})
    if failed:
        lines += wrapped(f"Failed, reasons at the end: {', '.join(failed)}")
    return lines


def _growth_table(design: str, times: dict[str, dict[int, list[float]]], style: Style) -> list[str]:
    operations = sorted(times, key=lambda name: (_OPERATIONS.index(name) if name in _OPERATIONS else 99, name))
    capacities = sorted({capacity for by_capacity in times.values() for capacity in by_capacity})
    grid = Grid(["capacity"], [("", operation) for operation in operations])
    rows = [([str(capacity)], [Cell(_median_text(times[operation].get(capacity, []))) for operation in operations])
            for capacity in capacities]
    fits = [_exponent(times[operation]) for operation in operations]
    grid.groups = [rows, [([name], [Cell(fit[i]) for fit in fits])
                          for i, name in enumerate(("exponent", "  from", "  to"))]]
    note = ("exponent: the time grows like capacity ** exponent (95 % interval from, to); 0 means that capacity "
            "costs nothing, 1 would be a linear scan.")
    title = heading(f"Growth: {design}, nanoseconds per operation at each capacity", style)
    return title + grid.lines(style) + ["", *wrapped(note)]


def _exponent(by_capacity: dict[int, list[float]]) -> list[str]:
    """The fitted exponent and the two ends of its interval."""
    try:
        fitted = growth(by_capacity).exponent
    except ValueError:
        return ["too few", "", ""]
    ends = [f"{fitted.low:+.3f}", f"{fitted.high:+.3f}"] if fitted.has_interval else ["1 run", ""]
    return [f"{fitted.value:+.3f}", *ends]


def _median_text(values: list[float]) -> str:
    return number(median(values).value) if values else "."

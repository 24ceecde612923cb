"""The two small families: an operation's time at every capacity, and the memory a queue holds."""

from __future__ import annotations

import re

from harness.judge.families import GROWTH, MEMORY, TITLES, groups
from harness.judge.layout import Cell, Grid, Style, heading, number, wrapped
from harness.judge.run_file import Run, Sample
from harness.judge.statistics import growth, median

_LOAD = re.compile(r"(?P<operation>\w+)\.c(?P<capacity>\d+)")
_OPERATIONS = ["push", "pop", "allocate", "free", "size"]
_MEMORY_COLUMNS = [("bytes_idle", ("idle", "queue")), ("bytes_per_1000_items", ("with", "1000 items")),
                   ("bytes_per_item", ("per", "item"))]


def times_by_capacity(samples: list[Sample]) -> dict[str, dict[int, list[float]]]:
    """Operation -> capacity -> times, of the growth cells that gave numbers."""
    answer: dict[str, dict[int, list[float]]] = {}
    for sample in samples:
        load = _LOAD.fullmatch(sample.load)
        if load and sample.error is None:
            at = answer.setdefault(load["operation"], {}).setdefault(int(load["capacity"]), [])
            at.append(sample.metrics["real_time"])
    return answer


def growth_tables(run: Run, samples: list[Sample], style: Style) -> list[str]:
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
    return heading(f"{TITLES[GROWTH]}: {design}", style) + grid.lines(style) + ["", *wrapped(note)]


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


def memory_table(run: Run, samples: list[Sample], style: Style) -> list[str]:
    code_sizes = run.context.get("code_sizes") or {}
    measured = {sample.design for sample in samples if sample.error is None}
    present = [design for design in run.designs.values() if design.name in measured]
    if not present:
        return []
    grid = Grid(["design"], [head for _, head in _MEMORY_COLUMNS] + [("machine", "code")])
    for group in groups(present):
        rows = []
        for design in group:
            cells = [_median_text([s.metrics[key] for s in samples if s.design == design.name and key in s.metrics])
                     for key, _ in _MEMORY_COLUMNS]
            code = number(float(code_sizes[design.name])) if design.name in code_sizes else "."
            rows.append(([design.name], [Cell(text) for text in [*cells, code]]))
        grid.groups.append(rows)
    note = ("Smaller is better; 8-byte items. A bounded design usually takes all its memory when it is built; "
            "machine code is the design compiled alone with -O3.")
    return heading(TITLES[MEMORY], style) + grid.lines(style) + ["", *wrapped(note)]

"""The bytes that a queue holds: idle, with items inside, drained again; and its machine code."""

from __future__ import annotations

import re

from harness.judge.estimate.cell_values import by_design, shown, value_of
from harness.judge.read.classes import blocks
from harness.judge.read.columns import MEMORY
from harness.judge.read.run_file import Run, Sample
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped

_THOUSAND = "1000items"
_IDLE = [(_THOUSAND, "bytes_idle", ("", "idle")), (_THOUSAND, "bytes_per_1000_items", ("1,000 items:", "all"))]
_MEANING = ("Smaller is better; 8-byte items. A bounded design usually takes all its memory when it is built; machine "
            "code is the design compiled alone with -O3.")
_DRAINED = " drained: what it still holds when all items have been taken out."


def memory_table(run: Run, style: Style) -> list[str]:
    samples = [sample for sample in run.samples if sample.workload == MEMORY and sample.error is None]
    cells = by_design(samples)
    designs = [design for design in run.designs.values() if design.name in cells]
    if not designs:
        return []
    code_sizes = run.context.get("code_sizes") or {}
    present = {(sample.load, metric) for sample in samples for metric in sample.metrics}
    columns = [column for column in _columns(samples) if column[:2] in present]
    grid = Grid(["design"], [*(heads for _, _, heads in columns), ("machine", "code")])
    for block in blocks(designs):
        rows = []
        for design in block:
            values = [value_of([sample for sample in cells[design.name] if sample.load == load], metric)
                      for load, metric, _ in columns]
            code = code_sizes.get(design.name)
            rows.append(([design.name], [Cell(shown(value)) for value in [*values, code and float(code)]]))
        grid.groups.append(rows)
    drained = _DRAINED if any(metric == "bytes_after_drain" for _, metric in present) else ""
    return heading("Memory: bytes", style) + grid.lines(style) + ["", *wrapped(_MEANING + drained)]


def _columns(samples: list[Sample]) -> list[tuple[str, str, tuple[str, str]]]:
    """Load, metric and heads: from few items to many."""
    columns = list(_IDLE)
    for load in sorted({sample.load for sample in samples}, key=_items):
        above = "" if load == _THOUSAND else f"{_items(load):,} items:"
        columns += [(load, "bytes_per_item", (above, "per item")), (load, "bytes_after_drain", ("", "drained"))]
    return columns


def _items(load: str) -> int:
    digits = re.match(r"\d+", load)
    return int(digits[0]) if digits else 0

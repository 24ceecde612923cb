"""The bytes that a queue holds: idle, with items inside, drained again; and its machine code."""

from __future__ import annotations

from harness.judge.estimate.cell_values import by_design, shown, value_of
from harness.judge.read.classes import blocks
from harness.judge.read.columns import MEMORY
from harness.judge.read.metrics import Metric, metric
from harness.judge.read.run_file import Run, Sample
from harness.judge.read.words import number_in
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped

_THOUSAND = "1000items"
_IDLE, _ALL, _EACH, _DRAINED = map(metric, ("bytes_idle", "bytes_per_1000_items", "bytes_per_item", "bytes_after_drain"))
_MEANING = ("Smaller is better; 8-byte items. A bounded design usually takes all its memory when it is built; machine "
            "code is the design compiled alone with -O3.")


def memory_table(run: Run, style: Style) -> list[str]:
    samples = [sample for sample in run.samples if sample.workload == MEMORY and sample.error is None]
    cells = by_design(samples)
    designs = [design for design in run.designs.values() if design.name in cells]
    if not designs:
        return []
    code_sizes = run.context.get("code_sizes") or {}
    present = {(sample.load, name) for sample in samples for name in sample.metrics}
    columns = [column for column in _columns(samples) if (column[0], column[1].name) in present]
    grid = Grid(["design"], [*(heads for _, _, heads in columns), ("machine", "code")])
    for block in blocks(designs):
        rows = []
        for design in block:
            values = [value_of([sample for sample in cells[design.name] if sample.load == load], what.name)
                      for load, what, _ in columns]
            code = code_sizes.get(design.name)
            rows.append(([design.name], [Cell(shown(value)) for value in [*values, code and float(code)]]))
        grid.groups.append(rows)
    drained = f" drained: {_DRAINED.about}." if any(name == _DRAINED.name for _, name in present) else ""
    return heading("Memory: bytes", style) + grid.lines(style) + ["", *wrapped(_MEANING + drained)]


def _columns(samples: list[Sample]) -> list[tuple[str, Metric, tuple[str, str]]]:
    """Load, metric and heads: from few items to many."""
    columns = [(_THOUSAND, _IDLE, ("", "idle")), (_THOUSAND, _ALL, ("1,000 items:", "all"))]
    for load in sorted({sample.load for sample in samples}, key=_items):
        above = "" if load == _THOUSAND else f"{_items(load):,} items:"
        columns += [(load, _EACH, (above, "per item")), (load, _DRAINED, ("", "drained"))]
    return columns


def _items(load: str) -> int:
    return number_in(load, "items") or 0

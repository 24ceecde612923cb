"""The cells of a run that a target row is about."""

from __future__ import annotations

from fnmatch import fnmatchcase

from harness.judge.read.designs import Design
from harness.judge.read.run_file import Run, Sample


def matching_cells(run: Run, pattern: str) -> dict[str, list[Sample]]:
    """Cell -> repetitions, for the cells that match the pattern; * stands for any text."""
    cells: dict[str, list[Sample]] = {}
    for sample in run.samples:
        if fnmatchcase(sample.cell, pattern):
            cells.setdefault(sample.cell, []).append(sample)
    return cells


def is_own_and_right(design: Design) -> bool:
    return design.is_own and design.sound and not design.is_contradicted

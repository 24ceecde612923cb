"""The text of a cell: the median of a metric within each placement mode, '4.1 | 49.6', near first, never mixed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from harness.judge.estimate.modes import ONE_THREAD
from harness.judge.estimate.number_text import NOT_MEASURED, number
from harness.judge.estimate.statistics import Estimate, median
from harness.judge.read.run_file import Sample

BAR = " | "


def pieces(samples: Sequence[Sample], metric: str, modes: Sequence[str]) -> list[Estimate | None]:
    """One estimate per mode; None where no sample of that mode has the metric. A cell that ran in one thread has only
    one."""
    if {sample.placement_mode for sample in samples} == {ONE_THREAD}:
        modes = [ONE_THREAD]
    found: list[Estimate | None] = []
    for mode in modes:
        values = [sample.metrics[metric] for sample in samples
                  if sample.placement_mode == mode and metric in sample.metrics]
        found.append(median(values) if values else None)
    return found


def medians(samples: Sequence[Sample], metric: str) -> dict[str, float]:
    """Mode -> median, for each mode in which any of the samples lies."""
    modes = list({sample.placement_mode for sample in samples})
    return {mode: piece.value for mode, piece in zip(modes, pieces(samples, metric, modes)) if piece is not None}


def texts(found: Sequence[Estimate | None], shown: Callable[[Estimate], str]) -> list[str]:
    return [NOT_MEASURED if piece is None else shown(piece) for piece in found]


def figure(samples: Sequence[Sample], metric: str, modes: Sequence[str], times: float = 1) -> str:
    """The medians without intervals; a dot if there is none at all."""
    found = texts(pieces(samples, metric, modes), lambda piece: number(piece.value * times))
    return NOT_MEASURED if set(found) == {NOT_MEASURED} else BAR.join(found)


def aligned(cells: Sequence[Sequence[str]]) -> list[str]:
    """The cells of one column with their bars below each other. A cell of one text, such as a failure, stands alone."""
    several = [cell for cell in cells if len(cell) > 1]
    widths = [max(map(len, mode)) for mode in zip(*several)]
    return [BAR.join(text.rjust(width) for text, width in zip(cell, widths)) if len(cell) > 1 else cell[0]
            for cell in cells]

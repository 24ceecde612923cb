"""Placement modes: where the machine had put the threads of a repetition, named by a flag's round trip between them.

A mode is named like '80ns'. '-' is the mode of cells that run in one thread. 'drifted' is no mode: the placement
changed meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import inf

from harness.judge.estimate.statistics import DRIFTED
from harness.judge.read.run_file import Sample

ONE_THREAD = "-"
# A mode with a smaller share of a column's samples is not shown.
LEAST_SHARE = 0.1


def nanoseconds_of(mode: str) -> float | None:
    try:
        return float(mode.removesuffix("ns")) if mode.endswith("ns") else None
    except ValueError:
        return None


def nearness(mode: str) -> tuple[float, str]:
    """Sorts modes from near to far; names that are no modes come last."""
    round_trip = nanoseconds_of(mode)
    return (inf if round_trip is None else round_trip, mode)


def modes_of(samples: Iterable[Sample]) -> list[str]:
    """The modes, from near to far, that hold enough of the samples. 'drifted' is among them only if all samples
    drifted."""
    counts = Counter(sample.placement_mode for sample in samples if sample.error is None)
    if len(counts) > 1:
        counts.pop(DRIFTED, None)
    if len(counts) > 1:
        counts.pop(ONE_THREAD, None)  # a yardstick's, among designs with more threads
    return sorted((mode for mode, count in counts.items() if count >= LEAST_SHARE * counts.total()), key=nearness)

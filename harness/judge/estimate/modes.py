"""Placement modes: where the machine had put the threads of a repetition, named by a flag's round trip between them.

A mode is named like '80ns'. '-' is the mode of what runs in one thread; 'drifted' is none, the placement changed meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import inf

from harness.judge.estimate.statistics import DRIFTED
from harness.judge.read.run_file import Sample

ONE_THREAD = "-"
# A mode with a smaller share of a column's samples is no figure of it.
LEAST_SHARE = 0.1


def nanoseconds_of(mode: str) -> float | None:
    try:
        return float(mode.removesuffix("ns")) if mode.endswith("ns") else None
    except ValueError:
        return None


def nearness(mode: str) -> tuple[float, str]:
    """Sorts modes: from near to far, then what is none."""
    round_trip = nanoseconds_of(mode)
    return (inf if round_trip is None else round_trip, mode)


def modes_of(samples: Iterable[Sample]) -> list[str]:
    """From near to far, those in which many enough of the samples lie. Only where all drifted, that is shown as a mode."""
    counts = Counter(sample.placement_mode for sample in samples if sample.error is None)
    if len(counts) > 1:
        counts.pop(DRIFTED, None)
    if len(counts) > 1:
        counts.pop(ONE_THREAD, None)  # of a yardstick among designs with more threads
    return sorted((mode for mode, count in counts.items() if count >= LEAST_SHARE * counts.total()), key=nearness)

"""The ceiling of a column: the least time that the hardware needs, and how many times that time a design takes.

  One thread        plain_ring, a ring without atomics.
  Several threads   fetch_add, one locked addition on one shared counter per operation. A design whose threads all
                    meet in one word can't be faster; one that takes less does without such a word.
  ping_pong         the bare round trip of a flag between the two CPUs, measured right before and after the very sample.
                    There is no yardstick for it, because none of them passes a message on.
  Failed tries      none for several threads: to see that a queue is empty takes no locked operation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harness.judge.estimate.statistics import DRIFTED, median, ratio_within_modes
from harness.judge.read.columns import Column, threads_of
from harness.judge.read.run_file import Sample

FLAG = "flag_round_trip"
_FAILED_TRIES = ("poll_empty", "push_full")
LEGEND = ("'1.2x': that many times the yardstick of its column, which is plain_ring where one thread is at work (a "
          "ring without atomics), fetch_add where several are (one locked addition on one shared counter; below 1x a "
          "design does without such a shared word), and in ping_pong the bare round trip of a flag around the same "
          "sample; taken within placement modes, and left out where the two never ran in one.")


@dataclass(frozen=True)
class Times:
    """How many times the ceiling a cell takes."""

    value: float

    @property
    def text(self) -> str:
        digits = 0 if self.value >= 9.95 else 1 if self.value >= 0.095 else 2
        return f"{self.value:,.{digits}f}x"


def ceiling_of(column: Column) -> str | None:
    workload, _ = column
    if workload == "ping_pong":
        return FLAG
    if threads_of(column) == 1:
        return "plain_ring"
    return None if workload in _FAILED_TRIES else "fetch_add"


def times_ceiling(samples: Sequence[Sample], ceiling: Sequence[Sample]) -> Times | None:
    """How many times the ceiling's cell a cell takes; None if one has no number, or if no placement mode is common to
    both."""
    if not samples or not ceiling or any(sample.error is not None for sample in (*samples, *ceiling)):
        return None
    ratio = ratio_within_modes(*([sample.time_in_mode for sample in cell] for cell in (samples, ceiling)))
    return None if ratio is None else Times(ratio)


def times_flag(samples: Sequence[Sample]) -> Times | None:
    """The median over the samples of their time by the flag's round trip that was measured around each."""
    ratios = []
    for sample in samples:
        around = [sample.metrics.get(f"{FLAG}_{when}_ns", 0.0) for when in ("before", "after")]
        if sample.error is None and sample.placement_mode != DRIFTED and all(around):
            ratios.append(2 * sample.metrics["real_time"] / sum(around))
    return Times(median(ratios).value) if ratios else None

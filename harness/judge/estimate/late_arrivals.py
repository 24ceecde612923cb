"""Whether an open loop gave the load that it was asked for: arrivals that the submitting thread could not make on time.

They count from the moment at which they were due, so nothing is hidden; but with many of them the load was another one.
"""

from __future__ import annotations

from collections.abc import Sequence

from harness.judge.estimate.cell_values import value_of
from harness.judge.read.metrics import metric
from harness.judge.read.run_file import Sample

LATE = metric("late_arrivals_share").name
MOST = 0.01


def too_many_late(samples: Sequence[Sample]) -> bool:
    share = value_of(samples, LATE)
    return share is not None and share > MOST


def late_notes(samples: Sequence[Sample]) -> list[str]:
    """A sentence where there were too many."""
    share = value_of(samples, LATE)
    if share is None or share <= MOST:
        return []
    return [f"{share:.1%} of the arrivals at {samples[0].design} were late, so the load was not quite the one asked "
            "for"]

"""Whether an open loop gave the load that it was asked for: arrivals that the submitting thread could not make on time.

Times count from the moment at which an arrival was due, so nothing is hidden; but if many are late, the load was
another.
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
    """A sentence, if too many arrivals were late."""
    share = value_of(samples, LATE)
    if share is None or share <= MOST:
        return []
    return [f"{share:.1%} of the arrivals at {samples[0].design} were late, so the load was not quite the one asked "
            "for"]

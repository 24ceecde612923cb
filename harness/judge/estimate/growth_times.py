"""The times of the growth workload, by operation and capacity."""

from __future__ import annotations

from harness.judge.read.run_file import Sample
from harness.judge.read.words import number_in


def times_by_capacity(samples: list[Sample]) -> dict[str, dict[int, list[float]]]:
    """Operation -> capacity -> times, of the growth cells that gave numbers."""
    answer: dict[str, dict[int, list[float]]] = {}
    for sample in samples:
        operation = sample.load.partition(".")[0]
        capacity = number_in(sample.load, "capacity")
        if capacity is not None and sample.error is None:
            at = answer.setdefault(operation, {}).setdefault(capacity, [])
            at.append(sample.metrics["real_time"])
    return answer

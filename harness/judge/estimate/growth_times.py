"""The times of the growth workload, by operation and capacity."""

from __future__ import annotations

import re

from harness.judge.read.run_file import Sample

_LOAD = re.compile(r"(?P<operation>\w+)\.c(?P<capacity>\d+)")


def times_by_capacity(samples: list[Sample]) -> dict[str, dict[int, list[float]]]:
    """Operation -> capacity -> times, of the growth cells that gave numbers."""
    answer: dict[str, dict[int, list[float]]] = {}
    for sample in samples:
        load = _LOAD.fullmatch(sample.load)
        if load and sample.error is None:
            at = answer.setdefault(load["operation"], {}).setdefault(int(load["capacity"]), [])
            at.append(sample.metrics["real_time"])
    return answer

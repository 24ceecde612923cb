"""Columns that show metrics, and what they mean in the words of the metrics' declaration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from harness.judge.read.metrics import Metric
from harness.judge.read.run_file import Sample

Heads = tuple[str, str]  # the two lines above a column


def measured_among(samples: Iterable[Sample], measures: Mapping[Heads, Metric]) -> dict[Heads, Metric]:
    """Those of the measures that any sample has."""
    present = {name for sample in samples for name in sample.metrics}
    return {heads: metric for heads, metric in measures.items() if metric.name in present}


def explained(measures: Iterable[tuple[Heads, Metric]]) -> str:
    """'lost races: steals at which another worker was faster; parks: ...'"""
    return "; ".join(f"{_in_a_line(heads)}: {metric.about}" for heads, metric in measures)


def _in_a_line(heads: Heads) -> str:
    upper, lower = heads
    return upper.removesuffix("-") + lower if upper.endswith("-") else f"{upper} {lower}".strip()

"""Events per item: counted over all repetitions together, because single ones may hold none at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harness.judge.estimate.numpy_here import numpy
from harness.judge.estimate.statistics import CONFIDENCE, RESAMPLES, SEED, Estimate
from harness.judge.read.run_file import Sample

_ITEMS = "iterations"
PLUS = " + "  # between the metrics of a sum


@dataclass(frozen=True)
class Counted:
    """Events and items, per repetition."""

    events_of: Sequence[float]
    items_of: Sequence[float]

    @property
    def events(self) -> float:
        return sum(self.events_of)

    @property
    def items(self) -> float:
        return sum(self.items_of)


def counted(samples: Sequence[Sample], metric: str) -> Counted | None:
    """Of a rate per item, or of the sum of several with a + between them: what a design has no counter for, such as
    locks where it has none, adds nothing, but it must have one of them."""
    terms = metric.split(PLUS)
    with_any = [sample for sample in samples if any(term in sample.metrics for term in terms)]
    items = [sample.metrics.get(_ITEMS, 0.0) for sample in with_any]
    if sum(items) == 0:
        return None
    events = [round(count * sum(sample.metrics.get(term, 0.0) for term in terms))
              for sample, count in zip(with_any, items)]
    return Counted(events, items)


def times_lower(higher: Counted, lower: Counted) -> Estimate:
    """How many times as many events per item the first has. If the second has none, it is taken to have one: the result
    is then a lower bound, whose interval is open above."""
    samples = min(len(higher.items_of), len(lower.items_of))
    value = (higher.events / higher.items) / (max(lower.events, 1) / lower.items)
    if lower.events == 0:
        return Estimate(value, value, float("inf"), samples)
    if samples < 2:
        return Estimate(value, float("nan"), float("nan"), samples)
    generator = numpy.random.default_rng(SEED)
    rates = [_resampled(side, generator) for side in (higher, lower)]
    tail = (1 - CONFIDENCE) / 2
    low, high = numpy.quantile(rates[0] / rates[1], [tail, 1 - tail])
    return Estimate(value, float(low), float(high), samples)


def _resampled(side: Counted, generator: numpy.random.Generator) -> numpy.ndarray:
    """Rates of repetitions that are drawn anew, with at least one event each."""
    drawn = generator.integers(len(side.items_of), size=(RESAMPLES, len(side.items_of)))
    events, items = (numpy.asarray(of, dtype=float)[drawn].sum(axis=1) for of in (side.events_of, side.items_of))
    return numpy.maximum(events, 1) / items

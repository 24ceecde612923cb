"""Differences of times within placement modes, with the chance that they are none.

B. L. Welch, "The generalization of Student's problem when several different population variances are involved", 1947;
S. Holm, "A simple sequentially rejective multiple test procedure", 1979.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy
from scipy.special import stdtr, stdtrit

from harness.judge.estimate.statistics import DRIFTED, SAMPLES_NEEDED_IN_A_MODE

LEVEL = 0.05

Logarithms = Mapping[str, numpy.ndarray]  # mode -> logarithms of times
Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True)
class Difference:
    """The difference of the logarithms of two times: above 0 the first takes longer."""

    of_medians: float
    of_means: float
    variance: float
    degrees: float

    @property
    def chance_if_not_slower(self) -> float:
        if self.variance == 0:
            return 0.0 if self.of_means > 0 else 1.0
        return float(stdtr(self.degrees, -self.of_means / self.variance ** 0.5))

    @property
    def chance_if_alike(self) -> float:
        if self.variance == 0:
            return 0.0 if self.of_means != 0 else 1.0
        return float(2 * stdtr(self.degrees, -abs(self.of_means) / self.variance ** 0.5))

    def visible_from(self, level: float) -> float:
        """How many times slower the first would have had to be, to be called slower at that level."""
        return float(numpy.exp(-stdtrit(self.degrees, level) * self.variance ** 0.5))


def by_mode(samples: Sequence[tuple[str, float]]) -> Logarithms:
    """Logarithms by mode, without the samples whose placement changed meanwhile."""
    modes = {mode for mode, _ in samples} - {DRIFTED}
    return {mode: numpy.log([time for other, time in samples if other == mode]) for mode in modes}


def difference(ours: Logarithms, theirs: Logarithms, shares: Mapping[str, int]) -> Difference | None:
    """Over the modes that have enough samples of both, each weighted by its share; None if there is no such mode."""
    modes = sorted(mode for mode in ours.keys() & theirs.keys()
                   if min(ours[mode].size, theirs[mode].size) >= SAMPLES_NEEDED_IN_A_MODE)
    if not modes:
        return None
    total = sum(shares[mode] for mode in modes)
    of_medians = of_means = variance = squares = 0.0
    for mode in modes:
        weight = shares[mode] / total
        of_medians += weight * float(numpy.median(ours[mode]) - numpy.median(theirs[mode]))
        of_means += weight * float(ours[mode].mean() - theirs[mode].mean())
        for side in (ours[mode], theirs[mode]):
            of_mean = weight ** 2 * float(side.var(ddof=1)) / side.size
            variance += of_mean
            squares += of_mean ** 2 / (side.size - 1)
    return Difference(of_medians, of_means, variance, variance ** 2 / squares if squares > 0 else 1.0)


def shown_by_holm(chances: Mapping[Name, float], level: float) -> list[Name]:
    """The names whose chance is so small that, among all of them, one errs no more often than the level says."""
    left = sorted(chances, key=lambda name: chances[name])
    shown: list[Name] = []
    while left and chances[left[0]] <= level / len(left):
        shown.append(left.pop(0))
    return shown

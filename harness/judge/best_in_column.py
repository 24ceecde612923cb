"""Which design of a column is the best, who can't be told apart from it, and of whom these samples say nothing.

Times of different placement modes are not alike, so two designs are compared within each mode that both ran in often
enough: by the difference of their logarithms, which Welch's test judges without asking for equal spreads. The modes of a
pair count by their share of the column's samples, so that luck in drawing modes is no merit.

All others are compared with the best, which was itself chosen by the same samples. Holm's method keeps the chance that
any of the comparisons with one best errs below a level, and that level is shared among all that might have been chosen.

B. L. Welch, "The generalization of Student's problem when several different population variances are involved", 1947;
S. Holm, "A simple sequentially rejective multiple test procedure", 1979.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy
from scipy.special import stdtr, stdtrit

from harness.judge.modes import nanoseconds_of
from harness.judge.statistics import DRIFTED, SAMPLES_NEEDED_IN_A_MODE

LEVEL = 0.05
LEADS, SLOWER, NOT_TOLD_APART, UNKNOWN = "leads", "slower", "not told apart", "unknown"
# Who is not told apart from the best is at most about so many times slower.
MUCH = 1.5
# Without a common mode one is slower only if all its samples lie beyond what placement ever did here, so many times over.
BEYOND_PLACEMENT = 2.0

Timed = Mapping[str, Sequence[tuple[str, float]]]  # design -> (placement mode, time)
_Logarithms = Mapping[str, Mapping[str, numpy.ndarray]]  # design -> mode -> logarithms of times


@dataclass(frozen=True)
class Difference:
    """Of logarithms of times: above 0 the first takes longer."""

    of_medians: float
    of_means: float
    variance: float
    degrees: float

    @property
    def chance_if_not_slower(self) -> float:
        if self.variance == 0:
            return 0.0 if self.of_means > 0 else 1.0
        return float(stdtr(self.degrees, -self.of_means / self.variance ** 0.5))

    def visible_from(self, level: float) -> float:
        """How many times slower the first would have had to be, to be called so at that level."""
        return float(numpy.exp(-stdtrit(self.degrees, level) * self.variance ** 0.5))


def standings(timed: Timed) -> dict[str, str]:
    """What can be said of each design of a column, all of like semantics."""
    logarithms = _by_mode(timed)
    shares = _shares(timed)
    best = leader(timed)
    if best is None:
        return dict.fromkeys(timed, UNKNOWN)
    answer = {best: LEADS}
    differences: dict[str, Difference] = {}
    for name in timed:
        difference = _difference(logarithms[name], logarithms[best], shares)
        if difference is not None:
            differences[name] = difference
        else:
            answer[name] = SLOWER if _lies_apart(timed[name], timed[best], logarithms) else UNKNOWN
    del differences[best]
    return answer | _by_holm(differences, LEVEL / len(timed))


def leader(timed: Timed) -> str | None:
    """Who loses least in any comparison with another, of those that can be compared with half of the others at least."""
    logarithms = _by_mode(timed)
    shares = _shares(timed)
    losses: dict[str, tuple[float, float]] = {}
    for name in timed:
        against = [_difference(logarithms[name], logarithms[other], shares) for other in timed if other != name]
        ratios = [difference.of_medians for difference in against if difference is not None]
        if ratios and 2 * len(ratios) >= len(against):
            losses[name] = (max(ratios), sum(ratios) / len(ratios))
    return min(losses, key=lambda name: losses[name], default=None)


def first_of(timed: Timed) -> str:
    """Whom to show where one has to stand for all: the leader; where nobody leads, the lowest median, whatever the modes."""
    return leader(timed) or min(timed, key=lambda name: float(numpy.median([time for _, time in timed[name]])))


def _by_mode(timed: Timed) -> dict[str, dict[str, numpy.ndarray]]:
    """Without the samples whose placement changed meanwhile."""
    return {name: {mode: numpy.log([time for other, time in samples if other == mode])
                   for mode in {mode for mode, _ in samples} - {DRIFTED}}
            for name, samples in timed.items()}


def _shares(timed: Timed) -> Counter[str]:
    return Counter(mode for samples in timed.values() for mode, _ in samples)


def _difference(ours: Mapping[str, numpy.ndarray], theirs: Mapping[str, numpy.ndarray],
                shares: Mapping[str, int]) -> Difference | None:
    """Nothing if no mode has enough samples of both."""
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


def _by_holm(differences: Mapping[str, Difference], level: float) -> dict[str, str]:
    """From the smallest chance up, until one is too large: that one and all after it are not shown to be slower. They
    can't be told apart if their samples would have shown much; of the others nothing is known."""
    chances = {name: difference.chance_if_not_slower for name, difference in differences.items()}
    left = sorted(chances, key=lambda name: chances[name])
    answer: dict[str, str] = {}
    while left and chances[left[0]] <= level / len(left):
        answer[left.pop(0)] = SLOWER
    for name in left:
        answer[name] = NOT_TOLD_APART if differences[name].visible_from(level / len(left)) <= MUCH else UNKNOWN
    return answer


def _lies_apart(samples: Sequence[tuple[str, float]], best: Sequence[tuple[str, float]],
                logarithms: _Logarithms) -> bool:
    factor = _factor_of_placement(logarithms)
    slowest_of_best = max(time for _, time in best)
    return factor is not None and min(time for _, time in samples) > BEYOND_PLACEMENT * factor * slowest_of_best


def _factor_of_placement(logarithms: _Logarithms) -> float | None:
    """The most that placement makes of a time: of any design that ran in several modes, and of the flag's round trip."""
    modes = {mode for by_mode in logarithms.values() for mode in by_mode}
    round_trips = [numpy.log(time) for time in map(nanoseconds_of, modes) if time is not None]
    medians = [[float(numpy.median(values)) for values in by_mode.values()
                if values.size >= SAMPLES_NEEDED_IN_A_MODE] for by_mode in logarithms.values()]
    spans = [max(values) - min(values) for values in [round_trips, *medians] if len(values) > 1]
    return float(numpy.exp(max(spans))) if spans else None

"""Which design of a column is best, which can't be told apart from it, and for which the samples do not suffice.

Times of different placement modes are not alike, so two designs are compared within each mode that both ran in often
enough: by the difference of their logarithms, which Welch's test judges without asking for equal spreads. The modes of
a pair are weighted by their share of the column's samples, so that luck in drawing modes is no merit.

All other designs are compared with the best, which was itself chosen by the same samples. Holm's method keeps the
chance that any of these comparisons errs below a level, and that level is shared among all designs that might have been
chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy

from harness.judge.estimate.modes import nanoseconds_of
from harness.judge.estimate.statistics import SAMPLES_NEEDED_IN_A_MODE
from harness.judge.estimate.welch import LEVEL, Difference, Logarithms, by_mode, difference, shown_by_holm

LEADS, SLOWER, NOT_TOLD_APART, UNKNOWN = "leads", "slower", "not told apart", "unknown"
# A design that is not told apart from the best is at most about so many times slower.
MUCH = 1.5
# Without a common mode a design counts as slower only if all its samples are slower than the slowest of the best, by so
# many times the most that placement makes of a time in this column.
BEYOND_PLACEMENT = 2.0

Timed = Mapping[str, Sequence[tuple[str, float]]]  # design -> (placement mode, time)


def standings(timed: Timed) -> dict[str, str]:
    """The standing of each design of a column; all of them must have like semantics."""
    logarithms = _logarithms(timed)
    shares = _shares(timed)
    best = leader(timed)
    if best is None:
        return dict.fromkeys(timed, UNKNOWN)
    answer = {best: LEADS}
    differences: dict[str, Difference] = {}
    for name in timed:
        found = difference(logarithms[name], logarithms[best], shares)
        if found is not None:
            differences[name] = found
        else:
            answer[name] = SLOWER if _lies_apart(timed[name], timed[best], logarithms) else UNKNOWN
    del differences[best]
    return answer | _by_holm(differences, LEVEL / len(timed))


def leader(timed: Timed) -> str | None:
    """The design whose worst loss against any other one is least. It must be comparable with at least half of the
    others."""
    logarithms = _logarithms(timed)
    shares = _shares(timed)
    losses: dict[str, tuple[float, float]] = {}
    for name in timed:
        against = [difference(logarithms[name], logarithms[other], shares) for other in timed if other != name]
        ratios = [found.of_medians for found in against if found is not None]
        if ratios and 2 * len(ratios) >= len(against):
            losses[name] = (max(ratios), sum(ratios) / len(ratios))
    return min(losses, key=lambda name: losses[name], default=None)


def first_of(timed: Timed) -> str:
    """The design that stands for all: the leader; if there is none, the one with the lowest median, whatever the
    modes."""
    return leader(timed) or min(timed, key=lambda name: float(numpy.median([time for _, time in timed[name]])))


def _logarithms(timed: Timed) -> dict[str, Logarithms]:
    return {name: by_mode(samples) for name, samples in timed.items()}


def _shares(timed: Timed) -> Counter[str]:
    return Counter(mode for samples in timed.values() for mode, _ in samples)


def _by_holm(differences: Mapping[str, Difference], level: float) -> dict[str, str]:
    """A design that is not shown to be slower can't be told apart, if its samples would have shown much; else it is
    unknown."""
    slower = shown_by_holm({name: found.chance_if_not_slower for name, found in differences.items()}, level)
    answer = dict.fromkeys(slower, SLOWER)
    left = differences.keys() - answer.keys()
    for name in left:
        answer[name] = NOT_TOLD_APART if differences[name].visible_from(level / len(left)) <= MUCH else UNKNOWN
    return answer


def _lies_apart(samples: Sequence[tuple[str, float]], best: Sequence[tuple[str, float]],
                logarithms: Mapping[str, Logarithms]) -> bool:
    factor = _factor_of_placement(logarithms)
    slowest_of_best = max(time for _, time in best)
    return factor is not None and min(time for _, time in samples) > BEYOND_PLACEMENT * factor * slowest_of_best


def _factor_of_placement(logarithms: Mapping[str, Logarithms]) -> float | None:
    """The greatest ratio between modes: of any design that ran in several modes, or of the flag's round trip."""
    modes = {mode for of_one in logarithms.values() for mode in of_one}
    round_trips = [numpy.log(time) for time in map(nanoseconds_of, modes) if time is not None]
    medians = [[float(numpy.median(values)) for values in of_one.values()
                if values.size >= SAMPLES_NEEDED_IN_A_MODE] for of_one in logarithms.values()]
    spans = [max(values) - min(values) for values in [round_trips, *medians] if len(values) > 1]
    return float(numpy.exp(max(spans))) if spans else None

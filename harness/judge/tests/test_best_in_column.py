"""Marks on a simulated machine whose truth is known: two placement modes, drift, disturbance, few samples.

A mark is wrong if the truly best design of a column bears none of the marks *, = and ?, if a design that is shown as
slower than the starred one is not, or if = stands beside a design without common samples, or beside one that is in truth
twice as slow in every mode.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from harness.judge.estimate.best_in_column import LEADS, NOT_TOLD_APART, SLOWER, UNKNOWN, standings
from harness.judge.estimate.statistics import median, paired_ratio

NEAR, FAR, DRIFTED = "80ns", "480ns", "drifted"
COLUMNS = 1000
MOST_WRONG = 0.05

Timed = dict[str, list[tuple[str, float]]]


@dataclass
class Machine:
    """A column as a run on a shared two-core machine gives it: most designs alike, some far slower."""

    truth: dict[str, dict[str, float]]  # design -> mode -> time
    timed: Timed

    @staticmethod
    def drawn(draw: random.Random) -> Machine:
        truth: dict[str, dict[str, float]] = {}
        centre = 10 ** draw.uniform(0.5, 2.5)
        for i in range(draw.randint(2, 12)):
            near = centre * math.exp(abs(draw.gauss(0, draw.choice([0.0, 0.05, 0.5, 2.0]))))
            truth[f"design{i}"] = {NEAR: near, FAR: near * draw.lognormvariate(1.2, 0.6)}
        share_far, spread = draw.choice([0.1, 0.3, 0.5, 0.9]), draw.choice([0.01, 0.03, 0.1])
        repetitions = draw.choice([3, 5, 5, 9])
        timed: Timed = {name: [] for name in truth}
        drift = draw.uniform(-0.05, 0.05)
        for repetition in range(repetitions):
            for name in draw.sample(list(truth), len(truth)):
                mode = FAR if draw.random() < share_far else NEAR
                time = truth[name][mode] * draw.lognormvariate(drift * repetition / repetitions, spread)
                if draw.random() < 0.05:
                    time *= draw.uniform(1.1, 3.0)  # somebody else had the CPU, too briefly to be noticed
                if draw.random() < 0.05:
                    mode, time = DRIFTED, time * draw.uniform(0.3, 3.0)
                timed[name].append((mode, time))
        return Machine(truth, timed)

    def times_of(self, name: str, other: str) -> list[float]:
        """In each mode how many times slower the first is in truth."""
        return [self.truth[name][mode] / self.truth[other][mode] for mode in (NEAR, FAR)]

    def in_common(self, name: str, other: str) -> bool:
        modes = [[mode for mode, _ in self.timed[of] if mode != DRIFTED] for of in (name, other)]
        return any(min(side.count(mode) for side in modes) > 0 for mode in (NEAR, FAR))

    def is_misjudged(self, found: dict[str, str]) -> bool:
        best = next((name for name, standing in found.items() if standing == LEADS), None)
        if best is None:
            return False
        for name, standing in found.items():
            times = self.times_of(name, best)
            if standing == SLOWER and max(times) <= 1:
                return True
            if standing == NOT_TOLD_APART and (not self.in_common(name, best) or min(times) > 2):
                return True
        return False


def as_before(timed: Timed) -> dict[str, str]:
    """The rule that the marks had once: the lowest median of all modes leads, = for whatever is not shown to differ."""
    by_median = sorted(timed, key=lambda name: median([time for _, time in timed[name]]).value)
    best = by_median[0]
    for name in by_median[1:]:
        if paired_ratio(timed[name], timed[best]).verdict == "faster":
            best = name
    return {name: LEADS if name == best else SLOWER if paired_ratio(timed[name], timed[best]).verdict == "slower" else
            NOT_TOLD_APART for name in timed}


def share_misjudged(rule: Callable[[Timed], dict[str, str]], columns: int) -> float:
    draw = random.Random(20261120)
    machines = [Machine.drawn(draw) for _ in range(columns)]
    return sum(machine.is_misjudged(rule(machine.timed)) for machine in machines) / columns


def test_at_most_one_column_in_twenty_is_misjudged() -> None:
    assert share_misjudged(standings, COLUMNS) <= MOST_WRONG


def test_the_old_rule_misjudges_far_more() -> None:
    assert share_misjudged(as_before, COLUMNS // 5) > 4 * MOST_WRONG


def test_alike_designs_are_hardly_ever_called_slower() -> None:
    """Also though the best is chosen by the very samples that it is then judged by."""
    draw = random.Random(7)
    wrong = 0
    for _ in range(COLUMNS):
        timed = {f"design{i}": [(NEAR, draw.lognormvariate(0, 0.03)) for _ in range(9)] for i in range(10)}
        wrong += SLOWER in standings(timed).values()
    assert wrong / COLUMNS <= MOST_WRONG


def test_a_difference_that_matters_is_seen() -> None:
    """Ten designs, nine samples each, 3 % of spread: 10 % slower is slower."""
    draw = random.Random(11)
    seen = 0
    for _ in range(100):
        timed = {f"design{i}": [(NEAR, draw.lognormvariate(0 if i == 0 else 0.1, 0.03)) for _ in range(9)]
                 for i in range(10)}
        seen += list(standings(timed).values()).count(SLOWER)
    assert seen / 900 > 0.8


def samples(mode: str, *times: float) -> list[tuple[str, float]]:
    return [(mode, time) for time in times]


def test_without_common_samples_nobody_is_ranked() -> None:
    timed = {"a": samples(NEAR, 10, 11, 12), "b": samples(FAR, 50, 51, 52)}
    assert standings(timed) == {"a": UNKNOWN, "b": UNKNOWN}


def test_two_samples_in_common_are_too_few() -> None:
    timed = {"a": samples(NEAR, 10, 11), "b": samples(NEAR, 20, 21, 22, 23, 24)}
    assert standings(timed) == {"a": UNKNOWN, "b": UNKNOWN}


@pytest.mark.parametrize("slow, standing", [(150.0, UNKNOWN), (3000.0, SLOWER)])
def test_without_common_samples_only_what_placement_cannot_explain_is_slower(slow: float, standing: str) -> None:
    """Here placement makes 10 times; twice that is not enough to be told from it."""
    timed = {"a": samples(NEAR, 10, 10, 10) + samples(FAR, 100, 100, 100), "b": samples(NEAR, 20, 20, 20),
             "c": samples("600ns", slow * 10, slow * 10, slow * 10)}
    assert standings(timed)["c"] == standing


def test_who_is_faster_in_both_modes_leads_whatever_modes_it_drew() -> None:
    timed = {"lucky": samples(NEAR, *[12, 12.1] * 4) + samples(FAR, 120, 121, 122),
             "better": samples(NEAR, 10, 10.1, 10.2) + samples(FAR, *[100, 101] * 4)}
    assert standings(timed) == {"lucky": SLOWER, "better": LEADS}


def test_what_drifted_counts_for_nobody() -> None:
    timed = {"a": samples(NEAR, 10, 10.1, 10.2, 10.1) + samples(DRIFTED, *[99, 100, 101] * 3),
             "b": samples(NEAR, 20, 20.1, 20.2) + samples(DRIFTED, *[1, 1.01, 1.02] * 3)}
    assert standings(timed) == {"a": LEADS, "b": SLOWER}

"""Known answers for medians, paired ratios and growth exponents."""

from __future__ import annotations

import math

import numpy
import pytest
from synthetic_run import CAPACITIES

from harness.judge.estimate.statistics import growth, median, paired_ratio


def around(centre: float, count: int, seed: int, spread: float = 0.02) -> list[float]:
    return list(centre * numpy.random.default_rng(seed).lognormal(0, spread, count))


def test_median_is_the_known_one_and_lies_in_its_interval() -> None:
    estimate = median([5.0, 1.0, 3.0, 2.0, 100.0])
    assert estimate.value == 3.0 and estimate.samples == 5
    assert 1.0 <= estimate.low <= 3.0 <= estimate.high <= 100.0


def test_same_samples_give_the_same_interval() -> None:
    assert median(around(5, 9, 1)) == median(around(5, 9, 1))


def test_one_sample_has_no_interval_and_none_has_no_median() -> None:
    assert not median([4.0]).has_interval
    with pytest.raises(ValueError):
        median([])


def test_interval_covers_the_true_median_about_as_often_as_it_says() -> None:
    covered = sum(e.low <= 10.0 <= e.high for e in (median(around(10.0, 15, seed, 0.2)) for seed in range(300)))
    assert 0.90 <= covered / 300 <= 0.99


def test_ratio_within_modes_withstands_a_paradox_of_mixed_modes() -> None:
    """The slower design was lucky: most of its samples fell into the fast mode. Their medians stand upside down."""
    slower = [("80ns", t) for t in around(12, 12, 1)] + [("480ns", t) for t in around(120, 4, 2)]
    faster = [("80ns", t) for t in around(10, 4, 3)] + [("480ns", t) for t in around(100, 12, 4)]
    assert numpy.median([t for _, t in slower]) < numpy.median([t for _, t in faster])
    paired = paired_ratio(slower, faster)
    assert paired.verdict == "slower" and paired.ratio.value == pytest.approx(1.2, rel=0.05)
    assert [(mode.mode, mode.pairs) for mode in paired.modes] == [("480ns", 4), ("80ns", 4)]
    assert paired.pairs == 8 and paired.left_out == 16


def test_a_clear_difference_is_decided_both_ways() -> None:
    fast, slow = [("-", t) for t in around(10, 9, 1)], [("-", t) for t in around(13, 9, 2)]
    assert paired_ratio(fast, slow).verdict == "faster" and paired_ratio(slow, fast).verdict == "slower"


def test_like_designs_with_little_noise_are_the_same() -> None:
    assert paired_ratio([("-", t) for t in around(10, 15, 1, 0.004)],
                        [("-", t) for t in around(10, 15, 2, 0.004)]).verdict == "same"


def test_noise_is_undecided_and_says_what_it_could_have_seen() -> None:
    paired = paired_ratio([("-", t) for t in around(10, 9, 1, 0.4)], [("-", t) for t in around(10.5, 9, 2, 0.4)])
    assert paired.verdict == "undecided" and paired.smallest_visible_effect > 0.05
    assert "smallest effect" in paired.reason and paired.ratio.low <= 1 <= paired.ratio.high


@pytest.mark.parametrize("modes", [("80ns", "480ns"), ("drifted", "drifted")])
def test_without_a_common_mode_there_is_no_ratio(modes: tuple[str, str]) -> None:
    paired = paired_ratio([(modes[0], t) for t in around(10, 9, 1)], [(modes[1], t) for t in around(20, 9, 2)])
    assert paired.verdict == "undecided" and paired.ratio is None and paired.left_out == 18


@pytest.mark.parametrize("exponent", [0.0, 0.3, 1.0])
def test_exponent_is_recovered(exponent: float) -> None:
    fitted = growth({c: around(5 * c ** exponent, 9, c) for c in CAPACITIES})
    assert fitted.exponent.value == pytest.approx(exponent, abs=0.01)
    assert fitted.exponent.low <= exponent + 0.002 and fitted.exponent.high >= exponent - 0.002
    assert fitted.decades == pytest.approx(math.log10(CAPACITIES[-1] / CAPACITIES[0]))


def test_nanoseconds_per_decade_of_a_logarithm() -> None:
    fitted = growth({c: [3 + 2 * math.log10(c)] * 5 for c in CAPACITIES})
    assert fitted.per_decade == pytest.approx(2)


def test_what_a_logarithm_would_show() -> None:
    fitted = growth({c: [math.log(c)] * 5 for c in CAPACITIES})
    assert fitted.exponent.value == pytest.approx(fitted.exponent_of_log_n)


def test_growth_needs_three_sizes_and_positive_times() -> None:
    with pytest.raises(ValueError, match="at least 3 sizes"):
        growth({16: [1.0], 32: [1.0]})
    with pytest.raises(ValueError, match="positive"):
        growth({16: [1.0], 32: [0.0], 64: [1.0]})

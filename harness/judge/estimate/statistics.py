"""Estimates with their uncertainty: medians, ratios paired within placement modes, growth exponents.

All intervals are percentile bootstrap intervals of 95 %, drawn from a fixed seed: the same file gives the same answer.
Every sample is a process of its own, so samples of a cell are resampled independently.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from harness.judge.estimate.numpy_here import numpy

CONFIDENCE = 0.95
RESAMPLES = 2000
SEED = 20240229
# With fewer samples of a design in a mode, resampling would pretend to a certainty that is not there.
SAMPLES_NEEDED_IN_A_MODE = 3
# A 95 % bootstrap interval of 2 samples holds the median 50 times out of 100, of 3 samples 75, of 4 88, of 5 94.
SAMPLES_NEEDED_FOR_AN_INTERVAL = 5
DRIFTED = "drifted"
# A ratio known to lie within this of 1 is called the same.
SAME_WITHIN = 0.02
# Standard errors between no effect and one that a 95 % interval finds 8 times out of 10: 1.96 + 0.84.
STANDARD_ERRORS_TO_SEE = 2.80


@dataclass(frozen=True)
class Estimate:
    """A value with its interval. One sample has no interval: low and high are nan. Of a few samples, low and high are
    the least and the greatest value that was seen: a range, which promises nothing."""

    value: float
    low: float
    high: float
    samples: int
    is_range: bool = False

    @property
    def has_interval(self) -> bool:
        return self.low == self.low and self.high == self.high


@dataclass(frozen=True)
class ModeRatio:
    mode: str
    ratio: float
    pairs: int


@dataclass(frozen=True)
class PairedRatio:
    """How many times as long the first design takes as the second: above 1 it is slower."""

    verdict: str  # faster, slower, same, undecided
    ratio: Estimate | None
    smallest_visible_effect: float | None
    modes: list[ModeRatio]
    pairs: int
    left_out: int
    reason: str


@dataclass(frozen=True)
class Growth:
    """How a time grows with a size n: time ~ n ** exponent, and how much each factor of ten adds, linearly."""

    exponent: Estimate
    per_decade: float
    decades: float
    exponent_of_log_n: float


def median(values: Sequence[float]) -> Estimate:
    data = numpy.asarray(values, dtype=float)
    if data.size == 0:
        raise ValueError("the median of no samples is not defined")
    if data.size == 1:
        return Estimate(float(data[0]), float("nan"), float("nan"), 1)
    if data.size < SAMPLES_NEEDED_FOR_AN_INTERVAL:
        return Estimate(float(numpy.median(data)), float(data.min()), float(data.max()), data.size, is_range=True)
    low, high = _interval(_resampled_medians(data, numpy.random.default_rng(SEED)))
    return Estimate(float(numpy.median(data)), low, high, data.size)


def tasks_per_second(nanoseconds: Estimate) -> Estimate:
    """The rate for a time; the longest time of a task gives the lowest rate."""
    return replace(nanoseconds, value=1e9 / nanoseconds.value, low=1e9 / nanoseconds.high, high=1e9 / nanoseconds.low)


def paired_ratio(first: Sequence[tuple[str, float]], second: Sequence[tuple[str, float]]) -> PairedRatio:
    """Compares samples (placement mode, time) within each mode, then weights the modes by their number of pairs.

    Modes differ by factors, and which one a process gets is luck: a ratio over all samples would compare the luck.
    Samples whose placement drifted belong to no mode and are left out.
    """
    generator = numpy.random.default_rng(SEED)
    ours, theirs = _by_mode(first), _by_mode(second)
    modes = _ratios_by_mode(ours, theirs)
    resampled = numpy.zeros(RESAMPLES)
    for in_mode in modes:
        draws = [_resampled_medians(side[in_mode.mode], generator) for side in (ours, theirs)]
        resampled += in_mode.pairs * numpy.log(draws[0] / draws[1])
    total = sum(mode.pairs for mode in modes)
    left_out = len(first) + len(second) - 2 * total
    if total == 0:
        reason = f"no placement mode has {SAMPLES_NEEDED_IN_A_MODE} samples of both"
        return PairedRatio("undecided", None, None, [], 0, left_out, reason)
    resampled /= total
    value = _weighted(modes)
    low, high = (float(numpy.exp(bound)) for bound in _interval(resampled))
    visible = float(numpy.expm1(STANDARD_ERRORS_TO_SEE * numpy.std(resampled)))
    verdict = _verdict(low, high)
    reason = f"over {total} pairs in {len(modes)} placement mode{'s' if len(modes) > 1 else ''}"
    if verdict == "undecided":
        reason += f"; the smallest effect it could have seen is {visible:.1%}"
    return PairedRatio(verdict, Estimate(value, low, high, total), visible, modes, total, left_out, reason)


def ratio_within_modes(first: Sequence[tuple[str, float]], second: Sequence[tuple[str, float]]) -> float | None:
    """The ratio alone. It needs no more than a sample of both in one mode, but it has no interval either."""
    modes = _ratios_by_mode(_by_mode(first), _by_mode(second), fewest=1)
    return _weighted(modes) if modes else None


def growth(samples_by_size: Mapping[float, Sequence[float]]) -> Growth:
    """Fits a power law through the medians in log-log space; the interval comes from resampling the repetitions."""
    sizes = sorted(samples_by_size)
    if len(sizes) < 3:
        raise ValueError(f"a growth exponent needs at least 3 sizes, there are {len(sizes)}")
    data = [numpy.asarray(samples_by_size[size], dtype=float) for size in sizes]
    if any(values.size == 0 or numpy.min(values) <= 0 for values in data):
        raise ValueError("a growth exponent needs positive times at every size")
    logarithms = numpy.log(numpy.asarray(sizes, dtype=float))
    medians = numpy.array([numpy.median(values) for values in data])
    exponent = float(_slopes(logarithms, numpy.log(medians)[None, :])[0])
    generator = numpy.random.default_rng(SEED)
    resampled = numpy.stack([_resampled_medians(values, generator) for values in data], axis=1)
    repetitions = min(values.size for values in data)
    low, high = _interval(_slopes(logarithms, numpy.log(resampled)))
    if repetitions < 2:
        low = high = float("nan")
    decades = logarithms / numpy.log(10)
    of_log = float(_slopes(logarithms, numpy.log(logarithms)[None, :])[0]) if logarithms[0] > 0 else float("nan")
    return Growth(Estimate(exponent, low, high, repetitions), float(_slopes(decades, medians[None, :])[0]),
                  float(decades[-1] - decades[0]), of_log)


def _by_mode(samples: Sequence[tuple[str, float]]) -> dict[str, numpy.ndarray]:
    modes = {mode for mode, _ in samples if mode != DRIFTED}
    return {mode: numpy.array([value for other, value in samples if other == mode]) for mode in modes}


def _ratios_by_mode(ours: Mapping[str, numpy.ndarray], theirs: Mapping[str, numpy.ndarray],
                    fewest: int = SAMPLES_NEEDED_IN_A_MODE) -> list[ModeRatio]:
    """The ratio in each mode that has enough samples of both."""
    found: list[ModeRatio] = []
    for mode in sorted(ours.keys() & theirs.keys()):
        pairs = min(ours[mode].size, theirs[mode].size)
        if pairs >= fewest:
            found.append(ModeRatio(mode, float(numpy.median(ours[mode]) / numpy.median(theirs[mode])), pairs))
    return found


def _weighted(modes: Sequence[ModeRatio]) -> float:
    """The geometric mean of the modes' ratios, each with the weight of its pairs."""
    total = sum(mode.pairs for mode in modes)
    return float(numpy.exp(sum(mode.pairs * numpy.log(mode.ratio) for mode in modes) / total))


def _resampled_medians(data: numpy.ndarray, generator: numpy.random.Generator) -> numpy.ndarray:
    return numpy.median(generator.choice(data, size=(RESAMPLES, data.size)), axis=1)


def _interval(resampled: numpy.ndarray) -> tuple[float, float]:
    tail = (1 - CONFIDENCE) / 2
    low, high = numpy.quantile(resampled, [tail, 1 - tail])
    return float(low), float(high)


def _slopes(x: numpy.ndarray, rows: numpy.ndarray) -> numpy.ndarray:
    """The least-squares slope over x of each row."""
    centred = x - x.mean()
    return rows @ centred / (centred @ centred)


def _verdict(low: float, high: float) -> str:
    if high < 1:
        return "faster"
    if low > 1:
        return "slower"
    return "same" if low > 1 / (1 + SAME_WITHIN) and high < 1 + SAME_WITHIN else "undecided"

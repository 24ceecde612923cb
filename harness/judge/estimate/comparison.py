"""Two runs side by side: how each cell that both have measured changed, within like placement modes.

The runs are different processes at different times, so their samples are paired by placement mode alone. Each run names
its modes by their own medians; two of them are one mode if they lie closer than two modes of one run ever do.

A cell is called faster or slower only if its difference is certain among all the cells that are compared: of hundreds,
one in twenty would look different by chance. A difference that is only certain for the cell by itself is marked with a
'?', and counts as undecided.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from harness.judge.estimate.modes import nanoseconds_of, nearness
from harness.judge.estimate.statistics import DRIFTED, Estimate, PairedRatio, median, paired_ratio
from harness.judge.estimate.welch import LEVEL, by_mode, difference, shown_by_holm
from harness.judge.read import columns, pool_columns
from harness.judge.read.columns import MEMORY
from harness.judge.read.metrics import metric
from harness.judge.read.pool_columns import IDLE, OPEN_LOOP, POOL_MEMORY, START
from harness.judge.read.run_file import NANOSECONDS, POOL, Run, Sample

MODES_APART = 1.35  # the same as in harness/measure/placement_modes.hpp
TIME = "real_time"
# The metric of a workload's cells, where that is not the time per item.
METRICS = {MEMORY: "bytes_per_item", POOL_MEMORY: "bytes_per_worker", IDLE: "idle_cpu_share", START: "p50_ns",
           OPEN_LOOP: "p99_ns"}
AMOUNTS = tuple(workload for workload, name in METRICS.items() if metric(name).unit not in NANOSECONDS)  # no times
_IN_WORDS_OF_AMOUNTS = {"faster": "less", "slower": "more"}


@dataclass(frozen=True)
class ComparedCell:
    cell: str
    design: str
    column: tuple[str, str]
    second_over_first: PairedRatio
    verdict: str  # faster, slower; of amounts less, more; with a ? if only the cell by itself shows it; same, undecided
    modes: list[str]
    first: list[Estimate | None]  # one per mode
    second: list[Estimate | None]

    @property
    def factor(self) -> float:
        """How many times as much the second run takes; for sorting."""
        ratio = self.second_over_first.ratio
        return ratio.value if ratio else 1.0


@dataclass(frozen=True)
class Comparison:
    cells: list[ComparedCell]
    only_first: list[str]
    only_second: list[str]
    failed: list[str]

    def counts(self) -> Counter[str]:
        return Counter(cell.verdict for cell in self.cells)


def comparison(first: Run, second: Run) -> Comparison:
    ours, theirs = _cells(first), _cells(second)
    common = sorted(ours.keys() & theirs.keys(),
                    key=lambda name: (ours[name][0].design, _column_key(ours[name][0])))
    failed = [name for name in common if any(s.error is not None for s in (*ours[name], *theirs[name]))]
    renamed = like_modes(_modes(first), _modes(second))
    sides = {name: (_values(ours[name], theirs[name], {}), _values(theirs[name], ours[name], renamed))
             for name in common if name not in failed}
    certain = _certain(sides)
    return Comparison([_compared(ours[name], theirs[name], *sides[name], name in certain) for name in sides],
                      sorted(ours.keys() - theirs.keys()), sorted(theirs.keys() - ours.keys()), failed)


def metric_of(workload: str, samples: Iterable[Mapping[str, float]]) -> str:
    """The metric of a workload's cells; the time per item if a sample lacks that metric."""
    metric = METRICS.get(workload, TIME)
    return metric if all(metric in metrics for metrics in samples) else TIME


def like_modes(first: set[str], second: set[str]) -> dict[str, str]:
    """The second run's modes by the names of the first's; a mode that the first run lacks keeps its own name."""
    known = {name: nanoseconds_of(name) for name in first}
    renamed: dict[str, str] = {}
    for name in second:
        distances = {other: abs(math.log(at / nanoseconds_of(name))) for other, at in known.items()
                     if at is not None and nanoseconds_of(name) is not None}
        nearest = min(distances, key=lambda other: distances[other], default=None)
        renamed[name] = nearest if nearest is not None and distances[nearest] < math.log(MODES_APART) else name
    return renamed


def _values(samples: list[Sample], others: list[Sample], renamed: Mapping[str, str]) -> list[tuple[str, float]]:
    metric = metric_of(samples[0].workload, [sample.metrics for sample in (*samples, *others)])
    return [(renamed.get(sample.placement_mode, sample.placement_mode), sample.metrics[metric]) for sample in samples]


def _certain(sides: Mapping[str, tuple[list[tuple[str, float]], list[tuple[str, float]]]]) -> list[str]:
    """The cells whose difference is certain among all that are compared."""
    chances: dict[str, float] = {}
    for name, (first, second) in sides.items():
        if min(value for _, value in (*first, *second)) > 0:
            found = difference(by_mode(second), by_mode(first), Counter(mode for mode, _ in (*first, *second)))
            if found is not None:
                chances[name] = found.chance_if_alike
    return shown_by_holm(chances, LEVEL)


def _compared(ours: list[Sample], theirs: list[Sample], first: list[tuple[str, float]], second: list[tuple[str, float]],
              is_certain: bool) -> ComparedCell:
    paired = _paired(second, first)
    verdict = paired.verdict
    if verdict in _IN_WORDS_OF_AMOUNTS:
        word = _IN_WORDS_OF_AMOUNTS[verdict] if ours[0].workload in AMOUNTS else verdict
        verdict = word if is_certain else f"{word}?"
    modes = sorted({mode for mode, _ in (*first, *second)} - {DRIFTED}, key=nearness)
    by_mode_of = [[median(values) if values else None for values in
                   ([value for other, value in side if other == mode] for mode in modes)] for side in (first, second)]
    return ComparedCell(ours[0].cell, ours[0].design, ours[0].column, paired, verdict, modes, *by_mode_of)


def _paired(over: list[tuple[str, float]], under: list[tuple[str, float]]) -> PairedRatio:
    """There is no ratio to 0 bytes, or to fewer: a pool may hold less than before."""
    values = [{value for _, value in side} for side in (over, under)]
    if min(values[0] | values[1]) > 0:
        return paired_ratio(over, under)
    verdict = "same" if values[0] == values[1] else "undecided"
    return PairedRatio(verdict, None, None, [], 0, len(over) + len(under), "a ratio to 0 or less is not defined")


def _column_key(sample: Sample) -> tuple[object, ...]:
    family = pool_columns if sample.family == POOL else columns
    return family.column_key(sample.column)


def _cells(run: Run) -> dict[str, list[Sample]]:
    cells: dict[str, list[Sample]] = {}
    for sample in run.samples:
        cells.setdefault(sample.cell, []).append(sample)
    return cells


def _modes(run: Run) -> set[str]:
    return {sample.placement_mode for sample in run.samples}

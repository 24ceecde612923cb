"""How short tasks may be: METG(50%), the minimum effective task granularity.

E. Slaughter et al., "Task Bench: a parameterized benchmark for evaluating parallel runtime performance", SC 2020. The
efficiency of a cell `grain` is the work in a task, spread over all workers, by the time that the task took.
"""

from __future__ import annotations

import math

from harness.judge.estimate.cell_values import by_design
from harness.judge.estimate.modes import modes_of
from harness.judge.estimate.number_text import NOT_MEASURED, number
from harness.judge.estimate.statistics import median
from harness.judge.read.pool_columns import GRAIN, workers_of
from harness.judge.read.run_file import Run, Sample
from harness.judge.read.words import number_in
from harness.judge.text.figures import BAR
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped
from harness.judge.tables.pools.pool_rows import rows_of

ENOUGH = 0.5
FEWEST_GRAINS = 3
_MEANING = ("Independent tasks of one length, cut shorter and shorter: METG(50%) is the length at which the workers "
            "still spend half of their time on the tasks themselves, and half on scheduling them; between two lengths "
            "that were measured it is interpolated. Less is better. <= : the shortest tasks were still above 50 %; "
            "none: not even the longest were; at least 3 lengths are needed.")


def efficiencies(samples: list[Sample]) -> list[tuple[float, float]]:
    """Task length in ns and efficiency, from short to long; lengths with a failed repetition are left out."""
    by_grain: dict[tuple[float, int], list[Sample]] = {}
    for sample in samples:
        length = number_in(sample.load, "work")
        if length:
            by_grain.setdefault((float(length), workers_of(sample.column)), []).append(sample)
    return [(ns, ns / workers / median([sample.metrics["real_time"] for sample in found]).value)
            for (ns, workers), found in sorted(by_grain.items()) if all(sample.error is None for sample in found)]


def metg(measured: list[tuple[float, float]]) -> str:
    """The METG as text; `measured` holds lengths and efficiencies, from short to long."""
    if len(measured) < FEWEST_GRAINS:
        return NOT_MEASURED
    for i, (length, efficiency) in enumerate(measured):
        if efficiency >= ENOUGH:
            if i == 0:
                return f"<= {number(length)}"
            shorter, below = measured[i - 1]
            share = (ENOUGH - below) / (efficiency - below)
            return number(math.exp(math.log(shorter) + share * (math.log(length) - math.log(shorter))))
    return "none"


def _by_mode(samples: list[Sample], modes: list[str]) -> str:
    found = [metg(efficiencies([sample for sample in samples
                                if sample.error is not None or sample.placement_mode == mode])) for mode in modes]
    return NOT_MEASURED if set(found) == {NOT_MEASURED} else BAR.join(found)


def pool_grain_table(pools: Run, style: Style) -> list[str]:
    samples = [sample for sample in pools.samples if sample.workload == GRAIN]
    counts = sorted({workers_of(sample.column) for sample in samples})
    crowded = {workers_of(sample.column) for sample in samples if sample.oversubscribed}
    modes = {count: modes_of(sample for sample in samples if workers_of(sample.column) == count) for count in counts}
    cells = {(name, count): _by_mode([sample for sample in found if workers_of(sample.column) == count], modes[count])
             for name, found in by_design(samples).items() for count in counts}
    counts = [count for count in counts if any(cells[key] != NOT_MEASURED for key in cells if key[1] == count)]
    if not counts:
        return []
    grid = Grid(["scheduler"], [("", f"w{count}{'!' if count in crowded else ''}") for count in counts])
    grid.groups = [[([row.label], [Cell(cells.get((row.label, count), NOT_MEASURED)) for count in counts])
                    for row in block] for block in rows_of(pools, complete=True)]
    return heading("Schedulers: shortest useful task, METG(50%) in nanoseconds", style) + grid.lines(style) \
        + ["", *wrapped(_MEANING)]

"""The rows of the tables of schedulers: yardsticks, the lab's own, libraries.

The lab's own are combinations of a queue or deque with policies, hundreds in a whole run. Unless a table is to be
complete, many of them become one row per scheduler and lane, which shows the best of its combinations in each column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from harness.judge.estimate.best_in_column import first_of
from harness.judge.estimate.cell_values import by_design
from harness.judge.read.classes import blocks
from harness.judge.read.columns import Column
from harness.judge.read.designs import Design
from harness.judge.read.run_file import Run, Sample

MOST_IN_FULL = 25


@dataclass(frozen=True)
class Row:
    label: str
    members: Sequence[Design]

    def best(self, column: Mapping[str, Sequence[Sample]]) -> str | None:
        """Of the members that were measured there and never failed, the one that leads; if all failed, one of those."""
        measured = [design.name for design in self.members if column.get(design.name)]
        right = [name for name in measured if all(sample.error is None for sample in column[name])]
        if not right:
            return measured[0] if measured else None
        return first_of({name: [sample.time_in_mode for sample in column[name]] for name in right})


def are_many(pools: Run) -> bool:
    """Whether there are more own combinations than a table can hold."""
    return sum(pools.designs[name].is_own for name in by_design(pools.samples)) > MOST_IN_FULL


def rows_of(pools: Run, complete: bool) -> list[list[Row]]:
    """One list of rows per block; a table has a rule between blocks."""
    measured = by_design(pools.samples)
    summed_up = not complete and are_many(pools)
    found: list[list[Row]] = []
    everyone = sorted(pools.designs.values(), key=lambda design: design.scheduler if design.is_own else "")
    for block in blocks(design for design in everyone if design.name in measured):
        sums = summed_up and bool(block) and block[0].is_own
        found.append(_lanes(block) if sums else [Row(design.name, [design]) for design in block])
    return found


def shown_designs(pools: Run, column: Column, complete: bool) -> list[list[Design]]:
    """For tables of one column: for each row the design that is best there, under its own name."""
    samples = by_design(sample for sample in pools.samples if sample.column == column)
    best = [[row.best(samples) for row in block] for block in rows_of(pools, complete)]
    return [[pools.designs[name] for name in block if name is not None] for block in best]


def _lanes(designs: Iterable[Design]) -> list[Row]:
    lanes: dict[str, list[Design]] = {}
    for design in designs:
        lanes.setdefault(design.lane_of, []).append(design)
    return [Row(f"{lane} ({len(members)})" if len(members) > 1 else members[0].name, members)
            for lane, members in lanes.items()]

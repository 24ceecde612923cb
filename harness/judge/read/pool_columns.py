"""The columns of the tables of schedulers: their order, how many workers they have, and what each workload is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from harness.judge.read.columns import Column
from harness.judge.read.run_file import Sample
from harness.judge.read.words import WORKLOADS, number_in, parts

FLOODS = ("flood", "submit_flood", "spawn_flood")
GRAIN, START, OPEN_LOOP, IDLE, POOL_MEMORY = "grain", "start", "open_poisson", "idle", "pool_memory"
_ORDER = list(WORKLOADS)
# What the quick suite measures, so that a run of everything fits a few screens.
_USUAL = re.compile(r"flood/w(1|2|8|16)\.1s|submit_flood/w1\.inside|spawn_flood/w1\.1000|fib/w[12]\.n(22|30)|"
                    r"uts/w2\.T1\.d7|start/w1\.gap1000us|open_poisson/w1\.load(70|90)")


def workers_of(column: Column) -> int:
    return number_in(column[1], "workers") or 1


def work_of(column: Column) -> str:
    """The load without its workers: what is to be done."""
    first, _, rest = column[1].partition(".")
    return rest if "workers" in parts(first) else column[1]


def is_timed(column: Column) -> bool:
    """Whether the time per item is what the column's cells are about."""
    return column[0] not in (START, OPEN_LOOP, IDLE, POOL_MEMORY)


def column_key(column: Column) -> tuple[object, ...]:
    """Sorts by workload, in the order of the list above; then by work, and then from few workers to many."""
    workload, _ = column
    known = _ORDER.index(workload) if workload in _ORDER else len(_ORDER)
    work = work_of(column)
    return (known, workload, _numbers(work), work, workers_of(column))


def in_order(samples: Iterable[Sample]) -> list[Column]:
    return sorted({sample.column for sample in samples}, key=column_key)


def usual(columns: Sequence[Column]) -> list[Column]:
    """The columns that are shown unless all are asked for; all of them if none is usual."""
    return [column for column in columns if _USUAL.fullmatch("/".join(column))] or list(columns)


def meanings(columns: Iterable[Column]) -> list[str]:
    workloads = {column[0] for column in columns if is_timed(column)}
    return [f"{workload}: {about}" for workload, about in WORKLOADS.items() if workload in workloads]


def _numbers(work: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", work)]

"""The columns of the tables of schedulers: their order, how many workers they have, and what each workload is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from harness.judge.read.columns import Column
from harness.judge.read.run_file import Sample

FLOODS = ("flood", "submit_flood", "spawn_flood")
GRAIN, START, OPEN_LOOP, IDLE, POOL_MEMORY = "grain", "start", "open_poisson", "idle", "pool_memory"
_MEANINGS = {
    "flood": "flood: tasks that do nothing, submitted by a thread outside of the pool (1s: one such thread, 2s: two).",
    "submit_flood": "submit_flood: the same tasks, submitted by a running task.",
    "spawn_flood": "spawn_flood: a task makes children that do nothing, 1,000 at a time, and waits for them.",
    "fib": "fib: every call of the naive Fibonacci function is a fork and does one addition; n22: 57,313 calls, n30: "
           "2.7 million.",
    "uts": "uts: search of a tree that nobody knows in advance, a task per node, no waiting (T1, T3: trees of 4.1 "
           "million nodes, T3 thin and deep; d7: cut off at depth 7).",
    "uts_joined": "uts_joined: the same, but each node waits for its children.",
    "nqueens": "nqueens: a task for each queen that is placed.",
    "skynet": "skynet: a tree with ten children per node, summed up; 10e5: 100,000 leaves.",
    "matmul": "matmul: matrix product by halving, time per product of two 32 by 32 blocks.",
    "merge_sort": "merge_sort: parallel sort and merge, time per key.",
    "wavefront": "wavefront: a grid of blocks, each waits for its left and upper neighbour.",
    "task_bench": "task_bench: graphs of tasks of 1 us each, by the pattern of what waits for what.",
    "grain": "grain: independent tasks that work for so long each; the time goes on over all workers, so that with 2 "
             "workers 1,000 ns of work take 500 ns at best.",
}
_ORDER = [*_MEANINGS, START, OPEN_LOOP, IDLE, POOL_MEMORY]
_LOAD = re.compile(r"w(?P<workers>\d+)(?:\.(?P<rest>.+))?")
# What the quick suite measures, so that a run of everything fits a few screens.
_USUAL = re.compile(r"flood/w(1|2|8|16)\.1s|submit_flood/w1\.inside|spawn_flood/w1\.1000|fib/w[12]\.n(22|30)|"
                    r"uts/w2\.T1\.d7|start/w1\.gap1000us|open_poisson/w1\.load(70|90)")


def workers_of(column: Column) -> int:
    load = _LOAD.fullmatch(column[1])
    return int(load["workers"]) if load else 1


def work_of(column: Column) -> str:
    """The load without its workers: what is to be done."""
    load = _LOAD.fullmatch(column[1])
    return (load["rest"] or "") if load else column[1]


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
    workloads = {workload for workload, _ in columns}
    return [text for workload, text in _MEANINGS.items() if workload in workloads]


def _numbers(work: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", work)]

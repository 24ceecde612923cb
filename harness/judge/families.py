"""Which cells belong in one table, in which order their columns stand, and what a number in each means."""

from __future__ import annotations

import re
from collections.abc import Iterable

from harness.judge.run_file import Design, Sample

QUEUES, DEQUES, GROWTH, MEMORY = "queues", "deques", "growth", "memory"
TITLES = {
    QUEUES: "Queues: nanoseconds per item",
    DEQUES: "Work-stealing deques: nanoseconds per item",
    GROWTH: "Growth: nanoseconds per operation at each capacity",
    MEMORY: "Memory: bytes",
}
_FAMILY_OF_WORKLOAD = {"owner": DEQUES, "steal": DEQUES, "growth": GROWTH, "memory": MEMORY}
_MEANINGS = {
    "pair": "pair: one thread, one push and one pop in turn.",
    "mpmc": "mpmc: 2p2c is 2 producers and 2 consumers on one queue; wall time per item handed over.",
    "shared_pairs": "shared_pairs: each thread pushes and pops in turn on one shared queue; wall time per pair.",
    "ping_pong": "ping_pong: a message there and back through two queues; time per round trip.",
    "owner": "owner: the owner alone, one push and one pop in turn, over 0 or 32 items that stay below.",
    "steal": "steal: the owner pushes in bursts while thieves rob it; wall time per item.",
}
_COLUMN_ORDER = list(_MEANINGS)


def family(sample: Sample) -> str:
    prefix = sample.cell.split("/", 1)[0]
    return _FAMILY_OF_WORKLOAD.get(sample.workload, QUEUES) if prefix == "queue" else prefix


def column_key(column: tuple[str, str]) -> tuple[object, ...]:
    """Workloads as the list above has them, then loads by the numbers in them: 2p2c before 16p16c."""
    workload, load = column
    known = _COLUMN_ORDER.index(workload) if workload in _COLUMN_ORDER else len(_COLUMN_ORDER)
    return (known, workload, [int(digits) for digits in re.findall(r"\d+", load)], load)


def groups(designs: Iterable[Design]) -> list[list[Design]]:
    """Yardsticks, the lab's own, peers: the three blocks of every table."""
    everyone = list(designs)
    return [[d for d in everyone if d.is_yardstick], [d for d in everyone if d.is_own],
            [d for d in everyone if not d.is_yardstick and not d.is_own]]


def meanings(columns: Iterable[tuple[str, str]]) -> list[str]:
    workloads = {workload for workload, _ in columns}
    return [text for workload, text in _MEANINGS.items() if workload in workloads]

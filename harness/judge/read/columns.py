"""The columns of the tables: which belong into one table, in which order they stand, and what each workload is."""

from __future__ import annotations

import re
from collections.abc import Iterable

from harness.judge.read.run_file import Sample

Column = tuple[str, str]  # workload, load

HAND_OVER, LOADS, STEALING = "hand-over", "loads that break them", "owner and thieves"
KINDS = [HAND_OVER, LOADS, STEALING]
GROWTH, MEMORY, ORDER_ERRORS, STALLED = "growth", "memory", "order_errors", "stalled"
_IN_TABLES_OF_THEIR_OWN = (GROWTH, MEMORY, ORDER_ERRORS, STALLED)
_MEANINGS = {
    "pair": "pair: one thread, one push and one pop in turn; d1000: over 1,000 items that stay inside.",
    "mpmc": "mpmc: 2p1c is 2 producers and 1 consumer on one queue; wall time per item handed over. think100: 100 ns "
            "of other work after each item; c256: the queue's capacity is 256 (else 1024); batch16: 16 items a call.",
    "shared_pairs": "shared_pairs: each thread pushes and pops in turn on one shared queue; wall time per pair.",
    "ping_pong": "ping_pong: a message there and back through two queues; time per round trip.",
    "burst": "burst: d16 is 16 pushes, then 16 pops, over and over; 1p1c: producer and consumer by turns.",
    "poll_empty": "poll_empty: pops of an empty queue, wall time per refusal.",
    "push_full": "push_full: pushes into a full queue, wall time per refusal.",
    "owner": "owner: the owner alone, one push and one pop in turn, over 0 or 32 items that stay below.",
    "steal": "steal: the owner pushes in bursts while thieves rob it; wall time per item.",
}
_ITEM_SIZE = "64B: items of 64 bytes instead of 8."
_ORDER = list(_MEANINGS)
_TEAM = re.compile(r"(?P<producers>\d+)p(?P<consumers>\d+)c|(?P<threads>\d+)t")
_HAND_OVER = re.compile(r"(\d+)p\1c(\.batch\d+)?|\d+t")


def is_timed(sample: Sample) -> bool:
    """Its time per item is what the cell is about."""
    return sample.workload not in _IN_TABLES_OF_THEIR_OWN


def kind_of(column: Column, cores: int) -> str:
    """More than twice as many threads as cores is a load that breaks designs rather than a plain hand-over."""
    workload, load = column
    if workload in ("owner", "steal"):
        return STEALING
    plain = workload in ("pair", "mpmc", "shared_pairs", "ping_pong") and _HAND_OVER.fullmatch(load)
    return HAND_OVER if plain and threads_of(column) <= 2 * cores else LOADS


def threads_of(column: Column) -> int:
    workload, load = column
    team = _TEAM.match(load)
    if team is None:
        return 1
    threads = sum(int(count) for count in team.groups() if count)
    return threads + 1 if workload == "steal" else threads  # those of its load are thieves


def is_symmetric(column: Column) -> bool:
    """mpmc with as many producers as consumers, and nothing else about it."""
    workload, load = column
    return workload == "mpmc" and re.fullmatch(r"(\d+)p\1c", load) is not None


def column_key(column: Column) -> tuple[object, ...]:
    """Workloads as the list above has them, then loads by the numbers in them: 2p2c before 16p16c."""
    workload, load = column
    known = _ORDER.index(workload) if workload in _ORDER else len(_ORDER)
    return (known, workload, [int(digits) for digits in re.findall(r"\d+", load)], load)


def in_order(samples: Iterable[Sample]) -> list[Column]:
    return sorted({sample.column for sample in samples}, key=column_key)


def head(column: Column, samples: Iterable[Sample]) -> tuple[str, str]:
    """The two lines above a column; '!' if there are more threads than cores."""
    crowded = any(sample.oversubscribed for sample in samples if sample.column == column)
    workload, load = column
    return workload, f"{load}{'!' if crowded else ''}"


def meanings(columns: Iterable[Column]) -> list[str]:
    seen = set(columns)
    workloads = {workload for workload, _ in seen}
    sized = [_ITEM_SIZE] if any(load.endswith("64B") for _, load in seen) else []
    return [text for workload, text in _MEANINGS.items() if workload in workloads] + sized

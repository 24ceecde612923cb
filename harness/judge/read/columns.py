"""The columns of the tables: which belong into one table, in which order they stand, and what each workload is."""

from __future__ import annotations

import re
from collections.abc import Iterable

from harness.judge.read.run_file import Sample
from harness.judge.read.words import WORKLOADS, about_part, number_in, parts

Column = tuple[str, str]  # workload, load

HAND_OVER, LOADS, STEALING = "hand-over", "loads that break them", "owner and thieves"
KINDS = [HAND_OVER, LOADS, STEALING]
GROWTH, MEMORY, ORDER_ERRORS, STALLED = "growth", "memory", "order_errors", "stalled"
_IN_TABLES_OF_THEIR_OWN = (GROWTH, MEMORY, ORDER_ERRORS, STALLED)
_ORDER = list(WORKLOADS)


def is_timed(sample: Sample) -> bool:
    """Its time per item is what the cell is about."""
    return sample.workload not in _IN_TABLES_OF_THEIR_OWN


def kind_of(column: Column, cores: int) -> str:
    """More than twice as many threads as cores is a load that breaks designs rather than a plain hand-over."""
    workload, load = column
    if workload in ("owner", "steal"):
        return STEALING
    plain = workload in ("pair", "mpmc", "shared_pairs", "ping_pong") and _hands_over(load)
    return HAND_OVER if plain and threads_of(column) <= 2 * cores else LOADS


def _hands_over(load: str) -> bool:
    """As many producers as consumers, or threads that are both, and nothing else that would make it harder."""
    found = parts(load)
    if not found.keys() - {"batch", "team"}:
        return _is_even(load)
    return found.keys() == {"threads"}


def _is_even(load: str) -> bool:
    team = parts(load).get("team")
    return team is not None and len(set(team)) == 1


def threads_of(column: Column) -> int:
    workload, load = column
    found = parts(load)
    if workload == "steal":
        return found.get("threads", (0,))[0] + 1  # the load counts thieves
    return sum(found.get("team", found.get("threads", (1,))))


def is_symmetric(column: Column) -> bool:
    """mpmc with as many producers as consumers, and nothing else about it."""
    workload, load = column
    return workload == "mpmc" and parts(load).keys() == {"team"} and _is_even(load)


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
    sizes = sorted({size for _, load in seen if (size := number_in(load, "item_bytes"))})
    return [f"{workload}: {about}" for workload, about in WORKLOADS.items() if workload in workloads] \
        + [f"{size}B: {about_part('item_bytes').replace('so many', str(size))}." for size in sizes]

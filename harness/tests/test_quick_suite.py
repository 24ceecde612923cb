"""The quick suite is small, and what people ask still has its cells there: contenders, and what they are held against."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from harness.judge.read import classes
from harness.judge.read.designs import Design, design_of

BUILD = Path(os.environ.get("SCHEDLAB_BUILD", Path(__file__).resolve().parents[2] / "build" / "release"))
SCHEDLAB = os.environ.get("SCHEDLAB", str(BUILD / "schedlab"))

MOST_CELLS = 250
ALONE, CROSSED, BOTH, THERE_AND_BACK = "pair/1t", "mpmc/1p1c", "mpmc/2p2c", "ping_pong/2t"
STALLED, MEMORY, DEEP = "stalled/2t", "memory/1000items", "pair/1t.d100000"
OF_ALL_USERS = [ALONE, CROSSED, BOTH, THERE_AND_BACK, STALLED, MEMORY]
ASKED_OF_QUEUES = {
    classes.BOUNDED: OF_ALL_USERS, classes.UNBOUNDED: OF_ALL_USERS, classes.PER_PRODUCER: OF_ALL_USERS,
    classes.PRIORITIES: [*OF_ALL_USERS, DEEP], classes.ONE_TO_ONE: [ALONE, CROSSED, THERE_AND_BACK, MEMORY],
    classes.DEQUES: ["owner/depth0", "owner/depth32", "steal/1t.burst1", "steal/1t.burst64", MEMORY]}
# Column -> the yardsticks that it needs: what the harness itself costs, what the hardware allows.
HELD_AGAINST = {ALONE: ["null_queue", "plain_ring"], DEEP: ["null_queue", "plain_ring"], CROSSED: ["null_queue", "fetch_add"],
                BOTH: ["null_queue", "fetch_add"], THERE_AND_BACK: ["null_queue"], "owner/depth0": ["null_queue", "plain_ring"],
                "steal/1t.burst1": ["null_queue", "fetch_add"]}
STEALING, SHARED = "work_stealing.chase_lev_deque.sticky.one.park", "global_queue.mutex_queue.block"
ASKED_OF_POOLS = {"flood/w1.1s": [STEALING, SHARED, "serial"], "fib/w2.n22": [STEALING, SHARED, "serial"],
                  "start/w1.gap1000us": [STEALING, SHARED], "open_poisson/w1.load70": [STEALING, SHARED],
                  "idle/w2": [STEALING, SHARED], "pool_memory/w16.100000tasks": [STEALING, SHARED]}


def listed(*words: str) -> list | dict:
    done = subprocess.run([SCHEDLAB, "list", *words, "--json"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def quick() -> dict[str, list[dict]]:
    """Column -> its cells."""
    columns: dict[str, list[dict]] = {}
    for cell in listed("cells", "--suite", "quick"):
        columns.setdefault(f"{cell['workload']}/{cell['load']}", []).append(cell)
    return columns


@pytest.fixture(scope="module")
def designs() -> dict[str, Design]:
    return {traits["name"]: design_of(traits["name"], traits, Path("list")) for traits in listed()["designs"]}


def in_column(quick: dict[str, list[dict]], column: str) -> set[str]:
    return {cell["design"] for cell in quick.get(column, [])}


def test_it_is_small(quick: dict[str, list[dict]]) -> None:
    assert sum(map(len, quick.values())) <= MOST_CELLS
    assert all(cell["suite"] == "quick" for cells in quick.values() for cell in cells)
    assert len(listed("cells")) > 4 * MOST_CELLS, "everything else is in the suite full"


@pytest.mark.parametrize("asked", [(name, column) for name, columns in ASKED_OF_QUEUES.items() for column in columns],
                         ids=lambda asked: f"{asked[0]}: {asked[1]}")
def test_every_class_answers(asked: tuple[str, str], quick: dict[str, list[dict]], designs: dict[str, Design]) -> None:
    name, column = asked
    there = [design for design in in_column(quick, column) if classes.class_of(designs[design]) == name]
    known = [design for design in designs.values() if design.sound and classes.class_of(design) == name]
    assert len(there) >= min(2, len(known)), "one design alone is no choice"


@pytest.mark.parametrize("column", HELD_AGAINST)
def test_a_column_has_its_yardsticks(column: str, quick: dict[str, list[dict]]) -> None:
    assert set(HELD_AGAINST[column]) <= in_column(quick, column)


@pytest.mark.parametrize("column", ASKED_OF_POOLS)
def test_pools_answer(column: str, quick: dict[str, list[dict]]) -> None:
    assert set(ASKED_OF_POOLS[column]) <= in_column(quick, column)


def test_more_threads_than_cores(quick: dict[str, list[dict]]) -> None:
    crowded = [cells for column, cells in quick.items() if column.startswith("mpmc/") and cells[0]["oversubscribed"]]
    assert crowded and len(crowded[0]) > 10

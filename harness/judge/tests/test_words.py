"""The judge's copy of the program's words is the program's, and every load of every cell can be read by it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from harness.judge.read import words

SCHEDLAB = os.environ.get("SCHEDLAB", str(Path(__file__).resolve().parents[3] / "build" / "release" / "schedlab"))


def listed(*what: str) -> str:
    return subprocess.run([SCHEDLAB, "list", *what, "--json"], capture_output=True, text=True, check=True).stdout


def test_the_copy_is_what_the_program_says() -> None:
    copy = Path(words.__file__).with_name("words.json").read_text(encoding="utf-8")
    assert copy == listed("words"), "schedlab list words --json > harness/judge/read/words.json"


def test_every_part_of_every_load_is_known_and_every_workload_explained() -> None:
    cells = json.loads(listed("cells"))
    assert len(cells) > 1000
    for load in {cell["load"] for cell in cells}:
        assert len(words.parts(load)) == len(load.split(".")), load
    assert {cell["workload"] for cell in cells} == set(words.WORKLOADS)


def test_policies_of_every_scheduler_are_explained() -> None:
    designs = json.loads(listed("schedulers"))["designs"]
    for kind in ("victim", "amount", "idle"):
        assert {design[kind] for design in designs} - {""} == set(words.policies(kind))


@pytest.mark.parametrize("load, expected", [
    ("2p1c.c256", {"team": (2, 1), "capacity": (256,)}), ("w2.T1.d7", {"workers": (2,), "tree": (1,), "depth": (7,)}),
    ("push.c16", {"operation": (), "capacity": (16,)}), ("w1.10e5", {"workers": (1,), "power": (10, 5)}), ("?", {})])
def test_loads_are_read_by_their_parts(load: str, expected: dict[str, tuple[int, ...]]) -> None:
    assert words.parts(load) == expected

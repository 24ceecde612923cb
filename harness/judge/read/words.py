"""What the names of workloads, loads and policies mean, as the program says it.

words.json is what `schedlab list words --json` prints: it is made anew by writing that there, and a test compares them.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

_WORDS = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))
_PARTS = [(part["name"], re.compile(re.escape(part["form"]).replace(r"\#", r"(\d+)"))) for part in _WORDS["load"]]

WORKLOADS: dict[str, str] = {workload["name"]: workload["about"] for workload in _WORDS["workload"]}


def policies(kind: str) -> dict[str, str]:
    """Name -> what it means, of the kinds victim, amount, idle."""
    return {policy["name"]: policy["about"] for policy in _WORDS[kind]}


def about_part(name: str) -> str:
    return next(str(part["about"]) for part in _WORDS["load"] if part["name"] == name)


@cache
def parts(load: str) -> dict[str, tuple[int, ...]]:
    """The parts of a load with the numbers in them: 2p1c.c256 has the team (2, 1) and the capacity (256,)."""
    found = {}
    for text in load.split("."):
        for name, form in _PARTS:
            if match := form.fullmatch(text):
                found[name] = tuple(map(int, match.groups()))
                break
    return found


def number_in(load: str, part: str) -> int | None:
    """The first number in that part, where the load has it."""
    numbers = parts(load).get(part)
    return numbers[0] if numbers else None

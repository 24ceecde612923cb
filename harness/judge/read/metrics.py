"""What the numbers of a repetition are: unit, which way is better, how repetitions become a figure, and a sentence about it.

metrics.json is what `schedlab list metrics --json` prints, declared in harness/cells/metrics.hpp; it is written anew by
harness/tidy/write_words.py, and a test compares them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from harness.judge.read.bad_input import BadInput

TOTAL = "total"  # counts of all repetitions by the items of all of them
OWN_SCHEDULERS = "own schedulers"


@dataclass(frozen=True)
class Metric:
    name: str
    unit: str
    better: str  # less, more, neither
    over_repetitions: str
    found_in: str  # which repetitions have it
    about: str


_ALL = [Metric(**fields) for fields in json.loads(Path(__file__).with_name("metrics.json").read_text(encoding="utf-8"))]
METRICS = {each.name: each for each in _ALL}


def metric(name: str) -> Metric:
    found = METRICS.get(name)
    if found is None:
        raise BadInput(f"there is no metric {name!r}; `schedlab list metrics` names them all")
    return found

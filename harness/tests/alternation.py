"""Pairs of samples of two schedlab executables, taken one right after the other in random order, each in a process of
its own, with their placement modes. Round after round takes one pair of every cell, the cells in random order, so that
what the machine does meanwhile hits both executables alike.
"""

from __future__ import annotations

import json
import math
import random
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from harness.judge.estimate.comparison import MODES_APART, like_modes
from harness.judge.estimate.statistics import DRIFTED
from harness.judge.read.bad_input import BadInput

SIDES = ("before", "after")


@dataclass(frozen=True)
class Asked:
    """What is to be alternated, and how."""

    executables: dict[str, str]  # side -> path
    pattern: str
    pairs: int
    window_s: float
    limit_s: float
    seed: int


@dataclass(frozen=True)
class Sample:
    mode: str
    metrics: dict[str, float]
    error: str = ""


@dataclass
class MeasuredCell:
    name: str
    workload: str
    threads: int
    pairs: list[dict[str, Sample]] = field(default_factory=list)  # side -> sample

    def errors(self, side: str) -> list[str]:
        return [pair[side].error for pair in self.pairs if pair[side].error]


class Modes:
    """Names placement modes alike over all samples: the judge's rule by which modes of two runs are one."""

    def __init__(self) -> None:
        self.known: set[str] = set()

    def name_of(self, metrics: dict[str, float]) -> str:
        trips = [metrics.get(f"flag_round_trip_{when}_ns", 0.0) for when in SIDES]
        if min(trips) <= 0:
            return "-"
        if max(trips) > min(trips) * MODES_APART:
            return DRIFTED
        own_name = f"{math.sqrt(trips[0] * trips[1]):.3g}ns"
        name = like_modes(self.known, {own_name})[own_name]
        self.known.add(name)
        return name


def called(executable: str, *words: str, limit_s: float = 60) -> tuple[str, str]:
    """The output of the call, and the reason if there is none."""
    try:
        done = subprocess.run([executable, *words], capture_output=True, text=True, errors="replace", timeout=limit_s)
    except OSError as problem:
        raise BadInput(f"{executable}: can't be started ({problem.strerror}); name an executable `schedlab`") from None
    except subprocess.TimeoutExpired as problem:  # perhaps it waited for another run: that is what it said then
        last = (problem.stderr or b"").decode(errors="replace").strip().splitlines()[-1:]
        return "", "; it said: ".join([f"hang: no answer within {limit_s:g} s", *last])
    said = done.stderr.strip().splitlines()
    return done.stdout, "" if done.returncode == 0 else f"exit code {done.returncode}: {said[-1] if said else 'silent'}"


def read_object(text: str, kind: type) -> Any:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, kind) else None


def cells_of(executable: str, pattern: str) -> dict[str, MeasuredCell]:
    output, error = called(executable, "list", "cells", pattern, "--json")
    listed = read_object(output, list)
    if listed is None:
        raise BadInput(f"{executable}: `list cells '{pattern}' --json` lists no cells ({error or 'no JSON'}); name an "
                       "executable `schedlab` and a filter that matches some of its cells")
    return {cell["name"]: MeasuredCell(cell["name"], cell["workload"], cell["threads"]) for cell in listed}


def common_cells(asked: Asked) -> tuple[list[MeasuredCell], dict[str, list[str]]]:
    """The cells that both executables have, and the names of those that only one has."""
    before, after = (cells_of(asked.executables[side], asked.pattern) for side in SIDES)
    if not before.keys() & after.keys():
        raise BadInput(f"no cell that matches '{asked.pattern}' is in both executables; `schedlab list cells` names "
                       "those of one")
    only = {"before": sorted(before.keys() - after.keys()), "after": sorted(after.keys() - before.keys())}
    return [cell for name, cell in before.items() if name in after], only


def one_sample(asked: Asked, side: str, cell: MeasuredCell, seed: int, modes: Modes) -> Sample:
    output, error = called(asked.executables[side], "run", cell.name, "--in-process", "--benchmark_format=json",
                           "--window", str(asked.window_s), "--seed", str(seed), limit_s=asked.limit_s)
    entry = read_object(output, dict)
    if error or entry is None:
        return Sample(DRIFTED, {}, error or "no JSON in the answer")
    metrics = {key: float(value) for key, value in entry.items()
               if isinstance(value, (int, float)) and not isinstance(value, bool)}
    return Sample(modes.name_of(metrics), metrics)


def alternated(asked: Asked, cells: list[MeasuredCell]) -> Iterator[tuple[MeasuredCell, list[str]]]:
    """Adds pair after pair to the cells, and yields in which order each was taken."""
    draw, modes = random.Random(asked.seed), Modes()
    for _ in range(asked.pairs):
        for cell in draw.sample(cells, len(cells)):
            order, seed = draw.sample(SIDES, 2), draw.randrange(1, 2**31)
            cell.pairs.append({side: one_sample(asked, side, cell, seed, modes) for side in order})
            yield cell, order

"""What a person names on the command line: a run, and which of its cells."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from harness.judge.read.bad_input import BadInput
from harness.judge.read.run_file import Run, Sample, load_run


LAST = "last"
PROJECT = Path(__file__).resolve().parents[3]
_NEAR = 3


def named_run(name: str) -> Run:
    """A run folder, a run.json, or `last`: the newest under results/runs."""
    return load_run(_newest() if name == LAST else name)


def only(runs: Sequence[Run], pattern: str) -> list[Run]:
    """The runs with those cells alone that the pattern means: a cell's name, a prefix of names that ends in '/', or a
    regular expression searched in the names; as `schedlab run` takes it. Some run must have one."""
    samples = [sample for run in runs for sample in run.samples]
    wanted = _meant({sample.cell for sample in samples}, pattern)
    chosen = [replace(run, samples=[sample for sample in run.samples if wanted(sample.cell)]) for run in runs]
    if not any(run.samples for run in chosen):
        where = " or ".join(str(run.folder) for run in runs)
        raise BadInput(f"no cell of {where} matches '{pattern}'; {_nearest(samples, pattern)}")
    return chosen


def _newest() -> Path:
    """Where `schedlab run` puts them, as it says itself; called by hand, below the current folder if it has results, else below
    the project."""
    here = Path.cwd()
    runs = Path(os.environ.get("SCHEDLAB_RUNS") or (here if (here / "results").is_dir() else PROJECT) / "results" / "runs")
    found = list(runs.glob("*/run.json"))
    if not found:
        raise BadInput(f"there is no last run: {runs} holds none; measure one with `schedlab run`, or name a folder")
    return max(found, key=lambda path: (path.stat().st_mtime, path))


def _meant(names: set[str], pattern: str) -> Callable[[str], bool]:
    if pattern in names:
        return lambda name: name == pattern
    if pattern.endswith("/") and any(name.startswith(pattern) for name in names):
        return lambda name: name.startswith(pattern)
    without = pattern.startswith("-")
    if (at := pattern.find("/*")) >= 0:
        raise BadInput(f"the filter '{pattern}' is a shell pattern; in a regular expression '*' repeats what stands "
                       f"before it: write '{pattern[:at + 1]}.{pattern[at + 1:]}'")
    try:
        searched = re.compile(pattern.removeprefix("-"))
    except re.error as problem:
        raise BadInput(f"the filter '{pattern}' is not a regular expression ({problem}); give a cell name, a prefix "
                       "ending in '/' or a regular expression") from None
    return lambda name: (searched.search(name) is not None) != without


def _nearest(samples: list[Sample], pattern: str) -> str:
    if not samples:
        return "the run holds no repetition"
    if "/" in pattern:
        names = {sample.cell for sample in samples} | {f"{sample.family}/{sample.design}/" for sample in samples}
    else:
        names = {sample.design for sample in samples} | {sample.workload for sample in samples}
    near = difflib.get_close_matches(pattern, sorted(names), _NEAR, cutoff=0.0)
    return f"nearest of what was measured: {', '.join(near)}"

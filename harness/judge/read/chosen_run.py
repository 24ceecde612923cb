"""Which cells of a run a person means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from harness.judge.read.bad_input import BadInput
from harness.judge.read.cell_filter import matching_names, nearest_names
from harness.judge.read.run_file import Run, Sample


def only(runs: Sequence[Run], pattern: str) -> list[Run]:
    """The runs with those cells alone that the pattern means. Some run must have one."""
    samples = [sample for run in runs for sample in run.samples]
    wanted = matching_names({sample.cell for sample in samples}, pattern)
    chosen = [replace(run, samples=[sample for sample in run.samples if sample.cell in wanted]) for run in runs]
    if not any(run.samples for run in chosen):
        where = " or ".join(str(run.folder) for run in runs)
        raise BadInput(f"no cell of {where} matches '{pattern}'; {_nearest(samples, pattern)}")
    return chosen


def _nearest(samples: list[Sample], pattern: str) -> str:
    if not samples:
        return "the run holds no repetition"
    candidates = {name for sample in samples
                  for name in ((sample.cell, f"{sample.family}/{sample.design}/") if "/" in pattern
                               else (sample.design, sample.workload))}
    return f"nearest of what was measured: {', '.join(nearest_names(pattern, candidates))}"

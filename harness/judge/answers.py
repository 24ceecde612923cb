"""What a run measured for one part of a target row: which cell answers it, with which value.

A part names a cell pattern, a metric and how to choose among the cells that match:
  best_own_mpmc  the lowest median among the lab's own sound designs for many producers and consumers
  best_own_strict_priority
                 of the same without relaxed order, those by priority: the one whose push and pop together take least
                 answers, even if another beats it in the part's metric
  largest_own    the highest median among the lab's own sound designs
                 (sound: declared so, and not refuted by the model checker)
  only           the one cell that the pattern names
  code_size      a design's machine code, measured by the build and not by a cell
  exponent       growth over all the matching cells
A part that chooses `verdict` is no measurement: claims.py answers it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from harness.judge.run_file import BadInput, Design, Run, Sample
from harness.judge.growth_tables import times_by_capacity
from harness.judge.statistics import Estimate, Growth, growth, median

NOT_MEASURED = "not measured in this run"
NANOSECONDS, BYTES = "ns", "bytes"


@dataclass(frozen=True)
class Answer:
    """A measured value; or none, and the reason."""

    when: str
    design: str = ""
    cell: str = ""
    unit: str = ""
    value: Estimate | None = None
    growth: Growth | None = None
    reason: str = NOT_MEASURED


def answer(run: Run, part: dict[str, Any]) -> Answer:
    choose = part["choose"]
    if choose == "code_size":
        return _code_size(run, part)
    matching = [sample for sample in run.samples if fnmatchcase(sample.cell, part["cell"])]
    if choose == "exponent":
        return _exponent(part, matching)
    if choose == "best_own_mpmc":
        return _extreme(run, part, matching, -1, _is_own_mpmc)
    if choose == "best_own_strict_priority":
        return _extreme(run, part, matching, -1, _is_own_strict_priority, "real_time")
    if choose == "largest_own":
        return _extreme(run, part, matching, +1, _is_own_and_right)
    if choose == "only":
        return _extreme(run, part, matching, +1, lambda design: True)
    raise BadInput(f"results/targets.json: 'choose' is {choose!r}; it should be best_own_mpmc, "
                   "best_own_strict_priority, largest_own, only, code_size, exponent or verdict")


def _is_own_and_right(design: Design) -> bool:
    return design.is_own and design.sound and not design.is_contradicted


def _is_own_mpmc(design: Design) -> bool:
    return _is_own_and_right(design) and design.producers == design.consumers == "many"


def _is_own_strict_priority(design: Design) -> bool:
    return _is_own_mpmc(design) and design.is_by_priority and design.is_strict


def _extreme(run: Run, part: dict[str, Any], samples: list[Sample], sign: int, admits: Callable[[Design], bool],
             chosen_by: str | None = None) -> Answer:
    """The admitted cell with the extreme median, of the metric or of another; a failed repetition spoils its cell."""
    metric = part["metric"]
    by_cell: dict[str, list[Sample]] = {}
    for sample in samples:
        by_cell.setdefault(sample.cell, []).append(sample)
    best: Answer | None = None
    heaviest = 0.0
    failures: list[str] = []
    for cell, found in by_cell.items():
        if not admits(run.designs[found[0].design]):
            continue
        errors = [sample.error for sample in found if sample.error is not None]
        if errors:
            failures.append(f"{cell} failed: {errors[0]}")
            continue
        values = [sample.metrics[metric] for sample in found if metric in sample.metrics]
        if not values:
            continue
        unit = BYTES if metric.startswith("bytes") else NANOSECONDS
        measured = median(values)
        weight = sign * (measured.value if chosen_by is None else median([s.metrics[chosen_by] for s in found]).value)
        if best is None or weight > heaviest:
            best, heaviest = Answer(part["when"], found[0].design, cell, unit, measured), weight
    return best or Answer(part["when"], reason="; ".join(failures) or NOT_MEASURED)


def _code_size(run: Run, part: dict[str, Any]) -> Answer:
    design = part["metric"].removeprefix("code_sizes.")
    size = (run.context.get("code_sizes") or {}).get(design)
    if size is None:
        return Answer(part["when"], design)
    exactly = float(size)
    return Answer(part["when"], design, "measured by the build", BYTES, Estimate(exactly, exactly, exactly, 1))


def _exponent(part: dict[str, Any], samples: list[Sample]) -> Answer:
    failed = sorted({sample.cell for sample in samples if sample.error is not None})
    if failed:
        return Answer(part["when"], reason=f"failed: {', '.join(failed)}")
    times = list(times_by_capacity(samples).values())
    if not times:
        return Answer(part["when"])
    try:
        fitted = growth(times[0])
    except ValueError as problem:
        return Answer(part["when"], reason=str(problem))
    return Answer(part["when"], samples[0].design, part["cell"], "exponent", fitted.exponent, fitted)

"""What a run measured for one part of a target row: which cell answers it, with which value.

A part names a cell pattern, a metric and how to choose among the cells that match:
  best_own_mpmc  the lowest median among the lab's own sound designs for many producers and consumers
  best_own_strict_priority
                 of the same without relaxed order, those by priority: the one whose push and pop together take least
                 answers, even if another beats it in the part's metric
  best_own       the lowest median among the lab's own sound designs, whatever they are
  largest_own    the highest median among the lab's own sound designs
                 (sound: declared so, and not refuted by the model checker)
  only           the one cell that the pattern names
  code_size      a design's machine code, measured by the build and not by a cell
  exponent       growth over all the matching cells
  ratio          the part's cell against that of another design: ratios.py
A part whose unit is tasks/s turns the time of a task into a rate, and lists the rates of all other designs.
A part that chooses `verdict` is no measurement: claims.py answers it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from harness.judge.estimate.growth_times import times_by_capacity
from harness.judge.estimate.late_arrivals import late_notes
from harness.judge.estimate.statistics import Estimate, growth, median, tasks_per_second
from harness.judge.read.bad_input import BadInput
from harness.judge.read.designs import Design
from harness.judge.read.matching import is_own_and_right, matching_cells
from harness.judge.read.metrics import metric as declared
from harness.judge.read.run_file import Run, Sample
from harness.judge.targets.answer import BYTES, NOT_MEASURED, TASKS_PER_SECOND, Answer
from harness.judge.targets.ratios import ratio


def answer(run: Run, part: dict[str, Any]) -> Answer:
    choose = part["choose"]
    if choose == "code_size":
        return _code_size(run, part)
    if choose == "ratio":
        return ratio(run, part)
    cells = matching_cells(run, part["cell"])
    if choose == "exponent":
        return _exponent(part, [sample for found in cells.values() for sample in found])
    if choose in CHOICES_OF_A_CELL:
        found = _extreme(run, part, cells, *CHOICES_OF_A_CELL[choose])
        return _as_rates(found, cells) if part.get("unit") == TASKS_PER_SECOND else found
    raise BadInput(f"results/targets.json: 'choose' is {choose!r}; it should be {', '.join(CHOICES_OF_A_CELL)}, ratio, "
                   "code_size, exponent or verdict")


def _is_own_mpmc(design: Design) -> bool:
    return is_own_and_right(design) and design.producers == design.consumers == "many"


def _is_own_strict_priority(design: Design) -> bool:
    return _is_own_mpmc(design) and design.is_by_priority and design.is_strict


# How to choose -> whether the lowest or the highest median answers, of which designs, and by which metric.
CHOICES_OF_A_CELL: dict[str, tuple[int, Callable[[Design], bool], str | None]] = {
    "best_own_mpmc": (-1, _is_own_mpmc, None),
    "best_own_strict_priority": (-1, _is_own_strict_priority, "real_time"),
    "best_own": (-1, is_own_and_right, None),
    "largest_own": (+1, is_own_and_right, None),
    "only": (+1, lambda design: True, None),
}


def _extreme(run: Run, part: dict[str, Any], cells: dict[str, list[Sample]], sign: int,
             admits: Callable[[Design], bool], chosen_by: str | None) -> Answer:
    """The admitted cell with the extreme median, of the metric or of another; a failed repetition spoils its cell."""
    metric, unit = part["metric"], declared(part["metric"]).unit
    best: Answer | None = None
    heaviest = 0.0
    failures: list[str] = []
    for cell, found in cells.items():
        if not admits(run.designs[found[0].design]):
            continue
        errors = [sample.error for sample in found if sample.error is not None]
        if errors:
            failures.append(f"{cell} failed: {errors[0]}")
            continue
        values = [sample.metrics[metric] for sample in found if metric in sample.metrics]
        if not values:
            continue
        measured = median(values)
        weight = sign * (measured.value if chosen_by is None else median([s.metrics[chosen_by] for s in found]).value)
        if best is None or weight > heaviest:
            best = Answer(part["when"], found[0].design, cell, unit, measured, notes=late_notes(found) + part.get("notes", []))
            heaviest = weight
    return best or Answer(part["when"], reason="; ".join(failures) or NOT_MEASURED)


def _as_rates(best: Answer, cells: dict[str, list[Sample]]) -> Answer:
    if best.value is None:
        return best
    rates = {found[0].design: tasks_per_second(median([sample.metrics["real_time"] for sample in found])).value
             for found in cells.values() if all(sample.error is None for sample in found)}
    del rates[best.design]
    return replace(best, value=tasks_per_second(best.value), unit=TASKS_PER_SECOND,
                   others=dict(sorted(rates.items(), key=lambda entry: -entry[1])))


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

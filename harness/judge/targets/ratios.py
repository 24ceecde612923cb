"""Target rows that set one design against another, by the part's unit:

  times        how many times faster the part's cell is than `against`
  ratio        the metric of the cell by that of `against`
  times lower  how many times fewer events per item, of all repetitions together
  share saved  the share of events per item that the cell saves
The cell is the best own sound design's of those that match, by its time per item. Times are paired within placement
modes.

Where the cell has no event at all its rate is below one event in all its items: the value is then a lower bound, and
the counts stand in a note.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from harness.judge.estimate.best_in_column import first_of
from harness.judge.estimate.late_arrivals import late_notes
from harness.judge.estimate.rates import PLUS, Counted, counted, times_lower
from harness.judge.estimate.statistics import Estimate, paired_ratio
from harness.judge.read.bad_input import BadInput
from harness.judge.read.matching import is_own_and_right, matching_cells
from harness.judge.read.metrics import TOTAL, metric
from harness.judge.read.run_file import Run, Sample
from harness.judge.targets.answer import Answer


def ratio(run: Run, part: dict[str, Any]) -> Answer:
    answer_in = _UNITS.get(part["unit"])
    if answer_in is None:
        raise BadInput(f"results/targets.json: the unit of a ratio is {part['unit']!r}; it should be one of "
                       f"{', '.join(_UNITS)}")
    ours = {cell: samples for cell, samples in matching_cells(run, part["cell"]).items()
            if is_own_and_right(run.designs[samples[0].design])}
    theirs = [sample for samples in matching_cells(run, part["against"]).values() for sample in samples]
    if not ours or not theirs:
        return Answer(part["when"])
    failed = [samples for samples in (*ours.values(), theirs) if any(sample.error is not None for sample in samples)]
    right = [samples for samples in ours.values() if samples not in failed]
    if not right or theirs in failed:
        reasons = [f"{sample.cell} failed: {sample.error}" for sample in failed[-1] if sample.error is not None]
        return Answer(part["when"], reason=reasons[0])
    best = ours[first_of({cell: [sample.time_in_mode for sample in samples] for cell, samples in ours.items()
                          if samples in right})]
    notes = late_notes(best) + late_notes(theirs)
    found = Answer(part["when"], best[0].design, best[0].cell, part["unit"], notes=notes)
    return answer_in(found, part, best, theirs)


def _times(found: Answer, part: dict[str, Any], best: list[Sample], against: list[Sample]) -> Answer:
    return _paired(found, part["metric"], against, best)


def _ratio(found: Answer, part: dict[str, Any], best: list[Sample], against: list[Sample]) -> Answer:
    return _paired(found, part["metric"], best, against)


def _paired(found: Answer, metric: str, over: list[Sample], under: list[Sample]) -> Answer:
    sides = [[(sample.placement_mode, sample.metrics[metric]) for sample in samples if metric in sample.metrics]
             for samples in (over, under)]
    if not all(sides):
        return replace(found, reason=f"{metric} was not measured")
    if any(value <= 0 for side in sides for _, value in side):
        return replace(found, reason=f"a {metric} of 0 has no ratio")
    paired = paired_ratio(*sides)
    return replace(found, reason=paired.reason) if paired.ratio is None else replace(found, value=paired.ratio)


def _times_lower(found: Answer, part: dict[str, Any], best: list[Sample], against: list[Sample]) -> Answer:
    our_events, their_events = part["metric"], part.get("against_metric", part["metric"])
    ours, theirs = _counted(best, our_events), _counted(against, their_events)
    if ours is None or theirs is None:
        side, events = (against[0], their_events) if theirs is None else (best[0], our_events)
        return replace(found, reason=f"{side.design} does not count {events}")
    counts = [f"{_told(ours)}, against {_told(theirs)}"]
    if theirs.events == 0:
        return replace(found, reason=f"nothing to be lower than: {counts[0]}")
    return replace(found, value=times_lower(theirs, ours), bound=ours.events == 0,
                   notes=[*found.notes, *counts])


def _counted(samples: list[Sample], events: str) -> Counted | None:
    for name in events.split(PLUS):
        if metric(name).over_repetitions != TOTAL:
            raise BadInput(f"results/targets.json: {name} is no count of events")
    return counted(samples, events)


def _share_saved(found: Answer, part: dict[str, Any], best: list[Sample], against: list[Sample]) -> Answer:
    lower = _times_lower(found, part, best, against)
    if lower.value is None:
        return lower
    times = lower.value
    saved = Estimate(*(1 - 1 / value for value in (times.value, times.low, times.high)), times.samples)
    return replace(lower, value=saved)


def _told(counts: Counted) -> str:
    return f"{counts.events:,.0f} in {counts.items:,.0f} items"


_UNITS: dict[str, Callable[[Answer, dict[str, Any], list[Sample], list[Sample]], Answer]] = {
    "times": _times, "ratio": _ratio, "times lower": _times_lower, "share saved": _share_saved}

"""The best design of a column, among designs of like semantics only; never a yardstick, a refuted one or a failed
cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harness.judge.estimate import best_in_column
from harness.judge.estimate.best_in_column import standings
from harness.judge.read.designs import Design
from harness.judge.read.run_file import Sample

BEST = "*"
NOT_TOLD_APART = "="
NOT_COMPARED = "?"
_MARKS = {best_in_column.LEADS: BEST, best_in_column.NOT_TOLD_APART: NOT_TOLD_APART,
          best_in_column.UNKNOWN: NOT_COMPARED}


def may_be_ranked(design: Design, samples: Sequence[Sample]) -> bool:
    wrong = not design.sound or design.is_contradicted
    return not design.is_yardstick and not wrong and bool(samples) and all(s.error is None for s in samples)


def marks(column: Mapping[str, Sequence[Sample]], designs: Mapping[str, Design]) -> dict[str, str]:
    """The mark of each design that earned one, from the samples of one column by design."""
    answer: dict[str, str] = {}
    groups: dict[tuple[object, ...], list[str]] = {}
    for name, samples in column.items():
        if may_be_ranked(designs[name], samples):
            groups.setdefault(designs[name].semantics, []).append(name)
    for names in groups.values():
        if len(names) > 1:
            found = standings({name: [sample.time_in_mode for sample in column[name]] for name in names})
            answer |= {name: _MARKS[standing] for name, standing in found.items() if standing in _MARKS}
    return answer

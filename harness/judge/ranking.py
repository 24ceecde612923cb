"""Who is best in a column: only among designs of like semantics, never a yardstick, a refuted one or a failed cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harness.judge.designs import Design
from harness.judge.run_file import Sample
from harness.judge.statistics import median, paired_ratio

BEST = "*"
NOT_TOLD_APART = "="


def may_be_ranked(design: Design, samples: Sequence[Sample]) -> bool:
    wrong = not design.sound or design.is_contradicted
    return not design.is_yardstick and not wrong and bool(samples) and all(s.error is None for s in samples)


def marks(column: Mapping[str, Sequence[Sample]], designs: Mapping[str, Design]) -> dict[str, str]:
    """For the samples of one column by design: the mark of each design that earned one."""
    answer: dict[str, str] = {}
    groups: dict[tuple[object, ...], list[str]] = {}
    for name, samples in column.items():
        if may_be_ranked(designs[name], samples):
            groups.setdefault(designs[name].semantics, []).append(name)
    for names in groups.values():
        if len(names) > 1:
            answer |= _marks_of_peers({name: [sample.time_in_mode for sample in column[name]] for name in names})
    return answer


def _marks_of_peers(timed: Mapping[str, list[tuple[str, float]]]) -> dict[str, str]:
    """The lowest median leads unless another is faster within the same placement modes: luck is no merit."""
    by_median = sorted(timed, key=lambda name: median([time for _, time in timed[name]]).value)
    best = by_median[0]
    for name in by_median[1:]:
        if paired_ratio(timed[name], timed[best]).verdict == "faster":
            best = name
    answer = {best: BEST}
    for name in by_median:
        if name != best and paired_ratio(timed[name], timed[best]).verdict in ("same", "undecided"):
            answer[name] = NOT_TOLD_APART
    return answer

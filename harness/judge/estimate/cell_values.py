"""The value that a table shows of one cell: the median of a metric over the repetitions that have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from harness.judge.estimate.number_text import NOT_MEASURED, number
from harness.judge.estimate.statistics import median
from harness.judge.read.columns import Column
from harness.judge.read.run_file import Sample

Cells = dict[tuple[str, Column], list[Sample]]


def cells_of(samples: Iterable[Sample]) -> Cells:
    """Design and column -> the repetitions."""
    cells: Cells = {}
    for sample in samples:
        cells.setdefault((sample.design, sample.column), []).append(sample)
    return cells


def by_design(samples: Iterable[Sample]) -> dict[str, list[Sample]]:
    found: dict[str, list[Sample]] = {}
    for sample in samples:
        found.setdefault(sample.design, []).append(sample)
    return found


def value_of(samples: Sequence[Sample], metric: str) -> float | None:
    values = [sample.metrics[metric] for sample in samples if metric in sample.metrics]
    return median(values).value if values else None


def shown(value: float | None) -> str:
    return NOT_MEASURED if value is None else number(value)


def failure_of(samples: Sequence[Sample], notes: list[str]) -> str | None:
    """The text of a cell of which a repetition failed; the reason goes to the notes, under a number. None if none
    failed."""
    reasons = Counter(sample.error for sample in samples if sample.error is not None)
    if not reasons:
        return None
    why = "; ".join(f"{reason} ({count} times)" if count > 1 else str(reason) for reason, count in reasons.items())
    notes.append(f"({len(notes) + 1}) {samples[0].cell}: {why}")
    return f"failed {sum(reasons.values())} of {len(samples)} ({len(notes)})"

"""What a run measured for one part of a target row."""

from __future__ import annotations

from dataclasses import dataclass, field

from harness.judge.estimate.statistics import Estimate, Growth

JUDGED = ("seed_target", "lab_goal")
NOT_MEASURED = "not measured in this run"
NANOSECONDS, BYTES, TASKS_PER_SECOND = "ns", "bytes", "tasks/s"


@dataclass(frozen=True)
class Answer:
    """A measured value, or the reason why there is none."""

    when: str
    design: str = ""
    cell: str = ""
    unit: str = ""
    value: Estimate | None = None
    growth: Growth | None = None
    reason: str = NOT_MEASURED
    bound: bool = False  # the true value is at least this one
    notes: list[str] = field(default_factory=list)
    others: dict[str, float] = field(default_factory=dict)  # design -> value, where all are to be listed

"""Met, missed or undecided: a measured value with its interval against one limit of a target row.

A limit is met or missed only if the whole interval lies on one side of it; undecided otherwise.

Growth is judged by the exponent e of time ~ capacity ** e. `no_growth` is
  undecided  if the interval holds both 0 and what an O(log n) operation would show on the same capacities (nobody
             can tell them apart), or if the run spans fewer decades of capacity than the limit asks for;
  met        if the interval starts at 0 or below, or lies wholly below the limit's tolerance;
  missed     otherwise, by so many nanoseconds per factor of ten in capacity.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from harness.judge.estimate.number_text import number
from harness.judge.estimate.statistics import Estimate, Growth

SHARE_SAVED = "share saved"
MET, MISSED, UNDECIDED = "met", "missed", "undecided"
_BETTER_IS_LESS = {"below", "at_most"}
_SIGNS = {"below": "<", "at_most": "<=", "above": ">", "at_least": ">="}


@dataclass(frozen=True)
class Verdict:
    word: str
    factor: float | None  # how many times better than the limit; below 1 it is worse
    text: str


def against_value(measured: Estimate, limit: dict[str, Any]) -> Verdict:
    less, allowed = limit["direction"] in _BETTER_IS_LESS, float(limit["value"])
    low, high = (measured.low, measured.high) if measured.has_interval else (measured.value, measured.value)
    inside = [_holds(bound, limit["direction"], allowed) for bound in (low, high)]
    word = MET if all(inside) else MISSED if not any(inside) else UNDECIDED
    above, under = (allowed, measured.value) if less else (measured.value, allowed)
    if limit["unit"] == SHARE_SAVED:  # from 90 to 99 % saved is ten times better: what is left counts
        above, under = 1 - allowed, 1 - measured.value
    factor = above / under if above > 0 and under > 0 else None
    asked = f"{_SIGNS[limit['direction']]} {quantity(allowed, limit['unit'])}"
    if factor is None or word == UNDECIDED:
        return Verdict(word, factor, f"{asked}: {word}")
    return Verdict(word, factor, f"{asked}: {word} {number(max(factor, 1 / factor))}x")


def against_growth(measured: Growth, limit: dict[str, Any]) -> Verdict:
    exponent = measured.exponent
    if not exponent.has_interval:
        return Verdict(UNDECIDED, None, f"{UNDECIDED}: 1 repetition")
    if measured.decades < limit["decades"]:
        return Verdict(UNDECIDED, None, f"{UNDECIDED}: {measured.decades:.1f} of {limit['decades']} decades")
    if exponent.low <= 0 and exponent.high >= measured.exponent_of_log_n:
        return Verdict(UNDECIDED, None, f"{UNDECIDED}: too noisy")
    if exponent.low <= 0 or exponent.high < limit["tolerance"]:
        return Verdict(MET, None, f"{MET}, {measured.per_decade:+.2f} ns/decade")
    return Verdict(MISSED, None, f"{MISSED}, {measured.per_decade:+.2f} ns/decade")


def quantity(value: float, unit: str) -> str:
    """A limit in the unit that a person would use."""
    if unit == "ns":
        for name, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
            if value >= size:
                return f"{value / size:g} {name}"
    if unit == "bytes" and value >= 1024:
        return f"{value / 1024 ** 2:g} MB" if value >= 1024 ** 2 else f"{value / 1024:g} KB"
    if unit == SHARE_SAVED:
        return f"{100 * value:g} % saved"
    if unit == "tasks/s":
        return f"{value / 1e6:g} M/s" if value >= 1e6 else f"{value:,g}/s"
    if unit == "times lower":
        return f"{value:g}x lower"
    return f"{value:g} {unit}"


def _holds(value: float, direction: str, allowed: float) -> bool:
    return {"below": value < allowed, "at_most": value <= allowed,
            "above": value > allowed, "at_least": value >= allowed}[direction]

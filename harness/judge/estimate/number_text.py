"""Numbers as all output writes them."""

from __future__ import annotations

from harness.judge.estimate.statistics import Estimate

NOT_MEASURED = "."


def number(value: float) -> str:
    """Three significant digits, never an exponent between a thousandth and a billion."""
    if value != value:
        return "?"
    size = abs(value)
    if size >= 99.95 or value == 0:
        return f"{value:,.0f}"
    digits = 1 if size >= 9.995 else 2 if size >= 0.0995 else 4
    return f"{value:.{digits}f}"


def with_interval(estimate: Estimate, unit: str = "") -> str:
    value = f"{number(estimate.value)} {unit}".rstrip()
    if not estimate.has_interval:
        return f"{value} [1 run]"
    ends = f"{number(estimate.low)}-{number(estimate.high)}"
    return f"{value} ({ends})" if estimate.is_range else f"{value} [{ends}]"

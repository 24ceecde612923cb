"""The printed target rows: those of queues, those of schedulers, and the claims that the model checker answers."""

from __future__ import annotations

from collections import Counter
from typing import Any

from harness.judge.estimate.number_text import number, with_interval
from harness.judge.estimate.statistics import Estimate
from harness.judge.read.run_file import POOL, QUEUE
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped
from harness.judge.targets.answer import BYTES, JUDGED, NANOSECONDS, NOT_MEASURED, TASKS_PER_SECOND
from harness.judge.targets.claims import is_claim

_NAN = float("nan")
_NOTE = ("first target: what the source document asks for; lab goal: this project's own, harder one. 'met 3x': three "
         "times better than the limit, 'missed 3x': three times worse, 'undecided': the 95 % interval [in brackets] "
         "lies on both sides of it.")
_GROWTH_NOTE = (" P1: the exponent e of time ~ capacity ** e, wanted 0, and the nanoseconds that a factor of ten in "
                "capacity adds.")
_POOL_NOTE = (" M/s: million tasks per second. Work stealing is held against global_queue.mutex_queue.block, the "
              "baseline; '>=': there was no event at all to divide by, so the value is what one event would have "
              "given.")
_CLAIM_NOTE = ("Letters are defects; `schedlab verify wpol_queue_as_written` shows an execution of each. 'holds in "
               "bounds': no execution within the bounds breaks the claim, which proves nothing beyond them.")


def target_lines(rows: list[dict[str, Any]], style: Style) -> list[str]:
    claims = [row for row in rows if any(is_claim(part) for part in row["answers"])]
    figures = [row for row in rows if row["status"] != "waiting" and row not in claims]
    missing = [row for row in figures if _is_missing(row)]
    tables: list[list[str]] = []
    note = _NOTE
    for family, more in ((QUEUE, _GROWTH_NOTE), (POOL, _POOL_NOTE)):
        of_family = [row for row in figures if row["family"] == family and row not in missing]
        if of_family:
            tables.append(_figures(of_family, family, style))
            note += more
    waiting = Counter(row["needs"] for row in rows if row["status"] == "waiting")
    rest = (f"{sum(waiting.values())} of {len(rows)} rows wait for a capability that the lab does not have yet: "
            + ", ".join(f"{needs} {count}" for needs, count in waiting.most_common()) + ".")
    absent = wrapped(f"Rows {NOT_MEASURED}: {', '.join(row['id'] for row in missing)}.") if missing else []
    title = heading("Target rows that this lab can answer today", style)[:-1]
    return [*title, *(line for table in tables for line in ["", *table]), "", *(wrapped(note) if tables else []),
            *absent, *_claim_lines(claims, style), *wrapped(rest)]


def _is_missing(row: dict[str, Any]) -> bool:
    """Whether no part of the row has anything to say."""
    return all(part["value"] is None and part["reason"] == NOT_MEASURED for part in row["answers"])


def _figures(rows: list[dict[str, Any]], family: str, style: Style) -> list[str]:
    """A table of measured rows. The names of schedulers are too long for a column, so they stand below."""
    named = ["by"] if family == QUEUE else []
    grid = Grid(["row", "what"], [("", head) for head in ("measured", *named, "first target", "lab goal")], words=True)
    below: list[str] = []
    for row in rows:
        lines = []
        for index, part in enumerate(row["answers"]):
            measured, design, *verdicts = _texts(part)
            cells = [measured, *([design] if named else []), *verdicts]
            lines.append(([row["id"] if index == 0 else "", f"{row['short']} {part['when']}"],
                          [Cell(text) for text in cells]))
            below += [line for text in _below(part) for line in wrapped(f"{row['id']} {part['when']}: {text}")]
        grid.groups.append(lines)
    below = ([] if named else _who(rows)) + below
    return [*grid.lines(style), *([""] if below else []), *below]


def _who(rows: list[dict[str, Any]]) -> list[str]:
    """A line for each design that answers, with the parts that it answers."""
    answered: dict[str, list[str]] = {}
    for row in rows:
        for part in row["answers"]:
            if part["value"] is not None:
                answered.setdefault(part["design"], []).append(f"{row['id']} {part['when']}")
    return [line for design, parts in answered.items() for line in wrapped(f"{design} answers {', '.join(parts)}.")]


def _below(part: dict[str, Any]) -> list[str]:
    if part["value"] is None:
        return [] if part["reason"] == NOT_MEASURED else [part["reason"]]
    return [*part["notes"], *_others(part)]


def _others(part: dict[str, Any]) -> list[str]:
    """The best combination of each lane."""
    best: dict[str, str] = {}
    for other in part.get("others", []):
        best.setdefault(other["lane"], f"{other['design']} {number(other['value'] / 1e6)}")
    listed = ", ".join(best.values())
    return [f"the others, millions per second, the best of each queue or deque: {listed}"] if best else []


def _claim_lines(rows: list[dict[str, Any]], style: Style) -> list[str]:
    """A table of the claims by themselves: their answers are words, which would make the columns of figures too
    wide."""
    if not rows:
        return []
    grid = Grid(["row", "what"], [("", head) for head in ("model checker", "claim", "lab goal")], words=True)
    notes: list[str] = []
    for row in rows:
        lines = []
        for index, part in enumerate(row["answers"]):
            verdicts = [part[judged]["text"] if part["value"] is not None else "" for judged in JUDGED]
            lines.append(([row["id"] if index == 0 else "", f"{row['short']} {part['when']}"],
                          [Cell(text) for text in (part["text"], *verdicts)]))
            notes += [line for text in part["notes"] for line in wrapped(f"{row['id']} {part['when']}: {text}")]
        grid.groups.append(lines)
    return ["", *grid.lines(style), "", *notes, *wrapped(_CLAIM_NOTE), ""]


def _texts(part: dict[str, Any]) -> list[str]:
    if part["value"] is None:
        return [NOT_MEASURED if part["reason"] == NOT_MEASURED else "no answer, see below", "", "", ""]
    verdicts = [part[judged]["text"] if part[judged] else "" for judged in JUDGED]
    return [_measured(part), part["design"], *verdicts]


def _measured(part: dict[str, Any]) -> str:
    value, unit = part["value"], part["unit"]
    low, high = part["interval"] or (_NAN, _NAN)
    if unit == "exponent":
        return f"{value:+.3f}" + (f" [{low:+.3f}, {high:+.3f}]" if part["interval"] else " [1 run]")
    if unit == BYTES and (part["interval"] is None or low == high):
        return f"{value:,.0f} {BYTES}"
    if part["bound"]:
        return f">= {100 * value:.4g} % saved" if unit == "share saved" else f">= {number(value)}x lower"
    if unit == "share saved":
        interval = f"[{100 * low:.3g}-{100 * high:.3g}]" if part["interval"] else "[1 run]"
        return f"{100 * value:.3g} % saved {interval}"
    if unit == "times lower":
        return f"{number(value)}x lower" + (f" [{number(low)}-{number(high)}]" if part["interval"] else " [1 run]")
    if unit == NANOSECONDS and value >= 10_000:
        value, low, high, unit = value / 1e3, low / 1e3, high / 1e3, "us"
    if unit == TASKS_PER_SECOND:
        value, low, high, unit = value / 1e6, low / 1e6, high / 1e6, "M/s"
    return with_interval(Estimate(value, low, high, part["samples"], part["is_range"]), unit)

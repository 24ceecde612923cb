"""Answers the target rows from a run: measured, the cell that gave it, met or missed, and by which factor.

Writes RUN_DIR/targets.json and prints the rows that this run can answer; the others wait for a capability of the lab.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from harness.judge.answers import BYTES, NOT_MEASURED, Answer, answer
from harness.judge.claims import VERDICT, claim, is_claim
from harness.judge.command import over_run
from harness.judge.layout import Cell, Grid, Style, heading, standard_style, with_interval, wrapped
from harness.judge.run_file import BadInput, Run
from harness.judge.statistics import Estimate
from harness.judge.verdicts import Verdict, against_growth, against_value

USAGE = "usage: targets.py RUN_DIR    answers the target rows, writes RUN_DIR/targets.json"
CATALOGUE = Path(__file__).resolve().parents[2] / "results" / "targets.json"
SCHEMA_VERSION = 1
JUDGED = ("seed_target", "lab_goal")


def load_rows(path: Path = CATALOGUE) -> list[dict[str, Any]]:
    try:
        return json.loads(path.read_text(encoding="utf-8"))["rows"]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise BadInput(f"{path}: can't be read as the table of targets ({problem}); restore it from git") from None


def answers_of(run: Run, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One object per row, in the shape that results/schema.md describes."""
    return [_row(run, row) for row in rows]


def write_answers(run: Run, rows: list[dict[str, Any]]) -> Path:
    path = run.folder / "targets.json"
    text = json.dumps({"schema_version": SCHEMA_VERSION, "commit": run.context.get("commit"), "complete": run.complete,
                       "rows": rows}, indent=1, allow_nan=False) + "\n"
    unfinished = path.with_suffix(".json.part")
    try:
        unfinished.write_text(text, encoding="utf-8")
        os.replace(unfinished, path)
    except OSError as problem:
        raise BadInput(f"{path}: can't be written ({problem.strerror}); free the disk or the folder's "
                       "permissions and judge the run again") from None
    return path


def target_lines(rows: list[dict[str, Any]], style: Style) -> list[str]:
    grid = Grid(["row", "what"], [("", head) for head in ("measured", "by", "first target", "lab goal")], words=True)
    reasons: list[str] = []
    claims = [row for row in rows if any(is_claim(part) for part in row["answers"])]
    for row in (row for row in rows if row["status"] != "waiting" and row not in claims):
        lines = []
        for index, part in enumerate(row["answers"]):
            lines.append(([row["id"] if index == 0 else "", f"{row['short']} {part['when']}"],
                          [Cell(text) for text in _texts(part)]))
            if part["value"] is None and part["reason"] != NOT_MEASURED:
                reasons += wrapped(f"{row['id']} {part['when']}: {part['reason']}")
        grid.groups.append(lines)
    waiting = Counter(row["needs"] for row in rows if row["status"] == "waiting")
    shown = grid.lines(style) if grid.groups else []
    rest = (f"{sum(waiting.values())} of {len(rows)} rows wait for a capability that the lab does not have yet: "
            + ", ".join(f"{needs} {count}" for needs, count in waiting.most_common()) + ".")
    note = ("first target: what the source document asks for; lab goal: this project's own, harder one. 'met 3x': "
            "three times better than the limit, 'missed 3x': three times worse, 'undecided': the 95 % interval "
            "[in brackets] lies on both sides of it. P1: the exponent e of time ~ capacity ** e, wanted 0, and the "
            "nanoseconds that a factor of ten in capacity adds.")
    title = heading("Target rows that this lab can answer today", style)
    return [*title, *shown, "", *reasons, *wrapped(note), *_claim_lines(claims, style), *wrapped(rest)]


def _claim_lines(rows: list[dict[str, Any]], style: Style) -> list[str]:
    """A table of their own: answers in words, which would make the columns of figures too wide."""
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
    note = ("Letters are defects; `schedlab verify wpol_queue_as_written` shows an execution of each. 'holds in "
            "bounds': no execution within the bounds breaks the claim, which proves nothing beyond them.")
    return ["", *grid.lines(style), "", *notes, *wrapped(note), ""]


def _row(run: Run, row: dict[str, Any]) -> dict[str, Any]:
    answer_row = {"id": row["id"], "metric": row["metric"], "short": row.get("short", row["metric"])}
    if row["answered_by"] is None:
        return answer_row | {"status": "waiting", "needs": row["needs"], "answers": []}
    parts = [claim(run, part) if part["choose"] == VERDICT else _part(answer(run, part), part, row)
             for part in row["answered_by"]]
    status = "answered" if any(part["value"] is not None for part in parts) else "not measured"
    return answer_row | {"status": status, "needs": None, "answers": parts}


def _part(found: Answer, part: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {"when": found.when, "how": part["how"], "design": found.design or None,
                              "cell": found.cell or None, "metric": part["metric"], "unit": found.unit or None}
    if found.value is None:
        return result | {"value": None, "reason": found.reason}
    interval = [found.value.low, found.value.high] if found.value.has_interval else None
    result |= {"value": found.value.value, "interval": interval, "samples": found.value.samples}
    if found.growth is not None:
        result |= {"ns_per_decade": found.growth.per_decade, "decades": found.growth.decades}
    for judged in JUDGED:
        verdict = _verdict(found, row[judged]["limits"])
        result[judged] = verdict and {"verdict": verdict.word, "factor": verdict.factor, "text": verdict.text}
    return result


def _verdict(found: Answer, limits: list[dict[str, Any]]) -> Verdict | None:
    for limit in limits:
        if limit.get("when", found.when) == found.when:
            return against_growth(found.growth, limit) if found.growth else against_value(found.value, limit)
    return None


def _texts(part: dict[str, Any]) -> list[str]:
    if part["value"] is None:
        return [NOT_MEASURED if part["reason"] == NOT_MEASURED else "no answer, see below", "", "", ""]
    low, high = part["interval"] or (float("nan"), float("nan"))
    if part["unit"] == "exponent":
        measured = f"{part['value']:+.3f}" + (f" [{low:+.3f}, {high:+.3f}]" if part["interval"] else " [1 run]")
    elif part["unit"] == BYTES and (part["interval"] is None or low == high):
        measured = f"{part['value']:,.0f} {BYTES}"
    else:
        measured = with_interval(Estimate(part["value"], low, high, part["samples"]), part["unit"])
    verdicts = [part[judged]["text"] if part[judged] else "" for judged in JUDGED]
    return [measured, part["design"], *verdicts]


def judge(run: Run) -> None:
    rows = answers_of(run, load_rows())
    write_answers(run, rows)
    print("\n".join(target_lines(rows, standard_style())))


def main() -> int:
    return over_run(USAGE, sys.argv[1:], judge)


if __name__ == "__main__":
    sys.exit(main())

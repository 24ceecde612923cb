"""Answers the target rows from a run: measured, the cell that gave it, met or missed, and by which factor.

Rows that no run can answer wait for a capability of the lab.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from harness.judge.estimate.modes import modes_of
from harness.judge.read.bad_input import BadInput
from harness.judge.read.matching import matching_cells
from harness.judge.read.run_file import POOL, QUEUE, Run
from harness.judge.targets.answer import JUDGED, Answer
from harness.judge.targets.answers import CHOICES_OF_A_CELL, answer
from harness.judge.targets.claims import VERDICT, claim
from harness.judge.targets.verdicts import Verdict, against_growth, against_value

CATALOGUE = Path(__file__).resolve().parents[3] / "results" / "targets.json"
SCHEMA_VERSION = 1


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


def _row(run: Run, row: dict[str, Any]) -> dict[str, Any]:
    answer_row = {"id": row["id"], "metric": row["metric"], "short": row.get("short", row["metric"])}
    if row["answered_by"] is None:
        return answer_row | {"status": "waiting", "needs": row["needs"], "family": None, "answers": []}
    parts = [answered for part in row["answered_by"] for answered in
             ([claim(run, part)] if part["choose"] == VERDICT else _in_each_mode(run, part, row))]
    status = "answered" if any(part["value"] is not None for part in parts) else "not measured"
    return answer_row | {"status": status, "needs": None, "family": _family(row["answered_by"]), "answers": parts}


def _in_each_mode(run: Run, part: dict[str, Any], row: dict[str, Any]) -> list[dict[str, Any]]:
    """One answer per placement mode of the cells, each judged alone. Ratios are paired within modes anyway."""
    cells = matching_cells(run, part["cell"]) if part["choose"] in CHOICES_OF_A_CELL else {}
    modes = modes_of(sample for samples in cells.values() for sample in samples)
    if len(modes) < 2:
        return [_part(answer(run, part), part, row, run) | {"mode": None}]
    found = [_part(answer(run.in_mode(mode), part), part, row, run) | {"mode": mode} for mode in modes]
    return [one | {"when": f"{one['when']} ({mode})"} for one, mode in zip(found, modes)]


def _family(parts: list[dict[str, Any]]) -> str:
    """Whether queues or schedulers answer a row."""
    return POOL if any((part.get("cell") or "").startswith(f"{POOL}/") for part in parts) else QUEUE


def _part(found: Answer, part: dict[str, Any], row: dict[str, Any], run: Run) -> dict[str, Any]:
    result: dict[str, Any] = {"when": found.when, "how": part["how"], "design": found.design or None,
                              "cell": found.cell or None, "metric": part["metric"], "unit": found.unit or None,
                              "notes": found.notes}
    if found.value is None:
        return result | {"value": None, "reason": found.reason}
    interval = [found.value.low, None if found.bound else found.value.high] if found.value.has_interval else None
    result |= {"value": found.value.value, "interval": interval, "bound": "at least" if found.bound else None,
               "samples": found.value.samples, "is_range": found.value.is_range}
    if found.others:
        result["others"] = [{"design": design, "value": value, "lane": run.designs[design].lane_of}
                            for design, value in found.others.items()]
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

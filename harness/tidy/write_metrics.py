#!/usr/bin/env python3
"""Brings up to date what follows from harness/cells/metrics.hpp: what the judge knows of metrics, and their table in the
description of the results.

    harness/tidy/write_metrics.py [SCHEDLAB]     (build/release/schedlab, built since metrics.hpp was changed)
"""
from __future__ import annotations

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KNOWN_TO_THE_JUDGE = ROOT / "harness/judge/read/metrics.json"
SCHEMA = ROOT / "results/schema.md"
BEGIN, END = "<!-- metrics: written by harness/tidy/write_metrics.py -->\n", "<!-- end of metrics -->\n"
COLUMNS = {"key": "name", "unit": "unit", "better": "better", "over repetitions": "over_repetitions", "who has it": "who",
           "what it is": "about"}


def table(metrics: list[dict[str, str]]) -> str:
    rows = [list(COLUMNS), ["---"] * len(COLUMNS)]
    rows += [[f"`{metric['name']}`", *(metric[field] for field in list(COLUMNS.values())[1:])] for metric in metrics]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def with_table(text: str, metrics: list[dict[str, str]]) -> str:
    """The text with a new table between its two marks."""
    before, found, rest = text.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not found or not ended:
        sys.exit(f"{SCHEMA}: the table of metrics should stand between {BEGIN.strip()} and {END.strip()}")
    return before + BEGIN + table(metrics) + END + after


def main(words: list[str]) -> None:
    executable = words[0] if words else str(ROOT / "build/release/schedlab")
    listed = subprocess.run([executable, "list", "metrics", "--json"], check=True, capture_output=True, text=True).stdout
    KNOWN_TO_THE_JUDGE.write_text(listed, encoding="utf-8")
    SCHEMA.write_text(with_table(SCHEMA.read_text(encoding="utf-8"), json.loads(listed)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

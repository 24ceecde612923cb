"""docs/words.md explains every head, letter, mark, badge and word of a fault that the program knows, by its own constants."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from example import example_run
from pool_example import pool_example

from harness.judge.commands import compare
from harness.judge.estimate import ceiling, checked, modes, ranking
from harness.judge.estimate.comparison import comparison
from harness.judge.estimate.number_text import NOT_MEASURED
from harness.judge.read import classes, columns, pool_columns, semantics
from harness.judge.read.run_file import load_run
from harness.judge.tables.pools.pool_latency_tables import LATE_MARK
from harness.judge.tables.tables import tables
from harness.judge.tables.target_table import target_lines
from harness.judge.targets.targets import answers_of, load_rows
from harness.judge.targets.verdicts import MET, MISSED, UNDECIDED
from harness.judge.text.figures import BAR
from harness.judge.text.layout import Grid, Style

ROOT = Path(__file__).resolve().parents[3]
WORDS = ROOT / "docs/words.md"
LETTERS, MARKS, LOADS = "Letters", "Marks and figures in tables", "Loads"
NOT_BY_ALPHABET = (LETTERS, MARKS, LOADS, "Workloads", "Policies", "Titles of the tables of queues")
TERM = re.compile(r"`([^`]+)`")
FUNCTION = re.compile(r"const char\* (?:word|name_of)\([^)]*\) \{(.*?)\n\}", re.DOTALL)
TABLE_HEADS = re.compile(r"vector<(?:table_)?row> \w+ = \{\s*\{([^}]*)\}")


def table_rows() -> dict[str, list[list[list[str]]]]:
    """Title -> the rows of its table -> the words in backquotes of each cell."""
    found: dict[str, list[list[list[str]]]] = {}
    for section in WORDS.read_text(encoding="utf-8").split("\n## ")[1:]:
        title, *lines = section.splitlines()
        rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines if line.startswith("| `")]
        found[title] = [[[term.replace("\\|", "|") for term in TERM.findall(cell)] for cell in row] for row in rows]
    return found


ROWS = table_rows()
TERMS = {term for title, rows in ROWS.items() if title != LETTERS for row in rows for term in row[0]}
PARTS_OF_LOADS = {term for row in ROWS[LOADS] for term in row[0]}


def with_n(text: str) -> str:
    return re.sub(r"\d[\d,]*|\*", "N", text)


def is_load(text: str) -> bool:
    return all(with_n(part) in PARTS_OF_LOADS for part in text.split("."))


def is_explained(head: str) -> bool:
    """A head as it stands, with N for a number, or as a workload and its load."""
    text = head.strip().removesuffix("!")
    return not text or text in TERMS or with_n(text) in TERMS or is_load(text) \
        or (" " in text and all(is_explained(word) for word in text.split(" ")))


def missing(words: Iterable[str]) -> list[str]:
    return sorted({word for word in words if not is_explained(word)})


@pytest.mark.parametrize("title", [title for title in ROWS if title not in NOT_BY_ALPHABET])
def test_entries_are_in_alphabetical_order(title: str) -> None:
    first = [row[0][0] for row in ROWS[title]]
    assert first == sorted(first, key=lambda term: (re.sub(r"[^a-z0-9]", "", term.lower()), term))


def test_every_letter_has_its_entry() -> None:
    known = {(head, letter) for head, letter, _ in (map(" ".join, row) for row in ROWS[LETTERS])}
    assert known == {(title[0], letter) for title, meanings in semantics._COLUMNS for letter, _ in meanings.values()}
    assert missing(semantics.HEADS) == []


def test_every_mark_has_its_entry() -> None:
    marks = {term for row in ROWS[MARKS] for term in row[0]}
    assert {ranking.BEST, ranking.NOT_TOLD_APART, ranking.NOT_COMPARED, NOT_MEASURED, LATE_MARK, BAR.strip(), "!",
            ceiling.Times(1.2).text[-1], modes.ONE_THREAD, modes.DRIFTED} <= marks
    assert {ceiling.ceiling_of(column) for column in (("pair", "1t"), ("mpmc", "1p1c"), ("ping_pong", "2t"))} <= marks


def test_every_badge_has_its_entry() -> None:
    badges = {term for row in ROWS["Badges of the checker"] for term in row[0]}
    assert {word for badge, (shown, _) in checked._MARKS.items() for word in (badge, shown)} <= badges


def test_titles_and_verdicts_have_their_entries() -> None:
    assert missing([*classes.IN_ORDER, *columns.KINDS, MET, MISSED, UNDECIDED, *compare._DECIDED, "same"]) == []


def test_every_head_that_is_printed_has_its_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grids: list[Grid] = []
    monkeypatch.setattr(Grid, "lines", lambda grid, style: grids.append(grid) or [])
    runs = [load_run(run.write(tmp_path / name)) for name, run in (("queues", example_run()), ("pools", pool_example()))]
    for run in runs:
        for complete in (False, True):
            tables(run, Style(), complete)
        target_lines(answers_of(run, load_rows()), Style())
    compare.compared(comparison(runs[0], runs[0]), runs[0], runs[0], Style(), complete=True)
    heads = {head for grid in grids for head in (*grid.stub_heads, *(line for pair in grid.heads for line in pair))}
    assert {"design", "scheduler", "cell", "row", "capacity", "p99", "lab goal"} <= heads
    assert missing(heads) == []


def test_every_workload_and_load_has_its_entry() -> None:
    named = re.findall(r'^\s*\{"(\w+)",', (ROOT / "harness/cells/workload_words.hpp").read_text(), re.MULTILINE)
    assert "mpmc" in named and missing([*named, *columns._ORDER, *pool_columns._ORDER]) == []
    rows = json.loads((ROOT / "results/targets.json").read_text())["rows"]
    cells = [part["cell"] for row in rows for part in row["answered_by"] or [] if part.get("cell")]
    loads = {cell.split("/")[3] for cell in cells} - {"*"}
    assert loads and [load for load in sorted(loads) if not is_load(load)] == []


def test_every_head_and_word_of_the_program_itself_has_its_entry() -> None:
    heads: set[str] = set()
    words: set[str] = set()
    for file in (ROOT / "harness").rglob("*pp"):
        if {"tests", "defective"} & set(file.parts):
            continue
        text = file.read_text(encoding="utf-8")
        heads |= {head for row in TABLE_HEADS.findall(text) for head in re.findall(r'"([^"]+)"', row)}
        words |= {word for body in FUNCTION.findall(text) for word in re.findall(r'return "([^"]+)";', body)}
    words |= set(re.findall(r'return "(\w+)";', (ROOT / "schedulers/desk.hpp").read_text()))
    assert {"NAME", "WEAKEST", "LONGEST"} <= heads and {"data race", "spurious empty", "lock_free"} <= words
    assert missing(heads | words) == []

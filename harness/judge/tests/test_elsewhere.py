"""Designs of other folders: their rows, where they come from, and a verdict that says nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from synthetic_run import SyntheticRun, checked

from harness.judge.read.run_file import load_run
from harness.judge.tables.tables import tables
from harness.judge.text.layout import Style

WHY = "took no step through Memory: not checkable"
TIMES = [10.0, 10.1, 10.2, 10.3, 10.4, 10.5]


def text_of(run: SyntheticRun, folder: Path) -> str:
    return "\n".join(tables(load_run(run.write(folder)), Style(), complete=False))


def two_designs(**context: object) -> SyntheticRun:
    run = SyntheticRun(**context).design("ring").design("mine.locked", checked=checked("not checkable", why=WHY))
    return run.cell("ring", "pair", "1t", TIMES).cell("mine.locked", "pair", "1t", [2 * time for time in TIMES])


def test_the_legend_says_where_a_design_comes_from(tmp_path: Path) -> None:
    folders = {"mine": "/home/me/mine", "unused": "/home/me/unused"}
    text = " ".join(text_of(two_designs(folders_elsewhere=folders), tmp_path).split())
    assert "From elsewhere: mine.DESIGN is from /home/me/mine, of an unknown commit." in text
    assert "From elsewhere" not in text_of(two_designs(), tmp_path)


@pytest.mark.parametrize(("dirty", "text"), [(False, "commit 0123456789ab."), (True, "commit 0123456789ab with changes.")])
def test_the_legend_says_of_which_commit(tmp_path: Path, dirty: bool, text: str) -> None:
    commits = {"mine": {"commit": "0123456789abcdef", "dirty": dirty, "why_unknown": ""}}
    run = two_designs(folders_elsewhere={"mine": "/home/me/mine"}, commits_elsewhere=commits)
    assert f"mine.DESIGN is from /home/me/mine, {text}" in " ".join(text_of(run, tmp_path).split())


def test_in_a_pool_it_is_named_too(tmp_path: Path) -> None:
    run = SyntheticRun(folders_elsewhere={"mine": "/home/me/mine"}).scheduler("global_queue.ring.park")
    run.design("mine.ring").scheduler("global_queue.mine.ring.park", lane="mine.ring")
    run.cell("global_queue.mine.ring.park", "flood", "w1.1s", TIMES)
    assert "mine.DESIGN is from /home/me/mine" in " ".join(text_of(run, tmp_path).split())


def test_what_cannot_be_checked_is_ranked_and_is_neither_refuted_nor_a_warning(tmp_path: Path) -> None:
    text = text_of(two_designs(), tmp_path)
    row = next(line for line in text.splitlines() if line.startswith("mine.locked"))
    assert row.split()[1] == "-"
    assert "not checkable, a library or not written over the lab's Memory" in " ".join(text.split())
    assert "REFUTED" not in text and "WARNING" not in text

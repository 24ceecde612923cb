"""A run with a filter shows what it measured, and nothing of designs that nobody asked for."""

from __future__ import annotations

from pathlib import Path

from printing import row
from synthetic_run import SyntheticRun

from harness.judge.commands.summary import summary
from harness.judge.read.run_file import load_run
from harness.judge.text.layout import Style

SKIPPED = {"name": "folly_queue", "reason": "package libfolly-dev is not installed"}
CUT = "queue/ring/mpmc/8p8c"


def printed(folder: Path, filter: str, explained: bool = False) -> list[str]:
    run = SyntheticRun(filter=filter, skipped=[SKIPPED], left_out=[CUT], code_sizes={"wpol_queue": 447})
    run.design("ring").design("plain_ring", "yardstick").design("wpol_queue")
    run.cell("ring", "pair", "1t", [4.0] * 5).cell("plain_ring", "pair", "1t", [2.0] * 5)
    return summary(load_run(run.write(folder)), Style(), explained=explained)


def test_the_row_has_its_ratio(tmp_path: Path) -> None:
    text = "\n".join(printed(tmp_path, "queue/ring/pair/1t"))
    assert "2.0x" in row(text, "ring") and "1.0x" in row(text, "plain_ring")


def test_nobody_asked_for_other_designs(tmp_path: Path) -> None:
    everything = "\n".join(printed(tmp_path, ""))
    chosen = "\n".join(printed(tmp_path, "queue/ring/pair/1t"))
    for of_others in ("wpol_queue", "folly_queue", "not measured in this run", "How to read the tables"):
        assert of_others in everything and of_others not in chosen, of_others
    assert CUT in chosen, "what the budget took was asked for"


def test_the_legend_is_there_when_it_is_asked_for(tmp_path: Path) -> None:
    short = printed(tmp_path, "queue/ring/pair/1t")
    assert any("--explain" in line for line in short)
    assert len(short) < 30
    assert "How to read the tables" in "\n".join(printed(tmp_path, "queue/ring/pair/1t", explained=True))

"""Which designs are ranked against each other: only those of like semantics, and never a wrong, failed or lucky one."""

from __future__ import annotations

from pathlib import Path

import pytest
from synthetic_run import SyntheticRun

from harness.judge.estimate.cell_values import by_design
from harness.judge.estimate.ranking import BEST, NOT_TOLD_APART, marks
from harness.judge.read.run_file import load_run

COLUMN = ("pair", "1t")
FAST, SLOW = [1.00, 1.01, 1.02, 1.03, 1.04], [2.00, 2.01, 2.02, 2.03, 2.04]


def marked(run: SyntheticRun, folder: Path) -> dict[str, str]:
    loaded = load_run(run.write(folder))
    return marks(by_design(loaded.samples), loaded.designs)


def test_the_best_of_like_semantics_is_marked(tmp_path: Path) -> None:
    run = SyntheticRun().design("fast").design("slow", "peer")
    assert marked(run.cell("fast", *COLUMN, FAST).cell("slow", *COLUMN, SLOW), tmp_path) == {"fast": BEST}


@pytest.mark.parametrize("change", [{"bounded": False}, {"order": "none"}, {"strength": "strong"},
                                    {"producers": "one"}, {"relaxation": 16}, {"relaxation": -1}])
def test_unlike_semantics_are_never_ranked_together(change: dict, tmp_path: Path) -> None:
    run = SyntheticRun().design("fast", **change).design("slow").cell("fast", *COLUMN, FAST).cell("slow", *COLUMN, SLOW)
    assert marked(run, tmp_path) == {}


def test_unlike_semantics_have_a_best_each(tmp_path: Path) -> None:
    run = SyntheticRun().design("a").design("b").design("c", order="none").design("d", order="none")
    for name, times in (("a", FAST), ("b", SLOW), ("c", SLOW), ("d", [3.0, 3.1, 3.2, 3.3, 3.4])):
        run.cell(name, *COLUMN, times)
    assert marked(run, tmp_path) == {"a": BEST, "c": BEST}


def test_what_cannot_be_told_apart_says_so(tmp_path: Path) -> None:
    run = SyntheticRun().design("a").design("b").cell("a", *COLUMN, [1.0, 1.1, 1.2, 1.1, 1.2])
    assert marked(run.cell("b", *COLUMN, [1.1, 1.2, 1.0, 1.2, 1.15]), tmp_path) == {"a": BEST, "b": NOT_TOLD_APART}


def test_luck_of_placement_does_not_make_a_best(tmp_path: Path) -> None:
    run = SyntheticRun().design("lucky").design("better")
    run.cell("lucky", *COLUMN, [12.0, 12.1, 12.2, 12.3, 12.4], ["80ns"])
    run.cell("lucky", *COLUMN, [120, 121, 122], ["480ns"])
    run.cell("better", *COLUMN, [10.0, 10.1, 10.2], ["80ns"])
    run.cell("better", *COLUMN, [100, 101, 102, 103, 104], ["480ns"])
    assert marked(run, tmp_path) == {"better": BEST}


def test_an_unsound_design_is_never_ranked(tmp_path: Path) -> None:
    run = SyntheticRun().design("unsound", sound=False).design("fast").design("slow")
    run.cell("unsound", *COLUMN, [0.1] * 5).cell("fast", *COLUMN, FAST).cell("slow", *COLUMN, SLOW)
    assert marked(run, tmp_path) == {"fast": BEST}


def test_yardsticks_and_failed_cells_are_never_marked(tmp_path: Path) -> None:
    run = SyntheticRun().design("null_queue", "yardstick").design("broken").design("fast").design("slow")
    run.cell("null_queue", *COLUMN, [0.3] * 5).cell("fast", *COLUMN, FAST).cell("slow", *COLUMN, SLOW)
    run.cell("broken", *COLUMN, [0.1] * 4).failure("broken", *COLUMN, "item 17 came out twice")
    assert marked(run, tmp_path) == {"fast": BEST}


def test_the_same_relaxation_is_the_same_promise(tmp_path: Path) -> None:
    run = SyntheticRun().design("fast", relaxation=16).design("slow", relaxation=16)
    assert marked(run.cell("fast", *COLUMN, FAST).cell("slow", *COLUMN, SLOW), tmp_path) == {"fast": BEST}

"""Who is ranked against whom, what a failed cell looks like, and that the tables fit a console."""

from __future__ import annotations

from pathlib import Path

import pytest
from example import example_run
from synthetic_run import SyntheticRun

from harness.judge.layout import WIDTH, Style, number
from harness.judge.ranking import BEST, NOT_TOLD_APART, marks
from harness.judge.run_file import Sample, load_run
from harness.judge.table import tables

COLUMN = ("pair", "1t")
FAST, SLOW = [1.00, 1.01, 1.02, 1.03, 1.04], [2.00, 2.01, 2.02, 2.03, 2.04]


def marked(run: SyntheticRun, folder: Path) -> dict[str, str]:
    loaded = load_run(run.write(folder))
    column: dict[str, list[Sample]] = {}
    for sample in loaded.samples:
        column.setdefault(sample.design, []).append(sample)
    return marks(column, loaded.designs)


def text(run: SyntheticRun, folder: Path) -> str:
    return "\n".join(tables(load_run(run.write(folder)), Style()))


def row(printed: str, design: str) -> str:
    return next(line for line in printed.splitlines() if line.startswith(design))


def test_the_best_of_like_semantics_is_marked(tmp_path: Path) -> None:
    run = SyntheticRun().design("fast").design("slow", "peer")
    assert marked(run.cell("fast", *COLUMN, FAST).cell("slow", *COLUMN, SLOW), tmp_path) == {"fast": BEST}


def test_yardsticks_are_never_marked(tmp_path: Path) -> None:
    run = SyntheticRun().design("null_queue", "yardstick").design("fast").design("slow")
    run.cell("null_queue", *COLUMN, [0.3] * 5).cell("fast", *COLUMN, FAST).cell("slow", *COLUMN, SLOW)
    assert marked(run, tmp_path) == {"fast": BEST}
    lines = text(run, tmp_path).splitlines()
    rules = [i for i, line in enumerate(lines) if line.startswith("---")]
    assert rules[0] < lines.index(next(line for line in lines if line.startswith("null_queue"))) < rules[1]


@pytest.mark.parametrize("change", [{"bounded": False}, {"order": "none"}, {"strength": "strong"},
                                    {"producers": "one"}])
def test_unlike_semantics_are_never_ranked_together(change: dict, tmp_path: Path) -> None:
    run = SyntheticRun().design("fast", **change).design("slow").cell("fast", *COLUMN, FAST).cell("slow", *COLUMN, SLOW)
    assert marked(run, tmp_path) == {}


def test_unlike_semantics_have_a_best_each(tmp_path: Path) -> None:
    run = SyntheticRun().design("a").design("b").design("c", order="none").design("d", order="none")
    for name, times in (("a", FAST), ("b", SLOW), ("c", SLOW), ("d", [3.0, 3.1, 3.2, 3.3, 3.4])):
        run.cell(name, *COLUMN, times)
    assert marked(run, tmp_path) == {"a": BEST, "c": BEST}


def test_what_cannot_be_told_apart_says_so(tmp_path: Path) -> None:
    run = SyntheticRun().design("a").design("b").cell("a", *COLUMN, [1.0, 1.5, 2.0, 2.5, 3.0])
    assert marked(run.cell("b", *COLUMN, [1.1, 1.6, 2.1, 2.4, 3.1]), tmp_path) == {"a": BEST, "b": NOT_TOLD_APART}


def test_luck_of_placement_does_not_make_a_best(tmp_path: Path) -> None:
    run = SyntheticRun().design("lucky").design("better")
    run.cell("lucky", *COLUMN, [12.0, 12.1, 12.2, 12.3, 12.4], ["near"])
    run.cell("lucky", *COLUMN, [120, 121, 122], ["far"])
    run.cell("better", *COLUMN, [10.0, 10.1, 10.2], ["near"])
    run.cell("better", *COLUMN, [100, 101, 102, 103, 104], ["far"])
    assert marked(run, tmp_path) == {"better": BEST}


def test_a_failed_cell_is_shown_with_its_reason_and_never_ranked(tmp_path: Path) -> None:
    run = SyntheticRun().design("broken").design("fast").design("slow")
    run.cell("broken", *COLUMN, [0.1] * 4).failure("broken", *COLUMN, "item 17 came out twice")
    run.cell("fast", *COLUMN, FAST).cell("slow", *COLUMN, SLOW)
    assert marked(run, tmp_path) == {"fast": BEST}
    printed = text(run, tmp_path)
    assert "failed 1 of 5 (1)" in row(printed, "broken") and "0.1" not in row(printed, "broken")
    assert "(1) queue/broken/pair/1t: item 17 came out twice" in printed


def test_an_unsound_design_is_never_ranked(tmp_path: Path) -> None:
    run = SyntheticRun().design("unsound", sound=False).design("fast").design("slow")
    run.cell("unsound", *COLUMN, [0.1] * 5).cell("fast", *COLUMN, FAST).cell("slow", *COLUMN, SLOW)
    assert marked(run, tmp_path) == {"fast": BEST}


def test_everything_fits_the_console_and_is_plain_ascii(tmp_path: Path) -> None:
    printed = text(example_run(), tmp_path)
    assert max(map(len, printed.splitlines())) <= WIDTH
    assert printed.isascii() and "\033" not in printed


def test_columns_say_what_they_are(tmp_path: Path) -> None:
    printed = text(example_run(), tmp_path)
    assert "4p4c!" in printed and "oversubscribed" in printed
    assert "mpmc/1p1c: far 33%, near 67%" in printed
    assert "reading the clock costs 21.3 ns" in printed
    for unit in ("Queues: nanoseconds per item", "p50 / p99", "Memory: bytes", "Growth: nanoseconds per operation"):
        assert unit in printed


def test_a_table_without_yardsticks_still_names_them(tmp_path: Path) -> None:
    assert "Yardsticks, from pair/1t above: null_queue" in text(example_run(), tmp_path)


def test_bold_only_where_asked_for(tmp_path: Path) -> None:
    run = load_run(example_run().write(tmp_path))
    assert "\033[1m" in "\n".join(tables(run, Style(True)))


@pytest.mark.parametrize("value, shown", [(0.331, "0.33"), (4.614, "4.61"), (9.996, "10.0"), (99.96, "100"), (0, "0"),
                                          (5863.2, "5,863"), (0.0123, "0.0123")])
def test_numbers_have_three_digits(value: float, shown: str) -> None:
    assert number(value) == shown

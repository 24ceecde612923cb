"""The tables of times: classes, kinds of load, cells with their ceilings, and that all of it fits a console."""

from __future__ import annotations

from pathlib import Path

import pytest
from example import example_run
from printing import printed, row, section
from synthetic_run import SyntheticRun

from harness.judge.estimate.number_text import number
from harness.judge.read.bad_input import BadInput
from harness.judge.read.classes import (BOUNDED, DEQUES, ONE_TO_ONE, OTHERS, PER_PRODUCER, PRIORITIES, RELAXED, UNBOUNDED,
                                   YARDSTICKS, class_of)
from harness.judge.read.columns import HAND_OVER, LOADS, STEALING, kind_of, threads_of
from harness.judge.read.run_file import load_run
from harness.judge.text.layout import WIDTH, Style
from harness.judge.tables.tables import tables

COLUMN = ("pair", "1t")
FAST, SLOW = [1.00, 1.01, 1.02, 1.03, 1.04], [2.00, 2.01, 2.02, 2.03, 2.04]


@pytest.mark.parametrize("traits, expected", [
    ({}, BOUNDED), ({"bounded": False}, UNBOUNDED), ({"order": "producer_fifo"}, PER_PRODUCER),
    ({"producers": "one", "consumers": "one"}, ONE_TO_ONE), ({"consumers": "one"}, OTHERS),
    ({"order": "highest_first"}, PRIORITIES), ({"order": "lowest_first", "relaxation": -1}, PRIORITIES),
    ({"relaxation": 8}, RELAXED), ({"order": "none"}, RELAXED), ({"order": "deque", "producers": "one"}, DEQUES),
    ({"kind": "yardstick"}, YARDSTICKS)])
def test_every_design_has_a_class(traits: dict, expected: str, tmp_path: Path) -> None:
    run = SyntheticRun().design("it", **traits).cell("it", *COLUMN, FAST)
    assert class_of(load_run(run.write(tmp_path)).designs["it"]) == expected


@pytest.mark.parametrize("column, kind, threads", [
    (("pair", "1t"), HAND_OVER, 1), (("pair", "1t.64B"), LOADS, 1), (("pair", "1t.d1000"), LOADS, 1),
    (("mpmc", "2p2c"), HAND_OVER, 4), (("mpmc", "4p4c"), LOADS, 8), (("mpmc", "2p1c"), LOADS, 3),
    (("mpmc", "1p1c.batch16"), HAND_OVER, 2), (("mpmc", "1p1c.think100"), LOADS, 2),
    (("ping_pong", "2t"), HAND_OVER, 2), (("burst", "1p1c.d1000"), LOADS, 2),
    (("owner", "depth32"), STEALING, 1), (("steal", "1t.burst64"), STEALING, 2),
    (("poll_empty", "2t"), LOADS, 2)])
def test_columns_go_by_kind(column: tuple[str, str], kind: str, threads: int) -> None:
    assert (kind_of(column, cores=2), threads_of(column)) == (kind, threads)


def test_a_class_has_a_table_per_kind_with_its_own_designs(tmp_path: Path) -> None:
    text = printed(example_run(), tmp_path)
    hand_over, loads = section(text, f"{BOUNDED}: {HAND_OVER}"), section(text, f"{BOUNDED}: {LOADS}")
    assert "1p1c" in hand_over[3] and "2p1c" not in hand_over[3] and "2p1c" in loads[3] and "4p4c!" in loads[3]
    names = [line.split(" ")[0] for line in hand_over[4:]]
    assert "vyukov_ring" in names and "tbb_bounded_queue" in names and "mutex_queue" not in names
    assert not any(line.startswith("vyukov_ring") for line in section(text, UNBOUNDED))


def test_yardsticks_stand_on_top_then_own_designs_then_libraries(tmp_path: Path) -> None:
    run = SyntheticRun().design("library", "peer").design("own").design("plain_ring", "yardstick")
    for name in ("library", "own", "plain_ring"):
        run.cell(name, *COLUMN, SLOW)
    lines = section(printed(run, tmp_path), BOUNDED)
    blocks = [lines.index(row(lines, name)) for name in ("plain_ring", "own", "library")]
    rules = [i for i, line in enumerate(lines) if line.startswith("---")]
    assert rules[0] < blocks[0] < rules[1] < blocks[1] < rules[2] < blocks[2]


def test_yardsticks_alone_have_a_table_too(tmp_path: Path) -> None:
    text = printed(SyntheticRun().design("fetch_add", "yardstick").cell("fetch_add", *COLUMN, SLOW), tmp_path)
    assert "2.02" in row(section(text, YARDSTICKS), "fetch_add")


def test_cells_have_interval_mark_and_times_the_ceiling(tmp_path: Path) -> None:
    run = SyntheticRun().design("plain_ring", "yardstick").design("fast").design("slow")
    run.cell("plain_ring", *COLUMN, FAST).cell("fast", *COLUMN, SLOW).cell("slow", *COLUMN, [30 * t for t in SLOW])
    text = printed(run, tmp_path)
    assert row(text, "fast").endswith("2.02 [2.00-2.04]* 2.0x")
    assert row(text, "slow").endswith("60.6 [60.0-61.2]   59x")
    assert row(text, "plain_ring").endswith("1.02 [1.00-1.04]  1.0x")


def test_breaking_loads_have_intervals_only_in_complete_tables(tmp_path: Path) -> None:
    run = SyntheticRun().design("ring").cell("ring", "mpmc", "2p1c", FAST, ["80ns"])
    title = f"{BOUNDED}: {LOADS}"
    assert row(section(printed(run, tmp_path), title), "ring").endswith("+  1.02")
    assert row(section(printed(run, tmp_path, complete=True), title), "ring").endswith("1.02 [1.00-1.04]")


def test_relaxed_orders_have_a_small_letter_and_say_how_many_overtake(tmp_path: Path) -> None:
    run = SyntheticRun().design("strict").design("some", relaxation=16)
    run.design("any", order="highest_first", relaxation=-1)
    for name in ("strict", "some", "any"):
        run.cell(name, *COLUMN, FAST)
    text = printed(run, tmp_path)
    assert " B n F B w +" in row(text, "strict") and " B n f B w +" in row(text, "some")
    assert " B n h B w +" in row(text, "any")
    assert "some 16, any any number" in " ".join(text.split())


def test_the_sound_column_contradicts_what_was_refuted(tmp_path: Path) -> None:
    refuted = {"badge": "refuted", "why": "item 3 came out twice"}
    run = SyntheticRun().design("wrong", checked=refuted).cell("wrong", *COLUMN, FAST)
    assert " B n F B w x" in row(printed(run, tmp_path), "wrong")


@pytest.mark.parametrize("relaxation", [-2, 1.5, "2", True])
def test_a_relaxation_that_is_no_count_is_refused(relaxation: object, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="how many items may overtake one"):
        load_run(SyntheticRun().design("it", relaxation=relaxation).write(tmp_path))


def test_a_failed_cell_is_shown_with_its_reason(tmp_path: Path) -> None:
    run = SyntheticRun().design("broken").cell("broken", *COLUMN, [0.1] * 4)
    text = printed(run.failure("broken", *COLUMN, "item 17 came out twice"), tmp_path)
    assert "failed 1 of 5 (1)" in row(text, "broken") and "0.1" not in row(text, "broken")
    assert "(1) queue/broken/pair/1t: item 17 came out twice" in text


@pytest.mark.parametrize("complete", [False, True])
def test_everything_fits_the_console_and_is_plain_ascii(complete: bool, tmp_path: Path) -> None:
    text = printed(example_run(), tmp_path, complete)
    assert max(map(len, text.splitlines())) <= WIDTH
    assert text.isascii() and "\033" not in text


def test_what_goes_on_below_has_the_name_again_and_no_empty_rows(tmp_path: Path) -> None:
    lines = section(printed(example_run(), tmp_path), f"{BOUNDED}: {HAND_OVER}")
    heads = [i for i, line in enumerate(lines) if line.startswith("design")]
    assert len(heads) == 3 and "checked" in lines[heads[0]] and "checked" not in lines[heads[1]]
    below = [line.split() for line in lines[heads[1]:]]
    assert ["vyukov_ring", "13.8"] in [words[:2] for words in below]
    assert "plain_ring" not in [words[0] for words in below if words], "measured in no column of this part"


def test_columns_and_marks_are_explained(tmp_path: Path) -> None:
    text = " ".join(printed(example_run(), tmp_path).split())
    for said in ("more threads than cores", "2p1c is 2 producers and 1 consumer", "poll_empty: pops of an empty queue",
                 "80ns 83%, 480ns 17%, drifted 1%", "'=' can't be told apart", "plain_ring where one thread"):
        assert said in text
    assert "mpmc/1p1c: 80ns 67%, 480ns 33%" in printed(example_run(), tmp_path, complete=True)


def test_bold_only_where_asked_for(tmp_path: Path) -> None:
    run = load_run(example_run().write(tmp_path))
    assert "\033[1m" in "\n".join(tables(run, Style(True), complete=False))


@pytest.mark.parametrize("value, shown", [(0.331, "0.33"), (4.614, "4.61"), (9.996, "10.0"), (99.96, "100"), (0, "0"),
                                          (5863.2, "5,863"), (0.0123, "0.0123")])
def test_numbers_have_three_digits(value: float, shown: str) -> None:
    assert number(value) == shown

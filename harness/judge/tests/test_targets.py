"""The catalogue of target rows is whole, and each row that a run can answer is answered by the right cell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from printing import answer_and_print
from example import example_run
from synthetic_run import CAPACITIES, SyntheticRun

from harness.judge.estimate.statistics import Estimate, growth
from harness.judge.read.run_file import load_run
from harness.judge.text.layout import Style
from harness.judge.tables.target_table import target_lines
from harness.judge.targets.targets import answers_of, load_rows
from harness.judge.targets.verdicts import against_growth, against_value

IDS = [f"{letter}{number}" for letter, count in (("T", 12), ("A", 16), ("N", 5), ("P", 4), ("W", 2))
       for number in range(1, count + 1)]
ANSWERED_NOW = {"T1", "T2", "T3", "T4", "T6", "T7", "T8", "T9", "T10", "T11", "A4", "A9", "N1", "N2", "N3", "N4", "P1",
                "P2", "P3", "P4"}


def answers(run: SyntheticRun, folder: Path) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in answers_of(load_run(run.write(folder)), load_rows())}


def test_all_39_rows_are_there_once() -> None:
    ids = [row["id"] for row in load_rows()]
    assert sorted(ids) == sorted(IDS) and len(set(ids)) == 39


def test_each_row_is_answered_or_says_what_it_needs() -> None:
    for row in load_rows():
        assert (row["answered_by"] is None) == (row["id"] not in ANSWERED_NOW)
        assert (row["needs"] is None) == (row["answered_by"] is not None)


def test_limits_can_be_read_by_a_machine() -> None:
    for row in load_rows():
        for judged in ("seed_target", "lab_goal"):
            assert row[judged]["text"]
            for limit in row[judged]["limits"]:
                assert limit["direction"] in ("below", "at_most", "above", "at_least", "no_growth")
                assert isinstance(limit["value"], (int, float)) and limit["unit"]


def test_the_best_own_sound_mpmc_design_answers(tmp_path: Path) -> None:
    run = SyntheticRun().design("good").design("slower").design("peer", "peer").design("spsc", producers="one")
    run.design("yardstick", "yardstick").design("unsound", sound=False)
    for name, mean in {"good": 4.0, "slower": 9.0, "peer": 1.0, "spsc": 1.0, "yardstick": 0.1, "unsound": 1.0}.items():
        run.cell(name, "pair", "1t", [5.0] * 3, push_mean_ns=mean, pop_mean_ns=mean / 2)
        run.cell(name, "mpmc", "2p2c", [5.0] * 3, ["80ns"], push_mean_ns=40 * mean, pop_mean_ns=mean)
    rows = answers(run, tmp_path)
    alone, together = rows["T6"]["answers"]
    assert (alone["design"], alone["value"], alone["lab_goal"]["verdict"]) == ("good", 4.0, "met")
    assert alone["seed_target"]["factor"] == pytest.approx(2500) and alone["cell"] == "queue/good/pair/1t"
    assert (together["value"], together["lab_goal"]["verdict"]) == (160.0, "missed")
    assert together["lab_goal"]["factor"] == pytest.approx(100 / 160)
    assert rows["T7"]["answers"][0]["value"] == 2.0


def test_a_failed_cell_answers_nothing(tmp_path: Path) -> None:
    run = SyntheticRun().design("good").cell("good", "pair", "1t", [5.0] * 3, push_mean_ns=4.0)
    part = answers(run.failure("good", "pair", "1t", "crashed: signal 11"), tmp_path)["T6"]["answers"][0]
    assert part["value"] is None and "crashed: signal 11" in part["reason"]


def test_missing_cells_are_said_to_be_missing(tmp_path: Path) -> None:
    rows = answers(SyntheticRun(), tmp_path)
    assert {row["status"] for row in rows.values()} == {"waiting", "not measured"}
    printed = "\n".join(target_lines(list(rows.values()), Style()))
    assert "Rows not measured in this run: T1, T2, T3, T4, T6," in printed, "one line, not one per part"


def test_memory_and_code_size(tmp_path: Path) -> None:
    run = SyntheticRun(code_sizes={"wpol_queue": 5000}).design("vyukov_ring").design("fat")
    run.cell("vyukov_ring", "memory", "1000items", [1.0] * 2, bytes_per_1000_items=16384)
    run.cell("fat", "memory", "1000items", [1.0] * 2, bytes_per_1000_items=102400)
    rows = answers(run, tmp_path)
    ring, largest = rows["T10"]["answers"]
    assert (ring["value"], ring["lab_goal"]["verdict"]) == (16384, "met")
    assert (largest["design"], largest["value"]) == ("fat", 102400)
    assert (largest["seed_target"]["verdict"], largest["lab_goal"]["verdict"]) == ("met", "missed")
    code = rows["T11"]["answers"][0]
    assert (code["value"], code["seed_target"]["verdict"], code["lab_goal"]["verdict"]) == (5000, "met", "missed")


def test_the_best_own_strict_priority_queue_answers_both_operations(tmp_path: Path) -> None:
    """The design whose pair takes least answers both, even if another pushes faster."""
    run = SyntheticRun().design("heap", order="highest_first").design("pushes_fast", order="lowest_first")
    run.design("relaxed", order="highest_first", relaxation=-1).design("fifo")
    run.design("library", "peer", order="highest_first").design("wrong", order="highest_first", sound=False)
    run.design("one", order="highest_first", producers="one")
    for name, push, pop in (("heap", 40, 150), ("pushes_fast", 10, 900), ("relaxed", 5, 5), ("fifo", 2, 2),
                            ("library", 1, 1), ("wrong", 1, 1), ("one", 1, 1)):
        run.cell(name, "pair", "1t.d100000", [push + pop] * 3, push_mean_ns=push, pop_mean_ns=pop)
    enqueue, dequeue = answers(run, tmp_path)["A4"]["answers"]
    assert (enqueue["when"], enqueue["design"], enqueue["value"]) == ("enqueue", "heap", 40)
    assert (dequeue["when"], dequeue["design"], dequeue["value"]) == ("dequeue", "heap", 150)
    assert dequeue["seed_target"]["verdict"] == "met" and dequeue["lab_goal"]["factor"] == pytest.approx(200 / 150)


def test_memory_of_the_priority_queue(tmp_path: Path) -> None:
    run = SyntheticRun().design("priority_heap", order="highest_first").design("fat", order="highest_first")
    run.cell("priority_heap", "memory", "1000items", [1.0] * 2, bytes_per_1000_items=20480)
    run.cell("fat", "memory", "1000items", [1.0] * 2, bytes_per_1000_items=9e6)
    (part,) = answers(run, tmp_path)["A9"]["answers"]
    assert (part["design"], part["value"], part["lab_goal"]["factor"]) == ("priority_heap", 20480, 5)


@pytest.mark.parametrize("exponent, seed, lab", [(0.0, "met", "met"), (0.01, "met", "missed"),
                                                 (0.3, "missed", "missed"), (-0.05, "met", "met")])
def test_growth_is_judged_by_its_exponent(exponent: float, seed: str, lab: str, tmp_path: Path) -> None:
    run = SyntheticRun().design("wpol_queue")
    for capacity in CAPACITIES:
        run.cell("wpol_queue", "growth", f"push.c{capacity}",
                 [5 * capacity ** exponent * wobble for wobble in (0.998, 0.999, 1.0, 1.001, 1.002)])
    part = answers(run, tmp_path)["P1"]["answers"][0]
    assert part["value"] == pytest.approx(exponent, abs=0.002)
    assert (part["seed_target"]["verdict"], part["lab_goal"]["verdict"]) == (seed, lab)


def test_growth_that_noise_hides_or_that_spans_too_little_is_undecided() -> None:
    limit = {"value": 0, "unit": "exponent", "direction": "no_growth", "tolerance": 0, "decades": 4}
    noisy = growth({c: [1.0, 1.0, 5.0, 25.0, 25.0] for c in CAPACITIES})
    assert against_growth(noisy, limit).word == "undecided"
    short = growth({c: [5.0, 5.0, 5.0] for c in CAPACITIES[:4]})
    assert against_growth(short, limit).word == "undecided"


@pytest.mark.parametrize("low, high, word", [(8, 9, "met"), (9, 11, "undecided"), (11, 12, "missed"),
                                             (9, 10, "undecided")])
def test_a_limit_within_the_interval_is_undecided(low: float, high: float, word: str) -> None:
    limit = {"value": 10, "unit": "ns", "direction": "below"}
    assert against_value(Estimate((low + high) / 2, low, high, 9), limit).word == word


def test_the_answers_are_written_beside_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer_and_print(load_run(example_run().write(tmp_path)))
    written = json.loads((tmp_path / "targets.json").read_text())
    assert len(written["rows"]) == 39 and written["complete"] is True
    assert "19 of 39 rows wait" in capsys.readouterr().out

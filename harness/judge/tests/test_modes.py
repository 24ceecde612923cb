"""Placement modes: which are a column's, in which order, and that no figure mixes them."""

from __future__ import annotations

from pathlib import Path

from printing import printed, row, section
from synthetic_run import SyntheticRun

from harness.judge.estimate.modes import modes_of
from harness.judge.estimate.statistics import median
from harness.judge.read.classes import BOUNDED
from harness.judge.read.columns import HAND_OVER
from harness.judge.read.run_file import load_run
from harness.judge.text.figures import aligned, figure
from harness.judge.targets.targets import answers_of, load_rows

PAIR, SHARED = ("pair", "1t"), ("mpmc", "1p1c")


def two_modes() -> SyntheticRun:
    """3 : 6, so that the median of all nine would be 100."""
    run = SyntheticRun().design("it")
    return run.cell("it", *SHARED, [10.0, 10.1, 10.2], ["80ns"]).cell("it", *SHARED, [100.0] * 6, ["480ns"])


def test_modes_stand_from_near_to_far_and_a_rare_one_is_no_figure(tmp_path: Path) -> None:
    run = two_modes().cell("it", *SHARED, [900.0], ["1000ns"]).cell("it", *SHARED, [50.0] * 2, ["drifted"])
    samples = load_run(run.write(tmp_path)).samples
    assert modes_of(samples) == ["80ns", "480ns", "1000ns"], "1 of 10"
    assert modes_of(samples * 2 + samples[:2]) == ["80ns", "480ns"], "2 of 22"


def test_a_figure_is_a_median_within_each_mode(tmp_path: Path) -> None:
    run = two_modes().cell("it", *SHARED, [1.0] * 9, ["drifted"])
    samples = load_run(run.write(tmp_path)).samples
    assert figure(samples, "real_time", modes_of(samples)) == "10.1 | 100"
    assert figure(samples, "real_time", ["80ns", "200ns"]) == "10.1 | ."
    assert figure(samples, "p50_ns", modes_of(samples)) == "."
    lines = section(printed(run, tmp_path), f"{BOUNDED}: {HAND_OVER}")
    assert "10.1 (10.0-10.2) | 100 [100-100]" in row(lines, "it")


def test_what_ran_in_one_thread_has_one_figure_beside_those_of_several(tmp_path: Path) -> None:
    run = two_modes().design("alone", "yardstick").cell("alone", *SHARED, [3.0] * 5)
    samples = load_run(run.write(tmp_path)).samples
    assert modes_of(samples) == ["80ns", "480ns"]
    alone = [sample for sample in samples if sample.design == "alone"]
    assert figure(alone, "real_time", modes_of(samples)) == "3.00"


def test_where_every_sample_drifted_their_median_stands_and_nobody_is_marked(tmp_path: Path) -> None:
    run = SyntheticRun().design("it").design("other")
    for name, time in (("it", 5.0), ("other", 9.0)):
        run.cell(name, *SHARED, [time] * 5, ["drifted"], p50_ns=time, latency_samples=10)
    assert row(section(printed(run, tmp_path), f"{BOUNDED}: {HAND_OVER}"), "it").endswith("5.00 [5.00-5.00]?")


def test_bars_stand_below_each_other() -> None:
    assert aligned([["1", "200"], ["10", "."], ["failed 1 of 5 (1)"]]) == [" 1 | 200", "10 |   .", "failed 1 of 5 (1)"]


def test_few_samples_have_a_range_and_no_interval() -> None:
    few, enough = median([3.0, 1.0, 2.0, 9.0]), median([3.0, 1.0, 2.0, 9.0, 2.0])
    assert few.is_range and (few.low, few.high) == (1.0, 9.0)
    assert not enough.is_range


def test_a_target_is_answered_in_each_mode(tmp_path: Path) -> None:
    run = SyntheticRun().design("vyukov_ring")
    for mode, mean in (("80ns", 50.0), ("480ns", 5_000_000.0)):
        run.cell("vyukov_ring", "mpmc", "2p2c", [mean] * 5, [mode], push_mean_ns=mean)
    target = next(row for row in answers_of(load_run(run.write(tmp_path)), load_rows()) if row["id"] == "T6")
    answered = {part["mode"]: (part["value"], part["seed_target"]["verdict"]) for part in target["answers"]
                if part["value"] is not None}
    assert answered == {"80ns": (50.0, "met"), "480ns": (5_000_000.0, "missed")}

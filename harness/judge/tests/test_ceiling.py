"""The ceiling of a column is what the hardware needs for it, and ratios to it are not those of placement."""

from __future__ import annotations

from pathlib import Path

import pytest
from synthetic_run import SyntheticRun

from harness.judge.estimate.ceiling import Times, ceiling_of, times_ceiling, times_flag
from harness.judge.read.run_file import load_run

SHARED = ("mpmc", "1p1c")


@pytest.mark.parametrize("column, ceiling", [
    (("pair", "1t"), "plain_ring"), (("burst", "1t.d16"), "plain_ring"), (("owner", "depth0"), "plain_ring"),
    (("poll_empty", "1t"), "plain_ring"), (("mpmc", "2p2c"), "fetch_add"), (("shared_pairs", "2t"), "fetch_add"),
    (("steal", "1t.burst1"), "fetch_add"), (("poll_empty", "2t"), None), (("push_full", "2t"), None),
    (("ping_pong", "2t"), "flag_round_trip")])
def test_each_column_has_the_ceiling_of_its_threads(column: tuple[str, str], ceiling: str | None) -> None:
    assert ceiling_of(column) == ceiling


def of(run: SyntheticRun, folder: Path) -> Times | None:
    loaded = load_run(run.write(folder))
    return times_ceiling(*(loaded.of_cell(f"queue/{name}/{'/'.join(SHARED)}") for name in ("design", "fetch_add")))


def both() -> SyntheticRun:
    return SyntheticRun().design("design").design("fetch_add", "yardstick")


def test_the_ratio_is_taken_within_placement_modes(tmp_path: Path) -> None:
    """The design was lucky, the yardstick was not: the ratio of their medians would be 0.2."""
    run = both().cell("design", *SHARED, [20.0] * 7, ["80ns"]).cell("design", *SHARED, [200.0] * 3, ["480ns"])
    run.cell("fetch_add", *SHARED, [10.0] * 3, ["80ns"]).cell("fetch_add", *SHARED, [100.0] * 7, ["480ns"])
    found = of(run, tmp_path)
    assert found is not None and found.value == pytest.approx(2) and found.text == "2.0x"


def test_without_a_common_mode_there_is_no_ratio(tmp_path: Path) -> None:
    run = both().cell("design", *SHARED, [20.0] * 5, ["80ns"]).cell("fetch_add", *SHARED, [10.0] * 5, ["480ns"])
    assert of(run, tmp_path) is None


def test_there_is_no_ratio_to_or_of_a_cell_without_number(tmp_path: Path) -> None:
    assert of(both().cell("design", *SHARED, [20.0] * 5), tmp_path) is None
    failed = both().cell("design", *SHARED, [20.0] * 5).cell("fetch_add", *SHARED, [10.0] * 5)
    assert of(failed.failure("design", *SHARED, "hang"), tmp_path) is None


def test_a_round_trip_is_held_against_the_flag_around_its_own_sample(tmp_path: Path) -> None:
    run = SyntheticRun().design("design")
    for times, mode, before, after in (([120.0], "80ns", 100, 100), ([1200.0], "480ns", 1000, 1000),
                                       ([60.0], "80ns", 40, 60), ([900.0] * 9, "drifted", 90, 900)):
        run.cell("design", "ping_pong", "2t", times, [mode], flag_round_trip_before_ns=before,
                 flag_round_trip_after_ns=after)
    found = times_flag(load_run(run.write(tmp_path)).samples)
    assert found is not None and found.value == pytest.approx(1.2)


def test_without_the_flag_a_round_trip_has_no_ceiling(tmp_path: Path) -> None:
    run = SyntheticRun().design("design").cell("design", "ping_pong", "2t", [1.0])
    assert times_flag(load_run(run.write(tmp_path)).samples) is None


@pytest.mark.parametrize("value, text", [(1.24, "1.2x"), (9.96, "10x"), (123.4, "123x"), (0.061, "0.06x"),
                                         (0.61, "0.6x")])
def test_ratios_are_short(value: float, text: str) -> None:
    assert Times(value).text == text

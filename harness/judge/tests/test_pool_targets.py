"""Target rows of schedulers: rates, ratios against the global queue, and what if one side counted nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from printing import answer_and_print
from pool_example import BASELINE, RING, SPINNING, STEALING, pool_example
from synthetic_run import SyntheticRun, checked

from harness.judge.estimate.rates import Counted, counted, times_lower
from harness.judge.read.bad_input import BadInput
from harness.judge.read.run_file import load_run
from harness.judge.text.layout import WIDTH, Style
from harness.judge.tables.target_table import target_lines
from harness.judge.targets.targets import answers_of, load_rows

FIB, MODE = ("fib", "w2.n22"), ["80ns"]
CONTENDED, RACES, SWITCHES = "contended_acquisitions_per_item", "lost_races_per_item", "context_switches_per_item"


def rows(run: SyntheticRun, folder: Path) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in answers_of(load_run(run.write(folder)), load_rows())}


def fib_part(run: SyntheticRun, folder: Path, row: str) -> dict[str, Any]:
    return next(part for part in rows(run, folder)[row]["answers"] if part["when"] == "fib")


def printed(run: SyntheticRun, folder: Path) -> list[str]:
    return target_lines(answers_of(load_run(run.write(folder)), load_rows()), Style())


def verdicts(part: dict[str, Any]) -> tuple[str, str]:
    return part["seed_target"]["verdict"], part["lab_goal"]["verdict"]


@pytest.mark.parametrize("row, workers", [("T1", 1), ("T2", 8), ("T3", 16)])
def test_the_best_own_flood_answers_as_a_rate_and_all_others_are_listed(row: str, workers: int, tmp_path: Path) -> None:
    run = SyntheticRun().scheduler("serial", "yardstick").scheduler(STEALING).scheduler(RING).scheduler(BASELINE)
    run.scheduler("tbb_arena", "peer").scheduler(SPINNING, checked=checked("refuted"))
    for name, time in (("serial", 10), (STEALING, 250), (RING, 200), ("tbb_arena", 100), (SPINNING, 50)):
        run.cell(name, "flood", f"w{workers}.1s", [time * 0.98, time, time * 1.02])
    run.failure(BASELINE, "flood", f"w{workers}.1s", "hang")
    (part,) = rows(run, tmp_path)[row]["answers"]
    assert (part["design"], part["unit"], part["value"]) == (RING, "tasks/s", pytest.approx(5e6))
    assert part["interval"] == pytest.approx([5e6 / 1.02, 5e6 / 0.98]), "low before high"
    assert verdicts(part) == ("met", "missed")
    assert [other["design"] for other in part["others"]] == ["serial", SPINNING, "tbb_arena", STEALING]
    assert part["others"][-1] == \
        {"design": STEALING, "value": pytest.approx(4e6), "lane": "work_stealing.chase_lev_deque"}
    text = " ".join(" ".join(printed(run, tmp_path)).split())
    assert "5.00 M/s (4.90-5.10)" in text and "tbb_arena 10.0" in text
    assert SPINNING in text and f"{STEALING} 4.00" not in text, "the best of each deque is enough"


@pytest.mark.parametrize("row", ["T4", "N3"])
def test_the_fastest_stealing_pool_is_set_against_the_global_queue(row: str, tmp_path: Path) -> None:
    """Within placement modes: the baseline was lucky, which must not count."""
    run = SyntheticRun().scheduler(STEALING).scheduler(SPINNING).scheduler(BASELINE).scheduler(RING)
    for name, near, far in ((STEALING, 12, 24), (SPINNING, 10, 20), (RING, 1, 1)):
        run.cell(name, *FIB, [near] * 3, ["80ns"]).cell(name, *FIB, [far] * 9, ["500ns"])
    run.cell(BASELINE, *FIB, [120, 121, 120, 119] * 3, ["80ns"]).cell(BASELINE, *FIB, [240, 240, 240], ["500ns"])
    part = fib_part(run, tmp_path, row)
    assert (part["design"], part["value"]) == (SPINNING, pytest.approx(12, rel=0.01)) and part["interval"]
    assert verdicts(part) == ("met", "met") and part["bound"] is None


def test_without_enough_pairs_there_is_no_ratio(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING).scheduler(BASELINE)
    run.cell(STEALING, *FIB, [10.0] * 3, ["80ns"]).cell(BASELINE, *FIB, [100.0] * 3, ["500ns"])
    part = fib_part(run, tmp_path, "T4")
    assert part["value"] is None and "no placement mode has 3 samples of both" in part["reason"]


def rates(stealing: dict[str, float], baseline: dict[str, float]) -> SyntheticRun:
    run = SyntheticRun().scheduler(STEALING).scheduler(BASELINE)
    run.cell(STEALING, *FIB, [10.0] * 3, MODE, **stealing)
    return run.cell(BASELINE, *FIB, [100.0] * 3, MODE, **baseline)


def test_contention_adds_lost_races_to_the_stealing_side(tmp_path: Path) -> None:
    run = rates({CONTENDED: 0.001, RACES: 0.001}, {CONTENDED: 0.1, RACES: 0.5})
    part = fib_part(run, tmp_path, "N1")
    assert part["value"] == pytest.approx(50) and part["bound"] is None and verdicts(part) == ("met", "missed")
    assert part["notes"] == ["6,000 in 3,000,000 items, against 300,000 in 3,000,000 items"]
    part = fib_part(rates({RACES: 0.001}, {CONTENDED: 0.1}), tmp_path, "N1")
    assert part["value"] == pytest.approx(100), "a pool without locks has no contended ones"


def test_no_event_at_all_gives_a_lower_bound_with_the_counts_behind_it(tmp_path: Path) -> None:
    run = rates({RACES: 0.0}, {CONTENDED: 0.1})
    part = fib_part(run, tmp_path, "N1")
    assert part["value"] == pytest.approx(300_000), "one event in 3,000,000 items would have been that"
    assert part["bound"] == "at least" and part["interval"] == [part["value"], None]
    assert part["notes"] == ["0 in 3,000,000 items, against 300,000 in 3,000,000 items"]
    assert verdicts(part) == ("met", "met")
    assert any(">= 300,000x lower" in line for line in printed(run, tmp_path))
    answer_and_print(load_run(run.write(tmp_path)))
    assert json.loads((tmp_path / "targets.json").read_text())["rows"], "no infinity, which JSON does not have"


def test_a_lower_bound_below_the_limit_decides_nothing(tmp_path: Path) -> None:
    part = fib_part(rates({RACES: 0.0}, {CONTENDED: 1e-5}), tmp_path, "N1")
    assert part["value"] == pytest.approx(30) and verdicts(part) == ("met", "undecided")


def test_where_the_baseline_counted_nothing_there_is_nothing_to_be_lower_than(tmp_path: Path) -> None:
    part = fib_part(rates({RACES: 0.001}, {CONTENDED: 0.0}), tmp_path, "N1")
    assert part["value"] is None and part["reason"].startswith("nothing to be lower than")
    part = fib_part(rates({RACES: 0.001}, {}), tmp_path, "N1")
    assert part["value"] is None and part["reason"] == f"{BASELINE} does not count {CONTENDED}"


@pytest.mark.parametrize("stealing, saved, seed, lab", [
    (0.01, 0.95, ("met", 10), ("met", 2)), (0.08, 0.6, ("met", 1.25), ("missed", 0.25)),
    (0.3, -0.5, ("missed", 1 / 3), ("missed", 1 / 15))])
def test_switches_are_a_share_saved(stealing: float, saved: float, seed: tuple[str, float], lab: tuple[str, float],
                                    tmp_path: Path) -> None:
    """How many times better goes by the share that is left: 5 % is ten times better than the 50 % that were asked
    for."""
    run = rates({SWITCHES: stealing}, {SWITCHES: 0.2})
    part = fib_part(run, tmp_path, "N2")
    assert part["value"] == pytest.approx(saved)
    for judged, (verdict, factor) in (("seed_target", seed), ("lab_goal", lab)):
        assert (part[judged]["verdict"], part[judged]["factor"]) == (verdict, pytest.approx(factor))
    assert any(f"{100 * saved:.3g} % saved" in line for line in printed(run, tmp_path))


def test_no_switch_at_all_saves_at_least_all_but_one(tmp_path: Path) -> None:
    part = fib_part(rates({SWITCHES: 0.0}, {SWITCHES: 0.2}), tmp_path, "N2")
    assert part["value"] == pytest.approx(1 - 1 / 600_000) and part["bound"] == "at least"
    assert verdicts(part)[1] == "met"


def test_rates_of_repetitions_are_added_up_and_have_an_interval() -> None:
    found = times_lower(Counted([100, 300], [1000, 1000]), Counted([0, 2], [1000, 3000]))
    assert found.value == pytest.approx(0.2 / 0.0005) and found.low < found.value < found.high
    single = times_lower(Counted([100], [1000]), Counted([1], [1000]))
    assert single.value == pytest.approx(100) and not single.has_interval


def test_counts_without_items_are_no_counts(tmp_path: Path) -> None:
    samples = load_run(SyntheticRun().scheduler(RING).cell(RING, *FIB, [1.0], iterations=0, parks_per_item=1)
                       .write(tmp_path)).samples
    assert counted(samples, "parks_per_item") is None and counted([], "parks_per_item") is None


def latency(run: SyntheticRun, name: str, load: int, p99: float, late: float = 0.0) -> None:
    run.cell(name, "open_poisson", f"w1.load{load}", [1e4] * 4, p99_ns=p99, delay_p99_ns=p99 - 10_000,
             late_arrivals_share=late)


def test_latency_is_a_ratio_at_each_load_that_was_measured(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING).scheduler(BASELINE)
    for load, ours, theirs in ((70, 50_000, 100_000), (90, 300_000, 200_000)):
        latency(run, STEALING, load, ours)
        latency(run, BASELINE, load, theirs, late=0.04 if load == 90 else 0.0)
    parts = {part["when"]: part for part in rows(run, tmp_path)["N4"]["answers"]}
    assert parts["50 % load"]["value"] is parts["95 % load"]["value"] is None
    assert parts["70 % load"]["value"] == pytest.approx(0.5) and verdicts(parts["70 % load"]) == ("met", "met")
    assert parts["90 % load"]["value"] == pytest.approx(1.5) and verdicts(parts["90 % load"]) == ("missed", "missed")
    assert parts["70 % load"]["notes"] == []
    assert parts["90 % load"]["notes"][0].startswith(f"4.0% of the arrivals at {BASELINE} were late")


def test_dispatch_is_that_of_parked_and_of_spinning_workers(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING).scheduler(SPINNING)
    latency(run, STEALING, 70, 50_000)
    latency(run, SPINNING, 70, 14_000)
    parked, spinning = rows(run, tmp_path)["T8"]["answers"]
    assert (parked["value"], spinning["value"]) == (40_000, 4_000)
    assert all("the load's own wait" in part["notes"][0] or "the same arrivals cause" in part["notes"][0] for part in (parked, spinning))
    assert any("40.0 us (40.0-40.0)" in line for line in printed(run, tmp_path))
    assert parked["lab_goal"]["text"] == "< 50 us: met 1.25x" and spinning["lab_goal"]["text"] == "< 5 us: met 1.25x"


def test_memory_is_that_of_the_usual_stealing_pool(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING).scheduler(RING)
    for name, size in ((STEALING, 20_480), (RING, 1)):
        run.cell(name, "pool_memory", "w16.100000tasks", [1.0] * 3, bytes_per_worker=size)
    (part,) = rows(run, tmp_path)["T9"]["answers"]
    assert (part["value"], part["unit"], part["design"]) == (20_480, "bytes", STEALING)


def test_a_failed_side_answers_nothing_and_says_why(tmp_path: Path) -> None:
    for broken in (STEALING, BASELINE):
        run = rates({SWITCHES: 0.1}, {SWITCHES: 0.2}).failure(broken, *FIB, "lost a task")
        part = fib_part(run, tmp_path, "N2")
        assert part["value"] is None and part["reason"] == f"pool/{broken}/fib/w2.n22 failed: lost a task"


def test_a_missing_side_is_not_measured(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING).cell(STEALING, *FIB, [10.0] * 3, MODE)
    assert rows(run, tmp_path)["T4"]["status"] == "not measured"


def test_the_rows_of_the_example_fit_the_console_in_one_table(tmp_path: Path) -> None:
    lines = printed(pool_example(), tmp_path)
    assert max(map(len, lines)) <= WIDTH and sum("lab goal" in line and "measured" in line for line in lines) == 1
    assert f"{RING} answers T1 1 worker, T2 8 workers, T3 16 workers." in lines


def test_an_unknown_unit_is_refused(tmp_path: Path) -> None:
    row = next(row for row in load_rows() if row["id"] == "N4")
    row["answered_by"][0]["unit"] = "elegance"
    with pytest.raises(BadInput, match="elegance"):
        answers_of(load_run(SyntheticRun().write(tmp_path)), [row])

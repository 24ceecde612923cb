"""Speed-up, METG, what is taken beside the time, latency and rest of schedulers, each on a few cells."""

from __future__ import annotations

from pathlib import Path

import pytest
from pool_example import BASELINE, RING, STEALING, pool_example
from printing import printed, row, section
from synthetic_run import SyntheticRun

from harness.judge.tables.pools.pool_grain_table import metg

SPEEDUP, GRAIN, BESIDE = "Schedulers: times faster", "Schedulers: shortest useful task", "Schedulers, beside the time"
START, ARRIVE, REST = "Schedulers, one task", "Schedulers, tasks that arrive", "Schedulers at rest"


def values(text: str, title: str, design: str) -> list[str]:
    return row(section(text, title), design).split()[1:]


def test_speedup_is_one_worker_by_several_and_serial_by_several(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler("serial", "yardstick").scheduler(STEALING).scheduler(RING)
    run.cell("serial", "fib", "w1.n22", [30.0] * 3).cell("serial", "fib", "w2.n22", [24.0] * 3)
    run.cell(STEALING, "fib", "w1.n22", [90.0] * 3).cell(STEALING, "fib", "w2.n22", [60.0] * 3)
    run.cell(RING, "fib", "w2.n22", [240.0] * 3)
    text = printed(run, tmp_path)
    assert section(text, SPEEDUP)[3].split() == ["scheduler", "w1/w2", "serial/w2"]
    assert values(text, SPEEDUP, STEALING) == ["1.50", "0.40"]
    assert values(text, SPEEDUP, RING) == [".", "0.10"], "never measured with one worker"
    assert not any(line.startswith("serial") for line in section(text, SPEEDUP)[4:-4])


def test_speedup_of_more_workers_and_nothing_of_what_failed(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING).scheduler(RING)
    for name in (STEALING, RING):
        run.cell(name, "nqueens", "w1.n10", [90.0] * 3).cell(name, "nqueens", "w4.n10", [45.0] * 3, oversubscribed=True)
    run.failure(RING, "nqueens", "w4.n10", "hang")
    text = printed(run, tmp_path)
    assert "w1/w4!" in section(text, SPEEDUP)[3] and values(text, SPEEDUP, STEALING) == ["2.00"]
    assert not any(line.startswith(RING) for line in section(text, SPEEDUP))


def test_floods_have_no_speedup(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING)
    run.cell(STEALING, "flood", "w1.1s", [90.0] * 3).cell(STEALING, "flood", "w2.1s", [45.0] * 3)
    assert SPEEDUP not in printed(run, tmp_path)


@pytest.mark.parametrize("measured, said", [
    ([(100, 0.1), (1000, 0.4), (10000, 0.6)], "3,162"),  # half-way between 1000 and 10000, in logarithms
    ([(100, 0.1), (1000, 0.5), (10000, 0.9)], "1,000"),
    ([(50, 0.5), (100, 0.8), (200, 0.9)], "<= 50.0"), ([(50, 0.9), (100, 0.4), (200, 0.9)], "<= 50.0"),
    ([(100, 0.1), (1000, 0.2), (10000, 0.49)], "none"), ([(100, 0.1), (1000, 0.9)], "."), ([], "."),
    ([(100, 0.1), (1000, 0.6), (10000, 0.3), (20000, 0.9)], "631")])  # the first time that it is reached
def test_metg_is_the_smallest_grain_at_half_efficiency(measured: list[tuple[float, float]], said: str) -> None:
    assert metg(measured) == said


def test_efficiency_counts_all_workers(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING).scheduler(RING)
    for workers, efficiency in ((1, 0.8), (2, 0.3)):
        for grain in (100, 1000, 10000):
            run.cell(STEALING, "grain", f"w{workers}.{grain}ns", [grain / workers / efficiency] * 3)
    run.cell(RING, "grain", "w2.1000ns", [900.0] * 3)
    text = printed(run, tmp_path)
    assert section(text, GRAIN)[2].split() == ["scheduler", "w1", "w2"]
    assert values(text, GRAIN, STEALING) == ["<=", "100", "none"]
    assert not any(line.startswith(RING) for line in section(text, GRAIN)), "one grain says nothing"


def test_a_failed_grain_is_left_out(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING)
    for grain in (10, 100, 1000, 10000):
        run.cell(STEALING, "grain", f"w1.{grain}ns", [grain * 1.1] * 3)
    run.failure(STEALING, "grain", "w1.10ns", "hang")
    assert values(printed(run, tmp_path), GRAIN, STEALING) == ["<=", "100"]
    run.failure(STEALING, "grain", "w1.100ns", "hang")
    assert GRAIN not in printed(run, tmp_path)


def test_beside_the_time_is_per_thousand_items_and_libraries_count_nothing(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(BASELINE).scheduler("tbb_arena", "peer")
    inside = {"steals_per_item": 0.0, "lost_races_per_item": 0.0, "parks_per_item": 0.004, "empty_wakes_per_item": 0.0,
              "called_per_item": 0.0}
    run.cell(BASELINE, "fib", "w2.n22", [10.0] * 3, context_switches_per_item=0.25, lock_wait_ns_per_item=310.0,
             contended_acquisitions_per_item=0.12, largest_worker_share=0.61, work_conservation_violations=0.034,
             **inside)
    run.cell("tbb_arena", "fib", "w2.n22", [10.0] * 3, context_switches_per_item=0.001, **inside)
    lines = section(printed(run, tmp_path), BESIDE)
    assert lines[0] == f"{BESIDE}: fib n22, 2 workers"
    assert row(lines, BASELINE).split()[1:] == ["10.0", "250", "120", "310", "0", "0", "4.00", "0", "61.0", "3.40"]
    assert row(lines, "tbb_arena").split()[1:] == ["10.0", "1.00", *["."] * 8]


def test_what_nobody_shown_counts_has_no_column(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler("tbb_arena", "peer")
    run.cell("tbb_arena", "fib", "w2.n22", [10.0] * 3, context_switches_per_item=0.001, steals_per_item=0.0)
    lines = section(printed(run, tmp_path), BESIDE)
    assert lines[3].split() == ["scheduler", "ns", "switch"]


def test_beside_the_time_has_the_most_workers_that_there_are_cores_for(tmp_path: Path) -> None:
    text = printed(pool_example(), tmp_path)
    assert [line for line in text.splitlines() if line.startswith(BESIDE)] == \
        [f"{BESIDE}: flood 1s, 1 worker", f"{BESIDE}: fib n22, 2 workers", f"{BESIDE}: uts T1.d7, 2 workers"]
    complete = printed(pool_example(), tmp_path, complete=True)
    assert f"{BESIDE}: flood 1s, 16 workers" in complete and "volun-" in complete and "volun-" not in text


def test_among_loads_of_as_many_workers_that_of_most_designs_is_told(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING).scheduler(BASELINE)
    run.cell(STEALING, "fib", "w2.n30", [9.0] * 3).cell(STEALING, "fib", "w2.n22", [9.0] * 3)
    text = printed(run.cell(BASELINE, "fib", "w2.n30", [99.0] * 3), tmp_path)
    assert f"{BESIDE}: fib n30, 2 workers" in text and "fib n22, 2 workers" not in text


def test_starts_are_in_microseconds(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING)
    for gap in (1000, 100000):
        run.cell(STEALING, "start", f"w1.gap{gap}us", [1e6] * 3, p50_ns=8200 + gap, p99_ns=51_000,
                 submit_call_p50_ns=310, submit_call_p99_ns=6_100)
    assert values(printed(run, tmp_path), START, STEALING) == ["9.20", "51.0", "0.31", "6.10"]
    assert "gap100000us" in printed(run, tmp_path, complete=True)


@pytest.mark.parametrize("late, mark", [(0.02, "^"), (0.01, ""), (0.0, "")])
def test_a_load_that_was_not_what_it_says_is_marked(late: float, mark: str, tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING)
    run.cell(STEALING, "open_poisson", "w1.load70", [1e4] * 3, dispatch_p50_ns=1_500, dispatch_p99_ns=42_000,
             delay_p99_ns=3_300, p50_ns=12_000, p99_ns=53_000, late_arrivals_share=late)
    text = printed(run, tmp_path)
    assert values(text, ARRIVE, STEALING) == ["1.50", "42.0", "3.30", "12.0", f"53.0{mark}"]
    assert "'^': more than 1 %" in " ".join(text.split())
    assert values(printed(run, tmp_path, complete=True), ARRIVE, STEALING)[-1] == f"{late:.1%}"


def test_a_failed_repetition_of_latency_leaves_no_zero(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING).scheduler(RING)
    run.cell(STEALING, "start", "w1.gap1000us", [1e6] * 3, p50_ns=8200, p99_ns=51_000)
    run.failure(RING, "start", "w1.gap1000us", "hang")
    text = printed(run, tmp_path)
    assert values(text, START, STEALING) == ["8.20", "51.0", ".", "."]
    assert not any(line.startswith(RING) for line in section(text, START))
    failed = SyntheticRun().scheduler(RING).failure(RING, "start", "w1.gap1000us", "hang")
    assert START not in printed(failed, tmp_path)


def test_rest_is_a_share_of_a_cpu_and_kilobytes(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING).scheduler("tbb_arena", "peer")
    run.cell(STEALING, "idle", "w2", [1e9] * 3, idle_cpu_share=0.0, spin_down_cpu_ms=1.25)
    run.cell(STEALING, "pool_memory", "w16.100000tasks", [9.0] * 3, bytes_per_worker=20480, bytes_per_thread=8192,
             bytes_per_task=80, bytes_per_task_itself=64, bytes_after_drain=-2048, bytes_kept_for_tasks=4096)
    run.cell("tbb_arena", "idle", "w2", [1e9] * 3, idle_cpu_share=1.98, spin_down_cpu_ms=40)
    text = printed(run, tmp_path)
    assert values(text, REST, STEALING) == ["0", "1.25", "20.0", "8.00", "80.0", "64.0", "-2.00", "4.00"]
    assert values(text, REST, "tbb_arena") == ["198", "40.0", ".", ".", ".", ".", ".", "."]
    assert "one CPU (2 workers)" in " ".join(text.split())


def test_tables_without_cells_are_left_out(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING).cell(STEALING, "fib", "w1.n22", [30.0] * 3)
    text = printed(run, tmp_path)
    assert not any(title in text for title in (SPEEDUP, GRAIN, START, ARRIVE, REST, "Schedulers, empty tasks"))

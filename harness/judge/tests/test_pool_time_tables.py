"""The tables of schedulers: what stands in which, marks, rows that sum up combinations, runs without queues."""

from __future__ import annotations

from pathlib import Path

import pytest
from example import example_run
from pool_example import BASELINE, PEERS, RING, SPINNING, STEALING, pool_example
from printing import printed, row, section
from synthetic_run import SyntheticRun, checked

from harness.judge.read.pool_columns import column_key, is_timed, usual, work_of, workers_of
from harness.judge.read.run_file import POOL, QUEUE, load_run
from harness.judge.text.layout import WIDTH

FAST, SLOW = [100, 101, 102, 103, 104], [200, 201, 202, 203, 204]
RATES, TIMES = "Schedulers, empty tasks", "Schedulers: nanoseconds per item"


@pytest.mark.parametrize("load, workers, work", [("w2.n30", 2, "n30"), ("w16.100000tasks", 16, "100000tasks"),
                                                 ("w2", 2, ""), ("w1.T1.d7", 1, "T1.d7")])
def test_a_load_is_workers_and_work(load: str, workers: int, work: str) -> None:
    assert (workers_of(("fib", load)), work_of(("fib", load))) == (workers, work)


def test_columns_stand_in_the_order_of_the_workloads_and_from_few_workers_to_many() -> None:
    columns = [("grain", "w1.1000ns"), ("grain", "w1.500ns"), ("fib", "w1.n30"), ("fib", "w2.n22"), ("fib", "w1.n22"),
               ("flood", "w16.1s"), ("flood", "w2.1s"), ("task_bench", "w1.fft"), ("uts", "w1.T1")]
    assert sorted(columns, key=column_key) == \
        [("flood", "w2.1s"), ("flood", "w16.1s"), ("fib", "w1.n22"), ("fib", "w2.n22"), ("fib", "w1.n30"),
         ("uts", "w1.T1"), ("task_bench", "w1.fft"), ("grain", "w1.500ns"), ("grain", "w1.1000ns")]
    assert usual(columns) == [("fib", "w1.n30"), ("fib", "w2.n22"), ("fib", "w1.n22"), ("flood", "w16.1s"),
                              ("flood", "w2.1s")]
    assert usual([("grain", "w1.500ns")]) == [("grain", "w1.500ns")], "nothing usual: all of it"
    assert not is_timed(("open_poisson", "w1.load70")) and is_timed(("grain", "w1.500ns"))


def test_samples_know_their_family(tmp_path: Path) -> None:
    run = load_run(pool_example(example_run()).write(tmp_path))
    queues, pools = run.of_family(QUEUE).samples, run.of_family(POOL).samples
    assert len(queues) + len(pools) == len(run.samples) and queues and pools
    assert {run.designs[sample.design].is_scheduler for sample in pools} == {True}
    assert not any(run.designs[sample.design].is_scheduler for sample in queues)


@pytest.mark.parametrize("complete", [False, True])
def test_queues_and_schedulers_leave_each_other_s_tables_alone(complete: bool, tmp_path: Path) -> None:
    queues = printed(example_run(), tmp_path, complete)
    pools = printed(pool_example(), tmp_path, complete)
    assert printed(pool_example(example_run()), tmp_path, complete) == f"{queues}\n{pools}"
    assert "Scheduler" not in queues and "wpol" not in pools and "plain_ring" not in pools


@pytest.mark.parametrize("complete", [False, True])
def test_everything_fits_the_console_and_is_plain_ascii(complete: bool, tmp_path: Path) -> None:
    text = printed(pool_example(), tmp_path, complete)
    assert max(map(len, text.splitlines())) <= WIDTH and text.isascii()


def test_empty_tasks_are_rates_and_the_rest_are_times(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING)
    run.cell(STEALING, "flood", "w1.1s", [250.0] * 3).cell(STEALING, "fib", "w1.n22", [250.0] * 3)
    text = printed(run, tmp_path)
    assert row(section(text, RATES), STEALING).split()[1:] == ["4.00"]
    assert row(section(text, TIMES), STEALING).split()[1:] == ["250"]


def test_only_the_usual_columns_stand_in_the_short_form(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler(STEALING)
    for load in ("w1.n22", "w4.n30"):
        run.cell(STEALING, "fib", load, FAST)
    assert "w4.n30" not in printed(run, tmp_path) and "w4.n30" in printed(run, tmp_path, complete=True)
    assert "102 [100-104]" in printed(run, tmp_path, complete=True), "with its interval"


def test_yardsticks_stand_on_top_then_own_then_libraries(tmp_path: Path) -> None:
    lines = section(printed(pool_example(), tmp_path), RATES)
    places = [lines.index(row(lines, name)) for name in ("serial", STEALING, "tbb_arena")]
    rules = [i for i, line in enumerate(lines) if line.startswith("---")]
    assert rules[0] < places[0] < rules[1] < places[1] < rules[2] < places[2]


def test_the_best_is_marked_among_all_that_are_sound(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler("serial", "yardstick").scheduler(STEALING).scheduler(RING).scheduler(BASELINE)
    run.scheduler("tbb_arena", "peer").scheduler("work_stealing.bad.sticky.one.park", checked=checked("refuted"))
    for name, times in (("serial", [1.0] * 5), (STEALING, FAST), (RING, [99.9, 101, 102, 103.2, 104]),
                        ("tbb_arena", SLOW), ("work_stealing.bad.sticky.one.park", [2.0] * 5)):
        run.cell(name, "fib", "w2.n22", times, ["80ns"])
    run.cell(BASELINE, "fib", "w2.n22", [3.0] * 4).failure(BASELINE, "fib", "w2.n22", "hang")
    lines = section(printed(run, tmp_path), TIMES)
    marks = {name: row(lines, name).split()[-1][-1] for name in (STEALING, RING, "tbb_arena", "serial",
                                                                 "work_stealing.bad.sticky.one.park")}
    assert marks == {STEALING: "*", RING: "=", "tbb_arena": "2", "serial": "0",
                     "work_stealing.bad.sticky.one.park": "0"}
    assert "failed 1 of 5 (1)" in row(lines, BASELINE) and f"(1) pool/{BASELINE}/fib/w2.n22: hang" in lines


def test_crowded_columns_are_marked(tmp_path: Path) -> None:
    lines = section(printed(pool_example(), tmp_path), RATES)
    assert "w1.1s " in lines[3] and "w2.1s!" in lines[3] and "w16.1s!" in lines[3]


def many(combinations: int) -> SyntheticRun:
    """Combinations of one deque; the fastest of fib is another one than the fastest of uts."""
    run = SyntheticRun().scheduler("tbb_arena", "peer").scheduler(BASELINE)
    names = [f"work_stealing.chase_lev_deque.victim{i}.one.park" for i in range(combinations - 1)]
    for i, name in enumerate(names):
        run.scheduler(name).cell(name, "fib", "w2.n22", [1000.0 + 100 * i] * 3).cell(name, "uts", "w2.T1.d7",
                                                                                     [9000.0 - 100 * i] * 3)
    for name in ("tbb_arena", BASELINE):
        run.cell(name, "fib", "w2.n22", [8000.0] * 3).cell(name, "uts", "w2.T1.d7", [99000.0] * 3)
    return run


def test_many_combinations_become_a_row_per_lane_with_the_best_of_each_column(tmp_path: Path) -> None:
    text = printed(many(31), tmp_path)
    lines = section(text, TIMES)
    assert row(lines, "work_stealing.chase_lev_deque").split()[1:] == ["(30)", "1,000*", "6,100*"]
    assert row(lines, BASELINE).split()[1:] == ["8,000", "99,000"] and row(lines, "tbb_arena")
    said = " ".join(text.split())
    assert "Best in fib/w2.n22: work_stealing.chase_lev_deque.victim0.one.park." in said
    assert "Best in uts/w2.T1.d7: work_stealing.chase_lev_deque.victim29.one.park." in said
    assert "best of so many combinations" in said and "--all" in said


def test_few_combinations_or_complete_tables_have_a_row_each(tmp_path: Path) -> None:
    name = "work_stealing.chase_lev_deque.victim3.one.park"
    assert row(section(printed(many(25), tmp_path), TIMES), name).split()[1:] == ["1,300", "8,700"]
    assert row(section(printed(many(31), tmp_path, complete=True), "Schedulers, fib"), name)
    assert name not in printed(many(31), tmp_path)


def test_a_failed_combination_is_not_its_lane_s_best(tmp_path: Path) -> None:
    run = many(31)
    name = "work_stealing.chase_lev_deque.victim0.one.park"
    run.failure(name, "fib", "w2.n22", "lost a task")
    lines = section(printed(run, tmp_path), TIMES)
    assert row(lines, "work_stealing.chase_lev_deque").split()[1:] == ["(30)", "1,100*", "6,100*"]


def test_a_lane_shows_its_marked_combination_and_not_a_lucky_one(tmp_path: Path) -> None:
    """One was near more often; the other is faster in both placement modes."""
    run = many(31)
    lucky, better = (f"work_stealing.other_deque.{name}.one.park" for name in ("random", "nearest"))
    for name, near, far, share in ((lucky, 12, 120, 6), (better, 10, 100, 3)):
        run.scheduler(name).cell(name, "fib", "w1.n22", [float(near)] * share, ["80ns"])
        run.cell(name, "fib", "w1.n22", [float(far)] * (9 - share), ["480ns"])
    lines = section(printed(run, tmp_path), TIMES)
    assert row(lines, "work_stealing.other_deque").split()[1:] == ["(2)", "10.0", "|", "100*", ".", "."]


def test_names_workloads_and_the_checker_s_word_are_explained(tmp_path: Path) -> None:
    text = " ".join(printed(pool_example(), tmp_path).split())
    for said in ("work_stealing.DEQUE.VICTIM.AMOUNT.IDLE", "global_queue.QUEUE.IDLE", "serial is the yardstick",
                 "n22: 57,313 calls", "work_stealing: no fault, quick suite, under sc memory: 2+2 complete; global_queue:"):
        assert said in text
    alone = SyntheticRun().scheduler("tbb_arena", "peer").cell("tbb_arena", "fib", "w1.n22", FAST)
    assert "VICTIM" not in printed(alone, tmp_path) and "model checker" not in printed(alone, tmp_path)


def test_libraries_of_the_example_are_all_there(tmp_path: Path) -> None:
    lines = section(printed(pool_example(), tmp_path), TIMES)
    assert all(row(lines, name) for name in (*PEERS, SPINNING))

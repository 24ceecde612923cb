"""compare, show and what stands above the tables, for schedulers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from pool_example import BASELINE, RING, SPINNING, STEALING, pool_example
from printing import row
from synthetic_run import SyntheticRun, checked

from harness.judge.commands.compare import compared, summary_line
from harness.judge.commands.summary import summary
from harness.judge.estimate.comparison import comparison
from harness.judge.read.bad_input import BadInput
from harness.judge.read.chosen_run import only
from harness.judge.read.run_file import Run, load_run
from harness.judge.text.layout import WIDTH, Style

SHOW = Path(__file__).resolve().parents[1] / "commands/show.py"
TIMES, SLOWER = [100, 101, 102, 103, 104], [200, 201, 202, 203, 204]


def one_cell(folder: Path, workload: str, load: str, times: list[float], **counters: float) -> Run:
    return load_run(SyntheticRun().scheduler(STEALING).cell(STEALING, workload, load, times, **counters).write(folder))


@pytest.mark.parametrize("workload, load, metric, verdict", [
    ("fib", "w1.n22", "real_time", "slower"), ("start", "w1.gap1000us", "p50_ns", "slower"),
    ("open_poisson", "w1.load70", "p99_ns", "slower"), ("idle", "w2", "idle_cpu_share", "more"),
    ("pool_memory", "w16.100000tasks", "bytes_per_worker", "more")])
def test_each_workload_is_compared_by_what_it_is_about(workload: str, load: str, metric: str, verdict: str,
                                                       tmp_path: Path) -> None:
    counters = [{} if metric == "real_time" else {metric: value} for value in (100, 200)]
    first = one_cell(tmp_path / "a", workload, load, TIMES, **counters[0])
    second = one_cell(tmp_path / "b", workload, load, SLOWER if metric == "real_time" else TIMES, **counters[1])
    (cell,) = comparison(first, second).cells
    assert cell.verdict == verdict and cell.second_over_first.ratio.value == pytest.approx(2, rel=0.02)


def test_amounts_of_nothing_or_less_have_no_ratio(tmp_path: Path) -> None:
    before, after = (one_cell(tmp_path / name, "pool_memory", "w16.1tasks", TIMES, bytes_per_worker=size)
                     for name, size in (("a", -256.0), ("b", 4096.0)))
    (cell,) = comparison(before, after).cells
    assert cell.verdict == "undecided" and cell.second_over_first.ratio is None


def test_a_comparison_says_what_is_not_a_time_and_fits_the_console(tmp_path: Path) -> None:
    run = load_run(pool_example().write(tmp_path))
    lines = compared(comparison(run, run), run, run, Style(), True)
    text = " ".join(" ".join(lines).split())
    assert "idle: CPUs in use while nothing is to do" in text and max(map(len, lines)) <= WIDTH
    assert "; memory, idling: " in summary_line(comparison(run, run))
    cells = [line.split()[0] for line in lines[lines.index(row(lines, STEALING)) + 1:] if line.startswith("  ")]
    assert cells.index("flood/w2.1s") < cells.index("flood/w16.1s") < cells.index("fib/w1.n22") \
        < cells.index("grain/w1.100ns"), "as the tables of schedulers have them"


def test_long_names_of_schedulers_do_not_split_the_comparison(tmp_path: Path) -> None:
    run = one_cell(tmp_path, "fib", "w1.n22", [1234.0 + i for i in range(5)])
    lines = compared(comparison(run, run), run, run, Style(), True)
    assert lines.count(STEALING) == 1 and sum("verdict" in line for line in lines) == 1


def test_a_filter_without_a_match_names_a_pool_that_is_near(tmp_path: Path) -> None:
    run = SyntheticRun().scheduler("tbb_arena", "peer").cell("tbb_arena", "fib", "w1.n22", TIMES)
    with pytest.raises(BadInput, match="pool/tbb_arena/"):
        only([load_run(run.write(tmp_path))], "pool/tbb_arean/")


def test_show_takes_a_filter_and_keeps_the_yardstick(tmp_path: Path) -> None:
    folder = pool_example().write(tmp_path)
    done = subprocess.run([sys.executable, str(SHOW), str(folder), f"pool/{STEALING}/fib/w2.n22"], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert row(done.stdout, STEALING) and row(done.stdout, "serial") and "Target rows" not in done.stdout
    assert not any(name in done.stdout for name in (RING, "tbb_arena"))


def test_a_protocol_is_warned_of_once_whatever_it_is_combined_with(tmp_path: Path) -> None:
    run = SyntheticRun()
    for name, badge in ((STEALING, "unchecked"), (SPINNING, "unchecked"), (RING, "refuted"), (BASELINE, "refuted")):
        run.scheduler(name, checked=checked(badge)).cell(name, "fib", "w1.n22", TIMES)
    lines = summary(load_run(run.write(tmp_path)), Style())
    text = " ".join(" ".join(lines).split())
    assert "not checked as measured here: work_stealing (unchecked); `schedlab verify work_stealing` checks one" in text
    assert text.count("REFUTED: ") == 1 and "REFUTED: global_queue: the model checker found a fault" in text


def test_failures_of_schedulers_are_listed(tmp_path: Path) -> None:
    text = "\n".join(summary(load_run(pool_example().write(tmp_path)), Style()))
    assert "pool/asio_thread_pool/nqueens/w1.n10, 1 of 1 repetitions: hang" in text

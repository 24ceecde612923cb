"""How designs wait, errors of order, stalled participants, memory: what is shown by default and what on demand."""

from __future__ import annotations

from pathlib import Path

from example import example_run
from printing import printed, row, section
from synthetic_run import SyntheticRun


def test_by_default_waiting_is_shown_for_two_telling_columns(tmp_path: Path) -> None:
    text = printed(example_run(), tmp_path)
    assert [line for line in text.splitlines() if line.startswith("How they wait")] == \
        ["How they wait: mpmc/2p2c", "How they wait: mpmc/4p4c, more threads than cores"]
    assert "How they wait: shared_pairs/2t" in printed(example_run(), tmp_path, complete=True)


def test_waiting_has_fairness_failures_and_busy_processors(tmp_path: Path) -> None:
    run = SyntheticRun().design("ring", progress="lock_free")
    run.cell("ring", "mpmc", "2p2c", [10.0] * 3, ["80ns"], latency_samples=9, p50_ns=31, p99_ns=207, least_served=0.82,
             most_served=1.13, longest_wait_ns=41_000, failed_pushes_per_item=0.021, failed_pops_per_item=0.33)
    for entry in run.entries:
        entry["cpu_time"] = 18.5
    lines = section(printed(run, tmp_path), "How they wait")
    assert row(lines, "ring").split() == "ring L 31.0 207 0.0210 0.33 0.82 1.13 41,000 18.5 1.85".split()


def test_the_clock_of_single_operations_is_told(tmp_path: Path) -> None:
    assert "21.3 ns of it are the clock's own" in " ".join(printed(example_run(), tmp_path).split())


def order_errors(run: SyntheticRun, name: str, mean: float, most: float) -> None:
    run.cell(name, "order_errors", "2t", [50.0] * 3, rank_error_mean=mean, rank_error_p99=mean * 5, rank_error_max=most,
             overtaken_max=most)


def test_strict_designs_are_the_baseline_of_order_errors(tmp_path: Path) -> None:
    run = SyntheticRun().design("one").design("two").design("relaxed", relaxation=-1).design("unordered", order="none")
    for name, mean, most in (("one", 0.01, 7), ("two", 0.03, 2), ("relaxed", 8, 90), ("unordered", 9, 99)):
        order_errors(run, name, mean, most)
    lines = section(printed(run, tmp_path), "Order errors")
    assert row(lines, "relaxed").split() == ["relaxed", "any", "number", "8.00", "40.0", "90.0", "90.0"]
    assert row(lines, "unordered").split()[1:3] == ["no", "order"]
    assert next(line for line in lines if "worst of 2" in line).split()[-5:] == ["0", "0.0300", "0.15", "7.00", "7.00"]
    complete = section(printed(run, tmp_path, complete=True), "Order errors")
    assert row(complete, "one").split()[2] == "0.0100" and not any("worst of" in line for line in complete)


def test_stalled_goes_by_what_is_promised(tmp_path: Path) -> None:
    lines = section(printed(example_run(), tmp_path), "Stalled participant")
    order = [lines.index(row(lines, name)) for name in ("spsc_ring", "wpol_queue", "mutex_queue")]
    assert order == sorted(order)
    assert row(lines, "mutex_queue").split()[1:] == "blocking 1,035,714 520,000 2,080,000 9,360,000 0.50".split()


def test_memory_goes_from_few_items_to_many_and_drained(tmp_path: Path) -> None:
    run = SyntheticRun(code_sizes={"ring": 640}).design("ring")
    run.cell("ring", "memory", "100000items", [1.0], bytes_idle=16640, bytes_per_1000_items=9, bytes_per_item=17.2,
             bytes_after_drain=9000)
    run.cell("ring", "memory", "1000items", [1.0], bytes_idle=16640, bytes_per_1000_items=16700, bytes_per_item=16.7,
             bytes_after_drain=16641)
    lines = section(printed(run, tmp_path), "Memory")
    assert row(lines, "ring").split() == ["ring", "16,640", "16,700", "16.7", "16,641", "17.2", "9,000", "640"]


def test_old_runs_have_memory_of_1000_items_alone(tmp_path: Path) -> None:
    run = SyntheticRun().design("ring")
    run.cell("ring", "memory", "1000items", [1.0], bytes_idle=64, bytes_per_1000_items=8000, bytes_per_item=8)
    text = printed(run, tmp_path)
    assert row(section(text, "Memory"), "ring").split() == ["ring", "64.0", "8,000", "8.00", "."]
    assert "drained" not in text


def test_growth_is_shown_on_demand(tmp_path: Path) -> None:
    assert "Growth:" not in printed(example_run(), tmp_path)
    assert "growth with capacity; see `schedlab" in " ".join(printed(example_run(), tmp_path).split())
    assert "Growth: wpol_queue" in printed(example_run(), tmp_path, complete=True)

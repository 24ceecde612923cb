"""The whole summary: doubts stand on top, the place of the results last, and nothing that was left out is silent."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from example import example_run
from synthetic_run import SyntheticRun

from harness.judge.commands.summary import summary
from harness.judge.read.run_file import load_run
from harness.judge.text.layout import WIDTH, Style

SUMMARY = Path(__file__).resolve().parents[1] / "commands/summary.py"


def printed(run: SyntheticRun, folder: Path) -> list[str]:
    return summary(load_run(run.write(folder)), Style())


def test_the_command_prints_the_example_and_writes_targets(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, str(SUMMARY), str(example_run().write(tmp_path / "run"))],
                          capture_output=True, text=True, check=False, cwd=tmp_path, env={"LC_ALL": "C"})
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "run" / "targets.json").exists()
    assert max(map(len, done.stdout.splitlines())) <= WIDTH


def test_warnings_come_before_any_number(tmp_path: Path) -> None:
    lines = printed(example_run(), tmp_path)
    assert lines[1].startswith("WARNING: virtual machine")
    first_table = next(i for i, line in enumerate(lines) if line.startswith("Bounded"))
    assert all(i < first_table for i, line in enumerate(lines) if line.startswith("WARNING"))


def test_an_incomplete_run_says_so_first_and_how_to_go_on(tmp_path: Path) -> None:
    run = SyntheticRun(complete=False).design("ring").cell("ring", "pair", "1t", [4.0, 5.0])
    first, second = printed(run, tmp_path)[1:3]
    assert first.startswith("INCOMPLETE")
    assert f"`schedlab run --resume {tmp_path}" in second and second.endswith("`."), "it can be copied as it is"


def test_a_sound_run_has_no_doubts(tmp_path: Path) -> None:
    lines = printed(SyntheticRun().design("ring").cell("ring", "pair", "1t", [4.0, 5.0]), tmp_path)
    assert lines[1].startswith("Machine")


def test_an_empty_run_is_no_crash(tmp_path: Path) -> None:
    text = "\n".join(printed(SyntheticRun(complete=False), tmp_path))
    assert "NOTHING MEASURED" in text and "not measured in this run" in text


def test_what_was_left_out_skipped_or_failed_is_listed(tmp_path: Path) -> None:
    text = "\n".join(printed(example_run(), tmp_path))
    assert "2 cells by the budget: queue/tbb_bounded_queue/mpmc/8p8c" in text
    assert "folly_queue: package libfolly-dev is not installed" in text
    assert "queue/mutex_queue/mpmc/4p4c, 9 of 9 repetitions: no progress within 20 s: stopped" in text


def test_the_place_of_the_results_is_last(tmp_path: Path) -> None:
    assert printed(example_run(), tmp_path)[-2] == f"Results: {tmp_path}"


def test_disturbed_repetitions_are_set_aside_and_counted_on_top(tmp_path: Path) -> None:
    run = SyntheticRun().design("ring").design("gone").cell("ring", "pair", "1t", [4.0, 4.1, 4.2, 4.3, 4.4])
    run.cell("ring", "pair", "1t", [9.0] * 9, disturbed=1, lost_cpu=0.3).cell("gone", "pair", "1t", [5.0], disturbed=1)
    lines = printed(run, tmp_path)
    assert "10 of 15 repetitions are set aside" in lines[1]
    assert "Nothing is left of queue/gone/pair/1t." in " ".join(" ".join(lines).split())
    assert any("4.20 [4.00-4.40]" in line for line in lines if line.startswith("ring"))

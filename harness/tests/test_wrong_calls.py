"""Calls that a person or a script gets wrong: each is refused in one sentence that says what would be right, exit code 2."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCHEDLAB = os.environ.get("SCHEDLAB", str(Path(__file__).resolve().parents[2] / "build" / "release" / "schedlab"))
ONE_CELL = "queue/vyukov_ring/pair/1t"


def call(*words: object, **options) -> subprocess.CompletedProcess[str]:
    command = [SCHEDLAB, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)


def refused(*words: object, says: str, **options) -> None:
    done = call(*words, **options)
    assert done.returncode == 2, f"{done.returncode}: {done.stdout[:300]} {done.stderr[:300]}"
    assert says in done.stderr, done.stderr[:500]
    assert done.stdout == "" and done.stderr.startswith("schedlab: ") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("words, names", [
    (["run", ""], "filter"), (["run", "--resume", ""], "--resume"), (["run", "--out=", ONE_CELL], "--out"),
    (["run", "--out", ""], "--out"), (["run", "--window", ""], "--window"), (["run", "--seed", ""], "--seed"),
    (["run", "--budget", ""], "--budget"), (["run", "--threads", ""], "--threads"),
    (["run", "--repetitions", ""], "--repetitions"), (["run", "--benchmark_filter="], "--benchmark_filter"),
    (["run", "--benchmark_out="], "--benchmark_out"), (["list", "cells", ""], "filter"),
    (["verify", ""], "design"), (["verify", "--replay", ""], "--replay"), (["verify", "--scenario", ""], "--scenario"),
    (["verify", "--seconds", ""], "--seconds"), (["verify", "--preemptions", ""], "--preemptions"),
    (["verify", "--svg", ""], "--svg"), (["verify", "--out", ""], "--out"),
    (["show", ""], "run"), (["show", "last", ""], "filter"), (["compare", "last", ""], "second")])
def test_an_empty_value_is_not_the_same_as_none(words: list[str], names: str, tmp_path: Path) -> None:
    """An empty value, as of a variable that was never set, is refused: the default would run or explore everything."""
    (tmp_path / "results").mkdir()
    refused(*words, says=f"{names} is empty", cwd=tmp_path)
    assert not list((tmp_path / "results").iterdir())


@pytest.mark.parametrize("words, says", [
    (["run", "--seed", "1.5"], "--seed 1.5: give a whole number from 0 to 18446744073709551615"),
    (["run", "--seed", "18446744073709551616"], "from 0 to 18446744073709551615"),
    (["run", "--seed", "1e3"], "whole number"), (["run", "--seed", " 1"], "whole number"),
    (["run", "--seed", "0x10"], "whole number"), (["run", "--repetitions", "2.5"], "from 1 to 100000"),
    (["run", "--repetitions", " 2"], "from 1 to 100000"), (["run", "--threads", "1,,2"], "give counts from 1 to"),
    (["run", "--window", "0x1"], "from 0.001 to 3600"), (["run", "--window", " 1"], "from 0.001 to 3600"),
    (["run", "--window", "0.02s"], "from 0.001 to 3600"), (["run", "--window", "nan"], "from 0.001 to 3600"),
    (["run", "--budget", "1e300"], "from 0 (no limit) to 1000000"), (["run", "--budget", "5min"], "--budget 5min"),
    (["run", "--time-limit", "1e7"], "from 0.1 to 1000000"), (["run", "--watchdog", "inf"], "from 0.1 to 1000000"),
    (["run", "--benchmark_min_time=nan"], "0.1s"), (["run", "--benchmark_min_time=0.1ss"], "0.1s"),
    (["verify", "--seconds", "nan"], "above 0 and at most 1000000"),
    (["verify", "--seconds", "inf"], "above 0 and at most 1000000"),
    (["verify", "--seconds", "30s"], "above 0 and at most 1000000"),
    (["verify", "--preemptions", "-1"], "whole number"), (["verify", "--preemptions", "1.5"], "whole number"),
    (["verify", "--preemptions", "4294967296"], "from 0 to 4294967295")])
def test_a_number_is_taken_whole_or_not_at_all(words: list[str], says: str, tmp_path: Path) -> None:
    refused(*words, says=says, cwd=tmp_path)


def test_the_largest_seed_is_taken() -> None:
    done = call("run", ONE_CELL, "--in-process", "--window", "0.005", "--seed", "18446744073709551615")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", ["run", "list cells", "run --benchmark_filter"])
@pytest.mark.parametrize("filter_, says", [
    ("*", "nothing stands before the '*'"), ("queue/*/pair/1t", "write 'queue/.*/pair/1t'"),
    ("queue/*", "write 'queue/.*'"), ("x" * 100_000, "has 100000 characters; at most 1000"),
    ("queue/vyukov_ring_as_written/", "not sound, so it is tested and never timed: `"),
    ("(" * 1000, "not a regular expression"), ("queue/vyukov_rin/", "nearest names: queue/vyukov_ring/")])
def test_a_filter_that_means_nothing_is_explained(command: str, filter_: str, says: str, tmp_path: Path) -> None:
    words = [*command.split(), filter_]
    if words[1].startswith("--"):
        words = ["run", f"{words[1]}={filter_}"]
    refused(*words, says=says, cwd=tmp_path)


@pytest.mark.parametrize("words, says", [
    (["help", "rum"], "nearest: run"), (["rum", "--help"], "nearest: run"),
    (["list", "queues", "vyukof"], "nearest names: "), (["list", "schedulers", "*"], "regular expression"),
    (["list", "workloads", "pear"], "nearest names: pair"),
    (["run", ONE_CELL, "--in-process", "--repetitions", "3"], "leave out --repetitions"),
    (["run", ONE_CELL, "--in-process", "--budget", "3"], "leave out --repetitions, --budget"),
    (["verify", "spsc_ring", "--orders", "--model", "sc"], "leave out --scenario, --model"),
    (["verify", "spsc_ring", "--orders", "--scenario", "capacity 2; push | pop"], "leave out --scenario, --model"),
    (["verify", "spsc_ring", "--scenario", "capacity 2; capacity 4; push | pop"], "'capacity' is given twice"),
    (["verify", "spsc_ring", "--scenario", "items wide; items wide; push | pop"], "'items' is given twice"),
    (["verify", "spsc_ring", "--scenario", "capacity 0; push | pop"], "'capacity N' takes a whole number above 0"),
    (["verify", "spsc_ring", "--scenario", "capacity two; push | pop"], "'capacity N' takes a whole number above 0"),
    (["verify", "global_queue", "--scenario", "workers 0; submit stop"], "'workers N' takes a whole number above 0")])
def test_a_choice_that_would_be_ignored_is_refused(words: list[str], says: str, tmp_path: Path) -> None:
    refused(*words, says=says, cwd=tmp_path)


def test_out_may_be_no_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for file in (tmp_path / "file", "/dev/null"):
        refused("run", ONE_CELL, "--out", file, says="exists and is not a folder")
    refused("run", ONE_CELL, "--out", tmp_path, says="exists and is not empty")


def small_run(folder: Path) -> None:
    done = call("run", ONE_CELL, "--window", "0.005", "--repetitions", "2", "--out", folder)
    assert done.returncode == 0, done.stderr


def test_a_plan_and_a_journal_that_somebody_changed(tmp_path: Path) -> None:
    small_run(tmp_path / "run")
    plan = tmp_path / "run" / "plan.json"
    text = plan.read_text()
    plan.write_text(text.replace('"repetitions": 2', '"repetitions": -2'))
    refused("run", "--resume", tmp_path / "run", says="plan.json: repetitions is -2, it should be above 0")
    plan.write_text(text)
    journal = tmp_path / "run" / "journal.jsonl"
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join([*lines[:2], "no line\n", *lines[2:]]))
    refused("run", "--resume", tmp_path / "run", says="journal.jsonl:3: is not a line of a journal; delete line 3 of that")


def test_the_last_run_can_be_resumed(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    refused("run", "--resume", "last", says="there is no last run", cwd=tmp_path)
    for name in ("b", "a"):
        small_run(tmp_path / "results" / "runs" / name)
    journal = tmp_path / "results" / "runs" / "a" / "journal.jsonl"
    whole = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(whole[:8]))  # a line on the run itself, and seven; at the end may stand what was drawn again
    done = call("run", "--resume", "last", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "going on after 7 of 8 repetitions" in done.stderr
    assert len(journal.read_text().splitlines()) >= 9

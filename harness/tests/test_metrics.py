"""A metric is declared once: with another name nothing compiles, whatever run.json holds is declared, and the files made of the
declarations are up to date."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCHEDLAB = os.environ.get("SCHEDLAB", str(ROOT / "build" / "release" / "schedlab"))
KNOWN_TO_THE_JUDGE = ROOT / "harness" / "judge" / "read" / "metrics.json"
# A cell of each kind, so that nearly every metric is there.
CELLS = ("queue/mutex_queue/(pair/1t|mpmc/2p2c|shared_pairs/2t|order_errors/2t|stalled/2t|memory/1000items)$|"
         "pool/work_stealing.chase_lev_deque.sticky.one.park/(fib/w2.n22|start/w2.gap100us|open_poisson/w2.load50|idle/w2|"
         "pool_memory/)")


def listed(*words: str) -> str:
    done = subprocess.run([SCHEDLAB, "list", "metrics", *words], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def compiled(compiler: str, name: str) -> subprocess.CompletedProcess[str]:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    source = f'#include "harness/cells/metrics.hpp"\nusing namespace schedlab;\nconst metric* found = "{name}"_metric;'
    command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{ROOT}", "-x", "c++", "-"]
    return subprocess.run(command, input=source, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_only_what_is_declared_compiles(compiler: str) -> None:
    assert compiled(compiler, "steals_per_item").returncode == 0
    misspelt = compiled(compiler, "steels_per_item")
    assert misspelt.returncode != 0 and "declares no metric of this name" in misspelt.stderr


def test_what_the_judge_knows_is_up_to_date() -> None:
    assert listed("--json") == KNOWN_TO_THE_JUDGE.read_text(), "harness/tidy/write_words.py writes it"


def test_metrics_can_be_chosen() -> None:
    assert [metric["name"] for metric in json.loads(listed("real_time", "--json"))] == ["real_time"]
    assert listed("^steal").split("\n")[0].split()[0] == "METRIC" and "lost_races" not in listed("^steal")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run") / "run"
    subprocess.run([SCHEDLAB, "run", CELLS, "--window", "0.005", "--repetitions", "1", "--tolerate-loss", "1", "--out", folder],
                   capture_output=True, timeout=900, check=False)
    return folder


def test_a_run_holds_what_is_declared_and_nothing_else(run: Path) -> None:
    declared = {metric["name"] for metric in json.loads(KNOWN_TO_THE_JUDGE.read_text())}
    entries = json.loads((run / "run.json").read_text())["benchmarks"]
    found = {key for entry in entries for key in entry}
    assert found <= declared
    assert not any(entry.get("error_occurred") for entry in entries)
    # One core has no second thread to tell of; a repetition need not be disturbed, nor fail.
    assert declared - found <= {"flag_round_trip_before_ns", "flag_round_trip_after_ns", "lost_cpu", "disturbed", "error_message",
                                "error_occurred", "placement_mode"}
    with (run / "samples.csv").open() as table:
        columns = csv.DictReader(table).fieldnames
    assert columns is not None and len(columns) == len(set(columns))
    assert set(columns) - found <= {"error_message", "disturbed", "lost_cpu", "flag_round_trip_before_ns", "flag_round_trip_after_ns"}

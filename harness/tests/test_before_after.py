"""before_after.py on executables that are faked, so that it is known which is slower, and in which placement mode."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).with_name("before_after.py")
ALONE, TOGETHER = "queue/a_queue/pair/1t", "queue/a_queue/mpmc/1p1c"
# Answers as schedlab does. Sample number n of a cell has time times[n], varied by at most 1 %, in mode modes[n], whose round
# trips are varied by at most 10 %; both lists are used round and round.
FAKE = """#!{python} -IS
import json, os, sys, time
told = json.loads({told!r})
words = sys.argv[1:]
if words[:2] == ["list", "cells"]:
    cells = [name for name in told["cells"] if words[2] in name]
    if not cells:
        sys.exit("schedlab: no cell matches " + words[2])
    print(json.dumps([{{"name": name, "workload": name.split("/")[2], "threads": 1 if name.endswith("1t") else 2}}
                      for name in cells]))
    sys.exit()
cell = told["cells"][words[1]]
with open({log!r}, "a+") as log:
    log.seek(0)
    number = sum(line.split()[:2] == [{side!r}, words[1]] for line in log)
    print({side!r}, words[1], words[words.index("--seed") + 1], file=log)
print("waiting for a process", file=sys.stderr, flush=True)
time.sleep(told["sleeps_s"])
if "error" in cell:
    sys.exit("schedlab: " + cell["error"])
nanoseconds = cell["times"][number % len(cell["times"])] * (1 + 0.01 * (number * 7 % 11 - 5) / 5)
entry = {{"real_time": nanoseconds, "items_per_second": 1e9 / nanoseconds, "bytes_per_item": 0, "name": words[1]}}
mode = cell["modes"][number % len(cell["modes"])]
if mode:
    mode *= 1 + 0.09 * ((number * 5 + {side!r}.count("b") * 3) % 7 - 3) / 3
    entry |= {{"flag_round_trip_before_ns": mode * 1.01, "flag_round_trip_after_ns": mode * 0.99}}
print(json.dumps(entry))
"""


class Fakes:
    """A folder with two executables, `before` and `after`, and the log of their samples."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "log"
        self.log.touch()

    def make(self, side: str, sleeps_s: float = 0, **cells: dict[str, Any]) -> None:
        """Makes an executable. Cells are given by workload: what changes from the default, 100 ns and always in one
        mode."""
        names = {"pair": ALONE, "mpmc": TOGETHER, "memory": "queue/a_queue/memory/1t"}
        told = {"sleeps_s": sleeps_s,
                "cells": {names[name]: {"times": [100], "modes": [0 if name != "mpmc" else 50]} | changes
                          for name, changes in cells.items()}}
        text = FAKE.format(python=sys.executable, told=json.dumps(told), log=str(self.log), side=side)
        (self.folder / side).write_text(text)
        (self.folder / side).chmod(0o755)

    def command(self, *more: object, pattern: str = "queue/") -> list[str]:
        return [sys.executable, str(SCRIPT), str(self.folder / "before"), str(self.folder / "after"), pattern,
                *map(str, more)]

    def compare(self, *more: object, **options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(*more, **options), capture_output=True, text=True, timeout=120, check=False)

    def samples(self) -> list[list[str]]:
        return [line.split() for line in self.log.read_text().splitlines()]


@pytest.fixture
def fakes(tmp_path: Path) -> Fakes:
    return Fakes(tmp_path)


def row(output: str, mode: str | int) -> str:
    """The one line of a mode; a mode is named after a round trip of about so many nanoseconds."""
    def is_it(line: str) -> bool:
        word = line.split()[0] if line.strip() else ""
        ns = re.fullmatch(r"([0-9.]+)ns", word)
        return word == mode if ns is None or mode == "-" else abs(float(ns[1]) / float(mode) - 1) < 0.2

    (found,) = [line for line in output.splitlines() if is_it(line)]
    return found


def test_equal_designs_pass(fakes: Fakes) -> None:
    fakes.make("before", pair={}, mpmc={})
    fakes.make("after", pair={}, mpmc={})
    done = fakes.compare()
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "after against before, 2 cells: 2 within"
    assert "15 of 15" in row(done.stdout, "-") and done.stderr == ""


def test_a_slower_design_is_found_and_named(fakes: Fakes) -> None:
    fakes.make("before", pair={}, mpmc={})
    fakes.make("after", pair={"times": [108]}, mpmc={})
    done = fakes.compare("--pairs", 9)
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "after against before, 2 cells: 1 slower, 1 within"
    assert f"{ALONE}  real_time  SLOWER" in done.stdout
    assert re.search(r"1\.08\d \[1\.0\d\d-1\.\d{3}\].*5%\s+slower", row(done.stdout, "-")), done.stdout


def test_a_faster_one_passes(fakes: Fakes) -> None:
    fakes.make("before", pair={})
    fakes.make("after", pair={"times": [50]})
    assert fakes.compare("--pairs", 5).returncode == 0


def test_more_is_tolerated_on_more_threads(fakes: Fakes) -> None:
    fakes.make("before", mpmc={})
    fakes.make("after", mpmc={"times": [107]})
    assert fakes.compare("--pairs", 7).returncode == 0
    assert fakes.compare("--pairs", 7, "--tolerance-together", 3).returncode == 1


def test_of_rates_less_is_worse(fakes: Fakes) -> None:
    fakes.make("before", pair={})
    fakes.make("after", pair={"times": [120]})
    fallen = fakes.compare("--pairs", 7, "--figure", "items_per_second")
    assert fallen.returncode == 1 and "0.83" in row(fallen.stdout, "-"), fallen.stdout
    fakes.make("after", pair={"times": [80]})
    risen = fakes.compare("--pairs", 7, "--figure", "items_per_second")
    assert risen.returncode == 0 and "1.25" in row(risen.stdout, "-"), risen.stdout


def test_a_cell_is_judged_by_what_it_is_about(fakes: Fakes) -> None:
    fakes.make("before", memory={})
    fakes.make("after", memory={"times": [200]})
    done = fakes.compare("--pairs", 5)
    assert done.returncode == 0 and "bytes_per_item" in done.stdout, "no byte more, only slower: " + done.stdout


def test_modes_are_never_mixed(fakes: Fakes) -> None:
    """Both are alike within each mode, but `after` is four times as often in the slow one."""
    near, far = {"times": [100, 100, 100, 100, 300], "modes": [50, 50, 50, 50, 120]}, \
        {"times": [100, 300, 300, 300, 300], "modes": [50, 120, 120, 120, 120]}
    fakes.make("before", mpmc=near)
    fakes.make("after", mpmc=far)
    done = fakes.compare("--pairs", 30)
    assert done.returncode == 0, done.stdout
    for mode in (50, 120):
        assert "6 of 30" in row(done.stdout, mode) and "within" in row(done.stdout, mode), done.stdout


def test_slower_in_one_mode_is_slower(fakes: Fakes) -> None:
    modes = [50, 120]
    fakes.make("before", mpmc={"times": [100, 300], "modes": modes})
    fakes.make("after", mpmc={"times": [100, 360], "modes": modes})
    done = fakes.compare("--pairs", 14)
    assert done.returncode == 1
    assert "within" in row(done.stdout, 50) and "slower" in row(done.stdout, 120), done.stdout


def test_undecided_without_enough_pairs_in_a_mode(fakes: Fakes) -> None:
    fakes.make("before", mpmc={"modes": [50]})
    fakes.make("after", mpmc={"modes": [120], "times": [500]})
    apart = fakes.compare("--pairs", 6)
    assert apart.returncode == 3 and "0 of 6" in apart.stdout, apart.stdout
    fakes.make("after", mpmc={"times": [500]})
    few = fakes.compare("--pairs", 4)
    assert few.returncode == 3 and "too few" in few.stdout, few.stdout


def test_noise_is_unclear_and_not_slower(fakes: Fakes) -> None:
    fakes.make("before", pair={})
    fakes.make("after", pair={"times": [60, 112, 150]})
    done = fakes.compare("--pairs", 9)
    assert done.returncode == 3 and "unclear" in done.stdout, done.stdout


def test_pairs_are_adjacent_and_in_random_order_from_a_seed(fakes: Fakes) -> None:
    for side in ("before", "after"):
        fakes.make(side, pair={}, mpmc={})
    assert fakes.compare("--pairs", 12, "--seed", 3).returncode == 0
    first = fakes.samples()
    pairs = list(zip(first[::2], first[1::2]))
    assert len(pairs) == 24 and all(a[0] != b[0] and a[1:] == b[1:] for a, b in pairs), "same cell, same seed"
    assert {a[0] for a, _ in pairs} == {"before", "after"}
    assert len({a[1] for a, _ in pairs[::2]}) == 2, "cells are shuffled in each round"
    fakes.log.write_text("")
    fakes.compare("--pairs", 12, "--seed", 3)
    assert fakes.samples() == first


def test_failures_are_told(fakes: Fakes) -> None:
    fakes.make("before", pair={}, mpmc={})
    fakes.make("after", pair={"error": "wrong answer: item 7 was lost"}, mpmc={})
    done = fakes.compare("--pairs", 5)
    assert done.returncode == 1 and "after: failed 5 of 5 times" in done.stdout and "item 7 was lost" in done.stdout
    assert done.stdout.splitlines()[-1].endswith("1 failed, 1 within")


def test_a_hang_is_a_failure(fakes: Fakes) -> None:
    fakes.make("before", pair={})
    fakes.make("after", pair={}, sleeps_s=20)
    done = fakes.compare("--pairs", 1, "--time-limit", 0.5)
    assert done.returncode == 1 and "hang: no answer within 0.5 s; it said: waiting for a process" in done.stdout, done.stdout


def test_an_interrupted_run_prints_and_keeps_what_it_has(fakes: Fakes) -> None:
    for side in ("before", "after"):
        fakes.make(side, pair={}, mpmc={}, sleeps_s=0.02)
    kept = fakes.folder / "pairs.csv"
    running = subprocess.Popen(fakes.command("--pairs", 1000, "--out", kept), stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while len(fakes.samples()) < 60:
        assert time.monotonic() < deadline and running.poll() is None
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    output, _ = running.communicate(timeout=30)
    assert running.returncode == 3 and "of 2000 pairs" in output
    assert output.splitlines()[-1] == "after against before, 2 cells: 2 within"
    rows = kept.read_text().splitlines()
    assert len(rows) >= 1 + 2 * 25 and len(rows) % 2 == 1
    assert json.loads(rows[1].split(",", 6)[6].strip('"').replace('""', '"'))["real_time"] > 0


def test_cells_of_one_executable_alone_are_named(fakes: Fakes) -> None:
    fakes.make("before", pair={}, mpmc={})
    fakes.make("after", pair={})
    done = fakes.compare("--pairs", 5)
    assert done.returncode == 0 and f"Only before, not measured: {TOGETHER}." in done.stdout


@pytest.mark.parametrize("words, says", [
    (["nowhere", "after", "queue/"], "nowhere: can't be started (No such file or directory)"),
    (["log", "after", "queue/"], "log: can't be started (Permission denied)"),
    (["/bin/true", "after", "queue/"], "/bin/true: `list cells 'queue/' --json` lists no cells"),
    (["before", "after", "no_such"], "no cell matches no_such"),
    (["before", "after", "pair"], "no cell that matches 'pair' is in both"),
    (["before", "after", "mpmc", "--pairs", "0"], "--pairs"),
    (["before", "after", "mpmc", "--pairs", "5", "--figure", "beauty"], "real_time"),
    (["before", "after", "mpmc", "--pairs", "5", "--figure", "flag_round_trip_after_ns"], "neither less nor more"),
    (["before", "after", "mpmc", "--out", "log"], "log: can't be written (File exists)"),
    (["before"], "--help"),
])
def test_a_wrong_call_is_one_sentence_and_exit_code_2(fakes: Fakes, words: list[str], says: str) -> None:
    fakes.make("before", mpmc={}, pair={})
    fakes.make("after", mpmc={}, memory={})
    if words[-1] == "pair":
        fakes.make("after", mpmc={}, pair={})
        text = (fakes.folder / "after").read_text().replace(ALONE, ALONE + ".other")
        (fakes.folder / "after").write_text(text)
    here = [str(fakes.folder / word) if word in ("before", "after", "nowhere", "log") else word for word in words]
    done = subprocess.run([sys.executable, str(SCRIPT), *here], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2 and says in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1 and "pairs" not in done.stdout


def test_help_has_an_example() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), "--help"], capture_output=True, text=True, check=True)
    assert "example:\n  $(harness/setup/find_python numpy) harness/tests/before_after.py" in done.stdout

"""One owner per run folder, one measuring run per machine: what a second run does, and that no lock outlives its holder."""

from __future__ import annotations

import collections
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

SCHEDLAB = os.environ.get("SCHEDLAB", str(Path(__file__).resolve().parents[2] / "build" / "release" / "schedlab"))
ONE_CELL = "queue/vyukov_ring/pair/1t"
QUICKLY = ["--window", "0.005", "--repetitions", "2", "--tolerate-loss", "1"]


class Machine:
    """Runs that take turns among themselves only: as if they had the machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = os.environ | {"SCHEDLAB_LOCK_FOLDER": str(folder / "locks")}
        self.started: list[subprocess.Popen[str]] = []

    def start(self, *words: object) -> subprocess.Popen[str]:
        command = [SCHEDLAB, "run", *map(str, words)]
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=self.environment)
        self.started.append(running)
        return running

    def call(self, *words: object) -> tuple[int, str]:
        running = self.start(*words)
        said = running.communicate(timeout=120)[1]
        return running.returncode, said

    def measuring(self, out: Path, repetitions: int = 500) -> subprocess.Popen[str]:
        """A run that takes long, and has begun."""
        running = self.start(ONE_CELL, "--window", "0.05", "--repetitions", repetitions, "--tolerate-loss", "1", "--out", out)
        until(lambda: journal(out))
        return running


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path)
    yield made
    for running in made.started:
        running.kill()
        running.communicate()


def until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def journal(out: Path) -> list[dict]:
    """The repetitions in it of the one cell, without those of its yardsticks."""
    file = out / "journal.jsonl"
    lines = file.read_text().split("\n")[:-1] if file.exists() else []
    return [entry for entry in map(json.loads, lines) if entry.get("cell") == ONE_CELL]


def stopped(running: subprocess.Popen[str], number: int = signal.SIGINT) -> None:
    running.send_signal(number)
    running.communicate(timeout=60)


def test_a_folder_that_is_measured_into_is_refused_with_its_owner(machine: Machine, tmp_path: Path) -> None:
    first = machine.measuring(tmp_path / "run")
    for again in (["--resume", tmp_path / "run"], [ONE_CELL, *QUICKLY, "--out", tmp_path / "run"]):
        code, said = machine.call(*again)
        assert code == 2
        assert f"process {first.pid} since 2" in said and "--resume" in said and said.count("\n") == 1
    before = len(journal(tmp_path / "run"))
    stopped(first)
    taken = collections.Counter(entry["repetition"] for entry in journal(tmp_path / "run"))
    assert len(taken) >= before and set(taken.values()) == {1}


def test_of_two_that_begin_at_once_in_one_folder_one_runs(machine: Machine, tmp_path: Path) -> None:
    both = [machine.start(ONE_CELL, *QUICKLY[:2], "--repetitions", "5", "--tolerate-loss", "1", "--out", tmp_path / "run") for _ in range(2)]
    for running in both:
        running.communicate(timeout=120)
    assert sorted(running.returncode for running in both) == [0, 2]
    assert sorted(entry["repetition"] for entry in journal(tmp_path / "run")) == list(range(5))


def test_a_killed_owner_leaves_no_lock(machine: Machine, tmp_path: Path) -> None:
    first = machine.measuring(tmp_path / "run", repetitions=20)
    stopped(first, signal.SIGKILL)
    assert (tmp_path / "run" / "run.lock").exists()
    assert machine.call("--resume", tmp_path / "run")[0] == 0
    assert sorted(entry["repetition"] for entry in journal(tmp_path / "run")) == list(range(20))
    assert not list(tmp_path.rglob("*.lock")) and not list((tmp_path / "locks").iterdir())


def test_a_second_run_waits_says_for_whom_and_goes_on(machine: Machine, tmp_path: Path) -> None:
    first = machine.measuring(tmp_path / "first")
    second = machine.start(ONE_CELL, *QUICKLY, "--out", tmp_path / "second")
    assert second.stderr is not None
    said = second.stderr.readline()
    assert f"waiting for process {first.pid} since 2" in said and str(tmp_path / "first") in said
    time.sleep(0.5)
    assert second.poll() is None and not journal(tmp_path / "second")
    stopped(first, signal.SIGKILL)
    second.communicate(timeout=60)
    assert second.returncode == 0 and len(journal(tmp_path / "second")) == 2


def test_no_wait_refuses_and_leaves_nothing(machine: Machine, tmp_path: Path) -> None:
    first = machine.measuring(tmp_path / "first")
    for words in (["--out", tmp_path / "second"], ["--in-process"]):
        code, said = machine.call(ONE_CELL, "--no-wait", *words)
        assert code == 2 and f"process {first.pid} since" in said and said.count("\n") == 1
    assert not (tmp_path / "second").exists()


@pytest.mark.parametrize("words", [["--in-process"], ["--out", "second"]])
def test_waiting_can_be_stopped(machine: Machine, tmp_path: Path, words: list[str]) -> None:
    machine.measuring(tmp_path / "first")
    second = machine.start(ONE_CELL, *(str(tmp_path / word) if word == "second" else word for word in words))
    assert second.stderr is not None and "waiting for process" in second.stderr.readline()
    second.send_signal(signal.SIGINT)
    said = second.communicate(timeout=10)[1]
    assert second.returncode == 1 and "nothing was measured" in said
    assert not (tmp_path / "second").exists()


def test_repetitions_do_not_hold_the_locks(machine: Machine, tmp_path: Path) -> None:
    first = machine.measuring(tmp_path / "first")

    def open_files(pid: int | str) -> set[str]:
        return {os.readlink(link) for link in Path(f"/proc/{pid}/fd").iterdir()}

    def files_of_a_repetition() -> set[str]:
        """The file of a run that is going on; None if there is none just now, or if the run ends meanwhile."""
        try:
            (child,) = Path(f"/proc/{first.pid}/task/{first.pid}/children").read_text().split()
            has_begun = b"repetition" in Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
            return open_files(child) if has_begun else set()
        except (OSError, ValueError):
            return set()

    seen: list[set[str]] = []
    until(lambda: seen.append(files_of_a_repetition()) or len([files for files in seen if files]) >= 5)
    locks = {str(tmp_path / "first" / "run.lock"), str(tmp_path / "locks" / "measuring")}
    assert not any(files & locks for files in seen)
    assert locks <= open_files(first.pid)


def test_a_lock_folder_of_somebody_else_is_refused(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "locks").symlink_to(tmp_path / "elsewhere")
    code, said = machine.call(ONE_CELL, *QUICKLY, "--out", tmp_path / "run")
    assert code == 2 and "SCHEDLAB_LOCK_FOLDER" in said and str(tmp_path / "locks") in said
    (tmp_path / "locks").unlink()
    (tmp_path / "locks").mkdir()
    (tmp_path / "locks").chmod(0o777)
    assert machine.call(ONE_CELL, *QUICKLY, "--out", tmp_path / "run")[0] == 2
    (tmp_path / "locks").chmod(0o700)
    (tmp_path / "locks" / "measuring").symlink_to(tmp_path / "run.json")
    assert machine.call(ONE_CELL, *QUICKLY, "--out", tmp_path / "run")[0] == 2
    assert not (tmp_path / "run.json").exists()

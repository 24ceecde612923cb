"""Tables that can't be made are no success, and every hint is a command that can be typed."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("SCHEDLAB_BUILD", Path(__file__).resolve().parents[2] / "build" / "release"))
SCHEDLAB = os.environ.get("SCHEDLAB", str(BUILD / "schedlab"))
ONE_CELL = "queue/vyukov_ring/pair/1t"
QUICKLY = ["--window", "0.005", "--repetitions", "2", "--tolerate-loss", "1"]
PATIENCE_S = 900  # another run may have its turn first


def call(*words: object, executable: object = SCHEDLAB, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(executable), *map(str, words)], capture_output=True, text=True, timeout=PATIENCE_S,
                          check=False, **options)


@pytest.fixture
def without_numpy(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "numpy.py").write_text("raise RuntimeError('it is broken')\n")
    return os.environ | {"PYTHONPATH": str(tmp_path / "modules")}


@pytest.fixture
def without_python(tmp_path: Path) -> dict[str, str]:
    """An environment in which the Python interpreter is missing, or is a name that does not exist."""
    return os.environ | {"SCHEDLAB_PYTHON": str(tmp_path / "gone" / "python3")}


def hinted(said: str, executable: object) -> list[list[str]]:
    """The commands that are named after a colon."""
    return [shlex.split(found) for found in re.findall(rf": ({re.escape(str(executable))} .*)", said)]


def test_a_run_without_numpy_fails_and_says_how_to_get_its_tables(tmp_path: Path, without_numpy: dict[str, str]) -> None:
    out = tmp_path / "a run"
    done = call("run", ONE_CELL, *QUICKLY, "--quiet", "--out", out, env=without_numpy)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "it is broken" in done.stderr and "python3-numpy" in done.stderr and "make setup" in done.stderr
    (command,) = hinted(done.stderr, SCHEDLAB)
    assert command[1:] == ["show", str(out)]
    shown = call(*command[1:], executable=command[0])
    assert shown.returncode == 0 and "vyukov_ring" in shown.stdout


@pytest.mark.parametrize("words", [["show", "some_run"], ["compare", "one_run", "another"]])
def test_without_numpy_it_is_one_sentence(words: list[str], without_numpy: dict[str, str]) -> None:
    done = call(*words, env=without_numpy)
    assert done.returncode == 1 and "python3-numpy" in done.stderr and done.stderr.count("\n") == 1


def test_without_python_it_is_said(tmp_path: Path, without_python: dict[str, str]) -> None:
    out = tmp_path / "run"
    done = call("run", ONE_CELL, *QUICKLY, "--quiet", "--out", out, env=without_python)
    assert done.returncode == 1 and "make setup" in done.stderr
    assert hinted(done.stderr, SCHEDLAB) == [[SCHEDLAB, "show", str(out)]]
    shown = call("show", out, env=without_python)
    assert shown.returncode == 1 and "make setup" in shown.stderr and shown.stderr.count("\n") == 1


def test_hints_can_be_typed(tmp_path: Path) -> None:
    """The hints are given from a folder with a blank in its name, as the program was called there."""
    here = tmp_path / "it's here"
    here.mkdir()
    (here / "lab").symlink_to(Path(SCHEDLAB).resolve().parent)
    assert call("list", "cells", "vyukof", executable="lab/schedlab", cwd=here).stderr.count("`lab/schedlab list cells`") == 1
    assert "lab/schedlab run --help" in call("run", "--benchmark_x", executable="lab/schedlab", cwd=here).stderr
    assert "Usage: lab/schedlab show" in call("show", "--help", executable="lab/schedlab", cwd=here).stdout
    assert "`lab/schedlab run`" in call("show", "nowhere", executable="lab/schedlab", cwd=here).stderr

    running = subprocess.Popen(["lab/schedlab", "run", ONE_CELL, "--window", "0.02", "--repetitions", "100", "--out", "of one"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=here)
    while not (here / "of one" / "journal.jsonl").exists():
        assert running.poll() is None
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    tables, said = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 1
    resume = ["lab/schedlab", "run", "--resume", str(here / "of one")]
    assert hinted(said, "lab/schedlab") == [resume]
    in_tables = re.search(r"`(lab/schedlab run --resume [^`\n]*)`", tables)
    assert in_tables and shlex.split(in_tables[1]) == resume

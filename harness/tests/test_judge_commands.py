"""schedlab show and schedlab compare as people call them: on a real run, and with mistakes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCHEDLAB = os.environ.get("SCHEDLAB", str(Path(__file__).resolve().parents[2] / "build" / "release" / "schedlab"))
CELLS = "queue/(vyukov_ring|mutex_queue)/pair/1t$"


def call(*words: object, **options) -> subprocess.CompletedProcess[str]:
    command = [SCHEDLAB, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=900, check=False, **options)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with results/runs, in which a run is the last."""
    place = tmp_path_factory.mktemp("place")
    done = call("run", CELLS, "--window", "0.005", "--repetitions", "3", "--tolerate-loss", "1", "--out", place / "results" / "runs" / "first")
    assert done.returncode == 0, done.stderr
    return place


def test_show_prints_the_tables_of_a_run(place: Path) -> None:
    done = call("show", "last", cwd=place)
    assert done.returncode == 0, done.stderr
    assert "vyukov_ring" in done.stdout and "Target rows" not in done.stdout
    filtered = call("show", place / "results" / "runs" / "first", "queue/vyukov_ring/", cwd="/")
    assert filtered.returncode == 0 and "mutex_queue " not in filtered.stdout and "vyukov_ring " in filtered.stdout
    assert "--all" in done.stdout and "--all" not in call("show", "last", "--all", cwd=place).stdout


def test_compare_sets_two_runs_side_by_side(place: Path) -> None:
    done = call("compare", "last", place / "results" / "runs" / "first", cwd=place)
    assert done.returncode == 0, done.stderr
    assert "WARNING: A and B are the same run." in done.stdout
    assert any(line.startswith("B against A: 0 faster, 0 slower") for line in done.stdout.splitlines())
    assert "mutex_queue\n" not in call("compare", "last", "last", "queue/vyukov_ring/", cwd=place).stdout


@pytest.mark.parametrize("words, says", [
    (["show"], "schedlab show --help"), (["show", "nowhere"], "no such file"),
    (["show", "last", "vyukof_ring"], "vyukov_ring"), (["show", "last", "("], "regular expression"),
    (["compare", "last"], "schedlab compare --help"),
    (["compare", "last", "nowhere"], "no such file"), (["compare", "last", "last", "mpcm"], "pair")])
def test_mistakes_are_one_sentence_and_exit_code_2(place: Path, words: list[str], says: str) -> None:
    done = call(*words, cwd=place)
    assert done.returncode == 2 and says in done.stderr, done.stderr
    assert done.stdout == "" and done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["show", "compare"])
def test_help_has_an_example_and_completion_knows_the_command(command: str) -> None:
    assert f"schedlab {command} " in call(command, "--help").stdout.split("Examples:")[1]
    for shell in ("bash", "zsh"):
        assert f"    {command})" in call("completion", shell).stdout

"""show.py: the tables of a finished run again, nothing written, mistakes with exit code 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from example import example_run
from printing import row

JUDGE = Path(__file__).resolve().parents[1] / "commands"


def called(script: str, *words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(JUDGE / script), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return example_run().write(tmp_path_factory.mktemp("run"))


def test_a_run_shows_what_bench_showed_and_writes_nothing(folder: Path) -> None:
    shown = called("show.py", folder)
    assert shown.returncode == 0, shown.stderr
    assert [path.name for path in folder.iterdir()] == ["run.json"]
    assert shown.stdout == called("summary.py", folder).stdout
    (folder / "targets.json").unlink()


def test_all_shows_more(folder: Path) -> None:
    assert "Growth: wpol_queue" in called("show.py", folder, "--all").stdout
    assert "Growth: wpol_queue" not in called("show.py", folder).stdout


def test_a_filter_shows_its_cells_in_every_detail(folder: Path) -> None:
    text = called("show.py", folder, "queue/vyukov_ring/mpmc/2p1c").stdout
    assert "How they wait: mpmc/2p1c" in text and "Target rows" not in text and "wpol" not in text
    assert "[" in row(text, "vyukov_ring"), "with its interval"
    assert "1.0x" in row(text, "fetch_add"), "the yardsticks of a column stay"


@pytest.mark.parametrize("script, words, said", [
    ("show.py", [], "usage"), ("show.py", ["--all"], "usage"), ("show.py", ["a", "b", "c"], "usage"),
    ("show.py", ["/nowhere"], "no such file"),
    ("compare.py", ["/nowhere"], "usage"), ("compare.py", ["/nowhere", "/nowhere"], "no such file")])
def test_wrong_calls_exit_2(script: str, words: list[str], said: str) -> None:
    done = called(script, *words)
    assert done.returncode == 2 and said in done.stderr and done.stdout == "" and done.stderr.count("\n") == 1


def test_a_filter_without_a_match_names_what_is_near(folder: Path) -> None:
    for done in (called("show.py", folder, "vyukof"), called("compare.py", folder, folder, "vyukof")):
        assert done.returncode == 2 and "vyukov_ring" in done.stderr and done.stdout == ""

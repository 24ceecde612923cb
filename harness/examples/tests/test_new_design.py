"""schedlab new: what it writes, and what it refuses with which sentence."""
from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

SCHEDLAB = os.environ["SCHEDLAB"]
ROOT = Path(__file__).resolve().parents[3]


def new(*words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    place = [] if folder is None else ["--in", str(folder)]
    return subprocess.run([SCHEDLAB, "new", *words, *place], capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture()
def mine(tmp_path: Path) -> Path:
    (tmp_path / "mine").mkdir()
    return tmp_path / "mine"


def lines(catalogue: Path) -> list[str]:
    return [line for line in catalogue.read_text().splitlines() if not line.startswith("#")]


@pytest.mark.parametrize(("kind", "line"), [
    ("queue", 'queue(fast HEADER fast.hpp TYPE "::mine::fast<Item, Memory>")'),
    ("deque", 'queue(fast HEADER fast.hpp TYPE "::mine::fast<Item, Memory>")'),
    ("scheduler", 'scheduler(fast HEADER fast.hpp TYPE "::mine::fast")'),
])
def test_it_writes_the_example_under_the_name_that_was_given(kind: str, line: str, mine: Path) -> None:
    done = new(kind, "fast", folder=mine)
    assert done.returncode == 0, done.stderr
    assert lines(mine / "catalogue.cmake") == [line]
    header = (mine / "fast.hpp").read_text()
    assert header.startswith("// fast: ") and "namespace mine {" in header and '.name = "fast"' in header
    assert not re.search(r"\bmy_\w+|\bexamples\b", header)
    assert "mine.fast" in done.stdout and f"make bench WITH={mine}" in done.stdout


def test_a_second_design_is_added_to_what_is_there(mine: Path) -> None:
    (mine / "catalogue.cmake").write_text('# Ours.\nqueue(old HEADER old.hpp TYPE "::mine::old<Item>")')
    assert new("queue", "one", folder=mine).returncode == 0
    assert new("scheduler", "two", folder=mine).returncode == 0
    text = (mine / "catalogue.cmake").read_text()
    assert text.startswith("# Ours.\nqueue(old ") and text.count("#") == 1
    assert [line.split("(")[1].split()[0] for line in lines(mine / "catalogue.cmake")] == ["old", "one", "two"]


def test_the_current_folder_is_the_default(mine: Path) -> None:
    done = subprocess.run([SCHEDLAB, "new", "queue", "here"], cwd=mine, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and (mine / "here.hpp").exists() and "::mine::here" in (mine / "catalogue.cmake").read_text()


def test_what_is_there_is_never_touched(mine: Path) -> None:
    (mine / "fast.hpp").write_text("mine")
    done = new("queue", "fast", folder=mine)
    assert done.returncode == 2 and "fast.hpp is there already" in done.stderr
    assert (mine / "fast.hpp").read_text() == "mine" and not (mine / "catalogue.cmake").exists()
    (mine / "catalogue.cmake").write_text('queue(slow HEADER other.hpp TYPE "slow<Item>")\n')
    done = new("queue", "slow", folder=mine)
    assert done.returncode == 2 and "lists a design 'slow' already" in done.stderr
    assert not (mine / "slow.hpp").exists()


@pytest.mark.parametrize(("words", "says"), [
    (["queue", "Fast"], "the name is 'Fast'; give one of small letters, digits and _, a letter first"),
    (["queue", "9lives"], "a letter first"),
    (["queue", "two words"], "small letters"),
    (["queue", "double"], "the name is 'double', which means something in C++ already; give one that is free"),
    (["queue", "lock"], "the name is 'lock', and so is something within the example"),
    (["ring", "fast"], "ring"),
    (["queue"], "name"),
])
def test_a_wrong_name_is_refused(words: list[str], says: str, mine: Path) -> None:
    done = new(*words, folder=mine)
    assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert list(mine.iterdir()) == []


def test_a_folder_that_will_not_do_is_refused(tmp_path: Path) -> None:
    done = new("queue", "fast", folder=tmp_path / "nowhere")
    assert done.returncode == 2 and "there is no such folder; make it first: mkdir -p" in done.stderr
    (tmp_path / "file").write_text("")
    assert "is no folder" in new("queue", "fast", folder=tmp_path / "file").stderr
    for name in ("My Queues", "new"):
        (tmp_path / name).mkdir()
        done = new("queue", "fast", folder=tmp_path / name)
        assert done.returncode == 2 and "which is to be a namespace" in done.stderr
        assert list((tmp_path / name).iterdir()) == []
    assert "the lab's own catalogue" in new("queue", "fast", folder=ROOT / "queues").stderr

"""Of which commits the designs of others were built: the folder may be a part of a checkout, and what git does not know counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from plain_git import PLAIN_GIT, git

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "harness" / "cmake" / "folders_elsewhere.py"

@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With one design, in a checkout that holds other things too."""
    designs = tmp_path / "checkout" / "mine"
    designs.mkdir(parents=True)
    git(designs.parent, "init", "-q")
    (designs / "fast.hpp").write_text("1\n")
    (designs.parent / "paper.tex").write_text("1\n")
    git(designs.parent, "add", ".")
    git(designs.parent, "commit", "-qm", "first")
    return designs


def written(folder: Path) -> tuple[str, str, str, bool, str]:
    """What the build compiles in: name, folder, commit, dirty, why it is unknown."""
    unit = folder.parent.parent / "folders_elsewhere.cpp"
    subprocess.run([sys.executable, "-B", str(SCRIPT), str(unit), "mine", str(folder)], check=True, env=PLAIN_GIT)
    (line,) = (line for line in unit.read_text().splitlines() if '"mine"' in line)
    return tuple(json.loads("[" + line.strip().rstrip(",").replace("{", "").replace("}", "") + "]"))


def test_a_part_of_a_checkout_has_its_commit(folder: Path) -> None:
    assert written(folder) == ("mine", str(folder), git(folder, "rev-parse", "HEAD"), False, "")
    (folder.parent / "paper.tex").write_text("2\n")
    assert written(folder)[3] is False, "changes elsewhere in that checkout are none of the designs'"


def test_a_design_that_git_does_not_know_yet_is_a_change(folder: Path) -> None:
    (folder / "faster.hpp").write_text("1\n")
    assert written(folder)[3] is True
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "second")
    assert written(folder)[2:4] == (git(folder, "rev-parse", "HEAD"), False)
    (folder / "fast.hpp").write_text("2\n")
    assert written(folder)[3] is True


def test_a_folder_that_is_in_no_checkout_is_of_no_known_commit(tmp_path: Path) -> None:
    plain = tmp_path / "one" / "plain"
    plain.mkdir(parents=True)
    _, _, commit, dirty, why = written(plain)
    assert (commit, dirty) == ("unknown", False) and "not a git repository" in why


def test_a_path_in_any_script_compiles(tmp_path: Path) -> None:
    folder = tmp_path / "Büro 研究 \N{DIRECT HIT}" / "mine"
    folder.mkdir(parents=True)
    written(folder)
    unit = tmp_path / "folders_elsewhere.cpp"
    assert str(folder) in unit.read_text(encoding="utf-8")
    done = subprocess.run(["c++", "-std=c++20", "-fsyntax-only", f"-I{ROOT}", str(unit)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_an_answer_that_has_not_changed_compiles_nothing(folder: Path) -> None:
    written(folder)
    unit = folder.parent.parent / "folders_elsewhere.cpp"
    os.utime(unit, (1, 1))
    written(folder)
    assert unit.stat().st_mtime == 1

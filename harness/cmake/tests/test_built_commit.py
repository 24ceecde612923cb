"""The commit in the results is that of the executable, and the build asks for it each time."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from plain_git import PLAIN_GIT, git

ROOT = Path(__file__).resolve().parents[3]
SCHEDLAB = os.environ.get("SCHEDLAB", str(ROOT / "build" / "release" / "schedlab"))
SCRIPT = ROOT / "harness" / "cmake" / "built_commit.py"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "a checkout"
    folder.mkdir()
    git(folder, "init", "-q")
    (folder / "tracked").write_text("1\n")
    git(folder, "add", "tracked")
    git(folder, "commit", "-qm", "first")
    return folder


def said(folder: Path, **environment: str) -> tuple[str, bool, str]:
    """What the build of that folder compiles in: commit, dirty, why it is unknown."""
    unit = folder.parent / "generated" / "built_commit.cpp"
    subprocess.run([sys.executable, str(SCRIPT), str(folder), str(unit)], check=True, env=PLAIN_GIT | environment)
    (line,) = (line for line in unit.read_text().splitlines() if "this_build" in line)
    commit, dirty, why = json.loads("[" + line[line.index("{") + 1:line.rindex("}")] + "]")
    return commit, dirty, why


def test_only_what_git_knows_makes_a_build_dirty(checkout: Path) -> None:
    commit = git(checkout, "rev-parse", "HEAD")
    (checkout / "bench.log").write_text("a run's output\n")
    assert said(checkout) == (commit, False, "")
    (checkout / "tracked").write_text("2\n")
    assert said(checkout) == (commit, True, "")
    git(checkout, "commit", "-qam", "second")
    assert said(checkout) == (git(checkout, "rev-parse", "HEAD"), False, "") != (commit, False, "")


def test_the_same_answer_compiles_nothing_anew(checkout: Path) -> None:
    unit = checkout.parent / "generated" / "built_commit.cpp"
    said(checkout)
    os.utime(unit, (1, 1))
    said(checkout)
    assert unit.stat().st_mtime == 1
    (checkout / "tracked").write_text("2\n")
    said(checkout)
    assert unit.stat().st_mtime > 1


def test_where_git_refuses_the_reason_is_kept(checkout: Path) -> None:
    commit, dirty, why = said(checkout, GIT_TEST_ASSUME_DIFFERENT_OWNER="1")
    assert (commit, dirty) == ("unknown", False) and "dubious ownership" in why and "\n" not in why
    assert said(checkout, PATH="/nowhere")[::2] == ("unknown", "git: No such file or directory")


def test_a_copy_inside_of_another_checkout_is_none_of_its_commits(checkout: Path) -> None:
    (checkout / "copy").mkdir()
    unit = checkout.parent / "unit.cpp"
    subprocess.run([sys.executable, str(SCRIPT), str(checkout / "copy"), str(unit)], check=True)
    assert git(checkout, "rev-parse", "HEAD") not in unit.read_text() and "none of its own" in unit.read_text()


def test_results_carry_the_commit_of_the_executable(tmp_path: Path) -> None:
    """Whatever git would say now: here it would refuse."""
    run = [SCHEDLAB, "run", "queue/vyukov_ring/pair/1t", "--window", "0.005", "--repetitions", "1", "--out", str(tmp_path / "run")]
    done = subprocess.run(run, capture_output=True, timeout=900, check=False,
                          env=os.environ | {"GIT_DIR": "/nowhere", "GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"})
    assert done.returncode == 0
    own = json.loads((tmp_path / "run" / "run.json").read_text())["context"]["schedlab"]
    plan = json.loads((tmp_path / "run" / "plan.json").read_text())
    told_why_not = any(warning.startswith("the commit is unknown, because ") for warning in own["warnings"])
    assert re.fullmatch("[0-9a-f]{40}", own["commit"]) or own["commit"] == "unknown" and told_why_not
    assert own["executable_hash"] == plan["executable"]

"""A run as it comes, not a made-up one: every printed mark is recomputed by lines that share nothing with the judge."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("SCHEDLAB_BUILD", Path(__file__).resolve().parents[2] / "build" / "release"))
SCHEDLAB = os.environ.get("SCHEDLAB", str(BUILD / "schedlab"))
RECOMPUTE = Path(__file__).resolve().parent / "recomputed_marks.py"
AGREE = RECOMPUTE.with_name("agreeing_marks.py")
CELLS = r"queue/(vyukov|wpol|boost|moodycamel|tbb).*/(pair/1t|mpmc/1p1c)$|pool/(global_queue.mutex|tbb_arena).*/fib/w2"

# Slower by so much that some of the cells reach no item in their window.
IS_INSTRUMENTED = bool(re.search(r'build_type = R"\((Asan|Tsan)\)"', (BUILD / "generated/build_info.hpp").read_text()))
pytestmark = pytest.mark.skipif(IS_INSTRUMENTED, reason="marks are made of measured cells")


@pytest.fixture(scope="module", name="run")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("marks") / "run"
    asked = ["run", "--suite", "quick", "--repetitions", "5", "--window", "0.005", "--tolerate-loss", "1", "--quiet", "--out",
             str(folder), CELLS]
    done = subprocess.run([SCHEDLAB, *asked], capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    shown = subprocess.run([SCHEDLAB, "show", str(folder), "--all"], capture_output=True, text=True, timeout=60,
                           check=True)
    return folder, shown.stdout


def recomputed(folder: Path, tables: str) -> subprocess.CompletedProcess[str]:
    text = folder / "tables.txt"
    text.write_text(tables)
    return subprocess.run([sys.executable, str(RECOMPUTE), str(folder / "run.json"), str(text)], capture_output=True,
                          text=True, timeout=60, check=False)


def test_every_mark_is_what_the_samples_say(run: tuple[Path, str]) -> None:
    done = recomputed(*run)
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r"(\d+) marks recomputed, 0 differ", done.stdout)[0]) > 10


def test_a_mark_that_is_moved_is_found(run: tuple[Path, str]) -> None:
    folder, tables = run
    moved = re.sub(r"([\d\])])\*", r"\1=", tables, count=1)
    assert moved != tables
    done = recomputed(folder, moved)
    assert done.returncode == 1 and "shown '=', recomputed '*'" in done.stdout


def test_runs_that_contradict_each_other_are_found(run: tuple[Path, str]) -> None:
    folder, _ = run
    document = json.loads((folder / "run.json").read_text())
    for entry in document["benchmarks"]:  # whoever was fast is slow
        entry["real_time"] = 1e6 / entry["real_time"]
    (folder / "inverted.json").write_text(json.dumps(document))
    same, inverted = (subprocess.run([sys.executable, str(AGREE), str(folder / "run.json"), str(folder / other)],
                                     capture_output=True, text=True, timeout=60, check=False)
                      for other in ("run.json", "inverted.json"))
    assert same.returncode == 0 and " 0 contradicted" in same.stdout, same.stdout
    assert inverted.returncode == 1, inverted.stdout
    assert re.search("(leads in one run and is slower|is slower in one run and leads) in another", inverted.stdout)

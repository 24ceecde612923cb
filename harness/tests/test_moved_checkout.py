"""What happens where a checkout was moved or copied, and what make hands on."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCHEDLAB = Path(os.environ.get("SCHEDLAB", str(ROOT / "build" / "release" / "schedlab")))


def configured(checkout: Path, made_for: Path) -> subprocess.CompletedProcess[str]:
    """Calls make with a cmake that only says where it was called."""
    (checkout / "bin").mkdir()
    cmake = checkout / "bin" / "cmake"
    cmake.write_text("#!/bin/sh\nls build/release\n")
    cmake.chmod(0o755)
    (checkout / "harness" / "setup").mkdir(parents=True)
    script = shutil.copy(ROOT / "harness" / "setup" / "configure", checkout / "harness" / "setup")
    (checkout / "build" / "release").mkdir(parents=True)
    (checkout / "build" / "release" / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={made_for}\n")
    return subprocess.run([script, "release", "-B", "build/release"], cwd=checkout, capture_output=True, text=True,
                          env=os.environ | {"PATH": f"{checkout / 'bin'}:{os.environ['PATH']}"})


def test_a_build_folder_of_another_place_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    done = configured(tmp_path / "here", tmp_path / "there")
    assert "build/release was made for" in done.stdout and "it is made anew" in done.stdout
    assert not (tmp_path / "here" / "build" / "release").exists()


def test_a_build_folder_of_this_place_stays(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "here")
    done = configured(tmp_path / "here", tmp_path / "link")
    assert done.returncode == 0 and "anew" not in done.stdout
    assert (tmp_path / "here" / "build" / "release" / "CMakeCache.txt").exists()


def test_an_executable_takes_the_judge_of_the_checkout_that_it_lies_in(tmp_path: Path) -> None:
    build = tmp_path / "build" / "release"
    build.mkdir(parents=True)
    copied = shutil.copy(SCHEDLAB, build)
    (build / "checkout.txt").write_text("../..\n")
    (tmp_path / "harness/judge/commands").mkdir(parents=True)
    (tmp_path / "harness/judge/commands/show.py").write_text("print('the judge beside it')\n")
    done = subprocess.run([copied, "show", "some_run"], capture_output=True, text=True)
    assert done.stdout == "the judge beside it\n", done.stderr
    assert f"of the checkout {tmp_path}" in subprocess.run([copied, "--version"], capture_output=True, text=True).stdout
    (tmp_path / "harness/judge/commands/show.py").unlink()
    done = subprocess.run([copied, "show", "some_run"], capture_output=True, text=True)
    assert done.returncode == 1
    assert f"this executable belongs to the checkout {tmp_path}" in done.stderr and "make build" in done.stderr


def test_a_build_folder_inside_of_its_checkout_moves_with_it() -> None:
    named = (SCHEDLAB.parent / "checkout.txt").read_text().strip()
    inside = SCHEDLAB.resolve().is_relative_to(ROOT.resolve())
    assert (SCHEDLAB.resolve().parent / named).resolve() == ROOT.resolve() and named.startswith("..") == inside


@pytest.mark.parametrize("words, code", [(["list", "queues", "vyukov_ring"], 0), (["show", "last"], 1),
                                         (["verify", "spsc_ring", "--orders"], 1)])
def test_an_executable_without_its_files_says_so_where_it_needs_them(words: list[str], code: int, tmp_path: Path) -> None:
    alone = shutil.copy(SCHEDLAB, tmp_path)
    done = subprocess.run([alone, *words], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert code == 0 or f"lies in {tmp_path} without the files" in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize("target, name", [("bench", "FILTER"), ("bench", "OUT"), ("verify", "FILTER"), ("test", "FILTER"),
                                          ("mutants", "FILTER")])
def test_make_hands_on_quotes_as_they_are(target: str, name: str) -> None:
    printed = subprocess.run(["make", "-n", target, f"{name}=a'b c"], cwd=ROOT, capture_output=True, text=True)
    assert printed.returncode == 0, printed.stderr
    wanted = [line for line in printed.stdout.splitlines() if f'"${name}"' in line]
    assert wanted, printed.stdout
    assert subprocess.run(["bash", "-n", "-c", "\n".join(wanted).rstrip("\\")], capture_output=True).returncode == 0

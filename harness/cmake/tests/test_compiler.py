"""COMPILER=...: another compiler than the system's builds a tree of its own, and one that is not there is told so."""
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


def in_root(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name not in {"COMPILER", "MAKEFLAGS", "MAKELEVEL"}}
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
                          env=clean | environment)


def folder_that_make_builds(*arguments: str) -> str:
    """Of what make would run, the build: --dry-run runs nothing."""
    done = in_root("make", "--dry-run", "build", *arguments)
    assert done.returncode == 0, done.stderr
    return next(line for line in done.stdout.splitlines() if line.startswith("cmake --build ")).split()[2]


@pytest.mark.parametrize(("compiler", "folder"), [
    ([], "build/release"),
    (["COMPILER=clang++"], "build/release-clang++"),
    (["COMPILER=/usr/bin/g++-12"], "build/release-.usr.bin.g++-12"),
])
def test_another_compiler_has_a_tree_of_its_own(compiler: list[str], folder: str) -> None:
    assert folder_that_make_builds(*compiler) == folder


def test_a_compiler_that_is_not_there_is_refused(tmp_path: pathlib.Path) -> None:
    done = in_root("harness/setup/configure", "release", "-B", str(tmp_path), COMPILER="no-such-compiler")
    assert done.returncode == 1
    assert done.stderr.startswith("COMPILER=no-such-compiler is no program here; ")
    assert "g++" in done.stderr.split(";")[1]
    assert done.stderr.count("\n") == 1, "one sentence: " + done.stderr
    assert not list(tmp_path.iterdir())

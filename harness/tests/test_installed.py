"""The program installed and then moved, in a folder that knows nothing of the checkout: it finds what belongs to it, writes where it
is called, and leaves what was installed as it was. (The headers: harness/cmake/tests/test_consumers.py; as a Debian package on a
system of its own: harness/setup/try_package.)"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("SCHEDLAB_BUILD", ROOT / "build" / "release")).resolve()
CELL = "queue/vyukov_ring/pair/1t"
# Root can hide the checkout from a command, in a view of the disk that is the command's own.
HIDING = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none "$0" && exec "$@"']


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    first = tmp_path_factory.mktemp("installed") / "first"
    done = subprocess.run(["cmake", "--install", BUILD, "--prefix", first], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return first.rename(first.parent / "moved")


@pytest.fixture(scope="module")
def hidden(prefix: Path) -> list[str]:
    """What to put before a command, so that neither the checkout nor the build is there."""
    folders = [str(ROOT)] if BUILD.is_relative_to(ROOT) else [str(ROOT), str(BUILD)]
    words = [word for folder in folders for word in (*HIDING, folder)]
    if any(prefix.is_relative_to(folder) for folder in folders):
        return []
    return words if subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0 else []


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("elsewhere")


def call(prefix: Path, before: list[str], *words: object, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*before, str(prefix / "bin/schedlab"), *map(str, words)], capture_output=True, text=True, timeout=900,
                          check=False, **options)


def contents(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_nothing_says_where_it_was_built(prefix: Path) -> None:
    files = [path for path in prefix.rglob("*") if path.is_file()]
    assert prefix / "bin/schedlab" in files and prefix / "share/schedlab/code_sizes.json" in files
    if "CMAKE_BUILD_TYPE:STRING=Asan" in (BUILD / "CMakeCache.txt").read_text(encoding="utf-8"):
        files.remove(prefix / "bin/schedlab")  # what its sanitizers report names the sources
    for named in {ROOT, BUILD, prefix.parent / "first"}:
        assert [path for path in files if os.fsencode(named) in path.read_bytes()] == []


def test_it_does_all_that_it_does_in_the_checkout(prefix: Path, hidden: list[str], place: Path) -> None:
    before = contents(prefix)
    version = call(prefix, hidden, "--version", cwd=place).stdout
    assert version.startswith("schedlab ") and f"installed, its files in {prefix}/share/schedlab\n" in version
    listed = call(prefix, hidden, "list", "queues", "vyukov_ring", cwd=place)
    assert listed.returncode == 0 and " clean " in listed.stdout, "the baseline of verdicts came along"
    doctor = call(prefix, hidden, "doctor", "--seconds", "0.1", cwd=place)
    assert doctor.returncode in (0, 1) and "This machine is" in doctor.stdout

    ran = call(prefix, hidden, "run", CELL, "--window", "0.005", "--repetitions", "2", "--tolerate-loss", "1", cwd=place)
    assert ran.returncode == 0 and "vyukov_ring" in ran.stdout, ran.stderr
    (folder,) = (place / "results/runs").iterdir()
    assert str(folder) in ran.stderr and str(folder) in ran.stdout
    shown = call(prefix, hidden, "show", "last", cwd=place)
    assert shown.returncode == 0 and "vyukov_ring" in shown.stdout, shown.stderr

    verified = call(prefix, hidden, "verify", "spsc_flag_ring", "--quiet", cwd=place)
    assert verified.returncode == 0, verified.stderr
    assert f"the verdicts are kept in {place}/results/verdicts.json\n" in verified.stderr
    assert contents(prefix) == before


def test_it_shows_lines_of_the_source(prefix: Path, hidden: list[str], place: Path) -> None:
    orders = call(prefix, hidden, "verify", "spsc_flag_ring", "--orders", "--quiet", cwd=place)
    assert orders.returncode == 0, orders.stdout + orders.stderr
    assert "queues/spsc_flag_ring.hpp:" in orders.stdout and "in try_push: " in orders.stdout
    assert "order::release" in orders.stdout, "the text of a line"


def test_before_the_first_run_there_is_none_here(prefix: Path, hidden: list[str], tmp_path: Path) -> None:
    shown = call(prefix, hidden, "show", "last", cwd=tmp_path)
    assert shown.returncode == 2 and f"{tmp_path}/results/runs holds none" in shown.stderr


def test_baselines_are_none_of_its_business(prefix: Path, place: Path) -> None:
    done = call(prefix, [], "verify", "spsc_ring", "--suite", "full", "--update-baseline", cwd=place)
    assert done.returncode == 2 and "belong to a checkout" in done.stderr and done.stderr.count("\n") == 1


def test_a_part_that_is_gone_is_named(prefix: Path, place: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(prefix, broken)
    script = broken / "share/schedlab/harness/judge/commands/show.py"
    script.unlink()
    done = call(broken, [], "show", "last", cwd=place)
    assert done.returncode == 1 and f"{script} is gone" in done.stderr and "install it again" in done.stderr
    shutil.rmtree(broken / "share")
    done = call(broken, [], "show", "last", cwd=place)
    assert done.returncode == 1 and f"{broken}/share/schedlab" in done.stderr and done.stderr.count("\n") == 1

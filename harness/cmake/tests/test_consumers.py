"""A product takes the headers in: installed, as a folder of its own, fetched, or by one -I. Of the laboratory nothing comes along."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
CONSUMERS = Path(__file__).resolve().parent / "consumers"
OF_THE_HEADERS = ("CMakeLists.txt", "LICENSE", "include", "queues", "schedulers", "harness/cmake")

each_compiler = pytest.mark.parametrize("compiler", [
    pytest.param(name, marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not installed"))
    for name in ("g++", "clang++")])


def done(*words: object, **options) -> str:
    """What it prints; it has to succeed."""
    said = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300, check=False, **options)
    assert said.returncode == 0, f"{' '.join(map(str, words))}\n{said.stdout}{said.stderr}"
    return said.stdout


def configured(folder: Path, build: Path, *settings: str) -> str:
    return done("cmake", "-G", "Ninja", "-S", folder, "-B", build, *(f"-D{setting}" for setting in settings))


def built_and_run(consumer: str, build: Path, *settings: str) -> str:
    said = configured(CONSUMERS / consumer, build, *settings)
    done("cmake", "--build", build)
    done(build / "product")
    return said


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The headers alone, installed where no library of the laboratory is asked for, and moved afterwards."""
    folder = tmp_path_factory.mktemp("headers")
    configured(ROOT, folder / "build", "SCHEDLAB_PROGRAM=OFF", "CMAKE_DISABLE_FIND_PACKAGE_benchmark=ON")
    done("cmake", "--install", folder / "build", "--prefix", folder / "first")
    return (folder / "first").rename(folder / "prefix")


@pytest.fixture(scope="module")
def headers(prefix: Path) -> list[str]:
    return sorted(str(path.relative_to(prefix / "include")) for path in (prefix / "include").rglob("*.hpp"))


@each_compiler
def test_installed(compiler: str, prefix: Path, tmp_path: Path) -> None:
    said = built_and_run("installed", tmp_path, f"CMAKE_PREFIX_PATH={prefix}", f"CMAKE_CXX_COMPILER={compiler}")
    assert re.search(rf"found schedlab \d+\.\d+\.\d+ in {re.escape(str(prefix))}/lib", said), said
    used = done("ninja", "-C", tmp_path, "-t", "deps")
    assert str(prefix / "include/schedlab/queues/vyukov_ring.hpp") in used and str(ROOT / "queues") not in used


@each_compiler
def test_as_a_folder_of_its_own(compiler: str, tmp_path: Path) -> None:
    built_and_run("subdirectory", tmp_path, f"SCHEDLAB_CHECKOUT={ROOT}", f"CMAKE_CXX_COMPILER={compiler}")
    done("cmake", "--install", tmp_path, "--prefix", tmp_path / "prefix")
    assert not (tmp_path / "prefix").exists(), "it installs nothing that it was not asked for"


def test_a_library_made_with_them_is_installed_with_them(tmp_path: Path) -> None:
    configured(CONSUMERS / "subdirectory", tmp_path, f"SCHEDLAB_CHECKOUT={ROOT}", "SCHEDLAB_INSTALL=ON")
    done("cmake", "--install", tmp_path, "--prefix", tmp_path / "prefix")
    assert (tmp_path / "prefix/include/schedlab/queues/vyukov_ring.hpp").exists()
    assert (tmp_path / "prefix/lib/cmake/schedlab/schedlab-config.cmake").exists()


def test_fetched(tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    for name in OF_THE_HEADERS:
        source, copy = ROOT / name, repo / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, copy, symlinks=True) if source.is_dir() else shutil.copy(source, copy)
    git = ["git", "-C", repo, "-c", "user.name=test", "-c", "user.email=test@localhost"]
    done("git", "init", "-q", "-b", "main", repo)
    done(*git, "add", "--all")
    done(*git, "commit", "-q", "-m", "all")
    built_and_run("fetched", tmp_path / "build", f"SCHEDLAB_URL=file://{repo}")


@each_compiler
def test_one_file_and_one_path(compiler: str, tmp_path: Path) -> None:
    done(compiler, "-std=c++20", "-pthread", "-Wall", "-Wextra", "-Werror", "-I", ROOT / "include", CONSUMERS / "product.cpp",
         "-o", tmp_path / "product")
    done(tmp_path / "product")


def test_what_is_for_the_laboratory_is_not_installed(prefix: Path, headers: list[str]) -> None:
    assert {"schedlab/queues/vyukov_ring.hpp", "schedlab/schedulers/work_stealing_pool.hpp"} <= set(headers)
    assert {name.split("/")[2] for name in headers if name.count("/") == 3} \
        == {"memory", "locks", "parts", "wpol", "idle", "stealing"}
    assert {path.name for path in prefix.iterdir()} == {"include", "lib", "share"}


def test_each_design_can_be_taken_alone(prefix: Path, headers: list[str], tmp_path: Path) -> None:
    """And all that stands beside them; the rooms below are theirs."""
    def wrong(header: str) -> str:
        unit = tmp_path / f"{header.replace('/', '.')}.cpp"
        unit.write_text(f"#include <{header}>\n")
        command = ["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Werror", f"-I{prefix / 'include'}", str(unit)]
        return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False).stderr

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        assert [said for said in pool.map(wrong, (name for name in headers if name.count("/") == 2)) if said] == []


def test_no_name_is_defined_for_everybody(prefix: Path, headers: list[str], tmp_path: Path) -> None:
    """Macros begin with SCHEDLAB_, and all else stands in the namespace."""
    unit = tmp_path / "all.cpp"
    unit.write_text("".join(f"#include <{header}>\n" for header in headers))
    text = done("g++", "-std=c++20", "-E", "-dD", f"-I{prefix / 'include'}", unit)
    ours, macros, code = False, [], []
    for line in text.splitlines():
        if marker := re.match(r'# \d+ "([^"]+)"', line):
            ours = marker[1].startswith(str(prefix))
        elif ours and (macro := re.match(r"#define (\w+)", line)):
            macros.append(macro[1])
        elif ours and not line.startswith("#"):
            code.append(line)
    assert macros and [name for name in macros if not name.startswith("SCHEDLAB_")] == []
    outermost = re.sub(r'"(\\.|[^"\\])*"|' r"'(\\.|[^'\\])'", "", "\n".join(code))
    while (folded := re.sub(r"\{[^{}]*\}", "", outermost)) != outermost:
        outermost = folded
    assert set(outermost.split()) == {"namespace", "schedlab"}, outermost

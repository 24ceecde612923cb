"""A queue, a deque and a scheduler in a folder outside of the checkout, and a queue over std::mutex: contract tests, checker,
cells, tables. Two folders are built once, against what this build has compiled."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
BASE = Path(os.environ["SCHEDLAB_BUILD"])
SCHEDLAB = os.environ["SCHEDLAB"]
# Compiling is most of what this costs, and nothing is measured; what sanitizers look at must be built as the base is.
UNOPTIMISED = ["-D", "CMAKE_BUILD_TYPE=Debug"] if "CMAKE_BUILD_TYPE:STRING=Release" in (BASE / "CMakeCache.txt").read_text() else []

STD_MUTEX_QUEUE = """\
// locked: a std::deque behind a std::mutex.
#pragma once

#include <deque>
#include <mutex>

#include <schedlab/queues/queue.hpp>

namespace second {

template <class Item>
class locked {
 public:
  static constexpr schedlab::queue_traits traits{.name = "locked", .allocates = true, .paper = "a test"};

  explicit locked(size_t) {}

  schedlab::push_status try_push(Item&& item) {
    const std::lock_guard held(mutex_);
    items_.push_back(static_cast<Item&&>(item));
    return schedlab::push_status::ok;
  }
  schedlab::pop_status try_pop(Item& item) {
    const std::lock_guard held(mutex_);
    if (items_.empty()) return schedlab::pop_status::empty;
    item = static_cast<Item&&>(items_.front());
    items_.pop_front();
    return schedlab::pop_status::ok;
  }

 private:
  std::mutex mutex_;
  std::deque<Item> items_;
};

}  // namespace second
"""


def call(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in words], cwd=ROOT, capture_output=True, text=True, timeout=1200, check=False,
                          env=os.environ | environment)


def listed(program: str | Path) -> set[str]:
    return {design["name"] for design in json.loads(call(program, "list", "queues", "--json").stdout)["designs"]}


class Elsewhere:
    """Two folders of designs, and what is built of them."""

    def __init__(self, place: Path) -> None:
        for name in ("first", "second", "builds"):
            (place / name).mkdir()
        for kind in ("queue", "deque", "scheduler"):
            done = call(SCHEDLAB, "new", kind, f"a_{kind}", "--in", place / "first")
            assert done.returncode == 0, done.stderr
        (place / "second/locked.hpp").write_text(STD_MUTEX_QUEUE)
        (place / "second/catalogue.cmake").write_text('queue(locked HEADER locked.hpp TYPE "::second::locked<Item>")\n')
        self.place = place
        self.environment = {"WITH": f"{place / 'first'},{place / 'second'}", "SCHEDLAB_BUILD_ROOT": str(place / "builds")}

    def script(self, action: str, *options: str) -> subprocess.CompletedProcess[str]:
        return call(ROOT / "harness/setup/elsewhere", action, BASE, *options, **self.environment, FILTER="quick")

    @property
    def program(self) -> Path:
        return Path(self.script("folder").stdout.strip()) / "schedlab"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Elsewhere:
    elsewhere = Elsewhere(tmp_path_factory.mktemp("elsewhere"))
    done = elsewhere.script("build", *UNOPTIMISED)
    assert done.returncode == 0, done.stdout + done.stderr
    return elsewhere


def test_their_designs_stand_beside_ours_under_the_names_of_their_folders(built: Elsewhere) -> None:
    ours = listed(SCHEDLAB)
    assert listed(built.program) == ours | {"first.a_queue", "first.a_deque", "second.locked"}
    schedulers = call(built.program, "list", "schedulers").stdout
    for name in ("first.a_scheduler", "global_queue.first.a_queue", "work_stealing.first.a_deque", "global_queue.second.locked"):
        assert f"\n{name} " in schedulers
    sizes = json.loads((built.program.parent / "code_sizes.json").read_text())
    assert sizes["first.a_queue"] > 0 and sizes["second.locked"] > 0 and ours - sizes.keys() == set()


def test_the_checker_explores_what_it_can_see_and_says_so_of_the_rest(built: Elsewhere, tmp_path: Path) -> None:
    file = tmp_path / "verdicts.json"
    done = call(built.program, "verify", "--quiet", "--out", file)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(file.read_text())["designs"]
    assert {name: one["verdict"] for name, one in found.items()} == {
        "first.a_queue": "clean", "first.a_deque": "clean", "second.locked": "not checkable"}
    assert found["second.locked"]["why"] == "took no step through Memory: not checkable"
    alone = call(built.program, "verify", "second.locked", "--quiet", "--out", file)
    assert alone.returncode == 0 and alone.stdout.startswith("second.locked took no step through Memory: not checkable\n")


def test_every_kind_is_timed_and_has_its_row(built: Elsewhere, tmp_path: Path) -> None:
    cells = ["queue/first.a_queue/mpmc/1p1c", "queue/second.locked/mpmc/1p1c", "queue/vyukov_ring/mpmc/1p1c",
             "queue/first.a_deque/owner/depth0", "pool/first.a_scheduler/flood/w1.1s",
             "pool/global_queue.first.a_queue.park/flood/w1.1s", "pool/work_stealing.first.a_deque.sticky.one.park/flood/w1.1s"]
    done = call(built.program, "run", f"^({'|'.join(cells)})$", "--window", "0.005", "--repetitions", "1", "--tolerate-loss", "1",
                "--quiet", "--out", tmp_path / "run")
    assert done.returncode == 0, done.stdout + done.stderr
    run = json.loads((tmp_path / "run/run.json").read_text())
    assert set(cells) <= {entry["run_name"] for entry in run["benchmarks"]}
    assert run["context"]["schedlab"]["folders_elsewhere"] == {
        name: str(built.place / name) for name in ("first", "second")}
    for known in run["context"]["schedlab"]["commits_elsewhere"].values():
        assert known["commit"] == "unknown" and "not a git repository" in known["why_unknown"]
    for name in ("first.a_queue", "second.locked", "first.a_deque", "first.a_scheduler"):
        assert name in done.stdout


def test_their_contract_tests_run(built: Elsewhere) -> None:
    done = built.script("test", *UNOPTIMISED)
    assert done.returncode == 0, done.stdout + done.stderr
    programs = built.program.parent
    cases = call(programs / "contract_tests_elsewhere", "--list-tests").stdout  # of Catch2 2 and 3
    for name in ("first.a_queue", "first.a_deque", "first.a_scheduler", "second.locked"):
        assert f"{name}: declares_itself" in cases


def test_a_change_builds_again_and_makes_a_verdict_old(built: Elsewhere) -> None:
    header = built.place / "first/a_queue.hpp"
    text = header.read_text()
    assert "tail - head_.take() <= mask_" in text
    header.write_text(text.replace("tail - head_.take() <= mask_", "tail - head_.take() <= mask_ + 1"))
    try:
        assert built.script("build").returncode == 0
        done = call(built.program, "verify", "first.a_queue", "--quiet", "--out", built.place / "v.json")
        assert done.returncode == 1 and done.stdout.startswith("first.a_queue: refuted"), done.stdout
    finally:
        header.write_text(text)


def refused(place: Path, name: str, catalogue: str, **files: str) -> str:
    folder = place / name
    folder.mkdir()
    (folder / "catalogue.cmake").write_text(catalogue)
    for file, text in files.items():
        (folder / f"{file}.hpp").write_text(text)
    done = call(ROOT / "harness/setup/elsewhere", "build", BASE, WITH=str(folder), SCHEDLAB_BUILD_ROOT=str(place))
    assert done.returncode != 0
    return " ".join(done.stderr.split())


@pytest.mark.parametrize(("name", "catalogue", "says"), [
    ("mine", "", "lists no design"),
    ("My Own", "", "small letters, digits and _"),
    ("mine", 'queue(q HEADER q.hpp TYPE "q<Item>")', "names a header that is not there"),
    ("mine", 'queue(q HEADER p.hpp TYPE "vyukov_ring<Item, Memory>")', "give one of them another namespace"),
])
def test_what_is_wrong_with_a_folder_is_said(name: str, catalogue: str, says: str, tmp_path: Path) -> None:
    assert says in refused(tmp_path, name, catalogue, p="")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = call(ROOT / "harness/setup/elsewhere", "build", BASE, WITH=str(tmp_path / "nowhere"))
    assert done.returncode == 1 and f"WITH={tmp_path}/nowhere: there is no such folder" in done.stderr
    done = call(ROOT / "harness/setup/elsewhere", "build", BASE, WITH=str(tmp_path), SCHEDLAB_BUILD_ROOT=str(tmp_path / "b"))
    assert done.returncode == 1 and "there is no catalogue.cmake in it" in " ".join(done.stderr.split())


def test_a_checkout_that_cannot_be_written_is_built_below_the_cache(tmp_path: Path) -> None:
    checkout = tmp_path / "lab"
    (checkout / "harness/setup").mkdir(parents=True)
    script = shutil.copy(ROOT / "harness/setup/build_root", checkout / "harness/setup")
    assert call(script).stdout == "build\n"
    (checkout / "build").write_text("no folder could be made here")
    (checkout / "build").chmod(0o444)
    if os.access(checkout / "build", os.W_OK):
        pytest.skip("root may write anywhere")
    assert call(script, XDG_CACHE_HOME="/cache").stdout.startswith("/cache/schedlab/lab-")

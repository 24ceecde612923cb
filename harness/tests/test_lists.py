"""What schedlab says of itself: version, help, lists that take a filter and fit the terminal, completion by names."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
from pathlib import Path

import pytest

SCHEDLAB = os.environ.get("SCHEDLAB", str(Path(__file__).resolve().parents[2] / "build" / "release" / "schedlab"))


def call(*words: object, **options) -> subprocess.CompletedProcess[str]:
    command = [SCHEDLAB, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)


def lines(*words: object) -> list[str]:
    done = call(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def at_width(columns: int, *words: object) -> str:
    """What schedlab prints on a terminal of so many columns."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    # pytest's readline may have told its children a width by COLUMNS, without telling os.environ.
    told = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
    running = subprocess.Popen([SCHEDLAB, *map(str, words)], stdin=its, stdout=its, stderr=its, env=told)
    os.close(its)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:  # Linux's way of saying that the other side is closed
        pass
    os.close(ours)
    running.wait(timeout=120)
    return shown.decode().replace("\r\n", "\n")


def test_version_and_help() -> None:
    assert re.match(r"schedlab \d+\.\d+\.\d+ of commit ", lines("--version")[0])
    assert call("help").stdout == call("--help").stdout
    assert call("help", "run").stdout == call("run", "--help").stdout
    assert "--version" in call("help").stdout


def test_a_list_takes_a_filter() -> None:
    names = [line.split()[0] for line in lines("list", "queues", "vyukov_ring")[1:]]
    assert names == ["vyukov_ring"], "an exact name means this one alone"
    found = json.loads(call("list", "queues", "vyukov", "--json").stdout)["designs"]
    assert {design["name"] for design in found} >= {"vyukov_ring", "vyukov_ring_padded"}
    assert all("vyukov" in design["name"] for design in found)
    found = json.loads(call("list", "schedulers", "^work_stealing.*park$", "--json").stdout)
    assert found["designs"]
    assert all(d["name"].startswith("work_stealing") and d["name"].endswith("park") for d in found["designs"])
    assert [line.split()[0] for line in lines("list", "workloads", "pair")] == ["WORKLOAD", "pair"]


def test_the_list_of_schedulers_folds_what_is_skipped() -> None:
    everything = json.loads(call("list", "schedulers", "--json").stdout)
    shown = call("list", "schedulers").stdout
    reasons = {s["reason"] for s in everything["skipped"]}
    counts = shown[shown.index("SKIPPED"):].splitlines()[1:len(reasons) + 1]
    assert sum(int(line.split()[0]) for line in counts) == len(everything["skipped"]) > len(counts)
    of_one = call("list", "schedulers", "work_stealing").stdout
    named = [s["name"] for s in everything["skipped"] if s["name"].startswith("work_stealing")]
    assert named and all(f"  {name}\n" in of_one for name in named)


def test_a_pool_over_a_library_is_not_simply_clean() -> None:
    badges = {d["name"]: d["checked"]["badge"] for d in json.loads(call("list", "--json").stdout)["designs"]}
    shown = lines("list", "schedulers", "^global_queue")
    rows = {line.split()[0]: line for line in shown if "own" in line.split()}
    over_libraries = [row for name, row in rows.items() if badges.get(name.partition(".")[2]) == "not checkable"]
    assert over_libraries and all("; lane: not checkable" in row for row in over_libraries)
    assert "lane: not checkable" not in rows["global_queue.mutex_queue"]


@pytest.mark.parametrize("what", ["queues", "schedulers", "workloads", "cells", "metrics"])
@pytest.mark.parametrize("columns", [60, 80])
def test_a_list_fits_the_terminal(what: str, columns: int) -> None:
    filter_ = ["queue/vyukov_ring/"] if what == "cells" else []
    shown = at_width(columns, "list", what, *filter_)
    assert [line for line in shown.splitlines() if len(line) > columns] == []
    assert sorted(shown.split()) == sorted(call("list", what, *filter_).stdout.split()), "nothing is left out"


def completed(*words: str, cwd: Path) -> list[str]:
    script = call("completion", "bash").stdout
    typed = " ".join(f"'{word}'" for word in (SCHEDLAB, *words))
    done = subprocess.run(["bash", "-c", script + f"COMP_WORDS=({typed}); COMP_CWORD={len(words)}; "
                           f"_schedlab '{SCHEDLAB}'; printf '%s\\n' \"${{COMPREPLY[@]}}\""],
                          capture_output=True, text=True, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_completion_knows_names(tmp_path: Path) -> None:
    run = tmp_path / "results" / "runs" / "20260101T000000Z-abc"
    run.mkdir(parents=True)
    (run / "plan.json").touch()
    assert "vyukov_ring" in completed("verify", "vyuk", cwd=tmp_path)
    assert "queue/vyukov_ring/pair/1t" in completed("run", "queue/vyukov_ring/pair/", cwd=tmp_path)
    for words in (("show", ""), ("compare", "last", ""), ("run", "--resume", "")):
        assert {"last", "results/runs/20260101T000000Z-abc"} <= set(completed(*words, cwd=tmp_path))
    assert "pool/serial/fib/w1" not in completed("verify", "", cwd=tmp_path)
    assert "--suite" in completed("run", "--su", cwd=tmp_path)


@pytest.mark.parametrize("columns", [60, 80])
def test_verdicts_fit_the_terminal(columns: int, tmp_path: Path) -> None:
    out = ["--quiet", "--out", tmp_path / "v.json"]
    shown = at_width(columns, "verify", "spsc_ring", "--model", "sc", *out)
    assert "SCENARIO" in shown and shown.count("\n  sc") > 3
    assert [line for line in shown.splitlines() if len(line) > columns] == []


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("place") / "run"
    done = call("run", "queue/(vyukov_ring|mutex_queue)/(pair|mpmc)/(1t|1p1c)$", "--window", "0.005", "--repetitions", "3",
                "--tolerate-loss", "1", "--out", folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("columns, words", [(80, ["show", "RUN"]), (100, ["show", "RUN", "--all"]),
                                            (80, ["compare", "RUN", "RUN", "--all"]), (60, ["compare", "RUN", "RUN", "--all"])])
def test_tables_fit_the_terminal(columns: int, words: list[str], run: Path) -> None:
    shown = at_width(columns, *(str(run) if word == "RUN" else word for word in words))
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in shown.splitlines()]
    assert "vyukov_ring" in shown
    assert [line for line in plain if len(line) > columns and str(run) not in line] == []


def lines_of_refutation(text: str) -> list[str]:
    """But for what is to be typed, which stays whole."""
    return [line for line in text.splitlines() if "--replay" not in line]


def test_a_counter_example_fits_the_terminal(tmp_path: Path) -> None:
    call_ = ["verify", "vyukov_ring_as_written", "--quiet", "--out", tmp_path / "v.json"]
    assert max(len(line) for line in lines_of_refutation(call(*call_).stdout)) > 80, "or this test shows nothing"
    shown = lines_of_refutation(at_width(80, *call_))
    assert [line for line in shown if len(line) > 80] == []


def test_the_table_of_orders_fits_the_terminal(tmp_path: Path) -> None:
    shown = at_width(60, "verify", "spsc_ring", "--orders", "--quiet")
    assert "SITE" in shown and shown.count("\n    in ") >= 4
    assert [line for line in shown.splitlines() if len(line) > 60] == []

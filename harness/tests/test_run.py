"""Drives the executable as a person does: a small run end to end, bad input, kills, a full disk, broken designs."""

from __future__ import annotations

import collections
import contextlib
import csv
import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("SCHEDLAB_BUILD", Path(__file__).resolve().parents[2] / "build" / "release"))
SCHEDLAB = os.environ.get("SCHEDLAB", str(BUILD / "schedlab"))
WITH_BROKEN = os.environ.get("SCHEDLAB_WITH_BROKEN", str(BUILD / "schedlab_with_broken"))
QUICKLY = ["--window", "0.005", "--repetitions", "2", "--tolerate-loss", "1"]
ONE_CELL = "queue/vyukov_ring/pair/1t"
# Runs take turns: a `make bench` on this machine may have to end first.
PATIENCE_S = 900

COMPARE = next((str(path) for folder in ("/usr/share/benchmark", "/opt/homebrew/share", "/usr/local/share")
                for path in Path(folder).rglob("compare.py")), None)
needs_compare = pytest.mark.skipif(COMPARE is None, reason="Google Benchmark's compare.py is not installed")
needs_broken = pytest.mark.skipif(not Path(WITH_BROKEN).exists(), reason="schedlab_with_broken is not built")


def call(*arguments: str, executable: str = SCHEDLAB, **options) -> subprocess.CompletedProcess:
    return subprocess.run([executable, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE_S, **options)


def document(folder: Path) -> dict:
    return json.loads((folder / "run.json").read_text())


def own(folder: Path) -> dict:
    return document(folder)["context"]["schedlab"]


def samples(folder: Path) -> list[tuple[str, int]]:
    return [(entry["name"], entry["repetition_index"]) for entry in document(folder)["benchmarks"]]


def planned(folder: Path, repetitions: int) -> dict[tuple[str, int], int]:
    """How often each planned repetition is there; repetitions that were drawn again come on top."""
    return collections.Counter(sample for sample in samples(folder) if sample[1] < repetitions)


def verdict(folder: Path) -> int:
    """The exit code that the results ask for: on a machine this busy a repetition may fail, and then the run says
    so."""
    return 1 if any(entry.get("error_occurred") for entry in document(folder)["benchmarks"]) else 0


def listed_verdicts() -> dict[str, dict]:
    return {design["name"]: design["checked"] for design in json.loads(call("list", "--json").stdout)["designs"]}


def refused(*arguments: str, says: str, **options) -> None:
    done = call(*arguments, **options)
    assert done.returncode == 2, done.stderr
    assert says in done.stderr
    assert done.stderr.count("\n") == 1, "one sentence: " + done.stderr


def compared(folder: Path) -> subprocess.CompletedProcess:
    """Google Benchmark's own comparison of a run with itself."""
    return subprocess.run([sys.executable, COMPARE, "benchmarks", folder / "run.json", folder / "run.json"],
                          capture_output=True, text=True)


def begun(out: Path, repetitions: int = 3) -> subprocess.Popen:
    """A run of some seconds, already measuring."""
    command = [SCHEDLAB, "run", "queue/(vyukov_ring|mutex_queue)/", "--window", "0.02", "--out", str(out),
               "--repetitions", str(repetitions)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + PATIENCE_S
    journal = out / "journal.jsonl"
    while not (journal.exists() and journal.read_text().count("\n") > 8):
        assert time.monotonic() < deadline and running.poll() is None
        time.sleep(0.01)
    return running


# A small run

def test_small_run(tmp_path: Path) -> None:
    out = tmp_path / "run"
    done = call("run", "queue/vyukov_ring/(pair/1t|mpmc/1p1c)$", *QUICKLY, "--out", out, "--seed", "7")
    assert done.returncode == 0, done.stderr
    assert str(out) in done.stdout
    run = document(out)
    assert {"date", "host_name", "executable", "num_cpus", "mhz_per_cpu", "cpu_scaling_enabled", "caches", "load_avg",
            "library_build_type", "schedlab"} <= run["context"].keys()
    assert own(out)["complete"] is True
    assert own(out)["seed"] == 7
    # Keys, not verdicts: a check that runs beside the tests may change those in between.
    assert {name: design["checked"].keys() for name, design in own(out)["designs"].items()} \
        == {name: checked.keys() for name, checked in listed_verdicts().items()}
    of_alone, of_two = (f"queue/{{}}/{column}" for column in ("pair/1t", "mpmc/1p1c"))
    yardsticks = [of_alone.format("null_queue"), of_alone.format("plain_ring"), of_alone.format("fetch_add"),
                  of_two.format("null_queue"), of_two.format("fetch_add")]
    assert planned(out, 2) == {(cell, repetition): 1 for repetition in range(2)
                               for cell in (ONE_CELL, of_two.format("vyukov_ring"), *yardsticks)}
    assert re.search(r"^vyukov_ring .*[0-9]x", done.stdout, re.MULTILINE), "a time without a ratio says little"
    assert "Target rows" not in done.stdout and "Left out" not in done.stdout
    for entry in run["benchmarks"]:
        assert entry["real_time"] > 0 and entry["iterations"] > 0 and entry["time_unit"] == "ns"
        assert entry["repetitions"] == 2 and entry["run_type"] == "iteration"
        assert (entry["placement_mode"] == "-") == (entry["threads"] == 1 or os.cpu_count() == 1)
    rows = list(csv.DictReader((out / "samples.csv").open()))
    assert [row["name"] for row in rows] == [entry["name"] for entry in run["benchmarks"]]
    assert (out / "histograms" / "queue-vyukov_ring-pair-1t.hgrm").read_text().strip()
    assert not list(out.rglob("*.tmp"))


@needs_compare
def test_compare_reads_a_run(tmp_path: Path) -> None:
    assert call("run", ONE_CELL, *QUICKLY, "--out", tmp_path / "run").returncode == 0
    done = compared(tmp_path / "run")
    assert done.returncode == 0, done.stderr
    assert ONE_CELL in done.stdout


def test_list_and_doctor() -> None:
    designs = json.loads(call("list", "--json").stdout)["designs"]
    assert "vyukov_ring" in {design["name"] for design in designs}
    cells = json.loads(call("list", "cells", ONE_CELL, "--json").stdout)
    assert [cell["name"] for cell in cells] == [ONE_CELL]
    assert ONE_CELL in call("list", "cells").stdout
    doctor = call("doctor", "--seconds", "0.2")
    assert doctor.returncode == (1 if "not fit to measure" in doctor.stdout else 0)
    for subject in ("governor", "turbo", "randomisation", "load", "steal", "cores", "pinning", "counters",
                    "perf_event_paranoid", "placement", "clock source", "CPU quota", "SMT siblings",
                    "memory nodes", "This machine is"):
        assert subject in doctor.stdout


def test_the_list_says_what_the_checker_says() -> None:
    listed = listed_verdicts()
    for name, checked in listed.items():
        assert checked.keys() == {"badge", "suite", "bounds", "executions", "longest_operation_steps", "defects",
                                  "specified_orders", "why"}, name
        assert checked["badge"] in ("clean", "quick", "refuted", "unfinished", "impossible", "changed", "unchecked",
                                    "not checkable"), name
        assert (checked["suite"] == "") == (checked["badge"] in ("changed", "unchecked", "not checkable")), name
        assert checked["suite"] == "" or checked["executions"] > 0, name
    assert listed["null_queue"]["badge"] == "not checkable"
    assert listed["vyukov_ring"]["badge"] != "not checkable"
    head, *rows = call("list").stdout.splitlines()
    designs = {row.split()[0]: row for row in rows if row and not row.startswith("skipped")}
    assert designs.keys() == listed.keys()
    shown = {name: row[head.index("CHECKED"):head.index("CELLS")].strip() for name, row in designs.items()}
    assert shown["null_queue"] == "not checkable" and all(shown.values())


def test_in_process() -> None:
    done = call("run", ONE_CELL, "--in-process", "--window", "0.01")
    assert done.returncode == 0 and "real_time" in done.stdout
    done = call("run", ONE_CELL, "--in-process", "--window", "0.01", "--benchmark_format=json")
    assert json.loads(done.stdout)["name"] == ONE_CELL
    refused("run", "queue/vyukov_ring/", "--in-process", says="runs one cell")


def test_flags_of_google_benchmark(tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    done = call("run", f"--benchmark_filter={ONE_CELL}", "--benchmark_min_time=0.005s", "--benchmark_repetitions=2",
                f"--benchmark_out={copy}", "--benchmark_format=json", "--benchmark_counters_tabular=true", "--out",
                tmp_path / "run")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(copy.read_text()) == document(tmp_path / "run")
    assert planned(tmp_path / "run", 2)[(ONE_CELL, 1)] == 1


def test_quiet(tmp_path: Path) -> None:
    assert call("run", ONE_CELL, *QUICKLY, "--quiet", "--out", tmp_path / "run").stderr == ""


def test_a_budget_leaves_out_and_says_so(tmp_path: Path) -> None:
    out = tmp_path / "run"
    cells, budget = "queue/(vyukov_ring|mutex_queue|wpol_queue)/(pair|mpmc)/", 0.03
    done = call("run", cells, "--budget", budget, "--out", out)
    if least := re.search(r"too short .* at least ([0-9.]+) is needed", done.stderr):  # under a sanitizer
        budget = 1.2 * float(least[1])
        done = call("run", cells, "--budget", budget, "--out", out)
    assert done.returncode == verdict(out), done.stderr
    assert "left out" in done.stderr
    assert own(out)["left_out"] and own(out)["complete"] is True
    assert own(out)["measured_s"] < 200 * budget
    assert not {name for name, _ in samples(out)} & set(own(out)["left_out"])


def test_progress_tells_the_truth(tmp_path: Path) -> None:
    """On a terminal, where it repaints every second."""
    ours, theirs = pty.openpty()
    command = [SCHEDLAB, "run", "queue/(vyukov_ring|mutex_queue)/(pair|mpmc|growth|stalled)/", "--repetitions", "30",
               "--budget", "0.15", "--out", tmp_path / "run"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # the other end is closed
        while more := os.read(ours, 4096):
            shown += more
    text = shown.decode()
    assert running.wait(60) == verdict(tmp_path / "run"), text
    totals = [int(total) for total in re.findall(r"\[\d+/(\d+)\]", text.split("drawing")[0])]
    assert totals == sorted(totals, reverse=True), "what the budget took it does not give back"
    assert len(set(totals)) <= 1 + text.count("from here on"), "a change is said"
    assert all(int(left) <= 9 for left in re.findall(r"(\d+) s left", text)) and "min" not in text.split("stay within")[0]
    said = re.findall(r"cells x (\d+) repetitions", text)
    assert int(said[-1]) == own(tmp_path / "run")["repetitions"]
    assert all(f"{said[0]} repetitions" in line for line in re.findall("warning: .*repetitions of each.*", text))


def test_samples_csv_has_every_counter(tmp_path: Path) -> None:
    out = tmp_path / "run"
    done = call("run", "pool/serial/(flood/w1.1s|fib/w1.n22)$|pool/work_stealing.chase_lev_deque.sticky.one.park/idle/", "--out", out,
                *QUICKLY)
    assert done.returncode == verdict(out), done.stderr
    counted = {key for entry in document(out)["benchmarks"] for key, value in entry.items() if isinstance(value, float)}
    assert {"steals_per_item", "idle_cpu_share", "context_switches_per_item"} <= counted
    with (out / "samples.csv").open() as table:
        assert counted <= set(csv.DictReader(table).fieldnames)


def test_completion_scripts_are_valid(tmp_path: Path) -> None:
    script = call("completion", "bash").stdout
    words = subprocess.run(["bash", "-c", script + "COMP_WORDS=(schedlab run --suite ''); COMP_CWORD=3; _schedlab; "
                            "echo ${COMPREPLY[@]}"], capture_output=True, text=True)
    assert words.stdout.split() == ["quick", "full"], words.stderr
    assert call("completion", "zsh").stdout.startswith("#compdef schedlab")


# Bad input

@pytest.mark.parametrize("arguments, says", [
    (["run", "queue/vyukov_rin/pair/1t"], ONE_CELL),
    (["run", "vyukof_ring"], "vyukov_ring"),
    (["run", "("], "regular expression"),
    (["run", "--threads", "0"], "give counts from 1 to"),
    (["run", "--threads", "100000"], "give counts from 1 to"),
    (["run", "--repetitions", "0"], "--repetitions 0"),
    (["run", "--repetitions", "many"], "--repetitions many"),
    (["run", "--window", "-1"], "--window -1"),
    (["run", "--budget", "x"], "--budget x"),
    (["run", "--suite", "huge"], "quick"),
    (["run", "--benchmark_list_tests"], "schedlab list cells"),
    (["run", "--benchmark_perf_counters=x"], "--benchmark_perf_counters"),
    (["run", "--benchmark_format=csv"], "samples.csv"),
    (["run", "--benchmark_min_time=1h"], "0.1s"),
    (["run", "--resume", "/nowhere"], "no plan.json"),
    (["run", "--frobnicate"], "--frobnicate"),
    (["ran"], "nearest: run"),
    ([], "subcommand"),
    (["list", "apples"], "queues"),
    (["list", "cells", "no_such_queue"], "nearest names"),
])
def test_bad_input(arguments: list[str], says: str, tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    refused(*arguments, says=says, cwd=tmp_path)
    assert not list((tmp_path / "results").iterdir()), "a refused call writes nothing"


def test_used_and_unwritable_folders(tmp_path: Path) -> None:
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "file").write_text("mine")
    refused("run", ONE_CELL, "--out", tmp_path / "used", says="is not empty")
    refused("run", ONE_CELL, "--out", tmp_path / "used" / "file", says="is not a folder")
    refused("run", ONE_CELL, "--out", tmp_path / "used" / "file" / "below", says="can't write into")
    assert (tmp_path / "used" / "file").read_text() == "mine"


def test_resume_refuses_other_runs(tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert call("run", ONE_CELL, *QUICKLY, "--out", out).returncode == 0
    plan = json.loads((out / "plan.json").read_text())
    for change, says in [({"schema_version": 99}, "schema version 99"), ({"executable": "0"}, "another build"),
                         ({"cells": 3}, "not the plan of a run")]:
        (out / "plan.json").write_text(json.dumps(plan | change))
        refused("run", "--resume", out, says=says)
    (out / "plan.json").write_text("{")
    refused("run", "--resume", out, says="not the plan of a run")


# Interrupted runs

def test_killed_and_resumed(tmp_path: Path) -> None:
    out = tmp_path / "run"
    running = begun(out)
    running.kill()
    running.communicate()
    journal = out / "journal.jsonl"
    before = journal.read_text().splitlines()
    with journal.open("a") as torn:
        torn.write('{"cell": "queue/vyu')
    done = call("run", "--resume", out)
    assert done.returncode == verdict(out), done.stderr
    counted = collections.Counter(samples(out))
    cells = {cell["name"] for cell in json.loads((out / "plan.json").read_text())["cells"]}
    assert planned(out, 3) == {(cell, repetition): 1 for cell in cells for repetition in range(3)}
    assert own(out)["complete"] is True
    assert journal.read_text().splitlines()[:len(before)] == before, "what was measured stays"
    again = call("run", "--resume", out)
    assert again.returncode == verdict(out) and "complete" in again.stderr
    assert collections.Counter(samples(out)) == counted


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_leave_valid_results(tmp_path: Path, number: int) -> None:
    out = tmp_path / "run"
    running = begun(out, repetitions=50)
    running.send_signal(number)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 1
    assert f"schedlab run --resume {out}" in errors
    assert own(out)["complete"] is False
    assert len(samples(out)) >= 8
    assert list((out / "histograms").iterdir())


def test_full_disk(tmp_path: Path) -> None:
    """A limit on the size of files stands in for a full disk; it strikes in the middle of the journal."""
    out = tmp_path / "run"
    limit = 40_000
    done = call("run", "queue/vyukov_ring/(pair/1t|mpmc/1p1c)$", "--window", "0.01", "--repetitions", "20", "--out", out,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert done.returncode == 1
    assert "make room" in done.stderr and "--resume" in done.stderr
    lines = (out / "journal.jsonl").read_text().split("\n")
    assert lines[-1] == "" and all(json.loads(line) for line in lines[:-1])
    if (out / "run.json").exists():
        document(out)
    assert call("run", "--resume", out).returncode == verdict(out)
    assert own(out)["complete"] is True


# Broken designs

@needs_broken
def test_failures_are_results_and_the_run_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "run"
    done = call("run", f"queue/(loses_one|crashes|hangs)/mpmc/1p1c$|^{ONE_CELL}$", "--window", "0.2", "--repetitions", "3",
                "--time-limit", "3", "--out", out, executable=WITH_BROKEN)
    assert done.returncode == 1, done.stderr
    assert own(out)["complete"] is True
    errors = collections.defaultdict(list)
    for entry in document(out)["benchmarks"]:
        assert entry.get("error_occurred", False) == ("error_message" in entry)
        errors[entry["design"]].append(entry.get("error_message"))
    assert COMPARE is None or compared(out).returncode == 0, "compare.py reads failures too"
    assert errors["vyukov_ring"][:3] == [None] * 3
    assert all("wrong answer" in why for why in errors["loses_one"])
    assert all("crash" in why for why in errors["crashes"])
    assert errors["hangs"][0].startswith("hang: no answer within 3 s")
    assert "not tried again" in errors["hangs"][2]


if __name__ == "__main__":
    sys.exit(pytest.main([__file__]))

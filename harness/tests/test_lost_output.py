"""Standard output, standard error or the terminal is lost: a run goes on, and whatever could not be said is an exit code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

SCHEDLAB = os.environ.get("SCHEDLAB", str(Path(__file__).resolve().parents[2] / "build" / "release" / "schedlab"))
RUN = f"{SCHEDLAB} run 'queue/(vyukov_ring|mutex_queue)/pair/1t$' --window 0.005 --tolerate-loss 1 --repetitions"
PATIENCE_S = 900  # another run may have its turn first
ENTRIES = 10  # of a repetition of two: the two designs and three yardsticks


def shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=PATIENCE_S, check=False)


def entries(out: Path) -> int:
    document = json.loads((out / "run.json").read_text())
    assert document["context"]["schedlab"]["complete"] is True
    return len(document["benchmarks"])


@pytest.mark.parametrize("lost", ["2>/dev/full", "2>&-", "<&- 2>&-", "<&- >/dev/null 2>&-", "2> >(exit)", "2>&1 | true"])
def test_a_run_goes_on_without_standard_error(tmp_path: Path, lost: str) -> None:
    out = tmp_path / "run"
    done = shell(f"{RUN} 2 --out {out} {lost}; exit ${{PIPESTATUS[0]}}")
    assert done.returncode == 0, done.stderr
    assert entries(out) == ENTRIES
    lines = (out / "journal.jsonl").read_text().splitlines()
    assert len(lines) == ENTRIES + 1 and all(json.loads(line) for line in lines), "nothing but the journal is in it"


def test_a_run_goes_on_without_its_terminal(tmp_path: Path) -> None:
    out = tmp_path / "run"
    running = subprocess.Popen(["bash", "-c", f"exec {RUN} 20 --out {out}"], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    while not (out / "journal.jsonl").exists():
        assert running.poll() is None
        time.sleep(0.01)
    running.send_signal(signal.SIGHUP)
    assert running.wait(PATIENCE_S) == 0
    assert entries(out) == 10 * ENTRIES


@pytest.mark.parametrize("lost", [">/dev/full", ">&-", "<&- >&-"])
@pytest.mark.parametrize("words", ["list", "list --json", "list cells", "list workloads", "run --help", "completion bash",
                                   "verify spsc_ring --model sc --quiet --out verdicts.json", "doctor --seconds 0.2"])
def test_output_that_is_lost_is_a_failure(tmp_path: Path, words: str, lost: str) -> None:
    done = shell(f"cd {tmp_path} && {SCHEDLAB} {words} {lost}")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("schedlab: ") and "write" in done.stderr


def test_json_that_is_lost_is_a_failure_and_the_results_are_there(tmp_path: Path) -> None:
    out = tmp_path / "run"
    done = shell(f"{RUN} 2 --out {out} --benchmark_format=json | true; exit ${{PIPESTATUS[0]}}")
    assert done.returncode == 1 and "can't write to standard output" in done.stderr
    assert entries(out) == ENTRIES


@pytest.mark.parametrize("words, says", [
    ("--benchmark_format=json >&-", "can't write to standard output: Bad file descriptor"),
    ("--benchmark_format=json >/dev/full", "can't write to standard output: No space left on device"),
    ("--benchmark_out=/nowhere/copy.json", "can't write /nowhere/copy.json: No such file or directory"),
    ("--benchmark_out=.", "can't write .: it is a folder or a device"),
    ("--benchmark_out=/proc/copy.json", "can't write /proc/copy.json")])
def test_outputs_that_cannot_be_written_are_known_before_measuring(tmp_path: Path, words: str, says: str) -> None:
    out = tmp_path / "run"
    done = shell(f"cd {tmp_path} && {RUN} 2 --out {out} {words}")
    assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert not list(tmp_path.iterdir())


def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    """For root a rename would end a device, for all programs; here a pipe stands in for the device."""
    os.mkfifo(tmp_path / "pipe")
    done = shell(f"{RUN} 2 --out {tmp_path / 'run'} --benchmark_out={tmp_path / 'pipe'}")
    assert done.returncode == 2 and "pipe: it is a folder or a device" in done.stderr
    assert (tmp_path / "pipe").is_fifo() and not (tmp_path / "run").exists()


def test_a_copy_that_cannot_be_written_at_the_end_costs_nothing_else(tmp_path: Path) -> None:
    out, place = tmp_path / "run", tmp_path / "place"
    place.mkdir()
    running = subprocess.Popen(["bash", "-c", f"exec {RUN} 20 --out {out} --benchmark_out={place}/copy.json"], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not (out / "journal.jsonl").exists():
        assert running.poll() is None
        time.sleep(0.01)
    place.rmdir()
    tables, said = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 1 and f"can't write {place}/copy.json" in said
    assert entries(out) == 10 * ENTRIES and f"Results: {out}" in tables


def test_files_of_a_run_that_cannot_be_written_are_known_before_measuring(tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert shell(f"{RUN} 2 --out {out}").returncode == 0
    journal = (out / "journal.jsonl").read_text().splitlines(keepends=True)
    (out / "journal.jsonl").write_text("".join(journal[:2]))
    (out / "samples.csv").unlink()
    (out / "samples.csv").mkdir()
    done = shell(f"{SCHEDLAB} run --resume {out}")
    assert done.returncode == 1 and "samples.csv" in done.stderr
    assert (out / "journal.jsonl").read_text() == "".join(journal[:2]), "nothing was measured"


@pytest.mark.parametrize("lost", [">/dev/full", ">&-"])
def test_tables_that_are_lost_are_a_failure_in_one_sentence(tmp_path: Path, lost: str) -> None:
    out = tmp_path / "run"
    assert shell(f"{RUN} 2 --out {out}").returncode == 0
    for command in (f"show {out}", f"compare {out} {out}"):
        done = shell(f"{SCHEDLAB} {command} {lost}")
        assert done.returncode == 1 and "can't be written" in done.stderr and done.stderr.count("\n") == 1, done.stderr


def test_a_reader_that_has_seen_enough_is_no_failure() -> None:
    assert shell(f"{SCHEDLAB} list cells | head -1").stderr == ""

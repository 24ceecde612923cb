"""What load_run accepts, and the one sentence it answers to everything else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from synthetic_run import SyntheticRun

from harness.judge.read.bad_input import BadInput
from harness.judge.read.run_file import load_run


SUMMARY = Path(__file__).resolve().parents[1] / "commands/summary.py"
SHOW = SUMMARY.with_name("show.py")


def written(folder: Path, document: Any) -> Path:
    (folder / "run.json").write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return folder


def small() -> SyntheticRun:
    return SyntheticRun().design("ring").cell("ring", "pair", "1t", [4.0, 5.0, 6.0])


def test_samples_carry_their_cell_and_numbers(tmp_path: Path) -> None:
    run = load_run(small().failure("ring", "mpmc", "1p1c", "hang").write(tmp_path))
    assert [sample.metrics.get("real_time") for sample in run.samples] == [4.0, 5.0, 6.0, None]
    assert run.samples[0].cell == "queue/ring/pair/1t" and run.samples[3].error == "hang"
    assert run.designs["ring"].bounded and run.complete


def test_the_file_itself_may_be_named(tmp_path: Path) -> None:
    assert len(load_run(small().write(tmp_path) / "run.json").samples) == 3


def test_times_in_other_units_become_nanoseconds(tmp_path: Path) -> None:
    document = small().document()
    document["benchmarks"][0] |= {"time_unit": "us", "real_time": 2.5}
    assert load_run(written(tmp_path, document)).samples[0].metrics["real_time"] == 2500


def without(document: dict[str, Any], *path: Any) -> dict[str, Any]:
    inner: Any = document
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return document


def with_time(value: float) -> dict[str, Any]:
    document = small().document()
    document["benchmarks"][1]["real_time"] = value
    return document


BAD = {
    "no number": (with_time(float("nan")), "has a real_time of nan; a time is above 0"),
    "a negative time": (with_time(-5), "benchmarks[1] (queue/ring/pair/1t) has a real_time of -5"),
    "no time passed": (with_time(0), "has a real_time of 0"),
    "endless": (with_time(float("inf")), "has a real_time of inf"),
    "warnings a number": (SyntheticRun(warnings=5).document(), "context.schedlab.warnings should be a list, it is a number"),
    "left out a text": (SyntheticRun(left_out="x").document(), "context.schedlab.left_out should be a list"),
    "nested without end": ("[" * 100_000, "not valid JSON"),
    "not json": ("{", "not valid JSON"),
    "a list": ([], "is a list"),
    "no schedlab context": (without(small().document(), "context", "schedlab"), "context.schedlab"),
    "no benchmarks": (without(small().document(), "benchmarks"), "'benchmarks' should be a list"),
    "no designs": (without(small().document(), "context", "schedlab", "designs"), "designs should map"),
    "design not described": (without(small().document(), "context", "schedlab", "designs", "ring"), "not describe"),
    "no cell name": (without(small().document(), "benchmarks", 1, "run_name"), "benchmarks[1] lacks run_name"),
    "no time": (without(small().document(), "benchmarks", 2, "real_time"), "real_time"),
    "other schema": (SyntheticRun(schema_version=2).document(), "schema_version is 2, this judge reads 1"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_named_with_place_and_remedy(name: str, tmp_path: Path) -> None:
    document, said = BAD[name]
    with pytest.raises(BadInput) as problem:
        load_run(written(tmp_path, document))
    assert said in str(problem.value) and str(tmp_path) in str(problem.value)


@pytest.mark.parametrize("name", BAD)
def test_the_command_exits_2_with_one_line(name: str, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, str(SUMMARY), str(written(tmp_path, BAD[name][0]))],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("schedlab: ") and done.stderr.count("\n") == 1


def test_a_missing_folder_and_a_wrong_call_exit_2(tmp_path: Path) -> None:
    for arguments, said in (([str(tmp_path / "none")], "no such file"), ([], "usage"), (["a", "b"], "usage")):
        done = subprocess.run([sys.executable, str(SUMMARY), *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 2 and said in done.stderr


def test_help_exits_0() -> None:
    done = subprocess.run([sys.executable, str(SUMMARY), "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "usage" in done.stdout


def shown(run: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SHOW), str(run)], capture_output=True, text=True, check=False,
                          env=os.environ | environment)


def test_a_terminal_of_few_letters_shows_every_path(tmp_path: Path) -> None:
    done = shown(small().write(tmp_path / "caf\u00e9"), PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert "caf\\xe9" in done.stdout


def test_a_mistake_of_the_judge_is_a_sentence_too(tmp_path: Path) -> None:
    folder = small().write(tmp_path)
    document = json.loads((folder / "run.json").read_text())
    document["context"]["schedlab"]["skipped"] = [5]
    written(folder, document)
    done = shown(folder)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert done.stderr.startswith("schedlab: the judge itself failed, AttributeError: ") and "summary.py:" in done.stderr
    assert "Traceback" in shown(folder, SCHEDLAB_TRACEBACK="1").stderr


@pytest.mark.parametrize("is_of_a_run, says", [
    (True, "`schedlab run --resume {}` writes it anew"), (False, "give a folder that")])
def test_only_the_run_json_of_a_run_can_be_written_anew(is_of_a_run: bool, says: str, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{")
    if is_of_a_run:
        (tmp_path / "plan.json").write_text("{}")
    with pytest.raises(BadInput) as problem:
        load_run(tmp_path)
    assert says.format(tmp_path) in str(problem.value)

"""Which run and which cells a person means; every mistake is one sentence with a way out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from synthetic_run import SyntheticRun

from harness.judge.read.bad_input import BadInput
from harness.judge.read.chosen_run import named_run, only
from harness.judge.read.run_file import Run, load_run


def run_of(folder: Path) -> Run:
    run = SyntheticRun().design("ring").design("ring_strong")
    for design in ("ring", "ring_strong"):
        for workload, load in (("pair", "1t"), ("mpmc", "1p1c"), ("mpmc", "1p1c.batch16")):
            run.cell(design, workload, load, [4.0])
    return load_run(run.write(folder))


def cells(run: Run, pattern: str) -> list[str]:
    (chosen,) = only([run], pattern)
    return [sample.cell.removeprefix("queue/") for sample in chosen.samples]


@pytest.mark.parametrize("pattern, expected", [
    ("queue/ring/mpmc/1p1c", ["ring/mpmc/1p1c"]),  # a whole name, although others contain it
    ("queue/ring/", ["ring/pair/1t", "ring/mpmc/1p1c", "ring/mpmc/1p1c.batch16"]),
    ("1p1c$", ["ring/mpmc/1p1c", "ring_strong/mpmc/1p1c"]),
    ("strong/(pair|nothing)", ["ring_strong/pair/1t"]),
    ("-mpmc", ["ring/pair/1t", "ring_strong/pair/1t"])])
def test_filters_mean_what_they_mean_to_run(pattern: str, expected: list[str], tmp_path: Path) -> None:
    assert cells(run_of(tmp_path), pattern) == expected


@pytest.mark.parametrize("pattern, said", [
    ("queue/*/pair/1t", "write 'queue/.*/pair/1t'"),
    ("rimg_strong", "ring_strong"), ("queue/ring/par/1t", "queue/ring/pair/1t"), ("mpcm", "mpmc"),
    ("(", "is not a regular expression"), ("-queue", "no cell")])
def test_filters_that_match_nothing_name_what_is_near(pattern: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as problem:
        cells(run_of(tmp_path), pattern)
    assert said in str(problem.value) and "\n" not in str(problem.value)


def test_of_two_runs_one_must_have_a_match(tmp_path: Path) -> None:
    other = load_run(SyntheticRun().design("other").cell("other", "pair", "1t", [4.0]).write(tmp_path / "b"))
    first, second = only([run_of(tmp_path / "a"), other], "queue/other/")
    assert first.samples == [] and len(second.samples) == 1
    with pytest.raises(BadInput):
        only([run_of(tmp_path / "a"), other], "neither")


def test_last_is_the_newest_below_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = tmp_path / "results" / "runs"
    for age, name in ((300, "z_oldest"), (100, "a_newest"), (200, "middle")):
        SyntheticRun(commit=name).write(runs / name)
        os.utime(runs / name / "run.json", (10_000 - age, 10_000 - age))
    (runs / "zz_without_results").mkdir()
    monkeypatch.chdir(tmp_path)
    assert named_run("last").context["commit"] == "a_newest"
    assert named_run("results/runs/middle").context["commit"] == "middle"
    assert named_run("results/runs/middle/run.json").context["commit"] == "middle"


def test_without_any_run_last_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "results").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="measure one with `schedlab run`"):
        named_run("last")

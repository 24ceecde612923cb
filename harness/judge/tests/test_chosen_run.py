"""Which cells of a run a person means; every mistake is one sentence with a way out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from synthetic_run import SyntheticRun

from harness.judge.read.bad_input import BadInput
from harness.judge.read.cell_filter import distance_to_part, edit_distance, matching_names, nearest_names
from harness.judge.read.chosen_run import only
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


EXAMPLES = json.loads((Path(__file__).parents[2] / "cells" / "tests" / "filters.json").read_text())


@pytest.mark.parametrize("pattern", EXAMPLES["matches"])
def test_a_filter_means_the_same_to_the_program_and_to_the_judge(pattern: str) -> None:
    names = EXAMPLES["names"]
    assert [names.index(name) for name in sorted(matching_names(names, pattern), key=names.index)] \
        == EXAMPLES["matches"][pattern]


@pytest.mark.parametrize("pattern", EXAMPLES["refused"])
def test_both_refuse_the_same_filters(pattern: str) -> None:
    with pytest.raises(BadInput, match=re.escape(EXAMPLES["refused"][pattern])):
        matching_names(EXAMPLES["names"], pattern)


@pytest.mark.parametrize("wanted", EXAMPLES["nearest"])
def test_both_find_the_same_name_nearest(wanted: str) -> None:
    assert nearest_names(wanted, EXAMPLES["names"])[0] == EXAMPLES["nearest"][wanted]


def test_the_edit_distance_counts_insertions_deletions_and_replacements() -> None:
    assert [edit_distance(*pair) for pair in (("", ""), ("", "abc"), ("kitten", "sitting"), ("ring", "ring"))] == [0, 3, 3, 0]


def test_the_distance_to_a_part_leaves_out_what_stands_before_and_behind_it() -> None:
    assert [distance_to_part(*pair) for pair in (("ring", "vyukov_ring_padded"), ("rimg", "vyukov_ring"), ("", "abc"),
                                                 ("abc", ""))] == [0, 1, 0, 3]

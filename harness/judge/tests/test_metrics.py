"""What the judge says of metrics comes from their declarations; what nobody declared is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from example import example_run
from pool_example import BASELINE, STEALING, pool_example
from printing import printed
from synthetic_run import SyntheticRun

from harness.judge.estimate.rates import PLUS
from harness.judge.read.bad_input import BadInput
from harness.judge.read.metrics import METRICS, metric
from harness.judge.read.run_file import load_run
from harness.judge.targets.answers import answer
from harness.judge.targets.targets import load_rows
from harness.judge.text.measures import explained


def parts() -> list[dict[str, Any]]:
    return [part for row in load_rows() for part in row["answered_by"] or []]


def test_a_name_ends_in_its_unit() -> None:
    endings = {"_ns": "ns", "_ms": "ms", "_per_second": "per second"}
    wrong = [each.name for each in METRICS.values() for ending, unit in endings.items()
             if each.name.endswith(ending) and each.unit != unit]
    wrong += [each.name for each in METRICS.values() if each.name.startswith("bytes_") != (each.unit == "bytes")]
    assert wrong == []


def test_a_sentence_can_stand_in_a_table_and_behind_a_colon() -> None:
    assert [each.name for each in METRICS.values() if not each.about or each.about.endswith(".") or "|" in each.about] == []


def test_what_targets_ask_for_is_declared() -> None:
    measured = [part for part in parts() if part["choose"] not in ("verdict", "code_size")]
    names = {name for part in measured for key in ("metric", "against_metric") if key in part
             for name in part[key].split(PLUS)}
    assert "real_time" in names and names <= METRICS.keys()


def test_the_examples_hold_only_what_is_declared() -> None:
    entries = pool_example(example_run()).entries
    assert {key for entry in entries for key in entry} <= METRICS.keys()


def test_what_is_not_declared_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match="no metric 'elegance'; .*list metrics"):
        metric("elegance")


def test_a_target_of_what_nobody_measures_is_refused(tmp_path: Path) -> None:
    run = load_run(SyntheticRun().design("ring").cell("ring", "pair", "1t", [5.0] * 3).write(tmp_path))
    part = next(part for part in parts() if part["choose"] == "best_own_mpmc")
    with pytest.raises(BadInput, match="no metric 'elegance'"):
        answer(run, part | {"metric": "elegance"})


def test_only_counts_are_summed_over_repetitions(tmp_path: Path) -> None:
    fib = ("fib", "w2.n22", [10.0] * 3)
    run = load_run(SyntheticRun().scheduler(STEALING).scheduler(BASELINE).cell(STEALING, *fib).cell(BASELINE, *fib).write(tmp_path))
    part = next(part for part in parts() if part.get("unit") == "times lower" and "/fib/" in part["cell"])
    with pytest.raises(BadInput, match="real_time is no count of events"):
        answer(run, part | {"metric": "real_time"})


def test_a_legend_explains_the_columns_that_are_there(tmp_path: Path) -> None:
    heads = {("need-", "less"): metric("stalls"), ("", "parks"): metric("parks_per_item"), ("lost", "races"): metric("lost_races_per_item")}
    assert explained(heads.items()) == (f"needless: {metric('stalls').about}; parks: {metric('parks_per_item').about}; "
                                        f"lost races: {metric('lost_races_per_item').about}")
    run = SyntheticRun().design("ring").cell("ring", "mpmc", "2p2c", [10.0] * 3, ["80ns"], latency_samples=9, p50_ns=31,
                                             p99_ns=207, least_served=0.82)
    text = " ".join(printed(run, tmp_path).split())
    assert f"served least: {metric('least_served').about}" in text and metric("longest_wait_ns").about not in text

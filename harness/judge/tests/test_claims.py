"""Rows P2, P3 and P4: what the checker found decides them, and where it found nothing they say what to call."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from printing import answer_and_print
from synthetic_run import BOUNDS, SyntheticRun, checked

from harness.judge.read.bad_input import BadInput
from harness.judge.read.run_file import Run, load_run
from harness.judge.text.layout import WIDTH, Style
from harness.judge.tables.target_table import target_lines
from harness.judge.targets.targets import answers_of, load_rows

ORDERS = {"entry load: acquire": "enough; relaxed is not: data race", "counter update: relaxed": "enough",
          "the whole table": "enough for one producer and one consumer", "every line relaxed": "not enough: data race"}


def run_of(as_written: dict[str, Any] | None, repaired: dict[str, Any] | None) -> SyntheticRun:
    """A dictionary is a design's `checked`; none is a design without."""
    run = SyntheticRun()
    run.design("wpol_queue_as_written", sound=False, progress="lock_free", checked=as_written)
    return run.design("wpol_queue", progress="lock_free", checked=repaired)


def known(**changes: Any) -> dict[str, Any]:
    return checked("refuted", **{"defects": ["A", "A'", "A2", "B", "C1", "C2", "D2", "E"],
                                 "specified_orders": ORDERS} | changes)


def loaded(run: SyntheticRun, folder: Path) -> Run:
    return load_run(run.write(folder))


def parts(run: SyntheticRun, folder: Path) -> dict[tuple[str, str], dict[str, Any]]:
    rows = answers_of(loaded(run, folder), load_rows())
    return {(row["id"], part["when"]): part for row in rows if row["id"] in ("P2", "P3", "P4")
            for part in row["answers"]}


def printed(run: SyntheticRun, folder: Path) -> str:
    return "\n".join(target_lines(answers_of(loaded(run, folder), load_rows()), Style()))


def verdicts(part: dict[str, Any]) -> tuple[str, str]:
    return part["seed_target"]["verdict"], part["lab_goal"]["verdict"]


def test_the_protocol_as_written_is_refuted_by_its_defects(tmp_path: Path) -> None:
    found = parts(run_of(known(), checked()), tmp_path)
    assert found["P2", "as written"]["text"] == "refuted (A, A', A2, D2, E)"
    assert found["P3", "as written"]["text"] == "refuted (C1, C2)"
    for row in ("P2", "P3"):
        assert found[row, "as written"]["value"] == "refuted"
        assert verdicts(found[row, "as written"]) == ("missed", "met")


def test_only_defects_that_were_found_count(tmp_path: Path) -> None:
    found = parts(run_of(known(defects=["A", "B"]), checked()), tmp_path)
    assert found["P2", "as written"]["text"] == "refuted (A)"
    assert found["P2", "as written"]["notes"] == ["wpol_queue_as_written: defects known but not found: A', A2, D2, E"]
    assert found["P3", "as written"]["value"] == "not refuted"
    assert verdicts(found["P3", "as written"]) == ("undecided", "undecided")


@pytest.mark.parametrize("badge, said", [("clean", "clean"), ("quick", "no fault, quick suite")])
def test_the_repaired_queue_holds_within_its_bounds_and_is_not_proved(badge: str, said: str, tmp_path: Path) -> None:
    found = parts(run_of(known(), checked(badge)), tmp_path)
    for row in ("P2", "P3"):
        part = found[row, "repaired"]
        assert part["text"] == said and part["bounds"] == BOUNDS
        assert verdicts(part) == ("met", "undecided")
        assert "under sc and tso memory: 2+2+2 complete" in part["notes"][0]


def test_a_refuted_repair_is_refuted(tmp_path: Path) -> None:
    part = parts(run_of(known(), checked("refuted", why="item 3 was lost")), tmp_path)["P2", "repaired"]
    assert part["value"] == "refuted" and verdicts(part) == ("missed", "met") and "item 3 was lost" in part["notes"][0]


def test_lock_free_is_not_free_of_starvation(tmp_path: Path) -> None:
    part = parts(run_of(known(), checked(longest_operation_steps=17)), tmp_path)["P2", "starvation"]
    assert part["text"] == "refuted: lock-free, not wait-free" and part["longest_operation_steps"] == 17
    assert "17 steps" in part["notes"][0] and "contended" in part["notes"][0]
    assert verdicts(part) == ("missed", "undecided"), "argued from the guarantee, no execution shows it"


def test_rows_that_only_compare_refute_nothing(tmp_path: Path) -> None:
    assert "every line relaxed" in ORDERS
    assert parts(run_of(known(), checked()), tmp_path)["P4", "as listed"]["value"] == "holds within bounds"


def test_memory_orders_are_told_line_by_line(tmp_path: Path) -> None:
    run = run_of(known(), checked())
    part = parts(run, tmp_path)["P4", "as listed"]
    assert part["text"] == "2 of 2 lines sufficient" and part["specified_orders"] == ORDERS
    assert verdicts(part) == ("met", "undecided")
    assert "P4 as listed: entry load: acquire: enough; relaxed is not: data race" in printed(run, tmp_path)


def test_a_line_that_is_not_sufficient_refutes_the_table(tmp_path: Path) -> None:
    orders = {"entry load: acquire": "sufficient", "entry store: relaxed": "not enough: doubled",
              "the whole table": "not enough: lost"}
    part = parts(run_of(known(specified_orders=orders), checked()), tmp_path)["P4", "as listed"]
    assert part["text"] == "1 of 2 lines sufficient, not all together"
    assert part["value"] == "refuted" and part["seed_target"]["verdict"] == "missed"


@pytest.mark.parametrize("badge, said", [("unchecked", "not checked"), ("changed", "changed"),
                                         ("unfinished", "unfinished")])
def test_without_a_verdict_nothing_is_answered(badge: str, said: str, tmp_path: Path) -> None:
    found = parts(run_of(checked(badge), checked(badge)), tmp_path)
    assert {part["value"] for part in found.values()} == {None}
    assert found["P2", "as written"]["reason"] == f"{said}: schedlab verify wpol_queue_as_written"
    assert found["P2", "starvation"]["reason"] == f"{said}: schedlab verify wpol_queue"


@pytest.mark.parametrize("run", [run_of(None, None), SyntheticRun()], ids=["run without the key", "empty run"])
def test_where_nothing_is_known_the_table_says_what_to_call(run: SyntheticRun, tmp_path: Path) -> None:
    text = printed(run, tmp_path)
    assert text.count("not checked: schedlab verify wpol_queue_as_written") == 3
    rows = {row["id"]: row["status"] for row in answers_of(loaded(run, tmp_path), load_rows())}
    assert rows["P2"] == rows["P3"] == rows["P4"] == "not measured"


def test_the_table_of_claims_fits_the_console(tmp_path: Path) -> None:
    for run in (run_of(known(), checked("quick")), run_of(None, None), run_of(known(), None)):
        text = printed(run, tmp_path)
        assert max(map(len, text.splitlines())) <= WIDTH
        assert text.count("model checker  ") == 1, "one table, not split"


def test_claims_are_written_beside_the_run(tmp_path: Path) -> None:
    answer_and_print(loaded(run_of(known(), checked()), tmp_path))
    rows = {row["id"]: row for row in json.loads((tmp_path / "targets.json").read_text())["rows"]}
    assert rows["P2"]["status"] == "answered" and rows["P2"]["answers"][0]["defects"] == ["A", "A'", "A2", "D2", "E"]


def test_an_unknown_metric_is_refused(tmp_path: Path) -> None:
    row = next(row for row in load_rows() if row["id"] == "P2")
    row["answered_by"][0]["metric"] = "elegance"
    with pytest.raises(BadInput, match="elegance"):
        answers_of(loaded(SyntheticRun(), tmp_path), [row])

"""The checker's badge beside the numbers: marks, bounds, warnings, and that a refuted design is nobody's best."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from synthetic_run import SyntheticRun, checked

from harness.judge.commands.summary import summary
from harness.judge.read.bad_input import BadInput
from harness.judge.read.run_file import load_run
from harness.judge.text.layout import Style
from harness.judge.tables.tables import tables
from harness.judge.targets.targets import answers_of, load_rows

FAST, SLOW = [1.00, 1.01, 1.02, 1.03, 1.04], [2.00, 2.01, 2.02, 2.03, 2.04]


def one_design(badge: str, kind: str = "own", **known: Any) -> SyntheticRun:
    run = SyntheticRun().design("ring", kind, checked=checked(badge, **known))
    return run.cell("ring", "pair", "1t", FAST)


def printed(run: SyntheticRun, folder: Path) -> str:
    return "\n".join(summary(load_run(run.write(folder)), Style()))


def table(run: SyntheticRun, folder: Path) -> list[str]:
    return tables(load_run(run.write(folder)), Style(), complete=False)


def row(lines: list[str], design: str) -> list[str]:
    return next(line for line in lines if line.startswith(design)).split()


def joined(text: str) -> str:
    """Wrapped lines as one."""
    return " ".join(text.split())


@pytest.mark.parametrize("badge, shown", [("clean", "clean"), ("quick", "quick"), ("refuted", "REFUTED"),
                                          ("unfinished", "unfinished"), ("impossible", "impossible"),
                                          ("changed", "changed"), ("unchecked", "no"), ("not checkable", "-")])
def test_each_badge_is_a_mark_that_the_legend_explains(badge: str, shown: str, tmp_path: Path) -> None:
    lines = table(one_design(badge), tmp_path)
    assert row(lines, "ring")[1] == shown
    assert f"schedlab verify): {shown} = " in joined("\n".join(lines))


def test_the_legend_tells_only_marks_in_use_and_the_bounds_of_clean(tmp_path: Path) -> None:
    text = joined("\n".join(table(one_design("clean"), tmp_path)))
    assert ("clean = no fault in any execution explored, under sc and tso memory: 2+2+2 complete; "
            "under weak memory: 2+2+2 to 2 preemptions.") in text
    assert "REFUTED =" not in text


def test_a_quick_check_is_never_called_clean(tmp_path: Path) -> None:
    text = joined("\n".join(table(one_design("quick"), tmp_path)))
    assert "quick = no fault in the quick suite, the smaller of the two, under sc and tso memory: 2+2+2 complete;" in text
    assert "clean" not in text


def test_a_run_from_before_the_word_was_quick_alone_is_read(tmp_path: Path) -> None:
    assert row(table(one_design("clean, quick"), tmp_path), "ring")[1] == "quick"


def test_a_design_of_other_bounds_is_named(tmp_path: Path) -> None:
    run = one_design("clean").design("small", checked=checked(bounds={"sc": "1+1 complete"}))
    run.design("other").cell("other", "pair", "1t", SLOW)
    text = joined("\n".join(table(run.cell("small", "pair", "1t", SLOW), tmp_path)))
    assert "2+2+2 to 2 preemptions, but small under sc memory: 1+1 complete." in text


def test_many_different_bounds_are_left_to_the_list(tmp_path: Path) -> None:
    run = SyntheticRun()
    for size in ("1+1", "2+2", "3+3"):
        run.design(f"ring{size}", checked=checked(bounds={"sc": size})).cell(f"ring{size}", "pair", "1t", FAST)
    assert "see `schedlab list --json`" in joined("\n".join(table(run, tmp_path)))


def test_a_yardstick_has_no_mark(tmp_path: Path) -> None:
    run = one_design("clean").design("null_queue", "yardstick").cell("null_queue", "pair", "1t", FAST)
    assert row(table(run, tmp_path), "null_queue")[1].startswith("1.0")


def refuted_and_slower() -> SyntheticRun:
    run = one_design("refuted", why="item 10 came out twice").design("slow").design("slower")
    run.cell("slow", "pair", "1t", SLOW).cell("slower", "pair", "1t", [3 * time for time in FAST])
    for name, mean in (("ring", 1.0), ("slow", 2.0)):
        run.cell(name, "mpmc", "2p2c", FAST, ["80ns"], push_mean_ns=mean)
    return run


def test_a_refuted_design_is_reported_above_all(tmp_path: Path) -> None:
    run = refuted_and_slower()
    run.context["warnings"] = ["the machine is busy"]
    text = printed(run, tmp_path)
    assert text.splitlines()[1].startswith("REFUTED: ring: item 10 came out twice.")
    assert "`schedlab verify ring`" in text


def test_a_refuted_design_is_reported_even_if_it_was_not_measured(tmp_path: Path) -> None:
    run = one_design("clean").design("elsewhere", checked=checked("refuted"))
    assert printed(run, tmp_path).splitlines()[1].startswith("REFUTED: elsewhere")


def test_a_refuted_design_is_never_best(tmp_path: Path) -> None:
    lines = table(refuted_and_slower(), tmp_path)
    shown = {name: next(line for line in lines if line.startswith(f"{name} ")) for name in ("ring", "slow", "slower")}
    assert "*" in shown["slow"] and not set("*=") & set(shown["ring"]) and "*" not in shown["slower"]


def test_a_refuted_design_answers_no_target(tmp_path: Path) -> None:
    rows = {row["id"]: row for row in answers_of(load_run(refuted_and_slower().write(tmp_path)), load_rows())}
    assert rows["T6"]["answers"][1]["design"] == "slow"


def test_a_design_known_to_be_wrong_is_no_news(tmp_path: Path) -> None:
    run = one_design("clean").design("as_written", sound=False, checked=checked("refuted"))
    assert printed(run, tmp_path).splitlines()[1].startswith("Machine")


def test_what_is_not_checked_as_it_stands_is_one_warning(tmp_path: Path) -> None:
    run = one_design("changed").design("new", checked=checked("unchecked")).design("peer", "peer")
    run.design("unmeasured", checked=checked("unchecked"))
    run.cell("new", "pair", "1t", SLOW).cell("peer", "pair", "1t", SLOW)
    lines = printed(run, tmp_path).splitlines()
    assert lines[1] == ("WARNING: not checked as measured here: ring (changed since), new (unchecked); "
                        "`schedlab verify DESIGN` checks one.")
    assert lines[2] == ""


def test_a_run_from_before_the_checker_is_read(tmp_path: Path) -> None:
    run = one_design("clean").design("peer", "peer").cell("peer", "pair", "1t", SLOW)
    for described in run.context["designs"].values():
        del described["checked"]
    loaded = load_run(run.write(tmp_path))
    assert {design.checked.badge for design in loaded.designs.values()} == {"unchecked"}
    assert row(tables(loaded, Style(), complete=False), "ring")[1] == "no"
    assert summary(loaded, Style())[1].startswith("WARNING: not checked as measured here: ring (unchecked); "
                                                  "`schedlab verify ring`")


@pytest.mark.parametrize("said, complaint", [
    ("clean", "should be an object with a 'badge', it is a string"),
    ({}, "should be an object with a 'badge'"),
    ({"badge": "clean", "bounds": []}, "ring.checked.bounds should be an object, it is a list"),
    ({"badge": "clean", "why": 1}, "ring.checked.why should be a string, it is a number"),
])
def test_a_wrong_verdict_is_one_sentence(said: Any, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as problem:
        load_run(SyntheticRun().design("ring", checked=said).write(tmp_path))
    assert complaint in str(problem.value)

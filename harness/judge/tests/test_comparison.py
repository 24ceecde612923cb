"""Two runs side by side: verdicts within like placement modes, what only one has, and when times can't be compared."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from example import example_run
from printing import row
from synthetic_run import SyntheticRun

from harness.judge.commands.compare import as_json, compare, compared, exit_code, summary_line
from harness.judge.estimate.comparison import Comparison, comparison, like_modes
from harness.judge.read.bad_input import BadInput
from harness.judge.read.run_file import Run, load_run
from harness.judge.text.layout import WIDTH, Style

QUIET = [0.998, 0.999, 1.0, 1.001, 1.002, 1.0]
NOISY = [0.7, 0.8, 1.0, 1.2, 1.4, 1.5]


def run_of(folder: Path, times: dict[str, list[float]], **context: object) -> Run:
    run = SyntheticRun(**context)
    for design, values in times.items():
        run.design(design).cell(design, "mpmc", "1p1c", values, ["100ns"])
    return load_run(run.write(folder))


def scaled(shape: list[float], centre: float) -> list[float]:
    return [centre * value for value in shape]


def told(first: Run, second: Run, complete: bool = True) -> list[str]:
    return compared(comparison(first, second), first, second, Style(), complete)


def both(tmp_path: Path) -> tuple[Run, Run]:
    before = run_of(tmp_path / "a", {"better": scaled(QUIET, 10), "worse": scaled(QUIET, 10), "same": scaled(QUIET, 10),
                                     "noisy": scaled(NOISY, 10), "gone": scaled(QUIET, 10)})
    after = run_of(tmp_path / "b", {"better": scaled(QUIET, 8), "worse": scaled(QUIET, 13),
                                    "same": scaled(QUIET, 10.01), "noisy": scaled(NOISY, 10.5),
                                    "new": scaled(QUIET, 10)})
    return before, after


def test_every_verdict(tmp_path: Path) -> None:
    found = comparison(*both(tmp_path))
    assert {cell.design: cell.verdict for cell in found.cells} == \
        {"better": "faster", "worse": "slower", "same": "same", "noisy": "undecided"}
    ratios = {cell.design: cell.second_over_first.ratio.value for cell in found.cells}
    assert ratios["better"] == pytest.approx(0.8) and ratios["worse"] == pytest.approx(1.3)
    assert summary_line(found) == "B against A: 1 faster, 1 slower, 1 same, 1 undecided"


def test_the_table_shows_both_the_ratio_and_what_could_be_seen(tmp_path: Path) -> None:
    lines = told(*both(tmp_path))
    cells = [line.split() for line in lines if line.startswith("  mpmc/1p1c")]
    assert [words[-2] for words in cells] == ["slower", "faster", "faster", "undecided", "same", "slower"], \
        "what changed, the worse first; then all by name of the design"
    assert cells[2][1:4] == ["10.0", "8.00", "0.800"]
    assert float(cells[3][-1].rstrip("%")) > 20
    assert max(map(len, lines)) <= WIDTH


def test_what_changed_stands_on_top_the_most_first(tmp_path: Path) -> None:
    before = run_of(tmp_path / "a", {name: scaled(QUIET, 10) for name in ("a", "b", "c", "d")})
    after = run_of(tmp_path / "b", {"a": scaled(QUIET, 11), "b": scaled(QUIET, 30), "c": scaled(QUIET, 5),
                                    "d": scaled(QUIET, 10)})
    lines = told(before, after, complete=False)
    assert lines.index("B against A: 1 faster, 2 slower, 1 same, 0 undecided") < lines.index("b")
    places = [lines.index(name) for name in ("b", "a", "c")]
    assert places == sorted(places) and "d" not in lines


def test_the_exit_code_says_whether_something_got_worse(tmp_path: Path) -> None:
    before, after = both(tmp_path)
    assert exit_code(comparison(before, after), before, after) == 1
    only_better = run_of(tmp_path / "c", {"better": scaled(QUIET, 8)})
    assert exit_code(comparison(before, only_better), before, only_better) == 0
    broken = SyntheticRun().design("better").cell("better", "mpmc", "1p1c", QUIET).failure("better", "mpmc", "1p1c", "hang")
    fails = load_run(broken.write(tmp_path / "d"))
    assert exit_code(comparison(before, fails), before, fails) == 1
    assert exit_code(comparison(fails, before), fails, before) == 0, "it failed before"


def test_what_a_cell_shows_alone_may_be_chance_among_many(tmp_path: Path) -> None:
    """Nothing changed in 200 cells; the intervals alone would call some of them slower."""
    draw = random.Random(3)
    times = [{f"d{i}": [10 * draw.lognormvariate(0, 0.05) for _ in range(9)] for i in range(200)} for _ in "ab"]
    before, after = (run_of(tmp_path / name, side) for name, side in zip("ab", times))
    found = comparison(before, after)
    counts = found.counts()
    assert counts["faster"] == counts["slower"] == 0 and counts["faster?"] + counts["slower?"] > 5
    assert "perhaps slower" in summary_line(found) and exit_code(found, before, after) == 0


def test_medians_stand_within_modes(tmp_path: Path) -> None:
    run = load_run(modes(SyntheticRun(), 10, 100, (6, 3), ("100ns", "520ns")).write(tmp_path))
    assert any("10.0 | 99.9" in line for line in told(run, run))


def test_programs_get_every_cell(tmp_path: Path) -> None:
    before, after = both(tmp_path)
    document = json.loads(json.dumps(as_json(comparison(before, after), before, after), allow_nan=False))
    cells = {cell["cell"]: cell for cell in document["cells"]}
    assert cells["queue/worse/mpmc/1p1c"]["verdict"] == "slower"
    assert cells["queue/worse/mpmc/1p1c"]["ratio"] == pytest.approx(1.3)
    assert cells["queue/worse/mpmc/1p1c"]["first"] == {"100ns": pytest.approx(10)}
    assert document["only_first"] == ["queue/gone/mpmc/1p1c"]


def test_what_only_one_has_is_listed_by_name(tmp_path: Path) -> None:
    text = "\n".join(told(*both(tmp_path)))
    only_a, only_b = text.index("Only in A"), text.index("Only in B")
    assert only_a < text.index("queue/gone/mpmc/1p1c") < only_b < text.index("queue/new/mpmc/1p1c")


def modes(run: SyntheticRun, near: float, far: float, times: tuple[int, int], names: tuple[str, str]) -> SyntheticRun:
    run.design("ring").cell("ring", "mpmc", "1p1c", scaled(QUIET, near)[:times[0]], [names[0]])
    return run.cell("ring", "mpmc", "1p1c", scaled(QUIET, far)[:times[1]], [names[1]])


def test_luck_of_placement_is_no_change(tmp_path: Path) -> None:
    """Most samples of one run were near, of the other far; each run named the modes by its own medians."""
    before = load_run(modes(SyntheticRun(), 10, 100, (6, 3), ("100ns", "520ns")).write(tmp_path / "a"))
    after = load_run(modes(SyntheticRun(), 10, 100, (3, 6), ("110ns", "490ns")).write(tmp_path / "b"))
    (cell,) = comparison(before, after).cells
    assert cell.verdict == "same" and cell.second_over_first.ratio.value == pytest.approx(1, abs=0.01)


def test_modes_are_alike_only_within_the_gap() -> None:
    assert like_modes({"50ns", "100ns", "-", "drifted"}, {"53ns", "140ns", "-", "drifted"}) == \
        {"53ns": "50ns", "140ns": "140ns", "-": "-", "drifted": "drifted"}


def test_failed_cells_are_listed_and_not_compared(tmp_path: Path) -> None:
    run = SyntheticRun().design("ring").cell("ring", "pair", "1t", [4.0] * 3).failure("ring", "pair", "1t", "hang")
    loaded = load_run(run.write(tmp_path))
    assert comparison(loaded, loaded) == Comparison([], [], [], ["queue/ring/pair/1t"])
    assert "Failed in A or B, not compared: 1" in told(loaded, loaded)


def memory(folder: Path, *sizes: float) -> Run:
    run = SyntheticRun()
    for name, size in zip("abc", sizes):
        run.design(name).cell(name, "memory", "1000items", [7.0, 9.0, 5.0], bytes_per_item=size)
    return load_run(run.write(folder))


def test_memory_is_compared_by_bytes_and_counted_apart(tmp_path: Path) -> None:
    found = comparison(memory(tmp_path / "a", 16, 16, 0), memory(tmp_path / "b", 8, 24, 0))
    assert [cell.verdict for cell in found.cells] == ["less", "more", "same"]
    assert summary_line(found) == \
        "B against A: 0 faster, 0 slower, 0 same, 0 undecided; memory: 1 less, 1 more, 1 same, 0 undecided"


@pytest.mark.parametrize("change, said", [
    ({"cpu_model": "another CPU"}, "the machine differs, so times can't be compared: processor a synthetic CPU "),
    ({"compiler": "clang 14"}, "the code differs: compiler g++ 12.2.0 against clang 14"),
    ({"flags": "-O2"}, "flags -O3 -g against -O2"), ({"commit": "ff"}, "commit 0123456789abcdef against ff"),
    ({"dirty": True}, "uncommitted changes no against yes"), ({"governor": "powersave"}, "the machine's state differs"),
    ({"complete": False}, "B is incomplete")])
def test_what_makes_a_comparison_doubtful_stands_above_it(change: dict, said: str, tmp_path: Path) -> None:
    before, after = run_of(tmp_path / "a", {"d": QUIET}), run_of(tmp_path / "b", {"d": QUIET}, **change)
    text = " ".join("\n".join(told(before, after)).split())
    assert "WARNING" in text and said in text and text.index(said) < text.index("B/A")
    assert "WARNING" not in "\n".join(told(before, run_of(tmp_path / "c", {"d": QUIET})))


def said_of(folder: Path, first: dict, second: dict) -> str:
    """What stands above the comparison of two runs with these contexts."""
    runs = (run_of(folder / name, {"d": QUIET}, **context) for name, context in (("a", first), ("b", second)))
    return " ".join("\n".join(told(*runs)).split()).partition("B/A")[0]


def test_one_executable_is_one_code_whatever_was_checked_out(tmp_path: Path) -> None:
    kept = {"executable_hash": "01", "commit": "aa"}
    assert "WARNING" not in said_of(tmp_path / "1", kept, kept | {"commit": "bb", "dirty": True})
    assert "window" in said_of(tmp_path / "2", kept | {"window_s": 1}, kept | {"window_s": 2})
    assert "commit aa against bb" in said_of(tmp_path / "3", kept, kept | {"commit": "bb", "executable_hash": "02"})
    assert "WARNING" not in said_of(tmp_path / "4", kept, kept | {"executable_hash": "02"}), "built in another folder"


def test_two_executables_of_uncommitted_changes_may_differ(tmp_path: Path) -> None:
    dirty = {"dirty": True, "commit": "aa"}
    assert "the code may differ" in said_of(tmp_path / "1", dirty | {"executable_hash": "01"}, dirty | {"executable_hash": "02"})
    assert "WARNING" not in said_of(tmp_path / "2", dirty | {"executable_hash": "01"}, dirty | {"executable_hash": "01"})


def test_a_run_with_itself_is_warned_of(tmp_path: Path) -> None:
    run = run_of(tmp_path, {"d": QUIET})
    assert "WARNING: A and B are the same run." in told(run, run)


def test_runs_without_a_common_cell_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no cell in common"):
        for name, design in (("a", "d"), ("b", "e")):
            run_of(tmp_path / name, {design: QUIET})
        compare([str(tmp_path / "a"), str(tmp_path / "b")])


def test_the_example_fits_the_console(tmp_path: Path) -> None:
    run = load_run(example_run().write(tmp_path))
    lines = told(run, run)
    assert max(map(len, lines)) <= WIDTH and all(line.isascii() for line in lines) and row(lines, "wpol_queue")

"""Two runs side by side: verdicts within like placement modes, what only one has, and when times can't be compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from example import example_run
from printing import row
from synthetic_run import SyntheticRun

from harness.judge.bad_input import BadInput
from harness.judge.compare import compared, summary_line
from harness.judge.comparison import Comparison, comparison, like_modes
from harness.judge.layout import WIDTH, Style
from harness.judge.run_file import Run, load_run

QUIET = [0.998, 0.999, 1.0, 1.001, 1.002, 1.0]
NOISY = [0.7, 0.8, 1.0, 1.2, 1.4, 1.5]


def run_of(folder: Path, times: dict[str, list[float]], **context: object) -> Run:
    run = SyntheticRun(**context)
    for design, values in times.items():
        run.design(design).cell(design, "mpmc", "1p1c", values, ["100ns"])
    return load_run(run.write(folder))


def scaled(shape: list[float], centre: float) -> list[float]:
    return [centre * value for value in shape]


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
    lines = compared(*both(tmp_path), Style())
    cells = [line.split() for line in lines if line.startswith("  mpmc/1p1c")]
    assert [words[-2] for words in cells] == ["faster", "undecided", "same", "slower"], "by name of the design"
    assert cells[0][1] == "10.0" and cells[0][3] == "8.00" and cells[0][5] == "0.800"
    assert float(cells[1][-1].rstrip("%")) > 20
    assert lines[-1] == "B against A: 1 faster, 1 slower, 1 same, 1 undecided"
    assert max(map(len, lines)) <= WIDTH


def test_what_only_one_has_is_listed_by_name(tmp_path: Path) -> None:
    text = "\n".join(compared(*both(tmp_path), Style()))
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
    assert "Failed in A or B, not compared" in compared(loaded, loaded, Style())


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
    text = " ".join("\n".join(compared(before, after, Style())).split())
    assert "WARNING" in text and said in text and text.index(said) < text.index("B/A")
    assert "WARNING" not in "\n".join(compared(before, run_of(tmp_path / "c", {"d": QUIET}), Style()))


def said_of(folder: Path, first: dict, second: dict) -> str:
    """What stands above the comparison of two runs with these contexts."""
    runs = (run_of(folder / name, {"d": QUIET}, **context) for name, context in (("a", first), ("b", second)))
    return " ".join("\n".join(compared(*runs, Style())).split()).partition("B/A")[0]


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
    assert "WARNING: A and B are the same run." in compared(run, run, Style())


def test_runs_without_a_common_cell_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no cell in common"):
        compared(run_of(tmp_path / "a", {"d": QUIET}), run_of(tmp_path / "b", {"e": QUIET}), Style())


def test_the_example_fits_the_console(tmp_path: Path) -> None:
    run = load_run(example_run().write(tmp_path))
    lines = compared(run, run, Style())
    assert max(map(len, lines)) <= WIDTH and all(line.isascii() for line in lines) and row(lines, "wpol_queue")

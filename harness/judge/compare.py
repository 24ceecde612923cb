"""Two runs side by side: `schedlab compare RUN RUN [FILTER]`. Measures nothing and writes nothing."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path

if __name__ == "__main__":
    # As a script, Python would look for modules in this folder, whose statistics.py would hide the standard one.
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from harness.judge.bad_input import BadInput
from harness.judge.chosen_run import named_run, only
from harness.judge.command import command
from harness.judge.comparison import AMOUNTS, ComparedCell, Comparison, comparison
from harness.judge.layout import Cell, Grid, Style, heading, number, standard_style, with_interval, wrapped
from harness.judge.pool_columns import IDLE, OPEN_LOOP, POOL_MEMORY, START
from harness.judge.run_file import Run

USAGE = "usage: compare.py RUN RUN [FILTER]    two runs side by side; RUN: a folder, a run.json, or last"
_MACHINE = {"cpu_model": "processor", "num_cpus": "cores", "virtualised": "virtual machine", "kernel": "kernel",
            "governor": "governor", "turbo": "turbo"}
_WINDOW = "window_s"
_CODE = {"commit": "commit", "dirty": "uncommitted changes", "compiler": "compiler", "flags": "flags",
         "build_type": "kind of build", _WINDOW: "window in seconds"}
_ANOTHER_MACHINE = ("cpu_model", "num_cpus", "virtualised")
_TIMES, _AMOUNTS = ("faster", "slower"), ("less", "more")
_OTHER_VALUES = {
    START: "start: the median from submission to start",
    OPEN_LOOP: "open_poisson: the 99th percentile from arrival to end",
    IDLE: "idle: CPUs in use while nothing is to do",
    POOL_MEMORY: "pool_memory: bytes per worker",
}
_UNDECIDED = ("same", "undecided")


def compared(first: Run, second: Run, style: Style) -> list[str]:
    found = comparison(first, second)
    lines = ["", *wrapped(f"A: {_told(first)}"), *wrapped(f"B: {_told(second)}"),
             *(style.warning(line) for warning in _warnings(first, second) for line in wrapped(warning))]
    if not found.cells and not found.failed:
        raise BadInput(f"{first.folder} and {second.folder} have no cell in common")
    lines += heading("B against A, nanoseconds per item (memory: bytes per item)", style) + _grid(found).lines(style)
    lines += ["", *(line for note in _notes(found) for line in wrapped(note))]
    for title, names in ((f"Only in A, {first.folder}", found.only_first),
                         (f"Only in B, {second.folder}", found.only_second),
                         ("Failed in A or B, not compared", found.failed)):
        if names:
            lines += [*heading(title, style)[:-1], *(f"  {name}" for name in names)]
    return [*lines, "", style.bold(summary_line(found))]


def summary_line(found: Comparison) -> str:
    """Times; amounts stand apart, where there are any."""
    def told(cells: list[ComparedCell], words: tuple[str, ...]) -> str:
        return ", ".join(f"{sum(cell.verdict == word for cell in cells)} {word}" for word in words)

    amounts = [cell for cell in found.cells if cell.column[0] in AMOUNTS]
    times = [cell for cell in found.cells if cell.column[0] not in AMOUNTS]
    name = "memory, idling" if any(cell.column[0] == IDLE for cell in amounts) else "memory"
    line = f"B against A: {told(times, _TIMES + _UNDECIDED)}"
    return line + (f"; {name}: {told(amounts, _AMOUNTS + _UNDECIDED)}" if amounts else "")


def _grid(found: Comparison) -> Grid:
    heads = [("", "A"), ("", "B"), ("", "B/A [95 %]"), ("", "verdict"), ("visible", "from")]
    rows: list[tuple[list[str], list[Cell]]] = []
    for design, cells in groupby(found.cells, key=lambda cell: cell.design):
        rows += [([design], []), *(_row(cell) for cell in cells)]
    return Grid(["cell"], heads, groups=[rows])


def _row(cell: ComparedCell) -> tuple[list[str], list[Cell]]:
    paired = cell.second_over_first
    decided = cell.verdict not in _UNDECIDED
    ratio = "." if paired.ratio is None else f"{_ratio(paired.ratio.value)} [{_ratio(paired.ratio.low)}-" \
                                             f"{_ratio(paired.ratio.high)}]"
    visible = "." if paired.smallest_visible_effect is None else f"{paired.smallest_visible_effect:.0%}"
    return ([f"  {'/'.join(cell.column)}"],
            [Cell(with_interval(cell.first)), Cell(with_interval(cell.second)), Cell(ratio, decided),
             Cell(cell.verdict, decided), Cell(visible)])


def _ratio(value: float) -> str:
    return f"{value:.3f}" if 0.1 <= value < 9.9995 else number(value)


def _notes(found: Comparison) -> list[str]:
    by_chance = len(found.cells) / 20
    others = [text for workload, text in _OTHER_VALUES.items() if any(c.column[0] == workload for c in found.cells)]
    notes = [f"Not time per item, but {'; '.join(others)}."] if others else []
    return [*notes,
            "Cells: median [95 % interval]. B/A: above 1 B takes longer; taken within placement modes, so that it may "
            "differ from the ratio of the two medians. faster, slower (of amounts: less, more): all of its interval "
            "lies on one side of 1; same: all of it within 2 %; undecided: neither. visible from: the smallest effect "
            "that these samples would have shown 8 times out of 10; '.': fewer than 3 samples of both in any placement "
            "mode.",
            f"Of {len(found.cells)} cells about {number(by_chance)} would be called faster or slower by chance alone "
            "if nothing had changed. The runs were not interleaved: what the machine did in between is in the ratios."]


def _warnings(first: Run, second: Run) -> list[str]:
    lines = [f"WARNING: {name} is incomplete, it was stopped early." for name, run in (("A", first), ("B", second))
             if not run.complete]
    if first.folder.resolve() == second.folder.resolve():
        lines.append("WARNING: A and B are the same run.")
    machine = _differences(first, second, _MACHINE)
    executables = {_executable(first), _executable(second)}
    known = None not in executables
    relevant = {_WINDOW: _CODE[_WINDOW]} if known and len(executables) == 1 else _CODE
    code = _differences(first, second, relevant)
    if any(first.context.get(key) != second.context.get(key) for key in _ANOTHER_MACHINE):
        lines.append(f"WARNING: the machine differs, so times can't be compared: {machine}.")
    elif machine:
        lines.append(f"WARNING: the machine's state differs: {machine}.")
    if code:
        lines.append(f"WARNING: the code differs: {code}.")
    elif known and len(executables) == 2 and first.context.get("dirty"):
        lines.append("WARNING: the code may differ: two executables, each built of that commit with uncommitted changes.")
    return lines


def _executable(run: Run) -> str | None:
    """Its hash, if the run kept it: one executable is one code, whatever was checked out."""
    return run.context.get("executable_hash")


def _differences(first: Run, second: Run, keys: dict[str, str]) -> str:
    return "; ".join(f"{name} {_word(first.context.get(key))} against {_word(second.context.get(key))}"
                     for key, name in keys.items() if first.context.get(key) != second.context.get(key))


def _word(value: object) -> str:
    if value is None:
        return "unknown"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _told(run: Run) -> str:
    cells = len({sample.cell for sample in run.samples})
    return f"{run.folder}, {run.context.get('date', 'no date')}, {len(run.samples)} repetitions of {cells} cells"


def compare(words: list[str]) -> None:
    first, second = (named_run(word) for word in words[:2])
    if len(words) > 2:
        first, second = only([first, second], words[2])
    print("\n".join(compared(first, second, standard_style())))


def main() -> int:
    return command(USAGE, sys.argv[1:], range(2, 4), compare)


if __name__ == "__main__":
    sys.exit(main())

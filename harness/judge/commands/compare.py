"""Two runs side by side: `schedlab compare RUN RUN [FILTER]`. Measures nothing and writes nothing."""

from __future__ import annotations

import json
import sys
from itertools import groupby
from math import log
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    # As a script, Python would look for modules in this folder, whose statistics.py would hide the standard one.
    sys.path[0] = str(Path(__file__).resolve().parents[3])

from harness.judge.commands.command import command
from harness.judge.estimate.comparison import AMOUNTS, ComparedCell, Comparison, comparison
from harness.judge.estimate.number_text import number
from harness.judge.read.bad_input import BadInput
from harness.judge.read.chosen_run import only
from harness.judge.read.pool_columns import IDLE, OPEN_LOOP, POOL_MEMORY, START
from harness.judge.read.run_file import Run, load_run
from harness.judge.text.figures import aligned, texts
from harness.judge.text.layout import Cell, Grid, Style, heading, standard_style, wrapped

USAGE = "usage: compare.py RUN RUN [FILTER] [--all] [--json]    two runs side by side; RUN: a folder or a run.json"
_MACHINE = {"cpu_model": "processor", "num_cpus": "cores", "virtualised": "virtual machine", "kernel": "kernel",
            "governor": "governor", "turbo": "turbo"}
_WINDOW = "window_s"
_CODE = {"commit": "commit", "dirty": "uncommitted changes", "compiler": "compiler", "flags": "flags",
         "build_type": "kind of build", _WINDOW: "window in seconds"}
_ANOTHER_MACHINE = ("cpu_model", "num_cpus", "virtualised")
_OTHER_VALUES = {
    START: "start: the median from submission to start",
    OPEN_LOOP: "open_poisson: the 99th percentile from arrival to end",
    IDLE: "idle: CPUs in use while nothing is to do",
    POOL_MEMORY: "pool_memory: bytes per worker",
}
_BETTER, _WORSE = ("faster", "less"), ("slower", "more")
_DECIDED = (*_BETTER, *_WORSE)
_NAMED = 12
SOMETHING_IS_WORSE = 1


def compared(found: Comparison, first: Run, second: Run, style: Style, complete: bool = False) -> list[str]:
    lines = ["", *wrapped(f"A: {_told(first)}"), *wrapped(f"B: {_told(second)}"),
             *(style.warning(line) for warning in _warnings(first, second) for line in wrapped(warning)),
             "", *(style.bold(line) for line in wrapped(summary_line(found)))]
    for words, title in ((_WORSE, "Slower, or takes more"), (_BETTER, "Faster, or takes less")):
        cells = _changed(found, words)
        shown = cells if complete else cells[:_NAMED]
        if shown:
            lines += heading(f"{title}: {len(cells)}", style) + _grid(shown).lines(style)
            lines += [f"and {len(cells) - len(shown)} more; see --all"] if len(cells) > len(shown) else []
    if complete:
        lines += heading("All cells, B against A", style)
        lines += _grid(found.cells).lines(style)
    lines += ["", *(line for note in _notes(found, complete) for line in wrapped(note))]
    for title, names in ((f"Only in A, {first.folder}", found.only_first),
                         (f"Only in B, {second.folder}", found.only_second),
                         ("Failed in A or B, not compared", found.failed)):
        if names:
            shown_names = names if complete else names[:_NAMED]
            rest = [f"  and {len(names) - len(shown_names)} more; see --all"] if len(names) > len(shown_names) else []
            lines += [*heading(f"{title}: {len(names)}", style)[:-1], *(f"  {name}" for name in shown_names), *rest]
    return lines


def as_json(found: Comparison, first: Run, second: Run) -> dict[str, Any]:
    return {"first": str(first.folder), "second": str(second.folder), "warnings": _warnings(first, second),
            "cells": [_cell_as_json(cell) for cell in found.cells], "only_first": found.only_first,
            "only_second": found.only_second, "failed": found.failed}


def _cell_as_json(cell: ComparedCell) -> dict[str, Any]:
    ratio, visible = cell.second_over_first.ratio, cell.second_over_first.smallest_visible_effect
    sides = {name: {mode: piece and piece.value for mode, piece in zip(cell.modes, side)}
             for name, side in (("first", cell.first), ("second", cell.second))}
    return {"cell": cell.cell, "verdict": cell.verdict, **sides, "ratio": ratio and ratio.value,
            "interval": ratio and [ratio.low, ratio.high], "visible_from": visible}


def exit_code(found: Comparison, first: Run, second: Run) -> int:
    newly_failed = [name for name in found.failed if not any(sample.error is not None for sample in first.of_cell(name))
                    and any(sample.error is not None for sample in second.of_cell(name))]
    return SOMETHING_IS_WORSE if _changed(found, _WORSE) or newly_failed else 0


def _changed(found: Comparison, words: tuple[str, ...]) -> list[ComparedCell]:
    """The cells with one of these verdicts; the greatest change comes first."""
    return sorted((cell for cell in found.cells if cell.verdict in words), key=lambda cell: -abs(log(cell.factor)))


def summary_line(found: Comparison) -> str:
    """How many cells have which verdict: of times first, and then of amounts, if there are any."""
    def told(cells: list[ComparedCell], words: tuple[str, ...]) -> str:
        counts = [f"{sum(cell.verdict == word for cell in cells)} {word}" for word in (*words, "same")]
        open_ones = [cell for cell in cells if cell.verdict not in (*words, "same")]
        perhaps = [f"{count} perhaps {word}" for word in words
                   if (count := sum(cell.verdict == f"{word}?" for cell in open_ones))]
        counts.append(f"{len(open_ones)} undecided" + (f" ({', '.join(perhaps)})" if perhaps else ""))
        return ", ".join(counts)

    amounts = [cell for cell in found.cells if cell.column[0] in AMOUNTS]
    times = [cell for cell in found.cells if cell.column[0] not in AMOUNTS]
    name = "memory, idling" if any(cell.column[0] == IDLE for cell in amounts) else "memory"
    line = f"B against A: {told(times, ('faster', 'slower'))}"
    return line + (f"; {name}: {told(amounts, ('less', 'more'))}" if amounts else "")


def _grid(cells: list[ComparedCell]) -> Grid:
    heads = [("", "A"), ("", "B"), ("", "B/A [95 %]"), ("", "verdict"), ("visible", "from")]
    shown = [aligned([texts(side(cell), lambda piece: number(piece.value)) for cell in cells])
             for side in (lambda cell: cell.first, lambda cell: cell.second)]
    rows: list[tuple[list[str], list[Cell]]] = []
    for design, of_design in groupby(zip(cells, *shown), key=lambda row: row[0].design):
        rows += [([design], []), *(_row(*row) for row in of_design)]
    return Grid(["cell"], heads, groups=[rows])


def _row(cell: ComparedCell, first: str, second: str) -> tuple[list[str], list[Cell]]:
    paired = cell.second_over_first
    decided = cell.verdict in _DECIDED
    ratio = "." if paired.ratio is None else f"{_ratio(paired.ratio.value)} [{_ratio(paired.ratio.low)}-" \
                                             f"{_ratio(paired.ratio.high)}]"
    visible = "." if paired.smallest_visible_effect is None else f"{paired.smallest_visible_effect:.0%}"
    return ([f"  {'/'.join(cell.column)}"],
            [Cell(first), Cell(second), Cell(ratio, decided), Cell(cell.verdict, decided), Cell(visible)])


def _ratio(value: float) -> str:
    return f"{value:.3f}" if 0.1 <= value < 9.9995 else number(value)


def _notes(found: Comparison, complete: bool) -> list[str]:
    others = [text for workload, text in _OTHER_VALUES.items() if any(c.column[0] == workload for c in found.cells)]
    notes = [f"Not time per item, but {'; '.join(others)}."] if others else []
    return [*notes,
            "A, B: medians of nanoseconds per item (of memory: bytes per item), '4.1 | 49.6' within each placement mode, near "
            "first. B/A: above 1 B takes longer; taken within placement modes. faster, slower (of amounts: less, more): the difference stands among all the cells that are "
            f"compared here, {len(found.cells)}, so that the chance of even one false one is 5 %; with a '?': only the "
            "cell's own 95 % interval lies on one side of 1, as it does for one unchanged cell in twenty; same: all of "
            "the interval within 2 %; undecided: none of these. visible from: the smallest effect that a cell's samples "
            "would have shown alone 8 times out of 10; '.': fewer than 3 samples of both in any placement mode. The runs "
            "were not interleaved: what the machine did in between is in the ratios.",
            *([] if complete else ["Every cell: --all."])]


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
    """The executable's hash, if the run kept it: two runs with one hash measured one code, whatever was checked out."""
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


def compare(words: list[str]) -> int:
    options = {word for word in words if word in ("--all", "--json")}
    names = [word for word in words if word not in options]
    first, second = (load_run(word) for word in names[:2])
    if len(names) > 2:
        first, second = only([first, second], names[2])
    found = comparison(first, second)
    if not found.cells and not found.failed:
        raise BadInput(f"{first.folder} and {second.folder} have no cell in common")
    if "--json" in options:
        print(json.dumps(as_json(found, first, second), indent=1, allow_nan=False))
    else:
        print("\n".join(compared(found, first, second, standard_style(), "--all" in options)))
    return exit_code(found, first, second)


def main() -> int:
    return command(USAGE, sys.argv[1:], range(2, 6), compare)


if __name__ == "__main__":
    sys.exit(main())

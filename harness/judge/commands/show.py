"""Prints the tables of a run again: `schedlab show RUN [FILTER] [--all] [--explain]`. Measures nothing, writes
nothing."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

if __name__ == "__main__":
    # As a script, Python would look for modules in this folder, whose statistics.py would hide the standard one.
    sys.path[0] = str(Path(__file__).resolve().parents[3])

from harness.judge.commands.command import command
from harness.judge.commands.summary import doubts, failures, machine, summary, where_results_lie
from harness.judge.read.chosen_run import only
from harness.judge.read.run_file import Run, load_run
from harness.judge.text.layout import standard_style
from harness.judge.tables.tables import tables

USAGE = ("usage: show.py RUN [FILTER] [--all] [--explain]    prints the tables of a run; RUN: a folder or a "
         "run.json")
ALL, EXPLAIN = "--all", "--explain"


def show(names: list[str], complete: bool, explained: bool) -> None:
    """With a filter, the tables of the matching cells are complete. Target rows are about whole runs, so they are left
    out then."""
    style = standard_style()
    run = load_run(names[0])
    if len(names) == 1:
        lines = summary(run, style, complete, explained)
    else:
        run = _chosen(run, names[1])
        lines = [*doubts(run, style), *machine(run), *tables(run, style, True, explained),
                 *failures(run, style), *where_results_lie(run, style)]
    print("\n".join(lines))


def _chosen(run: Run, pattern: str) -> Run:
    """The run with the cells that match, and with the yardsticks of their columns, without which a time says little."""
    (matching,) = only([run], pattern)
    cells, columns = ({getattr(sample, of) for sample in matching.samples} for of in ("cell", "column"))
    return replace(run, samples=[sample for sample in run.samples if sample.cell in cells
                                 or run.designs[sample.design].is_yardstick and sample.column in columns])


def main() -> int:
    names = [word for word in sys.argv[1:] if word not in (ALL, EXPLAIN)]
    return command(USAGE, names, range(1, 3), lambda given: show(given, ALL in sys.argv, EXPLAIN in sys.argv))


if __name__ == "__main__":
    sys.exit(main())

"""What the tests of the tables share: the printed lines of a run, and pieces of them."""

from __future__ import annotations

from pathlib import Path

from synthetic_run import SyntheticRun

from harness.judge.read.run_file import Run, load_run
from harness.judge.text.layout import Style
from harness.judge.tables.tables import tables
from harness.judge.tables.target_table import target_lines
from harness.judge.targets.targets import answers_of, load_rows, write_answers


def printed(run: SyntheticRun, folder: Path, complete: bool = False) -> str:
    return "\n".join(tables(load_run(run.write(folder)), Style(), complete))


def answer_and_print(run: Run) -> None:
    """The target rows of a run: written to its folder and printed."""
    rows = answers_of(run, load_rows())
    write_answers(run, rows)
    print("\n".join(target_lines(rows, Style())))


def section(text: str, title: str) -> list[str]:
    """The lines from the heading that starts so to the next heading, which is a line between two empty ones."""
    lines = text.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith(title))
    is_heading = [i > begin and lines[i - 1] == "" and lines[i] != "" and lines[i + 1:i + 2] == [""]
                  for i in range(len(lines))]
    return lines[begin:is_heading.index(True) if True in is_heading else len(lines)]


def row(lines: list[str] | str, design: str) -> str:
    """The first that starts with the design's name."""
    every = lines.splitlines() if isinstance(lines, str) else lines
    return next(line for line in every if line.split(" ")[0] == design)

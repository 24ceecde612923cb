"""Plain text for a console of 120 columns or less: wrapped notes, tables that split to fit.

Everything is ASCII and reads the same without colour; a terminal gets bold on top of it.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TextIO

from harness.judge.estimate.number_text import NOT_MEASURED
from harness.judge.read.typed import as_typed


def _width() -> int:
    """The width of the terminal, but at most 120 columns; below 60 a table would have room for little but names."""
    to_a_terminal = sys.stdout is not None and sys.stdout.isatty()
    return max(60, min(120, shutil.get_terminal_size((120, 24)).columns)) if to_a_terminal else 120


WIDTH = _width()
GAP = "  "
_TO_BE_TYPED = re.compile("`[^`]*`")
_NO_BREAK = "\0"


@dataclass(frozen=True)
class Style:
    """Bold text if a person reads it at a terminal; plain text for a file, a pipe or NO_COLOR."""

    enabled: bool = False

    @staticmethod
    def for_stream(stream: TextIO) -> Style:
        plain = "NO_COLOR" in os.environ or os.environ.get("TERM", "dumb") == "dumb"
        return Style(stream.isatty() and not plain)

    def bold(self, text: str) -> str:
        return f"\033[1m{text}\033[0m" if self.enabled else text

    def warning(self, text: str) -> str:
        return f"\033[1;33m{text}\033[0m" if self.enabled else text


@dataclass(frozen=True)
class Cell:
    text: str
    bold: bool = False


@dataclass
class Grid:
    """A table. Columns that find no room go on below, where the first `repeated` stub columns are repeated.

    A row in which nothing was measured is left out. A row without cells is a title, which may be wider than the stub.
    """

    stub_heads: list[str]
    heads: list[tuple[str, str]]
    words: bool = False  # cells of words are left-aligned, numbers right-aligned
    repeated: int | None = None  # None: all of them
    groups: list[list[tuple[list[str], list[Cell]]]] = field(default_factory=list)

    def lines(self, style: Style) -> list[str]:
        rows = [row for group in self.groups for row in group if row[1]]
        stubs = [max(len(text) for text in [head, *(row[0][i] for row in rows)])
                 for i, head in enumerate(self.stub_heads)]
        widths = [max(len(text) for text in [*head, *(row[1][i].text for row in rows)])
                  for i, head in enumerate(self.heads)]
        below = stubs[: self.repeated]
        lines: list[str] = []
        for columns in _parts(widths, _room(stubs), _room(below)):
            if lines:
                lines.append("")
            lines += self._part(below if lines else stubs, widths, columns, style)
        return lines

    def _part(self, stubs: list[int], widths: list[int], columns: range, style: Style) -> list[str]:
        def line(stub: Sequence[str], cells: Sequence[Cell]) -> str:
            left = " ".join(text.ljust(width) for text, width in zip(stub, stubs))
            right = [self._shown(cell, width, style) for cell, width in zip(cells, (widths[i] for i in columns))]
            return (left + GAP + GAP.join(right)).rstrip()

        upper = line([""] * len(stubs), [Cell(self.heads[i][0]) for i in columns])
        lower = line(self.stub_heads, [Cell(self.heads[i][1]) for i in columns])
        rule = "-" * (sum(stubs) + len(stubs) - 1 + sum(widths[i] + len(GAP) for i in columns))
        lines = [upper, lower] if upper.strip() else [lower]
        for group in self.groups:
            rows = [(stub, [cells[i] for i in columns] if cells else []) for stub, cells in group]
            shown = [line(stub, cells) for stub, cells in rows
                     if not cells or any(cell.text.strip() != NOT_MEASURED for cell in cells)]
            lines += [rule, *shown] if shown else []
        return lines

    def _shown(self, cell: Cell, width: int, style: Style) -> str:
        padded = cell.text.ljust(width) if self.words else cell.text.rjust(width)
        return style.bold(padded) if cell.bold else padded


def _room(stubs: list[int]) -> int:
    return WIDTH - sum(stubs) - len(stubs) - len(GAP)


def _parts(widths: list[int], room: int, room_below: int) -> list[range]:
    """The columns of each part: as few parts as hold all columns, filled from the left."""
    parts: list[range] = []
    start, used = 0, 0
    for i, width in enumerate(widths):
        if i > start and used + width > room:
            parts.append(range(start, i))
            start, used, room = i, 0, room_below
        used += width + len(GAP)
    return [*parts, range(start, len(widths))]


def wrapped(text: str, indent: str = "") -> list[str]:
    """Wraps a text. Words in backquotes are to be typed, so they stay on one line, however long that is."""
    whole = _TO_BE_TYPED.sub(lambda found: found[0].replace(" ", _NO_BREAK), as_typed(text))
    lines = textwrap.wrap(whole, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False,
                          break_long_words=False)
    return [line.replace(_NO_BREAK, " ") for line in lines]


def heading(text: str, style: Style) -> list[str]:
    return ["", style.bold(text), ""]


def standard_style() -> Style:
    return Style.for_stream(sys.stdout)

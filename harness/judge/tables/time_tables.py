"""The tables of times, one per class of design and kind of load: a row per design, a column per workload and load."""

from __future__ import annotations

from harness.judge.estimate import checked
from harness.judge.estimate.ceiling import FLAG, Times, ceiling_of, times_ceiling, times_flag
from harness.judge.estimate.cell_values import Cells, cells_of, failure_of
from harness.judge.estimate.modes import modes_of
from harness.judge.estimate.number_text import NOT_MEASURED, number, with_interval
from harness.judge.estimate.ranking import BEST, marks
from harness.judge.read.classes import YARDSTICKS, blocks, by_class
from harness.judge.read.columns import KINDS, LOADS, Column, head, in_order, is_timed, kind_of
from harness.judge.read.designs import Design
from harness.judge.read.run_file import Run, Sample
from harness.judge.read.semantics import HEADS, letters
from harness.judge.text.figures import aligned, pieces, texts
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped


def time_tables(run: Run, style: Style, complete: bool) -> list[str]:
    """Unless complete tables are wanted, those of breaking loads have medians without intervals, to stay narrow."""
    timed = [sample for sample in run.samples if is_timed(sample)]
    cells = cells_of(timed)
    cores = int(run.context.get("num_cpus") or 1)
    classes = by_class(design for design in run.designs.values() if any(name == design.name for name, _ in cells))
    yardsticks = classes.pop(YARDSTICKS, [])
    if not classes and yardsticks:
        classes, yardsticks = {YARDSTICKS: yardsticks}, []
    lines: list[str] = []
    for title, members in classes.items():
        names = {design.name for design in members}
        columns = in_order(sample for sample in timed if sample.design in names)
        for kind in KINDS:
            of_kind = [column for column in columns if kind_of(column, cores) == kind]
            if of_kind:
                lines += heading(f"{title}: {kind}, nanoseconds per item", style)
                lines += _table(run, [*yardsticks, *members], of_kind, cells, complete or kind != LOADS, style)
    return lines


def _table(run: Run, designs: list[Design], columns: list[Column], cells: Cells, intervals: bool,
           style: Style) -> list[str]:
    heads = [head(column, (sample for (_, c), cell in cells.items() if c == column for sample in cell))
             for column in columns]
    present = [design for design in designs if any((design.name, column) in cells for column in columns)]
    notes: list[str] = []
    filled = [_column({design.name: cells.get((design.name, column), []) for design in present}, column, run, cells,
                      intervals, notes) for column in columns]
    grid = Grid(["design", checked.HEAD, *HEADS], heads, repeated=1)
    for block in blocks(present):
        grid.groups.append([([design.name, *_promises(design)], [column[design.name] for column in filled])
                            for design in block])
    return grid.lines(style) + [line for note in notes for line in wrapped(note)]


def _promises(design: Design) -> list[str]:
    """The checker's mark and a letter per promise; a yardstick promises nothing that could be checked."""
    return ["" if design.is_yardstick else checked.mark(design), *letters(design)]


def _column(column: dict[str, list[Sample]], name: Column, run: Run, cells: Cells, intervals: bool,
            notes: list[str]) -> dict[str, Cell]:
    """The cells of one column, their marks and ratios aligned."""
    earned = marks(column, run.designs)
    ratios = {design: _ratio(run.designs[design], samples, name, cells) for design, samples in column.items()}
    width = max((len(ratio.text) + 1 for ratio in ratios.values() if ratio), default=0)
    modes = modes_of(sample for samples in column.values() for sample in samples)
    texts = aligned([_texts(samples, modes, intervals, notes) for samples in column.values()])
    filled: dict[str, Cell] = {}
    for design, text in zip(column, texts):
        mark, ratio = earned.get(design, " "), ratios[design]
        filled[design] = Cell(text + mark + (ratio.text if ratio else "").rjust(width), mark == BEST)
    return filled


def _ratio(design: Design, samples: list[Sample], column: Column, cells: Cells) -> Times | None:
    """The ratio to the ceiling, for contenders and for the ceiling itself, whose 1.0x shows which row it is."""
    ceiling = ceiling_of(column)
    if design.is_yardstick and design.name != ceiling:
        return None
    if ceiling == FLAG:
        return times_flag(samples)
    return times_ceiling(samples, cells.get((ceiling, column), [])) if ceiling else None


def _texts(samples: list[Sample], modes: list[str], intervals: bool, notes: list[str]) -> list[str]:
    """One text per placement mode; or a single one, if a repetition failed or none was measured."""
    failed = failure_of(samples, notes)
    if failed is not None:
        return [failed]
    if not samples:
        return [NOT_MEASURED]
    return texts(pieces(samples, "real_time", modes),
                 with_interval if intervals else lambda piece: number(piece.value))

"""How much more workers bring: the time with one worker, and without a scheduler, by the time with several workers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from harness.judge.estimate.cell_values import Cells, cells_of
from harness.judge.estimate.modes import ONE_THREAD, modes_of
from harness.judge.estimate.number_text import NOT_MEASURED, number
from harness.judge.read.columns import Column
from harness.judge.read.pool_columns import FLOODS, GRAIN, in_order, is_timed, usual, work_of, workers_of
from harness.judge.read.run_file import Run, Sample
from harness.judge.text.figures import BAR, medians
from harness.judge.text.layout import Cell, Grid, Style, heading, wrapped
from harness.judge.tables.pools.pool_rows import Row, rows_of

SERIAL = "serial"
_MEANING = ("w1/w2: the time per item with 1 worker by the time with 2, so 2 would be perfect and below 1 the second "
            "worker does harm. serial/w2: the time of the same program without a scheduler by the time with 2 workers; "
            "below 1 the scheduler costs more than 2 workers bring. Ratios of medians, within each placement mode "
            "of several workers; '!' more threads than cores.")


def pool_speedup_table(pools: Run, style: Style, complete: bool) -> list[str]:
    columns = [column for column in in_order(pools.samples)
               if is_timed(column) and column[0] not in FLOODS and column[0] != GRAIN]
    columns = columns if complete else usual(columns)
    cells = cells_of(pools.samples)
    crowded = {sample.column for sample in pools.samples if sample.oversubscribed}
    heads: list[tuple[str, str]] = []
    filled: list[dict[str, str]] = []
    blocks = rows_of(pools, complete)
    for column in columns:
        workers, marked = workers_of(column), "!" if column in crowded else ""
        if workers == 1:
            continue
        above = f"{column[0]} {work_of(column)}"
        alone = (column[0], f"w1.{work_of(column)}" if work_of(column) else "w1")
        for name, under in ((f"w1/w{workers}{marked}", None), (f"{SERIAL}/w{workers}{marked}", SERIAL)):
            values = _ratios((row for block in blocks for row in block), cells, column, alone, under)
            if values:
                heads.append((above, name))
                filled.append(values)
                above = ""
    if not heads:
        return []
    grid = Grid(["scheduler"], heads)
    grid.groups = [[([row.label], [Cell(values.get(row.label, NOT_MEASURED)) for values in filled]) for row in block]
                   for block in blocks]
    return heading("Schedulers: times faster with more workers", style) + grid.lines(style) + ["", *wrapped(_MEANING)]


def _ratios(rows: Iterable[Row], cells: Cells, column: Column, alone: Column, against: str | None) -> dict[str, str]:
    """Label -> how many times faster than the same scheduler with one worker, or than `against` if that is given."""
    here = {name: samples for (name, at), samples in cells.items() if at == column}
    modes = modes_of(sample for samples in here.values() for sample in samples)
    ratios: dict[str, str] = {}
    for row in rows:
        name = row.best(here)
        if name is None or all(design.is_yardstick for design in row.members):
            continue
        over = cells.get((against, column), []) if against else cells.get((name, alone), [])
        ratio = _faster(over, here[name], modes)
        if ratio is not None:
            ratios[row.label] = ratio
    return ratios


def _faster(slow: Sequence[Sample], fast: Sequence[Sample], modes: Sequence[str]) -> str | None:
    """The ratio in each mode. A cell that ran in one thread has no mode and is compared with all of them."""
    if any(sample.error is not None for sample in (*slow, *fast)):
        return None
    above, below = medians(slow, "real_time"), medians(fast, "real_time")
    found: list[str] = []
    for mode in modes:
        over, under = above.get(mode, above.get(ONE_THREAD)), below.get(mode)
        found.append(NOT_MEASURED if over is None or under is None else number(over / under))
    return None if set(found) == {NOT_MEASURED} else BAR.join(found)

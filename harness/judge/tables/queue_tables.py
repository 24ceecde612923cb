"""All tables of a run's queues. Unless they are to be complete: what fits a few screens, and what is not shown."""

from __future__ import annotations

from harness.judge.read.columns import GROWTH
from harness.judge.read.run_file import Run
from harness.judge.read.typed import quoted
from harness.judge.tables.growth_tables import growth_tables
from harness.judge.text.layout import Style, wrapped
from harness.judge.text.legends import how_to_read
from harness.judge.tables.memory_table import memory_table
from harness.judge.tables.order_error_table import order_error_table
from harness.judge.tables.stalled_table import stalled_table
from harness.judge.tables.time_tables import time_tables
from harness.judge.tables.waiting_tables import waiting_tables

_NOT_SHOWN = ("Not shown: intervals of the breaking loads, how designs wait in every other column{growth}; see "
              "`schedlab show {folder} --all`, or give a filter instead of --all.")


def queue_tables(queues: Run, style: Style, complete: bool, explained: bool = True) -> list[str]:
    times = time_tables(queues, style, complete)
    lines = [*how_to_read(queues, style, complete, explained), *times, *waiting_tables(queues, style, complete),
             *order_error_table(queues, style, complete), *stalled_table(queues, style), *memory_table(queues, style)]
    if complete:
        return lines + growth_tables(queues, style)
    growth = ", growth with capacity" if any(sample.workload == GROWTH for sample in queues.samples) else ""
    not_shown = wrapped(_NOT_SHOWN.format(growth=growth, folder=quoted(queues.folder)))
    return lines + (["", *not_shown] if times or growth else [])

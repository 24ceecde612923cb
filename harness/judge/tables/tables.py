"""All tables of a run, of queues and of schedulers."""

from __future__ import annotations

from harness.judge.read.run_file import POOL, QUEUE, Run
from harness.judge.text.layout import Style, wrapped
from harness.judge.tables.pools.pool_tables import pool_tables
from harness.judge.tables.queue_tables import queue_tables


_BRIEF = ("Values are medians over fresh processes; what names, marks and columns mean: "
          "`schedlab show {folder} --explain`.")


def tables(run: Run, style: Style, complete: bool, explained: bool = True) -> list[str]:
    brief = [] if explained or not run.samples else ["", *wrapped(_BRIEF.format(folder=run.folder))]
    return [*brief, *queue_tables(run.of_family(QUEUE), style, complete, explained),
            *pool_tables(run.of_family(POOL), style, complete, explained)]

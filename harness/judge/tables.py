"""All tables of a run, of queues and of schedulers."""

from __future__ import annotations

from harness.judge.layout import Style
from harness.judge.pool_tables import pool_tables
from harness.judge.queue_tables import queue_tables
from harness.judge.run_file import POOL, QUEUE, Run


def tables(run: Run, style: Style, complete: bool) -> list[str]:
    return queue_tables(run.of_family(QUEUE), style, complete) + pool_tables(run.of_family(POOL), style, complete)

"""What stands above the tables of schedulers: how their names are made, marks, workloads, where the threads lay."""

from __future__ import annotations

from harness.judge.estimate.cell_values import by_design
from harness.judge.estimate.checked import bounds_text, spoken
from harness.judge.estimate.number_text import NOT_MEASURED
from harness.judge.estimate.ranking import BEST, NOT_COMPARED, NOT_TOLD_APART
from harness.judge.read.pool_columns import in_order, meanings, usual
from harness.judge.read.run_file import Run
from harness.judge.read.words import policies
from harness.judge.text.layout import Style, heading, wrapped
from harness.judge.text.legends import elsewhere, placement


def _listed(kind: str) -> str:
    return ", ".join(f"{name}: {about}" for name, about in policies(kind).items())


_PARTS = {
    "work_stealing": "work_stealing.DEQUE.VICTIM.AMOUNT.IDLE: each worker has a deque of that kind; with nothing in "
                     f"it, it steals from a victim ({_listed('victim')}) an amount ({_listed('amount')}).",
    "global_queue": "global_queue.QUEUE.IDLE: all workers share one queue of that kind; over mutex_queue, with block, "
                    "it is the usual simple pool, the baseline.",
}
_IDLE = f"IDLE, a worker that finds nothing ({_listed('idle')})."
_ROWS = ("A scheduler runs tasks on its workers. Rows: serial is the yardstick, no scheduler at all, a task is a "
         "function call; then the lab's own; then libraries. Columns: a workload and its load; w2: 2 workers; '!': "
         f"oversubscribed, more threads than cores. Values are medians over fresh processes, '31 | 95' within "
         f"each placement mode of the column, near first. '{BEST}': best in its column; '{NOT_TOLD_APART}': can't be told "
         f"apart from it; '{NOT_COMPARED}': too few or too scattered samples to say; '{NOT_MEASURED}': not measured.")


def how_to_read_pools(pools: Run, style: Style, complete: bool, explained: bool = True) -> list[str]:
    if not pools.samples:
        return []
    columns = in_order(pools.samples)
    if not explained:
        return placement(columns, pools.samples, complete)
    protocols = dict.fromkeys(pools.designs[name].scheduler for name in by_design(pools.samples))
    own = [_PARTS[name] for name in protocols if name in _PARTS]
    texts = [_ROWS, *elsewhere(pools, by_design(pools.samples)), *own, *([_IDLE] if own else []), *meanings(columns if complete else usual(columns)),
             *_checked(pools)]
    return [*heading("How to read the tables of schedulers", style)[:-1],
            *(line for text in texts for line in wrapped(text)), *placement(columns, pools.samples, complete)]


def _checked(pools: Run) -> list[str]:
    """The verdicts of the protocols; a protocol has one verdict, whatever it is combined with."""
    found = {}
    for name in by_design(pools.samples):
        design = pools.designs[name]
        if design.is_own:
            bounds = bounds_text(design.checked)
            found[design.checked_as] = spoken(design.checked) + (f", {bounds}" if bounds else "")
    if not found:
        return []
    return [f"By the model checker (schedlab verify): {'; '.join(f'{name}: {said}' for name, said in found.items())}."]

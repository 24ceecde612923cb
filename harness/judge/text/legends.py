"""The text above the tables of times: how to read a cell, the letters, the columns, and where the threads lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from harness.judge.estimate import ceiling, checked
from harness.judge.estimate.modes import nearness
from harness.judge.estimate.number_text import NOT_MEASURED
from harness.judge.estimate.ranking import BEST, NOT_COMPARED, NOT_TOLD_APART
from harness.judge.read import semantics
from harness.judge.read.columns import Column, in_order, is_timed, meanings
from harness.judge.read.run_file import Run, Sample
from harness.judge.text.layout import Style, heading, wrapped

_CELL = ("A cell such as '12.7 [12.3-13.1]* 1.2x' is the median of the nanoseconds over fresh processes, smaller is "
         "better; [the 95 % interval of that median{short}], or (all that was seen) where there are fewer than 5; a "
         "mark; and how far that is from what the hardware allows. '4.1 | 49.6': the medians within each placement mode "
         "of the column, near first; never mixed.")
_SHORT = ", which the tables of breaking loads leave out"
_ROWS = ("A table holds one class of design: yardsticks on top, which are no contenders; the lab's own; then "
         f"libraries. Marks: '{BEST}' best in its column among designs that promise the same (letters "
         f"{semantics.RANKED_BY}, and how many items may overtake one), within placement modes; '{NOT_TOLD_APART}' can't "
         f"be told apart from it; '{NOT_COMPARED}' too few or too scattered samples in common modes to say; "
         f"none: slower than the best, or no rival promises the same. '{NOT_MEASURED}' not measured; '!' oversubscribed, "
         "more threads than cores.")


def how_to_read(run: Run, style: Style, complete: bool, explained: bool = True) -> list[str]:
    timed = [sample for sample in run.samples if is_timed(sample)]
    if not timed:
        return []
    if not explained:
        return placement(in_order(timed), timed, complete)
    measured = {sample.design for sample in run.samples}
    contenders = [design for design in run.designs.values() if design.name in measured and not design.is_yardstick]
    columns = in_order(timed)
    texts = [_CELL.format(short="" if complete else _SHORT), ceiling.LEGEND, _ROWS, *elsewhere(run, measured)]
    if contenders:
        texts += [checked.legend(contenders), semantics.legend(contenders)]
    return [*heading("How to read the tables of times", style)[:-1],
            *(line for text in [*texts, *meanings(columns)] for line in wrapped(text)),
            *placement(columns, timed, complete)]


def elsewhere(run: Run, measured: Iterable[str]) -> list[str]:
    """One sentence on the names of what is not the lab's."""
    folders = run.context.get("folders_elsewhere", {})  # older runs lack it
    commits = run.context.get("commits_elsewhere", {})
    used = [f"{name}.DESIGN is from {path}{_commit(commits.get(name, {}))}" for name, path in folders.items()
            if any(f".{name}." in f".{design}" for design in measured)]
    return [f"From elsewhere: {'; '.join(used)}."] if used else []


def _commit(known: dict[str, Any]) -> str:
    if known.get("commit", "unknown") == "unknown":
        return ", of an unknown commit"
    return f", commit {known['commit'][:12]}{' with changes' if known['dirty'] else ''}"


def placement(columns: list[Column], samples: list[Sample], complete: bool) -> list[str]:
    """Where the machine put the threads: times of one column differ by factors between placement modes."""
    overall = _shares(samples)
    if not overall:
        return []
    lines = wrapped("Placement modes, by a flag's round trip, share of the samples (drifted: it changed meanwhile; "
                    f"{BEST}, {NOT_TOLD_APART} and ratios compare within one mode only): {overall}.")
    if complete:
        by_column = {column: _shares([sample for sample in samples if sample.column == column]) for column in columns}
        lines += [line for column, shares in by_column.items() if shares
                  for line in wrapped(f"{'/'.join(column)}: {shares}", "  ")]
    return lines


def _shares(samples: list[Sample]) -> str:
    modes = Counter(sample.placement_mode for sample in samples if sample.error is None)
    modes.pop("-", None)
    return ", ".join(f"{mode} {modes[mode] / modes.total():.0%}" for mode in sorted(modes, key=nearness))

"""The tables of times: a row per design, a column per workload and load, the median with its interval in each cell."""

from __future__ import annotations

import sys
from collections import Counter

from harness.judge import checked
from harness.judge.command import over_run
from harness.judge.families import DEQUES, GROWTH, MEMORY, QUEUES, TITLES, column_key, family, groups, meanings
from harness.judge.layout import Cell, Grid, Style, heading, number, standard_style, with_interval, wrapped
from harness.judge.ranking import BEST, NOT_TOLD_APART, marks
from harness.judge.run_file import Design, Run, Sample
from harness.judge.semantics import HEADS, legend, letters
from harness.judge.small_tables import growth_tables, memory_table
from harness.judge.statistics import median

USAGE = "usage: table.py RUN_DIR    prints the tables of a run that `schedlab run` wrote"
NOT_MEASURED = "."
Column = tuple[str, str]


def tables(run: Run, style: Style) -> list[str]:
    by_family: dict[str, list[Sample]] = {}
    for sample in run.samples:
        by_family.setdefault(family(sample), []).append(sample)
    timed = [name for name in by_family if name not in (GROWTH, MEMORY)]
    timed.sort(key=lambda name: (name != QUEUES, name != DEQUES, name))
    lines = _how_to_read(run) if timed else []
    for name in timed:
        lines += _times(run, name, by_family[name], style) + _single_operations(run, name, by_family[name], style)
    lines += growth_tables(run, by_family.get(GROWTH, []), style)
    return lines + memory_table(run, by_family.get(MEMORY, []), style)


def _how_to_read(run: Run) -> list[str]:
    text = ("How to read: smaller is better. Each cell is the median over fresh processes [95 % interval of that "
            "median]. Above the first rule stand yardsticks, which are no contenders: what the harness costs and what "
            "the hardware allows. The lab's own designs follow, then libraries.")
    marked = (f"Marks: '{BEST}' best in its column among designs that promise the same (letters S, U, O and T); "
              f"'{NOT_TOLD_APART}' can't be told apart from it; none where no rival promises the same; "
              f"'{NOT_MEASURED}' not measured; '!' oversubscribed, more threads than cores.")
    return ["", *wrapped(text), *wrapped(marked)]


def _times(run: Run, name: str, samples: list[Sample], style: Style) -> list[str]:
    cells = _by_cell(samples)
    columns = sorted({sample.column for sample in samples}, key=column_key)
    notes: list[str] = []
    grid = Grid(["design", checked.HEAD, *HEADS], [_head(column, samples) for column in columns])
    earned = {column: marks({d: found for (d, c), found in cells.items() if c == column}, run.designs)
              for column in columns}
    present = [design for design in run.designs.values() if any((design.name, c) in cells for c in columns)]
    for group in groups(present):
        grid.groups.append([([design.name, *_promises(design)],
                             [_cell(cells.get((design.name, c), []), earned[c].get(design.name, " "), notes)
                              for c in columns]) for design in group])
    lines = heading(TITLES.get(name, f"{name}: nanoseconds per item"), style) + grid.lines(style) + [""]
    for text in [*notes, *_legends(present), *meanings(columns)]:
        lines += wrapped(text)
    return lines + _yardsticks_elsewhere(run, present) + _placement(columns, samples)


def _promises(design: Design) -> list[str]:
    """The checker's mark and a letter per promise; a yardstick promises nothing that could be checked."""
    return ["" if design.is_yardstick else checked.mark(design), *letters(design)]


def _legends(present: list[Design]) -> list[str]:
    promising = [design for design in present if not design.is_yardstick]
    return [*([checked.legend(promising)] if promising else []), legend(present)]


def _single_operations(run: Run, name: str, samples: list[Sample], style: Style) -> list[str]:
    sampled = [s for s in samples if s.error is None and s.metrics.get("latency_samples", 0) > 0]
    if not sampled:
        return []
    cells = _by_cell(sampled)
    columns = sorted({sample.column for sample in sampled}, key=column_key)
    grid = Grid(["design"], [_head(column, samples) for column in columns])
    present = [design for design in run.designs.values() if any((design.name, c) in cells for c in columns)]
    for group in groups(present):
        grid.groups.append([([design.name], [Cell(_percentiles(cells.get((design.name, c), []))) for c in columns])
                            for design in group])
    clock = run.context.get("clock_cost_ns")
    cost = "the clock's own cost was not recorded" if clock is None else \
        f"reading the clock costs {number(float(clock))} ns by itself"
    step = run.context.get("clock_resolution_ns")
    steps = "" if step is None else f"; the clock moves in steps of {number(float(step))} ns"
    note = ("Of a sample of the operations, each timed alone: half took at most the first number, 99 % at most the "
            f"second (medians over processes). As read: {cost}, and that is part of these numbers and of none above{steps}.")
    return heading(f"{name.capitalize()}: nanoseconds of one operation, p50 / p99", style) + grid.lines(style) \
        + ["", *wrapped(note)]


def _by_cell(samples: list[Sample]) -> dict[tuple[str, Column], list[Sample]]:
    cells: dict[tuple[str, Column], list[Sample]] = {}
    for sample in samples:
        cells.setdefault((sample.design, sample.column), []).append(sample)
    return cells


def _head(column: Column, samples: list[Sample]) -> tuple[str, str]:
    crowded = any(sample.oversubscribed for sample in samples if sample.column == column)
    workload, load = column
    return (f"{workload} ", f"{load}{'!' if crowded else ' '}")


def _cell(samples: list[Sample], mark: str, notes: list[str]) -> Cell:
    if not samples:
        return Cell(f"{NOT_MEASURED} ")
    reasons = Counter(sample.error for sample in samples if sample.error is not None)
    if reasons:
        why = "; ".join(f"{reason} ({count} times)" if count > 1 else str(reason) for reason, count in reasons.items())
        number_of_note = len([note for note in notes if note.startswith("(")]) + 1
        notes.append(f"({number_of_note}) {samples[0].cell}: {why}")
        return Cell(f"failed {sum(reasons.values())} of {len(samples)} ({number_of_note}) ")
    return Cell(with_interval(median([sample.metrics["real_time"] for sample in samples])) + mark, mark == BEST)


def _percentiles(samples: list[Sample]) -> str:
    both = [[s.metrics[key] for s in samples if key in s.metrics] for key in ("p50_ns", "p99_ns")]
    return " / ".join(number(median(values).value) for values in both) if all(both) else NOT_MEASURED


def _yardsticks_elsewhere(run: Run, present: list) -> list[str]:
    """A table in which no yardstick could run still names them, measured where they can: alone."""
    if any(design.is_yardstick for design in present):
        return []
    texts = []
    for design in (design for design in run.designs.values() if design.is_yardstick):
        times = [s.metrics["real_time"] for s in run.of_cell(f"queue/{design.name}/pair/1t") if s.error is None]
        if times:
            texts.append(f"{design.name} {number(median(times).value)}")
    return wrapped(f"Yardsticks, from pair/1t above: {', '.join(texts)} ns.") if texts else []


def _placement(columns: list[Column], samples: list[Sample]) -> list[str]:
    """Where the machine put the threads: times of one column differ by factors between placement modes."""
    lines: list[str] = []
    for column in columns:
        modes = Counter(s.placement_mode for s in samples if s.column == column and s.error is None)
        modes.pop("-", None)
        total = sum(modes.values())
        if total:
            shares = ", ".join(f"{mode} {count / total:.0%}" for mode, count in sorted(modes.items()))
            lines += wrapped(f"{'/'.join(column)}: {shares}", "  ")
    if not lines:
        return []
    note = ("Placement modes, share of the samples (drifted: it changed during the sample); "
            f"{BEST} and {NOT_TOLD_APART} compare within one mode only:")
    return wrapped(note) + lines


def main() -> int:
    return over_run(USAGE, sys.argv[1:], lambda run: print("\n".join(tables(run, standard_style()))))


if __name__ == "__main__":
    sys.exit(main())

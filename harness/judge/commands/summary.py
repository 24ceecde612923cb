"""Prints what stands at the end of `make bench`: doubts, then tables and target rows, then where the results lie.

Run as `python3 harness/judge/commands/summary.py RUN_DIR`; also writes RUN_DIR/targets.json.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    # As a script, Python would look for modules in this folder, whose statistics.py would hide the standard one.
    sys.path[0] = str(Path(__file__).resolve().parents[3])

from harness.judge.commands.command import over_run
from harness.judge.estimate import checked
from harness.judge.estimate.number_text import number
from harness.judge.read.run_file import Run
from harness.judge.read.typed import quoted
from harness.judge.text.layout import Style, heading, standard_style, wrapped
from harness.judge.tables.tables import tables
from harness.judge.tables.target_table import target_lines
from harness.judge.targets.targets import answers_of, load_rows, write_answers

USAGE = "usage: summary.py RUN_DIR    prints what a run measured and writes RUN_DIR/targets.json"
CELLS_NAMED = 12


def summary(run: Run, style: Style, complete: bool = False, explained: bool = False) -> list[str]:
    """A run with a filter shows only what it measured: no target rows, and the legend only if it is asked for."""
    if run.context.get("filter"):
        return [*doubts(run, style), *machine(run), *tables(run, style, complete, explained),
                *_left_out([], run, style), *failures(run, style), *where_results_lie(run, style)]
    return [*doubts(run, style), *machine(run), *tables(run, style, complete),
            *target_lines(answers_of(run, load_rows()), style),
            *_left_out(run.context.get("skipped", []), run, style), *failures(run, style), *where_results_lie(run, style)]


def doubts(run: Run, style: Style) -> list[str]:
    """The reasons to doubt a run; they stand above every number."""
    lines = [line for refuted in checked.refutations(run.designs.values()) for line in wrapped(refuted)]
    if not run.complete:
        lines += wrapped(f"INCOMPLETE: the run was stopped early; go on with `schedlab run --resume {quoted(run.folder)}`.")
    if not run.samples:
        lines += wrapped("NOTHING MEASURED: the run holds no repetition.")
    for warning in run.texts("warnings"):
        lines += wrapped(f"WARNING: {warning}")
    for warning in checked.unchecked(run.designs.values(), (sample.design for sample in run.samples)):
        lines += wrapped(warning)
    lines += [line for note in _set_aside(run) for line in wrapped(note)]
    failed = sum(sample.error is not None for sample in run.samples)
    if failed:
        lines += wrapped(f"WARNING: {failed} of {len(run.samples)} repetitions failed; reasons below the tables.")
    return ["", *(style.warning(line) for line in lines)] if lines else []


def _set_aside(run: Run) -> list[str]:
    """How many samples were set aside. A rule that drops samples has to be watched, so this is always shown."""
    if not run.disturbed:
        return []
    everything = len(run.samples) + len(run.disturbed)
    tolerated = float(run.context.get("tolerated_loss", 0.05))
    note = (f"{len(run.disturbed)} of {everything} repetitions are set aside, because others took more than {tolerated:.0%} "
            "of the CPU of a thread meanwhile; whatever time they showed, they are in run.json, and in no figure.")
    gone = sorted({sample.cell for sample in run.disturbed} - {sample.cell for sample in run.samples})
    if gone:
        note += f" Nothing is left of {', '.join(gone[:CELLS_NAMED])}{' and others' if len(gone) > CELLS_NAMED else ''}."
    return [note]


def machine(run: Run) -> list[str]:
    context = run.context
    state = " (with uncommitted changes)" if context.get("dirty") else ""
    commit = str(context.get("commit", "unknown"))[:12] + state
    parts = [f"{context.get('cpu_model', 'unknown CPU')}, {context.get('num_cpus', '?')} cores",
             f"{context.get('compiler', 'unknown compiler')} {context.get('flags', '')}".strip(),
             str(context.get("kernel", "unknown kernel")), f"commit {commit}", f"seed {context.get('seed', '?')}"]
    if context.get("others_share") is not None:
        parts.append(f"other programs {float(context['others_share']):.1%} of the CPU time")
    if context.get("steal_time_share") is not None:
        parts.append(f"steal time {float(context['steal_time_share']):.1%}")
    if context.get("clock_cost_ns") is not None:
        parts.append(f"clock {number(float(context['clock_cost_ns']))} ns per reading")
    cells = {sample.cell for sample in run.samples}
    measured = f"{len(run.samples)} repetitions of {len(cells)} cells, each a fresh process."
    return ["", *wrapped("Machine: " + "; ".join(parts)), *wrapped(f"Measured: {measured}")]


def _left_out(designs: list[dict[str, str]], run: Run, style: Style) -> list[str]:
    lines: list[str] = []
    for skipped in designs:
        lines += wrapped(f"{skipped.get('name', '?')}: {skipped.get('reason', 'no reason given')}", "  ")
    left_out = run.texts("left_out")
    if left_out:
        rest = f" and {len(left_out) - CELLS_NAMED} more, listed in run.json" if len(left_out) > CELLS_NAMED else ""
        names = ", ".join(left_out[:CELLS_NAMED])
        lines += wrapped(f"{len(left_out)} cells by the budget: {names}{rest}", "  ")
    return [*heading("Left out", style)[:-1], *lines] if lines else []


def failures(run: Run, style: Style) -> list[str]:
    reasons: dict[tuple[str, str], int] = {}
    for sample in run.samples:
        if sample.error is not None:
            key = (sample.cell, sample.error)
            reasons[key] = reasons.get(key, 0) + 1
    lines: list[str] = []
    for (cell, reason), count in sorted(reasons.items()):
        lines += wrapped(f"{cell}, {count} of {len(run.of_cell(cell))} repetitions: {reason}", "  ")
    return [*heading("Failed", style)[:-1], *lines] if lines else []


def where_results_lie(run: Run, style: Style) -> list[str]:
    files = "run.json (Google Benchmark's format), samples.csv, histograms/, targets.json; see results/schema.md"
    return ["", style.bold(f"Results: {run.folder}"), *wrapped(files, "  ")]


def finish(run: Run) -> None:
    write_answers(run, answers_of(run, load_rows()))
    print("\n".join(summary(run, standard_style())))


def main() -> int:
    return over_run(USAGE, sys.argv[1:], finish)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Did a change make anything slower? Alternates two schedlab executables, cell by cell (alternation.py). Stays until a
`gate` command of schedlab replaces it.

A pair counts in a placement mode if both of its samples have that mode; the ratio of a mode is the median over its pairs
of after/before, with the bootstrap interval that all of the lab's medians have.

A mode is `slower` if the median is worse than tolerated and the whole interval lies on the worse side of 1. It is
`unclear` if the median alone is worse than tolerated: more pairs will tell. Otherwise it is `within` what is tolerated.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
if importlib.util.find_spec("numpy") is None:
    print("error: this Python has no numpy; start the script with $(harness/setup/find_python numpy)", file=sys.stderr)
    sys.exit(2)

from harness.judge.estimate.comparison import metric_of
from harness.judge.estimate.statistics import DRIFTED, Estimate, median
from harness.judge.read.bad_input import BadInput
from harness.judge.read.metrics import METRICS
from harness.judge.text.layout import Cell, Grid, standard_style, wrapped
from harness.tests.alternation import SIDES, Asked, MeasuredCell, Sample, alternated, common_cells

WITHIN, SLOWER, WRONG_CALL, UNDECIDED = 0, 1, 2, 3
# The interval of fewer pairs reaches from the least to the greatest, so that chance alone often leaves out 1.
PAIRS_NEEDED = 5
MORE_IS_BETTER = [metric.name for metric in METRICS.values() if metric.better == "more"]
EXAMPLE = """example:
  $(harness/setup/find_python numpy) harness/tests/before_after.py ../main/build/release/schedlab \\
    build/release/schedlab 'queue/vyukov_ring/(pair/1t|mpmc/2p2c)$' --out pairs.csv
The same executable twice shows what the machine does to the figures by itself.
exit codes: 0 nothing is slower than tolerated; 1 something is, or fails only after; 2 the call was wrong;
3 undecided: too few pairs in every placement mode of a cell, an unclear mode, a failure before, or interrupted."""


@dataclass(frozen=True)
class JudgedMode:
    mode: str
    ratio: Estimate
    verdict: str  # within, slower, unclear, too few


def figure_of(cell: MeasuredCell, wanted: str | None) -> str:
    metrics = [sample.metrics for pair in cell.pairs for sample in pair.values() if not sample.error]
    if wanted is None:
        return metric_of(cell.workload, metrics)
    if any(wanted not in some for some in metrics):
        common = sorted(set.intersection(*(set(some) for some in metrics)))
        raise BadInput(f"--figure {wanted}: {cell.name} does not have it; it has {', '.join(common)}")
    if wanted in METRICS and METRICS[wanted].better == "neither":
        raise BadInput(f"--figure {wanted}: neither less nor more of it is better; `schedlab list metrics` says of which it is")
    return wanted


def ratio_of(pair: dict[str, Sample], figure: str) -> float | None:
    before, after = (pair[side].metrics[figure] for side in SIDES)
    if before == after:
        return 1.0
    return after / before if before > 0 and after > 0 else None


def judged_modes(cell: MeasuredCell, figure: str, tolerance: float) -> list[JudgedMode]:
    ratios: dict[str, list[float]] = {}
    for pair in cell.pairs:
        mode = pair["before"].mode
        if mode != pair["after"].mode or mode == DRIFTED:
            continue
        if (ratio := ratio_of(pair, figure)) is not None:
            ratios.setdefault(mode, []).append(ratio)
    return [judged_mode(mode, median(of_mode), figure, tolerance) for mode, of_mode in sorted(ratios.items())]


def judged_mode(mode: str, ratio: Estimate, figure: str, tolerance: float) -> JudgedMode:
    times_worse, at_least = (1 / ratio.value, 1 / ratio.high) if figure in MORE_IS_BETTER else (ratio.value, ratio.low)
    verdict = "too few" if ratio.samples < PAIRS_NEEDED else "within" if times_worse <= 1 + tolerance else \
        "slower" if at_least > 1 else "unclear"
    return JudgedMode(mode, ratio, verdict)


def verdict_of(cell: MeasuredCell, modes: list[JudgedMode]) -> str:
    if any(cell.errors(side) for side in SIDES):
        return "undecided" if cell.errors("before") else "failed"
    verdicts = {mode.verdict for mode in modes} - {"too few"}
    return "slower" if "slower" in verdicts else "within" if verdicts == {"within"} else "undecided"


def rows_of(cell: MeasuredCell, figure: str, tolerance: float, modes: list[JudgedMode], verdict: str
            ) -> Iterator[tuple[list[str], list[Cell]]]:
    yield [f"{cell.name}  {figure}{'' if verdict == 'within' else '  ' + verdict.upper()}"], []
    for mode in modes:
        value = f"{mode.ratio.value:.3f} " + (f"[{mode.ratio.low:.3f}-{mode.ratio.high:.3f}]"
                                              if mode.ratio.has_interval else "[1 pair]")
        yield ([f"  {mode.mode}"], [Cell(value), Cell(f"{mode.ratio.samples} of {len(cell.pairs)}"),
                                    Cell(f"{tolerance:.0%}"), Cell(mode.verdict, mode.verdict == "slower")])
    if not modes:
        yield ["  no mode"], [Cell(" "), Cell(f"0 of {len(cell.pairs)}"), Cell(f"{tolerance:.0%}"), Cell("too few")]
    for side in SIDES:
        if errors := cell.errors(side):
            yield [f"  {side}: failed {len(errors)} of {len(cell.pairs)} times: {errors[0]}"], []


def report(arguments: argparse.Namespace, cells: list[MeasuredCell]) -> int:
    """Prints the table and the verdict; returns the exit code."""
    grid = Grid(["cell and figure, placement mode"],
                [("", "after/before [95 %]"), ("", "pairs"), ("", "tolerated"), ("", "verdict")])
    verdicts: list[str] = []
    for cell in sorted(cells, key=lambda cell: cell.name):
        if not cell.pairs:
            verdicts.append("undecided")
            continue
        figure = figure_of(cell, arguments.figure)
        tolerance = (arguments.tolerance_alone if cell.threads == 1 else arguments.tolerance_together) / 100
        modes = judged_modes(cell, figure, tolerance)
        verdicts.append(verdict_of(cell, modes))
        grid.groups.append(list(rows_of(cell, figure, tolerance, modes, verdicts[-1])))
    style = standard_style()
    print("\n".join(["", *grid.lines(style), "", *wrapped(
        "after/before: the median ratio of the figure over the pairs in one placement mode. Above 1 is worse; below 1 of "
        f"{', '.join(MORE_IS_BETTER)}. Pairs whose samples differ in mode count nowhere; a mode with fewer than "
        f"{PAIRS_NEEDED} pairs decides nothing.")]))
    counts = [(word, verdicts.count(word)) for word in ("slower", "failed", "undecided", "within")]
    told = ", ".join(f"{count} {word}" for word, count in counts if count)
    print("\n" + style.bold(f"after against before, {len(verdicts)} cells: {told}"))
    return SLOWER if {"slower", "failed"} & set(verdicts) else UNDECIDED if "undecided" in verdicts else WITHIN


def show_progress(taken: int, total: int, began: float) -> None:
    if not sys.stderr.isatty():
        return
    left_s = (time.monotonic() - began) / max(taken, 1) * (total - taken)
    line = f"{taken} of {total} pairs, about {left_s / 60:.0f} min left" if 0 < taken < total else ""
    print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


def kept_in(path: Path | None) -> Callable[[MeasuredCell, Iterable[str]], None]:
    """Writes each pair to the file at once, or nowhere."""
    if path is None:
        return lambda cell, order: None
    try:
        file = path.open("x", newline="")
    except OSError as problem:
        raise BadInput(f"--out {path}: can't be written ({problem.strerror}); name a new file") from None
    writer = csv.writer(file)
    writer.writerow(["cell", "threads", "pair", "side", "placement_mode", "error", "metrics"])

    def keep(cell: MeasuredCell, order: Iterable[str]) -> None:
        for side in order:
            sample = cell.pairs[-1][side]
            writer.writerow([cell.name, cell.threads, len(cell.pairs), side, sample.mode, sample.error,
                             json.dumps(sample.metrics)])
        file.flush()
    return keep


def compare(arguments: argparse.Namespace) -> int:
    asked = Asked({"before": arguments.before, "after": arguments.after}, arguments.filter, arguments.pairs,
                  arguments.window, arguments.time_limit, arguments.seed)
    cells, only = common_cells(asked)
    for side in SIDES:
        if only[side]:
            print("\n".join(wrapped(f"Only {side}, not measured: {', '.join(only[side])}.")))
    keep, total = kept_in(arguments.out), asked.pairs * len(cells)
    began, interrupted, taken = time.monotonic(), False, 0
    try:
        show_progress(taken, total, began)
        for cell, order in alternated(asked, cells):
            figure_of(cell, arguments.figure)
            keep(cell, order)
            taken += 1
            show_progress(taken, total, began)
    except KeyboardInterrupt:
        interrupted = True
        print(f"\ninterrupted after {taken} of {total} pairs")
    code = report(arguments, cells)
    return UNDECIDED if interrupted and code == WITHIN else code


class OneSentence(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_CALL, f"error: {message}; `{self.prog} --help` shows an example\n")


def positive(kind: type) -> Callable[[str], Any]:
    def parsed(text: str) -> Any:
        value = kind(text)
        if not 0 < value < math.inf:
            raise ValueError
        return value
    parsed.__name__ = f"positive {kind.__name__}"
    return parsed


def main(words: list[str]) -> int:
    parser = OneSentence(description=__doc__, epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", help="a schedlab executable")
    parser.add_argument("after", help="the other one")
    parser.add_argument("filter", help="cells, as `schedlab run` takes them")
    parser.add_argument("--pairs", type=positive(int), default=15, help="of each cell (%(default)s)")
    parser.add_argument("--window", type=positive(float), default=0.05, help="seconds of a sample (%(default)s)")
    parser.add_argument("--time-limit", type=positive(float), default=30, help="seconds until a sample hangs (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of orders and samples (%(default)s)")
    parser.add_argument("--figure", help="a counter of run.json; otherwise what the cell is about, mostly real_time")
    parser.add_argument("--tolerance-alone", type=positive(float), default=5, metavar="PERCENT",
                        help="on one thread (%(default)s)")
    parser.add_argument("--tolerance-together", type=positive(float), default=10, metavar="PERCENT",
                        help="on more (%(default)s)")
    parser.add_argument("--out", type=Path, metavar="CSV", help="keeps every sample there as it is taken")
    try:
        return compare(parser.parse_args(words))
    except (BadInput, OSError) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return WRONG_CALL
    except KeyboardInterrupt:
        print("interrupted before the first pair", file=sys.stderr)
        return UNDECIDED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

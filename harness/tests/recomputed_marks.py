#!/usr/bin/env python3
"""Recomputes every mark of a run from its run.json and compares it with the printed tables. Imports nothing of harness/judge.

    schedlab show RUN --all > tables.txt; harness/tests/recomputed_marks.py RUN/run.json tables.txt

The rule, told once more: within each placement mode of which both have 3 samples, the difference of mean logarithms;
modes weighted by their share of all samples of the column's contenders. * loses least in medians against any other,
among those that can be compared with half of the others. Against it Welch's one-sided test, with Holm's steps from
0.05 / contenders; a design that isn't shown to be slower has = if 1.5 times slower would have been seen, else ?.
Without a common mode: slower if every sample is beyond twice what placement makes of anything, else ?.
"""

import json
import math
import re
import sys
from collections import Counter, defaultdict
from statistics import mean, median, variance

from scipy.stats import t as student

ENOUGH, LEVEL, MUCH, BEYOND = 3, 0.05, 1.5, 2
NOT_TIMED = {"growth", "memory", "order_errors", "stalled", "start", "open_poisson", "idle", "pool_memory"}


def contenders(document):
    """(workload, load), promise -> design -> [(mode, time)]"""
    designs = document["context"]["schedlab"]["designs"]
    columns, spoilt = defaultdict(lambda: defaultdict(list)), set()
    for entry in document["benchmarks"]:
        column, traits = (entry["workload"], entry["load"]), designs[entry["design"]]
        refuted = traits["kind"] == "own" and traits["checked"]["badge"] == "refuted"
        if entry.get("error_occurred"):
            spoilt.add((column, entry["design"]))
        elif traits["kind"] != "yardstick" and traits.get("sound", True) and not refuted and not entry.get("disturbed"):
            promise = ("scheduler",) if traits.get("scheduler") else tuple(
                traits.get(key) for key in ("bounded", "producers", "consumers", "order", "relaxation", "strength"))
            columns[column, promise][entry["design"]].append((entry.get("placement_mode", "-"), entry["real_time"]))
    for (column, _), timed in columns.items():
        for design in [design for design in timed if (column, design) in spoilt]:
            del timed[design]
    return columns


def marks(timed):
    logs = {name: defaultdict(list) for name in timed}
    for name, samples in timed.items():
        for mode, time in samples:
            if mode != "drifted":
                logs[name][mode].append(math.log(time))
    shares = Counter(mode for by_mode in logs.values() for mode, values in by_mode.items() for _ in values)

    def common(a, b):
        return [mode for mode in shares if min(len(logs[a][mode]), len(logs[b][mode])) >= ENOUGH]

    def weighted(a, b, of):
        modes = common(a, b)
        return sum(shares[m] * of(logs[a][m], logs[b][m]) for m in modes) / sum(shares[m] for m in modes)

    worst = {}
    for a in timed:
        losses = [weighted(a, b, lambda x, y: median(x) - median(y)) for b in timed if b != a and common(a, b)]
        if losses and 2 * len(losses) >= len(timed) - 1:
            worst[a] = (max(losses), mean(losses))
    if not worst:
        return dict.fromkeys(timed, "?")
    best = min(worst, key=worst.get)
    answer, tests = {best: "*"}, []
    for a in timed:
        modes = common(a, best)
        if a == best or not modes:
            continue
        total = sum(shares[m] for m in modes)
        parts = [((shares[m] / total) ** 2 * variance(side[m]) / len(side[m]), len(side[m]) - 1)
                 for m in modes for side in (logs[a], logs[best])]
        error = math.sqrt(sum(part for part, _ in parts))
        by = weighted(a, best, lambda x, y: mean(x) - mean(y))
        freedom = error ** 4 / sum(part ** 2 / n for part, n in parts) if error else 1
        tests.append((student.sf(by / error, freedom) if error else float(by <= 0), a, error, freedom))
    tests.sort(key=lambda test: test[0])
    level = LEVEL / len(timed)
    while tests and tests[0][0] <= level / len(tests):
        answer[tests.pop(0)[1]] = " "
    for _, a, error, freedom in tests:
        visible = math.exp(student.isf(level / len(tests), freedom) * error)
        answer[a] = "=" if visible <= MUCH else "?"
    spans = [max(x) - min(x) for x in (
        [math.log(float(mode[:-2])) for mode in shares if mode.endswith("ns")],
        *([median(values) for values in by_mode.values() if len(values) >= ENOUGH] for by_mode in logs.values())) if len(x) > 1]
    for a in timed.keys() - answer.keys():
        beyond = spans and min(time for _, time in timed[a]) > BEYOND * math.exp(max(spans)) * max(time for _, time in timed[best])
        answer[a] = " " if beyond else "?"
    return answer


def printed_marks(text):
    """(workload, load), design -> mark, of the tables of times."""
    found, timed, heads = {}, False, []
    lines = ["", *text.splitlines(), ""]
    for above, line, below in zip(lines, lines[1:], lines[2:]):
        if line and not above and not below:  # a heading
            timed, heads = "nanoseconds per item" in line or "million tasks per second" in line, []
        elif timed and re.match(r"(design|scheduler) ", line):  # the lower of the two lines of heads, above their columns
            names = {match.end(): match[0] for match in re.finditer(r"\S+", above)}
            loads = {match.end(): match[0].rstrip("!") for match in re.finditer(r"\S+", line)}
            heads = [(end, (names[end], load)) for end, load in loads.items() if end in names]
        elif timed and heads and line and not line.startswith("-"):
            start = len(line.split()[0])
            for end, head in heads:
                cell = re.search(r"[\d.n][)\]]?([*=? ])? *(?:[\d.,]+x)?$", line[start:end].ljust(end - start))
                if cell and re.search(r"\d", line[start:end]) and "failed" not in line[start:end]:
                    found[head, line.split()[0]] = cell[1] or " "
                start = end
    return found


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        document = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        printed = printed_marks(file.read())
    wrong = compared = 0
    for (column, _), timed in contenders(document).items():
        if column[0] in NOT_TIMED or len(timed) < 2:
            continue
        for design, mark in marks(timed).items():
            shown = printed.get((column, design), "nothing")
            compared += 1
            if shown != mark:
                wrong += 1
                print(f"{'/'.join(column)}, {design}: shown {shown!r}, recomputed {mark!r}")
    print(f"{compared} marks recomputed, {wrong} differ")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main())

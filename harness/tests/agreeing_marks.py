#!/usr/bin/env python3
"""Do the marks of several runs agree, or say that they can't?

* says that a design leads its column, no mark that it is slower than the leader; = and ? say that this is not known.

    harness/tests/agreeing_marks.py RUN/run.json RUN/run.json...

Two runs contradict each other where a design leads in one and is slower in the other. Exit code 1 if more than one column in
twenty holds a contradiction.
"""

import json
import sys
from itertools import combinations

from recomputed_marks import NOT_TIMED, contenders, marks

MOST_CONTRADICTED = 0.05
CLAIMS = {"*": "leads", " ": "is slower"}


def marks_of(path):
    with open(path, encoding="utf-8") as file:
        columns = contenders(json.load(file))
    return {column: marks(timed) for column, timed in columns.items() if len(timed) > 1 and column[0][0] not in NOT_TIMED}


def main():
    runs = [marks_of(path) for path in sys.argv[1:]]
    if len(runs) < 2:
        sys.exit(__doc__)
    common = set.intersection(*(set(run) for run in runs))
    contradicted, claims, alike = set(), 0, 0
    for column in sorted(common):
        for first, second in combinations(runs, 2):
            for design in first[column].keys() & second[column].keys():
                said = [CLAIMS.get(run[column][design]) for run in (first, second)]
                if None in said:
                    continue
                claims += 1
                alike += said[0] == said[1]
                if said[0] != said[1]:
                    contradicted.add(column)
                    print(f"{'/'.join(column[0])}: {design} {said[0]} in one run and {said[1]} in another")
    undecided = sum(mark not in CLAIMS for run in runs for column in common for mark in run[column].values())
    everything = sum(len(run[column]) for run in runs for column in common)
    print(f"{len(common)} columns, {len(contradicted)} contradicted; {alike} of {claims} claims alike; "
          f"{undecided} of {everything} marks are = or ?, which claims nothing")
    return 1 if not claims or len(contradicted) > MOST_CONTRADICTED * len(common) else 0


if __name__ == "__main__":
    sys.exit(main())

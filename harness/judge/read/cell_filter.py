"""Which cells a person means, by the rules of harness/cells/cell_filter.hpp, and which names are near to a mistyped one.

The rules stand in two languages, because a run is read without the program that measured it. Both keep to the examples in
harness/cells/tests/filters.json.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from harness.judge.read.bad_input import BadInput

_LONGEST = 1000
_NEAR = 3


def matching_names(names: Iterable[str], pattern: str) -> set[str]:
    """A name as it is, else those with a prefix that ends in '/', else those in which a regular expression is found; with
    a '-' before it, those in which it is not found."""
    everyone = set(names)
    if pattern in everyone:
        return {pattern}
    if pattern.endswith("/") and (found := {name for name in everyone if name.startswith(pattern)}):
        return found
    searched = _expression(pattern.removeprefix("-"))
    return {name for name in everyone if (searched.search(name) is None) == pattern.startswith("-")}


def nearest_names(wanted: str, candidates: Iterable[str]) -> list[str]:
    """The nearest first: by their nearest part, then as a whole, then by the alphabet."""
    return sorted(set(candidates), key=lambda name: (distance_to_part(wanted, name), edit_distance(wanted, name), name))[:_NEAR]


def edit_distance(one: str, other: str) -> int:
    """Levenshtein's: the fewest insertions, deletions and replacements."""
    return _distances(one, list(range(len(other) + 1)), other)[-1]


def distance_to_part(part: str, whole: str) -> int:
    """The same distance to the nearest part of the whole, because people type parts of names."""
    return min(_distances(part, [0] * (len(whole) + 1), whole))


def _distances(one: str, row: list[int], other: str) -> list[int]:
    for i, character in enumerate(one):
        diagonal, row[0] = row[0], i + 1
        for j, opposite in enumerate(other):
            replaced = diagonal + (character != opposite)
            diagonal, row[j + 1] = row[j + 1], min(replaced, row[j] + 1, row[j + 1] + 1)
    return row


def _expression(pattern: str) -> re.Pattern[str]:
    if len(pattern) > _LONGEST:
        raise BadInput(f"the filter has {len(pattern)} characters; at most {_LONGEST} are taken")
    if (at := pattern.find("/*")) >= 0:
        raise BadInput(f"the filter '{pattern}' is a shell pattern; in a regular expression '*' repeats what stands "
                       f"before it: write '{pattern[:at + 1]}.{pattern[at + 1:]}'")
    if pattern[:1] in ("*", "+", "?"):
        raise BadInput(f"the filter '{pattern}' is not a regular expression (nothing stands before the '{pattern[0]}' "
                       "that it could repeat); '.*' is any text")
    try:
        return re.compile(pattern)
    except re.error as problem:
        raise BadInput(f"the filter '{pattern}' is not a regular expression ({problem}); give a cell name, a prefix "
                       "ending in '/' or a regular expression") from None

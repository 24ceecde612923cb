"""The model checker's verdict on each design, shown beside its numbers: a mark, its meaning, and warnings.

Exploring every execution within bounds is no proof beyond them, so a mark never stands without its bounds.
"""

from __future__ import annotations

from collections.abc import Iterable

from harness.judge.read.designs import Checked, Design


HEAD = "checked"
# Badge -> the mark in a column, and its meaning; in the order of the legend.
_MARKS = {
    "clean": ("clean", "no fault in any execution explored"),
    "quick": ("quick", "no fault in the quick suite, the smaller of the two"),
    "refuted": ("REFUTED", "an execution breaks what the design promises"),
    "unfinished": ("unfinished", "no fault so far, the limits came before the end"),
    "impossible": ("impossible", "the checker could not run it"),
    "changed": ("changed", "its source is not the one that was checked"),
    "unchecked": ("no", "not checked yet"),
    "not checkable": ("-", "not checkable, a library or not written over the lab's Memory"),
}
_WITHOUT_FAULT = ("clean", "quick")
_STALE = ("changed", "unchecked")
_BOUNDS_TOLD = 2


def mark(design: Design) -> str:
    badge = design.checked.badge
    return _MARKS.get(badge, (badge, ""))[0]


def legend(designs: Iterable[Design]) -> str:
    """One sentence on the marks in use, with the bounds that they stand for."""
    everyone = list(designs)
    parts = []
    for badge, (shown, meaning) in _MARKS.items():
        those = [design for design in everyone if design.checked.badge == badge]
        if those:
            bounds = _bounds_of(those) if badge in _WITHOUT_FAULT else ""
            parts.append(f"{shown} = {meaning}{', ' + bounds if bounds else ''}")
    return f"{HEAD}, by the model checker (schedlab verify): {'; '.join(parts)}."


def is_without_fault(checked: Checked) -> bool:
    """Whether no execution of a suite breaks the design; the badge says which suite it was."""
    return checked.badge in _WITHOUT_FAULT


def spoken(checked: Checked) -> str:
    """The badge as it is written where no legend explains it."""
    return "no fault, quick suite" if checked.badge == "quick" else checked.badge


def bounds_text(checked: Checked) -> str:
    """The bounds, with models of like bounds together: 'under sc and weak memory: 2+2+2 complete'; empty if there are
    none."""
    models: dict[str, list[str]] = {}
    for model, bounds in checked.bounds.items():
        models.setdefault(bounds, []).append(model)
    return "; ".join(f"under {_and(names)} memory: {bounds}" for bounds, names in models.items())


def refutations(designs: Iterable[Design]) -> list[str]:
    """The sentences about refuted designs. They stand above everything, whether or not the design was measured."""
    reasons = {design.checked_as: design.checked.why for design in designs if design.is_contradicted}
    return [f"REFUTED: {name}: {why or 'the model checker found a fault'}. Its numbers mean nothing and it is not "
            f"ranked; `schedlab verify {name}` shows the execution." for name, why in reasons.items()]


def unchecked(designs: Iterable[Design], measured: Iterable[str]) -> list[str]:
    """One warning about all measured designs whose numbers have no verdict beside them."""
    names = set(measured)
    stale = {design.checked_as: _since(design) for design in designs if design.name in names and design.is_own
             and design.sound and design.checked.badge in _STALE}
    if not stale:
        return []
    listed = ", ".join(f"{name} ({since})" for name, since in stale.items())
    command = f"schedlab verify {next(iter(stale)) if len(stale) == 1 else 'DESIGN'}"
    return [f"WARNING: not checked as measured here: {listed}; `{command}` checks one."]


def _since(design: Design) -> str:
    return "changed since" if design.checked.badge == "changed" else design.checked.badge


def _bounds_of(designs: list[Design]) -> str:
    by_bounds: dict[str, list[str]] = {}
    for design in designs:
        by_bounds.setdefault(bounds_text(design.checked), []).append(design.name)
    by_bounds.pop("", None)
    told = sorted(by_bounds, key=lambda bounds: -len(by_bounds[bounds]))
    if len(told) > _BOUNDS_TOLD:
        return "within bounds of its own each, see `schedlab list --json`"
    texts = [told[0]] if told else []
    texts += [f"but {_and(by_bounds[bounds])} {bounds}" for bounds in told[1:]]
    return ", ".join(texts)


def _and(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))

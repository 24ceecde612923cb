"""The promises of a design, one letter each, and the legend that explains the letters in use."""

from __future__ import annotations

from collections.abc import Iterable

from harness.judge.read.designs import ANY_NUMBER, Design


HEADS = ["B", "U", "O", "P", "T", "S"]
RANKED_BY = "B, U, O and T"

_BOUNDED = {"True": ("B", "bounded"), "False": ("U", "unbounded")}
_USERS = {
    "many:many": ("n", "any number of producers and consumers"),
    "one:one": ("1", "one producer, one consumer"),
    "one:many": ("c", "one producer, any number of consumers"),
    "many:one": ("p", "any number of producers, one consumer"),
    "same_thread:same_thread": ("0", "one thread only"),
}
_ORDER = {
    "fifo": ("F", "first in first out"),
    "producer_fifo": ("P", "in order per producer only"),
    "deque": ("D", "owner last in first out, thieves first in first out"),
    "highest_first": ("H", "highest priority first"),
    "lowest_first": ("L", "lowest priority first"),
    "none": ("-", "none"),
}
_PROGRESS = {
    "wait_free": ("W", "wait-free"),
    "lock_free": ("L", "lock-free"),
    "blocking": ("B", "a stalled thread blocks others"),
}
_TRY = {
    "weak": ("w", "weak, may say full or empty although it is not"),
    "strong": ("s", "strong, says so only if it is true"),
}
_SOUND = {
    "sound": ("+", "claimed; how far that was tried stands under 'checked'"),
    "refuted": ("x", "no: loses, doubles or hides items"),
}
_COLUMNS = [("B size", _BOUNDED), ("U users", _USERS), ("O order", _ORDER), ("P progress", _PROGRESS), ("T try", _TRY),
            ("S sound", _SOUND)]
_RELAXED = " relaxed"


def letters(design: Design) -> list[str]:
    """One letter per column of HEADS; a yardstick is no queue and promises nothing."""
    if design.is_yardstick:
        return [" "] * len(HEADS)
    return [_entry(meanings, word)[0] for (_, meanings), word in zip(_COLUMNS, _words(design))]


def progress_letter(design: Design) -> str:
    return letters(design)[HEADS.index("P")]


def legend(designs: Iterable[Design]) -> str:
    promising = [design for design in designs if not design.is_yardstick]
    parts: list[str] = []
    for column, (title, meanings) in enumerate(_COLUMNS):
        used = sorted({_entry(meanings, _words(design)[column].removesuffix(_RELAXED)) for design in promising})
        if used:
            parts.append(f"{title}: " + ", ".join(f"{letter} = {meaning}" for letter, meaning in used))
    relaxed = [f"{design.name} {overtaking(design)}" for design in promising if design.relaxation != 0]
    if relaxed:
        parts.append("small letter in O: that order, but so many items may overtake one: " + ", ".join(relaxed))
    return "; ".join(parts) + "."


def overtaking(design: Design) -> str:
    return "any number" if design.relaxation == ANY_NUMBER else f"{design.relaxation:,}"


def _words(design: Design) -> list[str]:
    users = f"{design.producers}:{design.consumers}"
    order = design.order + (_RELAXED if design.relaxation != 0 else "")
    sound = "sound" if design.sound and not design.is_contradicted else "refuted"
    return [str(design.bounded), users, order, design.progress, design.strength, sound]


def _entry(meanings: dict[str, tuple[str, str]], word: str) -> tuple[str, str]:
    """A relaxed order has the letter of its strict form, but small."""
    if word.endswith(_RELAXED):
        letter, meaning = _entry(meanings, word.removesuffix(_RELAXED))
        return letter.lower(), f"{meaning}, but relaxed"
    return meanings.get(word, ("?", word.replace("_", " ")))

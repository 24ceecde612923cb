"""What a design promises, as one letter per promise, and the legend that explains the letters in use."""

from __future__ import annotations

from collections.abc import Iterable

from harness.judge.run_file import Design

HEADS = ["S", "U", "O", "P", "T"]

_ORDER = {
    "fifo": ("F", "first in first out"),
    "producer_fifo": ("P", "in order per producer only"),
    "deque": ("D", "owner last in first out, thieves first in first out"),
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
_SIZE = {"True": ("B", "bounded"), "False": ("U", "unbounded")}
_USERS = {
    "many:many": ("n", "any number of producers and consumers"),
    "one:one": ("1", "one producer, one consumer"),
    "one:many": ("c", "one producer, any number of consumers"),
    "many:one": ("p", "any number of producers, one consumer"),
    "same_thread:same_thread": ("0", "one thread only"),
}
_COLUMNS = [("S size", _SIZE), ("U users", _USERS), ("O order", _ORDER), ("P progress", _PROGRESS), ("T try", _TRY)]


def letters(design: Design) -> list[str]:
    """One letter per column of HEADS; a yardstick is no queue and promises nothing."""
    if design.is_yardstick:
        return [" "] * len(HEADS)
    return [_entry(meanings, word)[0] for (_, meanings), word in zip(_COLUMNS, _words(design))]


def legend(designs: Iterable[Design]) -> str:
    parts: list[str] = []
    promising = [design for design in designs if not design.is_yardstick]
    for column, (title, meanings) in enumerate(_COLUMNS):
        used = sorted({_entry(meanings, _words(design)[column]) for design in promising})
        if used:
            parts.append(f"{title}: " + ", ".join(f"{letter} = {meaning}" for letter, meaning in used))
    return "; ".join(parts) + "."


def _words(design: Design) -> list[str]:
    users = f"{design.producers}:{design.consumers}"
    return [str(design.bounded), users, design.order, design.progress, design.strength]


def _entry(meanings: dict[str, tuple[str, str]], word: str) -> tuple[str, str]:
    return meanings.get(word, ("?", word.replace("_", " ")))

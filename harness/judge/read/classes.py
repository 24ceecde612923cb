"""Classes of design. A table holds one class, so that like designs stand together and no table is longer than a
screen."""

from __future__ import annotations

from collections.abc import Iterable

from harness.judge.read.designs import Design


BOUNDED = "Bounded, many producers and consumers"
UNBOUNDED = "Unbounded, many producers and consumers"
PER_PRODUCER = "In order per producer only, many producers and consumers"
ONE_TO_ONE = "One producer and one consumer"
PRIORITIES = "Priorities"
RELAXED = "Relaxed order, or none"
OTHERS = "Others: one producer, or one consumer"
DEQUES = "Work-stealing deques"
YARDSTICKS = "Yardsticks"
IN_ORDER = [YARDSTICKS, BOUNDED, UNBOUNDED, PER_PRODUCER, ONE_TO_ONE, PRIORITIES, RELAXED, OTHERS, DEQUES]


def class_of(design: Design) -> str:
    if design.is_yardstick:
        return YARDSTICKS
    if design.order == "deque":
        return DEQUES
    if design.is_by_priority:
        return PRIORITIES
    if not design.is_strict:
        return RELAXED
    if design.producers == design.consumers == "one":
        return ONE_TO_ONE
    if design.producers == design.consumers == "many":
        if design.order == "producer_fifo":
            return PER_PRODUCER
        return BOUNDED if design.bounded else UNBOUNDED
    return OTHERS


def by_class(designs: Iterable[Design]) -> dict[str, list[Design]]:
    """Class -> its designs, in the order in which the classes are shown; own designs come before libraries."""
    everyone = [design for block in blocks(designs) for design in block]
    found = {name: [design for design in everyone if class_of(design) == name] for name in IN_ORDER}
    return {name: members for name, members in found.items() if members}


def blocks(designs: Iterable[Design]) -> list[list[Design]]:
    """The designs in three blocks: yardsticks, the lab's own, libraries. A table has a rule between them."""
    everyone = list(designs)
    return [[d for d in everyone if d.is_yardstick], [d for d in everyone if d.is_own],
            [d for d in everyone if not d.is_yardstick and not d.is_own]]

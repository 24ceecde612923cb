"""The designs of a run: their traits, declared in the source, and the model checker's verdicts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harness.judge.read.bad_input import BadInput, kind_of_value

ANY_NUMBER = -1


@dataclass(frozen=True)
class Checked:
    """The model checker's verdict on a design; empty for a run from before there was a checker."""

    badge: str = "unchecked"
    bounds: dict[str, str] = field(default_factory=dict)
    longest_operation_steps: int = 0
    defects: list[str] = field(default_factory=list)
    specified_orders: dict[str, str] = field(default_factory=dict)
    why: str = ""


@dataclass(frozen=True)
class Design:
    name: str
    kind: str
    bounded: bool
    order: str
    progress: str
    strength: str
    producers: str
    consumers: str
    sound: bool
    relaxation: int = 0  # how many items may overtake one; ANY_NUMBER: no bound
    checked: Checked = Checked()
    scheduler: str = ""  # of a scheduler its protocol, or a library's name; a queue has none
    lane: str = ""  # the queue or deque that its tasks wait in

    @property
    def is_scheduler(self) -> bool:
        return bool(self.scheduler)

    @property
    def lane_of(self) -> str:
        """The name of a scheduler with its lane, which all combinations of the two with policies share."""
        return f"{self.scheduler}.{self.lane}" if self.lane else self.name

    @property
    def checked_as(self) -> str:
        """The name under which it is checked: of a scheduler the protocol, whatever lane and policies it has."""
        return self.scheduler or self.name

    @property
    def is_yardstick(self) -> bool:
        return self.kind == "yardstick"

    @property
    def is_own(self) -> bool:
        return self.kind in ("own", "queue", "deque")

    @property
    def is_contradicted(self) -> bool:
        """Whether it is declared sound and the checker has an execution that says otherwise."""
        return self.is_own and self.sound and self.checked.badge == "refuted"

    @property
    def is_by_priority(self) -> bool:
        return self.order in ("highest_first", "lowest_first")

    @property
    def is_strict(self) -> bool:
        """Whether it promises an order in which no item may overtake another."""
        return self.order != "none" and self.relaxation == 0

    @property
    def semantics(self) -> tuple[object, ...]:
        """Two designs may be ranked against each other only if these agree; they agree for all schedulers, which run
        the same tasks."""
        if self.is_scheduler:
            return ("scheduler",)
        return (self.bounded, self.producers, self.consumers, self.order, self.relaxation, self.strength)


def design_of(name: str, traits: Any, path: Path) -> Design:
    if not isinstance(traits, dict) or "kind" not in traits:
        raise BadInput(f"{path}: context.schedlab.designs.{name} should be an object with a 'kind' "
                       "(own, peer or yardstick)")

    def word(key: str) -> str:
        return str(traits.get(key, "unknown"))

    relaxation = traits.get("relaxation", 0)  # older runs lack it: all their designs were strict
    if not isinstance(relaxation, int) or isinstance(relaxation, bool) or relaxation < ANY_NUMBER:
        raise BadInput(f"{path}: context.schedlab.designs.{name}.relaxation is {relaxation!r}; it should be how many "
                       f"items may overtake one, {ANY_NUMBER} for any number")
    return Design(name, word("kind"), bool(traits.get("bounded", False)), word("order"), word("progress"),
                  word("strength"), word("producers"), word("consumers"), traits.get("sound", True) is True,
                  relaxation, _checked(name, traits.get("checked"), path), str(traits.get("scheduler", "")),
                  str(traits.get("lane", "")))


def _checked(name: str, said: Any, path: Path) -> Checked:
    if said is None:
        return Checked()
    expected = {"badge": str, "bounds": dict, "longest_operation_steps": int, "defects": list,
                "specified_orders": dict, "why": str}
    if not isinstance(said, dict) or "badge" not in said:
        raise BadInput(f"{path}: context.schedlab.designs.{name}.checked should be an object with a 'badge', it is "
                       f"{kind_of_value(said)}")
    for key, kind in expected.items():
        if not isinstance(said.get(key, kind()), kind):
            raise BadInput(f"{path}: context.schedlab.designs.{name}.checked.{key} should be {kind_of_value(kind())}, "
                           f"it is {kind_of_value(said[key])}")
    known = {key: said[key] for key in expected if key in said}
    if known["badge"] == "clean, quick":  # as older runs wrote it
        known["badge"] = "quick"
    return Checked(**known)

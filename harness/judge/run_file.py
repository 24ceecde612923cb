"""Reads a run folder's run.json into samples: one per repetition, with the traits of the designs that gave them.

Whatever is wrong with the file is one BadInput, whose sentence says what it was, where, and what would be right.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SCHEMA_VERSION = 1
ANY_NUMBER = -1
NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


class BadInput(Exception):
    """The input can't be judged; the message is meant for the person who gave it."""


@dataclass(frozen=True)
class Checked:
    """What the model checker says of a design; a run from before there was a checker says nothing."""

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

    @property
    def is_yardstick(self) -> bool:
        return self.kind == "yardstick"

    @property
    def is_own(self) -> bool:
        return self.kind in ("own", "queue", "deque")

    @property
    def is_contradicted(self) -> bool:
        """Declared sound, and the checker has an execution that says otherwise."""
        return self.is_own and self.sound and self.checked.badge == "refuted"

    @property
    def is_by_priority(self) -> bool:
        return self.order in ("highest_first", "lowest_first")

    @property
    def is_strict(self) -> bool:
        """It promises an order, and no item may overtake another."""
        return self.order != "none" and self.relaxation == 0

    @property
    def semantics(self) -> tuple[object, ...]:
        """Two designs may be ranked against each other only where these agree."""
        return (self.bounded, self.producers, self.consumers, self.order, self.relaxation, self.strength)


@dataclass(frozen=True)
class Sample:
    """One repetition of one cell: numbers, or the reason why there are none."""

    cell: str
    design: str
    workload: str
    load: str
    repetition: int
    order_in_run: int
    placement_mode: str
    oversubscribed: bool
    error: str | None
    metrics: dict[str, float]

    @property
    def column(self) -> tuple[str, str]:
        return (self.workload, self.load)

    @property
    def time_in_mode(self) -> tuple[str, float]:
        """What comparisons take: times of different placement modes are not alike."""
        return (self.placement_mode, self.metrics["real_time"])


@dataclass(frozen=True)
class Run:
    folder: Path
    context: dict[str, Any]
    designs: dict[str, Design]
    samples: list[Sample] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        return self.context.get("complete") is True

    def of_cell(self, cell: str) -> list[Sample]:
        return [sample for sample in self.samples if sample.cell == cell]

    def texts(self, key: str) -> list[str]:
        return [str(text) for text in self.context.get(key, [])]


def load_run(folder: str | Path) -> Run:
    """Takes a run folder, or a run.json itself."""
    path = Path(folder)
    if path.is_dir():
        path = path / "run.json"
    document = _read_json(path)
    context = _context(document, path)
    designs = {name: _design(name, traits, path) for name, traits in context["designs"].items()}
    entries = document.get("benchmarks")
    if not isinstance(entries, list):
        raise BadInput(f"{path}: 'benchmarks' should be a list with an entry per repetition, it is {_kind(entries)}")
    samples = [_sample(entry, index, designs, path) for index, entry in enumerate(entries) if _is_repetition(entry)]
    return Run(path.parent, context, designs, samples)


def _read_json(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file; give a folder that `schedlab run` wrote (it holds a run.json)") from None
    except OSError as error:
        raise BadInput(f"{path}: can't be read ({error.strerror}); give a readable run.json") from None
    except ValueError as error:
        raise BadInput(f"{path}: not valid JSON ({error}); `schedlab run --resume` writes it anew") from None
    if not isinstance(document, dict):
        raise BadInput(f"{path}: should be one JSON object with 'context' and 'benchmarks', it is {_kind(document)}")
    return document


def _context(document: dict[str, Any], path: Path) -> dict[str, Any]:
    context = document.get("context")
    own = context.get("schedlab") if isinstance(context, dict) else None
    if not isinstance(own, dict):
        raise BadInput(f"{path}: has no context.schedlab; it was not written by `schedlab run`, whose files have one")
    version = own.get("schema_version")
    if version != SCHEMA_VERSION:
        raise BadInput(
            f"{path}: context.schedlab.schema_version is {version!r}, this judge reads {SCHEMA_VERSION}; "
            "use the schedlab that wrote it, or measure again"
        )
    if not isinstance(own.get("designs"), dict):
        raise BadInput(f"{path}: context.schedlab.designs should map each design to its traits, it is "
                       f"{_kind(own.get('designs'))}")
    return own | {key: context[key] for key in ("date", "num_cpus", "mhz_per_cpu") if key in context}


def _design(name: str, traits: Any, path: Path) -> Design:
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
                  relaxation, _checked(name, traits.get("checked"), path))


def _checked(name: str, said: Any, path: Path) -> Checked:
    if said is None:
        return Checked()
    expected = {"badge": str, "bounds": dict, "longest_operation_steps": int, "defects": list,
                "specified_orders": dict, "why": str}
    if not isinstance(said, dict) or "badge" not in said:
        raise BadInput(f"{path}: context.schedlab.designs.{name}.checked should be an object with a 'badge', it is "
                       f"{_kind(said)}")
    for key, kind in expected.items():
        if not isinstance(said.get(key, kind()), kind):
            raise BadInput(f"{path}: context.schedlab.designs.{name}.checked.{key} should be {_kind(kind())}, it is "
                           f"{_kind(said[key])}")
    return Checked(**{key: said[key] for key in expected if key in said})


def _is_repetition(entry: Any) -> bool:
    return not (isinstance(entry, dict) and entry.get("run_type") == "aggregate")


def _sample(entry: Any, index: int, designs: dict[str, Design], path: Path) -> Sample:
    where = f"{path}: benchmarks[{index}]"
    if not isinstance(entry, dict):
        raise BadInput(f"{where} should be an object, it is {_kind(entry)}")
    missing = [key for key in ("run_name", "design", "workload", "load") if not isinstance(entry.get(key), str)]
    if missing:
        raise BadInput(f"{where} lacks {', '.join(missing)}; a repetition names its cell, design, workload and load")
    if entry["design"] not in designs:
        raise BadInput(f"{where} is of design '{entry['design']}', which context.schedlab.designs does not describe")
    error = str(entry.get("error_message", "no reason given")) if entry.get("error_occurred") else None
    return Sample(entry["run_name"], entry["design"], entry["workload"], entry["load"],
                  int(entry.get("repetition_index", 0)), int(entry.get("order_in_run", index)),
                  str(entry.get("placement_mode", "-")), entry.get("oversubscribed") is True, error,
                  {} if error is not None else _metrics(entry, where))


def _metrics(entry: dict[str, Any], where: str) -> dict[str, float]:
    metrics = {key: float(value) for key, value in entry.items()
               if isinstance(value, (int, float)) and not isinstance(value, bool)}
    unit = entry.get("time_unit", "ns")
    if "real_time" not in metrics or unit not in NANOSECONDS:
        raise BadInput(f"{where} ({entry['run_name']}) should have a numeric real_time and a time_unit of "
                       f"{', '.join(NANOSECONDS)}; it has {entry.get('real_time')!r} and {unit!r}")
    for key in ("real_time", "cpu_time"):
        if key in metrics:
            metrics[key] *= NANOSECONDS[unit]
    return metrics


def _kind(value: Any) -> str:
    names = {type(None): "missing", dict: "an object", list: "a list", str: "a string", bool: "a truth value"}
    return names.get(type(value), "a number")

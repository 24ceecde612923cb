"""Reads a run folder's run.json into samples: one per repetition, with the traits of the designs that gave them.

Whatever is wrong with the file is one BadInput, whose sentence says what it was, where, and what would be right.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from harness.judge.read.bad_input import BadInput, kind_of_value
from harness.judge.read.designs import Design, design_of

SCHEMA_VERSION = 1
QUEUE, POOL = "queue", "pool"  # the families of cells
NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


@dataclass(frozen=True)
class Sample:
    """One repetition of one cell: its numbers, or the reason why there are none."""

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
    def family(self) -> str:
        """The family of the cell, queue or pool (a scheduler): the first part of its name."""
        return self.cell.split("/")[0]

    @property
    def column(self) -> tuple[str, str]:
        return (self.workload, self.load)

    @property
    def time_in_mode(self) -> tuple[str, float]:
        """The placement mode and the time, as comparisons need them: times of different modes are not alike."""
        return (self.placement_mode, self.metrics["real_time"])


@dataclass(frozen=True)
class Run:
    folder: Path
    context: dict[str, Any]
    designs: dict[str, Design]
    samples: list[Sample] = field(default_factory=list)
    disturbed: list[Sample] = field(default_factory=list)  # set aside: other programs took too much of their CPU

    @property
    def complete(self) -> bool:
        return self.context.get("complete") is True

    def of_family(self, family: str) -> Run:
        """The same run with the cells of one family."""
        return replace(self, samples=[sample for sample in self.samples if sample.family == family])

    def of_cell(self, cell: str) -> list[Sample]:
        return [sample for sample in self.samples if sample.cell == cell]

    def in_mode(self, mode: str) -> Run:
        """The same run with the samples of one placement mode, and the failures."""
        return replace(self, samples=[sample for sample in self.samples
                                      if sample.placement_mode == mode or sample.error is not None])

    def texts(self, key: str) -> list[str]:
        return [str(text) for text in self.context.get(key, [])]


def load_run(folder: str | Path) -> Run:
    """Loads a run from its folder, or from a run.json itself."""
    path = Path(folder)
    if path.is_dir():
        path = path / "run.json"
    document = _read_json(path)
    context = _context(document, path)
    designs = {name: design_of(name, traits, path) for name, traits in context["designs"].items()}
    entries = document.get("benchmarks")
    if not isinstance(entries, list):
        raise BadInput(f"{path}: 'benchmarks' should be a list with an entry per repetition, it is "
                       f"{kind_of_value(entries)}")
    samples = [_sample(entry, index, designs, path) for index, entry in enumerate(entries) if _is_repetition(entry)]
    kept, disturbed = ([sample for sample in samples if bool(sample.metrics.get("disturbed")) is which]
                       for which in (False, True))
    return Run(path.parent, context, designs, kept, disturbed)


def _read_json(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file; give a folder that `schedlab run` wrote (it holds a run.json)") from None
    except OSError as error:
        raise BadInput(f"{path}: can't be read ({error.strerror}); give a readable run.json") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path}: not valid JSON ({error}); {_remedy(path)}") from None
    if not isinstance(document, dict):
        raise BadInput(f"{path}: should be one JSON object with 'context' and 'benchmarks', it is "
                       f"{kind_of_value(document)}")
    return document


def _remedy(path: Path) -> str:
    if (path.parent / "plan.json").is_file():
        return f"`schedlab run --resume {path.parent}` writes it anew"
    return "give a folder that `schedlab run` wrote, or the run.json in it"


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
                       f"{kind_of_value(own.get('designs'))}")
    for key in ("warnings", "left_out", "skipped"):
        if not isinstance(own.get(key, []), list):
            raise BadInput(f"{path}: context.schedlab.{key} should be a list, it is {kind_of_value(own[key])}")
    return own | {key: context[key] for key in ("date", "num_cpus", "mhz_per_cpu") if key in context}


def _is_repetition(entry: Any) -> bool:
    return not (isinstance(entry, dict) and entry.get("run_type") == "aggregate")


def _sample(entry: Any, index: int, designs: dict[str, Design], path: Path) -> Sample:
    where = f"{path}: benchmarks[{index}]"
    if not isinstance(entry, dict):
        raise BadInput(f"{where} should be an object, it is {kind_of_value(entry)}")
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
    if not (math.isfinite(metrics["real_time"]) and metrics["real_time"] > 0):
        raise BadInput(f"{where} ({entry['run_name']}) has a real_time of {entry['real_time']}; a time is above 0")
    for key in ("real_time", "cpu_time"):
        if key in metrics:
            metrics[key] *= NANOSECONDS[unit]
    return metrics

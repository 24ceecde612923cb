"""Builds run.json documents with known content, in the shape that `schedlab run` writes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

CAPACITIES = [2 ** power for power in range(4, 19, 2)]


BOUNDS = {"sc": "2+2+2 complete", "tso": "2+2+2 complete", "weak": "2+2+2 to 2 preemptions"}


def checked(badge: str = "clean", **changes: Any) -> dict[str, Any]:
    """What run.json says of the checker: nothing but the badge where it knows nothing."""
    known = badge in ("clean", "quick")
    return {"badge": badge, "suite": {"clean": "full", "quick": "quick"}.get(badge, ""), "bounds": BOUNDS if known else {},
            "executions": 1000 if known else 0, "longest_operation_steps": 15 if known else 0, "defects": [],
            "specified_orders": {}, "why": ""} | changes


def traits(kind: str = "own", **changes: Any) -> dict[str, Any]:
    return {"kind": kind, "producers": "many", "consumers": "many", "order": "fifo", "bounded": True,
            "progress": "blocking", "strength": "weak", "sound": True, "paper": "",
            "checked": checked("clean" if kind == "own" else "not checkable")} | changes


def scheduler_traits(name: str, kind: str, **changes: Any) -> dict[str, Any]:
    """From the name's parts: work_stealing.LANE.VICTIM.AMOUNT.IDLE, global_queue.LANE.IDLE, or a library's own name."""
    parts = name.split(".")
    policies = parts[2:-1] if len(parts) == 5 else ["", ""]
    return {"kind": kind, "scheduler": parts[0], "lane": parts[1] if len(parts) > 1 else "",
            "idle": parts[-1] if len(parts) > 1 else "", "victim": policies[0], "amount": policies[1],
            "takes_outside_tasks": True, "joins": True, "breadth_first": parts[0] == "global_queue", "paper": "",
            "checked": checked("clean" if kind == "own" else "not checkable")} | changes


class SyntheticRun:
    def __init__(self, **context: Any) -> None:
        self.context = {"schema_version": 1, "commit": "0123456789abcdef", "dirty": False, "compiler": "g++ 12.2.0",
                        "flags": "-O3 -g", "kernel": "Linux 6.1", "cpu_model": "a synthetic CPU", "seed": 7,
                        "complete": True, "warnings": [], "left_out": [], "skipped": [], "clock_cost_ns": 21.34,
                        "code_sizes": {}, "designs": {}} | context
        self.entries: list[dict[str, Any]] = []

    def design(self, name: str, kind: str = "own", **changes: Any) -> SyntheticRun:
        self.context["designs"][name] = traits(kind, **changes)
        return self

    def scheduler(self, name: str, kind: str = "own", **changes: Any) -> SyntheticRun:
        self.context["designs"][name] = scheduler_traits(name, kind, **changes)
        return self

    def cell(self, design: str, workload: str, load: str, times: Sequence[float], modes: Sequence[str] = ("-",),
             oversubscribed: bool = False, **counters: float) -> SyntheticRun:
        """One repetition per time; the modes are dealt in turn."""
        for index, time in enumerate(times):
            self.entries.append(self._entry(design, workload, load, index, len(times), oversubscribed) | {
                "real_time": time, "cpu_time": time, "items_per_second": 1e9 / time if time else 0.0,
                "placement_mode": modes[index % len(modes)]} | counters)
        return self

    def failure(self, design: str, workload: str, load: str, reason: str, repetitions: int = 1) -> SyntheticRun:
        """compare.py stumbles over entries without times, so a failure carries zeros, as Google Benchmark's own do."""
        for index in range(repetitions):
            self.entries.append(self._entry(design, workload, load, index, repetitions, False)
                                | {"error_occurred": True, "error_message": reason, "placement_mode": "-",
                                   "iterations": 0, "real_time": 0.0, "cpu_time": 0.0})
        return self

    def document(self) -> dict[str, Any]:
        return {"context": {"date": "2026-01-01T00:00:00+00:00", "host_name": "synthetic", "executable": "schedlab",
                            "num_cpus": 2, "mhz_per_cpu": 3000, "cpu_scaling_enabled": False, "caches": [],
                            "load_avg": [0.1], "library_build_type": "release", "schedlab": self.context},
                "benchmarks": self.entries}

    def write(self, folder: Path) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "run.json").write_text(json.dumps(self.document()), encoding="utf-8")
        return folder

    def _entry(self, design: str, workload: str, load: str, index: int, repetitions: int,
               crowded: bool) -> dict[str, Any]:
        family = "pool" if "scheduler" in self.context["designs"][design] else "queue"
        name = f"{family}/{design}/{workload}/{load}"
        return {"name": name, "run_name": name, "run_type": "iteration", "repetitions": repetitions,
                "repetition_index": index, "threads": 1, "iterations": 1000000, "time_unit": "ns", "design": design,
                "workload": workload, "load": load, "oversubscribed": crowded, "order_in_run": len(self.entries)}

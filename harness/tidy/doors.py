"""The rooms of the sources and the doors between them: which folder may include from which. house_rules.py checks it, and
docs/architecture.md is drawn from it.

A room is a folder with at most MOST_FILES files. From the bottom to the top: a room's doors lead only to rooms above it in
this table, so no cycle can be written down.
"""
from __future__ import annotations

import os
import re
from collections.abc import Iterator

MOST_FILES = 25
CONTRACT = "queues/queue.hpp"  # what every queue and every user of one agrees on: a room of its own, with queue_traits.hpp
IN_CONTRACT = {CONTRACT, "queues/queue_traits.hpp"}

DOORS = {
    "queues/memory": "",
    CONTRACT: "queues/memory",
    "queues/locks": "queues/memory",
    "queues/parts": f"queues/memory {CONTRACT}",
    "queues": f"queues/memory queues/locks queues/parts {CONTRACT}",
    "queues/wpol": f"queues queues/memory queues/parts {CONTRACT}",
    "queues/as_written": f"queues/memory queues/wpol {CONTRACT}",
    "queues/yardsticks": f"queues/memory {CONTRACT}",
    "queues/peers": f"queues/memory {CONTRACT}",

    "schedulers/stealing": "",
    "schedulers/idle": "queues/memory",
    "schedulers": f"queues queues/memory queues/locks {CONTRACT} schedulers/idle schedulers/stealing",
    "schedulers/adapters": "queues/memory schedulers",
    "schedulers/yardsticks": "schedulers/adapters",
    "schedulers/peers": "schedulers/adapters",

    "workloads": "",
    "workloads/queues": "workloads",
    "workloads/pool": "workloads",
    "workloads/pool/uts": "workloads/pool",

    "harness/base": "",
    "harness/base/process": "harness/base",
    "harness/measure": "queues/memory",
    "harness/measure/machine": "harness/measure",
    "harness/cells": f"harness/base harness/measure {CONTRACT} schedulers",
    "harness/cells/queues": f"harness/cells harness/measure queues/memory {CONTRACT} workloads/queues",
    "harness/cells/pools": f"harness/cells harness/measure harness/measure/machine queues/memory {CONTRACT} "
                           "schedulers schedulers/idle schedulers/stealing workloads/pool workloads/pool/uts",

    "harness/verify/verdicts": "harness/base harness/base/process",
    "harness/run/plan": "harness/base harness/base/process harness/measure harness/cells workloads",
    "harness/run/archive": "harness/base harness/base/process harness/measure harness/measure/machine harness/cells "
                           "harness/run/plan harness/verify/verdicts",
    "harness/run": "harness/base harness/base/process harness/measure harness/cells harness/run/plan harness/run/archive "
                   "workloads",

    "harness/lockstep": "harness/base",
    "harness/verify/history": f"harness/base {CONTRACT}",
    "harness/verify/stress": f"harness/base harness/measure harness/verify/history queues/memory {CONTRACT} workloads",
    "harness/verify/memory": "harness/base harness/lockstep queues/memory",
    "harness/verify/machine": "harness/base harness/lockstep harness/verify/history harness/verify/memory queues/memory",
    "harness/verify/subjects": "harness/base harness/verify/history harness/verify/memory harness/verify/machine "
                               "queues/memory schedulers/idle",
    "harness/verify/queues": "harness/base harness/verify/history harness/verify/machine harness/verify/subjects harness/verify/verdicts "
                             f"queues/memory queues/wpol {CONTRACT}",
    "harness/verify/pools": "harness/base harness/lockstep harness/verify/machine harness/verify/subjects queues "
                            f"queues/locks queues/memory queues/parts {CONTRACT} schedulers schedulers/idle "
                            "schedulers/stealing",
    "harness/verify/defective": f"harness/verify/queues queues/memory {CONTRACT}",
    "harness/verify/explore": "harness/base harness/base/process harness/lockstep harness/verify/history "
                              "harness/verify/memory harness/verify/machine harness/verify/subjects harness/verify/queues "
                              "harness/verify/pools harness/verify/defective harness/verify/verdicts",
    "harness/verify/report": "harness/base harness/verify/explore harness/verify/queues",
    "harness/verify/mutants": "",

    "harness/judge/read": "",
    "harness/judge/estimate": "harness/judge/read",
    "harness/judge/targets": "harness/judge/read harness/judge/estimate",
    "harness/judge/text": "harness/judge/read harness/judge/estimate",
    "harness/judge/tables/pools": "harness/judge/read harness/judge/estimate harness/judge/text",
    "harness/judge/tables": "harness/judge/read harness/judge/estimate harness/judge/targets harness/judge/text "
                            "harness/judge/tables/pools",
    "harness/judge/commands": "harness/judge/read harness/judge/estimate harness/judge/targets harness/judge/text "
                              "harness/judge/tables",

    "harness/cli/list": "harness/base harness/cells harness/measure harness/run/archive harness/run/plan schedulers "
                        "harness/verify/verdicts",
    "harness/cli/verify": "harness/base harness/base/process harness/cells harness/verify/explore harness/verify/pools "
                          "harness/verify/queues harness/verify/report harness/verify/subjects harness/verify/verdicts",
    "harness/examples": "harness/base harness/base/process",
    "harness/cli": "harness/cli/list harness/cli/verify harness/base harness/base/process harness/measure harness/measure/machine harness/cells harness/run "
                   "harness/run/plan harness/run/archive harness/verify/explore harness/verify/pools "
                   "harness/verify/queues harness/verify/report harness/verify/verdicts harness/examples",
    "harness/cmake": f"harness/base harness/cells harness/verify/queues harness/verify/verdicts queues/memory {CONTRACT}",
    "harness/cmake/package": "",
    "harness/setup": "",
    "harness/tidy": "",
}
MAY_INCLUDE = {room: set(doors.split()) for room, doors in DOORS.items()}

# The tests of a folder may look at the folder itself and below it, behind its doors, and into these.
BELOW = {"queues": (), "schedulers": ("queues",), "workloads": (), "harness": ("queues", "schedulers", "workloads")}
FOR_ALL_TESTS = "queues/tests/catch.hpp"
GENERATED = ("build_info.hpp", "checked_sources/")  # in the build folder; the harness alone may ask how it was built

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
IMPORT = re.compile(r"^\s*(?:from|import) (harness(?:\.\w+)+)")


def room_of(file: str) -> str:
    return CONTRACT if file in IN_CONTRACT else os.path.dirname(file)


def directory(room: str) -> str:
    return os.path.dirname(room) if room == CONTRACT else room


def wrong_doors(doors: dict[str, set[str]]) -> Iterator[str]:
    """Yields what is wrong with the table itself."""
    seen: set[str] = set()
    for room, others in doors.items():
        yield from (f"{room} has a door to {other}, which does not stand above it" for other in sorted(others - seen))
        seen.add(room)


def behind(room: str) -> set[str]:
    """The room, and every room that is reached from it."""
    found, left = {room}, [room]
    while left:
        for other in MAY_INCLUDE.get(left.pop(), set()) - found:
            found.add(other)
            left.append(other)
    return found


def includes_from_its_folder(file: str) -> bool:
    """Headers that others take must be found wherever they lie; all else names paths from the root."""
    return file.startswith(("queues/", "schedulers/")) and file.endswith(".hpp") and "/tests/" not in file


def included(file: str, line: str) -> str | None:
    """The path, from the root, that this line of this file names."""
    if match := INCLUDE.match(line):
        from_here = includes_from_its_folder(file) and not match[1].startswith(GENERATED)
        return os.path.normpath(os.path.join(os.path.dirname(file), match[1])) if from_here else match[1]
    if file.endswith(".py") and (match := IMPORT.match(line)):
        return match[1].replace(".", "/") + "/"  # the module, or a room of which modules are taken
    return None


def may_see(file: str, path: str) -> bool:
    top = file.split("/")[0]
    if path.startswith("@"):
        return True  # a template's, filled in by the build
    in_tests = "/tests/" in file
    if path.startswith(GENERATED):
        return top == "harness" or in_tests
    here = room_of(file)
    there = room_of(path) if not path.endswith("/") else path.rstrip("/")
    while path.endswith("/") and there not in MAY_INCLUDE and "/" in there:
        there = os.path.dirname(there)
    if not in_tests:
        return there == here or there in MAY_INCLUDE.get(here, set())
    owner, tested = file.split("/tests/")[0], there.split("/tests")[0]
    return (path == FOR_ALL_TESTS or tested == owner or f"{tested}/".startswith(f"{owner}/") or tested in behind(owner)
            or there.split("/")[0] in BELOW[top] or there == CONTRACT and top != "workloads")

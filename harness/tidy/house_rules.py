#!/usr/bin/env python3
"""The house rules that a script can check. Prints `file:line: what is wrong; what would be right`, and fails if any.

    harness/tidy/house_rules.py [ROOT]

Looks at every file that git knows or that is not yet added. Standard library only.
"""
import pathlib
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import doors

MOST_LINES = 400
ORDER = re.compile(r"\border::(relaxed|acquire|release|acq_rel|seq_cst)\b")
ATOMIC_OPERATION = re.compile(r"\b(?:load|store|exchange|compare_exchange_(?:weak|strong)|fetch_add|fence)\s*\(")
RELAXED_REASON = re.compile(r"\brelaxed\b[^.]*:")
PARTNER = re.compile(r"\bpairs with\b")
DESIGN = re.compile(r"\bqueue_traits\s+traits\b")
STARTS_PROCESSES = re.compile(r"^\s*(?:import|from)\s+(?:subprocess|multiprocessing)\b|\bos\.(?:system|popen|spawn|exec)")
# Put together from parts, so that this file keeps its own rules.
MARK = re.compile(r"\b(?:" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX"]) + r")\b")
OUTSIDE = re.compile(re.escape("../" + "shared") + r"|(?<![\w/])\." + r"library\b")


class Finding(NamedTuple):
    file: str
    line: int
    wrong: str
    right: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.wrong}; {self.right}"


def split_comment(line: str) -> tuple[str, str]:
    """Code and comment of a line. A // inside a string is not a comment, or a URL would be one."""
    quoted = False
    for i, character in enumerate(line):
        if character == '"' and line[i - 1 : i] != "\\":
            quoted = not quoted
        if not quoted and line.startswith("//", i):
            return line[:i], line[i:]
    return line, ""


def is_source(file: str) -> bool:
    name = pathlib.PurePosixPath(file).name
    return name.endswith((".hpp", ".cpp", ".py", ".cmake", ".in", ".sh")) or name in {"CMakeLists.txt", "Makefile"}


def too_long(file: str, lines: list[str]) -> Iterator[Finding]:
    if is_source(file) and len(lines) > MOST_LINES:
        yield Finding(file, MOST_LINES + 1, f"the file has {len(lines)} lines",
                      f"split it by responsibility, {MOST_LINES} at most")


def opening_comment(file: str, lines: list[str]) -> Iterator[Finding]:
    if file.endswith((".hpp", ".cpp.in")) and not (lines and lines[0].startswith("//")):
        yield Finding(file, 1, "no opening comment", "start with what this is, and whose algorithm if it is one")


def includes(file: str, lines: list[str]) -> Iterator[Finding]:
    if file.split("/")[0] not in doors.BELOW or not is_source(file):
        return
    room = doors.room_of(file)
    if "/tests/" not in file and room not in doors.MAY_INCLUDE:
        yield Finding(file, 1, f"{room} is no room", "put it into one, or add the room to DOORS in harness/tidy/doors.py")
        return
    for number, line in enumerate(lines, 1):
        path = doors.included(file, line)
        if path is None or doors.may_see(file, path):
            continue
        if "/tests/" in path:
            yield Finding(file, number, f'"{path}" is for tests', "move what both need into a room")
            continue
        if doors.INCLUDE.match(line) and doors.room_of(path) not in doors.MAY_INCLUDE:
            how = "the header's own folder" if doors.includes_from_its_folder(file) else "the repo's root"
            yield Finding(file, number, f'"{path}" is in no room', f"name the path from {how}")
            continue
        owner = room.split("/tests")[0]
        allowed = ", ".join(sorted(doors.MAY_INCLUDE.get(owner, ()))) or "no other room"
        yield Finding(file, number, f'"{path}" is behind no door of {owner}', f"its doors lead to {allowed}")


def comment_above(lines: list[str], index: int) -> str:
    """The comment block that serves line `index`: directly above its statement, or above a run of such lines."""
    above = index - 1
    while above >= 0 and not lines[above].lstrip().startswith("//"):
        code = split_comment(lines[above])[0].rstrip()
        continues = bool(code) and not code.endswith((";", "{", "}", ":"))
        if not continues and not (code and ORDER.search(code)):
            return ""
        above -= 1
    block = []
    while above >= 0 and lines[above].lstrip().startswith("//"):
        block.append(lines[above])
        above -= 1
    return " ".join(line.strip().lstrip("/").strip() for line in reversed(block))


def memory_orders(file: str, lines: list[str]) -> Iterator[Finding]:
    if not file.startswith(("queues/", "schedulers/")) or not file.endswith((".hpp", ".cpp")):
        return
    if "/memory/" in file or "/tests/" in file:
        return
    for index, line in enumerate(lines):
        code, comment = split_comment(line)
        orders = set(ORDER.findall(code))
        if not orders:
            continue
        said = comment + " " + comment_above(lines, index)
        strong = sorted(orders - {"relaxed"})
        if strong and not PARTNER.search(said):
            yield Finding(file, index + 1, f"order::{strong[0]} names no partner",
                          'say "pairs with ..." on the line or directly above')
        if not strong and not RELAXED_REASON.search(said):
            yield Finding(file, index + 1, "order::relaxed gives no reason",
                          'say "relaxed: why that is enough" on the line or directly above')
        if len(ATOMIC_OPERATION.findall(code)) > 1:
            yield Finding(file, index + 1, "more than one atomic operation on a line",
                          "write one per line: file:line names an access")


def marks(file: str, lines: list[str]) -> Iterator[Finding]:
    for number, line in enumerate(lines, 1):
        match = MARK.search(line)
        if match:
            yield Finding(file, number, f"a {match.group(0)} mark", "do it, or open an issue")
        match = OUTSIDE.search(line)
        if match:
            yield Finding(file, number, f"mentions {match.group(0)}, which a reader of this repo does not have",
                          "say it in place")


def crowded_rooms(texts: dict[str, list[str]]) -> Iterator[Finding]:
    rooms = Counter(str(pathlib.PurePosixPath(file).parent) for file in texts)
    for room, count in rooms.items():
        if room in doors.MAY_INCLUDE and count > doors.MOST_FILES:
            yield Finding(room, 1, f"{count} files in one room", f"split it by responsibility, {doors.MOST_FILES} at most")


def plots_run_nothing(file: str, lines: list[str]) -> Iterator[Finding]:
    if not file.startswith("plots/") or not file.endswith(".py"):
        return
    for number, line in enumerate(lines, 1):
        if STARTS_PROCESSES.search(line):
            yield Finding(file, number, "a plot starts a process", "plots read results and run nothing")


def outside_the_catalogue(texts: dict[str, list[str]]) -> Iterator[Finding]:
    catalogue = [line for line in texts.get("queues/catalogue.cmake", []) if not line.lstrip().startswith("#")]
    named = set(re.findall(r"\w+", " ".join(catalogue)))  # as a header or within a type
    for file, lines in texts.items():
        match = re.fullmatch(r"queues/((?:(?!tests)\w+/)?(\w+)\.hpp)", file)
        if not match or match.group(2) in named:
            continue
        for number, line in enumerate(lines, 1):
            if DESIGN.search(split_comment(line)[0]):
                yield Finding(file, number, "a design that is not in the catalogue",
                              f"add queue(NAME HEADER {match.group(1)} ...) to queues/catalogue.cmake")
                break


PER_FILE = (too_long, opening_comment, includes, memory_orders, marks, plots_run_nothing)


def known_files(root: pathlib.Path) -> list[str]:
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return sorted(set(listing.split("\0")) - {""})


def check(root: pathlib.Path, files: list[str]) -> list[Finding]:
    texts = {}
    for file in files:
        try:
            texts[file] = (root / file).read_text(encoding="utf-8").splitlines()
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue  # not text, or deleted and not yet committed
    found = [finding for file, lines in texts.items() for rule in PER_FILE for finding in rule(file, lines)]
    found += [Finding("harness/tidy/doors.py", 1, wrong, "order the rooms so that every door leads up the table")
              for wrong in doors.wrong_doors(doors.MAY_INCLUDE)]
    return sorted([*found, *outside_the_catalogue(texts), *crowded_rooms(texts)])


def main(arguments: list[str]) -> int:
    root = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parents[2]
    found = check(root, known_files(root))
    for finding in found:
        print(finding)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

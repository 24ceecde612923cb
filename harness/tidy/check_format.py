#!/usr/bin/env python3
"""Compares C++ files with what clang-format makes of them, or makes them so: check_format.py [--fix] FILE...

clang-format 14 breaks two things that newer versions format well: constraints and enums with an attribute. Differences
that touch either are left to the reader. Standard library only.
"""
import difflib
import pathlib
import re
import subprocess
import sys

BEYOND_IT = re.compile(r"\brequires\b|\benum class \[\[")


def compare(file: str) -> tuple[list[str], list[str]]:
    """The differences that count, and the lines as they should be."""
    lines = pathlib.Path(file).read_text(encoding="utf-8").splitlines()
    formatted = subprocess.run(["clang-format", file], check=True, capture_output=True, text=True).stdout.splitlines()
    found, right = [], []
    for kind, first, last, new_first, new_last in difflib.SequenceMatcher(None, lines, formatted, False).get_opcodes():
        if kind == "equal" or any(BEYOND_IT.search(line) for line in lines[max(first - 1, 0):last + 1]):
            right += lines[first:last]
            continue
        right += formatted[new_first:new_last]
        better = " / ".join(line.strip() for line in formatted[new_first:new_last]) or "nothing there"
        found.append(f"{file}:{first + 1}: not in the common format; {better}")
    return found, right


def main(arguments: list[str]) -> int:
    fix = arguments[:1] == ["--fix"]
    all_found = []
    for file in arguments[fix:]:
        found, right = compare(file)
        all_found += found
        if found and fix:
            pathlib.Path(file).write_text("\n".join(right) + "\n", encoding="utf-8")
    if not all_found or fix:
        return 0
    print("\n".join(all_found + ["harness/tidy/check_format.py --fix FILE... puts that right"]))
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Compares the machine code of pairs of functions in an object file: ours_NAME against twin_NAME.

    compare_mnemonics.py OBJECT [OBJDUMP]

Equal means: the same instructions the same number of times. Their order is not compared, because compilers schedule
equal code differently. Padding between blocks is not counted. Exit code: 0 all equal, 1 some differ, 2 nothing to compare.
"""
import collections
import re
import subprocess
import sys

LABEL = re.compile(r"^[0-9a-f]+ <_?((?:ours|twin)_\w+)>:$")
ANY_LABEL = re.compile(r"^[0-9a-f]+ <")
INSTRUCTION = re.compile(r"^\s*[0-9a-f]+:\s+(.*\S)")
PADDING = re.compile(r"^(?:(?:data16|cs|xchg\s+%ax,%ax|nop\w*)\b.*|int3|udf\b.*)$")
PREFIXES = {"lock", "rep", "repz", "repnz", "bnd"}


def mnemonic(instruction: str) -> str:
    words = instruction.split()
    if words[0] in PREFIXES and len(words) > 1:
        return f"{words[0]} {words[1]}"
    return words[0]


def functions(disassembly: str) -> dict[str, collections.Counter]:
    found: dict[str, collections.Counter] = {}
    current = None
    for line in disassembly.splitlines():
        label = LABEL.match(line)
        if label:
            current = found.setdefault(label.group(1), collections.Counter())
        elif ANY_LABEL.match(line):
            # A part split off as cold belongs to nobody here: neither side has one, or the counts differ.
            current = None
        elif current is not None:
            instruction = INSTRUCTION.match(line)
            if instruction and not PADDING.match(instruction.group(1)):
                current[mnemonic(instruction.group(1))] += 1
    return found


def differences(ours: collections.Counter, twin: collections.Counter) -> list[str]:
    return [f"{name}: ours {ours[name]}, twin {twin[name]}" for name in sorted(ours | twin) if ours[name] != twin[name]]


def main(object_file: str, objdump: str = "objdump") -> int:
    command = [objdump, "-d", "--no-show-raw-insn", object_file]
    found = functions(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    names = sorted(name.removeprefix("ours_") for name in found if name.startswith("ours_"))
    if not names:
        print(f"{object_file} has no function ours_*")
        return 2
    all_equal = True
    for name in names:
        ours = found[f"ours_{name}"]
        twin = found.get(f"twin_{name}", collections.Counter())
        different = differences(ours, twin)
        all_equal = all_equal and not different
        verdict = "differs: " + "; ".join(different) if different else "equal"
        print(f"{name}: {ours.total()} instructions, its twin {twin.total()}: {verdict}")
    return 0 if all_equal else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

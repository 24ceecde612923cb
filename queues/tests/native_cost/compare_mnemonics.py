#!/usr/bin/env python3
"""Compares the machine code of pairs of functions in an object file: ours_NAME against twin_NAME.

    compare_mnemonics.py OBJECT [--tolerated PERCENT]

Equal means: the same instructions the same number of times, with those of the functions that they call. Their order is not
compared, because compilers schedule equal code differently. Padding between blocks is not counted. Where a compiler lays out
the same loop in two ways, a few more may be tolerated; but never another number of those that synchronise. Exit code: 0 all
equal, 1 some differ, 2 nothing to compare.
"""
import argparse
import collections
import re
import subprocess
import sys

LABEL = re.compile(r"^[0-9a-f]+ <(\S+)>:$")
CALL = re.compile(r"\s(?:R_\w+_(?:PLT32|CALL26|JUMP26)|\w+_RELOC_BRANCH\w*)\s+(\S+?)(?:-0x[0-9a-f]+)?$")
INSTRUCTION = re.compile(r"^\s*[0-9a-f]+:\s+(.*\S)")
PADDING = re.compile(r"^(?:(?:data16|cs|xchg\s+%ax,%ax|nop\w*)\b.*|int3|udf\b.*)$")
SYNCHRONISING = re.compile(r"lock |xchg|[mls]fence\b|dmb\b|ldax|stlx|ldar|stlr|cas|ldadd|swp")
PREFIXES = {"lock", "rep", "repz", "repnz", "bnd"}


def mnemonic(instruction: str) -> str:
    words = instruction.split()
    if words[0] in PREFIXES and len(words) > 1:
        return f"{words[0]} {words[1]}"
    return words[0]


class Function:
    def __init__(self):
        self.counted = collections.Counter()
        self.calls: set[str] = set()


def functions(disassembly: str) -> dict[str, Function]:
    found: dict[str, Function] = {}
    current = None
    for line in disassembly.splitlines():
        label = LABEL.match(line)
        call = CALL.search(line)
        instruction = INSTRUCTION.match(line)
        if label:
            # Mach-O puts an underscore before each name. A part split off as cold has a name of its own that nobody calls.
            name = re.sub(r"^_(?=ours_|twin_)", "", label.group(1))
            current = found.setdefault(name, Function())
        elif current is None:
            continue
        elif call:
            current.calls.add(call.group(1))
        elif instruction and not PADDING.match(instruction.group(1)):
            current.counted[mnemonic(instruction.group(1))] += 1
    return found


def with_what_it_calls(name: str, found: dict[str, Function], seen: set[str]) -> collections.Counter:
    if name not in found or name in seen:
        return collections.Counter()
    seen.add(name)
    return sum((with_what_it_calls(called, found, seen) for called in found[name].calls), found[name].counted)


def differences(ours: collections.Counter, twin: collections.Counter) -> list[str]:
    return [f"{name}: ours {ours[name]}, twin {twin[name]}" for name in sorted(ours | twin) if ours[name] != twin[name]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("object")
    parser.add_argument("--tolerated", type=float, default=0, metavar="PERCENT")
    asked = parser.parse_args()
    command = ["objdump", "-dr", "--no-show-raw-insn", asked.object]
    found = functions(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    names = sorted(name.removeprefix("ours_") for name in found if re.fullmatch(r"ours_\w+", name))
    if not names:
        print(f"{asked.object} has no function ours_*")
        return 2
    all_equal = True
    for name in names:
        ours, twin = (with_what_it_calls(f"{side}_{name}", found, set()) for side in ("ours", "twin"))
        different = differences(ours, twin)
        is_tolerable = (abs(ours.total() - twin.total()) <= asked.tolerated / 100 * twin.total()
                        and not any(SYNCHRONISING.match(each) for each in different))
        all_equal = all_equal and (not different or is_tolerable)
        verdict = "equal" if not different else ("tolerated: " if is_tolerable else "differs: ") + "; ".join(different)
        print(f"{name}: {ours.total()} instructions, its twin {twin.total()}: {verdict}")
    return 0 if all_equal else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Breaks the designs on purpose and asks the model checker: what share of the broken ones does it find?

    make mutants                                             all of them
    harness/verify/mutants/mutants.py build/release --quick  a part of them, as CI does
    harness/verify/mutants/mutants.py build/release --filter 'ring|M3'

Each *.mutants file beside this one holds small changes of one header. A change is applied to a copy of the header, which a
compiler finds before the original; only the unit that explores the design is compiled, and linked with the rest of the
build. Then `schedlab verify` is called.

A change is written like this, and a blank line ends it:

    M3 broken                                   its name; broken, same or missed; perhaps `quick`
      what: the dummy is let go too early       for the reader
      in: queues/michael_scott_queue.hpp        the header
      check: michael_scott_queue                the design or protocol to ask about
      scenario: capacity 1; push | pop          only this one (and `preemptions: 2` with it); else those of the quick suite
      why: no scenario holds so many items      where it says missed
    - mine.retire(dummy);                       the lines to find, whatever their indentation: they must be there once
    + mine.drop(dummy);                         what to put there instead; may be nothing

broken: it must be refuted. same: it changes nothing that anybody could see, so it must show no fault. missed: it is
broken and shows none, for the reason given; once it is found, the list must say so.

Exit codes: 0 all as the lists say; 1 not; 2 the call, a list or a change that no longer applies.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
KINDS = ("broken", "same", "missed")
AS_LISTED, OTHERWISE, WRONG_CALL = 0, 1, 2
SECONDS = 120
PROTOCOLS = "harness/verify/pools/pool_subjects.cpp"
# Units are not optimised: compiling takes most of the time.
COMPILER_FLAGS = {"-O3": "-O1", "-g1": "", "-Werror": ""}


class WrongList(Exception):
    pass


@dataclass
class Mutant:
    name: str
    kind: str
    quick: bool
    place: str
    facts: dict[str, str] = field(default_factory=dict)
    old: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)

    @property
    def header(self) -> str:
        return self.facts["in"]

    @property
    def design(self) -> str:
        return self.facts["check"]


@dataclass
class Outcome:
    mutant: Mutant
    answer: str  # found, no fault, unfinished, impossible, hung, does not compile
    seconds: float
    text: str = ""

    @property
    def as_listed(self) -> bool:
        return self.answer == ("found" if self.mutant.kind == "broken" else "no fault")


def parsed(path: Path) -> list[Mutant]:
    mutants: list[Mutant] = []
    now: Mutant | None = None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        place = f"{path.name}:{number}"
        if not line.strip():
            now = None
        elif line.startswith("#"):
            continue
        elif now is None:
            words = line.split()
            if len(words) not in (2, 3) or words[1] not in KINDS or words[2:] not in ([], ["quick"]):
                raise WrongList(f"{place}: '{line}'; it should be a name, {', '.join(KINDS)}, and perhaps quick")
            now = Mutant(words[0], words[1], len(words) == 3, place)
            mutants.append(now)
        elif line.startswith("-"):
            now.old.append(line[1:].strip())
        elif line.startswith("+"):
            now.new.append(line[1:])
        elif fact := re.fullmatch(r"\s+(what|in|check|scenario|preemptions|model|why): (.+)", line):
            now.facts[fact[1]] = fact[2].strip()
        else:
            raise WrongList(f"{place}: '{line}' is no fact (what, in, check, scenario, preemptions, model, why) and no line"
                            " with - or +")
    for one in mutants:
        lacking = [fact for fact in ("what", "in", "check") if fact not in one.facts]
        if one.kind == "missed" and "why" not in one.facts:
            lacking.append("why")
        if lacking or not one.old:
            raise WrongList(f"{one.place}: {one.name} lacks {', '.join(lacking) or 'the lines to be changed'}")
    return mutants


def applied(one: Mutant) -> str:
    """The header with the change."""
    lines = (ROOT / one.header).read_text().splitlines()
    stripped = [line.strip() for line in lines]
    places = [at for at in range(len(lines)) if stripped[at:at + len(one.old)] == one.old]
    if len(places) != 1:
        raise WrongList(f"{one.place}: what {one.name} changes stands {len(places)} times in {one.header}, not once")
    at = places[0]
    return "\n".join([*lines[:at], *one.new, *lines[at + len(one.old):], ""])


def unit_of(design: str) -> str:
    generated = f"generated/queues/{design}.checked.cpp"
    return generated if (BUILD / generated).exists() else PROTOCOLS


def commands() -> tuple[dict[str, list[str]], list[str]]:
    """How each unit of the program is compiled, and how they are linked."""
    listed = subprocess.run(["ninja", "-C", str(BUILD), "-t", "commands", "schedlab"], capture_output=True, text=True,
                          check=False)
    if listed.returncode != 0:
        complain(f"{BUILD} is no build of schedlab: {listed.stderr.strip() or listed.stdout.strip()}; `make build` makes one")
    compiles: dict[str, list[str]] = {}
    links: list[str] = []
    for line in listed.stdout.splitlines():
        words = shlex.split(line)
        if "-c" in words:
            compiles[words[words.index("-c") + 1]] = words
        elif "-o" in words and words[words.index("-o") + 1] == "schedlab":
            links = words[words.index("&&") + 1:] if "&&" in words else words
    return compiles, links[:links.index("&&")] if "&&" in links else links


def compiled(one: Mutant, folder: Path) -> str:
    """Compiles and links the mutant. Returns the compiler's errors; empty if the program was made."""
    # All headers, because they include each other from where they lie.
    for room in ("queues", "schedulers"):
        shutil.copytree(ROOT / room, folder / "overlay" / room, copy_function=os.symlink,
                        ignore=shutil.ignore_patterns("tests"))
    changed = folder / "overlay" / one.header
    changed.unlink()
    changed.write_text(applied(one))
    unit = unit_of(one.design)
    known = [path for path in COMPILES if path.endswith(unit)]
    if len(known) != 1:
        raise WrongList(f"{one.place}: no unit explores '{one.design}'")
    words = list(COMPILES[known[0]])
    built = words[words.index("-o") + 1]
    words[words.index("-o") + 1] = str(folder / "unit.o")
    words[words.index("-MF") + 1] = os.devnull
    first_include = next(at for at, word in enumerate(words) if word.startswith("-I"))
    words.insert(first_include, f"-I{folder / 'overlay'}")
    words = [COMPILER_FLAGS.get(word, word) for word in words if COMPILER_FLAGS.get(word, word)]
    made = subprocess.run(words, cwd=BUILD, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        return made.stderr
    # The changed unit comes first, so that the archive's is not taken.
    words = [word for word in LINK if word != built]
    at = words.index("-o")
    words[at:at + 2] = [str(folder / "unit.o"), "-s", "-o", str(folder / "schedlab")]
    made = subprocess.run(words, cwd=BUILD, capture_output=True, text=True, check=False)
    return made.stderr if made.returncode != 0 else ""


def tried(one: Mutant) -> Outcome:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutant.") as name:
        folder = Path(name)
        wrong = compiled(one, folder)
        if wrong:
            return Outcome(one, "does not compile", time.monotonic() - began, wrong)
        call = [str(folder / "schedlab"), "verify", one.design, "--quiet", "--out", str(folder / "verdicts.json")]
        for fact in ("scenario", "preemptions", "model"):
            if fact in one.facts:
                call += [f"--{fact}", one.facts[fact]]
        try:
            done = subprocess.run(call, cwd=BUILD, capture_output=True, text=True, check=False, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return Outcome(one, "hung", time.monotonic() - began)
    answer = {0: "no fault", 1: "found", 3: "unfinished"}.get(done.returncode, f"exit code {done.returncode}")
    return Outcome(one, answer, time.monotonic() - began, done.stdout + done.stderr)


def first_fault(text: str) -> str:
    """The fault that the counter-example shows."""
    under = re.search(r"^\S+ under (\w+), [^:]+: (.+)\n  (.+)$", text, re.MULTILINE)
    return f"{under[1]}, {under[2]}: {under[3]}" if under else ""


def complain(why: str) -> NoReturn:
    print(f"error: {why}", file=sys.stderr)
    sys.exit(WRONG_CALL)


def report(outcomes: list[Outcome]) -> int:
    broken = [o for o in outcomes if o.mutant.kind != "same"]
    same = [o for o in outcomes if o.mutant.kind == "same"]
    found = [o for o in broken if o.answer == "found"]
    times = sorted(o.seconds for o in found)
    if broken:
        print(f"broken: {len(found)} of {len(broken)} found ({100 * len(found) / len(broken):.0f} %)"
              + (f", half of them within {times[len(times) // 2]:.0f} s with compiling" if times else ""))
    if same:
        print(f"same: {sum(o.answer == 'no fault' for o in same)} of {len(same)} without fault")
    for outcome in broken:
        if outcome.answer != "found":
            print(f"  {outcome.mutant.name} ({outcome.mutant.design}) is not found: {outcome.mutant.facts['what']}; "
                  f"{outcome.mutant.facts.get('why', 'nobody knows why')}")
    wrong = [o for o in outcomes if not o.as_listed]
    for outcome in wrong:
        print(f"\n{outcome.mutant.place}: {outcome.mutant.name} is listed as {outcome.mutant.kind}, and the "
              f"answer is: {outcome.answer}\n{outcome.text[-3000:]}")
    return OTHERWISE if wrong else AS_LISTED


def main() -> int:
    global BUILD, COMPILES, LINK
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path, help="the build's folder, such as build/release")
    parser.add_argument("--quick", action="store_true", help="only those marked so")
    parser.add_argument("--filter", default="", metavar="REGEX", help="only those whose name, design or header matches")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    BUILD = options.build.resolve()
    try:
        wanted = re.compile(options.filter)
    except re.error as wrong:
        complain(f"--filter is '{options.filter}', which is no regular expression: {wrong}")
    try:
        mutants = [one for path in sorted(HERE.glob("*.mutants")) for one in parsed(path)]
        names = [one.name for one in mutants]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise WrongList(f"two mutants have the same name: {', '.join(twice)}")
        for one in mutants:
            applied(one)
        mutants = [one for one in mutants if (one.quick or not options.quick)
                   and wanted.search(f"{one.name} {one.design} {one.header}")]
        if not mutants:
            complain(f"no mutant matches '{options.filter}'")
        COMPILES, LINK = commands()
        outcomes: list[Outcome] = []
        talking = threading.Lock()

        def one_tried(one: Mutant) -> None:
            outcome = tried(one)
            with talking:
                outcomes.append(outcome)
                mark = " " if outcome.as_listed else "!"
                print(f"{mark} {len(outcomes):3}/{len(mutants)} {one.name:10} {one.design:24} {one.kind:7}"
                      f"{outcome.answer:11} {outcome.seconds:5.1f} s  {first_fault(outcome.text)}"[:180], flush=True)

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for done in concurrent.futures.as_completed([pool.submit(one_tried, one) for one in mutants]):
                done.result()
    except WrongList as wrong:
        complain(str(wrong))
    return report(outcomes)


if __name__ == "__main__":
    sys.exit(main())

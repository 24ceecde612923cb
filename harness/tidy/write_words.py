#!/usr/bin/env python3
"""Brings up to date what follows from the tables of names in the program: metrics (harness/cells/metrics.hpp), workloads
(workload_words.hpp), parts of loads (load.hpp) and policies (schedulers/policies.hpp). The judge has copies as JSON, and two
documents have tables of them.

    harness/tidy/write_words.py [SCHEDLAB]     (build/release/schedlab, built since those were changed)
"""
from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPIES = {listing: ROOT / f"harness/judge/read/{listing}.json" for listing in ("metrics", "words")}
SCHEMA = ROOT / "results/schema.md"
GLOSSARY = ROOT / "docs/words.md"
METRICS = {"key": "name", "unit": "unit", "better": "better", "over repetitions": "over_repetitions", "found in": "found_in",
           "what it is": "about"}
WORKLOADS = {"word": "name", "meaning": "about", "an item is": "item"}
NAMES = {"word": "name", "meaning": "about"}


def table(columns: dict[str, str], rows: list[dict[str, str]]) -> str:
    """Head -> field; the first field is code."""
    first, *others = columns.values()
    lines = [list(columns), ["---"] * len(columns)]
    lines += [[f"`{row[first]}`", *(row[field] for field in others)] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def entry(name: str, about: str, **others: str) -> dict[str, str]:
    """As glossaries have it: a sentence."""
    return {"name": name, "about": about[0].upper() + about[1:].removesuffix(".") + ".", **others}


def marks(name: str) -> tuple[str, str]:
    return f"<!-- {name}: written by harness/tidy/write_words.py -->\n", f"<!-- end of {name} -->\n"


def with_table(document: pathlib.Path, text: str, name: str, made: str) -> str:
    """The text with a new table between its two marks."""
    begin, end = marks(name)
    before, found, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    if not found or not ended:
        sys.exit(f"{document}: the table of {name} should stand between {begin.strip()} and {end.strip()}")
    return before + begin + made + end + after


def schema(text: str, metrics: list[dict[str, str]]) -> str:
    return with_table(SCHEMA, text, "metrics", table(METRICS, metrics))


def glossary(text: str, words: dict[str, list[dict[str, str]]]) -> str:
    workloads = [entry(**workload) for workload in words["workload"]]
    loads = [entry(part["form"].replace("#", "N"), part["about"]) for part in words["load"]]
    policies = [entry(policy["name"], f"{kind}: {policy['about']}")
                for kind in ("victim", "amount", "idle") for policy in words[kind]]
    for name, columns, rows in (("workloads", WORKLOADS, workloads), ("loads", NAMES, loads), ("policies", NAMES, policies)):
        text = with_table(GLOSSARY, text, name, table(columns, rows))
    return text


def listed(executable: str, listing: str) -> str:
    return subprocess.run([executable, "list", listing, "--json"], check=True, capture_output=True, text=True).stdout


def copy_of(listing: str) -> Any:
    return json.loads(COPIES[listing].read_text(encoding="utf-8"))


def main(words: list[str]) -> None:
    executable = words[0] if words else str(ROOT / "build/release/schedlab")
    for listing, copy in COPIES.items():
        copy.write_text(listed(executable, listing), encoding="utf-8")
    SCHEMA.write_text(schema(SCHEMA.read_text(encoding="utf-8"), copy_of("metrics")), encoding="utf-8")
    GLOSSARY.write_text(glossary(GLOSSARY.read_text(encoding="utf-8"), copy_of("words")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

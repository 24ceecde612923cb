"""The fingerprint of a checked source: what changes it, and that the program carries that of the text it was compiled from."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from harness.cmake import source_fingerprint

ROOT = pathlib.Path(__file__).resolve().parents[3]
GENERATED = pathlib.Path(os.environ["SCHEDLAB_BUILD"]) / "generated/checked_sources"
HEADER = "queues/vyukov_ring.hpp"
TYPE = "vyukov_ring<Item, Memory>"
INCLUDED = "queues/memory/array.hpp"


@pytest.fixture()
def tree(tmp_path: pathlib.Path) -> pathlib.Path:
    shutil.copytree(ROOT / "queues", tmp_path / "queues")
    return tmp_path


def fingerprint(root: pathlib.Path, header: str = HEADER, type_of_design: str = TYPE) -> str:
    return source_fingerprint.fingerprint(source_fingerprint.sources_of(root, header), type_of_design)


def change(file: pathlib.Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize("file", [HEADER, INCLUDED])
def test_it_changes_with_the_header_and_with_what_that_includes(tree: pathlib.Path, file: str) -> None:
    before = fingerprint(tree)
    change(tree / file, "size_t", "uint64_t")
    assert fingerprint(tree) != before


def test_it_stays_where_headers_only_move(tree: pathlib.Path) -> None:
    before = fingerprint(tree)
    (tree / "elsewhere").mkdir()
    (tree / INCLUDED).rename(tree / "elsewhere/words.hpp")
    words = tree / "elsewhere/words.hpp"
    words.write_text(words.read_text().replace('#include "', '#include "../queues/memory/'))
    for file in tree.glob("queues/**/*.hpp"):
        text = file.read_text()
        to_it = '"../../elsewhere/words.hpp"' if file.parent.name != "queues" else '"elsewhere/words.hpp"'
        file.write_text(re.sub(r'"(?:\.\./)?(?:memory/)?array\.hpp"', to_it, text))
    assert fingerprint(tree) == before


def test_it_changes_with_the_type_and_with_nothing_that_is_not_included(tree: pathlib.Path) -> None:
    before = fingerprint(tree)
    assert fingerprint(tree, type_of_design="vyukov_ring_padded<Item, Memory>") != before
    change(tree / "queues/mutex_queue.hpp", "size_t", "uint64_t")
    assert fingerprint(tree) == before


def test_it_stays_where_only_comments_and_the_width_of_blanks_change(tree: pathlib.Path) -> None:
    before = fingerprint(tree)
    file = tree / HEADER
    change(file, "#pragma once\n", "\n// Another \"comment\".\n/* And one\n   of two lines. */\n#pragma once  // once\n")
    file.write_text(file.read_text().replace("\n  ", "\n\t\t"))
    assert fingerprint(tree) == before


@pytest.mark.parametrize(("text", "code"), [
    ('f("a // b");  // c', ['f("a // b");']),
    ("char c = '\"';  // \"", ["char c = '\"';"]),
    ("int a = 100'000; // it's", ["int a = 100'000;"]),
    ("a /* b */ c\n\n/* d\n*/\n  e", ["a c", "e"]),
    ('f("a  b")', ['f("a  b")']),
])
def test_comments_are_told_from_strings(text: str, code: list[str]) -> None:
    assert source_fingerprint.code_of(text) == code


def test_a_header_that_is_not_there_is_named_with_who_includes_it(tree: pathlib.Path) -> None:
    change(tree / HEADER, "memory/array.hpp", "memory/nowhere.hpp")
    with pytest.raises(SystemExit, match=rf"{HEADER}: memory/nowhere.hpp cannot be read"):
        fingerprint(tree)


def test_a_design_of_others_counts_with_the_lab_s_headers_and_with_the_names_of_libraries(tree: pathlib.Path) -> None:
    mine = tree.parent / "mine/q.hpp"
    mine.parent.mkdir(exist_ok=True)
    mine.write_text('#include "beside.hpp"\n#include <schedlab/queues/memory/array.hpp>\n#include "library/one.hpp"\n')
    (mine.parent / "beside.hpp").write_text("int beside;\n")
    found = source_fingerprint.sources_of(tree, str(mine))
    assert {str(mine), str(mine.parent / "beside.hpp"), INCLUDED} <= found.keys()
    before = fingerprint(tree, str(mine), "q<Item>")
    change(tree / INCLUDED, "size_t", "uint64_t")
    with_another_array = fingerprint(tree, str(mine), "q<Item>")
    change(mine, "library/one.hpp", "library/two.hpp")
    assert len({before, with_another_array, fingerprint(tree, str(mine), "q<Item>")}) == 3


def test_ninja_is_told_of_every_file_that_was_read(tree: pathlib.Path) -> None:
    output = tree / "with blank" / "ring.hpp"
    call = [sys.executable, source_fingerprint.__file__, str(tree), "ring", HEADER, TYPE, str(output)]
    subprocess.run(call, check=True)
    target, *read = re.split(r"(?<!\\) ", (output.parent / "ring.hpp.d").read_text().strip())
    assert target == str(output).replace(" ", "\\ ") + ":"
    assert read == [f"{tree}/{path}" for path in source_fingerprint.sources_of(tree, HEADER)]
    assert len(read) > 5 and f"{tree}/{INCLUDED}" in read

    made = output.stat().st_mtime_ns
    change(tree / INCLUDED, "#pragma once", "#pragma once  // a comment")
    subprocess.run(call, check=True)
    assert output.stat().st_mtime_ns == made, "what stays the same compiles nothing anew"
    change(tree / INCLUDED, "size_t", "uint64_t")
    subprocess.run(call, check=True)
    assert fingerprint(tree) in output.read_text()


def generated() -> dict[str, tuple[str, str, str]]:
    """Of each source that the build knows: its header, its type, its fingerprint."""
    found = {}
    for file in GENERATED.glob("*.hpp"):
        text = file.read_text()
        kind = re.search(r"was compiled(?:, (.*))?\. Generated", text)
        source = re.search(r'{"([^"]+)", "([^"]+)"}', text)
        assert kind and source, file
        found[file.stem] = (source[1], kind[1] or "", source[2])
    return found


def test_what_was_compiled_is_what_the_tree_says_now() -> None:
    sources = generated()
    assert {"vyukov_ring", "ledger", "work_stealing_pool", "chase_lev_notes", "loses_one"} <= sources.keys()
    other = [name for name, (header, kind, compiled) in sources.items() if fingerprint(ROOT, header, kind) != compiled]
    assert other == [], "the build is older than the sources: make build"


@pytest.mark.parametrize("design", ["spsc_ring", "ledger", "vyukov_ring_as_written"])
def test_a_verdict_is_stored_with_the_fingerprint_that_was_compiled(design: str, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "verdicts.json"
    subprocess.run([os.environ["SCHEDLAB"], "verify", design, "--quiet", "--out", str(file)], capture_output=True,
                   check=False, timeout=300)
    assert json.loads(file.read_text())["designs"][design]["fingerprint"] == generated()[design][2]

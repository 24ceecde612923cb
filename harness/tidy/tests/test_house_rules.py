"""Plants a violation of each house rule in a small tree and sees that it is found, where, and nothing else."""
import importlib.util
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import doors  # noqa: E402
import draw_rooms  # noqa: E402

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "house_rules.py"
specification = importlib.util.spec_from_file_location("house_rules", SCRIPT)
house_rules = importlib.util.module_from_spec(specification)
specification.loader.exec_module(house_rules)


def check(folder: pathlib.Path, files: dict[str, str]):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return house_rules.check(folder, list(files))


def only(folder: pathlib.Path, files: dict[str, str]):
    found = check(folder, files)
    assert len(found) == 1, [str(each) for each in found]
    return found[0]


def test_a_finding_reads_file_line_wrong_right(tmp_path):
    found = only(tmp_path, {"queues/a.hpp": "#pragma once\n"})
    assert str(found) == ("queues/a.hpp:1: no opening comment; "
                          "start with what this is, and whose algorithm if it is one")


def test_file_length(tmp_path):
    assert check(tmp_path, {"harness/run/a.cpp": "// a\n" * 400}) == []
    found = only(tmp_path, {"harness/run/a.cpp": "// a\n" * 401})
    assert (found.line, "401 lines" in found.wrong) == (401, True)


def test_data_may_be_long(tmp_path):
    assert check(tmp_path, {"results/targets.json": "1\n" * 1000}) == []


@pytest.mark.parametrize("file, path", [
    ("queues/a.hpp", "../workloads/a.hpp"),
    ("queues/a.hpp", "../harness/run/a.hpp"),
    ("queues/a.hpp", "../schedulers/a.hpp"),
    ("queues/a.hpp", "peers/a.hpp"),
    ("queues/parts/a.hpp", "../vyukov_ring.hpp"),
    ("queues/a.hpp", "build_info.hpp"),
    ("queues/a.hpp", "checked_sources/a.hpp"),
    ("queues/a.hpp", "queues/b.hpp"),
    ("schedulers/a.hpp", "../workloads/queues/a.hpp"),
    ("schedulers/a.hpp", "../harness/run/a.hpp"),
    ("workloads/queues/a.hpp", "queues/a.hpp"),
    ("workloads/queues/a.hpp", "schedulers/a.hpp"),
    ("workloads/queues/a.hpp", "harness/run/a.hpp"),
    ("workloads/tests/a.cpp", "queues/queue.hpp"),
    ("harness/base/a.cpp", "harness/run/a.hpp"),
    ("harness/run/plan/a.cpp", "harness/run/a.hpp"),
    ("harness/base/tests/a.cpp", "harness/run/a.hpp"),
    ("harness/run/a.cpp", "harness/nowhere/a.hpp"),
    ("harness/run/a.cpp", "queues/tests/catch.hpp"),
    ("harness/run/a.cpp", "plots/a.hpp"),
    ("harness/run/a.cpp", "run_beside_me.hpp"),
])
def test_includes_that_point_the_wrong_way(tmp_path, file, path):
    found = only(tmp_path, {file: f'// a\n#include "{path}"\n'})
    assert (found.line, path.removeprefix("../") in found.wrong) == (2, True)


@pytest.mark.parametrize("file, path", [
    ("queues/a.hpp", "memory/atomic.hpp"),
    ("queues/a.hpp", "queue.hpp"),
    ("queues/parts/a.hpp", "../queue.hpp"),
    ("schedulers/a.hpp", "../queues/queue.hpp"),
    ("workloads/queues/a.hpp", "workloads/queues/b.hpp"),
    ("workloads/tests/a.cpp", "queues/tests/catch.hpp"),
    ("harness/run/a.cpp", "harness/run/plan/a.hpp"),
    ("harness/run/a.cpp", "build_info.hpp"),
    ("queues/tests/a.cpp", "build_info.hpp"),
    ("queues/tests/a.cpp", "queues/wpol/a.hpp"),
    ("harness/run/tests/a.cpp", "harness/base/a.hpp"),
    ("harness/run/tests/a.cpp", "queues/wpol/a.hpp"),
    ("harness/tests/a.cpp", "harness/cli/a.hpp"),
    ("harness/verify/queues/a.cpp", "checked_sources/a.hpp"),
    ("harness/cells/queues/queue_unit.cpp.in", "@HEADER@"),
])
def test_includes_that_are_fine(tmp_path, file, path):
    assert check(tmp_path, {file: f'// a\n#include "{path}"\n#include <vector>\n'}) == []


@pytest.mark.parametrize("line", ["from harness.judge.tables.tables import tables", "from harness.judge.tables import a",
                                  "from harness.judge.nowhere import a"])
def test_imports_that_point_the_wrong_way(tmp_path, line):
    found = only(tmp_path, {"harness/judge/estimate/a.py": f'"""a"""\n{line}\n'})
    assert (found.line, "harness/judge" in found.wrong) == (2, True)


def test_imports_that_are_fine(tmp_path):
    text = '"""a"""\nfrom harness.judge.read.a import b\nfrom harness.judge.estimate import c\nimport json\n'
    assert check(tmp_path, {"harness/judge/estimate/a.py": text}) == []


def test_a_file_in_no_room(tmp_path):
    assert "harness/attic is no room" in only(tmp_path, {"harness/attic/a.cpp": "// a\n"}).wrong


def test_a_crowded_room(tmp_path):
    assert check(tmp_path, {f"harness/run/a{i}.cpp": "// a\n" for i in range(25)}) == []
    assert check(tmp_path, {f"harness/run/tests/a{i}.cpp": "// a\n" for i in range(40)}) == []
    assert "26 files" in only(tmp_path, {f"harness/run/a{i}.cpp": "// a\n" for i in range(26)}).wrong


def test_a_cycle_of_doors_cannot_be_written_down():
    assert list(doors.wrong_doors(doors.MAY_INCLUDE)) == []
    found = list(doors.wrong_doors({"a": {"b"}, "b": {"a"}}))
    assert found == ["a has a door to b, which does not stand above it"]


def test_design_outside_the_catalogue(tmp_path):
    design = "// a\n  static constexpr queue_traits traits{\n"
    catalogue = '# forgotten\nqueue(a HEADER listed.hpp TYPE "a<named_in_a_type<Memory>>")\n'
    files = {"queues/catalogue.cmake": catalogue, "queues/listed.hpp": design, "queues/named_in_a_type.hpp": design,
             "queues/forgotten.hpp": design}
    found = only(tmp_path, files)
    assert (found.file, found.line) == ("queues/forgotten.hpp", 2)


def test_peer_outside_the_catalogue(tmp_path):
    found = only(tmp_path, {"queues/catalogue.cmake": "", "queues/peers/a.hpp": "// a\nqueue_traits traits{};\n"})
    assert found.file == "queues/peers/a.hpp"


@pytest.mark.parametrize("kind", ["acquire", "release", "acq_rel", "seq_cst"])
def test_order_without_partner(tmp_path, kind):
    found = only(tmp_path, {"queues/a.hpp": f"// a\n\nx.load(order::{kind});\n"})
    assert (found.line, kind in found.wrong) == (3, True)


@pytest.mark.parametrize("text", [
    "x.load(order::acquire);  // acquire: pairs with B in push",
    "// acquire: pairs with B in push\nx.load(order::acquire);",
    "// A: this one\n// pairs with B in push, which took\n// a while\nx.load(order::acquire);",
    "// pairs with B\nconst bool a =\n    x.load(order::acquire);",
    "// pairs with B\nx.compare_exchange_weak(a, b, order::acquire, order::relaxed);",
    "// all pair up; each pairs with every other\nx.load(order::seq_cst);\ny.load(order::seq_cst);",
])
def test_order_with_partner(tmp_path, text):
    assert check(tmp_path, {"queues/a.hpp": f"// a\n\n{text}\n"}) == []


def test_partner_of_something_else_does_not_count(tmp_path):
    text = "// a\n\n// pairs with B\nx.load(order::acquire);\nint a = 1;\ny.load(order::acquire);\n"
    assert only(tmp_path, {"queues/a.hpp": text}).line == 6


def test_relaxed_without_reason(tmp_path):
    assert only(tmp_path, {"schedulers/a.hpp": "// a\n\nx.load(order::relaxed);\n"}).line == 3


@pytest.mark.parametrize("text", [
    "x.load(order::relaxed);  // relaxed: a guess",
    "// relaxed: a guess\nx.load(order::relaxed);\ny.load(order::relaxed);\nz.load(order::relaxed);",
    "// relaxed, all of them: counts only\nx.load(order::relaxed);",
])
def test_relaxed_with_reason(tmp_path, text):
    assert check(tmp_path, {"queues/a.hpp": f"// a\n\n{text}\n"}) == []


def test_reason_of_something_else_does_not_count(tmp_path):
    text = "// a\n\n// relaxed: a guess\nx.load(order::relaxed);\n\ny.load(order::relaxed);\n"
    assert only(tmp_path, {"queues/a.hpp": text}).line == 6


def test_orders_in_comments_memory_and_tests_are_free(tmp_path):
    text = "// a\n\nx.load(order::acquire);\n"
    files = {"queues/a.hpp": "// uses order::acquire\n", "queues/memory/a.hpp": text, "queues/tests/a.cpp": text,
             "harness/run/a.cpp": text}
    assert check(tmp_path, files) == []


def test_two_atomic_operations_on_a_line(tmp_path):
    text = "// a\n\n// relaxed: a copy\nx.store(y.load(order::relaxed), order::relaxed);\n"
    found = only(tmp_path, {"queues/a.hpp": text})
    assert (found.line, "more than one" in found.wrong) == (4, True)


@pytest.mark.parametrize("mark", ["TO" + "DO", "FIX" + "ME"])
@pytest.mark.parametrize("file", ["harness/run/a.cpp", "docs/a.md", "Makefile"])
def test_marks(tmp_path, mark, file):
    assert only(tmp_path, {file: f"// a\n{mark}: later\n"}).line == 2


@pytest.mark.parametrize("path", ["../" + "shared/facts", "see ." + "library/x"])
def test_mentions_of_what_is_not_here(tmp_path, path):
    assert only(tmp_path, {"docs/a.md": f"a\n\n{path}\n"}).line == 3


def test_plots_run_nothing(tmp_path):
    assert only(tmp_path, {"plots/a.py": '"""a"""\nimport subprocess\n'}).line == 2
    assert check(tmp_path, {"harness/judge/read/a.py": '"""a"""\nimport subprocess\n'}) == []


def test_the_repo_keeps_its_rules():
    root = SCRIPT.parents[2]
    files = house_rules.known_files(root)
    assert "harness/tidy/house_rules.py" in files
    assert [str(finding) for finding in house_rules.check(root, files)] == []


def test_the_drawing_of_the_rooms_is_what_the_doors_say():
    assert draw_rooms.PICTURE.read_text(encoding="utf-8") == draw_rooms.picture(), "harness/tidy/draw_rooms.py draws it"

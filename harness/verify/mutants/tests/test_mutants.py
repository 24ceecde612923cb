"""The lists of mutants: each change still applies, and what is wrong with a list is named. `make mutants` tries them."""
import pathlib

import pytest

from harness.verify.mutants import mutants

LISTS = sorted(pathlib.Path(mutants.HERE).glob("*.mutants"))
RIGHT = """X1 broken quick
  what: nothing is given
  in: queues/yardsticks/null_queue.hpp
  check: null_queue
- #pragma once
+ #pragma twice
"""


def parsed(tmp_path: pathlib.Path, text: str) -> list[mutants.Mutant]:
    file = tmp_path / "some.mutants"
    file.write_text(text)
    return mutants.parsed(file)


def test_every_listed_change_applies_once_and_has_a_name_of_its_own() -> None:
    every = [one for path in LISTS for one in mutants.parsed(path)]
    assert len(every) >= 120
    assert len({one.name for one in every}) == len(every)
    for one in every:
        assert mutants.applied(one) != (mutants.ROOT / one.header).read_text()


def test_a_list_is_read_as_it_is_written(tmp_path: pathlib.Path) -> None:
    (one,) = parsed(tmp_path, "# a remark\n\n" + RIGHT)
    assert (one.name, one.kind, one.quick, one.design) == ("X1", "broken", True, "null_queue")
    changed = mutants.applied(one).splitlines()
    assert " #pragma twice" in changed and "#pragma once" not in changed


@pytest.mark.parametrize(("old", "new", "says"), [
    ("broken quick", "wrong", "broken, same, missed"),
    ("broken quick", "broken slow", "perhaps quick"),
    ("broken quick", "missed", "lacks why"),
    ("  check: null_queue\n", "", "lacks check"),
    ("- #pragma once\n", "", "lacks the lines"),
    ("  what: nothing", "  whatever: nothing", "no fact"),
])
def test_what_is_wrong_with_a_list_is_named(tmp_path: pathlib.Path, old: str, new: str, says: str) -> None:
    with pytest.raises(mutants.WrongList, match=says):
        parsed(tmp_path, RIGHT.replace(old, new))


def test_a_change_that_no_longer_applies_is_named(tmp_path: pathlib.Path) -> None:
    (one,) = parsed(tmp_path, RIGHT.replace("- #pragma once", "- #pragma never"))
    with pytest.raises(mutants.WrongList, match="stands 0 times in queues/yardsticks/null_queue.hpp"):
        mutants.applied(one)

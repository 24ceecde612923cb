"""A type whose moves may throw is no item: it is refused at compile time, because a slot that was claimed for it would stay
claimed. One that only promises not to throw is accepted, whatever else it lacks."""
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROMISE = {
    "constructor": "the item's move constructor and destructor must be noexcept",
    "destructor": "the item's move constructor and destructor must be noexcept",
    "assignment": "the item's move assignment must be noexcept",
}
DESIGNS = ["vyukov_ring", "claim_ring", "spsc_ring", "michael_scott_queue", "segmented_queue", "mutex_queue", "priority_heap"]


def compiled(compiler: str, design: str, throwing: str) -> subprocess.CompletedProcess:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    promises = {part: "noexcept(false)" if part == throwing else "noexcept" for part in PROMISE}
    source = f"""
        #include "queues/{design}.hpp"
        struct item {{
          explicit item(int);
          item(item&&) {promises["constructor"]};
          item& operator=(item&&) {promises["assignment"]};
          ~item() {promises["destructor"]};
        }};
        template class schedlab::{design}<item>;
        """
    command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{ROOT}", "-x", "c++", "-"]
    return subprocess.run(command, input=source, capture_output=True, text=True)


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
@pytest.mark.parametrize("design", DESIGNS)
def test_an_item_that_cannot_be_copied_or_made_of_nothing_compiles(compiler, design):
    result = compiled(compiler, design, throwing="nothing")
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
@pytest.mark.parametrize("throwing", PROMISE)
def test_an_item_whose_moves_may_throw_does_not_compile(compiler, throwing):
    result = compiled(compiler, "vyukov_ring", throwing)
    assert result.returncode != 0
    assert PROMISE[throwing] in result.stderr


@pytest.mark.parametrize("design", DESIGNS)
def test_every_design_refuses_it(design):
    assert PROMISE["assignment"] in compiled("g++", design, "assignment").stderr

"""schedlab verify as people call it: verdicts, counter-examples, bad calls, exit codes."""
import json
import os
import pathlib
import re
import subprocess
import time
import xml.etree.ElementTree

import pytest

SCHEDLAB = os.environ["SCHEDLAB"]
BASELINE = pathlib.Path(__file__).resolve().parents[3] / "results/baselines/verdicts.json"


def verify(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([SCHEDLAB, "verify", *arguments], capture_output=True, text=True, timeout=900, check=False)


def test_every_design_is_without_fault_or_refuted_as_known(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "verdicts.json"
    done = verify("--quiet", "--out", str(file))
    # On failure the table and the counter-examples are what there is to read.
    assert done.returncode == 0, "\n" + done.stdout + done.stderr
    designs = json.loads(file.read_text())["designs"]
    assert (designs["vyukov_ring"]["verdict"], designs["vyukov_ring"]["suite"]) == ("clean", "quick")
    assert designs["vyukov_ring"]["bounds"].keys() == {"sc", "tso", "weak"}
    assert designs["wpol_queue_as_written"]["defects"] == ["A", "A'", "A2", "B", "C1", "C2", "D2", "E"]
    assert "enough" in designs["wpol_queue_as_written"]["specified_orders"]["the whole table"]
    assert re.search(r"^vyukov_ring +quick ", done.stdout, re.MULTILINE)
    assert not says_clean(done.stdout)


def says_clean(text: str) -> bool:
    """Whether a design is called clean; the text also says who says so, and where this checkout lies."""
    return "clean" in re.sub(r"only (all of )?--suite full says clean", "", text).replace(SCHEDLAB, "")


def test_the_baseline_is_of_the_full_suite() -> None:
    designs = json.loads(BASELINE.read_text())["designs"]
    others = [name for name, verdict in designs.items() if verdict["suite"] != "full"]
    assert others == [], "schedlab verify --suite full --update-baseline"


@pytest.mark.parametrize(("arguments", "said", "suite", "explained"), [
    (["--suite", "full"], "clean", "full", False),
    ([], "quick", "quick", True),
    (["--model", "sc"], "part", "part", True),
    (["--suite", "full", "--preemptions", "1"], "part", "part", True),
    (["--scenario", "capacity 2; push | pop"], "clean within this scenario", "one scenario", False),
])
def test_nothing_less_than_the_full_suite_is_called_clean(arguments: list[str], said: str, suite: str, explained: bool,
                                                          tmp_path: pathlib.Path) -> None:
    call = ["spsc_ring", "--quiet", "--out", str(tmp_path / "v.json"), *arguments]
    done = verify(*call)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == f"spsc_ring: {said}"
    assert (f"\n  {said}: no fault in " in done.stdout) == explained
    assert not says_clean(done.stdout.replace(f"spsc_ring: {said}", ""))
    (design,) = json.loads(verify(*call, "--json").stdout)["designs"]
    assert (design["verdict"], design["suite"]) == ("clean", suite)


def test_a_counter_example_can_be_read_replayed_and_drawn(tmp_path: pathlib.Path) -> None:
    picture = tmp_path / "trace.svg"
    done = verify("wpol_queue_as_written", "--json", "--out", str(tmp_path / "v.json"), "--svg", str(picture))
    assert done.returncode == 1
    (design,) = json.loads(done.stdout)["designs"]
    lost = design["defects"][0]
    assert lost["id"] == "A" and lost["found"]
    shown = lost["counterexample"]
    assert 1 < len(shown["trace"]) <= 12
    assert any("wpol_queue_as_written" in line["where"] or "push_number" in line["where"] for line in shown["trace"])
    xml.etree.ElementTree.parse(picture)

    again = verify("--replay", shown["replay"])
    assert again.returncode == 1
    assert shown["text"] in again.stdout
    assert "wpol_queue_as_written.hpp:" in again.stdout

    trace = tmp_path / "trace.txt"
    trace.write_text(shown["replay"] + "\n")
    assert verify("--replay", str(trace)).stdout == again.stdout


@pytest.mark.parametrize(("arguments", "says"), [
    (["vyukov_rin"], "nearest: vyukov_ring"),
    (["tbb_bounded_queue"], "a library"),
    (["vyukov_ring", "--model", "arm"], "arm"),
    (["vyukov_ring", "--preemptions", "two"], "whole number"),
    (["vyukov_ring", "--seconds", "0"], "above 0"),
    (["vyukov_ring", "--scenario", "capacity 3; push | pop"], "capacity"),
    (["vyukov_ring", "--scenario", "capacity 2; push | flip"], "no operation 'flip'"),
    (["vyukov_ring", "--scenario", "capacity 2; push | steal"], "only a deque"),
    (["chase_lev_deque", "--scenario", "capacity 2; push | push"], "the owner"),
    (["--scenario", "push | pop"], "needs a design"),
    (["--replay", "nonsense"], "is no trace"),
    (["--replay", ""], "empty"),
    ([""], "empty"),
    (["vyukov_ring", "--scenario", ""], "empty"),
    (["chase_lev_deque", "--scenario", "items owned; capacity 2; push | steal"], "own nothing"),
    (["global_queue", "--scenario", "workers 1; items owned; submit stop"], "only a queue's items"),
    (["--replay", "nothing:sc:1:0:traits:0:push"], "no design 'nothing'"),
    (["vyukov_ring", "--scenario", "cap 2; push | pop"], "capacity N"),
    (["vyukov_ring", "--update-baseline"], "the full suite's verdicts; add --suite full"),
    (["vyukov_ring", "--update-baseline", "--suite", "full", "--model", "sc"], "leave out --scenario, --model"),
])
def test_a_wrong_call_is_named(arguments: list[str], says: str) -> None:
    done = verify(*arguments, "--quiet")
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stdout == ""


def test_a_scenario_too_large_for_its_limit_is_never_clean(tmp_path: pathlib.Path) -> None:
    done = verify("mutex_queue", "--model", "sc", "--seconds", "0.5", "--quiet", "--scenario",
                  "capacity 4; push push push push | pop pop pop pop | push pop push pop | push pop push pop")
    assert done.returncode == 3
    assert "unfinished, clean to " in done.stdout


def test_seconds_limit_the_whole_call(tmp_path: pathlib.Path) -> None:
    began = time.monotonic()
    done = verify("spsc_ring", "--seconds", "2", "--quiet", "--out", str(tmp_path / "v.json"), "--scenario",
                  "capacity 4; push push push push push push push push | pop pop pop pop pop pop pop pop")
    assert time.monotonic() - began < 10
    assert done.returncode in (0, 3), done.stdout + done.stderr


def test_a_naive_exploration_refutes_no_wait_free_design(tmp_path: pathlib.Path) -> None:
    for design in ("spsc_ring", "spsc_flag_ring"):
        done = verify(design, "--naive", "--model", "sc", "--quiet", "--seconds", "20", "--scenario",
                      "capacity 1; push | pop")
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("arguments", [["--out", "/proc/nowhere/v.json"], ["--svg", "/proc/nowhere/trace.svg"]])
def test_what_cannot_be_written_is_said_behind_the_verdict(arguments: list[str], tmp_path: pathlib.Path) -> None:
    out = [] if "--out" in arguments else ["--out", str(tmp_path / "v.json")]
    design = "spsc_ring" if "--out" in arguments else "vyukov_ring_as_written"
    done = verify(design, "--quiet", *out, *arguments)
    assert done.returncode == 2
    assert design in done.stdout
    assert "nowhere" in done.stderr


def test_nothing_is_drawn_of_a_design_without_fault_and_its_verdict_stands(tmp_path: pathlib.Path) -> None:
    done = verify("spsc_ring", "--quiet", "--out", str(tmp_path / "v.json"), "--svg", str(tmp_path / "trace.svg"))
    assert done.returncode == 0
    assert "spsc_ring: quick" in done.stdout
    assert "nothing is drawn" in done.stderr
    assert not (tmp_path / "trace.svg").exists()


def test_a_stale_trace_is_called_stale() -> None:
    text = verify("wpol_queue_as_written", "--json", "--quiet").stdout
    replay = json.loads(text)["designs"][0]["defects"][0]["counterexample"]["replay"]
    design, model, preemptions, spurious, kind, choices, scenario = replay.split(":", 6)
    assert choices
    for wrong in (choices + ".0.0.0.0.0.0.0.0.0", "7"):
        done = verify("--replay", ":".join([design, model, preemptions, spurious, kind, wrong, scenario]))
        assert done.returncode == 2
        assert "stale" in done.stderr


def test_the_orders_are_those_of_the_baseline() -> None:
    for design in ("vyukov_ring", "chase_lev_deque"):
        done = verify(design, "--orders", "--quiet")
        assert done.returncode == 0, "\n" + done.stdout + done.stderr


def test_orders_as_json_name_the_site_and_what_breaks() -> None:
    (table,) = json.loads(verify("vyukov_ring", "--orders", "--json").stdout)
    assert {row["function"] for row in table["rows"]} == {"try_push", "try_pop"}
    for row in table["rows"]:
        assert row["written"] == row["weakest"]
        assert row["tried"][0]["fault"] == "data race"

"""The contract suite, as a user runs it, fails for queues that are broken on purpose, and says why."""
import os
import pathlib
import re
import subprocess

import pytest

TESTS = pathlib.Path(os.environ.get("SCHEDLAB_BROKEN_CONTRACT", "build/release/broken_contract_tests"))
SANITIZED = any(name in os.environ.get("SCHEDLAB_BUILD", "") for name in ("asan", "tsan"))
pytestmark = [pytest.mark.skipif(not TESTS.exists(), reason=f"{TESTS} is not built (target `tests`)"),
              pytest.mark.skipif(SANITIZED, reason="too few items under a sanitizer for a fault in 100,000")]


def run(design: str, timeout_s: float) -> tuple[int, str]:
    result = subprocess.run([str(TESTS), f"{design}: exactly_once"], capture_output=True, text=True, timeout=timeout_s)
    return result.returncode, result.stdout + result.stderr


@pytest.mark.parametrize("design, why", [("loses_one", r"\d+ lost, first item \d+ of producer \d"),
                                         ("doubles_one", r"\d+ doubled, first item \d+ of producer \d"),
                                         ("reorders_one", r"\d+ out of order, first item \d+ of producer \d")])
def test_a_wrong_queue_fails(design, why):
    code, output = run(design, 60)
    assert code != 0
    assert re.search(why, re.sub(r"\s+", " ", output)), output


def test_a_crash_is_a_failure_with_the_scenario_named():
    code, output = run("crashes", 60)
    assert code != 0
    assert "crashes: exactly_once" in output


def test_a_hang_does_not_pass():
    with pytest.raises(subprocess.TimeoutExpired):
        run("hangs", 3)

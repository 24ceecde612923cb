"""What other programs do to a run is measured, and said where its numbers are read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SCHEDLAB = os.environ.get("SCHEDLAB", str(Path(__file__).resolve().parents[2] / "build" / "release" / "schedlab"))
PATIENCE_S = 900  # another run may have its turn first


@pytest.fixture
def busy_machine() -> Iterator[None]:
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    yield
    for other in others:
        other.kill()
        other.wait()


@pytest.mark.skipif(not Path("/proc/stat").exists(), reason="the system doesn't tell")
def test_the_work_of_others_stands_above_the_tables(tmp_path: Path, busy_machine: None) -> None:
    done = subprocess.run([SCHEDLAB, "run", "queue/vyukov_ring/pair/1t", "--repetitions", "20", "--out", tmp_path / "run"],
                          capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    own = json.loads((tmp_path / "run" / "run.json").read_text())["context"]["schedlab"]
    # One thread of ours on a busy machine: half of one CPU is its own, all others are theirs.
    assert 0.3 < own["others_share"] <= 1 and own["others_share_at_start"] > 0.5
    above = done.stdout.partition("Machine:")[0]
    assert "WARNING: just before the run other programs used" in above
    assert "WARNING: during the run other programs used" in above
    assert "other programs" in " ".join(done.stdout.partition("Machine:")[2].split()).partition("Measured:")[0]
    assert "load average" not in done.stdout + done.stderr

"""Google Benchmark's own compare.py reads two files of our shape."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from synthetic_run import SyntheticRun

PLACES = [Path("/usr/share/benchmark/compare.py"), Path("/usr/local/share/googlebenchmark/tools/compare.py"),
          Path("/opt/homebrew/share/googlebenchmark/tools/compare.py")]


def test_compare_reads_two_runs(tmp_path: Path) -> None:
    tool = next((place for place in PLACES if place.exists()), None)
    if tool is None:
        pytest.skip("compare.py is absent: Debian's package libbenchmark-tools brings it")
    files = []
    for name, time in (("a", 4.0), ("b", 5.0)):
        run = SyntheticRun().design("ring").cell("ring", "pair", "1t", [time, time + 1, time + 2], p99_ns=30.0)
        run.cell("ring", "mpmc", "1p1c", [9.0, 9.5, 10.0], ["80ns"]).failure("ring", "ping_pong", "2t", "hang")
        files.append(str(run.write(tmp_path / name) / "run.json"))
    done = subprocess.run([sys.executable, str(tool), "--no-color", "benchmarks", *files],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines() if line.startswith("queue/ring/pair/1t")]
    assert len(rows) >= 3 and "+0.2500" in rows[0]

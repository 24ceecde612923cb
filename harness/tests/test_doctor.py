"""schedlab doctor on machines that do not exist: their /proc and /sys lie in a folder of the test."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
from pathlib import Path

import pytest

SCHEDLAB = os.environ.get("SCHEDLAB", str(Path(__file__).resolve().parents[2] / "build" / "release" / "schedlab"))
CPUS = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
needs_two_cpus = pytest.mark.skipif(len(CPUS) < 2, reason="needs two CPUs")

FIRST, SECOND = (CPUS + [0, 1])[:2]
CPU = "sys/devices/system/cpu"
QUIET_MACHINE = {
    "proc/cpuinfo": "model name\t: a good CPU\nflags\t\t: fpu\n",
    "proc/sys/kernel/randomize_va_space": "2\n",
    "proc/sys/kernel/perf_event_paranoid": "1\n",
    "proc/self/cgroup": "0::/\n",
    f"{CPU}/cpu0/cpufreq/scaling_governor": "performance\n",
    f"{CPU}/intel_pstate/no_turbo": "1\n",
    "sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc\n",
    "sys/devices/system/node/online": "0\n",
    "sys/devices/system/node/node0/cpulist": f"{FIRST}-{SECOND}\n",
    f"{CPU}/cpu{FIRST}/topology/thread_siblings_list": f"{FIRST}\n",
    f"{CPU}/cpu{SECOND}/topology/thread_siblings_list": f"{SECOND}\n",
}


def examined(root: Path, changes: dict[str, str], *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    for name, text in (QUIET_MACHINE | changes).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    command = [SCHEDLAB, "doctor", "--seconds", "0.1", *words]
    if CPUS:
        command = ["taskset", "-c", f"{FIRST},{SECOND}", *command]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False,
                          env=os.environ | {"SCHEDLAB_SYSTEM_ROOT": str(root)} | environment)


def findings(root: Path, changes: dict[str, str], **environment: str) -> dict[str, dict[str, str]]:
    document = json.loads(examined(root, changes, "--json", **environment).stdout)
    return {finding["what"]: finding for finding in document["findings"]}


@needs_two_cpus
def test_nothing_is_said_against_what_is_fine(tmp_path: Path) -> None:
    found = findings(tmp_path, {}, SCHEDLAB_LOCK_FOLDER=str(tmp_path))
    for what in ("CPU quota", "SMT siblings", "memory nodes", "virtual machine", "frequency governor", "turbo",
                 "address randomisation", "other measuring run", "clock source"):
        assert found[what]["state"] == "ok", found[what]


@needs_two_cpus
@pytest.mark.parametrize("what, state, value, changes", [
    ("CPU quota", "bad", "0.50 CPUs' worth for 2 CPUs",
     {"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
      "sys/fs/cgroup/a/cpu.max": "50000 100000\n"}),
    ("CPU quota", "bad", "1.50 CPUs' worth", {"sys/fs/cgroup/cpu.max": "150000 100000\n"}),
    ("CPU quota", "ok", "4.00 CPUs' worth", {"sys/fs/cgroup/cpu.max": "400000 100000\n"}),
    ("CPU quota", "bad", "1.00 CPUs' worth",
     {"proc/self/cgroup": "7:memory:/x\n4:cpu,cpuacct:/docker/1\n",
      "sys/fs/cgroup/cpu/docker/1/cpu.cfs_quota_us": "100000\n",
      "sys/fs/cgroup/cpu/docker/1/cpu.cfs_period_us": "100000\n"}),
    ("CPU quota", "ok", "none",
     {"proc/self/cgroup": "4:cpu,cpuacct:/docker/1\n", "sys/fs/cgroup/cpu/docker/1/cpu.cfs_quota_us": "-1\n",
      "sys/fs/cgroup/cpu/docker/1/cpu.cfs_period_us": "100000\n"}),
    ("SMT siblings", "warn", f"CPUs {FIRST} and {SECOND} share a core",
     {f"{CPU}/cpu{FIRST}/topology/thread_siblings_list": f"{FIRST},{SECOND}\n"}),
    ("memory nodes", "warn", "2",
     {"sys/devices/system/node/online": "0-1\n", "sys/devices/system/node/node0/cpulist": f"{FIRST}\n",
      "sys/devices/system/node/node1/cpulist": f"{SECOND}\n"}),
    ("virtual machine", "warn", "yes", {"proc/cpuinfo": "flags\t: fpu hypervisor\n"}),
    ("frequency governor", "warn", "powersave", {f"{CPU}/cpu0/cpufreq/scaling_governor": "powersave\n"}),
    ("turbo", "warn", "on", {f"{CPU}/intel_pstate/no_turbo": "0\n"}),
    ("address randomisation", "bad", "off", {"proc/sys/kernel/randomize_va_space": "0\n"}),
    ("clock source", "warn", "hpet", {"sys/devices/system/clocksource/clocksource0/current_clocksource": "hpet\n"}),
    ("perf_event_paranoid", "note", "4", {"proc/sys/kernel/perf_event_paranoid": "4\n"})])
def test_what_spoils_a_measurement_is_found(what: str, state: str, value: str, changes: dict[str, str],
                                           tmp_path: Path) -> None:
    found = findings(tmp_path, changes)[what]
    assert found["state"] == state and value in found["value"], found


@needs_two_cpus
def test_the_verdict_is_the_worst_finding_and_the_exit_code_means_it(tmp_path: Path) -> None:
    for number, changes in enumerate(({}, {"proc/sys/kernel/randomize_va_space": "0\n"})):
        done = examined(tmp_path / str(number), changes, "--json")
        document = json.loads(done.stdout)
        states = {finding["state"] for finding in document["findings"]}
        assert document["fit_for_ratios"] == ("bad" not in states) == (done.returncode == 0)
        assert document["fit_for_nanoseconds"] == (not states & {"bad", "warn"})
        assert done.returncode in (0, 1)
    assert document["verdict"].startswith("not fit to measure: ") and "address randomisation" in document["verdict"]
    told = examined(tmp_path / "1", changes)
    assert told.returncode == 1
    assert " ".join(told.stdout.split()).endswith("address randomisation.") or "This machine is not fit" in told.stdout


def test_another_measuring_run_is_named(tmp_path: Path) -> None:
    with (tmp_path / "measuring").open("w") as lock:
        lock.write("process 4711 since yesterday\n")
        lock.flush()
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = findings(tmp_path, {}, SCHEDLAB_LOCK_FOLDER=str(tmp_path))["other measuring run"]
    assert found["state"] == "bad" and "4711" in found["value"]


def test_it_watches_long_enough_to_see_a_mode_change() -> None:
    assert "(default 6)" in subprocess.run([SCHEDLAB, "doctor", "--help"], capture_output=True, text=True).stdout
    done = subprocess.run([SCHEDLAB, "doctor", "--seconds", "0"], capture_output=True, text=True)
    assert done.returncode == 2 and "from 0.1 to 3600" in done.stderr

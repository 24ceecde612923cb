"""The line between a run and its repetitions, as another program would drive it: it carries a version."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from pathlib import Path

SCHEDLAB = os.environ.get("SCHEDLAB", str(Path(__file__).resolve().parents[2] / "build" / "release" / "schedlab"))
REQUEST = {"protocol": 1, "cell": "queue/vyukov_ring/pair/1t", "parent": os.getpid(), "max_threads": 4, "warmup_s": 0.001,
           "window_s": 0.005, "watchdog_s": 5, "seed": 7}
DESCRIPTOR = 3


def asked(request: dict) -> tuple[dict, str, int]:
    """The answer of a repetition, what it said on standard error, its exit code."""
    ours, theirs = socket.socketpair()

    def put_in_place() -> None:
        os.dup2(theirs.fileno(), DESCRIPTOR)
        os.set_inheritable(DESCRIPTOR, True)

    child = subprocess.Popen([SCHEDLAB, "repetition"], stderr=subprocess.PIPE, text=True, close_fds=False, preexec_fn=put_in_place)
    theirs.close()
    ours.sendall(json.dumps(request).encode() + b"\n")
    answer = b""
    while part := ours.recv(1 << 16):
        answer += part
    said = child.communicate(timeout=60)[1]
    ours.close()
    return json.loads(answer), said, child.returncode


def test_a_request_of_this_version_is_answered_in_it() -> None:
    answer, _, code = asked(REQUEST)
    assert code == 0 and answer["protocol"] == 1 and answer["benchmark"]["real_time"] > 0


def test_a_request_of_another_version_is_refused_in_words() -> None:
    for request, other in (({**REQUEST, "protocol": 2}, "2"), ({k: v for k, v in REQUEST.items() if k != "protocol"}, "none")):
        answer, said, code = asked(request)
        assert (answer, code) == ({"protocol": 1}, 2)
        assert f"speaks version 1 of the line between a run and its repetitions, the run speaks {other}\n" in said

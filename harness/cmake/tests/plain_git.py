"""git as it is for everybody: without the settings of whoever runs the tests, who may sign commits, or trust every folder."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

PLAIN_GIT = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}


def git(folder: Path, *words: str) -> str:
    person = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
    return subprocess.run(["git", *person, "-C", str(folder), *words], capture_output=True, text=True, check=True,
                          env=PLAIN_GIT).stdout.strip()

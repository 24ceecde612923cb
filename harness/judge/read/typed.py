"""Commands as they can be typed here. Texts name the program `schedlab`; it says in SCHEDLAB_TYPED how it was called."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

_COMMAND = re.compile(r"(?<![\w./-])schedlab(?= (?:list|run|verify|show|compare|doctor|completion|--\w+)\b)")


def as_typed(text: str) -> str:
    return _COMMAND.sub(lambda _: os.environ.get("SCHEDLAB_TYPED", "schedlab"), text)


def quoted(path: Path) -> str:
    """As a shell takes it."""
    return shlex.quote(str(path))

"""Commands as they can be typed here. The texts name the program `schedlab`; SCHEDLAB_TYPED says how it was called."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

_COMMAND = re.compile(r"(?<![\w./-])schedlab(?= (?:list|run|verify|show|compare|doctor|completion|--\w+)\b)")


def as_typed(text: str) -> str:
    return _COMMAND.sub(lambda _: os.environ.get("SCHEDLAB_TYPED", "schedlab"), text)


def quoted(path: Path) -> str:
    """The path, quoted for a shell."""
    return shlex.quote(str(path))

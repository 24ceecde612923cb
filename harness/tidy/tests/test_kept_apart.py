"""The list of what stands twice on purpose names places that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_every_place_that_is_kept_apart_exists() -> None:
    rows = [line.split("|")[2] for line in (ROOT / "docs" / "kept_apart.md").read_text().splitlines()
            if line.startswith("| ")][1:]
    places = [place for row in rows for place in re.findall(r"`([\w/.]+/[\w/.]+)`", row)]
    assert len(rows) > 10 and len(places) > 20
    assert [place for place in places if not (ROOT / place).exists()] == []

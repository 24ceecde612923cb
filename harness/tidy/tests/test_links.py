"""Every link of a document that leads into the repo, and every path that it names, leads somewhere."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
NAMED = re.compile(r"`((?:harness|schedulers|workloads|docs)/[\w/.]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def broken_links(document: Path) -> list[str]:
    targets = [target for target in LINK.findall(document.read_text(encoding="utf-8")) if "://" not in target]
    return [target for target in targets if not (document.parent / target).exists()]


def all_documents() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split()] or list(ROOT.rglob("*.md"))


def missing_paths(text: str) -> list[str]:
    """Of the paths in backquotes; rooms in short, such as `queues/` within harness/cells, are not told from others."""
    return [path for path in NAMED.findall(text) if not (ROOT / path).exists()]


def test_no_document_has_a_broken_link() -> None:
    documents = all_documents()
    assert len(documents) > 5
    assert {str(path.relative_to(ROOT)): found for path in documents if (found := broken_links(path))} == {}


def test_every_path_that_a_document_names_is_there() -> None:
    assert {str(path.relative_to(ROOT)): found for path in all_documents()
            if (found := missing_paths(path.read_text(encoding="utf-8")))} == {}


def test_a_path_that_is_gone_is_found() -> None:
    assert missing_paths("`harness/tidy/doors.py`, `harness/gone.py`, `schedulers/`") == ["harness/gone.py"]


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    document = tmp_path / "page.md"
    document.write_text("[here](page.md) [there](https://a.b/c) [section](page.md#x) [gone](gone.md)")
    assert broken_links(document) == ["gone.md"]

"""Every link of a document that leads into the repo leads somewhere."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def broken_links(document: Path) -> list[str]:
    targets = [target for target in LINK.findall(document.read_text(encoding="utf-8")) if "://" not in target]
    return [target for target in targets if not (document.parent / target).exists()]


def test_no_document_has_a_broken_link() -> None:
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    documents = [ROOT / name for name in listed.split()] or list(ROOT.rglob("*.md"))
    assert len(documents) > 5
    assert {str(path.relative_to(ROOT)): found for path in documents if (found := broken_links(path))} == {}


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    document = tmp_path / "page.md"
    document.write_text("[here](page.md) [there](https://a.b/c) [section](page.md#x) [gone](gone.md)")
    assert broken_links(document) == ["gone.md"]

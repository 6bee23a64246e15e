"""SECURITY.md names tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_promise_has_its_test() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)
    assert len(named) > 15
    missing = [
        f"{file}::{name}"
        for file, name in named
        if f"def {name}(" not in (ROOT / file).read_text(encoding="utf-8", errors="replace")
    ]
    assert missing == []
    files = [part for part in re.split(r"\n## ", text)[1:] if part.startswith(("Files", "The cache", "The network"))]
    for section in files:
        promises = re.findall(r"^\* \*\*.*?(?=^\* |\Z|^$)", section, re.MULTILINE | re.DOTALL)
        assert promises and all("::test_" in promise for promise in promises)

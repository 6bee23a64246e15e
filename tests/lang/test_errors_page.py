"""The pages of codes: every code is explained in one place, and its example gives it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bridgelang
from bridgelang.compile.pipeline import compile_text

ROOT = Path(__file__).parents[2]
PAGES = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("errors.md", "lint.md")]
SECTIONS = re.findall(r"^## (B\d+): (.+)\n((?:(?!## ).*\n?)*)", PAGES[0], re.MULTILINE)
EXAMPLES = [(code, text) for code, _, body in SECTIONS for text in re.findall(r"```bid\n(.*?)```", body, re.DOTALL)]


def test_every_code_is_explained_once() -> None:
    used = set()
    for path in Path(bridgelang.__file__).parent.rglob("*.py"):
        used |= set(re.findall(r'"(B\d{3})"', path.read_text(encoding="utf-8")))
    explained = [code for page in PAGES for code in re.findall(r"^## (B\d+): ", page, re.MULTILINE)]
    assert sorted(explained) == sorted(used)


@pytest.mark.parametrize(("code", "text"), EXAMPLES, ids=[code for code, _ in EXAMPLES])
def test_each_example_gives_its_code(code: str, text: str) -> None:
    assert code in {one.code for one in compile_text(text, "my.bid").diagnostics}

"""What each code of a message means: the sections of ``docs/errors.md`` and ``docs/lint.md``, found by code.

The pages are the one place where the codes are explained; an installed package carries them along.
"""

from __future__ import annotations

import functools
import os
import re

from attrs import frozen

from bridgelang.errors import NotationError
from bridgelang.lang.diagnostics import nearest
from bridgelang.lang.grammar import resource_folder

PAGES = ("errors.md", "lint.md")
_SECTION = re.compile(r"^## (B\d{3}): (.*)$", re.MULTILINE)
_EXAMPLE = re.compile(r"^```bid\n(.*?)^```\n*", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


@frozen
class Explanation:
    """One code: its title, what the page says, and examples, each wrong and then put right."""

    code: str
    title: str
    text: str
    examples: tuple[str, ...]
    page: str

    def as_text(self) -> str:
        """The explanation for a terminal, the examples under headings of their own."""
        parts = [f"{self.code}: {self.title}"]
        if self.text:
            parts.append(self.text)
        for heading, example in zip(("For example", "Put right"), self.examples, strict=False):
            indented = "\n".join(f"    {line}".rstrip() for line in example.rstrip("\n").split("\n"))
            parts.append(f"{heading}:\n\n{indented}")
        return "\n\n".join(parts)

    def as_json(self) -> dict[str, object]:
        """The explanation as plain values."""
        return {"code": self.code, "title": self.title, "text": self.text, "examples": list(self.examples)}


@functools.cache
def explanations() -> dict[str, Explanation]:
    """Every code that is explained, in order."""
    out: dict[str, Explanation] = {}
    for page in PAGES:
        with open(os.path.join(resource_folder("docs"), page), encoding="utf-8") as file:
            out.update((one.code, one) for one in _sections(file.read(), page))
    return dict(sorted(out.items()))


def _sections(text: str, page: str) -> list[Explanation]:
    """The explanations of one page."""
    parts = _SECTION.split(text)
    out = []
    for code, title, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        examples = tuple(found.group(1) for found in _EXAMPLE.finditer(body))
        prose = _LINK.sub(r"\1", _EXAMPLE.sub("", body)).strip()
        out.append(Explanation(code, title.strip(), prose, examples, page))
    return out


def explain(code: str) -> Explanation:
    """What a code means; case and brackets are ignored.

    >>> explain("b120").title
    'a range that is upside down'

    Raises:
        NotationError: when no message has this code; names the nearest one that is.
    """
    wanted = code.strip().strip("[]").upper()
    found = explanations().get(wanted)
    if found is None:
        near = nearest(wanted, explanations())
        hint = f"did you mean {near}?" if near else "`bridgelang explain-code` lists them all"
        raise NotationError(f"no message has the code `{code}`; {hint}", code)
    return found

"""What the editor shows over a line: what the call shows here and how often it comes up, or what a word means."""

from __future__ import annotations

from collections.abc import Mapping

from bridgelang.compile.files import find_convention
from bridgelang.compile.shipped import header
from bridgelang.editor.facts import RuleFact
from bridgelang.editor.text import Text
from bridgelang.lang import ast
from bridgelang.lang.vocabulary import KINDS


def hover(text: Text, row: int, column: int, facts: Mapping[int, RuleFact], boards: int, folder: str) -> str:
    """Markdown for a place, empty where there is nothing to say.

    ``facts`` are those of the file's rules by row, found on so many dealt ``boards``; ``folder`` is the file's.
    """
    statement = text.statement_at(row)
    word = text.word_at(row, column)
    if isinstance(statement, ast.Use):
        return _convention(statement.name, folder)
    if word is not None and (named := text.names().get(word[0])) is not None and named is not statement:
        return f"```bid\n{text.line(named.span.line).strip()}\n```"
    parts = []
    if isinstance(statement, ast.Rule):
        parts.append(_rule(facts.get(statement.span.line), boards))
    atom = text.atom_at(row, column)
    if atom is not None and atom.kind in KINDS:
        parts.append(f"*{atom.kind}*: {KINDS[atom.kind].says}")
    return "\n\n".join(part for part in parts if part)


def _rule(fact: RuleFact | None, boards: int) -> str:
    """What a rule's call shows, where, and how often it was made."""
    if fact is None:
        return ""
    where = f"after {fact.auction}" if fact.auction else "as an opening"
    often = f"chosen {fact.chosen:,} time{'s' * (fact.chosen != 1)} on {boards:,} dealt boards"
    return f"**{fact.call}** {where} shows {fact.shows}\n\n{often}"


def _convention(name: str, folder: str) -> str:
    """What a convention's file says of itself."""
    path = find_convention(name, folder)
    if path is None:
        return ""
    found = header(path)
    settings = "\n".join(f"* `{name} = {value}` {about}".rstrip() for name, value, about in found.settings)
    return "\n\n".join(part for part in (f"**{found.title}**", " ".join(found.about), settings) if part)

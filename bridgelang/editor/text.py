"""A system's text as an editor sees it: which line stands where, what the word under the cursor is, what is named."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

import attrs
from attrs import frozen

from bridgelang.compile.complaints import did_you_mean
from bridgelang.lang import ast, source
from bridgelang.lang.diagnostics import Diagnostic, nearest
from bridgelang.lang.parser import parse_system
from bridgelang.lang.span import Span
from bridgelang.lang.walk import nodes
from bridgelang.lang.words import known_words

WORD = re.compile(r"[A-Za-z][A-Za-z0-9'_-]*")

Named = ast.Definition | ast.Setting | ast.QuantityDefinition
"""The statements that give a name."""


@frozen
class Place:
    """A place in a text: row and first column, 1-based, the end column exclusive."""

    row: int
    column: int
    end: int


@frozen
class Text:
    """A system file while it is edited: its ``name`` in messages, its lines, its tree, and what cannot be read."""

    name: str
    content: str
    lines: tuple[str, ...]
    tree: ast.SystemFile
    faults: tuple[Diagnostic, ...]

    def line(self, row: int) -> str:
        """A physical line; empty beyond the end."""
        return self.lines[row - 1] if 0 < row <= len(self.lines) else ""

    def word_at(self, row: int, column: int) -> tuple[str, Place] | None:
        """The word that a column lies in or just behind, outside notes and remarks."""
        said = outside_quotes(source.split_comment(self.line(row))[0])
        for found in WORD.finditer(said):
            if found.start() < column <= found.end() + 1:
                return found.group(), Place(row, found.start() + 1, found.end() + 1)
        return None

    def names(self) -> dict[str, Named]:
        """What the file itself defines: definitions, settings and quantities by name."""
        return {s.name: s for s in self.tree.body if isinstance(s, Named)}

    def statement_at(self, row: int) -> ast.Statement | None:
        """The innermost statement that a row belongs to."""
        found = None
        for statement, _ in self.statements():
            span = statement.span
            if span.line <= row <= span.end_line:
                found = statement
        return found

    def statements(self) -> Iterator[tuple[ast.Statement, tuple[ast.Block, ...]]]:
        """Every statement with the blocks round it, in the order of the file; a block's span is its header's."""
        waiting: list[tuple[ast.Statement, tuple[ast.Block, ...]]] = [(s, ()) for s in reversed(self.tree.body)]
        while waiting:
            statement, around = waiting.pop()
            yield statement, around
            if isinstance(statement, ast.Block):
                waiting.extend((inner, (*around, statement)) for inner in reversed(statement.body))

    def atom_at(self, row: int, column: int) -> ast.Atom | None:
        """The condition that a place lies in."""
        statement = self.statement_at(row)
        if statement is None:
            return None
        said = statement.context if isinstance(statement, ast.Block) else statement
        found = [node for node in nodes(said) if isinstance(node, ast.Atom) and _covers(node.span, row, column)]
        return min(found, key=lambda atom: atom.span.end_column - atom.span.column, default=None)


def _covers(span: Span, row: int, column: int) -> bool:
    return (span.line, span.column) <= (row, column) <= (span.end_line, span.end_column)


def unknown_words(text: Text) -> list[Diagnostic]:
    """The words of a system that are neither the language's nor defined in it, told before it is compiled.

    A convention may use names of the file round it: of one nothing is said.
    """
    if any(isinstance(s, ast.Title) and s.kind == "convention" for s in text.tree.body):
        return []
    known = {s.name for s in text.tree.body if isinstance(s, Named | ast.Unread)}
    out = []
    for statement, _ in text.statements():
        for node in nodes(statement.context if isinstance(statement, ast.Block) else statement):
            name = _name_in(node)
            if isinstance(node, ast.Placed) and name and name not in known:
                near = nearest(name, known_words() | known)
                span = attrs.evolve(node.span, end_line=node.span.line, end_column=node.span.column + len(name))
                label = did_you_mean(near)
                out.append(Diagnostic("B102", f"unknown word `{name}`", text.name, span, label=label))
    return out


def _name_in(node: object) -> str:
    """The name that a condition, a quantity or an amount is, if it is one."""
    if isinstance(node, ast.Atom) and node.kind == "named":
        return str(node.args[0])
    if isinstance(node, ast.Measure) and node.kind == "named":
        return node.name
    return (node.setting or "") if isinstance(node, ast.Amount) else ""


@functools.lru_cache(maxsize=16)
def read_text(content: str, name: str) -> Text:
    """A text taken apart; the same text is taken apart once."""
    tree, faults, lines = parse_system(content, name)
    return Text(name, content, tuple(lines), tree, tuple(faults))


def outside_quotes(text: str) -> str:
    """A line with its notes made blank, as long as before."""
    return re.sub(r'"[^"]*"?', lambda found: " " * len(found.group()), text)

"""Text to syntax tree: the grammar for each logical line, and the tree builder.

``parse_system`` never raises on what stands in a file: everything wrong comes back as diagnostics, one for each
cause, beside the tree of what could be read.
"""

from __future__ import annotations

import functools
import re
from typing import Any

import attrs

from bridgelang.lang import ast, source
from bridgelang.lang.build import Builder
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.line_reader import Unread, line_reader
from bridgelang.lang.pieces import Fault
from bridgelang.lang.tree import Tree
from bridgelang.lang.words import small_words

MAX_FAULTS = 100


@functools.lru_cache(maxsize=4096)
def _parsed(text: str, start: str) -> Tree:
    """The parse tree of a line, kept: an editor and `fmt` read a file again in which hardly a line is new."""
    return line_reader().read(text, start)


def parse_system(data: bytes | str, name: str) -> tuple[ast.SystemFile, list[Diagnostic], list[str]]:
    """The tree of a system file, what is wrong with it, and its physical lines.

    ``data`` is the file's content, ``name`` how messages call it.
    """
    tree, found, lines = _read(data, name)
    return tree, list(found), list(lines)


@functools.lru_cache(maxsize=128)
def _read(data: bytes | str, name: str) -> tuple[ast.SystemFile, list[Diagnostic], list[str]]:
    """The same, kept: systems share conventions, and an editor compiles a system again when one file has changed."""
    text, found = source.decode(data, name) if isinstance(data, bytes) else (data, [])
    if found:
        return ast.SystemFile(name, ()), found, []
    tree = source.read(text, name)
    found.extend(tree.diagnostics)
    body = _statements(tree.body, name, found)
    return ast.SystemFile(name, body), found, tree.lines


def parse_condition(text: str, name: str = "condition") -> tuple[ast.Condition | None, list[Diagnostic]]:
    """A condition alone, as in ``deal --where 'north: 15-17 hcp, balanced'``.

    >>> condition, wrong = parse_condition("15-17 hcp, balanced")
    >>> [part.kind for part in condition.parts], wrong
    (['amount', 'balanced'], [])
    """
    found: list[Diagnostic] = []
    if len(text) > source.MAX_LINE:
        message = f"the condition has {len(text):,} characters; at most {source.MAX_LINE:,} are read"
        return None, [Diagnostic("B004", message, name)]
    return _built(_alone(text), name, found, "cond"), found


def bare_condition(text: str) -> ast.Condition | None:
    """The same of a few words, when all that matters is whether they can be read."""
    line = _alone(text)
    try:
        return Builder(line).cond(_parsed(line.text, "cond"))
    except (Unread, Fault):
        return None


def _alone(text: str) -> source.LogicalLine:
    """A line that stands in no file."""
    return source.LogicalLine(small_words(re.sub(r"\s", " ", text)), 0, [(0, 1, 1)])


def _statements(
    nodes: list[source.Node], name: str, found: list[Diagnostic], inside: bool = False
) -> tuple[ast.Statement, ...]:
    out: list[ast.Statement] = []
    for node in nodes:
        if len(found) >= MAX_FAULTS:
            if len(found) == MAX_FAULTS:
                message = f"{MAX_FAULTS} faults: the rest of the file was not looked at"
                found.append(Diagnostic("B011", message, name, node.line.whole()))
            break
        statement = None if node.line.too_long else _statement(node.line, name, found)
        body = _statements(node.children, name, found, True)
        if statement is None:
            continue
        if inside and isinstance(statement, ast.AtTheMargin):
            message = "this line speaks of the whole file: it stands at the margin, not inside a block"
            found.append(Diagnostic("B113", message, name, node.line.whole()))
            statement = ast.Unread(getattr(statement, "name", ""))
        if isinstance(statement, ast.Block):
            if node.line.opens_block and not node.children:
                note = "indent the lines that belong to it"
                message = "nothing stands under this header"
                found.append(Diagnostic("B008", message, name, node.line.whole(), notes=(note,)))
            statement = attrs.evolve(statement, body=statement.body + body)
        out.append(statement)
    return tuple(out)


def _statement(line: source.LogicalLine, name: str, found: list[Diagnostic]) -> ast.Statement | None:
    named = _USED_NAME.match(line.text)
    if named is not None:
        wrong = _no_name(named.group(1))
        if wrong:
            message, label = wrong
            found.append(Diagnostic("B104", message, name, line.span(*named.span(1)), label=label))
            return None
    result: ast.Statement | None = _built(line, name, found, "line")
    defined = _DEFINED_NAME.match(line.text) if result is None else None
    return result if defined is None else ast.Unread(defined.group(1))


_DEFINED_NAME = re.compile(r"(?:define|quantity|set)\s+([A-Za-z][A-Za-z0-9'_-]*)")


_USED_NAME = re.compile(r"use\s+(\S+)")


def _no_name(word: str) -> tuple[str, str] | None:
    """What is wrong with the name of a convention, and how to write it; None when nothing is."""
    stem = re.sub(r"\.bid$", "", re.split(r"[/\\]", word.strip("\"'"))[-1])
    label = f"write  use {stem}" if re.fullmatch(r"[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*", stem) else ""
    if set(word) & set("/\\."):
        return "a convention is named, not given by a path", label
    if word[0] in "\"'":
        return "a convention's name stands without quotation marks", label
    return None


def _built(line: source.LogicalLine, name: str, found: list[Diagnostic], start: str) -> Any:
    """The statement ("line") or condition ("cond") of a line; None when something is wrong with it."""
    deepest = _paren_depth(line.text)
    if deepest > source.MAX_NESTING:
        message = f"parentheses are nested {deepest:,} deep; at most {source.MAX_NESTING} are read"
        found.append(Diagnostic("B007", message, name, line.whole()))
        return None
    try:
        tree = _parsed(line.text, start)
    except Unread:
        from bridgelang.lang.unread import syntax_error

        found.append(syntax_error(line, name, start))
        return None
    builder = Builder(line)
    try:
        return builder.line(tree) if start == "line" else builder.cond(tree)
    except Fault as fault:
        from bridgelang.lang.unread import habit_at

        habit = habit_at(line, fault.diagnostics[0], start)
        diagnostics = fault.diagnostics if habit is None else (habit,)
        found.extend(attrs.evolve(diagnostic, file=name) for diagnostic in diagnostics)
        return None


def _paren_depth(text: str) -> int:
    depth = deepest = 0
    for char in text:
        if char == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif char == ")":
            depth -= 1
    return deepest

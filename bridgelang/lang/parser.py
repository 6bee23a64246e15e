"""Text to syntax tree: the Lark grammar for each logical line, and the tree builder.

``parse_system`` never raises on what stands in a file: everything wrong comes back as diagnostics, one for each
cause, beside the tree of what could be read.
"""

from __future__ import annotations

import functools
import re
from typing import Any

import attrs
from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from bridgelang.lang import ast, source
from bridgelang.lang.build import Builder
from bridgelang.lang.diagnostics import Diagnostic, nearest
from bridgelang.lang.grammar import grammar_text
from bridgelang.lang.pieces import Fault, as_tree
from bridgelang.lang.words import EXPECTED, known_words

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9'_-]*")


@functools.cache
def line_parser() -> Lark:
    """The LALR parser of one logical line."""
    return Lark(
        grammar_text(),
        parser="lalr",
        start=["line", "cond"],
        propagate_positions=True,
        maybe_placeholders=True,
    )


def parse_system(data: bytes | str, name: str) -> tuple[ast.SystemFile, list[Diagnostic], list[str]]:
    """The tree of a system file, what is wrong with it, and its physical lines.

    ``data`` is the file's content, ``name`` how messages call it.
    """
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
    clean = re.sub(r"\s", " ", text)
    line = source.LogicalLine(clean, 0, [(0, 1, 1)])
    return _built(line, name, found, "cond"), found


def _statements(nodes: list[source.Node], name: str, found: list[Diagnostic]) -> tuple[ast.Statement, ...]:
    out: list[ast.Statement] = []
    for node in nodes:
        statement = _statement(node.line, name, found)
        body = _statements(node.children, name, found)
        if statement is None:
            continue
        if isinstance(statement, ast.Block):
            if node.line.opens_block and not node.children:
                found.append(
                    Diagnostic(
                        "B008",
                        "nothing stands under this header",
                        name,
                        node.line.whole(),
                        notes=("indent the lines that belong to it",),
                    )
                )
            statement = ast.Block(statement.context, statement.body + body, text=statement.text, span=statement.span)
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
    return result


_USED_NAME = re.compile(r"use\s+(\S+)")


def _no_name(word: str) -> tuple[str, str] | None:
    """What is wrong with the name of a convention, and how to write it; None when nothing is."""
    stem = re.sub(r"\.bid$", "", re.split(r"[/\\]", word.strip("\"'"))[-1])
    label = f"write  use {stem}" if re.fullmatch(r"[A-Za-z0-9-]+", stem) else ""
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
        tree = line_parser().parse(line.text, start=start)
    except UnexpectedInput as error:
        found.append(_syntax_error(error, line, name))
        return None
    builder = Builder(line)
    try:
        return builder.line(as_tree(tree)) if start == "line" else builder.cond(as_tree(tree))
    except Fault as fault:
        found.extend(attrs.evolve(diagnostic, file=name) for diagnostic in fault.diagnostics)
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


def _syntax_error(error: UnexpectedInput, line: source.LogicalLine, name: str) -> Diagnostic:
    text = line.text
    expected: set[str] = set()
    if isinstance(error, UnexpectedToken):
        if error.token.type == "$END":
            start, end = len(text), len(text)
        else:
            start = error.token.start_pos or 0
            end = error.token.end_pos or start + 1
        expected = set(error.accepts or error.expected or ())
    elif isinstance(error, UnexpectedCharacters):
        start = error.pos_in_stream or 0
        match = _WORD.match(text, start)
        end = match.end() if match else start + 1
        expected = set(error.allowed or ())
    else:
        start = end = len(text)
        if isinstance(error, UnexpectedEOF):
            expected = set(error.expected or ())
    wanted = _wanted(expected)
    if start >= len(text):
        last = max(len(text) - 1, 0)
        message = "a condition is missing after the colon" if text.rstrip().endswith(":") else "the line ends too early"
        if text.count('"') % 2:
            message = 'a quotation mark `"` is not closed'
        return Diagnostic("B103", message, name, line.span(last, last + 1), label=wanted)
    word = text[start:end]
    whole = _WORD.match(text, start)
    if word == '"' or (word.startswith('"') and text.count('"') % 2):
        return Diagnostic("B103", 'a quotation mark `"` is not closed', name, line.span(start, len(text)))
    if word == "[":
        return Diagnostic("B103", "a bracket `[` is not closed", name, line.span(start, len(text)))
    if whole is not None:
        word = whole.group()
        end = whole.end()
        if word.lower() not in known_words():
            near = nearest(word, known_words())
            label = f"did you mean `{near}`?" if near else wanted
            return Diagnostic("B102", f"unknown word `{word}`", name, line.span(start, end), label=label)
    return Diagnostic("B101", f"`{word}` cannot stand here", name, line.span(start, end), label=wanted)


def _wanted(expected: set[str]) -> str:
    """What could have stood there, in bridge words; empty when the list would be no help."""
    words = sorted({EXPECTED[e] for e in expected if e in EXPECTED})
    if not words or len(words) > 5:
        return ""
    return "expected " + (words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1])

"""Text to syntax tree: the Lark grammar for each logical line, and the tree builder.

``parse_system`` never raises on what stands in a file: everything wrong comes back as diagnostics, one for each
cause, beside the tree of what could be read.
"""

from __future__ import annotations

import functools
import re
from itertools import islice
from typing import TYPE_CHECKING, Any

import attrs
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from bridgelang.lang import ast, source
from bridgelang.lang.build import Builder
from bridgelang.lang.diagnostics import Diagnostic, nearest
from bridgelang.lang.line_parser import line_parser
from bridgelang.lang.pieces import Fault, as_tree
from bridgelang.lang.words import EXPECTED, known_words, small_words

if TYPE_CHECKING:
    from bridgelang.lang.habits import Found

MAX_FAULTS = 100

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9'_-]*")


@functools.lru_cache(maxsize=4096)
def _parsed(text: str, start: str) -> Any:
    """The parse tree of a line, kept: an editor and `fmt` read a file again in which hardly a line is new."""
    return line_parser().parse(text, start=start)


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
    clean = small_words(re.sub(r"\s", " ", text))
    line = source.LogicalLine(clean, 0, [(0, 1, 1)])
    return _built(line, name, found, "cond"), found


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
        tree = _parsed(line.text, start)
    except UnexpectedInput as error:
        found.append(_syntax_error(error, line, name, start))
        return None
    builder = Builder(line)
    try:
        return builder.line(as_tree(tree)) if start == "line" else builder.cond(as_tree(tree))
    except Fault as fault:
        habit = _habit_at(line, fault.diagnostics[0], start)
        diagnostics = fault.diagnostics if habit is None else (habit,)
        found.extend(attrs.evolve(diagnostic, file=name) for diagnostic in diagnostics)
        return None


def _habit_at(line: source.LogicalLine, said: Diagnostic, rule: str) -> Diagnostic | None:
    """The habit that a refusal of a bare bid or of a lone `both` comes from; it must reach over its place."""
    if said.code not in ("B111", "B112"):
        return None
    from bridgelang.lang.habits import found_in

    for habit in islice(found_in(line.text), MAX_TRIED):
        span = line.span(habit.start, habit.end)
        if habit.cured is not None and _covers(span, said.span) and _reads(habit.cured, rule):
            return Diagnostic("B105", habit.message, span=span)
    return None


def _covers(outer: ast.Span, inner: ast.Span) -> bool:
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return start <= (inner.line, inner.column) < end


def read_again(text: str, column: int) -> tuple[str, int, int] | None:
    """What is to be said of a line that was read, but with a word that nobody knows at ``column`` (from 0).

    The habit it is written in, or the comma that is missing: (message, first and last column); None for neither.
    """
    from bridgelang.lang.habits import found_in

    for habit in islice(found_in(text), MAX_TRIED):
        if habit.start <= column < habit.end and (habit.cured is None or _reads(habit.cured, "line")):
            return habit.message, habit.start, habit.end
    return None


def is_read(text: str) -> bool:
    """Whether a line by itself can be read."""
    return _reads(text, "line")


def _paren_depth(text: str) -> int:
    depth = deepest = 0
    for char in text:
        if char == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif char == ")":
            depth -= 1
    return deepest


def _stop(error: UnexpectedInput, text: str) -> tuple[int, set[str]]:
    """Where Lark could not go on, and what it could have gone on with."""
    if isinstance(error, UnexpectedToken):
        start = len(text) if error.token.type == "$END" else error.token.start_pos or 0
        return start, set(error.accepts or error.expected or ())
    if isinstance(error, UnexpectedCharacters):
        return error.pos_in_stream or 0, set(error.allowed or ())
    return len(text), set(error.expected or ()) if isinstance(error, UnexpectedEOF) else set()


def _syntax_error(error: UnexpectedInput, line: source.LogicalLine, name: str, rule: str) -> Diagnostic:
    """What Lark could not go on with, as one sentence for a player."""
    text = line.text
    start, expected = _stop(error, text)
    header = _header_without_colon(line)
    if header >= 0:
        message = "a colon is missing at the end of this header"
        return Diagnostic("B103", message, name, line.span(header, header + 1))
    fault = _unclosed(text)
    habit = _habit(text, start, rule) if fault is None else None
    if habit is not None:
        return Diagnostic("B105", habit.message, name, line.span(habit.start, habit.end))
    fault = fault or _known_fault(text, start)
    if fault is not None:
        message, first, last, label = fault
        return Diagnostic("B103", message, name, line.span(first, last), label=label)
    wanted = _repair(text, start, expected) or _wanted(expected)
    if start >= len(text):
        last = max(len(text) - 1, 0)
        message = "a condition is missing after the colon" if text.endswith(":") else "the line ends too early"
        return Diagnostic("B103", message, name, line.span(last, last + 1), label=wanted)
    found = _PIECE.match(text, start)
    word = found.group() if found else text[start]
    span = line.span(start, start + len(word))
    notes = _continued(line, start)
    shown = word if len(word) <= 40 else word[:40] + "…"
    if _LOWER_CALL.fullmatch(word) and word.upper() != word:
        return Diagnostic("B102", f"unknown word `{shown}`", name, span, label=f"a call is written `{word.upper()}`")
    if _WORD.fullmatch(word) and word not in known_words():
        from bridgelang.lang.habits import word_hint

        near = nearest(word, known_words())
        label = word_hint(word) or (f"did you mean `{near}`?" if near else wanted)
        return Diagnostic("B102", f"unknown word `{shown}`", name, span, label=label, notes=notes)
    return Diagnostic("B101", f"`{shown}` cannot stand here", name, span, label=wanted, notes=notes)


_PIECE = re.compile(r"[A-Za-z][A-Za-z0-9'_-]*|[0-9][A-Za-z0-9½.+=♣♦♥♠-]*|\[[^\]]*\]?|\"[^\"]*\"?|[^\s]")
_LOWER_CALL = re.compile(r"[1-7](nt|n|[cdhs])", re.IGNORECASE)
_FROM_TO = re.compile(r"(?<![0-9])([0-9]+)\s+to\s+([0-9]+)")


Sentence = tuple[str, int, int, str]
"""A fault with a sentence of its own: message, first and last character, label."""


def _unclosed(text: str) -> Sentence | None:
    """Quotation marks, brackets and parentheses that are opened and not closed, or the other way about."""
    if text.count('"') % 2:
        first = text.rindex('"')
        return 'a quotation mark `"` is not closed', first, len(text), ""
    bare = _QUOTED.sub(lambda m: " " * len(m.group()), text)
    if (fancy := re.search("[“”„«»]", bare)) is not None:
        return "a curly quotation mark", fancy.start(), fancy.start() + 1, 'write it plain: "'
    if bare.count("[") > bare.count("]"):
        return "a bracket `[` is not closed", bare.rindex("["), len(text), ""
    open_places: list[int] = []
    for index, char in enumerate(bare):
        if char == "(":
            open_places.append(index)
        elif char == ")":
            if not open_places:
                return "this `)` has no `(` before it", index, index + 1, ""
            open_places.pop()
    if open_places:
        return "a parenthesis `(` is not closed", open_places[-1], open_places[-1] + 1, ""
    return None


def _known_fault(text: str, start: int) -> Sentence | None:
    bare = _QUOTED.sub(lambda m: " " * len(m.group()), text)
    if (between := _FROM_TO.search(bare)) is not None and between.start() <= start <= between.end():
        low, high = between.groups()
        return f"`{between.group()}` is no range", between.start(), between.end(), f"write {low}-{high}"
    if bare[start : start + 1] == ",":
        return "a condition is missing before this comma", start, start + 1, ""
    if bare.endswith(",") and start >= len(text):
        return "a condition is missing after this comma", len(text) - 1, len(text), ""
    return None


_QUOTED = re.compile(r"\"[^\"]*\"|\[[^\]]*\]")


def _header_without_colon(line: source.LogicalLine) -> int:
    """Where the colon is missing when deeper lines were taken for the rest of a header; -1 when that is not so."""
    if source.HEADER.match(line.text) is None:
        return -1
    for offset, _, _ in line.pieces[1:]:
        head = line.text[: offset - 1]
        if ":" in head:
            return -1
        if _reads(head + ":", "line") and (_reads(rest := line.text[offset:], "line") or ":" in rest):
            return len(head.rstrip())
    return -1


def _reads(text: str, rule: str) -> bool:
    try:
        line_parser().parse(text, start=rule)
    except UnexpectedInput:
        return False
    return True


LONGEST_REPAIRED = 1_000
MAX_TRIED = 10
"""Ways of writing a line that are tried out for its message."""


def _habit(text: str, start: int, rule: str) -> Found | None:
    """The habit of another notation that the fault comes from: with it written our way the line is read further."""
    from bridgelang.lang.habits import found_in

    for habit in islice(found_in(text), MAX_TRIED):
        if habit.cured is None:
            if habit.start <= start:
                return habit
            continue
        try:
            line_parser().parse(habit.cured, start=rule)
        except UnexpectedInput as error:
            reached = _stop(error, habit.cured)[0]
            if reached - (len(habit.cured) - len(text)) <= start or reached <= habit.cure_end:
                continue
        return habit
    return None


def _repair(text: str, start: int, expected: set[str]) -> str:
    """The one mark that is missing, where putting it in makes the line good; not tried in a line that nobody types."""
    if len(text) > LONGEST_REPAIRED:
        return ""
    for mark, terminal in ((",", "COMMA"), (":", "COLON")):
        if terminal in expected:
            try:
                line_parser().parse(f"{text[:start].rstrip()}{mark} {text[start:]}".rstrip(), start="line")
            except UnexpectedInput:
                continue
            name = "a comma" if mark == "," else "a colon"
            return f"{name} is missing {'before this' if start < len(text) else 'at the end'}"
    return ""


def _continued(line: source.LogicalLine, start: int) -> tuple[str, ...]:
    """A hint when the fault is where a deeper line goes on with the one above it."""
    if any(offset == start for offset, _, _ in line.pieces[1:]):
        row = line.pieces[0][1]
        return (f"being indented deeper, this line continues line {row}", "the header of a block ends with `:`")
    return ()


def _wanted(expected: set[str]) -> str:
    """What could have stood there, in bridge words; empty when the list would be no help."""
    words = sorted({EXPECTED[e] for e in expected if e in EXPECTED})
    if not words or len(words) > 5:
        return ""
    return "expected " + (words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1])

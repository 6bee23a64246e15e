"""Text to logical lines and blocks: comments, continuation, indentation, and the caps on hostile files.

A logical line is one or more physical lines: a deeper line after a line that does not end in ``:`` continues it.
A line that ends in ``:`` and starts with ``opening``, ``after``, ``when`` or ``reads`` opens a block. Structure comes
from indentation alone, before any grammar is asked, so that one bad line costs one message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import define, field

from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.span import Span
from bridgelang.lang.words import small_words

MAX_FILE_BYTES = 1_000_000
MAX_LINE = 4_000
MAX_NESTING = 40
MAX_STATEMENTS = 10_000

HEADER_WORDS = ("opening", "after", "when", "reads")
HEADER = re.compile(r"(opening|after|when|reads)(?![A-Za-z0-9'_-])", re.IGNORECASE)


@define
class LogicalLine:
    """One statement's text with the way back to the file.

    ``text`` is comment-free; ``pieces`` holds (offset in text, line, column) of each physical line that made it;
    ``comments`` holds (line, text) of the comments that stood on it or above it. A line with ``too_long`` keeps
    only its beginning and is not read.
    """

    text: str
    indent: int
    pieces: list[tuple[int, int, int]]
    comments: list[tuple[int, str]] = field(factory=list)
    too_long: bool = False

    def span(self, start: int, end: int) -> Span:
        """The place in the file of the characters ``start`` to ``end`` (exclusive) of ``text``."""
        if len(self.pieces) == 1:  # as most lines are
            offset, line, column = self.pieces[0]
            column -= offset
            return Span(line, column + start, line, column + max(start, end - 1) + 1)
        line, column = self.place(start)
        end_line, end_column = self.place(max(start, end - 1))
        return Span(line, column, end_line, end_column + 1)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column (1-based) of a character of ``text``."""
        best = self.pieces[0]
        for piece in self.pieces:
            if piece[0] > offset:
                break
            best = piece
        return best[1], best[2] + offset - best[0]

    def whole(self) -> Span:
        """The place of the whole statement."""
        return self.span(0, len(self.text))

    def as_read(self) -> LogicalLine:
        """The line with words of the language in small letters, however they were typed."""
        self.text = small_words(self.text)
        return self

    @property
    def opens_block(self) -> bool:
        """True for a header with nothing after its colon."""
        return self.text.endswith(":") and HEADER.match(self.text) is not None


@define
class Node:
    """A logical line with the lines that stand under it."""

    line: LogicalLine
    children: list[Node] = field(factory=list)


@define
class Source:
    """A file read into blocks: its name, its physical lines, the tree and what was wrong on the way.

    ``trailing`` holds the comments (line, text) after the last statement.
    """

    name: str
    lines: list[str]
    body: list[Node]
    diagnostics: list[Diagnostic]
    trailing: list[tuple[int, str]] = field(factory=list)


def decode(data: bytes, name: str) -> tuple[str, list[Diagnostic]]:
    """The text of a file's bytes, or a message where they are too many or not UTF-8."""
    if len(data) > MAX_FILE_BYTES:
        return "", [
            Diagnostic(
                "B001",
                f"the file is too long: a system file may have at most {MAX_FILE_BYTES:,} bytes",
                name,
                Span(1, 1, 1, 2),
            )
        ]
    if kind := _other_kind(data):
        message = f"this is {kind}, not plain text: save it as plain text, UTF-8"
        return "", [Diagnostic("B002", message, name, Span(1, 1, 1, 2))]
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        return "", [
            Diagnostic(
                "B002",
                f"the file is not UTF-8 text (byte 0x{data[error.start]:02x})",
                name,
                Span(line, column, line, column + 1),
                notes=("save the file as UTF-8, or use plain letters only",),
            )
        ]


_KINDS = (
    (b"\xff\xfe", "a UTF-16 file"), (b"\xfe\xff", "a UTF-16 file"), (b"PK\x03\x04", "a file of a word processor"),
    (b"\xd0\xcf\x11\xe0", "a file of a word processor"), (b"{\\rtf", "a file of a word processor (RTF)"),
    (b"%PDF", "a PDF file"), (b"\x1f\x8b", "a compressed file"),
)  # fmt: skip


def _other_kind(data: bytes) -> str:
    """What a file is that is no plain text; empty when it may be text."""
    for start, kind in _KINDS:
        if data.startswith(start):
            return kind
    head = data[:200]
    return "a UTF-16 file" if len(head) > 3 and head[1::2].count(0) * 3 > len(head) else ""


def read(text: str, name: str) -> Source:
    """Split ``text`` into logical lines and build the block tree; never raises."""
    found: list[Diagnostic] = []
    if len(text) > MAX_FILE_BYTES:
        found += decode(text.encode("utf-8", "replace"), name)[1]
        return Source(name, [], [], found)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text if text.isascii() else _SPACES.sub(" ", text)
    lines = text.split("\n")
    if _UNPRINTABLE.search(text):
        _unprintable(lines, name, found)
    trailing: list[tuple[int, str]] = []
    logical = list(_logical(lines, name, found, trailing))
    if len(logical) > MAX_STATEMENTS:
        message = f"the file has {len(logical):,} lines that say something; at most {MAX_STATEMENTS:,} are read"
        found.append(Diagnostic("B012", message, name, logical[MAX_STATEMENTS].whole()))
        del logical[MAX_STATEMENTS:]
    _tabs(lines, name, found)
    body = _tree(logical, name, found)
    if not body and not found:
        found.append(
            Diagnostic(
                "B003",
                "the file is empty: a system needs at least one rule",
                name,
                Span(1, 1, 1, 2),
                notes=("for example:  opening:", "                1NT: 15-17 hcp, balanced"),
            )
        )
    return Source(name, lines, body, found, trailing)


_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]")


def _unprintable(lines: list[str], name: str, found: list[Diagnostic]) -> None:
    """Control characters and the like are one fault however many there are; they become spaces."""
    places = [(number, fault) for number, line in enumerate(lines, 1) if (fault := _UNPRINTABLE.search(line))]
    if not places:
        return
    number, fault = places[0]
    span = Span(number, fault.start() + 1, number, fault.start() + 2)
    message = f"an invisible character (U+{ord(fault.group()):04X}) stands in the text"
    found.append(Diagnostic("B010", message, name, span, notes=_and_more(places)))
    for number, _ in places:
        lines[number - 1] = _UNPRINTABLE.sub(" ", lines[number - 1])


def _tabs(lines: list[str], name: str, found: list[Diagnostic]) -> None:
    """Tabs are one fault however many there are."""
    places = [(number, line.index("\t")) for number, line in enumerate(lines, 1) if "\t" in split_comment(line)[0]]
    if not places:
        return
    number, column = places[0]
    span = Span(number, column + 1, number, column + 2)
    why = "a tab is as wide as each editor likes, so blocks would depend on the editor"
    found.append(Diagnostic("B005", "a tab: indent with spaces", name, span, notes=(why, *_and_more(places))))


def _and_more(places: Sequence[tuple[int, object]]) -> tuple[str, ...]:
    if len(places) < 2:
        return ()
    return (f"so it is in {len(places) - 1} more line{'s' * (len(places) > 2)}, the next is line {places[1][0]}",)


def split_comment(text: str) -> tuple[str, str]:
    """A physical line without its comment, and the comment (with its ``#``).

    >>> split_comment('2C: 22+ points  "strong # artificial"  # forcing')
    ('2C: 22+ points  "strong # artificial"', '# forcing')
    """
    if "#" not in text:
        return text.rstrip(), ""
    quoted = False
    for index, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted:
            return text[:index].rstrip(), text[index:].rstrip()
    return text.rstrip(), ""


def _logical(
    lines: list[str], name: str, found: list[Diagnostic], comments: list[tuple[int, str]]
) -> Iterator[LogicalLine]:
    """The logical lines; ``comments`` waits for the line they stand above, and keeps those after the last."""
    current: LogicalLine | None = None
    for number, raw in enumerate(lines, 1):
        if len(raw) > MAX_LINE:
            message = f"the line has {len(raw):,} characters; a line may have at most {MAX_LINE:,}"
            note = "a deeper line continues the one above it: split this one"
            found.append(Diagnostic("B004", message, name, Span(number, 1, number, 2), notes=(note,)))
        too_long = len(raw) > MAX_LINE
        content, comment = split_comment(raw[:80] if too_long else raw)
        stripped = content.lstrip(" \t")
        if not stripped:
            if comment:
                comments.append((number, comment))
            continue
        lead = content[: len(content) - len(stripped)]
        indent = len(lead.expandtabs(8))
        stripped = stripped.replace("\t", " ")
        if current is not None and indent > current.indent and not current.opens_block:
            if too_long or current.too_long:
                current.too_long = True
                continue
            if len(current.text) + len(stripped) + 1 > MAX_LINE:
                current.too_long = True
                found.append(_too_much(current, number, len(lead) + 1, name))
                continue
            current.pieces.append((len(current.text) + 1, number, len(lead) + 1))
            current.text += " " + stripped
            current.comments.extend(comments)
            if comment:
                current.comments.append((number, comment))
            comments.clear()
            continue
        if current is not None:
            yield current.as_read()
        current = LogicalLine(stripped, indent, [(0, number, len(lead) + 1)], list(comments), too_long)
        if comment:
            current.comments.append((number, comment))
        comments.clear()
    if current is not None:
        yield current.as_read()


def _too_much(line: LogicalLine, number: int, column: int, name: str) -> Diagnostic:
    """The message where the continuation of a line grows too long: a header without its colon swallows its block."""
    _, row, start = line.pieces[0]
    first = line.text[: line.pieces[1][0] - 1] if len(line.pieces) > 1 else line.text
    if HEADER.match(first) and ":" not in first:
        end = start + len(first)
        message = "a colon is missing at the end of this header"
        return Diagnostic("B103", message, name, Span(row, end, row, end + 1))
    message = f"with its continuation the line has more than {MAX_LINE:,} characters"
    return Diagnostic("B004", message, name, Span(number, column, number, column + 1))


def _tree(lines: list[LogicalLine], name: str, found: list[Diagnostic]) -> list[Node]:
    """Blocks from indentation; a line that fits none is complained of once and stays in the block it is in."""
    body: list[Node] = []
    stack: list[tuple[int, list[Node]]] = []  # (indent of the block's lines, its children)
    level: tuple[int, list[Node]] = (0, body)
    previous: Node | None = None
    too_deep = False
    odd = -1  # the indent last complained of
    silent = any(d.code == "B005" for d in found)  # with tabs nobody can tell
    for line in lines:
        if previous is not None and line.indent > level[0] and previous.line.opens_block:
            if len(stack) + 1 >= MAX_NESTING:
                if not too_deep:
                    message = f"blocks are nested more than {MAX_NESTING} deep"
                    found.append(Diagnostic("B007", message, name, line.whole()))
                too_deep = True
                continue
            stack.append(level)
            level = (line.indent, previous.children)
        elif line.indent != level[0]:
            known = sorted({indent for indent, _ in stack} | {level[0]})
            while stack and line.indent < level[0]:
                level = stack.pop()
            if line.indent != level[0] and line.indent != odd and not silent:
                message = f"this line is indented by {line.indent} spaces, which matches no block above it"
                row = line.pieces[0][1]
                span = Span(row, 1, row, max(2, line.indent + 1))
                wanted = "expected " + " or ".join(str(k) for k in known)
                found.append(Diagnostic("B006", message, name, span, notes=(wanted,)))
            odd = line.indent if line.indent != level[0] else -1
        previous = Node(line)
        level[1].append(previous)
    return body

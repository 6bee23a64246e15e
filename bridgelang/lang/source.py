"""Text to logical lines and blocks: comments, continuation, indentation, and the caps on hostile files.

A logical line is one or more physical lines: a deeper line after a line that does not end in ``:`` continues it.
A line that ends in ``:`` and starts with ``opening``, ``after``, ``when`` or ``reads`` opens a block. Structure comes
from indentation alone, before any grammar is asked, so that one bad line costs one message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import define, field

from bridgelang.lang.ast import Span
from bridgelang.lang.diagnostics import Diagnostic

MAX_FILE_BYTES = 1_000_000
MAX_LINE = 4_000
MAX_NESTING = 40

HEADER_WORDS = ("opening", "after", "when", "reads")
_HEADER = re.compile(r"(opening|after|when|reads)(?![A-Za-z0-9'_-])")


@define
class LogicalLine:
    """One statement's text with the way back to the file.

    ``text`` is comment-free; ``pieces`` holds (offset in text, line, column) of each physical line that made it;
    ``comments`` holds (line, text) of the comments that stood on it.
    """

    text: str
    indent: int
    pieces: list[tuple[int, int, int]]
    comments: list[tuple[int, str]] = field(factory=list)

    def span(self, start: int, end: int) -> Span:
        """The place in the file of the characters ``start`` to ``end`` (exclusive) of ``text``."""
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

    @property
    def opens_block(self) -> bool:
        """True for a header with nothing after its colon."""
        return self.text.endswith(":") and _HEADER.match(self.text) is not None


@define
class Node:
    """A logical line with the lines that stand under it."""

    line: LogicalLine
    children: list[Node] = field(factory=list)


@define
class Source:
    """A file read into blocks: its name, its physical lines, the tree and what was wrong on the way."""

    name: str
    lines: list[str]
    body: list[Node]
    diagnostics: list[Diagnostic]


def decode(data: bytes, name: str) -> tuple[str, list[Diagnostic]]:
    """The text of a file's bytes, or a message where they are too many or not UTF-8."""
    if len(data) > MAX_FILE_BYTES:
        return "", [
            Diagnostic(
                "B001",
                f"the file has {len(data):,} bytes; a system file may have at most {MAX_FILE_BYTES:,}",
                name,
                Span(1, 1, 1, 2),
            )
        ]
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


def read(text: str, name: str) -> Source:
    """Split ``text`` into logical lines and build the block tree; never raises."""
    found: list[Diagnostic] = []
    if len(text) > MAX_FILE_BYTES:
        found += decode(text.encode("utf-8", "replace"), name)[1]
        return Source(name, [], [], found)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    body = _tree(list(_logical(lines, name, found)), name, found)
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
    return Source(name, lines, body, found)


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


def _logical(lines: list[str], name: str, found: list[Diagnostic]) -> Iterator[LogicalLine]:
    current: LogicalLine | None = None
    comments: list[tuple[int, str]] = []
    for number, raw in enumerate(lines, 1):
        if len(raw) > MAX_LINE:
            found.append(
                Diagnostic(
                    "B004",
                    f"the line has {len(raw):,} characters; a line may have at most {MAX_LINE:,}",
                    name,
                    Span(number, 1, number, 2),
                    notes=("a deeper line continues the one above it: split this one",),
                )
            )
            continue
        content, comment = split_comment(raw)
        stripped = content.lstrip(" \t")
        if "\t" in content:
            column = content.index("\t") + 1
            found.append(
                Diagnostic(
                    "B005",
                    "a tab: indent with spaces",
                    name,
                    Span(number, column, number, column + 1),
                    notes=("a tab is as wide as each editor likes, so blocks would depend on the editor",),
                )
            )
            content = content.replace("\t", " ")
        if not stripped:
            if comment:
                comments.append((number, comment))
            continue
        stripped = stripped.replace("\t", " ")
        indent = len(content) - len(stripped)
        if current is not None and indent > current.indent and not current.opens_block:
            if len(current.text) + len(stripped) + 1 > MAX_LINE:
                found.append(
                    Diagnostic(
                        "B004",
                        f"with its continuation the line has more than {MAX_LINE:,} characters",
                        name,
                        Span(number, indent + 1, number, indent + 2),
                    )
                )
                continue
            current.pieces.append((len(current.text) + 1, number, indent + 1))
            current.text += " " + stripped
            if comment:
                current.comments.append((number, comment))
            continue
        if current is not None:
            yield current
        current = LogicalLine(stripped, indent, [(0, number, indent + 1)], comments)
        if comment:
            current.comments.append((number, comment))
        comments = []
    if current is not None:
        yield current


def _tree(lines: list[LogicalLine], name: str, found: list[Diagnostic]) -> list[Node]:
    body: list[Node] = []
    stack: list[tuple[int, list[Node]]] = []  # (indent of the block's lines, its children)
    level: tuple[int, list[Node]] = (lines[0].indent if lines else 0, body)
    previous: Node | None = None
    too_deep = False
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
        else:
            while stack and line.indent < level[0]:
                level = stack.pop()
            if line.indent != level[0]:
                known = sorted({indent for indent, _ in stack} | {level[0]})
                wanted = " or ".join(str(k) for k in known)
                found.append(
                    Diagnostic(
                        "B006",
                        f"this line is indented by {line.indent} spaces, which matches no block above it",
                        name,
                        Span(line.pieces[0][1], 1, line.pieces[0][1], max(2, line.indent + 1)),
                        notes=(f"expected {wanted}",),
                    )
                )
        previous = Node(line)
        level[1].append(previous)
    return body

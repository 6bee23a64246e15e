"""``bridgelang fmt``: one layout for every system file, with the author's words, comments and columns kept.

Indentation becomes two spaces a block, spaces inside lines become regular, a few spellings become one (``1N`` is 1NT,
``P`` is pass, suit symbols become letters and words), and tags and notes line up in the column the author used for
them. The result is read again and given out only when it says exactly what the file said.
"""

from __future__ import annotations

import functools
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from bridgelang.lang import source
from bridgelang.lang.ast import SystemFile
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.line_reader import line_reader
from bridgelang.lang.parser import parse_system
from bridgelang.lang.span import Span
from bridgelang.lang.tree import Token, Tree

INDENT = 2
WIDEST_HEAD = 64
WIDEST_LINE = 110
MAX_BLANK = 2
_PASSES = 8
_WORDS = ("clubs", "diamonds", "hearts", "spades")
_SYMBOLS = "♣♦♥♠"


@frozen
class Formatted:
    """What formatting gave: ``text`` (None when the file has errors) and what is wrong."""

    text: str | None
    diagnostics: tuple[Diagnostic, ...]
    changed: bool


@define
class _Row:
    """One physical line to be: head, then trailers (tags, notes, `for`), then a comment.

    ``gaps`` holds for each trailer the original (end of what stood before, start); ``column`` the original column of
    the comment, -1 for none. ``group`` numbers the lines that are aligned with each other, 0 for none.
    """

    indent: int
    head: str
    trailers: list[str] = field(factory=list)
    gaps: list[tuple[int, int]] = field(factory=list)
    comment: str = ""
    column: int = -1
    group: int = 0


def format_text(data: bytes | str, name: str = "text.bid") -> Formatted:
    """A system file's text in the usual layout.

    >>> format_text("opening:\\n    1N:15 - 17 hcp ,bal  [ forcing ]\\n").text
    'opening:\\n  1NT: 15-17 hcp, balanced  [forcing]\\n'
    """
    before, wrong, _ = parse_system(data, name)
    if wrong:
        return Formatted(None, tuple(wrong), False)
    text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
    ending = "\r\n" if "\r\n" in text else "\n"
    made = text
    for _ in range(_PASSES + 1):
        again = _once(made, name)
        if again == made:
            break
        made = again
        if faults := source.read(made, name).diagnostics:
            return Formatted(None, (_too_long(faults[0], text, name),), False)
    if not _says_the_same(made, text, before, name):
        fault = Diagnostic("B900", "the formatted text would not say the same: the file is left as it is", name)
        return Formatted(None, (fault,), False)
    made = made.replace("\n", ending)
    return Formatted(made, (), made != text)


def _too_long(fault: Diagnostic, text: str, name: str) -> Diagnostic:
    """The message where a line, or the file, is near the longest there may be: the layout has more spaces."""
    lines = text.splitlines()
    row = max(range(len(lines)), key=lambda row: len(lines[row])) + 1 if fault.code == "B004" else 1
    return Diagnostic(fault.code, f"in the usual layout {fault.message}", name, Span(row, 1, row, 2), notes=fault.notes)


def _says_the_same(made: str, text: str, before: SystemFile, name: str) -> bool:
    """Whether the new text is read as the old one was, with the same remarks."""
    if made == text:
        return True
    after, wrong, _ = parse_system(made, name)
    return not wrong and after.body == before.body and _comments(made) == _comments(text)


def format_file(path: str, write: bool = True) -> Formatted:
    """Format a file in place (only when something changes, by an atomic rename); with ``write=False`` only say how.

    Raises:
        OSError: when the file cannot be read or written.
    """
    with open(path, "rb") as file:
        data = file.read(source.MAX_FILE_BYTES + 1)
    result = format_text(data, os.path.basename(path))
    if write and result.changed and result.text is not None:
        real = os.path.realpath(path)
        temporary = f"{real}.{os.getpid()}.tmp"
        try:
            with open(temporary, "w", encoding="utf-8", newline="") as out:
                out.write(result.text)
            os.chmod(temporary, os.stat(real).st_mode & 0o7777)
            os.replace(temporary, real)
        except OSError:
            if os.path.exists(temporary):
                os.unlink(temporary)
            raise
    return result


def _comments(text: str) -> list[str]:
    return [c for line in text.splitlines() if (c := source.split_comment(line)[1])]


# ------------------------------------------------------------------ one pass


def _once(text: str, name: str) -> str:
    read = source.read(text, name)
    rows = _aligned(list(_rows(read)))
    return "".join(line + "\n" for line in rows)


def _rows(read: source.Source) -> Iterator[_Row | None]:
    """The lines to be, in order; None is a blank line."""
    lines = _in_order(read.body)
    taken: dict[int, _Row] = {}
    levels: dict[int, list[tuple[int, int]]] = {}
    for line, depth, level in lines:
        for row_number, row in _of_line(line, depth * INDENT, read.lines):
            row.group = level
            taken[row_number] = row
            levels[row_number] = [(line.indent, depth * INDENT)]
    open_levels: list[tuple[int, int]] = []
    last = max(taken, default=0)
    blank = 0
    started = False
    for number, raw in enumerate(read.lines, 1):
        content, comment = source.split_comment(raw)
        if number in taken:
            row = taken[number]
            mine = levels[number][0]
            open_levels = [pair for pair in open_levels if pair[0] < mine[0]] + [mine]
            if comment:
                row.comment, row.column = comment, len(raw) - len(raw[len(content) :].lstrip())
            yield from [None] * (min(blank, MAX_BLANK) if started else 0)
            yield row
        elif comment and not content.strip():
            own = len(raw) - len(raw.lstrip())
            inside = [new for old, new in open_levels if old <= own]
            following = next((levels[n][0] for n in range(number + 1, last + 1) if n in levels), None)
            indent = max(inside, default=0)
            if following is not None and following[0] <= own:
                indent = max(indent, following[1]) if own < _deepest(open_levels) else following[1]
            yield from [None] * (min(blank, MAX_BLANK) if started else 0)
            yield _Row(indent, comment)
        elif not raw.strip():
            blank += 1
            continue
        elif comment:  # the end of a token that began on the line above, with a remark behind it
            yield _Row(0, comment)
        blank = 0
        started = True


def _deepest(levels: Sequence[tuple[int, int]]) -> int:
    return max((old for old, _ in levels), default=0)


def _in_order(body: Sequence[source.Node]) -> list[tuple[source.LogicalLine, int, int]]:
    """Every logical line with its depth and the number of the run of siblings it belongs to."""
    out: list[tuple[source.LogicalLine, int, int]] = []
    run = 0

    def walk(nodes: Sequence[source.Node], depth: int) -> None:
        nonlocal run
        run += 1
        last_row = -1
        for node in nodes:
            first = node.line.pieces[0][1]
            if last_row >= 0 and first > last_row + 1 + sum(r > last_row for r, _ in node.line.comments if r < first):
                run += 1  # a blank line stands between
            out.append((node.line, depth, run))
            last_row = node.line.pieces[-1][1]
            if node.children:
                walk(node.children, depth + 1)
                run += 1
                last_row = -1

    walk(body, 0)
    return out


# ------------------------------------------------------------------ inside a line


def _of_line(line: source.LogicalLine, indent: int, lines: Sequence[str]) -> Iterator[tuple[int, _Row]]:
    """The physical lines of a logical line, each with its number."""
    tokens, parts = _tokens(line.text)
    starts = [offset for offset, _, _ in line.pieces]
    for index, (offset, row, column) in enumerate(line.pieces):
        end = starts[index + 1] if index + 1 < len(starts) else len(line.text) + 1
        mine = [(token, text) for token, text in tokens if offset <= token.start_pos < end]
        if not mine:
            continue
        more = max(INDENT, column - 1 - line.indent) if index else 0
        out = _Row(indent + more, "")
        previous: Token | None = None
        for token, text in mine:
            start = column - 1 + token.start_pos - offset
            if token.start_pos in parts:
                before = column - 1 + previous.end_pos - offset if previous is not None else 0
                out.trailers.append(text)
                out.gaps.append((before, start))
            elif out.trailers:
                out.trailers[-1] += _space(previous, token) + text
            else:
                out.head += (_space(previous, token) if out.head else "") + text
            previous = token
        yield row, out


@functools.lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[list[tuple[Token, str]], set[int]]:
    """The tokens of a line, each with its spelling, and where its tags, notes and `for` begin."""
    tokens: list[Token] = []
    tree = line_reader().read(text, "line", tokens)
    return [(token, _spelling(token)) for token in tokens], _part_starts(tree)


def _part_starts(tree: Tree) -> set[int]:
    """Where the tags, notes and `for` of a rule begin."""
    out: set[int] = set()
    for node in (child for child in tree.children if isinstance(child, Tree)):
        if node.data in ("tags", "note", "rule_part") and node.start_pos is not None:
            out.add(node.start_pos)
        out |= _part_starts(node)
    return out


_FIXED = {"bal": "balanced", "semibal": "semi-balanced", "honors": "honours", "honor": "honour"}
_FIXED |= {"≥": ">=", "≤": "<=", "dbl": "X", "P": "pass"}


def _spelling(token: Token) -> str:
    text = str(token)
    kind = token.type
    if kind == "CALL":
        for symbol, letter in zip(_SYMBOLS, "CDHS", strict=True):
            text = text.replace(symbol, letter)
        return text + "T" if text.endswith("N") else text
    if kind == "NOTES":
        for symbol, letter in zip(_SYMBOLS, "CDHS", strict=True):
            text = text.replace(symbol, letter)
        return text
    if kind == "SUITWORD" and text in _SYMBOLS:
        return _WORDS[_SYMBOLS.index(text)]
    if kind == "RANGE":
        return re.sub(r"\s*[-–]\s*", "-", text)
    if kind == "MANY":
        return re.sub(r"\s+", " ", re.sub(r"\s*,\s*", ", ", text))
    if kind == "TAGS":
        return "[" + ", ".join(" ".join(part.split()) for part in text[1:-1].split(",")) + "]"
    if kind == "STRING":
        return text
    return _FIXED.get(text, text)


def _space(previous: Token | None, token: Token) -> str:
    """What stands between two tokens."""
    if previous is None or token in (",", ":", ")", "/") or previous in ("(", "/"):
        return ""
    return " "


# ------------------------------------------------------------------ columns


def _aligned(rows: list[_Row | None]) -> list[str]:
    """The lines as text, with the first tag or note of each run in one column."""
    file_column = _usual(_evidence(row) for row in rows if row is not None)
    runs: dict[int, list[_Row]] = {}
    for row in rows:
        if row is not None and row.trailers and row.head:
            runs.setdefault(row.group, []).append(row)
    columns: dict[int, int | None] = {}
    narrow: dict[int, int] = {}
    for group, members in runs.items():
        column = _usual((_evidence(row) for row in members), least=2)
        columns[group] = file_column if column is None else column
        heads = [_head_width(row) for row in members if _head_width(row) <= WIDEST_HEAD]
        narrow[group] = max(heads, default=0) + 2
    out = []
    for row in rows:
        column = None if row is None else columns.get(row.group)
        if row is not None and column is None:  # nothing settles it: a column just wide enough, or a lone line's own
            own = _evidence(row)
            alone = own is not None and len(runs.get(row.group, ())) == 1
            column = own if alone else narrow.get(row.group, 0)
        out.append("" if row is None else _text(row, column or 0))
    return out


def _head_width(row: _Row) -> int:
    return row.indent + len(row.head)


def _evidence(row: _Row) -> int | None:
    """The column an author chose for the first tag or note: one with a visible gap before it."""
    if not row.trailers or not row.head:
        return None
    before, start = row.gaps[0]
    return start if start - before > 2 else None


def _usual(found: Iterator[int | None], least: int = 3) -> int | None:
    """The commonest column, the widest of several; None when fewer than ``least`` lines have it."""
    counts = Counter(column for column in found if column is not None)
    if not counts:
        return None
    column, count = max(counts.items(), key=lambda pair: (pair[1], pair[0]))
    return column if count >= least else None


def _text(row: _Row, column: int) -> str:
    text = " " * row.indent + row.head
    for index, (trailer, (before, start)) in enumerate(zip(row.trailers, row.gaps, strict=True)):
        if index == 0 and row.head:
            rest = len(" ".join(row.trailers))
            place = column
            if place < len(text) + 2 or place + rest > WIDEST_LINE:
                place = start if start >= len(text) + 2 and start + rest <= WIDEST_LINE else len(text) + 2
            text = text.ljust(place) + trailer
        elif index == 0:
            text = trailer.rjust(max(start, row.indent) + len(trailer))
        elif start - before > 1 and start > len(text):
            text = text.ljust(start) + trailer
        else:
            text += " " + trailer
    if row.comment:
        text = text.ljust(max(row.column, len(text) + 2)) + row.comment
    return text

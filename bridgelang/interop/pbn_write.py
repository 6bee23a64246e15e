"""Boards as PBN text, in export format or as close to the file they were read from as can be.

Source: PBN 2.1, sections 2.1 and 3.2 to 3.8. Export format: the 15 mandatory tags first and in their order,
the other tags by name, then auction, play and tables; lines end with CR LF. ``keep`` leaves tags in their
order and, where they still say what the board's fields say, in their spelling.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from bridgelang.core.cards import Card
from bridgelang.core.seats import Seat
from bridgelang.errors import NotationError
from bridgelang.interop.board import Board
from bridgelang.interop.files import replacing
from bridgelang.interop.pbn_lines import (
    BLANK,
    MANDATORY,
    MAX_LINE,
    NOT_INHERITED,
    holds_tag_line,
    is_section_text,
    proper_name,
)
from bridgelang.interop.pbn_sections import ALERT
from bridgelang.interop.pbn_tables import Table
from bridgelang.interop.pbn_values import field_texts, says_the_same
from bridgelang.interop.records import Comment, Marks, RecordedAuction, RecordedPlay, Tag

EXPORT = "export"
KEEP = "keep"
HEADER = ("% PBN 2.1", "% EXPORT")

_BACKSLASH = re.compile(r'\\(?=["\\]|\Z)')
_SECTION_ELEMENT = re.compile(r'"(?:[^"\\]|\\.)*+"|[!#-$&-:<-Z\\^-z|~]+')
_LINE_BREAKS = re.compile(r"[\r\n]+")
_FRAMING = re.compile(r'[\[\]{};"%\x00-\x1f\x7f]')
_NO_WORD = re.compile(r'^-|[\s\[\]{};"%=!?$^*+\x00-\x1f\x7f]')
_OWN_DIRECTIVE = re.compile(r"\s*(PBN\s[\d.]+|EXPORT|IMPORT)\s*", re.IGNORECASE)


def write_pbn(boards: Iterable[Board], path: str | os.PathLike[str], style: str = EXPORT) -> int:
    """Write the boards to a file and say how many; the file appears whole or not at all.

    Characters are ISO 8859-1 as the standard wants; a board that needs others, or that could be mistaken for
    UTF-8, is UTF-8.
    """
    count = 0
    with replacing(path) as out:
        for text in pieces(boards, style):
            out.write(encoded(text))
            count += 1
    return count


def encoded(text: str) -> bytes:
    """The text as bytes that are read as the same text again."""
    try:
        latin = text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", errors="replace")
    if text.isascii():
        return latin
    for line in latin.splitlines():
        try:
            mistaken = not line.isascii() and bool(line.decode("utf-8"))
        except UnicodeDecodeError:
            mistaken = False
        if mistaken:
            return text.encode("utf-8")
    return latin


def format_pbn(boards: Iterable[Board], style: str = EXPORT) -> str:
    """The boards as one PBN text.

    >>> print(format_pbn([Board(number=7)], "keep"), end="")
    [Board "7"]
    """
    return "".join(pieces(boards, style))


def pieces(boards: Iterable[Board], style: str = EXPORT) -> Iterator[str]:
    """The text of each board, with the blank line or the header before it."""
    if style not in (EXPORT, KEEP):
        raise ValueError(f"the style is `{EXPORT}` or `{KEEP}`, not `{style}`")
    end = "\r\n" if style == EXPORT else "\n"
    for number, board in enumerate(boards):
        lines: list[str] = []
        if number:
            lines.append("")
        elif style == EXPORT:
            lines.extend(HEADER)
        lines.extend(_comment_lines(board.comments, skip_directives=style == EXPORT))
        lines.extend(_game(board, style))
        yield "\n".join([*lines, ""]).replace("\n", end)


def quoted_value(name: str, value: str) -> str:
    r"""A value as a string token: quotes and backslashes escaped; a table's column widths stand as they are.

    >>> print(quoted_value("Event", 'the "big" one'))
    "the \"big\" one"
    """
    value = _LINE_BREAKS.sub(" ", value)
    if "\\" in value or '"' in value:
        value = _BACKSLASH.sub(r"\\\\", value) if name.endswith("Table") else value.replace("\\", "\\\\")
        value = value.replace('"', '\\"')
    return f'"{value}"'


def literal(name: str, value: str) -> str:
    """A value that would be taken for inheritance is set for all games to come, and so read as itself."""
    inherits = (value == "#" or value.startswith("##")) and name not in NOT_INHERITED
    return f"##{value}" if inherits else value


# -- one game -------------------------------------------------------------------------------------


def _game(board: Board, style: str) -> list[str]:
    tags = [_writable(tag) for tag in board.tags]
    have = {tag.name for tag in tags}
    first = board.dealer
    if style == KEEP:
        stood = _first_of_deal(board)
        first = first if stood is None else stood
    texts = field_texts(board, first)
    missing = [name for name in MANDATORY if name not in have and (name in texts or style == EXPORT)]
    filled = _filled_in(board) if style == EXPORT else {}
    tags += [Tag(name, texts.get(name, filled.get(name, "?"))) for name in missing]
    if board.auction is not None and "Auction" not in have:
        tags.append(Tag("Auction", board.auction.column.letter))
    if board.play is not None and "Play" not in have:
        tags.append(Tag("Play", board.play.first.letter))
    if style == EXPORT or missing:
        tags.sort(key=_export_order if style == EXPORT else _mandatory_first)
    lines: list[str] = []
    done: dict[str, str] = {}
    for tag in tags:
        repeated = tag.name in done
        if repeated and style == EXPORT and tag.name != "Note":
            continue  # export format has each tag once, and readers ignore the later ones
        if tag.name == "Auction" and board.auction is not None and not repeated:
            lines += _auction(board.auction, tag, board.dealer, style)
        elif tag.name == "Play" and board.play is not None and not repeated:
            lines += _play(board.play, tag, board.declarer, style)
        else:
            value = tag.value if repeated else literal(tag.name, _value(board, tag, texts, filled, style))
            if repeated and tag.name in ("Board", "Deal"):
                value = done[tag.name]  # another one would begin another board
            lines.append(f"[{tag.name} {quoted_value(tag.name, value)}]")
            lines += _comment_lines(tag.comments)
            lines += _body(tag, style)
            done.setdefault(tag.name, value)
        done.setdefault(tag.name, "")
    return lines or ['[Board "?"]']


def _writable(tag: Tag) -> Tag:
    """A tag whose name and text are read as such again, whatever they were made from."""
    body = tuple([text for line in tag.body for text in _LINE_BREAKS.split(line) if text.strip(BLANK)])
    if body and not all(map(is_section_text, body)):
        body = tuple([line if is_section_text(line) else _FRAMING.sub("_", line).strip(BLANK) for line in body])
    name = proper_name(tag.name)
    return tag if (name, body) == (tag.name, tag.body) else Tag(name, tag.value, body, tag.comments)


def _value(board: Board, tag: Tag, texts: dict[str, str], filled: dict[str, str], style: str) -> str:
    """The tag's own value where it still holds, else the field's."""
    text = texts.get(tag.name)
    if text is None:
        if tag.value == "?" and tag.name in filled:
            return filled[tag.name]
        return tag.value
    if style == KEEP and says_the_same(board, tag.name, tag.value):
        return tag.value
    return text


def _filled_in(board: Board) -> dict[str, str]:
    """What the auction tells of mandatory tags that are missing or unknown."""
    if board.is_passed_out:
        return {"Contract": "Pass", "Declarer": "", "Result": ""}
    contract = board.contract
    if contract is None:
        return {}
    return {"Contract": contract.denomination, "Declarer": contract.declarer.letter}


def _first_of_deal(board: Board) -> Seat | None:
    """The seat the deal started with where it was read."""
    try:
        return Seat.parse(board.tag("Deal").partition(":")[0])
    except NotationError:
        return None


def _mandatory_first(tag: Tag) -> int:
    """New mandatory tags go before everything that is not one."""
    return 0 if tag.name in MANDATORY else 1


def _export_order(tag: Tag) -> tuple[int, int, str]:
    name = tag.name
    if name in MANDATORY:
        return (0, MANDATORY.index(name), "")
    if name in ("Auction", "Play"):
        return (2 if name == "Auction" else 3, 0, "")
    section = name != "Note" and (bool(tag.body) or name.endswith("Table"))
    return (4 if section else 1, 0, name)


def _comment_lines(comments: Sequence[Comment], skip_directives: bool = False) -> list[str]:
    lines = []
    for comment in comments:
        if not (skip_directives and comment.kind == "%" and _OWN_DIRECTIVE.fullmatch(comment.text)):
            lines.append(_comment(comment))
    return lines


def _comment(comment: Comment, kinds: str = ";%") -> str:
    """A comment; in braces unless it is of one of these kinds."""
    text = comment.text.replace("\r\n", "\n").replace("\r", "\n")
    if comment.kind in tuple(kinds) and "\n" not in text:
        return f"{comment.kind}{text}"
    if "{" in text and holds_tag_line(text):
        text = text.replace("{", "(")  # else it would look like a comment that was never closed
    return "{" + text.replace("}", ")") + "}"


def _body(tag: Tag, style: str) -> list[str]:
    """The lines of a section; a table's columns are aligned in export format when its rows are whole."""
    if style == EXPORT and tag.name.endswith("Table") and ";" in tag.value:
        try:
            table = Table.read(tag)
        except NotationError:
            return list(tag.body)
        if table.rows and all(_SECTION_ELEMENT.fullmatch(text) for row in table.rows for text in row):
            return table.lines()
    return list(tag.body)


# -- sections -------------------------------------------------------------------------------------


class _Marked(Protocol):
    @property
    def marks(self) -> Marks: ...


class _Numbering:
    """The numbers of a section's notes: those of the file where they still fit, then the lowest free ones."""

    def __init__(self, entries: Iterable[_Marked], spare: Sequence[str]) -> None:
        self.texts: dict[int, str] = {}
        self.numbers: dict[str, int] = {}
        self.next = 1
        marked = [entry.marks for entry in entries if entry.marks.note is not None or entry.marks.index]
        self.reserved = {marks.index for marks in marked if marks.note is None}
        for marks in marked:
            text, index = note_text(marks), marks.index
            if text is None or index is None or index < 1 or index in self.reserved:
                continue
            if self.texts.setdefault(index, text) == text:
                self.numbers.setdefault(text, index)
        for marks in marked:
            text = note_text(marks)
            if text is not None:
                self.number(text)
        for text in spare:
            self.texts[self.free()] = text

    def free(self) -> int:
        while self.next in self.texts or self.next in self.reserved:
            self.next += 1
        return self.next

    def number(self, text: str) -> int:
        if text not in self.numbers:
            number = self.free()
            self.texts[number], self.numbers[text] = text, number
        return self.numbers[text]

    def of(self, marks: Marks) -> int | None:
        text = note_text(marks)
        if text is None:
            return marks.index
        if marks.index is not None and self.texts.get(marks.index) == text:
            return marks.index
        return self.number(text)

    def lines(self) -> list[str]:
        return [f"[Note {quoted_value('Note', f'{number}:{text}')}]" for number, text in sorted(self.texts.items())]


def note_text(marks: Marks) -> str | None:
    """The note as PBN has it: an alert is said in its text."""
    if not marks.alert:
        return marks.note
    return f"{ALERT} {marks.note}" if marks.note else ALERT


class _Flow:
    """Words set in rows of four, broken early where a line would be too long or a comment ends it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.current = ""

    def add(self, text: str) -> None:
        if self.current and len(self.current) + 1 + len(text.partition("\n")[0]) > MAX_LINE:
            self.end()
        self.current += f" {text}" if self.current else text
        if "\n" in text:
            *whole, self.current = self.current.split("\n")
            self.lines += whole

    def end(self) -> None:
        if self.current:
            self.lines.append(self.current)
            self.current = ""

    def marks(self, marks: Marks, numbering: _Numbering) -> None:
        number = numbering.of(marks)
        if number is not None:
            self.add(f"={number}=")
        for nag in marks.nags:
            self.add(f"${nag}")
        for comment in marks.comments:
            text = _comment(comment, ";")
            self.add(text)
            if text[0] == ";":
                self.end()


def _section_tag(tag: Tag, seat: Seat, assumed: bool, style: str) -> list[str]:
    """The tag of a section and its comments; ``assumed`` says that a reader finds the seat without it."""
    value = seat.letter
    if style == KEEP:
        try:
            same = Seat.parse(tag.value) == seat
        except NotationError:
            same = assumed
        value = tag.value if same else value
    return [f"[{tag.name} {quoted_value(tag.name, value)}]", *_comment_lines(tag.comments)]


def _auction(record: RecordedAuction, tag: Tag, dealer: Seat | None, style: str) -> list[str]:
    column = record.column if style == KEEP else record.start
    lines = _section_tag(tag, column, dealer == record.start, style)
    numbering = _Numbering(record.entries, record.spare_notes)
    flow = _Flow()
    place = (record.start - column) & 3
    for _ in range(place):
        flow.add("-")
    for entry in record.entries:
        if entry.skipped:
            flow.add("^S")
        elif entry.call is not None:
            flow.add(f"^I {entry.call.pbn}" if entry.insufficient else entry.call.pbn)
        else:
            flow.add(_word(entry.text))
        flow.marks(entry.marks, numbering)
        place += 1
        if place % 4 == 0:
            flow.end()
    if record.ending in ("*", "+"):
        flow.add(record.ending)
    flow.end()
    return lines + flow.lines + numbering.lines()


def _play(record: RecordedPlay, tag: Tag, declarer: Seat | None, style: str) -> list[str]:
    lines = _section_tag(tag, record.first, declarer is not None and record.first == declarer.lho, style)
    numbering = _Numbering([entry for row in record.rows for entry in row], record.spare_notes)
    flow = _Flow()
    for row in record.rows:
        for entry in row:
            odd = "^R " if entry.revoke else "^L " if entry.out_of_turn else ""
            if entry.to_play:
                flow.add("+")
            else:
                flow.add(odd + _card(entry.card, entry.text))
            flow.marks(entry.marks, numbering)
        flow.end()
    if record.ending == "*":
        flow.add(record.ending)
    flow.end()
    return lines + flow.lines + numbering.lines()


def _card(card: Card | None, text: str) -> str:
    if card is not None:
        return str(card)
    return _word(text) if text else "-"


def _word(text: str) -> str:
    """A word that was not understood, as one that is not understood again."""
    return _NO_WORD.sub("_", text) or "_"

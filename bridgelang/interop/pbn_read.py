"""From raw PBN games to boards: inheritance, the meaning of the tags, and whether they agree with each other.

Source: PBN 2.1, sections 3.4, 4.8 and 3.10. Never raises on content: a value that cannot be read stays in the
board's tags as it is, and is reported with its line.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from attrs import evolve

from bridgelang.core.calls import PASS
from bridgelang.core.cards import quoted
from bridgelang.core.seats import Seat, Vulnerability
from bridgelang.errors import NotationError
from bridgelang.interop.board import NO_HANDS, NOTHING_STATED, Board
from bridgelang.interop.checks import card_faults
from bridgelang.interop.pbn_lines import NOT_INHERITED, RawGame, RawTag, read_games
from bridgelang.interop.pbn_sections import Notes, read_auction, read_play
from bridgelang.interop.pbn_values import (
    UNKNOWN,
    read_contract,
    read_deal,
    read_declarer,
    read_number,
    read_result,
    tricks_in_play,
)
from bridgelang.interop.problems import ERROR, NOTE, Problem, Report, ignore
from bridgelang.interop.records import Comment, Tag

_OF_THE_DEAL = ("Board", "Dealer", "Vulnerable", "Deal")
_OF_THE_TABLE = {"Declarer", "Contract", "Auction", "Play", "Result", "Score"}


def read_pbn(path: str | os.PathLike[str], report: Report = ignore) -> Iterator[Board]:
    """The boards of a PBN file, one after the other; never the whole file in memory.

    Text is read as UTF-8 where it is that, line by line, and as ISO 8859-1 elsewhere. What cannot be
    read goes to ``report``, and so does whatever departs from the standard.
    Raises OSError when there is no such file.
    """
    with open_lines(path) as lines:
        yield from boards(proper_lines(lines), report, Path(path).name)


def parse_pbn(text: str, report: Report = ignore, file: str = "") -> Iterator[Board]:
    """The boards of a PBN text; see :func:`read_pbn`.

    >>> board = next(parse_pbn('[Dealer "E"][Deal "E:- AKQ.AKQ.AKQ.AKQJ - -"]'))
    >>> board.dealer, str(board.hands[Seat.SOUTH])
    (<Seat.EAST: 1>, 'AKQ.AKQ.AKQ.AKQJ')
    """
    yield from boards(io.StringIO(text, newline=None), report, file)


def boards(lines: Iterable[str], report: Report = ignore, file: str = "") -> Iterator[Board]:
    """The boards of a PBN file given by its lines."""
    reader = _Reader(report, file)
    for game in read_games(lines, report, file):
        yield reader.board(game)


def open_lines(path: str | os.PathLike[str]) -> TextIO:
    """The file for reading line by line; every byte is a character unless it says it is UTF-16."""
    with open(path, "rb") as probe:
        mark = probe.read(2)
    encoding = "utf-16" if mark in (b"\xff\xfe", b"\xfe\xff") else "latin-1"
    return open(path, encoding=encoding, errors="replace", newline=None)


def proper_lines(lines: Iterable[str]) -> Iterator[str]:
    """The lines with those that are UTF-8 read as such."""
    for line in lines:
        if line.isascii():
            yield line
            continue
        try:
            yield line.encode("latin-1").decode("utf-8")
        except UnicodeError:
            yield line


class _Reader:
    """Reads game after game; what one game says may count for the next."""

    def __init__(self, report: Report, file: str) -> None:
        self.report, self.file = report, file
        self.line = 0
        self.before: dict[str, str] = {}  # the last value of each tag, for "#"
        self.standing: dict[str, str] = {}  # values set for all games to come by "##"
        self.last: Board | None = None

    def tell(self, message: str, severity: str = NOTE, line: int = 0) -> None:
        self.report(Problem(self.file, line or self.line, message, severity))

    def dialect(self, message: str) -> None:
        self.tell(message, NOTE)

    def board(self, game: RawGame) -> Board:
        tags = game.tags
        first: dict[str, RawTag] = {}
        for tag in tags:
            if tag.name not in first:
                first[tag.name] = tag
            elif tag.name != "Note":
                rule = "only the first counts" if tag.value != first[tag.name].value else "once is enough"
                self.tell(f"the tag {tag.name} stands twice in this board; {rule}", NOTE, tag.line)
        for tag in tags:
            self.inherit(tag, is_first=first.get(tag.name) is tag)
        for name, value in self.standing.items():
            if name not in first:
                first[name] = RawTag(name, value, game.line)
                tags.insert(0, first[name])
        self.inherit_deal(game, first)
        board = self.fields(game, first)
        board = self.sections(board, tags, first, game.cut)
        self.last = board
        return board

    # -- inheritance ------------------------------------------------------------------------------

    def inherit(self, tag: RawTag, is_first: bool) -> None:
        """Resolve ``#`` (as in the game before) and ``##text`` (from here on)."""
        value, name = tag.value, tag.name
        if not is_first:
            return
        if value == "#" or value.startswith("##"):
            if name in NOT_INHERITED:
                self.tell(f"{name} cannot be inherited: {value} says nothing here", ERROR, tag.line)
                return
            if value == "#":
                tag.value = self.before.get(name, "")
            else:
                tag.value = self.standing[name] = value[2:]
        elif name in self.standing:
            self.standing[name] = value
        self.before[name] = tag.value

    def inherit_deal(self, game: RawGame, first: dict[str, RawTag]) -> None:
        """A game with a play and no deal is the same board at another table."""
        last = self.last
        if last is None or any(name in first for name in _OF_THE_DEAL) or not _OF_THE_TABLE & first.keys():
            return
        same = [tag for tag in last.tags if tag.name in _OF_THE_DEAL]
        if all(tag.name != "Deal" for tag in same):
            return
        self.tell("this game has no deal; it is read as the board before it, played again", NOTE, game.line)
        for tag in reversed(same):
            if tag.name not in first:
                first[tag.name] = RawTag(tag.name, tag.value, game.line)
                game.tags.insert(0, first[tag.name])

    # -- tags that fields stand for -----------------------------------------------------------------

    def fields(self, game: RawGame, first: dict[str, RawTag]) -> Board:
        def value(name: str) -> str:
            tag = first.get(name)
            if tag is None:
                return ""
            self.line = tag.line
            return tag.value

        number = dealer = vulnerability = None
        hands, stated = NO_HANDS, NOTHING_STATED
        try:
            number = read_number(value("Board"))
        except NotationError as fault:
            self.tell(str(fault), ERROR)
        text = value("Dealer").strip()
        if text not in UNKNOWN:
            try:
                dealer = Seat.parse(text)
            except NotationError as fault:
                self.tell(f"Dealer: {fault}", ERROR)
        text = value("Vulnerable").strip()
        if text not in UNKNOWN:
            try:
                vulnerability = Vulnerability.parse(text)
            except NotationError as fault:
                self.tell(str(fault), ERROR)
        text = value("Deal")
        if text.strip() not in UNKNOWN:
            try:
                hands = read_deal(text, self.dialect)[1]
            except NotationError as fault:
                self.tell(str(fault), ERROR)
        try:
            stated = read_contract(value("Contract"), self.dialect)
        except NotationError as fault:
            self.tell(str(fault), ERROR)
        try:
            declarer, swapped = read_declarer(value("Declarer"))
            stated = evolve(stated, declarer=declarer, swapped=swapped and declarer is not None)
        except NotationError as fault:
            self.tell(f"Declarer: {fault}", ERROR)
        comments = tuple([Comment(piece.kind, piece.text) for piece in game.pieces])
        return Board(
            number, dealer, vulnerability, hands, None, stated,
            comments=comments, line=game.line, file=self.file,
        )  # fmt: skip

    # -- sections -----------------------------------------------------------------------------------

    def sections(self, board: Board, raws: list[RawTag], first: dict[str, RawTag], cut: bool) -> Board:
        """Read the auction and the play, their notes with them, and the result; gather the tags."""
        notes = self.gather_notes(raws, first)
        tags: list[Tag] = []
        play_raw: RawTag | None = None
        play_at = 0
        for raw in raws:
            if raw.name == "Note" and id(raw) in notes.taken:
                continue
            if raw.name == "Auction" and first["Auction"] is raw:
                board, tag = self.auction(board, raw, notes.auction, cut)
                tags.append(_more_comments(tag, notes.comments.get(id(raw))))
                continue
            if raw.name == "Play" and first["Play"] is raw:
                play_raw, play_at = raw, len(tags)
            tags.append(self.plain_tag(raw))
        record = board.auction
        if record is not None and record.entries and "Dealer" not in first:
            board = evolve(board, dealer=record.start)
            tags.insert(0, Tag("Dealer", record.start.letter))
            play_at += 1
        board = self.result(board, first.get("Result"))
        if play_raw is not None:
            board, tag = self.play(board, play_raw, notes.play)
            tags[play_at] = _more_comments(tag, notes.comments.get(id(play_raw)))
        board = evolve(board, tags=tuple(tags))
        self.compare(board, first)
        return board

    def plain_tag(self, raw: RawTag) -> Tag:
        if not raw.pieces:
            return Tag(raw.name, raw.value)
        body = tuple([piece.text for piece in raw.pieces if not piece.kind])
        if body and raw.name in _NO_SECTION:
            line = next(piece.line for piece in raw.pieces if not piece.kind)
            self.tell(f"text stands under the tag {raw.name}, which opens no section", NOTE, line)
        comments = tuple([Comment(piece.kind, piece.text) for piece in raw.pieces if piece.kind])
        return Tag(raw.name, raw.value, body, comments)

    def gather_notes(self, raws: list[RawTag], first: dict[str, RawTag]) -> _SectionNotes:
        """The notes of each section: those that follow its tag, numbered apart from the other section's."""
        found = _SectionNotes()
        into: Notes | None = None
        section = raws[0]
        for raw in raws:
            if raw.name in ("Auction", "Play"):
                into, section = None, raw
                if first[raw.name] is raw and self.is_readable(raw):
                    into = found.auction if raw.name == "Auction" else found.play
            elif raw.name == "Note":
                if into is None:
                    self.tell("this note belongs to no auction or play", NOTE, raw.line)
                    continue
                found.taken.add(id(raw))
                self.add_note(raw, into)
                for piece in raw.pieces:
                    if piece.kind:
                        found.comments.setdefault(id(section), []).append(Comment(piece.kind, piece.text))
                    else:
                        self.tell(f"{quoted(piece.text)} behind a note is left out", ERROR, piece.line)
        return found

    def add_note(self, raw: RawTag, notes: Notes) -> None:
        """Enter ``number:text``; a note without a number of its own gets a negative one."""
        number, colon, text = raw.value.partition(":")
        number = number.strip()
        if not (colon and number.isascii() and number.isdigit() and len(number) < 5):
            self.tell("this note has no number: write such as 1:text", ERROR, raw.line)
            notes[-1 - len(notes)] = raw.value
        elif int(number) in notes:
            self.tell(f"there are two notes {number}; calls and cards mean the first", ERROR, raw.line)
            notes[-1 - len(notes)] = text
        else:
            notes[int(number)] = text
            if not 1 <= int(number) <= 32:
                self.tell(f"notes are numbered 1 to 32, not {number}", NOTE, raw.line)

    def is_readable(self, raw: RawTag) -> bool:
        """Whether the section has content, or at least a seat."""
        return raw.value.strip() not in UNKNOWN or any(not piece.kind for piece in raw.pieces)

    def seat(self, raw: RawTag) -> Seat | None:
        if raw.value.strip() in UNKNOWN:
            return None
        try:
            return Seat.parse(raw.value)
        except NotationError as fault:
            self.tell(f"{raw.name}: {fault}", ERROR, raw.line)
            return None

    def auction(self, board: Board, raw: RawTag, notes: Notes, cut: bool) -> tuple[Board, Tag]:
        if not self.is_readable(raw):
            self.tell(f"the {raw.name} section is empty", NOTE, raw.line)
            return board, self.plain_tag(raw)
        column = self.seat(raw)
        record, comments = read_auction(
            column, raw.pieces, notes, board.dealer, board.stated.declarer, raw.line, self.tell
        )
        if record is None:
            self.tell("nobody knows who dealt, so the auction is kept as text only", ERROR, raw.line)
            return board, _as_text(raw, notes)
        if column is None and not record.entries and not record.ending:
            return board, _as_text(raw, notes)
        if not record.ending and not record.is_over:
            where = "; the file is cut off here" if cut else ", and neither * nor + says so"
            last = raw.pieces[-1].line if raw.pieces else raw.line
            self.tell(f"the auction is not finished{where}", ERROR if cut else NOTE, last)
        value = raw.value if column in (None, record.column) else record.column.letter
        return evolve(board, auction=record), Tag("Auction", value, (), comments)

    def result(self, board: Board, raw: RawTag | None) -> Board:
        if raw is None:
            return board
        self.line = raw.line
        try:
            result = read_result(raw.value, self.dialect)
        except NotationError as fault:
            self.tell(str(fault), ERROR)
            return board
        if result is None:
            return board
        contract = board.contract
        level = 0 if contract is None else contract.level
        in_play = tricks_in_play(board)
        tricks = result.by_declarer(board.declarer, level, in_play)
        if tricks is None or not 0 <= tricks <= in_play:
            self.tell(f"the result {raw.value} cannot be told without a contract and a declarer", ERROR)
            return board
        both = in_play if result.ns is None or result.ew is None else result.ns + result.ew
        if both != in_play and not result.disputed:
            self.tell(f"the tricks of both sides add up to {both}, not {in_play}", ERROR)
        return evolve(board, tricks=tricks, disputed=result.disputed)

    def play(self, board: Board, raw: RawTag, notes: Notes) -> tuple[Board, Tag]:
        if not self.is_readable(raw):
            self.tell(f"the {raw.name} section is empty", NOTE, raw.line)
            return board, self.plain_tag(raw)
        stated = self.seat(raw)
        declarer = board.declarer
        first = stated if stated is not None or declarer is None else declarer.lho
        if first is None:
            self.tell("nobody knows who led, so the play is kept as text only", ERROR, raw.line)
            return board, _as_text(raw, notes)
        record, comments, lines = read_play(first, raw.pieces, notes, self.tell)
        if stated is None and not record.rows and not record.ending:
            return board, _as_text(raw, notes)
        if declarer is not None and first != declarer.lho and not (record.is_empty or board.is_end_position):
            fault = f"{first.word} leads, but {declarer.lho.word} sits left of the declarer, {declarer.word}"
            self.tell(fault, NOTE if board.stated.swapped else ERROR, raw.line)
        for row, fault in card_faults(board.hands, record):
            self.tell(fault, ERROR, lines[row])
        return evolve(board, play=record), Tag("Play", raw.value, (), comments)

    # -- do the parts agree? ------------------------------------------------------------------------

    def compare(self, board: Board, first: dict[str, RawTag]) -> None:
        """Say where the stated contract and result contradict the auction and the play."""
        self.compare_contract(board, first)
        self.compare_declarer(board, first)
        self.compare_result(board, first)

    def compare_contract(self, board: Board, first: dict[str, RawTag]) -> None:
        stated = board.stated
        if not _is_read_to_its_end(board) or stated.bid is None:
            return
        contract = board.auction.contract if board.auction is not None else None
        if (stated.bid, stated.doubled) != ((PASS, 0) if contract is None else (contract.bid, contract.doubled)):
            end = "four passes" if contract is None else contract.denomination
            fault = f"the contract is said to be {first['Contract'].value}, the auction ends in {end}"
            self.tell(fault, ERROR, first["Contract"].line)

    def compare_declarer(self, board: Board, first: dict[str, RawTag]) -> None:
        stated = board.stated
        contract = board.auction.contract if board.auction is not None else None
        if not _is_read_to_its_end(board) or contract is None or stated.declarer is None or stated.swapped:
            return
        if stated.declarer != contract.declarer:
            fault = f"the declarer is said to be {stated.declarer}, by the auction it is {contract.declarer}"
            self.tell(fault, ERROR, first["Declarer"].line)

    def compare_result(self, board: Board, first: dict[str, RawTag]) -> None:
        strain, declarer, tricks = board.strain, board.declarer, board.tricks
        if board.play is None or strain is None or declarer is None or tricks is None or board.disputed:
            return
        won = board.play.tricks_won(strain)
        made = won[declarer.side]
        if sum(won) == tricks_in_play(board) and made != tricks:
            fault = f"the result is said to be {tricks} tricks, the cards played make {made}"
            self.tell(fault, ERROR, first["Result"].line)


def _is_read_to_its_end(board: Board) -> bool:
    """Is the auction over, with every call of it understood?"""
    record = board.auction
    return record is not None and record.is_over and not any(entry.text for entry in record.entries)


class _SectionNotes:
    """The notes of a game's sections, and which raw tags they came from (by identity)."""

    def __init__(self) -> None:
        self.auction: Notes = {}
        self.play: Notes = {}
        self.taken: set[int] = set()
        self.comments: dict[int, list[Comment]] = {}  # what stood behind the notes, by the section's raw tag


def _more_comments(tag: Tag, comments: list[Comment] | None) -> Tag:
    return evolve(tag, comments=(*tag.comments, *comments)) if comments else tag


def _as_text(raw: RawTag, notes: Notes) -> Tag:
    """A section that cannot be read, with its notes as comments."""
    body = tuple([piece.text for piece in raw.pieces if not piece.kind])
    comments = [Comment(piece.kind, piece.text) for piece in raw.pieces if piece.kind]
    for index, text in notes.items():
        number = f"note {index}: " if index > 0 else ""
        comments.append(Comment("{", number + text.replace("}", ")")))
    return Tag(raw.name, raw.value, body, tuple(comments))


_NO_SECTION = {
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal",
    "Scoring", "Declarer", "Contract", "Result", "Note", "Room", "Hidden", "Score", "ScoreIMP", "ScoreMP",
    "Round", "Table", "Section", "Stage", "BidSystemNS", "BidSystemEW", "HomeTeam", "VisitTeam", "Generator",
    "Description", "Competition", "DealId", "Annotator", "Application", "Mode", "Termination",
}  # fmt: skip
"""Standard tags that open no section: text under them is out of place."""

__all__ = ["boards", "open_lines", "parse_pbn", "proper_lines", "read_pbn"]

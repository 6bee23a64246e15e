"""Boards as JSON, one object a line, for programs; everything a board holds comes back.

The object of a board (absent: not known):

* ``board`` number, ``dealer`` and ``declarer`` letters, ``vulnerable`` none|ns|ew|all;
* ``hands`` {seat: dotted text}, seats not known left out, and with all four ``deal`` as PBN text;
* ``auction`` the calls in order (``P X XX 1C`` …), a skipped player as ``-``, a word nobody could read as it
  stands; ``calls`` what stood beside them, by index: ``note alert nags comments skipped insufficient unread``;
  ``auction_frame`` who began, and how the file set the auction out;
* ``contract`` ``4HX by S`` or ``pass``, from the file or the auction; ``stated`` what the file itself says of it;
* ``tricks`` declarer's side's, ``disputed``, ``score`` in points for North-South;
* ``play`` {``leader``, ``tricks``: rows in seat order from the leader, null for an unknown card, ``ending``};
* ``tags`` [[name, value] or [name, value, body lines, comments], …]; ``comments`` [[kind, text], …].
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from bridgelang.core.calls import Call
from bridgelang.core.cards import Card, Strain, quoted
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.errors import NotationError
from bridgelang.interop.board import Board, Hands, Stated
from bridgelang.interop.files import replacing
from bridgelang.interop.problems import ERROR, Problem, Report, ignore
from bridgelang.interop.records import (
    UNMARKED,
    Comment,
    Marks,
    RecordedAuction,
    RecordedCall,
    RecordedCard,
    RecordedPlay,
    Row,
    Tag,
    plain_call,
    plain_card,
)

Json = dict[str, Any]


def write_jsonl(boards: Iterable[Board], path: str | os.PathLike[str]) -> int:
    """Write the boards to a file and say how many; the file appears whole or not at all."""
    count = 0
    with replacing(path) as out:
        for board in boards:
            out.write(f"{json_line(board)}\n".encode(errors="replace"))
            count += 1
    return count


def json_line(board: Board) -> str:
    """The board as one line of JSON.

    >>> json_line(Board(number=7, dealer=Seat.SOUTH))
    '{"board": 7, "dealer": "S"}'
    """
    return json.dumps(to_json(board), ensure_ascii=False)


def read_jsonl(path: str | os.PathLike[str], report: Report = ignore) -> Iterator[Board]:
    """The boards of a JSON-lines file; a line that is none is reported and left out.

    Raises OSError when there is no such file.
    """
    with open(path, encoding="utf-8", errors="replace") as lines:
        yield from parse_jsonl(lines, report, Path(path).name)


def parse_jsonl(lines: Iterable[str], report: Report = ignore, file: str = "") -> Iterator[Board]:
    """The boards of these lines; empty lines do not count."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as fault:
            reason = fault.msg if isinstance(fault, json.JSONDecodeError) else "it cannot be read"
            report(Problem(file, number, f"this line is no JSON: {reason}", ERROR))
            continue
        try:
            yield from_json(value, file, number)
        except NotationError as fault:
            report(Problem(file, number, str(fault), ERROR))


# -- to JSON --------------------------------------------------------------------------------------


def to_json(board: Board) -> Json:
    """The board as plain values."""
    found: Json = {}
    if board.number is not None:
        found["board"] = board.number
    if board.dealer is not None:
        found["dealer"] = board.dealer.letter
    if board.vulnerability is not None:
        found["vulnerable"] = str(board.vulnerability)
    hands = {seat.letter: str(hand) for seat, hand in zip(SEATS, board.hands, strict=True) if hand is not None}
    if hands:
        found["hands"] = hands
    if board.deal is not None:
        found["deal"] = board.deal.to_pbn(Seat.NORTH if board.dealer is None else board.dealer)
    if board.auction is not None:
        _auction_json(board.auction, found)
    _result_json(board, found)
    if board.play is not None:
        _play_json(board.play, found)
    if board.tags:
        found["tags"] = [_tag_json(tag) for tag in board.tags]
    if board.comments:
        found["comments"] = _comments_json(board.comments)
    return found


def _result_json(board: Board, found: Json) -> None:
    contract = board.contract
    if contract is not None or board.is_passed_out:
        found["contract"] = "pass" if contract is None else str(contract)
    if board.declarer is not None:
        found["declarer"] = board.declarer.letter
    stated = _stated_json(board.stated)
    if stated:
        found["stated"] = stated
    if board.tricks is not None:
        found["tricks"] = board.tricks
    if board.disputed:
        found["disputed"] = True
    if board.score is not None:
        found["score"] = board.score


def _auction_json(record: RecordedAuction, found: Json) -> None:
    found["auction"] = [
        "-" if entry.skipped else entry.text if entry.call is None else str(entry.call) for entry in record.entries
    ]
    details = {}
    for index, entry in enumerate(record.entries):
        detail = _marks_json(entry.marks)
        for name in ("skipped", "insufficient"):
            if getattr(entry, name):
                detail[name] = True
        if entry.call is None and not entry.skipped:
            detail["unread"] = True
        if detail:
            details[str(index)] = detail
    if details:
        found["calls"] = details
    frame: Json = {"start": record.start.letter}
    if record.column != record.start:
        frame["column"] = record.column.letter
    if record.ending:
        frame["ending"] = record.ending
    if record.spare_notes:
        frame["notes"] = list(record.spare_notes)
    found["auction_frame"] = frame


def _play_json(record: RecordedPlay, found: Json) -> None:
    play: Json = {
        "leader": record.first.letter,
        "tricks": [[None if entry.card is None else str(entry.card) for entry in row] for row in record.rows],
    }
    if record.ending:
        play["ending"] = record.ending
    if record.spare_notes:
        play["notes"] = list(record.spare_notes)
    details = {}
    for index, entry in enumerate([entry for row in record.rows for entry in row]):
        detail = _marks_json(entry.marks)
        for name in ("revoke", "out_of_turn", "to_play"):
            if getattr(entry, name):
                detail[name] = True
        if entry.text:
            detail["unread"] = entry.text
        if detail:
            details[str(index)] = detail
    if details:
        play["cards"] = details
    found["play"] = play


def _stated_json(stated: Stated) -> Json:
    found: Json = {}
    if stated.bid is not None:
        found["bid"] = str(stated.bid)
    if stated.doubled:
        found["doubled"] = stated.doubled
    if stated.strain is not None:
        found["strain"] = stated.strain.letter
    if stated.declarer is not None:
        found["declarer"] = stated.declarer.letter
    if stated.swapped:
        found["swapped"] = True
    return found


def _marks_json(marks: Marks) -> Json:
    found: Json = {}
    if marks.note is not None:
        found["note"] = marks.note
    if marks.index is not None:
        found["number"] = marks.index
    if marks.alert:
        found["alert"] = True
    if marks.nags:
        found["nags"] = list(marks.nags)
    if marks.comments:
        found["comments"] = _comments_json(marks.comments)
    return found


def _tag_json(tag: Tag) -> list[Any]:
    if not tag.body and not tag.comments:
        return [tag.name, tag.value]
    return [tag.name, tag.value, list(tag.body), _comments_json(tag.comments)]


def _comments_json(comments: Iterable[Comment]) -> list[list[str]]:
    return [[comment.kind, comment.text] for comment in comments]


# -- from JSON ------------------------------------------------------------------------------------


def from_json(value: Any, file: str = "", line: int = 0) -> Board:
    """The board of these plain values; what follows from the rest (contract, score) is not looked at.

    Raises NotationError, naming the field, for values that are no board.
    """
    source = _Fields(value, "a board")
    dealer = source.seat("dealer")
    vulnerable = source.text("vulnerable")
    number, tricks = source.number("board"), source.number("tricks", 13)
    hands = _hands(source)
    auction = _auction(source, dealer)
    stated = source.part("stated")
    bid = stated.text("bid")
    strain = stated.text("strain")
    contract = Stated(
        None if bid is None else Call.parse(bid),
        stated.number("doubled", 2) or 0,
        None if strain is None else Strain.parse(strain),
        stated.seat("declarer"),
        stated.flag("swapped"),
    )
    if "stated" not in source.values and auction is None and source.text("contract") is not None:
        contract = _contract(source)
    return Board(
        number,
        dealer,
        None if vulnerable is None else Vulnerability.parse(vulnerable),
        hands,
        auction,
        contract,
        tricks,
        source.flag("disputed"),
        _play(source),
        tuple([_tag(item) for item in source.items("tags")]),
        _comments(source),
        line,
        file,
    )


def _contract(source: _Fields) -> Stated:
    """The contract of a line that some other program wrote without the rest."""
    from bridgelang.core.contracts import Contract

    text = source.text("contract") or ""
    if text.lower() == "pass":
        return Stated(bid=Call.parse("P"))
    contract = Contract.parse(text)
    return Stated(contract.bid, contract.doubled, None, contract.declarer)


def _hands(source: _Fields) -> Hands:
    from bridgelang.interop.pbn_values import read_deal

    if "hands" not in source.values:
        text = source.text("deal")
        return (None, None, None, None) if text is None else read_deal(text)[1]
    given = source.part("hands")
    words = [given.text(seat.letter) or "-" for seat in SEATS]
    return read_deal(f"N:{' '.join(words)}")[1]


def _auction(source: _Fields, dealer: Seat | None) -> RecordedAuction | None:
    if "auction" not in source.values:
        return None
    frame, details = source.part("auction_frame"), source.part("calls")
    start = frame.seat("start")
    if start is None:
        start = Seat.NORTH if dealer is None else dealer
    column = frame.seat("column")
    entries = []
    for index, word in enumerate(source.items("auction")):
        if not isinstance(word, str):
            raise NotationError(f"auction: {quoted(str(word))} is not a call")
        seat = SEATS[(start + index) & 3]
        if str(index) not in details.values and word != "-":
            entries.append(plain_call(seat, Call.parse(word)))
            continue
        detail = details.part(str(index))
        skipped, unread = detail.flag("skipped") or word == "-", detail.flag("unread")
        call = None if skipped or unread else Call.parse(word)
        entries.append(
            RecordedCall(seat, call, skipped, detail.flag("insufficient"), word if unread else "", _marks(detail))
        )
    return RecordedAuction(
        tuple(entries),
        start,
        start if column is None else column,
        frame.text("ending") or "",
        tuple(map(str, frame.items("notes"))),
    )


def _play(source: _Fields) -> RecordedPlay | None:
    if "play" not in source.values:
        return None
    play = source.part("play")
    first, details = play.seat("leader"), play.part("cards")
    if first is None:
        raise NotationError("play: the leader is missing")
    rows: list[Row] = []
    for number, words in enumerate(play.items("tricks")):
        if not isinstance(words, list) or len(words) != 4:
            raise NotationError(f"play: trick {number + 1} does not have four places")
        row = []
        for column, word in enumerate(words):
            seat = SEATS[(first + column) & 3]
            card = None if word is None else Card.parse(str(word))
            index = str(4 * number + column)
            if index not in details.values:
                row.append(plain_card(seat, card))
                continue
            detail = details.part(index)
            row.append(
                RecordedCard(
                    seat,
                    card,
                    detail.flag("revoke"),
                    detail.flag("out_of_turn"),
                    detail.flag("to_play"),
                    detail.text("unread") or "",
                    _marks(detail),
                )
            )
        rows.append((row[0], row[1], row[2], row[3]))
    return RecordedPlay(first, tuple(rows), play.text("ending") or "", tuple(map(str, play.items("notes"))))


def _marks(detail: _Fields) -> Marks:
    nags = detail.items("nags")
    if not all(type(nag) is int and nag >= 0 for nag in nags):
        raise NotationError("nags: annotation glyphs are numbers from 0")
    marks = Marks(detail.text("note"), detail.number("number"), detail.flag("alert"), tuple(nags), _comments(detail))
    return marks if marks != UNMARKED or marks.index is not None else UNMARKED


def _tag(item: Any) -> Tag:
    if not isinstance(item, list) or len(item) not in (2, 4) or not all(isinstance(part, str) for part in item[:2]):
        raise NotationError(f"tags: {quoted(str(item))} is not a name and a value")
    if len(item) == 2:
        return Tag(item[0], item[1])
    extra = _Fields({"body": item[2], "comments": item[3]}, "a tag")
    return Tag(item[0], item[1], tuple(map(str, extra.items("body"))), _comments(extra))


def _comments(source: _Fields) -> tuple[Comment, ...]:
    found = []
    for item in source.items("comments"):
        if not isinstance(item, list) or len(item) != 2 or not all(isinstance(part, str) for part in item):
            raise NotationError(f"comments: {quoted(str(item))} is not a kind and a text")
        found.append(Comment(item[0], item[1]))
    return tuple(found)


class _Fields:
    """A JSON object whose fields are asked for by type; NotationError names the field."""

    def __init__(self, value: Any, what: str) -> None:
        if not isinstance(value, Mapping):
            raise NotationError(f"{quoted(json.dumps(value))} is not {what}: an object is expected")
        self.values = value

    def _typed(self, name: str, kind: type, what: str) -> Any:
        value = self.values.get(name)
        if value is None or (isinstance(value, kind) and not (kind is int and isinstance(value, bool))):
            return value
        raise NotationError(f"{name}: {quoted(json.dumps(value))} is not {what}")

    def text(self, name: str) -> str | None:
        found: str | None = self._typed(name, str, "text")
        return found

    def number(self, name: str, most: int | None = None) -> int | None:
        found: int | None = self._typed(name, int, "a number")
        if found is not None and not 0 <= found <= (found if most is None else most):
            raise NotationError(f"{name}: {found} is not a number from 0{'' if most is None else f' to {most}'}")
        return found

    def flag(self, name: str) -> bool:
        return bool(self._typed(name, bool, "true or false"))

    def seat(self, name: str) -> Seat | None:
        text = self.text(name)
        return None if text is None else Seat.parse(text)

    def items(self, name: str) -> list[Any]:
        found: list[Any] = self._typed(name, list, "a list") or []
        return found

    def part(self, name: str) -> _Fields:
        found = self.values.get(name)
        return _Fields({} if found is None or found == [] else found, name)  # some programs write an empty object so

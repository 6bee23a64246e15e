"""Writing LIN: a line a board, as hand viewers take it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from bridgelang.core.calls import DOUBLE, PASS, REDOUBLE, Call
from bridgelang.core.cards import holding_text
from bridgelang.core.hands import HIGH_SUITS, Hand
from bridgelang.core.seats import Vulnerability
from bridgelang.interop.board import Board
from bridgelang.interop.files import replacing
from bridgelang.interop.lin_read import SCORING, SEAT_ORDER
from bridgelang.interop.problems import NOTE, Problem, Report, ignore
from bridgelang.interop.records import Comment, RecordedPlay

_HEADER = ("Event", "Stage", "Scoring", "HomeTeam", "HomeCarryOver", "VisitTeam", "VisitCarryOver")
_CARRIED = {
    *_HEADER, "West", "North", "East", "South", "Room", "Board", "Dealer", "Vulnerable", "Deal", "Declarer",
    "Contract", "Result", "Auction", "Play",
}  # fmt: skip
_VULNERABILITY = {Vulnerability.NONE: "o", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.ALL: "b"}
_CALLS = {PASS: "p", DOUBLE: "d", REDOUBLE: "r"}
_SEPARATORS = re.compile(r"\s*[|\r\n]+\s*")


def write_lin(boards: Iterable[Board], path: str | os.PathLike[str], report: Report = ignore) -> int:
    """Write the boards to a file and say how many; the file appears whole or not at all."""
    count = 0
    with replacing(path) as out:
        for text in pieces(boards, report):
            out.write(text.encode("utf-8", errors="replace"))
            count += 1
    return count


def format_lin(boards: Iterable[Board], report: Report = ignore) -> str:
    """The boards as LIN text; what LIN has no place for is reported, each kind once.

    >>> print(format_lin([Board(number=3, vulnerability=Vulnerability.EW)]), end="")
    pn|,,,|st||md|0|rh||ah|Board 3|sv|e|pg||
    """
    return "".join(pieces(boards, report))


def pieces(boards: Iterable[Board], report: Report = ignore) -> Iterator[str]:
    """The text of each board, with the title before it where that changes."""
    writer = _Writer(report)
    for board in boards:
        yield writer.board(board)


class _Writer:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.title: tuple[str, ...] = ("",) * len(_HEADER)
        self.lost: set[str] = set()

    def lose(self, what: str, board: Board) -> None:
        """LIN has no place for this."""
        if what not in self.lost:
            self.lost.add(what)
            message = f"LIN has no place for {what}: left out (said once, first met here)"
            self.report(Problem(board.file, board.line, message, NOTE))

    def board(self, board: Board) -> str:
        parts: list[str] = []
        self.head(board, parts)
        room = board.tag("Room").lower()
        if room in ("open", "closed"):
            parts.append(f"qx|{room[0]}{'' if board.number is None else board.number}|")
        names = ",".join([_name(board.tag(seat.word)) for seat in SEAT_ORDER])
        parts.append(f"pn|{names}|st||md|{_deal(board)}|rh||")
        if board.number is not None:
            parts.append(f"ah|Board {board.number}|")
        if board.vulnerability is not None:
            parts.append(f"sv|{_VULNERABILITY[board.vulnerability]}|")
        for comment in board.comments:
            self.comment(comment, parts)
        self.auction(board, parts)
        parts.append("pg||")
        self.play(board, parts)
        self.left_out(board)
        return "".join(parts) + "\n"

    def head(self, board: Board, parts: list[str]) -> None:
        title = tuple([_name(board.tag(name)) for name in _HEADER])
        title = tuple(["" if text == "?" else text for text in title])
        if title != self.title:
            self.title = title
            letters = {name: letter for letter, name in SCORING.items()}
            event, stage, scoring, home, home_carry, visit, visit_carry = title
            scoring = letters.get(scoring, scoring)
            parts.append(f"vg|{event},{stage},{scoring},,,{home},{home_carry},{visit},{visit_carry}|\n")

    def auction(self, board: Board, parts: list[str]) -> None:
        record = board.auction
        if record is None:
            if board.contract is not None or board.is_passed_out:
                self.lose("a contract without an auction", board)
            return
        for entry in record.entries:
            if entry.call is None or entry.insufficient:
                self.lose("irregular calls (the auction stops before them)", board)
                return
            marks = entry.marks
            parts.append(f"mb|{_call(entry.call)}{'!' if marks.alert else ''}|")
            if marks.note or (marks.note is not None and not marks.alert):
                parts.append(f"an|{_text(marks.note)}|")
            if marks.nags:
                self.lose("annotation glyphs", board)
            for comment in marks.comments:
                self.comment(comment, parts)

    def play(self, board: Board, parts: list[str]) -> None:
        contract, record = board.contract, board.play
        made = None  # what the cards themselves say
        if record is not None and contract is not None:
            cards = record.in_order(board.strain)
            for start in range(0, len(cards), 4):
                parts += [f"pc|{card}|" for card in cards[start : start + 4]]
                if start + 4 <= len(cards):
                    parts.append("pg||")
            self.lose_of_play(board, record, len(cards))
            if len(cards) == 52:
                made = record.tricks_won(contract.strain)[contract.declarer.side]
        if board.tricks is not None and board.tricks != made:
            parts.append(f"mc|{board.tricks}|pg||")

    def lose_of_play(self, board: Board, record: RecordedPlay, written: int) -> None:
        """What a play has beyond its first cards in order."""
        entries = [entry for row in record.rows for entry in row]
        if any(entry.marks.note or entry.marks.nags or entry.marks.comments for entry in entries):
            self.lose("notes and comments on cards", board)
        gap = any(entry.card is not None for entry in entries[written:])
        if gap or any(entry.revoke or entry.out_of_turn for entry in entries):
            self.lose("cards after a gap, revokes and leads out of turn", board)

    def comment(self, comment: Comment, parts: list[str]) -> None:
        text = _text(comment.text).strip()
        if text and comment.kind != "%":
            parts.append(f"nt|{text}|")

    def left_out(self, board: Board) -> None:
        for tag in board.tags:
            if tag.name not in _CARRIED and tag.value not in ("", "?"):
                self.lose(f"the tag {tag.name}", board)
        if board.disputed:
            self.lose("a result agreed wrongly", board)


def _text(text: str) -> str:
    """Text without what would end it."""
    return _SEPARATORS.sub(" / ", text)


def _name(text: str) -> str:
    return " ".join(_text(text).replace(",", " ").split())


def _call(call: Call) -> str:
    return _CALLS.get(call) or str(call).replace("NT", "N")


def _deal(board: Board) -> str:
    dealer = 0 if board.dealer is None else SEAT_ORDER.index(board.dealer) + 1
    if not any(hand is not None for hand in board.hands):
        return f"{dealer}"
    return f"{dealer}" + ",".join([_hand(board.hands[seat]) for seat in SEAT_ORDER])


def _hand(hand: Hand | None) -> str:
    """A hand as LIN has it: low to high behind each suit's letter; a void suit keeps its letter."""
    if hand is None:
        return ""
    return "".join([f"{suit.letter}{holding_text(hand.holding(suit))[::-1]}" for suit in HIGH_SUITS])

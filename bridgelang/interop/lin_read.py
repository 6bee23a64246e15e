"""Reading LIN, the format of Bridge Base Online's files and hand-viewer links.

There is no specification. A file is a row of ``command|value|`` pairs without any escape; line breaks mean
nothing. A board goes from ``qx``, ``pn`` or ``md`` to the next. Encodings: hands in ``md`` run south, west,
north, east, and its first digit is the dealer, 1 south to 4 east; ``sv`` is o, n, e or b; ``mc`` counts
declarer's tricks, all of them.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote

from attrs import evolve

from bridgelang.core.calls import Call
from bridgelang.core.cards import Card, Strain, Suit, parse_holding, quoted
from bridgelang.core.hands import FULL_DECK, Hand
from bridgelang.core.seats import SEATS, Seat, Vulnerability, dealer_of
from bridgelang.errors import NotationError
from bridgelang.interop.board import NO_HANDS, NOTHING_STATED, Board, Hands, Stated
from bridgelang.interop.checks import card_faults
from bridgelang.interop.pbn_read import open_lines, proper_lines
from bridgelang.interop.pbn_sections import CALL_LETTERS
from bridgelang.interop.problems import ERROR, NOTE, Problem, Report, ignore
from bridgelang.interop.records import (
    UNMARKED,
    Comment,
    Outcome,
    RecordedAuction,
    RecordedCall,
    RecordedPlay,
    Tag,
    plain_call,
)

SEAT_ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of names and hands; the dealer's digit counts along it from 1."""

SCORING = {"I": "IMP", "P": "MP", "B": "BAM"}
SILENT = {"st", "rh", "pg", "mp", "pw", "bm", "bt", "lg", "up", "hs"}
"""Commands for the screen, or that repeat what boards say; nothing is lost without them."""

_CALL = re.compile(
    r"\s*(?:(?P<call>[1-7]\s*(?:NT|N|[SHDC])|PASS|P|DBL|DOUBLE|D|XX|X|REDOUBLE|RDBL|R)(?P<alert>!?)|(?P<odd>.))",
    re.ASCII | re.IGNORECASE | re.DOTALL,
)
_CARD = re.compile(r"\s*(?:(?P<card>[SHDC](?:10|[2-9TJQKA]))|(?P<odd>.))", re.ASCII | re.IGNORECASE | re.DOTALL)
_ROOM = re.compile(r"([oc]?)\s*(\d{0,6})", re.IGNORECASE)
_NUMBER = re.compile(r"\D*(\d{1,6})")
_RESULT = re.compile(
    r"([1-7])(NT|N|S|H|D|C)(X{0,2})([NESW])(X{0,2})(?:(=)|([+-]\d{1,2}))", re.ASCII | re.IGNORECASE
)  # fmt: skip


def read_lin(path: str | os.PathLike[str], report: Report = ignore) -> Iterator[Board]:
    """The boards of a LIN file, one after the other; what cannot be read goes to ``report``.

    Raises OSError when there is no such file.
    """
    with open_lines(path) as lines:
        yield from boards(proper_lines(lines), report, Path(path).name)


def parse_lin(text: str, report: Report = ignore, file: str = "") -> Iterator[Board]:
    """The boards of a LIN text or of a hand-viewer link.

    >>> board = next(parse_lin("md|3SAKQJHAKQDAKQCAKQ,,,|sv|b|mb|7N|mb|p|mb|p|mb|p|mc|13|"))
    >>> str(board.hands[Seat.SOUTH]), board.contract.declarer, board.tricks
    ('AKQJ.AKQ.AKQ.AKQ', <Seat.NORTH: 0>, 13)
    """
    if "|" not in text and "%7c" in text.lower():
        text = unquote(text.partition("lin=")[2] or text).partition("&")[0]
    yield from boards(io.StringIO(text, newline=None), report, file)


def boards(lines: Iterable[str], report: Report = ignore, file: str = "") -> Iterator[Board]:
    """The boards of a LIN file given by its lines."""
    reader = _Reader(report, file)
    for command, value, line in _pairs(lines, report, file):
        if reader.starts_board(command) and reader.has_board:
            yield reader.finish()
        reader.take(command, value, line)
    if reader.has_board:
        yield reader.finish()


def _pairs(lines: Iterable[str], report: Report, file: str) -> Iterator[tuple[str, str, int]]:
    """The commands with their values and the lines they begin in."""
    command: str | None = None
    text, began, number = "", 1, 0
    for line in lines:
        number += 1
        line = line.rstrip("\r\n") if number > 1 else line.rstrip("\r\n").removeprefix("\ufeff")
        parts = line.split("|")
        for index, part in enumerate(parts):
            text = f"{text} {part}" if text and part and index == 0 else text + part
            if index == len(parts) - 1:
                break
            if command is None:
                command, began = text.strip().lower(), number
            else:
                yield command, text, began
                command = None
            text = ""
    if command is not None:
        report(Problem(file, began, f"the file ends inside {quoted(command)}", ERROR))
        yield command, text, began
    elif text.strip():
        report(Problem(file, number, f"{quoted(text.strip())} stands at the end and is left out", ERROR))


class _Reader:
    """Gathers the commands of one board; names, titles and results stand for all boards after them."""

    def __init__(self, report: Report, file: str) -> None:
        self.report, self.file = report, file
        self.names: list[str] = []
        self.header: list[Tag] = []
        self.first_number = 1
        self.numbers: list[str] = []
        self.results: list[str] = []
        self.unknown: set[str] = set()
        self.line = 1
        self.clear()

    def clear(self) -> None:
        self.started = self.has_deal = self.has_names = False
        self.begin = 0
        self.room = ""
        self.index: int | None = None
        self.number: int | None = None
        self.dealer: Seat | None = None
        self.vulnerability: Vulnerability | None = None
        self.hands: Hands = NO_HANDS
        self.calls: list[RecordedCall] = []
        self.outcome = Outcome()
        self.cards: list[Card] = []
        self.card_lines: list[int] = []
        self.tricks: int | None = None
        self.comments: list[Comment] = []

    def tell(self, message: str, severity: str = ERROR) -> None:
        self.report(Problem(self.file, self.line, message, severity))

    @property
    def has_board(self) -> bool:
        return self.started

    def starts_board(self, command: str) -> bool:
        """Whether this command belongs to the next board."""
        if command == "qx":
            return True
        if command == "pn":
            return self.has_deal or self.has_names
        return self.has_deal and command in ("md", "vg", "rs", "bn")

    def take(self, command: str, value: str, line: int) -> None:
        self.line = line
        if command in _BOARD_COMMANDS and not self.started:
            self.started, self.begin = True, line
        handler = _COMMANDS.get(command)
        if handler is not None:
            handler(self, value)
        elif command and command not in SILENT and command not in self.unknown:
            self.unknown.add(command)
            self.tell(f"the command {quoted(command)} is not known and is left out (said once for the file)", NOTE)

    # -- what stands for many boards --------------------------------------------------------------

    def title(self, value: str) -> None:
        fields = [field.strip() for field in value.split(",")]
        fields += [""] * (9 - len(fields))
        scoring = SCORING.get(fields[2].upper(), fields[2])
        names = ("Event", "Stage", "Scoring", "HomeTeam", "HomeCarryOver", "VisitTeam", "VisitCarryOver")
        values = (fields[0], fields[1], scoring, *fields[5:9])
        self.header = [Tag(name, text) for name, text in zip(names, values, strict=True) if text]
        self.first_number = int(fields[3]) if fields[3].isascii() and fields[3].isdigit() else 1

    def result_list(self, value: str) -> None:
        self.results = [field.strip() for field in value.split(",")]

    def number_list(self, value: str) -> None:
        self.numbers = [field.strip() for field in value.split(",")]

    def name_list(self, value: str) -> None:
        self.names = [name.strip() for name in value.split(",")]
        self.has_names = self.started

    # -- one board --------------------------------------------------------------------------------

    def label(self, value: str) -> None:
        found = _ROOM.match(value.strip())
        if found is not None:
            self.room = found[1].lower()
            self.index = int(found[2]) if found[2] else None

    def heading(self, value: str) -> None:
        found = _NUMBER.match(value)
        if found is not None:
            self.number = int(found[1])
        elif value.strip():
            self.comments.append(Comment("{", value.strip().replace("}", ")")))

    def vulnerable(self, value: str) -> None:
        text = value.strip().lower()
        self.vulnerability = _VULNERABILITY.get(text)
        if self.vulnerability is None:
            self.tell(f"{quoted(value)} is not a vulnerability: LIN writes o, n, e or b")

    def deal(self, value: str) -> None:
        self.has_deal = True
        text = "".join(value.split())
        if text[:1].isascii() and text[:1].isdigit():
            if text[0] in "1234":
                self.dealer = SEAT_ORDER[int(text[0]) - 1]
            elif text[0] != "0":
                self.tell(f"the dealer is 1 to 4 (south, west, north, east), not {text[0]}")
            text = text[1:]
        try:
            self.hands = _hands(text)
        except NotationError as fault:
            self.tell(str(fault))

    def call(self, value: str) -> None:
        for found in _CALL.finditer(value.rstrip()):
            if found["odd"] is not None:
                self.tell(f"{quoted(value)} is not a call: LIN writes p, d, r, or such as 1N or 2H!")
                return
            text = "".join(found["call"].split()).lower()
            call = CALL_LETTERS[text] if text in CALL_LETTERS else Call.parse(text)
            self.check(call)
            entry = RecordedCall(Seat.NORTH, call)
            if found["alert"]:
                entry = evolve(entry, marks=evolve(UNMARKED, alert=True, note=""))
            self.calls.append(entry)
            self.outcome.add(evolve(entry, seat=SEATS[(len(self.calls) - 1) & 3]))

    def check(self, call: Call) -> None:
        last = self.outcome.last_bid
        if self.outcome.is_over:
            self.tell(f"{call} comes after the end of the auction")
        elif call.is_bid and last is not None and call <= last:
            self.tell(f"{call} is not sufficient over {last}")

    def explain(self, value: str) -> None:
        if not self.calls:
            self.comments.append(Comment("{", value.replace("}", ")")))
            return
        last = self.calls[-1]
        note = f"{last.marks.note} {value}" if last.marks.note else value
        self.calls[-1] = evolve(last, marks=evolve(last.marks, note=note))

    def play(self, value: str) -> None:
        for found in _CARD.finditer(value.rstrip()):
            if found["odd"] is not None:
                self.tell(f"{quoted(value)} is not a card: LIN writes such as H7")
                return
            self.cards.append(Card.parse(found["card"]))
            self.card_lines.append(self.line)

    def claim(self, value: str) -> None:
        text = value.strip()
        if text.isascii() and text.isdigit() and int(text[:3]) <= 13:
            self.tricks = int(text)
        elif text:
            self.tell(f"{quoted(value)} is not a number of tricks")

    def remark(self, value: str) -> None:
        text = value.strip()
        if text:
            comment = Comment("{", text.replace("}", ")"))
            if self.calls and not self.cards:
                last = self.calls[-1]
                marks = evolve(last.marks, comments=(*last.marks.comments, comment))
                self.calls[-1] = evolve(last, marks=marks)
            else:
                self.comments.append(comment)

    # -- the board in all -------------------------------------------------------------------------

    def finish(self) -> Board:
        number = self.board_number()
        dealer = self.dealer
        if dealer is None and self.calls:
            dealer = Seat.NORTH if number is None or number < 1 else dealer_of(number)
            self.line = self.begin
            self.tell(f"the dealer is not given; {dealer.word} is assumed", NOTE)
        auction = None
        if dealer is not None and self.calls:
            entries = []
            for index, entry in enumerate(self.calls):
                seat = SEATS[(dealer + index) & 3]
                marked = entry.marks != UNMARKED or entry.call is None
                entries.append(evolve(entry, seat=seat) if marked else plain_call(seat, entry.call))
            auction = RecordedAuction(tuple(entries), dealer, dealer)
        board = Board(
            number, dealer, self.vulnerability, self.hands, auction,
            tags=self.tags(), comments=tuple(self.comments), line=self.begin, file=self.file,
        )  # fmt: skip
        board = self.with_result(self.with_play(board))
        self.clear()
        return board

    def board_number(self) -> int | None:
        if self.number is not None or self.index is None:
            return self.number
        place = self.index - self.first_number
        if 0 <= place < len(self.numbers) and self.numbers[place].isascii() and self.numbers[place].isdigit():
            return int(self.numbers[place])
        return self.index

    def tags(self) -> tuple[Tag, ...]:
        tags = list(self.header)
        names = self.names[4:8] if self.room == "c" and len(self.names) >= 8 else self.names[:4]
        tags += [Tag(seat.word, name) for seat, name in zip(SEAT_ORDER, names, strict=False) if name]
        if self.room:
            tags.append(Tag("Room", "Open" if self.room == "o" else "Closed"))
        return tuple(tags)

    def with_play(self, board: Board) -> Board:
        if not self.cards:
            return board if board.is_passed_out or self.tricks is None else evolve(board, tricks=self.tricks)
        contract = board.contract
        if contract is None:
            self.line = self.card_lines[0]
            self.tell("cards are played, but there is no contract; they are left out")
            return board
        ending = "*" if len(self.cards) < 52 and self.tricks is not None else ""
        record = RecordedPlay.of(contract.declarer.lho, self.cards, contract.strain, ending)
        for row, fault in card_faults(board.hands, record):
            self.line = self.card_lines[min(4 * row, len(self.card_lines) - 1)]
            self.tell(fault)
        tricks = self.tricks
        if len(self.cards) == 52:
            made = record.tricks_won(contract.strain)[contract.declarer.side]
            if tricks is not None and tricks != made:
                self.line = self.card_lines[-1]
                self.tell(f"the result is said to be {tricks} tricks, the cards played make {made}")
            tricks = made if tricks is None else tricks
        return evolve(board, play=record, tricks=tricks)

    def with_result(self, board: Board) -> Board:
        """The result from the list at the head of the file, where the board itself has none."""
        if self.index is None or board.tricks is not None or board.is_passed_out:
            return board
        place = 2 * (self.index - self.first_number) + (self.room == "c")
        found = _RESULT.fullmatch(self.results[place]) if 0 <= place < len(self.results) else None
        if found is None:
            return board
        level, strain = int(found[1]), Strain.parse(found[2])
        doubled, declarer = len(found[3]) or len(found[5]), Seat.parse(found[4])
        tricks = 6 + level + (0 if found[6] else int(found[7]))
        contract = board.contract
        if not 0 <= tricks <= 13:
            return board
        if contract is None and board.auction is None:
            stated = Stated(Call.bid(level, strain), doubled, None, declarer)
            return evolve(board, stated=stated, tricks=tricks)
        if contract is None or board.stated != NOTHING_STATED:
            return board
        listed = (level, strain, doubled, declarer)
        if (contract.level, contract.strain, contract.doubled, contract.declarer) == listed:
            return evolve(board, tricks=tricks)
        return board


def _hands(text: str) -> Hands:
    """The hands of ``md`` without the dealer; one that is missing gets the cards that are left."""
    hands: list[Hand | None] = [None] * 4
    seen = 0
    parts = text.split(",")
    if len([part for part in parts if part.strip()]) > 4:
        raise NotationError(f"{quoted(text)} has more than four hands", text)
    for seat, part in zip(SEAT_ORDER, parts, strict=False):
        if not part.strip():
            continue
        hand = _hand(part.strip(), seat)
        if hand.mask & seen:
            twice = Hand.partial(hand.mask & seen).cards[0]
            raise NotationError(f"the card {twice} is dealt twice, the second time to {seat.word}", text)
        seen |= hand.mask
        hands[seat] = hand
    sizes = [len(hand) for hand in hands if hand is not None]
    if any(size > 13 for size in sizes) or (13 in sizes and len(set(sizes)) > 1):
        counts = ", ".join([f"{seat.word} {len(held)}" for seat in SEATS if (held := hands[seat]) is not None])
        raise NotationError(f"the hands are not of one size: {counts} cards", text)
    if sizes == [13, 13, 13]:
        hands[hands.index(None)] = Hand(FULL_DECK & ~seen)
    return (hands[0], hands[1], hands[2], hands[3])


def _hand(text: str, seat: Seat) -> Hand:
    """``S46TH2AD…``: a letter opens its suit."""
    mask = 0
    suit: Suit | None = None
    ranks = ""
    for letter in f"{text} ":
        if letter.upper() in ("S", "H", "D", "C", " "):
            if suit is not None:
                try:
                    mask |= parse_holding(ranks, suit, text) << 13 * suit
                except NotationError as fault:
                    raise NotationError(f"{seat.word}'s hand: {fault}", text) from None
            elif ranks:
                raise NotationError(f"{seat.word}'s hand {quoted(text)} does not begin with a suit", text)
            suit, ranks = (None if letter == " " else Suit.parse(letter)), ""
        else:
            ranks += letter
    return Hand.partial(mask)


_VULNERABILITY = {
    "o": Vulnerability.NONE, "0": Vulnerability.NONE, "": Vulnerability.NONE, "-": Vulnerability.NONE,
    "n": Vulnerability.NS, "e": Vulnerability.EW, "b": Vulnerability.ALL,
}  # fmt: skip
_BOARD_COMMANDS = {"qx", "md", "ah", "sv", "mb", "pc", "mc"}
_COMMANDS = {
    "vg": _Reader.title, "rs": _Reader.result_list, "bn": _Reader.number_list, "pn": _Reader.name_list,
    "qx": _Reader.label, "ah": _Reader.heading, "sv": _Reader.vulnerable, "md": _Reader.deal,
    "mb": _Reader.call, "an": _Reader.explain, "pc": _Reader.play, "mc": _Reader.claim, "nt": _Reader.remark,
}  # fmt: skip

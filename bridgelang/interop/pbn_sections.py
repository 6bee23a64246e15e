"""The auction and the play section of a PBN game, from their text to records.

Source: PBN 2.1, sections 3.5 to 3.9. A reader here takes the text under the tag and says what it could not
understand through ``tell(message, severity, line)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from attrs import evolve

from bridgelang.core.calls import CALLS, DOUBLE, PASS, REDOUBLE, Call
from bridgelang.core.cards import Card, quoted
from bridgelang.core.seats import SEATS, Seat
from bridgelang.errors import NotationError
from bridgelang.interop.pbn_lines import Piece
from bridgelang.interop.problems import ERROR, NOTE
from bridgelang.interop.records import (
    UNMARKED,
    Comment,
    Marks,
    Outcome,
    RecordedAuction,
    RecordedCall,
    RecordedCard,
    RecordedPlay,
    Row,
    plain_call,
    plain_card,
)

Tell = Callable[[str, str, int], None]
Notes = dict[int, str]

_TOKEN = re.compile(
    r"\s*+(?:=(?P<note>\d++)(?P<closed>=?)|\$(?P<nag>\d++)|(?P<suffix>[!?]{1,2})|\^\s*+(?P<odd>[A-Za-z]?)"
    r"|(?P<mark>[*+\-])|(?P<word>[^\s=!?$^*+\-][^\s=!?$^*+]*+)|(?P<stray>\S))"
)
_SPECIAL = re.compile(r"[=!?$^*+\-]")
_FRAMING = re.compile(r'[\[\]{};"%\x00-\x1f\x7f]')  # what would be taken for a tag or a comment when written again
_SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_ALL_PASS = {"ap", "allpass", "all"}
CALL_LETTERS = {"d": DOUBLE, "db": DOUBLE, "r": REDOUBLE, "rd": REDOUBLE}
"""Spellings that are calls in records and nowhere else."""

_STANDARD_CALLS = {call.pbn.lower(): call for call in CALLS}
ALERT = "Alert."
"""How a note says that its call was alerted; the rest of the note is the explanation."""


class _Beside:
    """The marks of one call or card while they are being read."""

    __slots__ = ("alert", "comments", "index", "nags")

    def __init__(self) -> None:
        self.index: int | None = None
        self.alert = False
        self.nags: list[int] = []
        self.comments: list[Comment] = []

    def freeze(self, notes: Notes) -> Marks:
        note, alert = "" if self.alert else None, self.alert
        if self.index in notes:
            note = notes[self.index]
            if note.startswith(ALERT):
                alert, note = True, note[len(ALERT) :].removeprefix(" ")
        return Marks(note, self.index, alert, tuple(sorted(set(self.nags))), tuple(self.comments))


class _Section:
    """What auctions and plays have in common: tokens, marks, comments."""

    def __init__(self, notes: Notes, tell: Tell, nag_offset: int) -> None:
        self.notes, self.tell, self.nag_offset = notes, tell, nag_offset
        self.beside: dict[int, _Beside] = {}  # by the number of the entry
        self.loose: list[Comment] = []  # comments before the first entry
        self.count = 0
        self.ending = ""
        self.odd = ""  # an irregularity waiting for its call or card
        self.line = 0
        self.glued = False  # whether the token stands right behind the one before

    def marks(self) -> _Beside | None:
        """The marks of the last entry."""
        if not self.count:
            return None
        return self.beside.setdefault(self.count - 1, _Beside())

    def read(self, pieces: Iterable[Piece]) -> None:
        for piece in pieces:
            self.line = piece.line
            if piece.kind:
                self.add_comment(piece)
            elif self.ending != "*":
                self.read_text(piece.text)
            else:
                self.too_late(piece.text)
        if self.odd:
            self.tell(f"^{self.odd} stands before nothing and is left out", ERROR, self.line)

    def too_late(self, text: str) -> None:
        self.tell(f"{quoted(text)} stands after the closing * and is left out", ERROR, self.line)

    def add_comment(self, piece: Piece) -> None:
        comment = Comment(piece.kind, piece.text)
        marks = self.marks() if piece.kind != "%" else None
        (self.loose if marks is None else marks.comments).append(comment)

    def read_text(self, text: str) -> None:
        if _SPECIAL.search(text) is None:
            self.glued = False
            for word in text.split():
                self.word(word)
            return
        end = 0
        for token in _TOKEN.finditer(text):
            self.glued = token.start() == end > 0 and not text[token.start()].isspace()
            end = token.end()
            if self.ending == "*":
                self.too_late(text[token.start() :].strip())
                return
            kind = token.lastgroup
            if kind == "word":
                self.word(token["word"])
            elif kind == "mark":
                self.mark(token["mark"])
            elif kind == "odd":
                self.irregular(token["odd"].upper())
            elif kind == "stray":
                self.tell(f"`{token['stray']}` is not understood here and is left out", ERROR, self.line)
            else:
                self.annotate(token)

    def annotate(self, token: re.Match[str]) -> None:
        """A note reference, a suffix or a glyph for the entry before it."""
        whole, marks = token[0].strip(), self.marks()
        if marks is None:
            self.tell(f"{quoted(whole)} stands before the first entry and is left out", ERROR, self.line)
        elif token["suffix"]:
            marks.nags.append(_SUFFIXES[token["suffix"]] + self.nag_offset)
        elif token["nag"]:
            glyph = int(token["nag"][:9])
            if glyph > 255:
                self.tell(f"{quoted(whole)}: annotation glyphs are $0 to $255", NOTE, self.line)
            marks.nags.append(glyph)
        else:
            index = int(token["note"][:9])
            if not token["closed"]:
                self.tell(f"{quoted(whole)} is read as the note ={index}=", NOTE, self.line)
            if marks.index is not None:
                self.tell(f"a second note, ={index}=, at the same place is left out", ERROR, self.line)
                return
            marks.index = index
            if index not in self.notes:
                self.tell(f"there is no note {index} in this section", NOTE, self.line)

    def word(self, word: str) -> None:
        raise NotImplementedError

    def mark(self, mark: str) -> None:
        raise NotImplementedError

    def irregular(self, letter: str) -> None:
        raise NotImplementedError


# -- auctions -------------------------------------------------------------------------------------


class _AuctionSection(_Section):
    def __init__(self, notes: Notes, tell: Tell) -> None:
        super().__init__(notes, tell, 0)
        self.entries: list[RecordedCall] = []  # with seats counted from 0 at the start
        self.lines: list[int] = []
        self.dashes = 0
        self.outcome = Outcome()
        self.all_word = False

    def add(self, entry: RecordedCall) -> None:
        self.entries.append(entry)
        self.lines.append(self.line)
        self.outcome.add(entry)
        self.count += 1

    @property
    def turn(self) -> Seat:
        return SEATS[len(self.entries) & 3]

    def word(self, word: str) -> None:
        lower = word.lower()
        call = _STANDARD_CALLS.get(lower)
        if lower in _ALL_PASS:
            self.all_word = lower == "all"
            missing = (3 if self.outcome.last_bid is not None else 4) - self.outcome.passes
            for _ in range(missing):
                self.add(plain_call(self.turn, PASS))
            return
        if call is None:
            call = CALL_LETTERS.get(lower)
            if call is None:
                try:
                    call = Call.parse(word)
                except NotationError as fault:
                    self.tell(str(fault), ERROR, self.line)
                    self.add(RecordedCall(self.turn, text=_FRAMING.sub("_", word)))
                    return
            self.tell(f"{quoted(word)} is read as {call.pbn}", NOTE, self.line)
        if self.outcome.is_over and call == PASS:
            if not self.all_word:
                self.tell("a pass after the end of the auction is left out", ERROR, self.line)
            self.all_word = False
            return
        odd, self.odd = self.odd, ""
        if odd and not call.is_bid:
            self.tell(f"only a bid can be insufficient, not {call.pbn}", ERROR, self.line)
        elif not odd:
            self.check(call)
        self.add(RecordedCall(self.turn, call, insufficient=True) if odd else plain_call(self.turn, call))

    def check(self, call: Call) -> None:
        """Say what is illegal; the call is kept all the same."""
        now, seat = self.outcome, self.turn
        if now.is_over:
            self.tell(f"{call} comes after the end of the auction", ERROR, self.line)
        elif call.is_bid:
            if now.last_bid is not None and call <= now.last_bid:
                hint = "write ^I before a bid that was accepted"
                self.tell(f"{call} is not sufficient over {now.last_bid}; {hint}", ERROR, self.line)
        elif call != PASS:
            wrong = now.last_bidder is None or now.doubled != call - 1
            if not wrong and now.last_bidder is not None:
                wrong = (now.last_bidder ^ seat) & 1 != call & 1
            if wrong:
                self.tell(f"{call} is not legal here", ERROR, self.line)

    def mark(self, mark: str) -> None:
        if mark == "*":
            marks = self.marks() if self.glued else None
            if marks is not None:
                marks.alert = True
                self.tell("the * behind a call is read as an alert", NOTE, self.line)
            else:
                self.ending = "*"
        elif mark == "+":
            self.ending = "+"
        elif self.entries:
            self.tell("a - among the calls is left out", ERROR, self.line)
        else:
            self.dashes += 1

    def irregular(self, letter: str) -> None:
        if letter == "S":
            self.add(RecordedCall(self.turn, skipped=True))
        elif letter == "I":
            self.odd = "I"
        else:
            self.tell(f"`^{letter}` has no meaning in an auction and is left out", ERROR, self.line)


def read_auction(
    column: Seat | None,
    pieces: Iterable[Piece],
    notes: Notes,
    dealer: Seat | None,
    declarer: Seat | None,
    line: int,
    tell: Tell,
) -> tuple[RecordedAuction | None, tuple[Comment, ...]]:
    """The auction under a tag ``[Auction "column"]``, and the comments that belong to the tag itself.

    Where the first column and the dealer disagree, the declarer decides if it is known, else the column.
    None when there is neither a first column nor a dealer.
    """
    section = _AuctionSection(notes, tell)
    section.read(pieces)
    dashes = section.dashes
    if column is None:
        if dealer is None:
            return None, ()
        start = dealer
        column = SEATS[(dealer - dashes) & 3]
    else:
        start = SEATS[(column + dashes) & 3]
        if dealer is not None and start != dealer:
            contract = section.outcome.contract
            by_dealer = contract is not None and declarer == SEATS[(contract.declarer + dealer) & 3]
            by_column = contract is not None and declarer == SEATS[(contract.declarer + start) & 3]
            if by_dealer and not by_column and section.outcome.is_over:
                tell(f"the auction is said to start with {start.word}; by dealer and declarer it starts with "
                     f"{dealer.word}", ERROR, line)  # fmt: skip
                start = dealer
                column = SEATS[(dealer - dashes) & 3]
            else:
                tell(f"the auction starts with {start.word}, but the dealer is {dealer.word}", ERROR, line)
    beside, entries = section.beside, []
    for number, entry in enumerate(section.entries):
        seat = SEATS[(start + number) & 3]
        marks = beside[number].freeze(notes) if number in beside else UNMARKED
        if marks == UNMARKED and marks.index is None and entry.is_plain and entry.call is not None:
            entries.append(plain_call(seat, entry.call))
        else:
            entries.append(evolve(entry, seat=seat, marks=marks))
    spare = _spare(notes, beside)
    return RecordedAuction(tuple(entries), start, column, section.ending, spare), tuple(section.loose)


def _spare(notes: Notes, beside: dict[int, _Beside]) -> tuple[str, ...]:
    used = {marks.index for marks in beside.values()}
    return tuple([text for index, text in notes.items() if index not in used])


# -- plays ----------------------------------------------------------------------------------------


class _PlaySection(_Section):
    def __init__(self, notes: Notes, tell: Tell) -> None:
        super().__init__(notes, tell, 6)
        self.entries: list[RecordedCard] = []
        self.lines: list[int] = []

    def add(self, entry: RecordedCard) -> None:
        self.entries.append(entry)
        self.lines.append(self.line)
        self.count += 1

    def word(self, word: str) -> None:
        odd, self.odd = self.odd, ""
        try:
            card = Card.parse(word)
        except NotationError as fault:
            self.tell(str(fault), ERROR, self.line)
            self.add(RecordedCard(SEATS[0], text=_FRAMING.sub("_", word)))
            return
        if len(word) != 2 or word[0] not in "SHDCshdc":
            self.tell(f"{quoted(word)} is read as {card}", NOTE, self.line)
        if odd:
            self.add(RecordedCard(SEATS[0], card, revoke=odd == "R", out_of_turn=odd == "L"))
        else:
            self.add(plain_card(SEATS[0], card))

    def mark(self, mark: str) -> None:
        if mark == "*":
            self.ending = "*"
        elif mark == "+":
            self.add(RecordedCard(SEATS[0], to_play=True))
        else:
            self.add(plain_card(SEATS[0], None))

    def irregular(self, letter: str) -> None:
        if letter in ("R", "L"):
            self.odd = letter
        else:
            self.tell(f"`^{letter}` has no meaning in a play and is left out", ERROR, self.line)


def read_play(
    first: Seat, pieces: Iterable[Piece], notes: Notes, tell: Tell
) -> tuple[RecordedPlay, tuple[Comment, ...], list[int]]:
    """The play under ``[Play "first"]``, the comments that belong to the tag, and the line of each row."""
    section = _PlaySection(notes, tell)
    section.read(pieces)
    places: list[tuple[int | None, int]] = []  # the number of an entry, or None for a gap, and its line
    lines = section.lines
    short = _short_rows(lines)
    for number, line in enumerate(lines):
        places.append((number, line))
        if line in short and (number + 1 == len(lines) or lines[number + 1] != line):
            tell(f"this row has {4 - short[line]} cards; the rest of it counts as unknown", ERROR, line)
            places += [(None, line)] * short[line]
    rows, row_lines = [], []
    for start in range(0, len(places), 4):
        row = []
        for column in range(4):
            seat = SEATS[(first + column) & 3]
            place = places[start + column][0] if start + column < len(places) else None
            if place is None:
                row.append(plain_card(seat, None))
                continue
            entry = section.entries[place]
            if place in section.beside:
                row.append(evolve(entry, seat=seat, marks=section.beside[place].freeze(notes)))
            elif entry.revoke or entry.out_of_turn or entry.to_play or entry.text:
                row.append(evolve(entry, seat=seat))
            else:
                row.append(plain_card(seat, entry.card))
        full: Row = (row[0], row[1], row[2], row[3])
        rows.append(full)
        row_lines.append(places[start][1])
    spare = _spare(notes, section.beside)
    return RecordedPlay(first, tuple(rows), section.ending, spare), tuple(section.loose), row_lines


def _short_rows(lines: list[int]) -> dict[int, int]:
    """The lines that lack cards, and how many, when the cards do not come out in rows of four otherwise.

    A row may be broken over lines, so lines count as rows only if the sum is no multiple of four, no line
    holds more than four, and every line but the short ones holds exactly four.
    """
    if len(lines) % 4 == 0:
        return {}
    counts: dict[int, int] = {}
    for line in lines:
        counts[line] = counts.get(line, 0) + 1
    last = lines[-1]
    short = {line: 4 - count for line, count in counts.items() if count < 4 and line != last}
    if any(count > 4 for count in counts.values()) or len(short) > len(counts) // 2:
        return {}
    return short

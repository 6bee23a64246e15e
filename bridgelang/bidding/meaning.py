"""What calls show, in words: each call of an auction read through its maker's own rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bridgelang.bidding.interpreter import RuleRef
from bridgelang.bidding.reading import ARTIFICIAL, NATURAL_LENGTH
from bridgelang.bidding.shown import NamedTag, Shown
from bridgelang.bidding.state import State
from bridgelang.bidding.table import BiddingTable
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS, Call
from bridgelang.core.cards import SUITS
from bridgelang.core.seats import SEATS, Seat

_JOINTS = {"transfer": "to", "keycard ask": "for", "queen ask": "for", "forcing to": ""}


class Meaning:
    """What one call shows.

    ``rules`` are the lines it may come from, ``text`` says it in a sentence as partner would, ``full`` all that is
    known (the author's note first), ``holding`` is what the maker's hand is then known to be in all, ``strength`` his
    range as the author put it, ``tags`` those every such line carries. ``alert`` marks what is artificial or would
    surprise, ``unread`` a call that no rule can have made: it shows nothing.
    """

    __slots__ = (
        "_reading", "_state", "_text", "alert", "call", "holding", "rules", "seat", "strength", "system", "tags",
        "unread",
    )  # fmt: skip

    def __init__(
        self, call: Call, seat: Seat, system: str, rules: tuple[RuleRef, ...], reading: Shown, state: State
    ) -> None:
        self.call = call
        self.seat = seat
        self.system = system
        self.rules = rules
        self.holding = reading.holding
        self.strength = reading.strength.quantity.unit_text(reading.strength.low, reading.strength.high)
        self.tags = tag_words(reading.all_tags)
        self.unread = reading.unread
        self.alert = _is_alertable(state, reading)
        self._reading = reading
        self._state = state
        self._text = ""

    @property
    def text(self) -> str:
        """What the call shows, in a sentence of at most some 80 characters."""
        if not self._text:
            from bridgelang.bidding.phrases import sentence

            self._text = sentence(self._state, self._reading)
        return self._text

    @property
    def full(self) -> str:
        """All that is known, in a line: the notes of the rules, what the hand is known to be, and the tags."""
        return _full_text(self._reading, self.rules)

    def as_json(self) -> dict[str, Any]:
        """The meaning as plain values."""
        return {
            "call": str(self.call),
            "seat": self.seat.letter,
            "system": self.system,
            "text": self.text,
            "full": self.full,
            "alert": self.alert,
            "shows": self.holding.describe(),
            "strength": self.strength,
            "tags": list(self.tags),
            "rules": [rule_json(rule) for rule in self.rules],
            "unread": self.unread,
        }

    def __repr__(self) -> str:
        return f"<{self.call} by {self.seat}: {self.text}>"


def meanings(table: BiddingTable, auction: Auction) -> list[Meaning]:
    """The meaning of each call of an auction at a table, in order."""
    state = table.root(auction.dealer, auction.vulnerability)
    out = []
    for index, call in enumerate(auction.calls):
        out.append(meaning_of(state, call, auction.seat_of(index)))
        state = state.then(int(call))
    return out


def meaning_of(state: State, call: Call, seat: Seat) -> Meaning:
    """What ``call`` shows when the player to call, who is ``seat``, makes it in ``state``."""
    reading = state.reading(int(call))
    program = state.program_of(state.turn)
    rules: dict[tuple[str, int], RuleRef] = {}
    for entry in reading.entries:
        rules.setdefault((entry.line.file, entry.line.row), RuleRef(entry.line, program.name))
    return Meaning(call, seat, program.name, tuple(rules.values()), reading, state)


def known_hands(state: State, dealer: Seat) -> dict[Seat, str]:
    """What each player has shown so far, in words, north first."""
    return {seat: state.holding((seat - dealer) & 3).describe() for seat in SEATS}


def rule_json(rule: RuleRef | None) -> dict[str, Any] | None:
    """A rule as plain values; None stays None."""
    if rule is None:
        return None
    return {
        "location": rule.location,
        "file": rule.file,
        "line": rule.line,
        "system": rule.system,
        "text": rule.text,
        "note": rule.note or None,
    }


def tag_words(tags: Iterable[NamedTag]) -> tuple[str, ...]:
    """Tags as they are written, sorted.

    >>> tag_words({("transfer", 2), ("forcing", None), ("forcing to", 7)})
    ('forcing', 'forcing to 1NT', 'transfer to hearts')
    """
    words = []
    for name, value in tags:
        if value is None:
            words.append(name)
        elif name == "forcing to":
            words.append(f"{name} {CALLS[value]}")
        else:
            joint = _JOINTS.get(name, "")
            words.append(" ".join(filter(None, (name, joint, SUITS[value].name_lower))))
    return tuple(sorted(words))


def _is_alertable(state: State, reading: Shown) -> bool:
    """Whether a call is artificial or would surprise: it asks, tells of another suit, or may be short in its own."""
    names = reading.names
    if reading.unread or names & _USUAL:
        return False
    if "artificial" in names or names & _ARTIFICIAL:
        return True
    suit = (reading.call - 3) % 5 if reading.call > 2 else 4
    if suit == 4 or reading.call >= _GAME or reading.holding.has_length(suit, NATURAL_LENGTH):
        return False
    partner = state.last_call_of((state.turn + 2) & 3)
    if partner is not None and partner.call and ("transfer", suit) in partner.made().all_tags:
        return False  # the transfer is completed
    return suit not in state.shown_suits(state.turn & 1)  # a preference is none


_USUAL = frozenset(["takeout", "negative", "responsive"])
_ARTIFICIAL = (ARTIFICIAL - _USUAL) | {"ace ask", "keycard ask", "king ask", "queen ask", "trump ask", "gerber"}
_GAME = Call.parse("4H")  # a game bid on short trumps is a choice of contract


def _full_text(reading: Shown, rules: tuple[RuleRef, ...]) -> str:
    """One line: the notes of the rules, what the hand is known to be, and the tags."""
    if reading.unread:
        return "no rule makes this call here: nothing new is known"
    notes = dict.fromkeys(rule.note for rule in rules if rule.note)
    said = reading.holding.describe()
    text = f"{'; '.join(notes)}: {said}" if notes and len(notes) == len(rules) else said
    tags = tag_words(reading.all_tags)
    return f"{text} [{', '.join(tags)}]" if tags else text

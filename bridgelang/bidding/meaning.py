"""What calls show, in words: each call of an auction read through its maker's own rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bridgelang.bidding.interpreter import RuleRef
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

    ``rules`` are the lines it may come from, ``text`` says it in a line (the author's note first), ``holding`` is
    what the maker's hand is then known to be in all, ``strength`` his range as the author put it, ``tags`` those
    every such line carries. ``unread`` marks a call that no rule can have made: it shows nothing.
    """

    __slots__ = ("call", "holding", "rules", "seat", "strength", "system", "tags", "text", "unread")

    def __init__(self, call: Call, seat: Seat, system: str, rules: tuple[RuleRef, ...], reading: Shown) -> None:
        self.call = call
        self.seat = seat
        self.system = system
        self.rules = rules
        self.holding = reading.holding
        self.strength = reading.strength.quantity.unit_text(reading.strength.low, reading.strength.high)
        self.tags = tag_words(reading.all_tags)
        self.unread = reading.unread
        self.text = _text(reading, rules)

    def as_json(self) -> dict[str, Any]:
        """The meaning as plain values."""
        return {
            "call": str(self.call),
            "seat": self.seat.letter,
            "system": self.system,
            "text": self.text,
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
    return Meaning(call, seat, program.name, tuple(rules.values()), reading)


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


def _text(reading: Shown, rules: tuple[RuleRef, ...]) -> str:
    """One line: the notes of the rules, what the hand is known to be, and the tags."""
    if reading.unread:
        return "no rule makes this call here: nothing new is known"
    notes = dict.fromkeys(rule.note for rule in rules if rule.note)
    said = reading.holding.describe()
    text = f"{'; '.join(notes)}: {said}" if notes and len(notes) == len(rules) else said
    tags = tag_words(reading.all_tags)
    return f"{text} [{', '.join(tags)}]" if tags else text

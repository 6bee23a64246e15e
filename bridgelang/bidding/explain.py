"""Why a call: the winning rule, what it shows, what was known before it, and every rule passed over."""

from __future__ import annotations

from typing import Any

from bridgelang.bidding.interpreter import Decision, Event, RuleRef, choose, events
from bridgelang.bidding.meaning import Meaning, known_hands, meaning_of, rule_json
from bridgelang.bidding.table import BiddingTable
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.hands import Hand
from bridgelang.errors import IllegalAction


class Explanation:
    """A decision and all there is to say about it.

    ``meaning`` is what the call shows the table, ``known`` what each player had shown before it (north first),
    ``passed_over`` the rules looked at before the winner, in order, each with the part that failed.
    """

    __slots__ = ("auction", "decision", "hand", "known", "meaning", "passed_over")

    def __init__(self, table: BiddingTable, auction: Auction, hand: Hand) -> None:
        if auction.turn is None:
            raise IllegalAction("the auction is over: nobody is to call", "Law 22")
        state = table.state(auction)
        self.auction = auction
        self.hand = hand
        self.decision: Decision = choose(state, hand)
        self.meaning: Meaning = meaning_of(state, self.decision.call, auction.turn)
        self.known = known_hands(state, auction.dealer)
        self.passed_over: list[Event] = [e for e in events(state, hand) if e.kind in ("failed", "left")]

    def as_json(self) -> dict[str, Any]:
        """The explanation as plain values: those of :func:`decision_json` and more."""
        return {
            **decision_json(self.decision, self.auction, self.hand),
            "shows": self.meaning.holding.describe(),
            "tags": list(self.meaning.tags),
            "known": {seat.letter: words for seat, words in self.known.items()},
            "passed_over": [passed_json(event, self.hand) for event in self.passed_over],
        }


def decision_json(decision: Decision, auction: Auction, hand: Hand) -> dict[str, Any]:
    """A decision as plain values, with the question it answers."""
    seat = auction.turn
    return {
        "hand": str(hand),
        "seat": seat.letter if seat is not None else None,
        "dealer": auction.dealer.letter,
        "vulnerability": str(auction.vulnerability),
        "auction": [str(call) for call in auction.calls],
        "call": str(decision.call),
        "explanation": decision.explanation,
        "rule": rule_json(decision.rule),
    }


def passed_json(event: Event, hand: Hand) -> dict[str, Any]:
    """A rule passed over as plain values; ``reason`` says in words why."""
    entry = event.entry
    rule = RuleRef(entry.line, "") if entry is not None else None
    return {
        "call": str(CALLS[event.call]) if event.call >= 0 else None,
        "location": rule.location if rule else None,
        "text": rule.text if rule else None,
        "failed": event.part.describe() if event.part is not None else None,
        "has": event.has or None,
        "reason": reason_text(event, hand),
    }


def reason_text(event: Event, hand: Hand) -> str:
    """Why a rule was passed over: the part that failed, and what the hand has instead."""
    if event.kind == "left":
        return "its call is not legal here, and such a hand leaves the block"
    if event.part is None:
        return ""
    has = event.has
    if not has and event.part.by_cells:
        has = f"the hand is {'='.join(str(length) for length in reversed(hand.lengths))}, {hand.hcp} hcp"
    return f"{event.part.describe()}: {has}" if has else event.part.describe()

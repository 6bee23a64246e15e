"""Small bidders for the match tests: they bid by a rule of thumb a line long, and say which line it was."""

from __future__ import annotations

import os
from collections.abc import Sequence

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS, PASS, Call
from bridgelang.core.hands import Hand
from bridgelang.match.bidding import Answer, Question


class Stub:
    """Opens and raises by points: ``light`` decides how many, ``name`` what the reports say."""

    def __init__(self, name: str = "stub", light: str = "0") -> None:
        self.name = name
        self.light = int(light)

    def answer(self, questions: Sequence[Question]) -> list[Answer]:
        return [self.choose(hand, auction) for hand, auction in questions]

    def choose(self, hand: Hand, auction: Auction) -> Answer:
        suit = max(range(4), key=lambda place: (hand.lengths[place], place))
        partner_bid = len(auction.calls) >= 2 and auction.calls[-2].is_bid
        if auction.last_bid is None and hand.hcp + self.light >= 12:
            return Answer(Call.bid(1, suit), f"{self.name}.bid:1", "one of the longest suit: 12 points")
        if partner_bid and hand.hcp + self.light >= 10:
            higher = [call for call in CALLS[auction.last_bid + 1 :] if call.strain == suit and call.level < 5]
            if higher:
                return Answer(higher[0], f"{self.name}.bid:2", "own suit: 10 points")
        if auction.last_bid is not None and hand.hcp + self.light >= 15:
            double = next((call for call in auction.legal_calls() if call == 1), None)
            if double is not None and not auction.doubled:
                return Answer(double, f"{self.name}.bid:3", "X: 15 points")
        return Answer(PASS)

    def faults(self) -> dict[str, int]:
        return {}

    def close(self) -> None:
        pass


class Passes(Stub):
    """Passes always."""

    def choose(self, hand: Hand, auction: Auction) -> Answer:
        return Answer(PASS)


class DiesOnce(Stub):
    """Ends its own process the first time it is asked, unless the file named by ``mark`` is there."""

    def __init__(self, mark: str, name: str = "stub", light: str = "0") -> None:
        super().__init__(name, light)
        self.mark = mark

    def choose(self, hand: Hand, auction: Auction) -> Answer:
        if not os.path.exists(self.mark):
            with open(self.mark, "w", encoding="utf-8"):
                os._exit(9)
        return super().choose(hand, auction)


class Breaks(Stub):
    """Has a bug."""

    def choose(self, hand: Hand, auction: Auction) -> Answer:
        raise ZeroDivisionError("a bug in a bidder")

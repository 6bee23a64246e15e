"""Bidding the boards of a match at both tables, whoever makes the calls.

A :class:`Bidder` answers many questions at once, each a hand and the auction so far. All auctions of a
chunk of boards at one table are advanced together, call by call, so that a bidder that works in columns, or an
outside program that takes several requests at a time, is given as many as there are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import attrs

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS, PASS, Call
from bridgelang.core.hands import Hand
from bridgelang.match.boards import Board

__all__ = ["Answer", "Bidden", "Bidder", "Question", "SystemBidder", "bid_boards", "bid_on"]

Question = tuple[Hand, Auction]
"""A hand and the auction so far; its player is the one to call."""


@attrs.frozen
class Answer:
    """A call with what is known of its reason.

    ``rule`` is a place such as ``sayc.bid:12`` and ``text`` the rule as it stands there. Both are empty
    when no rule is known, as with an outside program.
    """

    call: Call
    rule: str = ""
    text: str = ""


class Bidder(Protocol):
    """Whatever makes the calls of one side: a system, many-hands code, an outside program."""

    @property
    def name(self) -> str:
        """How the bidder is called in reports."""

    def answer(self, questions: Sequence[Question]) -> Sequence[Answer]:
        """A legal call for each question, in order."""

    def faults(self) -> Mapping[str, int]:
        """What went wrong since the last time this was asked, counted by kind; empty for most bidders."""

    def close(self) -> None:
        """Give back whatever the bidder holds open."""


def first_table_in_half(dealer: int, half: int) -> bool:
    """Whether half 0 (the first bidder's side deals) or half 1 of a board is its first table."""
    return dealer & 1 == half


class SystemBidder:
    """One of this project's systems as a bidder; ``opponents`` is the system the other side plays."""

    def __init__(self, system: Any, opponents: Any = None) -> None:
        self.system = system
        self.opponents = opponents

    @property
    def name(self) -> str:
        return str(self.system.name)

    def answer(self, questions: Sequence[Question]) -> list[Answer]:
        choose, opponents = self.system.choose_call, self.opponents
        answers = []
        for hand, auction in questions:
            decision = choose(hand, auction, opponents=opponents)
            rule = decision.rule
            if rule is None:
                answers.append(Answer(decision.call))
            else:
                answers.append(Answer(decision.call, rule.location, rule.text))
        return answers

    def bid_with(self, other: Bidder, boards: Sequence[Board]) -> list[tuple[Bidden, Bidden]] | None:
        """Bid the boards against another system directly: no auction is looked up twice.

        None when the other side is no system; the calls are those that :meth:`answer` gives.
        """
        if not isinstance(other, SystemBidder) or not hasattr(self.system, "table"):
            return None
        if self.opponents is not other.system or other.opponents is not self.system:
            return None
        tables = self._tables(other)
        answers: dict[Any, Answer] = {None: Answer(PASS)}
        bidden = []
        for board in boards:
            first, second = (_bid_at(table, board, answers) for table in tables)
            bidden.append((first, second))
        return bidden

    def _tables(self, other: SystemBidder) -> tuple[Any, Any]:
        """The first and the second table."""
        return self.system.table(other.system), other.system.table(self.system)

    def bid_half(self, other: SystemBidder, boards: Sequence[Board], half: int) -> list[Bidden]:
        """Of each board only the table at which this system's side deals (half 0), or the other's.

        These auctions begin alike, and so the two halves are best bid by two processes.
        """
        tables = self._tables(other)
        answers: dict[Any, Answer] = {None: Answer(PASS)}
        return [_bid_at(tables[not first_table_in_half(board.dealer, half)], board, answers) for board in boards]

    def faults(self) -> dict[str, int]:
        return {}

    def close(self) -> None:
        """A system holds nothing open."""


@attrs.frozen
class Bidden:
    """A finished auction and the answer behind each of its calls."""

    auction: Auction
    answers: tuple[Answer, ...]


def bid_boards(boards: Sequence[Board], a: Bidder, b: Bidder) -> list[tuple[Bidden, Bidden]]:
    """Bid every board twice: at the first table ``a`` sits North-South, at the second ``b`` does.

    A bidder may have a method ``bid_with(other, boards)`` that does all this at once, or returns None when it
    cannot with that other bidder; and a method ``sit()``, which is called before each table.

    Raises :class:`~bridgelang.errors.IllegalAction` when a call is not legal.
    """
    direct = getattr(a, "bid_with", None)
    if direct is not None:
        done: list[tuple[Bidden, Bidden]] | None = direct(b, boards)
        if done is not None:
            return done
    order = _order_of_second_table(boards)
    first = _bid_table(boards, (a, b))
    second = dict(zip(order, _bid_table([boards[place] for place in order], (b, a)), strict=True))
    return [(bidden, second[place]) for place, bidden in enumerate(first)]


def _order_of_second_table(boards: Sequence[Board]) -> list[int]:
    """The places of the boards as they come to the second table: not as they came to the first.

    It is the same in every run, and can only be worked out by who knows all the hands.
    """
    deals = "\n".join([str(board.deal) for board in boards])
    return sorted(range(len(boards)), key=lambda place: hashlib.sha256(f"{place} {deals}".encode()).digest())


def _bid_table(boards: Sequence[Board], sides: tuple[Bidder, Bidder]) -> list[Bidden]:
    """Every board bid once, with these bidders North-South and East-West; all auctions advance together."""
    return bid_on(boards, [Bidden(Auction(board.dealer, board.vulnerability), ()) for board in boards], sides)


def bid_on(boards: Sequence[Board], begun: Sequence[Bidden], sides: tuple[Bidder, Bidder]) -> list[Bidden]:
    """Auctions that have begun, one a board, bid to their ends by these bidders North-South and East-West.

    All advance together; a board may be there more than once.
    """
    for bidder in sides:
        sit = getattr(bidder, "sit", None)
        if sit is not None:
            sit()
    auctions = [bidden.auction for bidden in begun]
    answers = [list(bidden.answers) for bidden in begun]
    going = [place for place, auction in enumerate(auctions) if auction.turn is not None]
    while going:
        asked: tuple[list[int], list[int]] = ([], [])
        for place in going:
            asked[auctions[place].turn & 1].append(place)  # type: ignore[operator]
        for bidder, places in zip(sides, asked, strict=True):
            if not places:
                continue
            questions: list[Question] = []
            for place in places:
                auction = auctions[place]
                questions.append((boards[place].deal.hands[auction.turn], auction))  # type: ignore[index]
            for place, answer in zip(places, bidder.answer(questions), strict=True):
                auctions[place] = auctions[place].then(answer.call)
                answers[place].append(answer)
        going = [place for place in going if auctions[place].turn is not None]
    return [Bidden(auction, tuple(reasons)) for auction, reasons in zip(auctions, answers, strict=True)]


def _bid_at(table: Any, board: Board, answers: dict[Any, Answer]) -> Bidden:
    """One board bid by the two systems of a :class:`~bridgelang.bidding.table.BiddingTable`; answers are kept."""
    auction, offers = table.bid_through(board.deal.hands, board.dealer, board.vulnerability)
    given = []
    for offer in offers:
        answer = answers.get(offer)
        if answer is None:
            answer = answers[offer] = Answer(CALLS[offer.call], offer.line.location, offer.line.text)
        given.append(answer)
    return Bidden(auction, tuple(given))

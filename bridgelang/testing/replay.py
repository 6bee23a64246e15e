"""Replay: at every call of recorded auctions, what would a system have called in that position?

Both sides of the record are read by the system itself. Agreement is counted by phase, contested or not, and the
commonest disagreements are kept with an example each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import define, field, frozen

from bridgelang.bidding.interpreter import Decision, choose
from bridgelang.bidding.load import System
from bridgelang.bidding.state import State
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.hands import Hand
from bridgelang.core.scoring import imps, score
from bridgelang.core.seats import SEATS
from bridgelang.interop.board import Board

PHASES = ("opening", "response", "opener's rebid", "overcall", "later")


@frozen
class Example:
    """One call where the system would have called otherwise."""

    board: int | None
    hand: Hand
    auction: str
    recorded: str
    ours: str
    rule: str


@define
class Count:
    """Agreement of some calls: ``agree`` of ``all``."""

    agree: int = 0
    all: int = 0

    def add(self, agrees: bool) -> None:
        """Count one more call."""
        self.all += 1
        self.agree += agrees

    @property
    def share(self) -> float:
        """Agreement as a share; 1.0 when nothing was counted."""
        return self.agree / self.all if self.all else 1.0


@define
class Comparison:
    """What a replay gave.

    ``phases`` counts by (phase, contested); ``disagreements`` by (phase, the calls before, recorded, ours).
    ``recorded_loss`` and ``our_loss`` are mean distances from par in IMPs a board over ``solved`` boards.
    """

    boards: int = 0
    skipped: list[str] = field(factory=list)
    total: Count = field(factory=Count)
    phases: dict[tuple[str, bool], Count] = field(factory=dict)
    disagreements: Counter[tuple[str, str, str, str]] = field(factory=Counter)
    examples: dict[tuple[str, str, str, str], Example] = field(factory=dict)
    solved: int = 0
    recorded_loss: float = 0.0
    our_loss: float = 0.0

    def phase(self, name: str) -> Count:
        """A phase's count, contested or not."""
        parts = [self.phases.get((name, contested), Count()) for contested in (False, True)]
        return Count(sum(p.agree for p in parts), sum(p.all for p in parts))


def phase_of(state: State) -> tuple[str, bool]:
    """The phase of the call about to be made, and whether the other side has acted.

    An opening is any call while nobody has bid; a response is the first call of opener's partner, a rebid opener's
    second; an overcall is the first call of a player whose opponents opened, when his partner has only passed.
    """
    seat, opener = state.turn, state.opener()
    contested = any(state.has_acted(other) for other in ((seat + 1) & 3, (seat + 3) & 3))
    if opener < 0:
        return "opening", False
    made_since = [s for s in state.made_by(seat) if s.depth - 1 >= state.first_bid]
    if seat == opener:
        return ("opener's rebid" if len(made_since) == 1 else "later"), contested
    if (seat ^ opener) & 1:
        partner_acted = state.has_acted((seat + 2) & 3)
        return ("overcall" if not made_since and not partner_acted else "later"), contested
    return ("response" if not made_since else "later"), contested


def compare(system: System, boards: Iterable[Board]) -> Comparison:
    """Replay every board that has four hands and a complete legal auction; the others are named in ``skipped``."""
    made = Comparison()
    table = system.table()
    for board in boards:
        deal, auction = board.deal, None
        if board.auction is not None and board.vulnerability is not None:
            auction = board.auction.auction(board.vulnerability)
        if deal is None or auction is None or not auction.calls:
            made.skipped.append(f"board {board.number}: no deal or no regular auction")
            continue
        made.boards += 1
        state = table.root(auction.dealer, auction.vulnerability)
        for number, call in enumerate(auction.calls):
            hand = deal[auction.seat_of(number)]
            _count(made, state, hand, int(call), choose(state, hand), board.number)
            state = state.then(int(call))
    return made


def _count(made: Comparison, state: State, hand: Hand, call: int, decision: Decision, number: int | None) -> None:
    agrees = int(decision.call) == call
    phase, contested = phase_of(state)
    made.total.add(agrees)
    made.phases.setdefault((phase, contested), Count()).add(agrees)
    if agrees:
        return
    before = (
        " ".join(str(CALLS[c]) for c in state.calls()).removeprefix("P P P ").removeprefix("P P ").removeprefix("P ")
    )
    key = (phase, before, str(CALLS[call]), str(decision.call))
    made.disagreements[key] += 1
    if key not in made.examples:
        rule = decision.rule.location if decision.rule else "no rule"
        made.examples[key] = Example(number, hand, " ".join(str(CALLS[c]) for c in state.calls()), key[2], key[3], rule)


Tables = Sequence[Sequence[int]]


def add_costs(made: Comparison, system: System, solved: Iterable[tuple[Board, Tables, int]]) -> None:
    """Distances from par of the recorded contracts and of those the system bids at all four seats.

    ``solved`` gives a board, its double-dummy tricks as ``tables[seat][strain]`` and par for North-South.
    """
    table = system.table()
    for board, tricks, par in solved:
        deal, recorded = board.deal, None
        if board.auction is not None and board.vulnerability is not None:
            recorded = board.auction.auction(board.vulnerability)
        if deal is None or recorded is None or not recorded.is_over:
            continue
        ours = table.bid(deal, recorded.dealer, recorded.vulnerability)
        theirs, mine = (abs(imps(ns_score(a, tricks) - par)) for a in (recorded, ours))
        made.recorded_loss = (made.recorded_loss * made.solved + theirs) / (made.solved + 1)
        made.our_loss = (made.our_loss * made.solved + mine) / (made.solved + 1)
        made.solved += 1


def ns_score(auction: Auction, tricks: Tables) -> int:
    """The score for North-South of an auction's contract played double-dummy."""
    contract = auction.contract
    if contract is None:
        return 0
    declarer = contract.declarer
    points = score(
        contract.level,
        contract.strain,
        contract.doubled,
        auction.vulnerability.of(declarer),
        tricks[declarer][contract.strain],
    )
    return points if declarer.side == SEATS[0].side else -points

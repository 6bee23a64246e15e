"""The three players who are not persons: they bid by their systems, play cards, and answer claims."""

from __future__ import annotations

from bridgelang.bidding.interpreter import Decision
from bridgelang.bidding.load import System
from bridgelang.bidding.meaning import Meaning, meanings
from bridgelang.bidding.table import BiddingTable
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import Call
from bridgelang.core.cards import Card
from bridgelang.core.deals import Deal
from bridgelang.core.seats import Seat, Side
from bridgelang.game.review import Slip, double_dummy, slips
from bridgelang.game.setup import Setup
from bridgelang.match.par import Par, par
from bridgelang.match.solver import SolverError, solve_cards
from bridgelang.play.board import Board
from bridgelang.play.claims import Claim, settle
from bridgelang.play.state import PlayState
from bridgelang.play.view import Player, View
from bridgelang.players.heuristic import HeuristicPlayer
from bridgelang.players.shown import ShownSampler
from bridgelang.players.single_dummy import Evaluation, SingleDummyPlayer


def solve(state: PlayState) -> dict[Card, int]:
    """Double-dummy: the tricks the side to play takes from here on after each legal card."""
    return solve_cards(state.hands, state.contract.strain, state.leader, state.trick)


class Others:
    """The systems at the table and those who play by them; every choice depends on the state alone."""

    def __init__(self, setup: Setup, system: System, opponents: System) -> None:
        ours_ns = setup.seat.side == Side.NS
        self.systems = (system, opponents) if ours_ns else (opponents, system)
        self.table: BiddingTable = self.systems[0].table(self.systems[1])
        self._sampler = ShownSampler(self.table)
        self._valued: tuple[PlayState, Claim, int] | None = None  # the claim judged last, and its worth
        self._player: Player = HeuristicPlayer()
        if setup.players == "single-dummy":
            self._player = SingleDummyPlayer(solve, self._sampler, seed=setup.seed)

    def decision(self, auction: Auction, deal: Deal) -> Decision:
        """What the player to call calls, with the rule behind it."""
        assert auction.turn is not None
        return self.table.decide(auction, deal[auction.turn])

    def call(self, auction: Auction, deal: Deal) -> Call:
        """The call of the player whose turn it is."""
        return self.decision(auction, deal).call

    def card(self, state: PlayState) -> Card:
        """The card of the player whose turn it is (declarer's choice for dummy)."""
        try:
            return self._player.choose(View(state))
        except SolverError:
            return HeuristicPlayer().choose(View(state))

    def advice(self, state: PlayState) -> Evaluation:
        """The card a careful player would choose who sees what the person sees, and the tricks it takes on average."""
        try:
            return SingleDummyPlayer(solve, self._sampler).evaluate(View(state))
        except SolverError:
            return Evaluation(HeuristicPlayer().choose(View(state)), {}, 0)

    def agrees(self, state: PlayState, claim: Claim) -> bool:
        """Whether the other side accepts a claim: when even its worst normal line takes that many."""
        return self._possible(state, claim) >= claim.tricks and self.worth(state, claim) >= claim.tricks

    def _possible(self, state: PlayState, claim: Claim) -> int:
        """What the claimer's side takes of the tricks left when all see all cards: no line of theirs is worth more."""
        try:
            best = max(solve(state).values())
        except SolverError:
            return state.tricks_left
        assert state.turn is not None
        return best if state.turn.side == claim.seat.side else state.tricks_left - best

    def worth(self, state: PlayState, claim: Claim) -> int:
        """What a contested claim is worth, in tricks for the claimer's side."""
        if self._valued is None or self._valued[:2] != (state, claim):
            try:
                worth = settle(state, claim, solve)
            except SolverError:
                worth = settle(state, claim)
            self._valued = (state, claim, worth)
        return self._valued[2]

    def meanings(self, auction: Auction) -> list[Meaning]:
        """What the calls have shown, each by its maker's system."""
        return meanings(self.table, auction)

    def would_show(self, auction: Auction, call: Call) -> Meaning:
        """What a call would show if the player to call made it; raises IllegalAction when it is not legal."""
        return self.meanings(auction.then(call))[-1]

    def par(self, board: Board) -> Par | None:
        """Par of a board; None when the solver is missing."""
        assert board.deal is not None
        results = double_dummy(board.deal)
        return par(results, board.dealer, board.vulnerability) if results is not None else None

    def slips(self, play: PlayState) -> list[Slip] | None:
        """The cards of a play that cost tricks with all cards in sight; None when the solver is missing."""
        try:
            return slips(play, solve)
        except SolverError:
            return None

    def system_of(self, seat: Seat) -> System:
        """The system a seat plays."""
        return self.systems[seat.side]

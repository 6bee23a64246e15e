"""How many tricks a contract takes: solved double dummy, or played out by card players.

Only :class:`SingleDummyTricks` looks at the auction. The way the cards are played never depends on the machine or
on which boards are played together, so a match is the same whatever the number of processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bridgelang.core.auctions import Auction
from bridgelang.core.contracts import Contract
from bridgelang.errors import BridgelangError
from bridgelang.match.boards import Board
from bridgelang.match.ddcache import DoubleDummyCache, solve_with_cache

if TYPE_CHECKING:
    from bridgelang.bidding.table import BiddingTable
    from bridgelang.play.view import Player

__all__ = [
    "PLAYS",
    "DoubleDummyTricks",
    "PlayError",
    "PlayedTricks",
    "SingleDummyTricks",
    "TrickCounter",
    "Wanted",
    "trick_counter",
]

PLAYS = ("dd", "heuristic", "single-dummy")
SAMPLES = 8
"""The layouts a single-dummy player solves for each card of a match."""


class PlayError(BridgelangError):
    """There is no such way of playing the cards."""


class Wanted(NamedTuple):
    """A contract whose tricks are wanted, and the ``auction`` that led to it.

    ``table`` is the table of the two systems that bid it, by which the auction can be read; None where a bidder is
    no system of ours.
    """

    board: Board
    contract: Contract
    auction: Auction | None = None
    table: BiddingTable | None = None


class TrickCounter(Protocol):
    """Finds declarer's tricks."""

    def count(self, contracts: Sequence[Wanted]) -> list[int]:
        """Declarer's tricks in each contract, in order."""

    def close(self) -> None:
        """Give back what is held open."""


class DoubleDummyTricks:
    """Tricks when all see all cards: from the board's table, the cache, or the solver, all together."""

    def __init__(self, cache: DoubleDummyCache | None = None, threads: int = 1) -> None:
        self._cache = cache
        self._threads = threads

    def count(self, contracts: Sequence[Wanted]) -> list[int]:
        known = [
            None if board.table is None else board.table[contract.declarer][contract.strain]
            for board, contract, _, _ in contracts
        ]
        missing = [
            (board.deal, contract.declarer, contract.strain)
            for (board, contract, _, _), tricks in zip(contracts, known, strict=True)
            if tricks is None
        ]
        solved = iter(solve_with_cache(missing, self._cache, self._threads) if missing else ())
        return [next(solved) if tricks is None else tricks for tricks in known]

    def close(self) -> None:
        if self._cache is not None:
            self._cache.close()


class PlayedTricks:
    """Tricks when four players by rules of thumb play the cards out, seeing what players see.

    They are not told the auction, so that equal contracts give equal results.
    """

    def count(self, contracts: Sequence[Wanted]) -> list[int]:
        from bridgelang.players.heuristic import HeuristicPlayer

        player = HeuristicPlayer()
        return [_played(wanted, None, player) for wanted in contracts]

    def close(self) -> None:
        """Nothing is held open."""


class SingleDummyTricks:
    """Tricks when four single-dummy players play the cards out; they have heard the auction.

    ``samples`` layouts are solved for each card, and there is no time limit, which would make the result depend on
    the machine. An auction of bidders that are no systems of ours cannot be read: then the cards alone count.
    """

    def __init__(self, samples: int = SAMPLES) -> None:
        self._samples = samples

    def count(self, contracts: Sequence[Wanted]) -> list[int]:
        from bridgelang.match.solver import solve_play
        from bridgelang.players.sampling import Sampler, UniformSampler
        from bridgelang.players.shown import ShownSampler
        from bridgelang.players.single_dummy import SingleDummyPlayer

        tricks = []
        for wanted in contracts:
            sampler: Sampler = UniformSampler() if wanted.table is None else ShownSampler(wanted.table)
            player = SingleDummyPlayer(solve_play, sampler, self._samples, time_limit=None)
            tricks.append(_played(wanted, wanted.auction, player))
        return tricks

    def close(self) -> None:
        """Nothing is held open."""


def _played(wanted: Wanted, auction: Auction | None, player: Player) -> int:
    from bridgelang.play.state import PlayState
    from bridgelang.play.view import play_out

    return play_out(PlayState.start(wanted.board.deal, wanted.contract, auction), [player] * 4).declarer_tricks


def trick_counter(play: str, cache: DoubleDummyCache | None = None, threads: int = 1) -> TrickCounter:
    """The counter for ``dd``, ``heuristic`` or ``single-dummy``; raises :class:`PlayError` for another word."""
    if play == "dd":
        return DoubleDummyTricks(cache, threads)
    if play == "heuristic":
        return PlayedTricks()
    if play == "single-dummy":
        return SingleDummyTricks()
    raise PlayError(f"there is no way to play called `{play}`: choose {' or '.join(PLAYS)}")

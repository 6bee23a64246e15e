"""How many tricks a contract takes: solved double dummy, or played out by card players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bridgelang.core.contracts import Contract
from bridgelang.errors import BridgelangError
from bridgelang.match.boards import Board
from bridgelang.match.ddcache import DoubleDummyCache, solve_with_cache

__all__ = ["PLAYS", "DoubleDummyTricks", "PlayError", "PlayedTricks", "TrickCounter", "trick_counter"]

PLAYS = ("dd", "heuristic")


class PlayError(BridgelangError):
    """There is no such way of playing the cards."""


class TrickCounter(Protocol):
    """Finds declarer's tricks; they depend on the board and the contract alone."""

    def count(self, contracts: Sequence[tuple[Board, Contract]]) -> list[int]:
        """Declarer's tricks in each contract, in order."""

    def close(self) -> None:
        """Give back what is held open."""


class DoubleDummyTricks:
    """Tricks when all see all cards: from the board's table, the cache, or the solver, all together."""

    def __init__(self, cache: DoubleDummyCache | None = None, threads: int = 1) -> None:
        self._cache = cache
        self._threads = threads

    def count(self, contracts: Sequence[tuple[Board, Contract]]) -> list[int]:
        known = [
            None if board.table is None else board.table[contract.declarer][contract.strain]
            for board, contract in contracts
        ]
        missing = [
            (board.deal, contract.declarer, contract.strain)
            for (board, contract), tricks in zip(contracts, known, strict=True)
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

    def count(self, contracts: Sequence[tuple[Board, Contract]]) -> list[int]:
        from bridgelang.play.state import PlayState
        from bridgelang.play.view import play_out
        from bridgelang.players.heuristic import HeuristicPlayer

        players = [HeuristicPlayer()] * 4
        return [
            play_out(PlayState.start(board.deal, contract), players).declarer_tricks for board, contract in contracts
        ]

    def close(self) -> None:
        """Nothing is held open."""


def trick_counter(play: str, cache: DoubleDummyCache | None = None, threads: int = 1) -> TrickCounter:
    """The counter for ``dd`` or ``heuristic``; raises :class:`PlayError` for another word."""
    if play == "dd":
        return DoubleDummyTricks(cache, threads)
    if play == "heuristic":
        return PlayedTricks()
    raise PlayError(f"there is no way to play called `{play}`: choose {' or '.join(PLAYS)}")

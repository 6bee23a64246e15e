"""Playing a chunk of boards at both tables: bid, find the tricks that matter, score.

Tricks matter only where the tables reached different contracts: the same contract by the same declarer scores
the same, however many tricks it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from bridgelang.core.contracts import Contract
from bridgelang.core.lasting import lasting
from bridgelang.core.scoring import contract_score
from bridgelang.match.bidding import Bidden, Bidder, SystemBidder, bid_boards
from bridgelang.match.boards import Board, BoardSource, source_from_spec
from bridgelang.match.entries import Entry, seat_pair
from bridgelang.match.outside import Outside
from bridgelang.match.records import chunk_to_json, half_to_json
from bridgelang.match.tricks import TrickCounter, Wanted

if TYPE_CHECKING:
    from bridgelang.bidding.table import BiddingTable

__all__ = ["ChunkPlayer", "MatchSpec"]

Result = tuple[int | None, int | None]  # tricks, score for North-South


@attrs.frozen
class MatchSpec:
    """Everything that decides what happens on the boards of a match, as plain values.

    ``boards`` describes the source (:meth:`~bridgelang.match.boards.BoardSource.spec`), ``play`` is one of
    :data:`~bridgelang.match.tricks.PLAYS`, ``outside`` the terms for outside programs.
    """

    a: Entry
    b: Entry
    boards: dict[str, Any]
    play: str = "dd"
    outside: Outside = attrs.field(factory=Outside)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON that :meth:`from_json` reads."""
        a, b, outside = (one.to_json() for one in (self.a, self.b, self.outside))
        return {"a": a, "b": b, "boards": self.boards, "play": self.play, "outside": outside}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> MatchSpec:
        """The spec that :meth:`to_json` wrote."""
        a, b = Entry.from_json(data["a"]), Entry.from_json(data["b"])
        return cls(a, b, data["boards"], data["play"], Outside.from_json(data["outside"]))


class ChunkPlayer:
    """Two bidders, a source of boards and a way to count tricks: any stretch of the match, in any order."""

    def __init__(self, a: Bidder, b: Bidder, source: BoardSource, tricks: TrickCounter) -> None:
        self.a = a
        self.b = b
        self.source = source
        self._tricks = tricks
        self._own: list[Bidder] = []

    @classmethod
    def of(
        cls,
        a: Any,
        b: Any,
        source: BoardSource,
        tricks: TrickCounter,
        outside: Outside | None = None,
        warn: Callable[[str], None] | None = None,
    ) -> ChunkPlayer:
        """The player of two entries, loaded systems or bidders; it closes what it opened itself.

        ``warn`` is told when an outside program is given up.
        """
        bidders = seat_pair(a, b, outside, warn)
        player = cls(*bidders, source, tricks)
        given = zip(bidders, (a, b), strict=True)
        player._own = [bidder for bidder, described in given if isinstance(described, Entry)]
        return player

    @classmethod
    def load(cls, spec: MatchSpec, tricks: TrickCounter, warn: Callable[[str], None] | None = None) -> ChunkPlayer:
        """The player of a match described in plain values."""
        return cls.of(spec.a, spec.b, source_from_spec(spec.boards), tricks, spec.outside, warn)

    def play(self, start: int, count: int, messages: list[str] | None = None) -> dict[str, Any]:
        """The boards at places ``start`` to ``start + count - 1`` as a chunk in JSON.

        ``messages`` are taken along and emptied.
        """
        with lasting():
            boards = self.source.take(start, count)
            bidden = bid_boards(boards, self.a, self.b)
            results = self._results(boards, bidden)
            faults = [dict(self.a.faults()), dict(self.b.faults())]
            return chunk_to_json((self.a.name, self.b.name), start, boards, bidden, results, faults, _emptied(messages))

    def play_half(self, start: int, count: int, half: int, messages: list[str] | None = None) -> dict[str, Any]:
        """One table of each of these boards (:meth:`SystemBidder.bid_half`), for :func:`join_halves`.

        Both bidders must be systems. Tricks are counted for every contract: only both tables tell which matter.
        """
        assert isinstance(self.a, SystemBidder) and isinstance(self.b, SystemBidder)
        with lasting():
            boards = self.source.take(start, count)
            bidden = self.a.bid_half(self.b, boards, half)
            contracts = [table.auction.contract for table in bidden]
            wanted = [
                Wanted(board, contract)
                for board, contract in zip(boards, contracts, strict=True)
                if contract is not None
            ]
            tricks = iter(self._tricks.count(wanted))
            results = [_result(board, contract, tricks) for board, contract in zip(boards, contracts, strict=True)]
            return half_to_json((self.a.name, self.b.name), start, boards, bidden, results, _emptied(messages))

    def close(self) -> None:
        """Close the trick counter, and the bidders that were made here."""
        for bidder in self._own:
            bidder.close()
        self._tricks.close()

    def _results(self, boards: Sequence[Board], bidden: Sequence[tuple[Bidden, Bidden]]) -> list[tuple[Result, Result]]:
        contracts = [(first.auction.contract, second.auction.contract) for first, second in bidden]
        tables = self._tables()
        wanted = [
            Wanted(board, table_bidden.auction.contract, table_bidden.auction, table)
            for board, tables_bidden, pair in zip(boards, bidden, contracts, strict=True)
            if pair[0] != pair[1]
            for table_bidden, table in zip(tables_bidden, tables, strict=True)
            if table_bidden.auction.contract is not None
        ]
        tricks = iter(self._tricks.count(wanted))
        results: list[tuple[Result, Result]] = []
        for board, (first, second) in zip(boards, contracts, strict=True):
            if first == second:
                results.append(((None, None), (None, None)))
            else:
                results.append((_result(board, first, tricks), _result(board, second, tricks)))
        return results

    def _tables(self) -> tuple[BiddingTable | None, BiddingTable | None]:
        """The two tables by which auctions can be read; None for both when a bidder is no system of ours."""
        a, b = self.a, self.b
        if not (isinstance(a, SystemBidder) and isinstance(b, SystemBidder)):
            return None, None
        if not (hasattr(a.system, "table") and hasattr(b.system, "table")):
            return None, None
        return a.system.table(b.system), b.system.table(a.system)


def _emptied(messages: list[str] | None) -> list[str]:
    """The messages so far, which are then said."""
    notes = list(messages or ())
    if messages:
        messages.clear()
    return notes


def _result(board: Board, contract: Contract | None, tricks: Any) -> Result:
    if contract is None:
        return None, 0
    taken = next(tricks)
    return taken, contract_score(contract, taken, board.vulnerability)

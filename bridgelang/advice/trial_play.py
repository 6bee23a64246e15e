"""Playing a stretch of boards of a trial: both versions of a system against each opponent, and what changed.

A row of the answer is one table at which the auctions of the versions differ, ``[member, table, index, ours, old call,
old rule, old text, new call, new rule, new text, phase, gain, old auction, new auction]``: ``member`` is the opponent's
number, ``table`` 0 where the version sits North-South, ``index`` the first call that differs, ``ours`` whether the
version made it, ``gain`` what the change at this table adds to the board, in IMPs. Rows stand by boards in ``changed``:
``[place, number, deal, dealer, vulnerability, rows]``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bridgelang.advice.opposition import Opponent, Tables, loaded_system
from bridgelang.advice.sameness import bids_alike
from bridgelang.core.lasting import lasting
from bridgelang.core.scoring import contract_score, imps
from bridgelang.match.attribution import phase_of
from bridgelang.match.bidding import Bidden
from bridgelang.match.boards import Board, BoardSource, source_from_spec
from bridgelang.match.ddcache import DoubleDummyCache
from bridgelang.match.entries import Entry
from bridgelang.match.outside import Outside
from bridgelang.match.tricks import DoubleDummyTricks, TrickCounter, Wanted

__all__ = ["TrialPlayer", "player_of"]


class TrialPlayer:
    """Two versions of a system and a pool of opponents: any stretch of the boards of a trial."""

    def __init__(
        self,
        old: Entry,
        new: Entry,
        against: Sequence[Entry],
        source: BoardSource,
        tricks: TrickCounter,
        outside: Outside | None = None,
        warn: Callable[[str], None] | None = None,
    ) -> None:
        self.old, self.new = loaded_system(old), loaded_system(new)
        self.source = source
        self._alike = bids_alike(self.old, self.new)
        self._tricks = tricks
        loaded = {old: self.old}
        self._pool = [Opponent(entry, self.old, loaded, outside, warn) for entry in against]

    def play(self, start: int, count: int, messages: list[str] | None = None) -> dict[str, Any]:
        """The boards at places ``start`` to ``start + count - 1`` as plain JSON."""
        changed: dict[int, list[list[Any]]] = {}
        boards = self.source.take(start, count)
        if not self._alike:
            with lasting():
                for number, opponent in enumerate(self._pool):
                    self._play_against(number, opponent, boards, changed)
        notes = list(messages or ())
        if messages:
            messages.clear()
        return {
            "start": start,
            "count": len(boards),
            "names": [self.old.name, self.new.name, *[opponent.name for opponent in self._pool]],
            "changed": [[start + place, *_described(boards[place]), changed[place]] for place in sorted(changed)],
            "faults": [opponent.faults() for opponent in self._pool],
            "messages": notes,
        }

    def close(self) -> None:
        """End outside programs, and close the trick counter."""
        for opponent in self._pool:
            opponent.close()
        self._tricks.close()

    def _play_against(
        self, number: int, opponent: Opponent, boards: Sequence[Board], changed: dict[int, list[list[Any]]]
    ) -> None:
        """Bid with both versions against one opponent, and add a row for each table that changed."""
        old = opponent.play(self.old, boards)
        new = opponent.play_again(self.new, boards, old)
        pairs = list(zip(old, new, strict=True))
        parted = [place for place, pair in enumerate(pairs) if _auctions(pair[0]) != _auctions(pair[1])]
        gains = self._gains([boards[place] for place in parted], [pairs[place] for place in parted])
        for place, of_tables in zip(parted, gains, strict=True):
            for table, gain in enumerate(of_tables):
                before, after = pairs[place][0][table], pairs[place][1][table]
                if before.auction != after.auction:
                    row = [number, table, *_parting(boards[place], table, before, after), gain]
                    changed.setdefault(place, []).append([*row, str(before.auction), str(after.auction)])

    def _gains(self, boards: Sequence[Board], pairs: Sequence[tuple[Tables, Tables]]) -> list[tuple[int, int]]:
        """What the change adds to each board's IMPs: at the first table, then at the second.

        The board of a match changes from ``imps(a - b)`` to ``imps(a' - b')``; the steps by way of ``imps(a' - b)``
        are the two tables' shares.
        """
        wanted = []
        for board, pair in zip(boards, pairs, strict=True):
            contracts = [tables[table].auction.contract for tables in pair for table in (0, 1)]
            if contracts[:2] != contracts[2:]:
                wanted += [Wanted(board, contract) for contract in contracts if contract is not None]
        tricks = iter(self._tricks.count(wanted))
        gains = []
        for board, pair in zip(boards, pairs, strict=True):
            contracts = [tables[table].auction.contract for tables in pair for table in (0, 1)]
            if contracts[:2] == contracts[2:]:
                gains.append((0, 0))
                continue
            a, b, new_a, new_b = [
                0 if contract is None else contract_score(contract, next(tricks), board.vulnerability)
                for contract in contracts
            ]
            between = imps(new_a - b)
            gains.append((between - imps(a - b), imps(new_a - new_b) - between))
        return gains


def _auctions(tables: Tables) -> tuple[Any, Any]:
    return tables[0].auction, tables[1].auction


def _described(board: Board) -> list[Any]:
    return [board.number, str(board.deal), board.dealer.letter, str(board.vulnerability)]


def _parting(board: Board, table: int, before: Bidden, after: Bidden) -> list[Any]:
    """The first call that differs: its index, whether the version made it, both calls with their rules, the phase."""
    old, new = before.auction.calls, after.auction.calls
    index = next(at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1])
    ours = (board.dealer + index) & 1 == table
    was, now = before.answers[index], after.answers[index]
    phase = phase_of([str(call) for call in old[:index]])
    return [index, ours, str(was.call), was.rule, was.text, str(now.call), now.rule, now.text, phase]


def player_of(task: dict[str, Any], notes: list[str]) -> TrialPlayer:
    """The player that a worker process is told of."""
    old, new, *against = [Entry.from_json(one) for one in task["entries"]]
    cache = DoubleDummyCache.as_told(task["cache"], notes.append)
    outside = Outside.from_json(task["outside"])
    source = source_from_spec(task["boards"])
    return TrialPlayer(old, new, against, source, DoubleDummyTricks(cache), outside, notes.append)

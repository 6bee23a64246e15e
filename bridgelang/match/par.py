"""Par: the result when both sides see all the cards and bid as well as they can.

A side that sees everything doubles every contract that fails and no other, and lets the declarer be whichever
partner takes more tricks. What is left is a game of perfect information: at each point a side either lets the
last bid stand or bids something higher. Its value is found from 7NT down.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from bridgelang.core.cards import Strain
from bridgelang.core.contracts import Contract
from bridgelang.core.scoring import score
from bridgelang.core.seats import SEATS, Seat, Side, Vulnerability

__all__ = ["Par", "par"]

_Outcome = tuple[int, int, int, int]  # points for North-South, bid 0 to 34, side, doubled

_NO_BID = 1_000_000  # worse than any score, for a side that has no bid left


@attrs.frozen
class Par:
    """The par of a board: ``score`` in points for North-South, and the contracts that reach it.

    ``contracts`` is empty when par is to pass the board out. Of a side's contracts in one strain one is
    listed, the highest that makes or the lowest sacrifice, once for each partner who can play it for
    that score.
    """

    score: int
    contracts: tuple[Contract, ...]

    def __str__(self) -> str:
        return self._text([str(contract) for contract in self.contracts])

    def pretty(self, symbols: bool = False) -> str:
        """The same for a person, with suit symbols if wanted: ``-100 (4♠X by East)``."""
        return self._text([contract.pretty(symbols) for contract in self.contracts])

    def _text(self, contracts: Sequence[str]) -> str:
        names = ", ".join(contracts) or "passed out"
        return f"{self.score:+d} ({names})" if self.score else f"0 ({names})"


def par(table: Sequence[Sequence[int]], dealer: Seat, vulnerability: Vulnerability) -> Par:
    """The par of a board from its twenty results ``table[seat][strain]`` (declarer's tricks).

    >>> table = [(7, 7, 10, 7, 7), (6, 6, 3, 6, 6), (7, 7, 10, 7, 7), (6, 6, 3, 6, 6)]
    >>> print(par(table, Seat.NORTH, Vulnerability.NONE))
    +420 (4H by N, 4H by S)
    """
    best_tricks = [[max(table[side][strain], table[side + 2][strain]) for strain in range(5)] for side in (0, 1)]
    # above[side]: what the side can reach with a bid higher than the one looked at, in points for North-South
    above = [-_NO_BID, _NO_BID]
    stable: list[_Outcome] = []  # contracts the other side cannot improve on
    made: list[tuple[int, int]] = [(0, 0), (0, 0)]  # each side's best contract that makes: points, its bid
    for bid in range(34, -1, -1):
        level, strain = bid // 5 + 1, bid % 5
        values = []
        for side in (0, 1):
            tricks = best_tricks[side][strain]
            doubled = int(tricks < 6 + level)
            points = score(level, strain, doubled, vulnerability.of(Side(side)), tricks)
            stand = -points if side else points
            value = _better(1 - side, stand, above[1 - side])
            values.append(value)
            if value == stand:
                stable.append((stand, bid, side, doubled))
            if points > 0:
                made[side] = max(made[side], (points, -bid))
        above = [_better(side, above[side], values[side]) for side in (0, 1)]
    first = int(dealer) % 2
    value = _better(first, above[first], _better(1 - first, above[1 - first], 0))
    if not value:
        return Par(0, ())
    reaching = [
        (stand, bid, side, doubled)
        for stand, bid, side, doubled in stable
        if stand == value and (not doubled or bid >= -made[1 - side][1])
    ]
    return Par(value, _contracts(table, reaching))


def _better(side: int, one: int, other: int) -> int:
    """Of two scores for North-South the one this side prefers."""
    return max(one, other) if side == 0 else min(one, other)


def _contracts(table: Sequence[Sequence[int]], reaching: Sequence[_Outcome]) -> tuple[Contract, ...]:
    """Of the contracts that reach par, highest first, one for each side and strain and its declarers."""
    chosen: dict[tuple[int, int], tuple[int, int]] = {}
    for _, bid, side, doubled in reaching:
        if doubled or (side, bid % 5) not in chosen:  # the lowest sacrifice, the highest contract that makes
            chosen[side, bid % 5] = (bid, doubled)
    contracts = []
    for (side, strain), (bid, doubled) in sorted(chosen.items(), key=lambda item: (item[1][0], item[0][0])):
        most = max(table[side][strain], table[side + 2][strain])
        for seat in (SEATS[side], SEATS[side + 2]):
            if table[seat][strain] == most:
                contracts.append(Contract(bid // 5 + 1, Strain(strain), doubled, seat))
    return tuple(contracts)

"""What one deal puts on a score sheet: points below and above the line, honours.

Rubber bridge and Chicago score a deal alike (Laws of Rubber Bridge 2014, Law 77 and the scoring table): the
trick points of a contract bid and made go below the line, everything else above. The figures themselves are
those of duplicate, :func:`bridgelang.core.scoring.score`, without its bonuses for game and part score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bridgelang.core.cards import Rank, Strain
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.scoring import score
from bridgelang.core.seats import SEATS, SIDES, Seat, Side

SLAM = {6: (500, 750), 7: (1000, 1500)}
"""The slam bonus by the level bid: not vulnerable, vulnerable."""

Honours = Sequence[tuple[Seat, int]]
"""Who held honours, and the points for them."""


class Entry(NamedTuple):
    """One line of a score sheet.

    ``deal`` and ``game`` count from 1; ``below`` the line are trick points only. ``points`` are positive and
    belong to
    ``side``. ``contract`` is the contract that the reason names, if it names one.
    """

    side: Side
    points: int
    reason: str
    below: bool
    deal: int
    game: int
    contract: Contract | None = None

    def text(self, symbols: bool = False) -> str:
        """The reason for a person, a contract with its suit symbol if wanted."""
        if self.contract is None:
            return self.reason
        return self.contract.pretty(symbols) + self.reason.removeprefix(str(self.contract))


def trick_points(contract: Contract) -> int:
    """The points below the line of the contract, when it is made.

    >>> trick_points(Contract.parse("3NT by S")), trick_points(Contract.parse("2DXX by S"))
    (100, 160)
    """
    each = 20 if contract.strain < Strain.HEARTS else 30
    return (each * contract.level + 10 * (contract.strain == Strain.NOTRUMP)) << contract.doubled


def deal_entries(contract: Contract, tricks: int, vulnerable: bool, deal: int, game: int) -> list[Entry]:
    """What a played deal adds to the sheet, without honours; declarer took ``tricks`` of the 13.

    >>> for entry in deal_entries(Contract.parse("2SX by N"), 9, False, deal=1, game=1):
    ...     print(entry.side, entry.points, entry.reason, entry.below)
    NS 120 2SX by N True
    NS 100 1 overtrick False
    NS 50 insult False

    Raises ``ValueError`` when the tricks are not 0 to 13.
    """
    level, strain, doubled, declarer = contract.level, contract.strain, contract.doubled, contract.declarer
    side = declarer.side
    whole = score(level, strain, doubled, vulnerable, tricks)
    over = tricks - contract.tricks_needed
    if over < 0:
        reason = f"{contract}, {-over} down"
        return [Entry(side.other, -whole, reason, False, deal, game, contract)]
    entries = [Entry(side, trick_points(contract), str(contract), True, deal, game, contract)]
    if over:
        points = whole - score(level, strain, doubled, vulnerable, contract.tricks_needed)
        entries.append(Entry(side, points, f"{over} overtrick{'s' * (over > 1)}", False, deal, game))
    if doubled:
        entries.append(Entry(side, 50 * doubled, "insult", False, deal, game))
    if level in SLAM:
        name = "small slam" if level == 6 else "grand slam"
        entries.append(Entry(side, SLAM[level][vulnerable], name, False, deal, game))
    return entries


def honour_entries(honours: Honours, deal: int, game: int) -> list[Entry]:
    """The lines for honours, whichever side held them."""
    return [Entry(seat.side, points, f"honours, {seat.word}", False, deal, game) for seat, points in honours]


def honours_in(deal: Deal, strain: Strain) -> tuple[tuple[Seat, int], ...]:
    """Who was dealt honours: four of the five top trumps 100, five 150; all four aces at notrump 150.

    >>> deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    >>> honours_in(deal, Strain.SPADES), honours_in(deal, Strain.NOTRUMP), honours_in(deal, Strain.HEARTS)
    (((<Seat.NORTH: 0>, 100),), ((<Seat.NORTH: 0>, 150),), ())
    """
    found = []
    for seat in SEATS:
        if strain.suit is None:
            points = 150 * all(holding >> Rank.ACE for holding in deal[seat].holdings)
        else:
            points = {4: 100, 5: 150}.get((deal[seat].holding(strain.suit) >> Rank.TEN).bit_count(), 0)
        if points:
            found.append((seat, points))
    return tuple(found)


def totals(entries: Sequence[Entry], below: bool | None = None) -> tuple[int, int]:
    """The points of North-South and East-West; with ``below`` only those below, or above, the line."""
    chosen = [entry for entry in entries if below is None or entry.below == below]
    north_south, east_west = (sum(entry.points for entry in chosen if entry.side == side) for side in SIDES)
    return north_south, east_west

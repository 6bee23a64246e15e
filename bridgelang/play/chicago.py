"""Chicago, the four-deal game: vulnerability by the deal, part scores carried on, a bonus for each game.

* Deal 1 nobody is vulnerable, deals 2 and 3 dealer's side (by agreement the other), deal 4 both.
* A deal passed out is dealt again by the same dealer.
* Part scores add up to game as in rubber bridge; a game by either side wipes out both sides' part scores. A
  game earns 300, or 500 when vulnerable on the deal that completes it.
* A part score on deal 4 that completes no game earns 100; part scores earn nothing otherwise.

Source: the ACBL's rules of the four-deal game. Clubs vary; the parameters are the usual variants.
"""

from __future__ import annotations

from bridgelang.core.contracts import Contract
from bridgelang.core.scoring import contract_score
from bridgelang.core.seats import SEATS, SIDES, Seat, Side, Vulnerability
from bridgelang.errors import IllegalAction
from bridgelang.play.ledger import Entry, Honours, deal_entries, honour_entries, totals
from bridgelang.play.rubber import GAME


class Chicago:
    """Four deals in progress; immutable.

    ``dealer`` deals next and ``deals`` counts the finished deals. The variants: ``dealer_vulnerable`` (deals
    2 and 3; False makes the other side vulnerable), ``honours`` scored or not, ``carry_over=False`` scores
    four boards as at duplicate, with 50 for every part score.

    >>> chicago = Chicago().then(Contract.parse("2H by N"), 8)
    >>> chicago.dealer, chicago.vulnerability, chicago.part_score(Side.NS)
    (<Seat.EAST: 1>, <Vulnerability.EW: 2>, 60)
    >>> chicago = chicago.then(Contract.parse("1NT by S"), 7)     # 60 and 40 are a game, not vulnerable: 300
    >>> chicago.total
    (400, 0)
    """

    __slots__ = ("carry_over", "dealer", "dealer_vulnerable", "deals", "entries", "game", "honours")

    dealer: Seat
    deals: int
    game: int
    entries: tuple[Entry, ...]
    dealer_vulnerable: bool
    honours: bool
    carry_over: bool

    def __init__(
        self,
        dealer: Seat = Seat.NORTH,
        dealer_vulnerable: bool = True,
        honours: bool = True,
        carry_over: bool = True,
    ) -> None:
        self.dealer = SEATS[dealer]
        self.deals = 0
        self.game = 1
        self.entries = ()
        self.dealer_vulnerable = dealer_vulnerable
        self.honours = honours
        self.carry_over = carry_over

    def then(self, contract: Contract | None, tricks: int = 0, honours: Honours = ()) -> Chicago:
        """The state after another deal: its contract (None: passed out, the same dealer deals again), the
        tricks.

        Raises :class:`IllegalAction` after the fourth deal, ``ValueError`` for tricks other than 0 to 13.
        """
        if self.is_over:
            raise IllegalAction("the four deals are over")
        if contract is None:
            return self
        deal, side = self.deals + 1, contract.declarer.side
        if self.carry_over:
            entries, game = self._entries(contract, tricks, deal, side)
        else:
            points = contract_score(contract, tricks, self.vulnerability)
            winner = SIDES[points < 0]
            entries, game = [Entry(winner, abs(points), f"{contract}, {tricks} tricks", False, deal, 1)], 1
        if self.honours:
            entries += honour_entries(honours, deal, self.game)
        after = Chicago(self.dealer.lho, self.dealer_vulnerable, self.honours, self.carry_over)
        after.deals, after.game, after.entries = deal, game, self.entries + tuple(entries)
        return after

    def _entries(self, contract: Contract, tricks: int, deal: int, side: Side) -> tuple[list[Entry], int]:
        vulnerable = self.vulnerability.of(side)
        entries = deal_entries(contract, tricks, vulnerable, deal, self.game)
        below = sum(entry.points for entry in entries if entry.below)
        if self.part_score(side) + below >= GAME:
            entries.append(Entry(side, 500 if vulnerable else 300, "game", False, deal, self.game))
            return entries, self.game + 1
        if below and deal == 4:
            entries.append(Entry(side, 100, "part score on deal 4", False, deal, self.game))
        return entries, self.game

    @property
    def vulnerability(self) -> Vulnerability:
        """Who is vulnerable on the next deal."""
        if self.deals in (1, 2):
            side = self.dealer.side if self.dealer_vulnerable else self.dealer.side.other
            return Vulnerability(1 << side)
        return Vulnerability.NONE if self.deals == 0 else Vulnerability.ALL

    def part_score(self, side: Side) -> int:
        """The points below the line towards the next game."""
        return sum(e.points for e in self.entries if e.below and e.game == self.game and e.side == side)

    @property
    def is_over(self) -> bool:
        """Have four deals been played?"""
        return self.deals == 4

    @property
    def total(self) -> tuple[int, int]:
        """All the points of North-South and of East-West."""
        return totals(self.entries)

    @property
    def winner(self) -> Side | None:
        """The side with more points; None when they are equal."""
        north_south, east_west = self.total
        return None if north_south == east_west else SIDES[east_west > north_south]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chicago):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Chicago.__slots__)

    def __hash__(self) -> int:
        return hash((self.dealer, self.entries))

    def __repr__(self) -> str:
        return f"<Chicago: {self.deals} deals, points {self.total}>"

"""Rubber bridge: games, vulnerability, the bonuses, an unfinished rubber (Laws of Rubber Bridge 2014).

* The first side with 100 points below the line wins a game; both sides start the next game from nothing, but
  all points stay in the total.
* A side that has won a game is vulnerable. Two games win 700 (the other side has none) or 500.
* The rubber is *won* by the side with more points, which need not be the side with two games.
* Unfinished: 300 to the only side with a game, 100 to the only side with a part score in the game in progress
  (50 until the code of 1993).
* Four passes score nothing and the deal passes on.
"""

from __future__ import annotations

from bridgelang.core.contracts import Contract
from bridgelang.core.seats import SEATS, SIDES, Seat, Side, Vulnerability
from bridgelang.errors import IllegalAction
from bridgelang.play.ledger import Entry, Honours, deal_entries, honour_entries, totals

GAME = 100
"""The points below the line that make a game."""


class Rubber:
    """A rubber in progress; immutable.

    ``dealer`` deals next, ``entries`` are the lines of the score sheet in order, ``deals`` the number of
    deals so far (passed-out ones too), ``abandoned`` says that an unfinished rubber was closed.

    >>> rubber = Rubber().then(Contract.parse("4S by N"), 10)
    >>> rubber.games, rubber.vulnerability, rubber.dealer
    ((1, 0), <Vulnerability.NS: 1>, <Seat.EAST: 1>)
    >>> rubber = rubber.then(Contract.parse("3NT by S"), 9)
    >>> rubber.is_over, rubber.total, rubber.winner
    (True, (920, 0), <Side.NS: 0>)
    """

    __slots__ = ("abandoned", "dealer", "deals", "entries", "games")

    dealer: Seat
    deals: int
    entries: tuple[Entry, ...]
    games: tuple[int, int]
    abandoned: bool

    def __init__(self, dealer: Seat = Seat.NORTH) -> None:
        self.dealer = SEATS[dealer]
        self.deals = 0
        self.entries = ()
        self.games = (0, 0)
        self.abandoned = False

    def _with(self, entries: tuple[Entry, ...], games: tuple[int, int], played: bool) -> Rubber:
        after = Rubber(self.dealer.lho if played else self.dealer)
        after.deals = self.deals + played
        after.entries = self.entries + entries
        after.games = games
        after.abandoned = not played
        return after

    def then(self, contract: Contract | None, tricks: int = 0, honours: Honours = ()) -> Rubber:
        """The rubber after another deal: its contract (None: four passes), declarer's tricks, and honours
        held.

        Raises :class:`IllegalAction` when the rubber is over, ``ValueError`` for tricks other than 0 to 13.
        """
        if self.is_over:
            raise IllegalAction("the rubber is over: deal a new one", "Law 77")
        if contract is None:
            return self._with((), self.games, True)
        deal, game, side = self.deals + 1, self.game, contract.declarer.side
        entries = deal_entries(contract, tricks, bool(self.games[side]), deal, game)
        entries += honour_entries(honours, deal, game)
        games = list(self.games)
        below = sum(entry.points for entry in entries if entry.below)
        if self.part_score(side) + below >= GAME:
            games[side] += 1
            if games[side] == 2:
                bonus = 500 if games[side.other] else 700
                entries.append(Entry(side, bonus, "rubber", False, deal, game))
        return self._with(tuple(entries), (games[0], games[1]), True)

    def abandon(self) -> Rubber:
        """The rubber closed before it is finished, with the bonuses for a game and a part score.

        Raises :class:`IllegalAction` when it is over.
        """
        if self.is_over:
            raise IllegalAction("the rubber is over: there is nothing to abandon", "Law 77")
        entries = []
        for side in SIDES:
            if self.games[side] > self.games[side.other]:
                entries.append(Entry(side, 300, "unfinished: a game", False, self.deals, self.game))
            if self.part_score(side) and not self.part_score(side.other):
                entries.append(Entry(side, 100, "unfinished: a part score", False, self.deals, self.game))
        return self._with(tuple(entries), self.games, False)

    @property
    def game(self) -> int:
        """The number of the game in progress: 1, 2 or 3."""
        return sum(self.games) + 1

    def part_score(self, side: Side) -> int:
        """The points below the line in the game in progress."""
        return sum(e.points for e in self.entries if e.below and e.game == self.game and e.side == side)

    @property
    def vulnerability(self) -> Vulnerability:
        """The sides that have won a game."""
        return Vulnerability(bool(self.games[0]) | bool(self.games[1]) << 1)

    @property
    def is_finished(self) -> bool:
        """Has a side won two games?"""
        return 2 in self.games

    @property
    def is_over(self) -> bool:
        """Is there nothing more to deal: finished, or abandoned?"""
        return self.is_finished or self.abandoned

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
        if not isinstance(other, Rubber):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Rubber.__slots__)

    def __hash__(self) -> int:
        return hash((self.dealer, self.entries, self.abandoned))

    def __repr__(self) -> str:
        return f"<Rubber: {self.deals} deals, games {self.games[0]}-{self.games[1]}, points {self.total}>"

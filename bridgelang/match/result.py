"""The outcome of a match: summed board by board as the boards come in, reported when they are all there.

All values are from the view of the first bidder, ``a``. Scoring decides what a board is worth to him:
``imps`` (-24 to 24), ``total`` (points), or ``matchpoints`` (2 for the better score, 1 for equal ones, 0;
reported as per cent of the top).
"""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Sequence

import attrs

from bridgelang.errors import BridgelangError
from bridgelang.match.attribution import Attribution, PartingTally
from bridgelang.match.records import KINDS, BoardRecord, ChunkRecord, RuleBook
from bridgelang.match.statistics import Moments

__all__ = ["SCORINGS", "Breakdown", "MatchResult", "MatchTally", "ScoringError", "Share", "Stopping"]

SCALES = {"imps": 1.0, "matchpoints": 50.0, "total": 1.0}
SCORINGS = tuple(SCALES)
_UNITS = {"imps": "IMPs a board", "matchpoints": "% of the matchpoints", "total": "points a board"}
_VULNERABILITIES = {
    "none": "nobody vulnerable",
    "ns": "NS vulnerable",
    "ew": "EW vulnerable",
    "all": "all vulnerable",
}


class ScoringError(BridgelangError):
    """No such way of scoring."""


@attrs.frozen
class Share:
    """Some boards of a match and their values; the numbers it gives are in the unit of the scoring.

    ``low`` and ``high`` bound the 95 % interval by Student's distribution; for fewer than two boards
    they equal the mean.
    """

    name: str
    scoring: str
    values: Moments

    @property
    def boards(self) -> int:
        """How many boards there are."""
        return self.values.count

    @property
    def scale(self) -> float:
        """What a unit of the values is worth in the unit of the scoring."""
        return SCALES[self.scoring]

    @property
    def mean(self) -> float:
        """The mean value of a board."""
        return self.scale * self.values.mean

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return self.scale * self.values.standard_error

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval."""
        return self.scale * self.values.half_width()

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - self.half_width

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.mean + self.half_width


@attrs.frozen
class Breakdown:
    """The boards of a match divided by one property; a property that no board has is left out."""

    title: str
    shares: tuple[Share, ...]


@attrs.frozen
class Stopping:
    """How a match with ``until`` came to its number of boards, and the interval that goes with that.

    ``pilot`` boards gave the standard deviation from which ``planned`` was computed; ``half_width`` is
    the corrected half width (see :mod:`bridgelang.match.sequential`); ``reached`` is False when the
    boards allowed did not suffice.
    """

    until: float
    pilot: int
    planned: int
    half_width: float
    reached: bool


@attrs.frozen
class MatchResult:
    """A finished match, from the view of the first bidder.

    ``different`` counts the boards on which the tables reached different contracts; ``swings`` are the boards
    with the greatest swings, greatest first; ``faults`` what went wrong at the first and the second bidder.
    ``values`` has the value of every board in order, in the scoring's whole units.
    """

    a: str
    b: str
    scoring: str
    source: str
    play: str
    total: Share
    breakdowns: tuple[Breakdown, ...]
    different: int
    wins: int
    losses: int
    swings: tuple[BoardRecord, ...]
    attribution: Attribution
    faults: tuple[dict[str, int], dict[str, int]]
    values: Sequence[int] = attrs.field(repr=False)
    stopping: Stopping | None = None

    @property
    def boards(self) -> int:
        """How many boards were played."""
        return self.total.boards

    @property
    def mean(self) -> float:
        """The mean value of a board (IMPs, points, or per cent of the matchpoints)."""
        return self.total.mean

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return self.total.standard_error

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean; the corrected one when the match ran until it was narrow enough."""
        if self.stopping is not None and self.stopping.reached:
            return self.mean - self.stopping.half_width, self.mean + self.stopping.half_width
        return self.total.low, self.total.high

    @property
    def unit(self) -> str:
        """What the mean counts, in words."""
        return _UNITS[self.scoring]


class MatchTally:
    """Adds chunks up in their order; it keeps two bytes of a board that is not among the big swings."""

    def __init__(self, scoring: str = "imps", swings: int = 10) -> None:
        if scoring not in SCORINGS:
            raise ScoringError(f"there is no scoring `{scoring}`: choose imps, matchpoints or total")
        self.scoring = scoring
        self.book = RuleBook()
        self.values = array("h")
        self.moments = Moments()
        self.names = ("", "")
        self._swings = swings
        self._different = 0
        self._wins = 0
        self._losses = 0
        self._groups: dict[tuple[str, str], Moments] = {}
        self._biggest: list[tuple[int, int, int, BoardRecord]] = []
        self._partings = PartingTally()
        self._faults: tuple[dict[str, int], dict[str, int]] = ({}, {})

    def add(self, chunk: ChunkRecord) -> None:
        """Add the next chunk; raises ``ValueError`` when it is not the next."""
        if chunk.start != len(self.values):
            raise ValueError(f"boards from place {len(self.values)} are due, not from {chunk.start}")
        self.names = chunk.names
        for total, faults in zip(self._faults, chunk.faults, strict=True):
            for kind, count in faults.items():
                total[kind] = total.get(kind, 0) + count
        for record in chunk.boards:
            self._add_board(record)

    def _add_board(self, record: BoardRecord) -> None:
        points = record.points
        imps = record.imps
        if self.scoring == "imps":
            value = imps
        elif self.scoring == "total":
            value = points
        else:
            value = 1 + (points > 0) - (points < 0)
        self.values.append(value)
        self.moments = self.moments.plus(value)
        self._wins += points > 0
        self._losses += points < 0
        self._different += record.differs
        for group in (
            ("vulnerability", record.vulnerability),
            ("auction", "contested" if record.contested else "one side only"),
            ("contract", KINDS[record.kind]),
        ):
            self._groups[group] = self._groups.get(group, Moments()).plus(value)
        if points:
            item = (abs(imps), abs(points), -len(self.values), record)
            if len(self._biggest) < self._swings:
                heapq.heappush(self._biggest, item)
            elif self._biggest and item[:3] > self._biggest[0][:3]:
                heapq.heapreplace(self._biggest, item)
        self._partings.add(record)

    @property
    def scale(self) -> float:
        """What a unit of the values is worth in the unit of the scoring: a matchpoint of two is 50 %."""
        return SCALES[self.scoring]

    def result(self, source: str, play: str = "dd", stopping: Stopping | None = None, top: int = 20) -> MatchResult:
        """The result of the boards so far; ``top`` is how many causes of each sort to keep."""
        biggest = sorted(self._biggest, key=lambda item: item[:3], reverse=True)
        return MatchResult(
            a=self.names[0],
            b=self.names[1],
            scoring=self.scoring,
            source=source,
            play=play,
            total=Share("all boards", self.scoring, self.moments),
            breakdowns=(
                self._breakdown("vulnerability", _VULNERABILITIES),
                self._breakdown("auction", {name: name for name in ("contested", "one side only")}),
                self._breakdown("contract", {name: name for name in KINDS}),
            ),
            different=self._different,
            wins=self._wins,
            losses=self._losses,
            swings=tuple([item[3] for item in biggest]),
            attribution=self._partings.attribution(self.book.rules, top),
            faults=self._faults,
            values=self.values,
            stopping=stopping,
        )

    def _breakdown(self, title: str, names: dict[str, str]) -> Breakdown:
        shares = [
            Share(shown, self.scoring, self._groups[title, name])
            for name, shown in names.items()
            if (title, name) in self._groups
        ]
        return Breakdown(title, tuple(shares))

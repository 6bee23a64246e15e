"""The chance of so many tricks, from the trumps and points of both hands and the voids and singletons of mine.

The table ships as data, fitted on solved deals by what players knew of their partners there
(``benchmarks/trick_chances.py`` made it, and tells how well it holds on boards it was not made from). For each number
of tricks, in a suit and in notrump, the logarithm of the odds is a sum: so much to begin with, so much for each point
of both, each trump of both, each trump that eight lack, each void and each singleton of mine beside the trumps.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, log
from os.path import dirname, join  # pathlib would cost every bid's start a tenth of it
from typing import NamedTuple

FEWEST, MOST = 5, 13
"""The numbers of tricks that the table tells of."""

GAME_CHANCE = (0.45, 0.375)
"""The chance from which a game is worth bidding: not vulnerable, vulnerable."""

EVEN = 0.5
"""The chance from which a slam is worth bidding, and from which so many tricks are expected."""


class Odds(NamedTuple):
    """What the odds of a number of tricks come from."""

    constant: float
    hcp: float
    trump: float
    lacking: float
    void: float
    singleton: float

    def but_hcp(self, trumps: float, voids: int, singletons: int) -> float:
        """The sum without the points; ``trumps`` are those of both hands."""
        return (
            self.constant
            + self.trump * trumps
            + self.lacking * max(0.0, 8 - trumps)
            + self.void * voids
            + self.singleton * singletons
        )

    def chance(self, hcp: float, trumps: float = 0.0, voids: int = 0, singletons: int = 0) -> float:
        """The chance; ``hcp`` and ``trumps`` are those of both hands together.

        >>> [round(odds("suit", 10).chance(hcp, trumps=8), 2) for hcp in (20, 23, 26)]
        [0.17, 0.43, 0.74]
        """
        return 1 / (1 + exp(-self.but_hcp(trumps, voids, singletons) - self.hcp * hcp))


def log_odds(chance: float) -> float:
    """The logarithm of the odds of a chance."""
    return log(chance / (1 - chance))


@lru_cache(maxsize=1)
def _table() -> dict[tuple[str, int], Odds]:
    with open(join(dirname(__file__), "data", "trick_chances.csv"), encoding="utf-8") as file:
        rows = [line.rstrip().split(",") for line in file][1:]
    return {(kind, int(tricks)): Odds(*map(float, weights)) for kind, tricks, *weights in rows}


def odds(kind: str, tricks: int) -> Odds:
    """Of so many tricks or more, in a ``suit`` or in ``notrump``; of five at least."""
    return _table()[kind, max(FEWEST, tricks)]

"""What a player should have: the mean of the hands that his calls leave open."""

from __future__ import annotations

import numpy as np

from bridgelang.constraints.cells import HCP_VALUES
from bridgelang.constraints.holding import Holding
from bridgelang.constraints.likely import Spread
from bridgelang.constraints.shapes import SHAPES

__all__ = ["Expected", "expected"]

_LENGTHS = np.array(SHAPES, dtype=np.float64)
_POINTS = np.arange(HCP_VALUES, dtype=np.float64)
_MOST = 20_000

Expected = tuple[float, float, float, float, float]
"""High-card points, then clubs, diamonds, hearts, spades."""

_KNOWN: dict[Holding, Expected] = {}


def expected(holding: Holding) -> Expected:
    """The mean points and lengths of a player's possible hands, each hand as likely as another.

    >>> from bridgelang.constraints.holding import ANY
    >>> [round(value, 2) for value in expected(ANY)]
    [10.0, 3.25, 3.25, 3.25, 3.25]
    """
    found = _KNOWN.get(holding)
    if found is None:
        if len(_KNOWN) >= _MOST:
            _KNOWN.clear()
        found = _KNOWN[holding] = _mean(holding)
    return found


def _mean(holding: Holding) -> Expected:
    spread = Spread.of(holding.cells)
    if not spread.total:
        return 10.0, 3.25, 3.25, 3.25, 3.25
    lengths = spread.weights.sum(axis=1) @ _LENGTHS / spread.total
    clubs, diamonds, hearts, spades = lengths.tolist()
    return float(spread.weights.sum(axis=0) @ _POINTS / spread.total), clubs, diamonds, hearts, spades

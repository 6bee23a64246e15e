"""What a holding is on average: how many cards of each suit, how many points, and how far hands lie from that.

Every hand of the holding's cells counts alike. The sums are of whole numbers, so that plain Python, which a single call
can do with, and numpy's columns, six times as fast where a match has loaded numpy anyway, come to the same.
"""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bridgelang.constraints.cells import HCP_VALUES, PATTERN_OF, hcp_set, pattern_weights, rows
from bridgelang.constraints.holding import ANY, Holding, Spread
from bridgelang.constraints.shapes import SHAPES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HCP = 4
"""The number of the high-card points among the spreads; 0 to 3 are the suits."""


def spread(holding: Holding, number: int) -> Spread:
    """The mean and the variance of the cards in a suit, or of hcp; of any hand when the holding is empty.

    Who asks for one will mostly ask for others: all are worked out at once.

    >>> spread(ANY, 3), spread(ANY, HCP)
    ((3.25, 1.8639706), (10.0, 17.0588235))
    """
    found = holding.spreads
    if found is None:
        found = holding.spreads = _work_out(holding.cells or ANY.cells)
    return found[number]


@lru_cache(maxsize=50_000)
def _row(pattern: int, row: int) -> tuple[int, int, int]:
    """Of one shape's pattern and a set of points: how many hands, their points and the squares of these, added up."""
    weights = pattern_weights()[pattern]
    parts = [(weights[hcp], hcp) for hcp in range(HCP_VALUES) if row >> hcp & 1]
    return sum([w for w, _ in parts]), sum([w * hcp for w, hcp in parts]), sum([w * hcp * hcp for w, hcp in parts])


Sums = tuple[int, tuple[int, ...], tuple[int, ...]]
"""How many hands; the cards in each suit, clubs first, and the points, added up; and the squares of these, added up."""


def _work_out(cells: int) -> tuple[Spread, ...]:
    hands, once, twice = (sums_by_columns if "numpy" in sys.modules else sums_by_rows)(cells)
    return tuple([_spread(total / hands, squares / hands) for total, squares in zip(once, twice, strict=True)])


def sums_by_rows(cells: int) -> Sums:
    """The sums over a set of cells, shape by shape."""
    hands = points = squares = 0
    lengths = [[0] * 14 for _ in range(4)]
    clubs, diamonds, hearts, spades = lengths
    for index, row in rows(cells):
        weight, once, twice = _row(PATTERN_OF[index], row)
        hands += weight
        points += once
        squares += twice
        c, d, h, s = SHAPES[index]
        clubs[c] += weight
        diamonds[d] += weight
        hearts[h] += weight
        spades[s] += weight
    cards = [sum([number * count for number, count in enumerate(counts)]) for counts in lengths]
    twice_cards = [sum([number * number * count for number, count in enumerate(counts)]) for counts in lengths]
    return hands, (*cards, points), (*twice_cards, squares)


def sums_by_columns(cells: int) -> Sums:
    """The same, with numpy: floats, which are exact here, since no sum comes to 2**53."""
    import numpy as np

    weights, of_shape, of_hcp, every_shape = _columns()
    points = hcp_set(cells)
    some = slice((points & -points).bit_length() - 1, points.bit_length())  # hands known of have few of all hcp
    data = np.frombuffer(cells.to_bytes(2660, "little"), dtype=np.uint8)
    held = weights[some] * np.unpackbits(data, bitorder="little").reshape(-1, HCP_VALUES).T[some]
    of_each = of_hcp[:, some] @ held
    _, once, twice = map(int, (of_each @ every_shape).tolist())
    hands, *sums = map(int, (of_each[0] @ of_shape).tolist())
    return hands, (*sums[:4], once), (*sums[4:], twice)


@cache
def _columns() -> tuple[NDArray[np.float64], ...]:
    """The hands of each cell, a row for each hcp; of a shape one, its lengths and their squares; likewise of an hcp."""
    import numpy as np

    lengths = np.array(SHAPES, dtype=np.float64)
    hcp = np.arange(HCP_VALUES, dtype=np.float64)
    return (
        np.ascontiguousarray(np.array([pattern_weights()[pattern] for pattern in PATTERN_OF], dtype=np.float64).T),
        np.hstack([np.ones((len(SHAPES), 1)), lengths, lengths * lengths]),
        np.stack([np.ones(HCP_VALUES), hcp, hcp * hcp]),
        np.ones(len(SHAPES)),
    )


def _spread(mean: float, squares: float) -> Spread:
    return round(mean, 7), max(0.0, round(squares - mean * mean, 7))


class Share(NamedTuple):
    """What a player has on average of a suit (or of hcp): ``by`` tells it for each number that I have of it.

    ``mean`` is his own, ``others`` the means of the two others added up, ``part`` how much he makes up of what is
    then too few or too many of the ``whole``; ``low`` and ``high`` are what he has shown.
    """

    mean: float
    others: tuple[float, float]
    part: float
    whole: int
    low: float
    high: float

    def by(self, mine: int) -> float:
        """The average when I have so many."""
        one, other = self.others
        return max(self.low, min(self.mean + self.part * (self.whole - mine - self.mean - one - other), self.high))


def share(number: int, holding: Holding, others: tuple[Holding, Holding]) -> Share:
    """What a player has on average of a suit (or of hcp).

    The deck has thirteen cards of a suit and forty points: what the means of the three others do not come to, or come
    to too much, each of them makes up by as much as he is uncertain; but no further than what he has shown.

    >>> [round(share(3, ANY, (ANY, ANY)).by(mine), 2) for mine in range(5)]
    [4.33, 4.0, 3.67, 3.33, 3.0]
    """
    mean, doubt = spread(holding, number)
    (one, its_doubt), (other, others_doubt) = spread(others[0], number), spread(others[1], number)
    part = doubt / (doubt + its_doubt + others_doubt) if doubt else 0.0
    low, high = holding.hcp_range if number == HCP else holding.length_range(number)
    return Share(mean, (one, other), part, 40 if number == HCP else 13, float(low), float(high))

"""What a holding is on average: how many cards of each suit, how many points, and how far hands lie from that.

Every hand of the holding's cells counts alike. Plain Python: it is asked while a single call is chosen.
"""

from __future__ import annotations

from functools import lru_cache
from weakref import WeakKeyDictionary

from bridgelang.constraints.cells import HCP_VALUES, PATTERN_OF, pattern_weights, rows
from bridgelang.constraints.holding import ANY, Holding
from bridgelang.constraints.shapes import SHAPES

Spread = tuple[float, float]
"""A mean and a variance."""

HCP = 4
"""The number of the high-card points among the spreads; 0 to 3 are the suits."""

_FOUND: WeakKeyDictionary[Holding, tuple[Spread, ...]] = WeakKeyDictionary()


def spreads(holding: Holding) -> tuple[Spread, ...]:
    """The mean and the variance of the cards in each suit, clubs first, and of hcp; of any hand when it is empty.

    >>> spreads(ANY)[3], spreads(ANY)[HCP]
    ((3.25, 1.8639706), (10.0, 17.0588235))
    """
    found = _FOUND.get(holding)
    if found is None:
        found = _FOUND[holding] = _work_out(holding.cells) if holding.cells else spreads(ANY)
    return found


@lru_cache(maxsize=50_000)
def _row(pattern: int, row: int) -> tuple[int, int, int]:
    """Of one shape's pattern and a set of points: how many hands, their points and the squares of these, added up."""
    weights = pattern_weights()[pattern]
    parts = [(weights[hcp], hcp) for hcp in range(HCP_VALUES) if row >> hcp & 1]
    return sum([w for w, _ in parts]), sum([w * hcp for w, hcp in parts]), sum([w * hcp * hcp for w, hcp in parts])


def _work_out(cells: int) -> tuple[Spread, ...]:
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
    return (*[_spread_of(counts, hands) for counts in lengths], _spread(points / hands, squares / hands))


def _spread_of(counts: list[int], hands: int) -> Spread:
    mean = sum([cards * count for cards, count in enumerate(counts)]) / hands
    return _spread(mean, sum([cards * cards * count for cards, count in enumerate(counts)]) / hands)


def _spread(mean: float, squares: float) -> Spread:
    return round(mean, 7), max(0.0, round(squares - mean * mean, 7))


@lru_cache(maxsize=4096)
def shares(number: int, holding: Holding, others: tuple[Holding, Holding]) -> tuple[float, ...]:
    """What a player has on average of a suit (or of hcp), for each number that I have of it.

    The deck has thirteen cards of a suit and forty points: what the means of the three others do not come to, or come
    to too much, each of them makes up by as much as he is uncertain; but no further than what he has shown.
    """
    mean, doubt = spreads(holding)[number]
    (one, its_doubt), (other, others_doubt) = spreads(others[0])[number], spreads(others[1])[number]
    part = doubt / (doubt + its_doubt + others_doubt) if doubt else 0.0
    whole, most = (40, 37) if number == HCP else (13, 13)
    low, high = holding.hcp_range if number == HCP else holding.length_range(number)
    means = [mean + part * (whole - mine - mean - one - other) for mine in range(most + 1)]
    return tuple([max(float(low), min(found, float(high))) for found in means])

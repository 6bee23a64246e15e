"""How the hands of a set of cells are spread: which points, which lengths, and how many of them lie where.

A hand counts for as much as the others at the table leave room for it: see :func:`chances`. Import this only where
meanings are put into words: it needs numpy.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgelang.constraints.cells import CELLS, HCP_VALUES, PATTERN_OF, pattern_weights
from bridgelang.constraints.shapes import SHAPES
from bridgelang.features.quantities import Quantity

Weights = NDArray[np.float64]

_BY_PATTERN = np.array(pattern_weights(), dtype=np.float64)
_WEIGHTS: Weights = _BY_PATTERN[np.array(PATTERN_OF)]
_LENGTHS = np.array(SHAPES, dtype=np.int64)
_VALUES: dict[Quantity, NDArray[np.int64]] = {}


class Spread:
    """The hands of a set of cells by shape (560 rows) and hcp (38 columns).

    >>> from bridgelang.constraints.cells import ALL_CELLS
    >>> everything = Spread.of(ALL_CELLS)
    >>> round(everything.share(everything.lengths(3, 5, 13)), 3)
    0.176
    """

    __slots__ = ("by_shape", "total", "weights")

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.by_shape: Weights = weights.sum(axis=1)
        self.total = float(self.by_shape.sum())

    @classmethod
    def of(cls, cells: int, chances: Weights | None = None) -> Spread:
        """The hands of these cells, each weighed by the chance of its hcp (all alike when not told)."""
        bits = np.unpackbits(np.frombuffer(cells.to_bytes(CELLS // 8, "little"), dtype=np.uint8), bitorder="little")
        weights = _WEIGHTS if chances is None else _WEIGHTS * chances
        return cls(np.where(bits.reshape(len(SHAPES), HCP_VALUES), weights, 0.0))

    def share(self, part: Spread) -> float:
        """How many of these hands are in ``part``, from 0 to 1; 0 when there are none."""
        return part.total / self.total if self.total else 0.0

    def between(self, q: Quantity, low: int, high: int) -> Spread:
        """The hands where an exact quantity lies between two bounds, both included."""
        values = _values(q)
        return Spread(np.where((values >= low) & (values <= high), self.weights, 0.0))

    def lengths(self, suit: int, low: int, high: int) -> Spread:
        """The hands with so many cards of a suit."""
        held = _LENGTHS[:, suit]
        return Spread(self.weights * ((held >= low) & (held <= high))[:, None])

    def shapes(self, mask: int) -> Spread:
        """The hands whose shape is in a set of shapes (560 bits)."""
        bits = np.unpackbits(np.frombuffer(mask.to_bytes(70, "little"), dtype=np.uint8), bitorder="little")
        return Spread(self.weights * bits[: len(SHAPES), None])

    def range(self, q: Quantity, tail: float = 0.0) -> tuple[int, int]:
        """The least and the greatest value of an exact quantity, leaving out ``tail`` of the hands at either end."""
        if not self.total:
            return q.low, q.high
        values = _values(q) - q.low
        counts = np.bincount(values.ravel(), weights=self.weights.ravel(), minlength=1)
        return _cut(counts, self.total, tail, q.low)

    def length_range(self, suit: int, tail: float = 0.0) -> tuple[int, int]:
        """Likewise the fewest and the most cards of a suit."""
        if not self.total:
            return 0, 13
        counts = np.bincount(_LENGTHS[:, suit], weights=self.by_shape, minlength=14)
        return _cut(counts, self.total, tail, 0)


def chances(others: Iterable[int]) -> Weights:
    """How likely 0, 1, … 37 hcp become by what three other players have shown, against nothing shown; the most is 1.

    ``others`` are the cells of their hands. The four hands share forty points: opposite an opening bid and an
    overcall a hand of 17 hcp is rare, whatever its own calls leave open.
    """
    shown, free = np.ones(1), np.ones(1)
    for cells in others:
        shown = np.convolve(shown, Spread.of(cells).weights.sum(axis=0))
        free = np.convolve(free, _FREE)
    left = 40 - np.arange(HCP_VALUES)
    found = shown[left] / free[left]
    most = found.max()
    return found / most if most else np.ones(HCP_VALUES)


_FREE: Weights = _WEIGHTS.sum(axis=0)


def _cut(counts: NDArray[Any], total: float, tail: float, lowest: int) -> tuple[int, int]:
    sums = np.cumsum(counts)
    low = int(np.argmax(sums > tail * total))
    high = int(np.argmax(sums >= (1 - tail) * total - 1e-9 * total))
    while high > low and not counts[high]:
        high -= 1
    return lowest + low, lowest + high


def _values(q: Quantity) -> NDArray[np.int64]:
    """The quantity in each cell, 560 by 38."""
    found = _VALUES.get(q)
    if found is None:
        offsets = np.array([q.shape_offset(lengths) for lengths in SHAPES], dtype=np.int64)
        points = q.hcp_coefficient * np.arange(HCP_VALUES, dtype=np.int64)
        values = offsets[:, None] + points[None, :]
        found = _VALUES[q] = np.maximum(values, q.low)
    return found

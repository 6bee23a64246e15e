"""What a condition says of the cells and beside them, as values; :mod:`bridgelang.constraints.project` works it out."""

from __future__ import annotations

from collections.abc import Mapping

from bridgelang.constraints.cells import ALL_CELLS
from bridgelang.features.quantities import Quantity

Sides = Mapping[Quantity, int]
"""Quantity to the set of its possible values, bit index = value less the quantity's ``low``."""

NO_SIDES: Sides = {}


class Projection:
    """``may`` and ``must`` as sets of cells, ``sides`` beside them, ``spare`` = all cells but ``must``."""

    __slots__ = ("may", "must", "sides", "spare")

    def __init__(self, may: int, must: int, sides: Sides = NO_SIDES) -> None:
        self.may = may
        self.must = must
        self.sides = sides
        self.spare = ALL_CELLS ^ must


Box = tuple[int, Sides]
"""A set of hands that is a product: those in these cells that have one of these values of each quantity."""

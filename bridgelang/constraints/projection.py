"""What a condition says of the cells and beside them, as values; :mod:`bridgelang.constraints.project` works it out."""

from __future__ import annotations

from collections.abc import Mapping

from bridgelang.constraints.cells import ALL_CELLS
from bridgelang.features.quantities import Quantity

Sides = Mapping[Quantity, int]
"""Quantity to the set of its possible values, bit index = value less the quantity's ``low``."""

NO_SIDES: Sides = {}


class Projection:
    """``may`` and ``spare`` as sets of cells, ``sides`` beside them.

    ``spare`` are the cells that the condition does not fill: all but those where it must hold. So what is left of a
    holding after a condition is one operation, and the two sets of a negation are those of its part, exchanged. Where
    cells alone decide, ``spare`` is what ``may`` leaves, and is not kept: the sets are most of what a long match keeps.
    """

    __slots__ = ("_spare", "may", "sides")

    def __init__(self, may: int, spare: int | None = None, sides: Sides = NO_SIDES) -> None:
        self.may = may
        self._spare = spare
        self.sides = sides

    @property
    def spare(self) -> int:
        """The cells that the condition does not fill."""
        return ALL_CELLS ^ self.may if self._spare is None else self._spare

    @property
    def must(self) -> int:
        """The cells where the condition must hold."""
        return self.may if self._spare is None else ALL_CELLS ^ self._spare


Box = tuple[int, Sides]
"""A set of hands that is a product: those in these cells that have one of these values of each quantity."""

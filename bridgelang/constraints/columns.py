"""Conditions over many hands at once, with numpy; import it only where batches are worked on.

A column has one entry for each hand. Masks are uint64 (bit index = card), lengths and counts small signed
integers, quantities int32 in stored units, cells int32.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from bridgelang.constraints.cells import CELLS, HCP_VALUES
from bridgelang.constraints.nodes import And, Node, Or, Steer, Within
from bridgelang.constraints.project import box_of
from bridgelang.constraints.shapes import SHAPES
from bridgelang.core.hands import ACES, JACKS, KINGS, QUEENS, Hand
from bridgelang.features.quantities import Quantity
from bridgelang.features.suit_values import SuitValue

Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]
Masks = NDArray[np.uint64]


class HandColumns:
    """Many hands side by side; features are worked out when first asked for and kept.

    >>> columns = HandColumns.of([Hand.parse("AKQ2.J53.T98.642"), Hand.parse("-.QJT9.AKQT.AKQ32")])
    >>> columns.hcp.tolist(), columns.length(3).tolist(), len(columns)
    ([10, 21], [4, 0], 2)
    """

    __slots__ = ("_cells", "_hcp", "_holdings", "_lengths", "_quantities", "_shapes", "masks")

    def __init__(self, masks: Masks) -> None:
        self.masks: Masks = np.ascontiguousarray(masks, dtype=np.uint64)
        self._hcp: Ints | None = None
        self._shapes: Ints | None = None
        self._cells: Ints | None = None
        self._holdings: dict[int, NDArray[np.uint16]] = {}
        self._lengths: dict[int, Ints] = {}
        self._quantities: dict[Quantity, Ints] = {}

    @classmethod
    def of(cls, hands: Iterable[Hand]) -> HandColumns:
        """The columns of some hands."""
        return cls(np.array([hand.mask for hand in hands], dtype=np.uint64))

    def __len__(self) -> int:
        return len(self.masks)

    def take(self, rows: NDArray[np.intp] | Bools) -> HandColumns:
        """The hands of some rows (numbers or a column of booleans); cells that are known already go along."""
        part = HandColumns(self.masks[rows])
        if self._cells is not None:
            part._cells = self._cells[rows]
        return part

    def count(self, mask: int) -> Ints:
        """How many of the given cards (52-bit mask) each hand holds."""
        found: Ints = np.bitwise_count(self.masks & np.uint64(mask)).astype(np.int32)
        return found

    def holding(self, suit: int) -> NDArray[np.uint16]:
        """The 13-bit holdings of a suit."""
        found = self._holdings.get(suit)
        if found is None:
            found = (self.masks >> np.uint64(13 * suit) & np.uint64(0x1FFF)).astype(np.uint16)
            self._holdings[suit] = found
        return found

    def length(self, suit: int) -> Ints:
        """The lengths of a suit."""
        found = self._lengths.get(suit)
        if found is None:
            found = self._lengths[suit] = np.bitwise_count(self.holding(suit)).astype(np.int32)
        return found

    @property
    def hcp(self) -> Ints:
        """High-card points."""
        if self._hcp is None:
            self._hcp = 4 * self.count(ACES) + 3 * self.count(KINGS) + 2 * self.count(QUEENS)
            self._hcp += self.count(JACKS)
        return self._hcp

    @property
    def shapes(self) -> Ints:
        """The numbers of the hands' shapes, 0-559."""
        if self._shapes is None:
            self._shapes = _shape_table()[self.length(0) * 196 + self.length(1) * 14 + self.length(2)]
        return self._shapes

    @property
    def cells(self) -> Ints:
        """The numbers of the hands' cells."""
        if self._cells is None:
            self._cells = self.shapes * np.int32(HCP_VALUES) + self.hcp
        return self._cells

    def quantity(self, q: Quantity) -> Ints:
        """The values of a quantity, in stored units."""
        found = self._quantities.get(q)
        if found is None:
            found = self._quantities[q] = _evaluate(q, self)
        return found


_TABLES: dict[object, Ints] = {}


def _shape_table() -> Ints:
    """From ``196 * clubs + 14 * diamonds + hearts`` to the shape's number."""
    found = _TABLES.get("shape")
    if found is None:
        found = np.zeros(14 * 196, dtype=np.int32)
        for index, (clubs, diamonds, hearts, _) in enumerate(SHAPES):
            found[clubs * 196 + diamonds * 14 + hearts] = index
        _TABLES["shape"] = found
    return found


def _by_shape(key: tuple[Quantity, str], values: Iterable[int]) -> Ints:
    found = _TABLES.get(key)
    if found is None:
        found = _TABLES[key] = np.fromiter(values, dtype=np.int32, count=len(SHAPES))
    return found


def _by_holding(value: SuitValue) -> Ints:
    """The value of each of the 8,192 holdings."""
    found = _TABLES.get(value)
    if found is None:
        function = value.table.function
        found = np.fromiter((function(holding) for holding in range(8192)), dtype=np.int32, count=8192)
        _TABLES[value] = found
    return found


def _evaluate(q: Quantity, hands: HandColumns) -> Ints:
    if q.kind == "hcp":
        return hands.hcp
    if q.kind == "length":
        return hands.length(int(q.args[0]))  # type: ignore[call-overload]
    if q.mask:
        return hands.count(q.mask)
    total = np.zeros(len(hands), dtype=np.int32)
    if q.hcp_coefficient:
        total += np.int32(q.hcp_coefficient) * hands.hcp
    if q.offsets is not None:
        total += _by_shape((q, "offset"), (q.shape_offset(lengths) for lengths in SHAPES))[hands.shapes]
    suits = np.zeros(len(hands), dtype=np.int32)
    for suit, value in enumerate(q.suit_values):
        if value is not None:
            suits += _by_holding(value)[hands.holding(suit)]
    upgrades = q.upgrades
    if upgrades is not None:
        most = _by_shape((q, "upgrades"), (upgrades[lengths] for lengths in SHAPES))[hands.shapes]
        suits = np.maximum(0, most - suits)
    total += suits
    return total


def cell_table(cells: int) -> Bools:
    """A set of cells as a table of 21,280 booleans."""
    data = np.frombuffer(cells.to_bytes(CELLS // 8, "little"), dtype=np.uint8)
    return np.unpackbits(data, bitorder="little").view(np.bool_)


def accepts_many(node: Node, hands: HandColumns) -> Bools:
    """For each hand, whether the condition accepts it; equal to ``node.accepts`` hand by hand.

    >>> from bridgelang.constraints.nodes import within
    >>> from bridgelang.features.quantities import quantity
    >>> columns = HandColumns.of([Hand.parse("AKQ2.J53.T98.642"), Hand.parse("-.QJT9.AKQT.AKQ32")])
    >>> accepts_many(within(quantity("hcp"), 12, 37), columns).tolist()
    [False, True]
    """
    if node.by_cells:
        table = node.column_table
        if table is None:
            box = box_of(node)
            assert box is not None
            table = node.column_table = cell_table(box[0])
        found: Bools = table[hands.cells]
        return found
    if isinstance(node, Within):
        values = hands.quantity(node.quantity)
        return (values >= node.lo) & (values <= node.hi)
    if isinstance(node, Steer):
        return accepts_many(node.parts[0], hands)
    columns = (accepts_many(part, hands) for part in node.parts)
    total = next(columns)
    if isinstance(node, And):
        for column in columns:
            total = total & column
        return total
    if isinstance(node, Or):
        for column in columns:
            total = total | column
        return total
    return ~total

"""What a player's hand is known to be: a set of cells, and sets of possible values beside it.

A holding is a product: the hand is in one of the cells, and has one of the allowed values of each quantity in
``sides``. Equal holdings are the same object. Nothing here knows that the four hands share 52 cards.
"""

from __future__ import annotations

from collections.abc import Iterable

from bridgelang.constraints.cells import ALL_CELLS, cell_of, hcp_set, hcp_weights, shape_set, weight
from bridgelang.constraints.interning import Interned
from bridgelang.constraints.nodes import And, Constant, Node, Not, Or, Steer, Within
from bridgelang.constraints.project import box_of, project, unite_sides
from bridgelang.constraints.projection import NO_SIDES, Projection, Sides
from bridgelang.constraints.regions import all_values, exact_at_most, region, value_bits, value_range
from bridgelang.core.hands import Hand
from bridgelang.features.quantities import Quantity, quantity

TYPE_CHECKING = False

Spread = tuple[float, float]
"""A mean and a variance."""

_HOLDINGS: Interned[Holding] = Interned()
_LENGTHS = tuple(quantity("length", suit) for suit in range(4))


class Holding:
    """The hands a player may have.

    >>> from bridgelang.constraints.nodes import both, shape, within
    >>> from bridgelang.constraints import shapes
    >>> notrump = both(within(quantity("hcp"), 15, 17), shape(shapes.balanced(), "balanced"))
    >>> opened = ANY.meet(project(notrump))
    >>> opened.hcp_range, opened.length_range(3), opened.describe()
    ((15, 17), (2, 5), '15-17 hcp, balanced')

    ``cells`` is a set of cells (:mod:`bridgelang.constraints.cells`), ``sides`` maps quantities that cells do
    not decide to the set of their possible values, bit index = value less the quantity's ``low``.
    """

    __slots__ = ("_cache", "_hcp_range", "_least_lengths", "cells", "side_key", "sides", "spreads")

    cells: int
    sides: Sides
    side_key: frozenset[tuple[Quantity, int]]
    _hcp_range: tuple[int, int] | None
    _least_lengths: tuple[int, ...] | None
    spreads: tuple[Spread, ...] | None
    """See :func:`bridgelang.constraints.expected.spread`; None until it is asked."""

    def __init__(self, cells: int, sides: Sides, side_key: frozenset[tuple[Quantity, int]]) -> None:
        self.cells = cells
        self.sides = sides
        self.side_key = side_key
        self.spreads = None
        self._hcp_range = None
        self._least_lengths = None
        self._cache: dict[object, tuple[int, int]] = {}

    @property
    def hcp_range(self) -> tuple[int, int]:
        """The least and the most hcp; (0, 37) for the empty holding."""
        found = self._hcp_range
        if found is None:
            found = self._hcp_range = _hcp_range(self.cells)
        return found

    @property
    def least_lengths(self) -> tuple[int, ...]:
        """The fewest cards in each suit, clubs first."""
        found = self._least_lengths
        if found is None:
            found = self._least_lengths = tuple([_least(self.cells, length) for length in _LENGTHS])
        return found

    # Making other holdings ----------------------------------------------------------------------------------

    def meet(self, projection: Projection) -> Holding:
        """What is left when the projection's condition holds as well."""
        return self.meet_at(self.cells & projection.may, projection)

    def meet_at(self, cells: int, projection: Projection) -> Holding:
        """The same for other cells, those of the projection's that are left."""
        more = projection.sides
        if not more:
            if cells == self.cells:
                return self
            if not cells:
                return NONE
            return _holding(cells, self.sides, self.side_key)
        return self._with_sides(cells, more)

    def _with_sides(self, cells: int, more: Sides) -> Holding:
        sides = dict(self.sides)
        for q, values in more.items():
            before = sides.get(q)
            if before is not None and before != values:
                values &= before
                cells &= region(q, values)
            sides[q] = values
        return _holding(cells, sides, frozenset(sides.items()))

    def with_cells(self, cells: int) -> Holding:
        """The same values beside other cells."""
        return self if cells == self.cells else _holding(cells, self.sides, self.side_key)

    def without(self, node: Node) -> Holding:
        """What is left when the condition is known not to hold.

        See :func:`less`.
        """
        cells, more = less(self.cells, self.sides, node)
        return self.with_cells(cells) if more is None else self._with_sides(cells, dict([more]))

    def less_at(self, cells: int, node: Node) -> tuple[Holding, int]:
        """The same for other cells: the values beside them, and the cells that are left."""
        left, more = less(cells, self.sides, node)
        if more is None:
            return self, left
        found = self._with_sides(left, dict([more]))
        return found, found.cells

    def join(self, other: Holding) -> Holding:
        """The hands of either holding (the smallest product with all of them)."""
        if other is self or not other.cells:
            return self
        if not self.cells:
            return other
        sides = unite_sides(self.sides, other.sides) if self.sides and other.sides else NO_SIDES
        return _holding(self.cells | other.cells, sides, frozenset(sides.items()))

    # Asking -------------------------------------------------------------------------------------------------

    @property
    def is_empty(self) -> bool:
        """No hand is left."""
        return not self.cells

    def length_range(self, suit: int) -> tuple[int, int]:
        """The fewest and the most cards in a suit; (0, 13) for the empty holding."""
        return self._exact_range(_LENGTHS[suit])

    def has_length(self, suit: int, least: int) -> bool:
        """Every hand has so many cards of a suit at least; False for the empty holding."""
        cells = self.cells
        return bool(cells) and not cells & exact_at_most(_LENGTHS[suit], least - 1)

    def range(self, q: Quantity) -> tuple[int, int]:
        """The least and the greatest value, in stored units; the static bounds for the empty holding.

        Exact for exact quantities; for the others no narrower than the truth.
        """
        if not self.cells:
            return q.low, q.high
        if q.exact:
            return self.hcp_range if q.kind == "hcp" else self._exact_range(q)
        return value_range(q, self.values(q))

    def _exact_range(self, q: Quantity) -> tuple[int, int]:
        found = self._cache.get(q)
        if found is None:
            found = self._cache[q] = self._find_range(q)
        return found

    def _find_range(self, q: Quantity) -> tuple[int, int]:
        cells = self.cells
        if not cells:
            return q.low, q.high
        low, high = q.low, q.high
        while low < high:  # the least value v with a cell at most v
            middle = (low + high) // 2
            if cells & exact_at_most(q, middle):
                high = middle
            else:
                low = middle + 1
        least, high = low, q.high
        while low < high:  # the least value v with every cell at most v
            middle = (low + high) // 2
            if cells & exact_at_most(q, middle) == cells:
                high = middle
            else:
                low = middle + 1
        return least, low

    def values(self, q: Quantity) -> int:
        """The possible values of a quantity that is not exact, bit index = value less ``q.low``."""
        key = ("values", q)
        found = self._cache.get(key)
        if found is None:
            possible = self.sides.get(q, all_values(q))
            if self.cells != ALL_CELLS:
                left = possible
                while left:
                    bit = left & -left
                    if not region(q, bit) & self.cells:
                        possible ^= bit
                    left ^= bit
            found = self._cache[key] = (possible, 0)
        return found[0]

    def surely(self, node: Node) -> bool:
        """Every hand of the holding satisfies the condition (False when that is not certain)."""
        cells = self.cells
        if not cells & project(node).spare:
            return True
        if node.by_cells and not isinstance(node, (And, Or, Not, Steer)):
            return False
        if isinstance(node, Within):
            q = node.quantity
            return not self._may_have(q, all_values(q) ^ value_bits(q, node.lo, node.hi))
        if isinstance(node, And):
            return all(self.surely(part) for part in node.parts)
        if isinstance(node, Not):
            return not self.possibly(node.parts[0])
        if isinstance(node, Steer):
            return self.surely(node.parts[0])
        box = box_of(node)
        if box is not None and not cells & ~box[0]:
            return not any(self._may_have(q, all_values(q) ^ values) for q, values in box[1].items())
        return any(self.surely(part) for part in node.parts)

    def possibly(self, node: Node) -> bool:
        """Some hand of the holding may satisfy the condition (True when that is not certain)."""
        if isinstance(node, Constant):
            return node.value and not self.is_empty
        if isinstance(node, Steer):
            return self.possibly(node.parts[0])
        if isinstance(node, Or):
            return any(self.possibly(part) for part in node.parts)
        if isinstance(node, Not):
            return not self.surely(node.parts[0])
        projection = project(node)
        if not self.cells & projection.may:
            return False
        if isinstance(node, And) and not all(self.possibly(part) for part in node.parts):
            return False
        return all(self._may_have(q, values) for q, values in projection.sides.items())

    def _may_have(self, q: Quantity, values: int) -> bool:
        """Some hand may have one of these values."""
        return _may_have(self.cells, self.sides, q, values)

    def contains(self, hand: Hand) -> bool:
        """The hand is one of these."""
        if not self.cells >> cell_of(hand) & 1:
            return False
        return all(values >> q.of(hand) - q.low & 1 for q, values in self.sides.items())

    # Summaries ----------------------------------------------------------------------------------------------

    @property
    def shapes(self) -> int:
        """The set of the shapes that occur, 560 bits."""
        return shape_set(self.cells)

    def weight(self) -> int:
        """How many of the 635,013,559,600 hands its cells stand for (``sides`` are not counted)."""
        return weight(self.cells)

    def hcp_quantiles(self, fractions: Iterable[float] = (0.1, 0.5, 0.9)) -> tuple[int, ...]:
        """The hcp below which such parts of the hands lie, all hands of the cells being equally likely.

        >>> ANY.hcp_quantiles((0.0, 0.5, 1.0))
        (0, 10, 37)

        Each is the least number of points such that at least that part of the hands has no more; (0, …) when
        empty.
        """
        counts = hcp_weights(self.cells)
        total = sum(counts)
        found = []
        for fraction in fractions:
            so_far = 0
            at = 0
            for points, count in enumerate(counts):
                so_far += count
                if count and so_far >= fraction * total:
                    at = points
                    break
            found.append(at)
        return tuple(found)

    def alone(self, cells: int) -> Holding:
        """The hands of these cells, and nothing else known."""
        return holding(cells)

    def describe(self) -> str:
        """The holding in a few words: ``15-17 hcp, balanced, 0-3 hearts``."""
        from bridgelang.constraints.shown import describe_holding

        return describe_holding(self)

    def __repr__(self) -> str:
        return f"<Holding: {self.describe()}>"

    def __reduce__(self) -> tuple[object, tuple[int, tuple[tuple[Quantity, int], ...]]]:
        return (holding, (self.cells, tuple(self.sides.items())))


def less(cells: int, sides: Sides, node: Node) -> tuple[int, tuple[Quantity, int] | None]:
    """What is left of cells and the values beside them when a condition does not hold; a quantity's values, if fewer.

    Takes away the cells where it must hold; and when the condition is a product of cells and values, and what there is
    lies inside it in all directions but one, takes its part off in that direction (so that a player who did not show
    "0 or 3 keycards" is known to have another number).
    """
    found = cells & project(node).spare
    box = None if node.is_exact else box_of(node)
    if box is None:
        return found, None
    left = cells ^ (cells & box[0])
    more: tuple[Quantity, int] | None = None
    for q, values in box[1].items():
        others = all_values(q) ^ values
        if _may_have(cells, sides, q, others):
            if left or more:
                return found, None
            more = (q, others)
    if more is None:
        return found & left, None
    return found & region(*more), more


def _may_have(cells: int, sides: Sides, q: Quantity, values: int) -> bool:
    before = sides.get(q)
    if before is not None:
        values &= before
    return bool(values and region(q, values) & cells)


def _least(cells: int, q: Quantity) -> int:
    """The least value that occurs (most hands may be short everywhere, so it is looked for from below)."""
    value = q.low
    while value < q.high and not cells & exact_at_most(q, value):
        value += 1
    return value if cells else q.low


def _hcp_range(cells: int) -> tuple[int, int]:
    if not cells:
        return 0, 37
    points = hcp_set(cells)
    return (points & -points).bit_length() - 1, points.bit_length() - 1


_NO_KEY: frozenset[tuple[Quantity, int]] = frozenset()


def _holding(cells: int, sides: Sides, side_key: frozenset[tuple[Quantity, int]]) -> Holding:
    if not cells:
        sides, side_key = NO_SIDES, _NO_KEY
    key = hash((cells, side_key))  # long integers do not remember their hash: take it once
    found: Holding | None = _HOLDINGS.get(key)
    while found is not None:
        if found.cells == cells and found.side_key == side_key:
            return found
        key += 1
        found = _HOLDINGS.get(key)
    return _HOLDINGS.add(key, Holding(cells, sides, side_key))


def holding(cells: int = ALL_CELLS, sides: Iterable[tuple[Quantity, int]] = ()) -> Holding:
    """The holding of these cells (those that hold no hand are dropped) and sets of possible values."""
    kept = {q: values & all_values(q) for q, values in sides if values & all_values(q) != all_values(q)}
    cells &= ALL_CELLS
    for q, values in kept.items():
        cells &= region(q, values)
    return _holding(cells, kept, frozenset(kept.items()))


ANY = holding()
"""Nothing is known."""
NONE = holding(0)
"""No hand: what is shown contradicts itself."""

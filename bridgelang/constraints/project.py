"""The cells where a condition may hold and where it must, and what it says beside the cells.

The law: a hand that a condition accepts lies in a cell of ``may`` and has every value that ``sides`` allows;
a hand in a cell of ``must`` is accepted. For exact conditions the two sets are equal. ``steer(A)`` may hold
anywhere (it is not promised) and must hold where A must.
"""

from __future__ import annotations

from functools import reduce
from operator import and_, or_

from bridgelang.constraints.cells import ALL_CELLS, cells_of_shapes
from bridgelang.constraints.nodes import And, Cells, Compound, Constant, Node, Not, Or, Shape, Steer, Within, all_nodes
from bridgelang.constraints.projection import NO_SIDES, Box, Projection, Sides
from bridgelang.constraints.regions import all_values, exact_cells, region, value_bits

MORE = 20_000
"""How many projections of compound conditions are made, some 2.7 kB each, before those not asked again are dropped."""


class _Made:
    """Counts the projections of compound conditions, and lets go of those that nobody asked for a second time."""

    def __init__(self) -> None:
        self.count = 0

    def one_more(self) -> None:
        """One more is about to be made."""
        self.count += 1
        if self.count > MORE:
            self.count = 0
            for node in all_nodes():
                if isinstance(node, Compound) and not node.asked_again:
                    node.projection = node.box = None
                node.asked_again = False


_MADE = _Made()


def project(node: Node) -> Projection:
    """The projection of a condition, kept on the node for a while.

    >>> from bridgelang.constraints.nodes import within
    >>> from bridgelang.features.quantities import quantity
    >>> shown = project(within(quantity("hcp"), 15, 17))
    >>> shown.may == shown.must, shown.may & shown.spare
    (True, 0)
    """
    found = node.projection
    if found is not None:
        node.asked_again = True
        return found
    if isinstance(node, Compound):
        _MADE.one_more()
    found = node.projection = _PROJECTORS[type(node)](node)
    return found


EVERYTHING = Projection(ALL_CELLS)
NOTHING = Projection(0)


def _constant(node: Node) -> Projection:
    assert isinstance(node, Constant)
    return EVERYTHING if node.value else NOTHING


def _within(node: Node) -> Projection:
    assert isinstance(node, Within)
    q, lo, hi = node.quantity, node.lo, node.hi
    if q.exact:
        return Projection(exact_cells(q, lo, hi))
    inside = value_bits(q, lo, hi)
    outside = all_values(q) ^ inside
    return Projection(region(q, inside), region(q, outside), {q: inside})


def _shape(node: Node) -> Projection:
    assert isinstance(node, Shape)
    return Projection(cells_of_shapes(node.mask))


def _cells(node: Node) -> Projection:
    assert isinstance(node, Cells)
    return Projection(node.mask)


def _and(node: Node) -> Projection:
    parts = [project(part) for part in node.parts]
    if node.is_exact:
        return Projection(reduce(and_, [part.may for part in parts]))
    first, *rest = parts
    may, spare, sides = first.may, first.spare, first.sides
    for part in rest:
        may &= part.may
        if spare != ALL_CELLS:
            spare |= part.spare
        if part.sides:
            sides = intersect_sides(sides, part.sides)
    if sides and not all(sides.values()):
        return NOTHING
    return Projection(may, ALL_CELLS if spare == ALL_CELLS else spare, sides)


def _or(node: Node) -> Projection:
    parts = [project(part) for part in node.parts]
    if node.is_exact:
        return Projection(reduce(or_, [part.may for part in parts]))
    may, spare = 0, ALL_CELLS
    sides: Sides | None = None
    for part in parts:
        may |= part.may
        spare &= part.spare
        if part.may:
            sides = part.sides if sides is None else unite_sides(sides, part.sides) if sides else sides
    return Projection(may, spare, sides or NO_SIDES)


def _not(node: Node) -> Projection:
    part = node.parts[0]
    inner = project(part)
    if node.is_exact:
        return Projection(inner.spare)
    sides = NO_SIDES
    if isinstance(part, Within) and not part.is_exact:
        q = part.quantity
        sides = {q: all_values(q) ^ value_bits(q, part.lo, part.hi)}
    return Projection(inner.spare, inner.may, sides)


def _steer(node: Node) -> Projection:
    return Projection(ALL_CELLS, project(node.parts[0]).spare)


_PROJECTORS = {
    Constant: _constant,
    Within: _within,
    Shape: _shape,
    Cells: _cells,
    And: _and,
    Or: _or,
    Not: _not,
    Steer: _steer,
}


def intersect_sides(a: Sides, b: Sides) -> Sides:
    """What both say."""
    if not a:
        return b
    found = dict(a)
    for q, values in b.items():
        found[q] = found.get(q, values) & values
    return found


def unite_sides(a: Sides, b: Sides) -> Sides:
    """What one or the other says: only quantities that both speak of."""
    found = {}
    for q, values in a.items():
        other = b.get(q)
        if other is not None and values | other != all_values(q):
            found[q] = values | other
    return found


# Boxes ------------------------------------------------------------------------------------------------------

_NO_BOX = "none"


def box_of(node: Node) -> Box | None:
    """The hands that a condition accepts as a box, when they are exactly that; else None.

    >>> from bridgelang.constraints.nodes import both, either, within
    >>> from bridgelang.features.quantities import quantity
    >>> aces, hcp = quantity("aces"), quantity("hcp")
    >>> box_of(either(within(aces, 0, 0), within(aces, 4, 4))) == (ALL_CELLS, {aces: 0b10001})
    True
    >>> box_of(either(within(aces, 0, 0), within(hcp, 12, 37))) is None
    True

    When cells alone decide what is accepted (``by_cells``) there always is a box, without sides.
    """
    found = node.box
    if found is None:
        found = _box(node)
        node.box = _NO_BOX if found is None else found
    return None if found is _NO_BOX else found


def _box(node: Node) -> Box | None:
    if node.is_exact:
        return project(node).may, NO_SIDES
    if isinstance(node, Within):
        return ALL_CELLS, {node.quantity: value_bits(node.quantity, node.lo, node.hi)}
    if isinstance(node, Steer):
        return box_of(node.parts[0])
    boxes = []
    for part in node.parts:
        box = box_of(part)
        if box is None:
            return None
        boxes.append(box)
    cells, sides = boxes[0]
    if isinstance(node, And):
        for more, also in boxes[1:]:
            cells &= more
            sides = intersect_sides(sides, also)
        return cells, sides
    if isinstance(node, Or):
        for box in boxes[1:]:
            united = _unite_boxes((cells, sides), box)
            if united is None:
                return None
            cells, sides = united
        return cells, sides
    if not sides:  # Not
        return ALL_CELLS ^ cells, NO_SIDES
    if cells == ALL_CELLS and len(sides) == 1:
        ((q, values),) = sides.items()
        return ALL_CELLS, {q: all_values(q) ^ values}
    return None


def _unite_boxes(a: Box, b: Box) -> Box | None:
    """The union, when the boxes differ in one direction only."""
    if a[1] == b[1]:
        return a[0] | b[0], a[1]
    if a[0] == b[0] and a[1].keys() == b[1].keys():
        different = [q for q in a[1] if a[1][q] != b[1][q]]
        if len(different) == 1:
            (q,) = different
            return a[0], {**a[1], q: a[1][q] | b[1][q]}
    return None

"""Conditions on one hand, as small trees that exist only once: equal conditions are the same object.

=====================  ===================================================================================
node                   holds when
=====================  ===================================================================================
``TRUE``, ``FALSE``    always, never
``Within``             a quantity lies between two bounds, both included, in the quantity's stored units
``Shape``              the suit lengths are in a set of the 560 shapes
``Cells``              the suit lengths and the hcp together are in a set of the 21,280 cells
``And`` ``Or`` ``Not`` as the words say
``Steer``              its part holds; it chooses a call and is not promised by it (``provided …``)
=====================  ===================================================================================

Build them with :func:`within`, :func:`shape`, :func:`cells`, :func:`both`, :func:`either`, :func:`negation` and
:func:`steer`, which simplify; compare them with ``is``. ``test`` is a plain function, made when first asked for. The
order of the author's words is kept, because :meth:`Node.describe` repeats it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from bridgelang.constraints.cells import ALL_CELLS, CELLS, cell_of
from bridgelang.constraints.interning import Interned
from bridgelang.constraints.shapes import ALL_SHAPES, SHAPE_INDEX
from bridgelang.core.hands import Hand
from bridgelang.features.quantities import Quantity, quantity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bridgelang.constraints.projection import Projection

Test = Callable[[Hand], bool]


class Node:
    """A condition on one hand.

    ``by_cells``: suit lengths and hcp decide whether a hand is accepted. ``is_exact``: they do, and all of it
    is promised (there is no ``steer`` in it). ``cost`` is a rough weight of ``test``, to try cheap parts
    first.
    """

    __slots__ = (
        "_test",
        "asked_again",
        "box",
        "by_cells",
        "column_table",
        "cost",
        "is_exact",
        "projection",
    )

    _test: Test | None
    by_cells: bool
    is_exact: bool
    cost: int
    projection: Projection | None
    asked_again: bool
    """Whether its projection has been of use since it was made, or since that was last looked at."""
    box: Any
    column_table: Any

    def __init__(self, by_cells: bool, is_exact: bool, cost: int) -> None:
        self.by_cells = by_cells
        self.is_exact = is_exact
        self.cost = cost
        self._test = None
        self.projection = None
        self.asked_again = False
        self.box = None
        self.column_table = None

    @property
    def test(self) -> Test:
        """Whether a hand meets the condition, as a plain function: made when first asked for."""
        made = self._test
        if made is None:
            made = self._test = self._make_test()
        return made

    def accepts(self, hand: Hand) -> bool:
        """Whether the hand meets the condition."""
        test = self.test
        return test(hand)

    def _make_test(self) -> Test:
        raise NotImplementedError

    @property
    def parts(self) -> tuple[Node, ...]:
        """The conditions this one is made of."""
        return ()

    def describe(self) -> str:
        """The condition in bridge English, close to the words an author would write.

        A comma is the loosest *and*; inside an *or* parts are joined by ``and`` and put in parentheses.

        >>> hcp, hearts, spades = quantity("hcp"), quantity("length", 2), quantity("length", 3)
        >>> both(within(hcp, 8, 37), either(within(hearts, 4, 13), within(spades, 4, 13))).describe()
        '8+ hcp, 4+ hearts or 4+ spades'
        >>> either(both(within(hcp, 8, 9), within(hearts, 5, 13)), within(hcp, 10, 37)).describe()
        '(8-9 hcp and 5+ hearts) or 10+ hcp'
        """
        return self._in_list()

    def _in_list(self) -> str:
        """As one item between commas."""
        return self._tight()

    def _tight(self) -> str:
        """As a part of *or*, *not* or *provided*."""
        raise NotImplementedError

    def to_json(self) -> Any:
        """The condition as plain lists, strings and numbers; :func:`from_json` reads it back."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{self.describe()}>"

    def __reduce__(self) -> tuple[object, tuple[Any]]:
        return (from_json, (self.to_json(),))


class Constant(Node):
    """``TRUE`` or ``FALSE``."""

    __slots__ = ("value",)

    def __init__(self, value: bool) -> None:
        super().__init__(True, True, 0)
        self.value = value

    def _make_test(self) -> Test:
        value = self.value
        return lambda hand: value

    def _tight(self) -> str:
        return "any hand" if self.value else "no hand"

    def to_json(self) -> Any:
        return self.value


TRUE = Constant(True)
FALSE = Constant(False)


class Within(Node):
    """A quantity between two bounds, both included, in stored units."""

    __slots__ = ("hi", "lo", "quantity")

    def __init__(self, q: Quantity, lo: int, hi: int) -> None:
        cost = 1 if q.kind in ("hcp", "length") else 2 if q.mask else 3 if q.exact else 4
        super().__init__(q.exact, q.exact, cost)
        self.quantity = q
        self.lo = lo
        self.hi = hi

    def _make_test(self) -> Test:
        q, lo, hi = self.quantity, self.lo, self.hi
        if q.kind == "hcp":
            if hi >= q.high:
                return lambda hand: hand.hcp >= lo
            if lo <= q.low:
                return lambda hand: hand.hcp <= hi
            return lambda hand: lo <= hand.hcp <= hi
        if q.kind == "length":
            suit = q.suit
            assert suit is not None
            if hi >= q.high:
                return lambda hand: hand.lengths[suit] >= lo
            if lo <= q.low:
                return lambda hand: hand.lengths[suit] <= hi
            return lambda hand: lo <= hand.lengths[suit] <= hi
        if q.mask:
            mask = q.mask
            return lambda hand: lo <= (hand.mask & mask).bit_count() <= hi
        value = q.of
        return lambda hand: lo <= value(hand) <= hi

    def _tight(self) -> str:
        return self.quantity.unit_text(self.lo, self.hi)

    def to_json(self) -> Any:
        return ["within", [self.quantity.kind, *self.quantity.args], self.lo, self.hi]


class Shape(Node):
    """Suit lengths in a set of shapes (560 bits); ``label`` names it in English."""

    __slots__ = ("label", "mask")

    def __init__(self, mask: int, label: str) -> None:
        super().__init__(True, True, 2)
        self.mask = mask
        self.label = label

    def _make_test(self) -> Test:
        mask = self.mask
        return lambda hand: (mask >> SHAPE_INDEX[hand.lengths] & 1) == 1

    def _tight(self) -> str:
        return self.label

    def to_json(self) -> Any:
        return ["shape", f"{self.mask:x}", self.label]


class Compound(Node):
    """A condition made of others."""

    __slots__ = ("_parts",)
    word: ClassVar[str] = ""

    def __init__(self, parts: tuple[Node, ...]) -> None:
        by_cells, is_exact, cost = True, not isinstance(self, Steer), 0
        for part in parts:
            by_cells = by_cells and part.by_cells
            is_exact = is_exact and part.is_exact
            cost += part.cost
        super().__init__(by_cells, is_exact, cost)
        self._parts = parts

    @property
    def parts(self) -> tuple[Node, ...]:
        return self._parts

    def to_json(self) -> Any:
        return [self.word, *(part.to_json() for part in self._parts)]


class And(Compound):
    """Every part holds."""

    __slots__ = ()
    word: ClassVar[str] = "and"

    def describe(self) -> str:
        plain = [part for part in self._parts if not isinstance(part, Steer)]
        steered = [part for part in self._parts if isinstance(part, Steer)]
        return ", ".join([part._in_list() for part in [*plain, *steered]])

    def _tight(self) -> str:
        return f"({' and '.join(part._tight() for part in self._parts)})"

    def _make_test(self) -> Test:
        tests = [part.test for part in sorted(self._parts, key=_cost)]
        if len(tests) == 2:
            a, b = tests
            return lambda hand: a(hand) and b(hand)
        if len(tests) == 3:
            a, b, c = tests
            return lambda hand: a(hand) and b(hand) and c(hand)
        a, b, c, rest = tests[0], tests[1], tests[2], tests[3:]

        def accepts(hand: Hand) -> bool:
            if a(hand) and b(hand) and c(hand):
                for test in rest:  # noqa: SIM110 - a loop is faster than all()
                    if not test(hand):
                        return False
                return True
            return False

        return accepts


class Or(Compound):
    """At least one part holds."""

    __slots__ = ()
    word: ClassVar[str] = "or"

    def _in_list(self) -> str:
        return " or ".join(part._tight() for part in self._parts)

    def _tight(self) -> str:
        return f"({self._in_list()})"

    def _make_test(self) -> Test:
        tests = [part.test for part in sorted(self._parts, key=_cost)]
        if len(tests) == 2:
            a, b = tests
            return lambda hand: a(hand) or b(hand)
        if len(tests) == 3:
            a, b, c = tests
            return lambda hand: a(hand) or b(hand) or c(hand)

        def accepts(hand: Hand) -> bool:
            for test in tests:  # noqa: SIM110 - a loop is faster than any()
                if test(hand):
                    return True
            return False

        return accepts


class Not(Compound):
    """Its one part does not hold."""

    __slots__ = ()
    word: ClassVar[str] = "not"

    def _tight(self) -> str:
        return f"not {self._parts[0]._tight()}"

    def _make_test(self) -> Test:
        test = self._parts[0].test
        return lambda hand: not test(hand)


class Steer(Compound):
    """Its one part holds, but the call does not promise it."""

    __slots__ = ()
    word: ClassVar[str] = "provided"

    def _in_list(self) -> str:
        return f"provided {self._parts[0]._tight()}"

    def _tight(self) -> str:
        return f"({self._in_list()})"

    def _make_test(self) -> Test:
        return self._parts[0].test


def _cost(node: Node) -> int:
    return node.cost


# Building ---------------------------------------------------------------------------------------------------

_NODES: Interned[Node] = Interned()


def all_nodes() -> Iterator[Node]:
    """Every condition there is but ``TRUE`` and ``FALSE``."""
    return _NODES.values()


class Cells(Node):
    """Suit lengths and hcp in a set of cells; ``label`` says it in English."""

    __slots__ = ("label", "mask")

    def __init__(self, mask: int, label: str) -> None:
        super().__init__(True, True, 3)
        self.mask = mask
        self.label = label

    def _make_test(self) -> Test:
        mask = self.mask
        return lambda hand: (mask >> cell_of(hand) & 1) == 1

    def _tight(self) -> str:
        return self.label

    def to_json(self) -> Any:
        return ["cells", f"{self.mask:x}", self.label]


def within(q: Quantity, lo: int, hi: int) -> Node:
    """The quantity lies between lo and hi, both included, in stored units.

    >>> hcp = quantity("hcp")
    >>> within(hcp, 15, 17), within(hcp, 0, 40), within(hcp, 38, 40)
    (<15-17 hcp>, <any hand>, <no hand>)
    >>> within(hcp, 15, 99) is within(hcp, 15, 37)
    True
    """
    if lo <= q.low:
        if hi >= q.high:
            return TRUE
        lo = q.low
    elif hi > q.high:
        hi = q.high
    if lo > hi:
        return FALSE
    key = (q, lo, hi)
    return _NODES.get(key) or _NODES.add(key, Within(q, lo, hi))


def shape(mask: int, label: str) -> Node:
    """The suit lengths are in a set of the 560 shapes; the label given first stays.

    Raises ValueError for a mask with bits beyond the 560 shapes.
    """
    if mask == ALL_SHAPES:
        return TRUE
    if mask == 0:
        return FALSE
    if not 0 < mask < ALL_SHAPES:
        raise ValueError("a set of shapes has 560 bits")
    key = ("shape", mask)
    return _NODES.get(key) or _NODES.add(key, Shape(mask, label))


def cells(mask: int, label: str) -> Node:
    """The suit lengths and hcp are in a set of cells; those that no hand has make no difference.

    Raises ValueError for a mask with bits beyond the 21,280 cells.
    """
    if not 0 <= mask < 1 << CELLS:
        raise ValueError("a set of cells has 21,280 bits")
    if mask & ALL_CELLS != mask:  # else it stays the same object, which an answer may hold too
        mask &= ALL_CELLS
    if mask in (0, ALL_CELLS):
        return TRUE if mask else FALSE
    key = ("cells", mask, label)
    return _NODES.get(key) or _NODES.add(key, Cells(mask, label))


def both(*nodes: Node) -> Node:
    """Every one of the conditions; none at all is ``TRUE``.

    Ranges of one quantity are intersected, repetitions dropped, contradictions that show at once are
    ``FALSE``.

    >>> hearts = quantity("length", 2)
    >>> both(within(hearts, 4, 13), TRUE, within(hearts, 0, 5))
    <4-5 hearts>
    >>> both(within(hearts, 5, 13), within(hearts, 0, 3))
    <no hand>
    """
    found = _JOINED.get(nodes)
    if found is None:
        if len(_JOINED) >= JOINED_KEPT:
            _JOINED.clear()
        found = _JOINED[nodes] = _both(nodes)
    return found


JOINED_KEPT = 20_000
_JOINED: dict[tuple[Node, ...], Node] = {}  # what `both` gave lately: positions ask the same again and again


def _both(nodes: tuple[Node, ...]) -> Node:
    parts: dict[object, Node] = {}  # by quantity for ranges, else by the node itself
    shapes = ALL_SHAPES
    for node in _flat(nodes, And):
        if node is FALSE:
            return FALSE
        if isinstance(node, Within):
            earlier = parts.get(node.quantity)
            if isinstance(earlier, Within):
                node = within(node.quantity, max(node.lo, earlier.lo), min(node.hi, earlier.hi))
                if node is FALSE:
                    return FALSE
            assert isinstance(node, Within)
            parts[node.quantity] = node
        elif node is not TRUE:
            if isinstance(node, Shape):
                shapes &= node.mask
                if not shapes:
                    return FALSE
            parts[node] = node
    if any(isinstance(node, Not) and node.parts[0] in parts.values() for node in parts.values()):
        return FALSE
    return _compound(And, tuple(parts.values()), TRUE)


def either(*nodes: Node) -> Node:
    """At least one of the conditions; none at all is ``FALSE``.

    Ranges of one quantity that touch are joined.

    >>> hearts = quantity("length", 2)
    >>> either(within(hearts, 4, 4), FALSE, within(hearts, 5, 13))
    <4+ hearts>
    """
    parts: list[Any] = []
    for node in _flat(nodes, Or):
        if node is TRUE:
            return TRUE
        if node is FALSE or node in parts:
            continue
        at = len(parts)
        if isinstance(node, Within):
            while (found := _touching(node, parts)) is not None:
                earlier = parts.pop(found)
                at = min(at, found)
                joined = within(node.quantity, min(node.lo, earlier.lo), max(node.hi, earlier.hi))
                if not isinstance(joined, Within):
                    return joined
                node = joined
        parts.insert(at, node)
    if any(isinstance(node, Not) and node.parts[0] in parts for node in parts):
        return TRUE
    return _compound(Or, tuple(parts), FALSE)


def _touching(node: Within, parts: list[Any]) -> int | None:
    """The place of a range of the same quantity that overlaps this one or stands next to it."""
    for at, other in enumerate(parts):
        if (
            isinstance(other, Within)
            and other.quantity is node.quantity
            and node.lo <= other.hi + 1
            and other.lo <= node.hi + 1
        ):
            return at
    return None


def negation(node: Node) -> Node:
    """The condition does not hold; a range that stays one range is turned round.

    >>> negation(within(quantity("length", 2), 4, 13)), negation(within(quantity("hcp"), 15, 17))
    (<0-3 hearts>, <not 15-17 hcp>)
    """
    if node is TRUE:
        return FALSE
    if node is FALSE:
        return TRUE
    if isinstance(node, Not):
        return node.parts[0]
    if isinstance(node, Within):
        q = node.quantity
        if node.lo <= q.low:
            return within(q, node.hi + 1, q.high)
        if node.hi >= q.high:
            return within(q, q.low, node.lo - 1)
    if isinstance(node, Shape):
        return shape(ALL_SHAPES ^ node.mask, _not_label(node.label))
    if isinstance(node, Or):
        return both(*(negation(part) for part in node.parts))
    if isinstance(node, Steer):
        return steer(negation(node.parts[0]))
    return _compound(Not, (node,), TRUE)


_OPPOSITES = {"balanced": "unbalanced", "unbalanced": "balanced"}


def _not_label(label: str) -> str:
    if label in _OPPOSITES:
        return _OPPOSITES[label]
    return label[4:] if label.startswith("not ") else f"not {label}"


def steer(node: Node) -> Node:
    """The condition chooses but is not promised: ``provided …``."""
    if isinstance(node, (Constant, Steer)):
        return node
    return _compound(Steer, (node,), TRUE)


def _flat(nodes: tuple[Node, ...], kind: type[Node]) -> Iterator[Node]:
    for node in nodes:
        if isinstance(node, kind):
            yield from node.parts
        else:
            yield node


def _compound(kind: type[Compound], parts: tuple[Node, ...], empty: Node) -> Node:
    if kind in (And, Or):
        if not parts:
            return empty
        if len(parts) == 1:
            return parts[0]
    key = (kind, parts)
    return _NODES.get(key) or _NODES.add(key, kind(parts))


# JSON -------------------------------------------------------------------------------------------------------

_BUILDERS: dict[str, type[Compound]] = {kind.word: kind for kind in (And, Or, Not, Steer)}


def from_json(data: Any) -> Node:
    """The condition that :meth:`Node.to_json` wrote; raises ValueError for anything else.

    >>> node = either(within(quantity("aces"), 2, 4), within(quantity("keycards", 3), 0, 0))
    >>> from_json(node.to_json()) is node
    True
    """
    if data is True:
        return TRUE
    if data is False:
        return FALSE
    if isinstance(data, list) and data and isinstance(data[0], str):
        word, *rest = data
        if word == "within" and len(rest) == 3 and isinstance(rest[0], list) and rest[0]:
            (kind, *args), lo, hi = rest
            if isinstance(lo, int) and isinstance(hi, int):
                return within(quantity(str(kind), *(_hashable(arg) for arg in args)), lo, hi)
        elif word == "shape" and len(rest) == 2 and all(isinstance(part, str) for part in rest):
            return shape(int(rest[0], 16), rest[1])
        elif word == "cells" and len(rest) == 2 and all(isinstance(part, str) for part in rest):
            return cells(int(rest[0], 16), rest[1])
        elif word in _BUILDERS and rest and (len(rest) == 1 or word in ("and", "or")):
            return _compound(_BUILDERS[word], tuple(from_json(part) for part in rest), TRUE)
    raise ValueError(f"this is not a stored condition: {str(data)[:80]}")


def _hashable(value: Any) -> Any:
    return tuple(_hashable(part) for part in value) if isinstance(value, list) else value

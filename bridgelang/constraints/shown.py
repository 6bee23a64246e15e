"""A holding in a few words: the facts that hold, without those that follow from others.

The words are true of every hand of the holding; they need not say all of it (never more than two facts about
pairs of suits, and no upper bounds that nobody would mention).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from bridgelang.constraints import shapes
from bridgelang.constraints.cells import ALL_CELLS, cells_of_hcp, cells_of_shapes, hcp_between
from bridgelang.constraints.projection import Sides
from bridgelang.constraints.regions import all_values, exact_cells, region, value_range
from bridgelang.features.english import number_text
from bridgelang.features.quantities import Quantity, quantity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol, Self

    class Holding(Protocol):
        """What the words need to know of a holding; see :class:`bridgelang.constraints.holding.Holding`."""

        cells: int
        sides: Sides

        @property
        def hcp_range(self) -> tuple[int, int]: ...
        @property
        def is_empty(self) -> bool: ...
        @property
        def shapes(self) -> int: ...
        def range(self, q: Quantity) -> tuple[int, int]: ...
        def length_range(self, suit: int) -> tuple[int, int]: ...
        def values(self, q: Quantity) -> int: ...
        def alone(self, cells: int) -> Self: ...


_HCP = quantity("hcp")
_POINTS = quantity("points")
_LENGTHS = tuple(quantity("length", suit) for suit in range(4))
_MOST_PAIR_FACTS = 2

Fact = tuple[str, int]
"""Words, and the cells where they are true."""


def describe_holding(held: Holding, points: Quantity = _POINTS) -> str:
    """The holding in words: strength, balance, suits from spades down, pairs of suits, other values.

    ``points`` is the count that may say more about strength than hcp do.
    """
    if held.is_empty:
        return "no hand"
    beside = [(text, region(q, values)) for q, values in held.sides.items() if (text := values_text(held, q, values))]
    given = _common(beside)
    strength = _strength(held, points, given)
    balance = _balance(held, _common(strength) & given)
    lengths = _lengths(held, _common(strength + balance) & given)
    pairs = _pairs(held, _common(strength + balance + list(lengths.values())) & given)
    balance, lengths, pairs = _needed(held, _common(strength) & given, balance, lengths, pairs)
    told = [lengths[suit] for suit in sorted(lengths, reverse=True)]
    return ", ".join(text for text, _ in strength + balance + told + pairs + beside) or "any hand"


def _common(facts: list[Fact]) -> int:
    cells = ALL_CELLS
    for _, part in facts:
        cells &= part
    return cells


def _strength(held: Holding, points: Quantity, given: int) -> list[Fact]:
    """Points or hcp, whichever says the other, or both."""
    shape_cells = cells_of_shapes(held.shapes)
    by_hcp = _bounds(held, _HCP, shape_cells, given)
    by_points = _bounds(held, points, shape_cells, given) if points.exact else None
    if by_hcp is None or by_points is None:
        return [fact for fact in (by_points, by_hcp) if fact is not None]
    if by_hcp[1] & shape_cells & ~by_points[1] == 0:
        return [by_hcp]
    if by_points[1] & shape_cells & ~by_hcp[1] == 0:
        return [by_points]
    low, high = held.hcp_range
    rough_low, rough_high = held.alone(by_points[1] & shape_cells).hcp_range
    low, high = low if low > rough_low else 0, high if high < rough_high else 37
    return [by_points, (_HCP.unit_text(low, high), by_hcp[1])]


def _bounds(held: Holding, q: Quantity, shape_cells: int, given: int) -> Fact | None:
    """The range of a quantity, without bounds that hold anyway."""
    low, high = held.range(q)
    free_low, free_high = held.alone(shape_cells).range(q)
    implied_low, implied_high = held.alone(shape_cells & given).range(q)
    if low == free_low or (low == implied_low and low < 5):
        low = q.low
    if high in (free_high, implied_high):
        high = q.high
    if low == q.low and high == q.high:
        return None
    return q.unit_text(low, high), exact_cells(q, low, high) if q.kind != "hcp" else cells_of_hcp(
        hcp_between(low, high)
    )


_BALANCE: tuple[tuple[str, Callable[[], int]], ...] = (
    ("balanced, no 5-card major", lambda: shapes.balanced() & shapes.no_five_card_major()),
    ("balanced", shapes.balanced),
    ("semi-balanced", shapes.semi_balanced),
    ("unbalanced", shapes.unbalanced),
)


def _balance(held: Holding, known: int) -> list[Fact]:
    here = held.shapes
    for text, mask in _BALANCE:
        allowed = mask()
        if here & ~allowed:
            continue
        cells = cells_of_shapes(allowed)
        if known & ~cells and (not text.startswith("balanced,") or _both_majors_may_be_four(here)):
            return [(text, cells)]
    return []


def _both_majors_may_be_four(here: int) -> bool:
    """Else the lengths say it better."""
    return all(here & shapes.length_between(suit, 4, 4) for suit in (2, 3))


def _lengths(held: Holding, known: int) -> dict[int, Fact]:
    """Suits whose range is narrower than what is implied, the long suits settled first."""
    ranges = [held.length_range(suit) for suit in range(4)]
    found: dict[int, Fact] = {}
    for suit in sorted(range(4), key=lambda suit: (-max(ranges[suit][0], 3), ranges[suit][1] - ranges[suit][0], -suit)):
        low, high = ranges[suit]
        implied_low, implied_high = held.alone(known).length_range(suit)
        if low <= implied_low and high >= implied_high:
            continue
        fact = _length_fact(suit, low, high if high < implied_high else 13, implied_low)
        if fact is not None:
            found[suit] = fact
            known &= fact[1]
    return found


def _length_fact(suit: int, low: int, high: int, implied_low: int = -1) -> Fact | None:
    if high > max(7, low + 2):
        high = 13
    if high == 13 and low <= max(implied_low, 0):
        return None
    return _LENGTHS[suit].unit_text(low, high), exact_cells(_LENGTHS[suit], low, high)


def _pairs(held: Holding, known: int) -> list[Fact]:
    """Facts about two suits together that are not implied."""
    found: list[Fact] = []
    if held.cells == known:
        return found
    here = held.shapes
    for text, mask in _pair_facts():
        if len(found) == _MOST_PAIR_FACTS:
            break
        if here & ~mask == 0 and known & ~(cells := cells_of_shapes(mask)):
            found.append((text, cells))
            known &= cells
    return found


@lru_cache(maxsize=1)
def _pair_facts() -> tuple[tuple[str, int], ...]:
    """What may be said of two suits, in words, with the shapes of which it is true; the most telling first."""
    return tuple(_told_of_pairs())


def _told_of_pairs() -> Iterator[tuple[str, int]]:
    name = [q.name for q in _LENGTHS]
    for a, b in ((3, 2), (1, 0), (3, 1), (3, 0), (2, 1), (2, 0)):
        for length in (5, 4):
            mask = shapes.length_between(a, length, 13) | shapes.length_between(b, length, 13)
            yield f"{length}+ {name[a]} or {length}+ {name[b]}", mask
    for a, b in ((3, 2), (2, 3), (1, 0), (0, 1)):
        yield f"{name[a]} longer than {name[b]}", shapes.length_compare(a, ">", b)
        yield f"{name[a]} at least as long as {name[b]}", shapes.length_compare(a, ">=", b)
    for suit in (3, 2, 1, 0):
        yield f"{name[suit]} longest", shapes.longest(suit)
    for a, b in ((3, 1), (3, 0), (2, 1), (2, 0), (1, 3), (0, 3), (1, 2), (0, 2)):
        yield f"{name[a]} longer than {name[b]}", shapes.length_compare(a, ">", b)
        yield f"{name[a]} at least as long as {name[b]}", shapes.length_compare(a, ">=", b)


def _needed(
    held: Holding, known: int, balance: list[Fact], lengths: dict[int, Fact], pairs: list[Fact]
) -> tuple[list[Fact], dict[int, Fact], list[Fact]]:
    """The same facts without those that follow from the others: vague ones go first, long suits stay."""

    def follows(cells: int, *others: list[Fact]) -> bool:
        rest = known
        for part in others:
            rest &= _common(part)
        return rest & ~cells == 0

    if balance and balance[0][0] != "balanced" and follows(balance[0][1], list(lengths.values()), pairs):
        balance = []
    lengths = dict(lengths)
    for suit in sorted(lengths, key=lambda suit: (not lengths[suit][0].startswith("0-"), suit)):
        others = [fact for other, fact in lengths.items() if other != suit]
        lowest, _ = held.alone(lengths[suit][1]).length_range(suit)
        if lowest < 4 and follows(lengths[suit][1], balance, others, pairs):
            del lengths[suit]
            continue
        without_top = _length_fact(suit, lowest, 13)
        if without_top is not None and follows(lengths[suit][1], balance, others, pairs, [without_top]):
            lengths[suit] = without_top
    for fact in list(pairs):
        others = [other for other in pairs if other is not fact]
        if follows(fact[1], balance, list(lengths.values()), others):
            pairs = others
    return balance, lengths, pairs


def values_text(held: Holding, q: Quantity, values: int) -> str:
    """The possible values of one quantity in words; empty when it is nothing beyond what the cells say.

    >>> from bridgelang.constraints.holding import ANY
    >>> values_text(ANY, quantity("keycards", 3), 0b1001)
    '0 or 3 keycards in spades'
    """
    possible = held.values(q) & values
    free = held.alone(held.cells).values(q)
    if not possible or possible == free:
        return ""
    low, high = value_range(q, possible)
    free_low, free_high = value_range(q, free)
    if possible == free & (all_values(q) >> q.high - high) & (all_values(q) << low - q.low):
        return q.unit_text(low if low > free_low else q.low, high if high < free_high else q.high)
    names = [value for value in range(low, high + 1) if possible >> value - q.low & 1]
    if q.kind in ("stopper", "card", "honours"):
        return " or ".join(q.unit_text(value, value) for value in names)
    *firsts, last = (number_text(value, q.scale) for value in names)
    return f"{', '.join(firsts)} or {last} {q.name}"

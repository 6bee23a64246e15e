"""A holding in a few words: the facts that hold, without those that follow from others."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bridgelang.constraints import shapes
from bridgelang.constraints.cells import ALL_CELLS, cells_of_hcp, cells_of_shapes, hcp_between
from bridgelang.constraints.holding import Holding, holding
from bridgelang.constraints.regions import all_values, exact_cells, value_range
from bridgelang.features.quantities import Quantity, quantity

_HCP = quantity("hcp")
_POINTS = quantity("points")
_LENGTHS = tuple(quantity("length", suit) for suit in range(4))
_MOST_EXTRAS = 2


Fact = tuple[str, int]
"""The words, and the cells where they are true."""


def describe_holding(held: Holding, points: Quantity = _POINTS) -> str:
    """The holding in words, strength first, then shape, then suits from spades down, then what else is known.

    ``points`` is the count that may say more about strength than hcp do.
    """
    if held.is_empty:
        return "no hand"
    facts = _strength(held, points)
    facts += _balance(held, _common(facts))
    lengths = _lengths(held, _common(facts))
    extras = _extras(held, _common(facts + lengths))
    facts = _needed(facts + lengths + extras, lengths)
    words = [text for text, _ in facts]
    words += [text for q, values in held.sides.items() if (text := values_text(held, q, values))]
    return ", ".join(words) or "any hand"


def _common(facts: list[Fact]) -> int:
    cells = ALL_CELLS
    for _, part in facts:
        cells &= part
    return cells


def _needed(facts: list[Fact], lengths: list[Fact]) -> list[Fact]:
    """Without the facts that follow from others; the bounds on lengths are the first to go, widest first."""
    candidates = [fact for fact in facts if fact[0] in ("unbalanced", "semi-balanced")]
    candidates += [fact for fact in lengths if fact[0].startswith("0-")]
    candidates += [fact for fact in lengths if not fact[0].startswith("0-")]
    for fact in candidates:
        others = [other for other in facts if other is not fact]
        if _common(others) & ~fact[1] == 0:
            facts = others
    return facts


def _strength(held: Holding, points: Quantity) -> list[Fact]:
    hcp_low, hcp_high = held.hcp_range
    by_hcp = cells_of_hcp(hcp_between(hcp_low, hcp_high))
    if not points.exact:
        return [(_HCP.unit_text(hcp_low, hcp_high), by_hcp)] if by_hcp != ALL_CELLS else []
    low, high = held.range(points)
    by_points = exact_cells(points, low, high)
    shape_cells = cells_of_shapes(held.shapes)
    in_hcp, in_points = by_hcp & shape_cells, by_points & shape_cells
    if in_hcp & ~in_points == 0:
        return [(_HCP.unit_text(hcp_low, hcp_high), by_hcp)] if in_hcp != shape_cells else []
    facts = []
    if in_points != shape_cells:
        facts.append((points.unit_text(low, high), by_points))
    if in_points & ~in_hcp:
        rough_low, rough_high = holding(in_points).hcp_range
        text = _HCP.unit_text(
            hcp_low if hcp_low > rough_low else 0, hcp_high if hcp_high < rough_high else 37
        )
        facts.append((text, by_hcp))
    return facts


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
        if known & ~cells and (not text.startswith("balanced,") or _worth_saying(here)):
            return [(text, cells)]
    return []


def _worth_saying(here: int) -> bool:
    """Both majors may be four cards long: else the lengths say it better."""
    return all(here & shapes.length_between(suit, 4, 4) for suit in (2, 3))


def _lengths(held: Holding, known: int) -> list[Fact]:
    """Suits whose range is narrower than what is implied: long suits settled first, all told in order."""
    ranges = [held.length_range(suit) for suit in range(4)]
    found: dict[int, Fact] = {}
    for suit in sorted(
        range(4), key=lambda suit: (-max(ranges[suit][0], 3), ranges[suit][1] - ranges[suit][0], -suit)
    ):
        low, high = ranges[suit]
        implied_low, implied_high = holding(known).length_range(suit)
        if low <= implied_low and high >= implied_high:
            continue
        at_most = high if high < implied_high else 13
        q = _LENGTHS[suit]
        cells = exact_cells(q, low, high)
        found[suit] = (q.unit_text(low if low > implied_low or at_most < 13 else 0, at_most), cells)
        known &= cells
    return [found[suit] for suit in sorted(found, reverse=True)]


def _extras(held: Holding, known: int) -> list[Fact]:
    """Facts about two suits together that are not implied, at most two of them."""
    found: list[Fact] = []
    if held.cells == known:
        return found
    here = held.shapes
    for text, mask in _pair_facts():
        if len(found) == _MOST_EXTRAS:
            break
        if here & ~mask == 0 and known & ~(cells := cells_of_shapes(mask)):
            found.append((text, cells))
            known &= cells
    return found


def _pair_facts() -> Iterator[tuple[str, int]]:
    name = [q.name for q in _LENGTHS]
    for a, b in ((3, 2), (1, 0), (3, 1), (3, 0), (2, 1), (2, 0)):
        for length in (5, 4):
            either = shapes.length_between(a, length, 13) | shapes.length_between(b, length, 13)
            yield f"{length}+ {name[a]} or {length}+ {name[b]}", either
    for suit in (3, 2, 1, 0):
        yield f"{name[suit]} longest", shapes.longest(suit)
    for a, b in (
        (3, 2),
        (2, 3),
        (1, 0),
        (0, 1),
        (3, 1),
        (3, 0),
        (2, 1),
        (2, 0),
        (1, 3),
        (0, 3),
        (1, 2),
        (0, 2),
    ):
        yield f"{name[a]} longer than {name[b]}", shapes.length_compare(a, ">", b)
        yield f"{name[a]} at least as long as {name[b]}", shapes.length_compare(a, ">=", b)


def values_text(held: Holding, q: Quantity, values: int) -> str:
    """The possible values of one quantity in words; empty when it is nothing beyond what the cells say.

    >>> from bridgelang.constraints.holding import ANY
    >>> values_text(ANY, quantity("keycards", 3), 0b1001)
    '0 or 3 keycards in spades'
    """
    possible = held.values(q) & values
    free = holding(held.cells).values(q)
    if not possible or possible == free:
        return ""
    low, high = value_range(q, possible)
    free_low, free_high = value_range(q, free)
    if possible == free & (all_values(q) >> q.high - high) & (all_values(q) << low - q.low):
        return q.unit_text(low if low > free_low else q.low, high if high < free_high else q.high)
    names = [value for value in range(low, high + 1) if possible >> value - q.low & 1]
    if q.kind in ("stopper", "card", "honours"):
        return " or ".join(q.unit_text(value, value) for value in names)
    from bridgelang.features.english import number_text

    *firsts, last = (number_text(value, q.scale) for value in names)
    return f"{', '.join(firsts)} or {last} {q.name}"

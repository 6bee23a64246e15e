"""The 560 ordered shapes, and predicates on them as sets of shapes.

A shape is a tuple of suit lengths (clubs, diamonds, hearts, spades) that sum to 13. Shapes are numbered 0-559
in lexicographic order of that tuple, (0, 0, 0, 13) first. A set of shapes is an integer of 560 bits, bit
index = number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import permutations, product

from bridgelang.errors import NotationError

Lengths = tuple[int, int, int, int]

SHAPES: tuple[Lengths, ...] = tuple(
    (clubs, diamonds, hearts, 13 - clubs - diamonds - hearts)
    for clubs in range(14)
    for diamonds in range(14 - clubs)
    for hearts in range(14 - clubs - diamonds)
)
SHAPE_INDEX: dict[Lengths, int] = {shape: index for index, shape in enumerate(SHAPES)}
ALL_SHAPES = (1 << len(SHAPES)) - 1

_SUITS = ("clubs", "diamonds", "hearts", "spades")


def shape_index(lengths: Lengths) -> int:
    """The number of a shape.

    >>> shape_index((0, 0, 0, 13)), shape_index((13, 0, 0, 0))
    (0, 559)
    """
    return SHAPE_INDEX[lengths]


def shapes_in(mask: int) -> Iterator[Lengths]:
    """The shapes of a set, in order."""
    while mask:
        low = mask & -mask
        yield SHAPES[low.bit_length() - 1]
        mask ^= low


@lru_cache(maxsize=4)
def shapes_by_length(suit: int) -> tuple[int, ...]:
    """Fourteen sets: the shapes with 0, 1, … 13 cards in the suit."""
    sets = [0] * 14
    bit = 1
    for shape in SHAPES:
        sets[shape[suit]] |= bit
        bit <<= 1
    return tuple(sets)


def length_between(suit: int, low: int, high: int) -> int:
    """The shapes with so many cards in the suit, both ends included."""
    total = 0
    for part in shapes_by_length(suit)[max(low, 0) : high + 1]:
        total |= part
    return total


# Balance ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def balanced() -> int:
    """4333, 4432 and 5332, a five-card major included."""
    return pattern_any("4-3-3-3") | pattern_any("4-4-3-2") | pattern_any("5-3-3-2")


@lru_cache(maxsize=1)
def semi_balanced() -> int:
    """Balanced, 5422 and 6322."""
    return balanced() | pattern_any("5-4-2-2") | pattern_any("6-3-2-2")


def unbalanced() -> int:
    """Every shape that is not balanced."""
    return ALL_SHAPES ^ balanced()


def no_five_card_major() -> int:
    """At most four hearts and at most four spades."""
    return length_between(2, 0, 4) & length_between(3, 0, 4)


# Short suits ------------------------------------------------------------------------------------------------


def void_in(suit: int) -> int:
    """No card in the suit."""
    return shapes_by_length(suit)[0]


def singleton_in(suit: int) -> int:
    """Exactly one card in the suit."""
    return shapes_by_length(suit)[1]


def doubleton_in(suit: int) -> int:
    """Exactly two cards in the suit."""
    return shapes_by_length(suit)[2]


def shortness_in(suit: int) -> int:
    """At most one card in the suit."""
    return void_in(suit) | singleton_in(suit)


def has_void() -> int:
    """A void somewhere."""
    return _some_suit(void_in)


def has_singleton() -> int:
    """A singleton somewhere (there may be a void as well)."""
    return _some_suit(singleton_in)


def has_doubleton() -> int:
    """A doubleton somewhere."""
    return _some_suit(doubleton_in)


def has_shortness() -> int:
    """A singleton or a void somewhere."""
    return _some_suit(shortness_in)


def _some_suit(of_suit: Callable[[int], int]) -> int:
    return of_suit(0) | of_suit(1) | of_suit(2) | of_suit(3)


# Comparisons ------------------------------------------------------------------------------------------------

_OPERATORS: dict[str, Callable[[int, int], bool]] = {
    ">": int.__gt__,
    ">=": int.__ge__,
    "=": int.__eq__,
    "==": int.__eq__,
    "<=": int.__le__,
    "<": int.__lt__,
    "!=": int.__ne__,
}


@lru_cache(maxsize=128)
def length_compare(suit_a: int, op: str, suit_b: int) -> int:
    """The shapes where the lengths of two suits compare so; ``op`` is one of ``> >= = <= < !=``.

    >>> length_compare(3, ">=", 2) == ALL_SHAPES ^ length_compare(3, "<", 2)
    True
    """
    compare = _OPERATORS[op]
    found = 0
    for length_a, with_a in enumerate(shapes_by_length(suit_a)):
        for length_b, with_b in enumerate(shapes_by_length(suit_b)):
            if compare(length_a, length_b):
                found |= with_a & with_b
    return found


@lru_cache(maxsize=32)
def longest(suit: int, strictly: bool = False) -> int:
    """The suit is at least as long as every other; ``strictly``: longer than every other."""
    return _extreme(suit, ">" if strictly else ">=")


@lru_cache(maxsize=32)
def shortest(suit: int, strictly: bool = False) -> int:
    """The suit is at most as long as every other; ``strictly``: shorter than every other."""
    return _extreme(suit, "<" if strictly else "<=")


def _extreme(suit: int, op: str) -> int:
    found = ALL_SHAPES
    for other in range(4):
        if other != suit:
            found &= length_compare(suit, op, other)
    return found


# Patterns ---------------------------------------------------------------------------------------------------

_ANY = frozenset(range(14))


def _element(text: str, whole: str) -> frozenset[int]:
    """The lengths one element of a pattern allows: ``5``, ``5+``, ``2-`` is not read, ``x`` is any number."""
    word = text.strip().lower()
    if word == "x":
        return _ANY
    if word.isdecimal() and int(word) <= 13:
        return frozenset({int(word)})
    if word.endswith("+") and word[:-1].isdecimal() and int(word[:-1]) <= 13:
        return frozenset(range(int(word[:-1]), 14))
    raise NotationError(f"`{text}` in the shape `{whole}` is not a number of cards 0-13, nor `x` for any number", whole)


def _check(parts: list[frozenset[int]], text: str) -> None:
    if len(parts) != 4:
        raise NotationError(f"the shape `{text}` has {len(parts)} suits, a hand has four", text)
    least, most = sum(min(part) for part in parts), sum(max(part) for part in parts)
    if not least <= 13 <= most:
        bound = "at least " if most != least and least > 13 else "at most " if most != least else ""
        raise NotationError(f"the shape `{text}` has {bound}{least if least > 13 else most} cards, not 13", text)


@lru_cache(maxsize=512)
def pattern_any(text: str) -> int:
    """The shapes of a pattern whose suits may come in any order: ``5-4-x-x``, ``5-3-3-2``, ``6+-4+-x-x``.

    >>> pattern_any("4-3-3-3").bit_count(), pattern_any("5-4-3-1").bit_count()
    (4, 24)

    Raises NotationError.
    """
    parts = [_element(part, text) for part in text.split("-")]
    _check(parts, text)
    found = 0
    for order in set(permutations(parts)):
        found |= _positions(order)
    return found


@lru_cache(maxsize=512)
def pattern_exact(text: str) -> int:
    """The shapes of a pattern spades=hearts=diamonds=clubs: ``5=4=x=x``.

    >>> list(shapes_in(pattern_exact("5=4=3=1")))
    [(1, 3, 4, 5)]

    Raises NotationError.
    """
    parts = [_element(part, text) for part in text.split("=")]
    _check(parts, text)
    return _positions(tuple(parts))


@lru_cache(maxsize=512)
def pattern_grouped(text: str) -> int:
    """The shapes of a pattern spades first, in any order inside parentheses: ``(54)xx``.

    >>> pattern_grouped("(54)xx") == pattern_exact("5=4=x=x") | pattern_exact("4=5=x=x")
    True

    Raises NotationError.
    """
    if text.count("(") != text.count(")") or "(" not in text:
        raise NotationError(f"the shape `{text}` needs its parentheses in pairs, as in `(54)xx`", text)
    groups: list[list[frozenset[int]]] = []
    inside: list[frozenset[int]] | None = None
    for letter in text.replace(" ", "").replace("=", ""):
        if letter == "(" and inside is None:
            inside = []
            groups.append(inside)
        elif letter == ")" and inside is not None:
            inside = None
        elif letter in "()":
            raise NotationError(f"the shape `{text}` has parentheses inside parentheses", text)
        elif inside is not None:
            inside.append(_element(letter, text))
        else:
            groups.append([_element(letter, text)])
    _check([part for group in groups for part in group], text)
    found = 0
    for orders in product(*(set(permutations(group)) for group in groups)):
        found |= _positions(tuple(part for order in orders for part in order))
    return found


def pattern(text: str) -> int:
    """The shapes of a pattern in any of the three ways of writing it; raises NotationError.

    >>> pattern("5-4-x-x").bit_count() > pattern("(54)xx").bit_count() > pattern("5=4=x=x").bit_count()
    True
    """
    clean = text.strip()
    if "(" in clean or ")" in clean:
        return pattern_grouped(clean)
    if "=" in clean:
        return pattern_exact(clean)
    if "-" in clean:
        return pattern_any(clean)
    if len(clean) == 4 and all(letter.lower() == "x" or letter.isdecimal() for letter in clean):
        raise NotationError(
            f"the shape `{clean}` has two readings: write `{'-'.join(clean)}` for the suits in any order, "
            f"or `{'='.join(clean)}` for spades, hearts, diamonds, clubs",
            text,
        )
    raise NotationError(f"`{clean}` is not a shape: write `5-4-3-1` (any order) or `5=4=3=1` (spades first)", text)


def _positions(parts: tuple[frozenset[int], ...]) -> int:
    """``parts`` are the lengths allowed in spades, hearts, diamonds, clubs."""
    spades, hearts, diamonds, clubs = parts
    found = 0
    for c in clubs:
        for d in diamonds:
            for h in hearts:
                s = 13 - c - d - h
                if s in spades:
                    found |= 1 << SHAPE_INDEX[(c, d, h, s)]
    return found

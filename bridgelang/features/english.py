"""Quantities in a bridge player's words: ``15-17 hcp``, ``5+ spades``, ``up to 9 points``, ``no aces``."""

from __future__ import annotations

from bridgelang.core.cards import RANKS, SUITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Quantity(Protocol):
        """What the words need to know of a quantity; bounds are in stored units, ``scale`` of them to one."""

        kind: str
        args: tuple[object, ...]
        scale: int
        low: int
        high: int

        @property
        def suit(self) -> int | None: ...


RANK_NAMES = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)


def suit_name(suit: object) -> str:
    """The suit in words: ``hearts``."""
    return SUITS[int(suit)].name_lower  # type: ignore[call-overload]


def name_of(q: Quantity) -> str:
    """The quantity's name, without a range.

    >>> from bridgelang.features.quantities import quantity
    >>> name_of(quantity("keycards", 3)), name_of(quantity("length", 2)), name_of(quantity("rule of 20"))
    ('keycards in spades', 'hearts', 'hcp + two longest suits')
    """
    kind, args = q.kind, q.args
    if kind == "length":
        return suit_name(args[0])
    if kind == "honours":
        return f"top {args[1]} in {suit_name(args[0])}"
    if kind == "card":
        return f"{RANK_NAMES[int(args[1])]} of {suit_name(args[0])}"  # type: ignore[call-overload]
    if kind == "custom":
        return str(args[0])
    if kind == "hcp difference":
        return f"hcp in {suit_name(args[0])} less those in {suit_name(args[1])}"
    if q.suit is not None:
        return f"{kind.removesuffix(' in')} in {suit_name(args[0])}"
    return {
        "rule of 20": "hcp + two longest suits",
        "rule of 15": "hcp + spades",
        "longest": "cards in the longest suit",
        "shortest": "cards in the shortest suit",
    }.get(kind, kind)


def number_text(value: int, scale: int) -> str:
    """A stored value as a number: ``number_text(9, 2)`` is ``4.5``."""
    whole, rest = divmod(abs(value), scale)
    text = str(whole) if not rest else f"{whole}{('', '.25', '.5', '.75')[rest * 4 // scale]}"
    return text if value >= 0 else f"-{text}"


_COUNTED = frozenset({"aces", "kings", "queens", "controls", "keycards", "losers", "quick tricks", "playing tricks"})


def range_text(q: Quantity, low: int, high: int) -> str:
    """The quantity with bounds, both ends included and in stored units."""
    low, high = max(low, q.low), min(high, q.high)
    name = name_of(q)
    if low > high:
        return f"no possible number of {name}"
    special = _SPECIAL.get(q.kind)
    if special is not None:
        return special(q, name, low, high)
    if high == q.high and low in _RULES.get(q.kind, ()):
        return f"{q.kind.rpartition(' ')[0]} {low}"
    if low == q.low and high == q.high:
        return f"any number of {name}"
    return _number_range(q, name, low, high)


_RULES = {"rule of 20": range(18, 23), "rule of 15": range(13, 18)}
"""The sums that players call by the name of the rule: ``rule of 19``."""


def _number_range(q: Quantity, name: str, low: int, high: int) -> str:
    first, last = number_text(low, q.scale), number_text(high, q.scale)
    if low == high:
        if low == 0 and q.kind in _COUNTED:
            return f"no {name}"
        return f"{first} {_singular(name) if low == q.scale else name}"
    if high == q.high:
        return f"{first}+ {name}"
    if low == q.low:
        return f"up to {last} {_singular(name) if high == q.scale else name}"
    return f"{first}-{last} {name}"


def _length_text(q: Quantity, name: str, low: int, high: int) -> str:
    if low == q.low and high == q.high:
        return f"any number of {name}"
    if high == 0:
        return f"void in {name}"
    if high == 13:
        return f"{low}+ {name}"
    if low == high:
        return f"{low} {name[:-1] if low == 1 else name}"
    return f"{low}-{high} {name}"


def _card_text(q: Quantity, name: str, low: int, high: int) -> str:
    if low != high:
        return f"{name} held or not"
    return name if low else f"no {name}"


def _singular(name: str) -> str:
    words = name.split()
    at = words.index("in") - 1 if "in" in words else len(words) - 1
    if words[at].endswith("s") and words[at] != "hcp":
        words[at] = words[at][:-1]
    return " ".join(words)


def _stopper_text(q: Quantity, name: str, low: int, high: int) -> str:
    half = name.replace("stopper", "half stopper", 1)
    return {
        (2, 2): name,
        (1, 2): half,
        (0, 0): f"no {half}",
        (0, 1): f"no {name}",
        (1, 1): f"only a {half}",
    }.get((low, high), f"{name} or not")


def _honours_text(q: Quantity, name: str, low: int, high: int) -> str:
    suit, top = suit_name(q.args[0]), int(q.args[1])  # type: ignore[call-overload]
    if top <= 3 and low == high == top:
        letters = "".join(rank.letter for rank in reversed(RANKS[-top:]))
        return f"{letters} in {suit}" if top > 1 else f"ace of {suit}"
    if high == top:
        return f"{low} of top {top} in {suit}" if low else f"any of top {top} in {suit}"
    if high == 0:
        return f"none of top {top} in {suit}"
    if low == high:
        return f"exactly {low} of top {top} in {suit}"
    if low == 0:
        return f"up to {high} of top {top} in {suit}"
    return f"{low}-{high} of top {top} in {suit}"


_SPECIAL = {"stopper": _stopper_text, "card": _card_text, "honours": _honours_text, "length": _length_text}
"""Kinds that have words of their own."""

"""The shape that a call shows, in words: balanced or not, suits that are long, and those that are limited or denied."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable

from bridgelang.bidding.told import MOST_SORTS, Told
from bridgelang.bidding.ways import RARE, long_suits, shortage_text, suit_text
from bridgelang.constraints import shapes
from bridgelang.constraints.likely import Spread
from bridgelang.constraints.nodes import Node, Or, Shape, Within
from bridgelang.features.quantities import quantity

_MOSTLY = 0.88  # a hand is called balanced when so many are
_DENIES = 0.2  # and a suit is denied when so many would have had it
_ANY = 13

Piece = tuple[int, str]
"""Some words, and how soon they may be left out (0 never)."""


def shape(told: Told) -> list[Piece]:
    """Balance and suits."""
    out: list[Piece] = []
    takeout = told.reading.has("takeout")  # which is about shape in itself
    balance = "" if takeout else _balance(told)
    if balance:
        out.append((0, balance))
    longs, bounds = _suits(told, 4 if balance or takeout else 3)
    if takeout:
        return [(0, text) for text in longs]
    out += [(0, text) for text in longs]
    either = _either(told, longs)
    if either:
        out.append((1, either))
    if _unbalanced(told):
        out.append((4, "unbalanced"))
    if told.note:  # what its author says of it tells what it denies
        bounds = [text for text in bounds if text[0] in "0v"]
    return out + [(2, text) for text in bounds] + [(3, text) for text in _shortages(told)]


def _shortages(told: Told) -> list[str]:
    """The shortages that every way asks for or denies, where that leaves clearly fewer hands."""
    rest = _as_long(told, told.known, range(4))
    said = {text: part for part in told.promised if (text := shortage_text(part))}
    return [text for text, part in said.items() if rest.share(rest.shapes(_shapes_of(part))) <= 1 - _DENIES]


def _shapes_of(node: Node) -> int:
    """The shapes of a condition about nothing else."""
    if isinstance(node, Or):
        return functools.reduce(operator.or_, map(_shapes_of, node.parts))
    assert isinstance(node, Shape)
    return node.mask


def _as_long(told: Told, hands: Spread, suits: Iterable[int]) -> Spread:
    """Those with as many cards in some suits as the call shows."""
    for suit in suits:
        least, _ = told.spread.length_range(suit)
        hands = hands.lengths(suit, least, _ANY)
    return hands


def pass_shape(told: Told) -> list[Piece]:
    """The suits that the lines of a pass ask for: those of a pass for penalties."""
    texts = [long_suits(way, told.before) for way in told.ways]
    return [(0, text) for text in texts[0] if all(text in others for others in texts)] if texts else []


def _balance(told: Told) -> str:
    """``balanced`` when it is so and was not known, with the word on majors when the author says so."""
    mask = shapes.balanced()
    here, known = told.spread, told.known
    if here.share(here.shapes(mask)) < _MOSTLY or known.share(known.shapes(mask)) > 1 - RARE:
        return ""
    tops = [here.length_range(suit)[1] for suit in (2, 3)]
    opening = told.state.last_bidder < 0
    return "balanced, no 5-card major" if opening and tops == [4, 4] else "balanced"


def _unbalanced(told: Told) -> bool:
    """Whether the author asks for an unbalanced hand."""
    return all(any(isinstance(part, Shape) and part.label == "unbalanced" for part in way.parts) for way in told.ways)


def _suits(told: Told, fewest: int) -> tuple[list[str], list[str]]:
    """The suits that are shown with ``fewest`` cards or more, and those that are limited or denied."""
    long: list[tuple[int, int, str]] = []
    bounds: list[str] = []
    denied: list[int] = []
    mine = told.state.suits(told.state.turn)
    asked = told.reading.natural if told.reading.call > 2 else -1
    for suit in (3, 2, 1, 0):
        low, top = _ends(told, suit)
        if low > told.before.length_range(suit)[0] and low >= (5 if suit in mine else fewest):
            both = low == top or _stated_top(told, suit) or _denies(told, suit, low, top)
            long.append((0 if suit == asked else 1, -low, suit_text(suit, low, top if both else _ANY)))
        elif _is_limited(told, suit, top):
            denied.append(suit)
            bounds.append(suit_text(suit, 0, top))
    if {2, 3} <= set(denied) and all(told.spread.length_range(suit)[1] == 3 for suit in (2, 3)):
        bounds = ["no 4-card major", *[text for text in bounds if "hearts" not in text and "spades" not in text]]
    long.sort(key=lambda found: found[:2])
    return [text for _, _, text in long], bounds


def _ends(told: Told, suit: int) -> tuple[int, int]:
    """The fewest and the most cards shown; the most is 13 where that is nothing new."""
    low, high = told.spread.length_range(suit)
    low = max(low, told.spread.length_range(suit, 0.004)[0])
    return low, high if high < told.before.length_range(suit)[1] or low == high else _ANY


def _is_limited(told: Told, suit: int, top: int) -> bool:
    """Whether it is worth saying that there are no more cards of a suit than that."""
    major, partners = suit in (2, 3), told.state.suits((told.state.turn + 2) & 3)
    if top == _ANY or not (_stated_top(told, suit) or (major and top <= 3) or top <= 1):
        return False
    theirs = told.state.shown_suits(1 - (told.state.turn & 1))
    if (suit in theirs and top > 1) or not _denies(told, suit, 0, top):
        return False
    return suit in partners or top <= 1 or (major and top <= 3)


def _stated_top(told: Told, suit: int) -> bool:
    length = quantity("length", suit)
    return all(
        any(isinstance(part, Within) and part.quantity is length and part.hi < _ANY for part in way.parts)
        for way in told.ways
    )


def _denies(told: Told, suit: int, low: int, top: int) -> bool:
    """Whether a bound takes away many of the hands that have the rest of what is shown."""
    rest = _as_long(told, told.known, [other for other in range(4) if other != suit])
    if _balance(told):
        rest = rest.shapes(shapes.balanced())
    rest = rest.lengths(suit, low, _ANY)
    return rest.share(rest.lengths(suit, top + 1, _ANY)) >= _DENIES


def _either(told: Told, common: list[str]) -> str:
    """Suits that are shown one or the other: ``6+ clubs or 6+ diamonds``."""
    found: dict[str, None] = {}
    said = {text.split()[-1] for text in common}
    for way in told.ways:
        texts = [text for text in long_suits(way, told.before) if not said & {text.split()[-1]}]
        if not texts:
            return ""
        found[" and ".join(texts)] = None
    if len({text.split()[-1] for text in found}) == 1:
        return ""
    return " or ".join(found) if 1 < len(found) <= (2 if told.note else MOST_SORTS) else ""

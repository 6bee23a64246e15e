"""The sorts of hands that a call is made with, each with what its line says, in words.

A rule with an *or* about suits is several ways; :mod:`bridgelang.bidding.phrases` makes a sentence of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise, product

from bridgelang.bidding.shown import Shown
from bridgelang.bidding.state import State
from bridgelang.constraints import shapes
from bridgelang.constraints.holding import Holding
from bridgelang.constraints.likely import Spread, Weights, chances
from bridgelang.constraints.nodes import And, Node, Not, Or, Shape, Within, both
from bridgelang.constraints.project import project
from bridgelang.core.cards import SUITS
from bridgelang.features.quantities import Quantity, quantity

RARE = 0.05  # a way to make the call that is rarer is not spoken of
_TRICKS = ("playing tricks", "quick tricks", "losers")
_SPOKEN = ("stopper", "aces", "kings", "queens", "keycards", "controls", "honours", "card", "custom", *_TRICKS)
_SHORTAGES = {"void": "void", "singleton": "singleton", "shortage": "singleton or void"}
_SCALES = ("hcp", "points", "support points")
_HCP = quantity("hcp")


class Way:
    """One sort of hand the call is made with: the conditions it must meet, its author's note, and the hands."""

    __slots__ = ("note", "parts", "spread")

    def __init__(self, parts: tuple[Node, ...], note: str, spread: Spread) -> None:
        self.parts = parts
        self.note = note
        self.spread = spread


def chances_in(state: State) -> Weights:
    """How likely each number of hcp is for the player to call."""
    return _chances_beside(tuple([state.holding(seat).cells for seat in range(4) if seat != state.turn]))


@lru_cache(maxsize=2_000)
def _chances_beside(others: tuple[int, ...]) -> Weights:
    return chances(list(others))


def ways_of(reading: Shown, chance: Weights) -> list[Way]:
    """The sorts of hands, in the order of the lines, each without those that the ones before it take."""
    left = default = reading.holding.cells
    found = []
    for entry in reading.entries:
        for parts in islice(branches(entry.node), 8):
            whole = project(both(*parts))
            cells = left & whole.may
            default &= ~whole.may
            if cells:
                found.append(Way(parts, entry.line.note, Spread.of(cells, chance)))
                left &= whole.spare
    if reading.call == 0 and default:
        found.append(Way((), "", Spread.of(default, chance)))
    return found


def likely_ways(ways: list[Way]) -> list[Way]:
    """Without those that come up too rarely to be spoken of."""
    total = sum(way.spread.total for way in ways)
    return [way for way in ways if way.spread.total >= RARE * total] or ways


def branches(node: Node) -> Iterator[tuple[Node, ...]]:
    """The conjunctions of a condition: an *or* about suits is taken apart, one about strength is not."""
    parts = node.parts if isinstance(node, And) else (node,)
    options: list[list[tuple[Node, ...]]] = []
    for part in parts:
        if isinstance(part, Or) and (all(map(_speaks_of_suits, part.parts)) or _are_sorts(part.parts)):
            options.append([branch for piece in part.parts for branch in branches(piece)])
        else:
            options.append([(part,)])
    for choice in product(*options):
        yield tuple(piece for group in choice for piece in group)


def _speaks_of_suits(node: Node) -> bool:
    if isinstance(node, Within):
        return node.quantity.kind == "length" and node.lo >= 4
    if isinstance(node, Shape):
        return not shortage_text(node)
    if isinstance(node, Not):
        return False
    return any(_speaks_of_suits(part) for part in node.parts)


def _are_sorts(parts: Sequence[Node]) -> bool:
    """Whether each says how strong the hand is, by ranges of one scale apart, and some its shape."""
    said = [said_outright(part.parts if isinstance(part, And) else (part,)) for part in parts]
    sure = [one for one in said if one is not None]
    if len(sure) < len(said) or len({q for q, _, _ in sure}) > 1 or not any(map(_speaks_of_suits, parts)):
        return False
    spans = sorted([(q.low if low is None else low, q.high if high is None else high) for q, low, high in sure])
    return all(one[1] + 1 < other[0] for one, other in pairwise(spans))


def said_in_tricks(parts: tuple[Node, ...]) -> bool:
    """Whether conditions state strength in tricks or losers."""
    return any(isinstance(part, Within) and part.quantity.kind in _TRICKS for part in parts)


def is_measure(node: Node) -> bool:
    """Whether a condition counts tricks, losers or controls."""
    return isinstance(node, Within) and node.quantity.kind in (*_TRICKS, "controls")


def said_outright(parts: tuple[Node, ...]) -> tuple[Quantity, int | None, int | None] | None:
    """The range of strength that conditions state outright, an open end None; a scale other than hcp goes first."""
    said = [part for part in parts if isinstance(part, Within) and part.quantity.kind in _SCALES]
    if not said:
        return None
    best = next((part for part in said if part.quantity is not _HCP), said[0])
    q = best.quantity
    return q, (None if best.lo <= q.low else best.lo), (None if best.hi >= q.high else best.hi)


def long_suits(way: Way, before: Holding, least: int = 4) -> list[str]:
    """The suits that one way shows by what its line says."""
    texts = []
    for suit in (3, 2, 1, 0):
        for part in way.parts:
            if isinstance(part, Within) and part.quantity is quantity("length", suit):
                new = part.lo >= least and part.lo > before.length_range(suit)[0]
                texts += [suit_text(suit, part.lo, part.hi)] if new else []
    return texts


def way_text(way: Way, before: Holding) -> str:
    balanced = way.spread.share(way.spread.shapes(shapes.balanced())) > 1 - RARE
    texts = (["balanced"] if balanced else []) + long_suits(way, before)
    return "".join(f", {text}" for text in texts)


# ---------------------------------------------------------------------- words


def common_note(ways: list[Way]) -> str:
    """The note of all ways; or what all their notes begin with, when one of them is just that."""
    notes = list(dict.fromkeys(way.note for way in ways))
    if len(notes) == 1:
        return notes[0]
    shortest = min(notes, key=len)
    if shortest and all(_begins(note, shortest) for note in notes):
        return shortest
    total = sum(way.spread.total for way in ways)
    for note in notes:
        if note and sum(way.spread.total for way in ways if way.note == note) >= 0.85 * total:
            return note
    return ""


def _begins(note: str, start: str) -> bool:
    return note == start or (note.startswith(start) and not note[len(start)].isalnum())


def suit_text(suit: int, low: int, high: int) -> str:
    """``5+ spades``, ``4 hearts``, ``up to 3 spades``, ``0-1 clubs``.

    >>> [suit_text(3, 5, 13), suit_text(2, 4, 4), suit_text(3, 0, 3), suit_text(0, 0, 1)]
    ['5+ spades', '4 hearts', 'up to 3 spades', '0-1 clubs']
    """
    name = SUITS[suit].name_lower
    if high >= 13 or (high > 7 and low >= 4):
        return f"{low}+ {name}"
    if low == high:
        return f"{low} {name}" if low else f"void in {name}"
    if low < 2 and high > 1:
        return f"up to {high} {name}"
    return f"{low}-{high} {name}"


def extra_text(part: Node, suit: int) -> str:
    """A promise about single cards, in words; empty for what is not spoken of."""
    pieces = part.parts if isinstance(part, Or) else (part,)
    if not all(isinstance(piece, Within) and piece.quantity.kind in _SPOKEN for piece in pieces):
        return ""
    held = [piece for piece in pieces if isinstance(piece, Within)]
    kinds = {piece.quantity.kind for piece in held}
    about = {piece.quantity.suit for piece in held}
    if len(about) == 1 and len(kinds) == 1:
        return _of_one_suit(held, suit)
    return " or ".join(piece.quantity.unit_text(piece.lo, piece.hi) for piece in held)


def shortage_text(node: Node) -> str:
    """``a singleton or a void``, ``no void``; empty for what is no shortage."""
    if isinstance(node, Or):
        texts = [shortage_text(part) for part in node.parts]
        return " or ".join(texts) if all(texts) else ""
    article, _, what = node.label.rpartition("a ") if isinstance(node, Shape) else ("", "", "")
    return f"{'no' if article else 'a'} {_SHORTAGES[what]}" if what in _SHORTAGES else ""


def _of_one_suit(held: Sequence[Within], own: int) -> str:
    """Promises of one kind about one suit; ``own`` is that of the call."""
    quantity = held[0].quantity
    suit, several = quantity.suit, len(held) > 1
    name = SUITS[suit].name_lower if suit is not None else ""
    if several and quantity.kind == "honours":
        return "good suit" if suit == own else f"good {name}"
    if several and quantity.kind == "card":
        cards = [piece.quantity.name.split(" of ")[0] for piece in held]
        return f"{' or '.join(cards)} of {name}"
    text = " or ".join(piece.quantity.unit_text(piece.lo, piece.hi) for piece in held)
    return text.replace(f" in {name}", "") if quantity.kind == "honours" and suit == own else text

"""Words of one hand: points, lengths, honours, shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from bridgelang.bidding.forms import (
    MAJORS,
    MINORS,
    NOTRUMP,
    SUIT_NAMES,
    SUITS,
    Amount,
    Measure,
    SuitRef,
    Where,
)
from bridgelang.bidding.place import Place
from bridgelang.bidding.questions import ALL_SUITS, SUITS_OF
from bridgelang.bidding.words.base import Word
from bridgelang.constraints import shapes
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both, either, shape, within
from bridgelang.features.quantities import Quantity, quantity

_LENGTHS = tuple(quantity("length", suit) for suit in SUITS)


def measured(measure: Measure, q: Place) -> Quantity | None:
    """The quantity that is meant here; None when its suit does not exist."""
    kind = measure.kind
    if kind == "points":
        return q.counts.points
    if kind == "custom":
        return q.counts.own[measure.name]
    if kind == "support points":
        suit = q.support_suit() if measure.suit is None else q.suit(measure.suit)
        return quantity("support points", suit) if suit >= 0 else q.counts.points
    if kind.startswith("rule of"):
        return quantity("rule of 15" if kind == "rule of 15" else "rule of 20")
    if measure.suit is None:
        return quantity(kind)
    suit = q.suit(measure.suit)
    if suit < 0:
        return None
    return quantity("honours", suit, 5) if kind == "honours" else quantity(kind, suit)


def ranged(amount: Amount, quant: Quantity, less: int = 0) -> Node:
    """The quantity lies in one of the ranges (in the author's units), after ``less`` (stored units) is taken off."""
    scale = quant.scale
    nodes = []
    for low, high in amount:
        bottom = quant.low if low is None else int(low * scale) - less
        top = quant.high if high is None else int(high * scale) - less
        nodes.append(within(quant, bottom, top))
    return nodes[0] if len(nodes) == 1 else either(*nodes)


def suits_of_kind(kind: str) -> tuple[int, ...]:
    """The majors, the minors, or all suits."""
    return MAJORS if kind == "major" else MINORS if kind == "minor" else SUITS


def suits_of(where: Where, q: Place) -> list[int]:
    """The suits a set of suits has here."""
    suits = list(suits_of_kind(where.kind))
    if where.whose:
        theirs = q.ask(SUITS_OF[where.whose])
        suits = [s for s in suits if theirs >> s & 1]
    which = where.which
    if which.endswith("unbid"):
        shown = q.ask(ALL_SUITS)
        suits = [s for s in suits if not shown >> s & 1]
        if which == "lowest unbid":
            suits = suits[:2]
        elif which == "highest unbid":
            suits = suits[-2:]
    elif which == "side":
        fit = q.fit_suit()
        trumps = q.strain if 0 <= q.strain < NOTRUMP and fit < 0 else fit
        suits = [s for s in suits if s != trumps]
    elif which == "other":
        suits = [s for s in suits if s != q.strain and s not in q.env.values()]
    return suits


def over(where: Where, q: Place, one: Callable[[int], Node]) -> Node:
    """``one`` over the suits of a ``where``: every or some."""
    if where.quantifier == "one":
        found = -1 if where.suit is None else q.suit(where.suit)
        return FALSE if found < 0 else one(found)
    nodes = [one(s) for s in suits_of(where, q)]
    return both(*nodes) if where.quantifier == "every" else either(*nodes)


class HandWord(Word):
    """A word of one hand."""

    __slots__ = ()
    of_hand = True


class AmountOf(HandWord):
    """So much of a quantity."""

    __slots__ = ("amount", "measure")
    kind = "amount"
    args = "amount measure"
    amount: Amount
    measure: Measure

    def set_up(self) -> None:
        self.amount, self.measure = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        quant = measured(self.measure, q)
        return FALSE if quant is None else ranged(self.amount, quant)


class LengthIn(HandWord):
    """So many cards in every or some suit of a set."""

    __slots__ = ("amount", "where")
    kind = "length in"
    args = "amount where"
    amount: Amount
    where: Where

    def set_up(self) -> None:
        self.amount, self.where = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        return over(self.where, q, lambda s: ranged(self.amount, _LENGTHS[s]))


class Tops(HandWord):
    """So many of the highest cards of a suit."""

    __slots__ = ("amount", "top", "where")
    kind = "tops"
    args = "amount number where"
    amount: Amount
    top: int
    where: Where

    def set_up(self) -> None:
        self.amount, self.top, self.where = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        return over(self.where, q, lambda s: ranged(self.amount, quantity("honours", s, self.top)))


class Stopper(HandWord):
    """A, Kx, Qxx or Jxxx."""

    __slots__ = ("where",)
    kind = "stopper"
    args = "where"
    least: ClassVar[int] = 2
    where: Where

    def set_up(self) -> None:
        (self.where,) = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        return over(self.where, q, lambda s: within(quantity("stopper", s), self.least, 2))


class HalfStopper(Stopper):
    """K, Qx, Jxx or better."""

    __slots__ = ()
    kind = "half stopper"
    args = "where"
    least = 1


class CardHeld(HandWord):
    """Holds this card."""

    __slots__ = ("rank", "ref")
    kind = "card"
    args = "rank suit"
    rank: int
    ref: SuitRef

    def set_up(self) -> None:
        self.rank, self.ref = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        suit = q.suit(self.ref)
        return FALSE if suit < 0 else within(quantity("card", suit, self.rank), 1, 1)


class CardsHeld(HandWord):
    """Holds all these cards."""

    __slots__ = ("ranks", "where")
    kind = "cards"
    args = "ranks where"
    ranks: tuple[int, ...]
    where: Where

    def set_up(self) -> None:
        self.ranks, self.where = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        return over(self.where, q, lambda s: both(*(within(quantity("card", s, rank), 1, 1) for rank in self.ranks)))


class NamedShape(HandWord):
    """A kind of shape that has a name."""

    __slots__ = ()
    shapes: ClassVar[Callable[[], int]]

    def node(self, q: Place) -> Node:
        return shape(type(self).shapes(), self.kind)


class Balanced(NamedShape):
    """4-3-3-3, 4-4-3-2 or 5-3-3-2."""

    __slots__ = ()
    kind = "balanced"
    shapes = staticmethod(shapes.balanced)


class SemiBalanced(NamedShape):
    """Balanced, 5-4-2-2 or 6-3-2-2."""

    __slots__ = ()
    kind = "semi-balanced"
    shapes = staticmethod(shapes.semi_balanced)


class Unbalanced(NamedShape):
    """Not balanced."""

    __slots__ = ()
    kind = "unbalanced"
    shapes = staticmethod(shapes.unbalanced)


class ShapeOf(HandWord):
    """These suit lengths."""

    __slots__ = ("text",)
    kind = "shape"
    args = "shape"
    text: str

    def set_up(self) -> None:
        (self.text,) = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        text = self.text
        if "(" not in text and not set("-=") & set(text):
            text = "-".join(text)
        return shape(shapes.pattern(text), text)


_SHORT = {"void": (0, 0), "singleton": (1, 1), "doubleton": (2, 2), "shortage": (0, 1)}
_SOME_SHORT: dict[str, Callable[[], int]] = {
    "void": shapes.has_void,
    "singleton": shapes.has_singleton,
    "doubleton": shapes.has_doubleton,
    "shortage": shapes.has_shortness,
}


class Short(HandWord):
    """A void, singleton, doubleton or shortage in this suit."""

    __slots__ = ("short", "where")
    kind = "short"
    args = "short where"
    short: str
    where: Where

    def set_up(self) -> None:
        self.short, self.where = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        low, high = _SHORT[self.short]
        return over(self.where, q, lambda s: within(_LENGTHS[s], low, high))


class SomeShort(HandWord):
    """Such a shortage somewhere."""

    __slots__ = ("short",)
    kind = "some short"
    args = "short"
    short: str

    def set_up(self) -> None:
        (self.short,) = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        return shape(_SOME_SHORT[self.short](), "a " + self.short)


class Long(HandWord):
    """A suit of so many cards or more somewhere."""

    __slots__ = ("number", "of_kind")
    kind = "long"
    args = "number kind"
    number: int
    of_kind: str

    def set_up(self) -> None:
        self.number, self.of_kind = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        return either(*(within(_LENGTHS[s], self.number, 13) for s in suits_of_kind(self.of_kind)))


class RuleOf(HandWord):
    """Hcp and the two longest suits (15: hcp and spades) make the number."""

    __slots__ = ("number",)
    kind = "rule of"
    args = "number"
    number: int

    def set_up(self) -> None:
        (self.number,) = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        if self.number == 15:
            return within(quantity("rule of 15"), 15, 50)
        return within(quantity("rule of 20"), self.number, 63)


_LONGER = {
    ">": "longer than",
    "<": "shorter than",
    ">=": "at least as long as",
    "<=": "at most as long as",
    "=": "as long as",
}


class Compare(HandWord):
    """One suit longer, shorter or as long as another."""

    __slots__ = ("one", "op", "other")
    kind = "compare"
    args = "suit op suit"
    one: SuitRef
    op: str
    other: SuitRef

    def set_up(self) -> None:
        self.one, self.op, self.other = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        a, b = q.suit(self.one), q.suit(self.other)
        if a < 0 or b < 0:
            return FALSE
        if a == b:
            return TRUE if "=" in self.op else FALSE
        return shape(shapes.length_compare(a, self.op, b), f"{SUIT_NAMES[a]} {_LONGER[self.op]} {SUIT_NAMES[b]}")


class Stronger(HandWord):
    """More high-card points in one suit than in another."""

    __slots__ = ("one", "other")
    kind = "is stronger"
    args = "suit suit"
    one: SuitRef
    other: SuitRef

    def set_up(self) -> None:
        self.one, self.other = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        a, b = q.suit(self.one), q.suit(self.other)
        return FALSE if a < 0 or b < 0 or a == b else within(quantity("hcp difference", a, b), 1, 10)


class Longest(HandWord):
    """No suit is longer."""

    __slots__ = ("ref",)
    kind = "is longest"
    args = "suit"
    ref: SuitRef

    def set_up(self) -> None:
        (self.ref,) = self.values  # type: ignore[assignment]

    def node(self, q: Place) -> Node:
        suit = q.suit(self.ref)
        return FALSE if suit < 0 else shape(shapes.longest(suit), f"{SUIT_NAMES[suit]} longest")

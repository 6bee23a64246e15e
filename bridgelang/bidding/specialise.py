"""A plain condition, in a position, as a constraint on the hand of the player to call.

Facts of the auction come out as ``TRUE`` or ``FALSE``; what speaks of my hand becomes a constraint, with partner's and
the opponents' shown cards worked in (``fit in x`` opposite five known cards is three cards in x).
Where a definite suit (``their suit``) does not exist, the condition that needs it fails.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bridgelang.bidding import facts
from bridgelang.bidding.program import Line, Part, Program, is_letter, letters_in
from bridgelang.bidding.state import Env, State
from bridgelang.constraints import shapes
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both, either, negation, shape, steer, within
from bridgelang.features.quantities import Quantity, quantity

Plain = Any
NO_LETTERS: Env = {}
SUITS = (0, 1, 2, 3)
MAJORS = (2, 3)
MINORS = (0, 1)


class Place:
    """Where a condition is asked: the state, the letters, and the call considered (-1 in headers)."""

    __slots__ = ("call", "env", "level", "line", "partner", "program", "seat", "side", "state", "strain")

    state: State
    env: Env
    program: Program
    line: Line | None
    call: int
    level: int
    strain: int
    seat: int
    side: int
    partner: int

    def __init__(self, state: State, env: Env, program: Program, line: Line | None = None, call: int = -1) -> None:
        self.state = state
        self.env = env
        self.program = program
        self.line = line
        self.seat = state.turn
        self.side = state.turn & 1
        self.partner = (state.turn + 2) & 3
        self.at(call)

    def at(self, call: int) -> None:
        """Consider a call."""
        self.call = call
        self.level = (call + 2) // 5 if call > 2 else 0
        self.strain = (call - 3) % 5 if call > 2 else -1

    def suit(self, ref: Plain) -> int:
        """The suit a name, letter or phrase means here; -1 when there is none."""
        if ref.__class__ is int:
            return ref
        value = self.env.get(ref)
        if value is not None:
            return value
        if is_letter(ref):
            base = self.env.get(ref[1:]) if ref[0] == "o" else None
            return -1 if base is None else base ^ 1
        return facts.suit_phrase(ref, self)

    def fit_suit(self) -> int:
        """The suit of the line's fit, -1 when it speaks of none."""
        if self.line is None or self.line.fit is None:
            return -1
        return self.suit(self.line.fit)

    def support_suit(self) -> int:
        """The suit support points count for when none is named: the one that the line agrees, else the call's (not
        one that they have shown: a cue-bid), the fit's, the agreed, partner's last.
        """
        for name, suit, _ in self.line.tags if self.line is not None else ():
            if name == "agrees" and suit is not None:
                return self.suit(suit)
        if 0 <= self.strain < 4 and not self._theirs(self.strain):
            return self.strain
        suit = self.fit_suit()
        if suit >= 0:
            return suit
        suit = self.state.agreed(self.side)
        if suit >= 0:
            return suit
        partners = self.state.suits(self.partner)
        return partners[-1] if partners else -1

    def _theirs(self, suit: int) -> bool:
        """Whether one of the opponents has shown the suit."""
        return suit in self.state.suits(self.seat ^ 1) or suit in self.state.suits(self.partner ^ 1)


def specialise(condition: Plain, q: Place) -> Node:
    """The constraint on my hand that ``condition`` is here."""
    return _SPECIAL[condition[0]](condition, q)


def _all(c: Plain, q: Place) -> Node:
    parts = []
    for part in c[1:]:
        node = _SPECIAL[part[0]](part, q)
        if node is FALSE:
            return FALSE
        if node is not TRUE:
            parts.append(node)
    return both(*parts) if parts else TRUE


def _any(c: Plain, q: Place) -> Node:
    parts = []
    for part in c[1:]:
        node = _SPECIAL[part[0]](part, q)
        if node is TRUE:
            return TRUE
        if node is not FALSE:
            parts.append(node)
    return either(*parts) if parts else FALSE


def _not(c: Plain, q: Place) -> Node:
    return negation(_SPECIAL[c[1][0]](c[1], q))


def _provided(c: Plain, q: Place) -> Node:
    return steer(_SPECIAL[c[1][0]](c[1], q))


# ------------------------------------------------------------------ quantities


def measure(m: Plain, q: Place) -> Quantity | None:
    """The quantity a plain measure means here; None when its suit does not exist."""
    kind, arg = m
    if kind == "hcp":
        return quantity("hcp")
    if kind == "points":
        return q.program.points
    if kind == "custom":
        return q.program.quantities[arg]
    if kind == "support points":
        suit = q.support_suit() if arg is None else q.suit(arg)
        return quantity("support points", suit) if suit >= 0 else q.program.points
    if kind == "honours":
        suit = q.suit(arg)
        return quantity("honours", suit, 5) if suit >= 0 else None
    if kind.startswith("rule of"):
        return quantity("rule of 15" if kind == "rule of 15" else "rule of 20")
    if arg is None:
        return quantity(kind)
    suit = q.suit(arg)
    return quantity(kind, suit) if suit >= 0 else None


def ranged(amount: Plain, quant: Quantity, less: int = 0) -> Node:
    """The quantity lies in one of the ranges (in the author's units), after ``less`` (stored units) is taken off."""
    scale = quant.scale
    nodes = []
    for low, high in amount:
        bottom = quant.low if low is None else int(low * scale) - less
        top = quant.high if high is None else int(high * scale) - less
        nodes.append(within(quant, bottom, top))
    return nodes[0] if len(nodes) == 1 else either(*nodes)


def _amount(c: Plain, q: Place) -> Node:
    quant = measure(c[2], q)
    return FALSE if quant is None else ranged(c[1], quant)


def _over(where: Plain, q: Place, one: Callable[[int], Node]) -> Node:
    """``one`` over the suits of a ``where``: every or some."""
    quantifier, suit = where[0], where[1]
    if quantifier == "one":
        found = q.suit(suit)
        return FALSE if found < 0 else one(found)
    nodes = [one(s) for s in suits_of(where, q)]
    return both(*nodes) if quantifier == "every" else either(*nodes)


def suits_of(where: Plain, q: Place) -> list[int]:
    """The suits a set of suits has here."""
    _, _, which, kind, whose = where
    suits = list(MAJORS if kind == "major" else MINORS if kind == "minor" else SUITS)
    state = q.state
    if whose == "they":
        theirs = state.shown_suits(1 - q.side)
        suits = [s for s in suits if s in theirs]
    elif whose == "partner":
        suits = [s for s in suits if s in state.suits(q.partner)]
    elif whose == "we":
        suits = [s for s in suits if s in state.shown_suits(q.side)]
    if which.endswith("unbid"):
        shown = state.shown_suits(0) + state.shown_suits(1)
        suits = [s for s in suits if s not in shown]
        if which == "lowest unbid":
            suits = suits[:2]
        elif which == "highest unbid":
            suits = suits[-2:]
    elif which == "side":
        trumps = q.strain if 0 <= q.strain < 4 and q.fit_suit() < 0 else q.fit_suit()
        suits = [s for s in suits if s != trumps]
    elif which == "other":
        suits = [s for s in suits if s != q.strain and s not in q.env.values()]
    return suits


def _length_in(c: Plain, q: Place) -> Node:
    return _over(c[2], q, lambda s: ranged(c[1], quantity("length", s)))


def _tops(c: Plain, q: Place) -> Node:
    return _over(c[3], q, lambda s: ranged(c[1], quantity("honours", s, c[2])))


def _stopper(c: Plain, q: Place) -> Node:
    least = 2 if c[0] == "stopper" else 1
    return _over(c[1], q, lambda s: within(quantity("stopper", s), least, 2))


def _card(c: Plain, q: Place) -> Node:
    suit = q.suit(c[2])
    return FALSE if suit < 0 else within(quantity("card", suit, c[1]), 1, 1)


def _cards(c: Plain, q: Place) -> Node:
    return _over(c[2], q, lambda s: both(*(within(quantity("card", s, rank), 1, 1) for rank in c[1])))


# ------------------------------------------------------------------ shapes

_NAMED_SHAPES: dict[str, Callable[[], int]] = {
    "balanced": shapes.balanced,
    "semi-balanced": shapes.semi_balanced,
    "unbalanced": shapes.unbalanced,
}


def _named_shape(c: Plain, q: Place) -> Node:
    return shape(_NAMED_SHAPES[c[0]](), c[0])


def _shape(c: Plain, q: Place) -> Node:
    text = c[1]
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


def _short(c: Plain, q: Place) -> Node:
    low, high = _SHORT[c[1]]
    return _over(c[2], q, lambda s: within(quantity("length", s), low, high))


def _some_short(c: Plain, q: Place) -> Node:
    return shape(_SOME_SHORT[c[1]](), "a " + c[1])


def _long(c: Plain, q: Place) -> Node:
    suits = MAJORS if c[2] == "major" else MINORS if c[2] == "minor" else SUITS
    return either(*(within(quantity("length", s), c[1], 13) for s in suits))


def _rule_of(c: Plain, q: Place) -> Node:
    if c[1] == 15:
        return within(quantity("rule of 15"), 15, 50)
    return within(quantity("rule of 20"), c[1], 63)


_NAMES = ("clubs", "diamonds", "hearts", "spades")
_WORDS = {">": "longer than", "<": "shorter than", ">=": "at least as long as", "<=": "at most as long as"}
_WORDS["="] = "as long as"


def _compare(c: Plain, q: Place) -> Node:
    a, b = q.suit(c[1]), q.suit(c[3])
    if a < 0 or b < 0:
        return FALSE
    if a == b:
        return TRUE if "=" in c[2] else FALSE
    return shape(shapes.length_compare(a, c[2], b), f"{_NAMES[a]} {_WORDS[c[2]]} {_NAMES[b]}")


def _stronger(c: Plain, q: Place) -> Node:
    a, b = q.suit(c[1]), q.suit(c[2])
    return FALSE if a < 0 or b < 0 or a == b else within(quantity("hcp difference", a, b), 1, 10)


def _longest(c: Plain, q: Place) -> Node:
    suit = q.suit(c[1])
    return FALSE if suit < 0 else shape(shapes.longest(suit), f"{_NAMES[suit]} longest")


def _rank(test: Callable[[int, int], bool]) -> Callable[[Plain, Place], Node]:
    def special(c: Plain, q: Place) -> Node:
        a, b = q.suit(c[1]), q.suit(c[2])
        return TRUE if a >= 0 and b >= 0 and test(a, b) else FALSE

    return special


def _is_kind(c: Plain, q: Place) -> Node:
    suit = q.suit(c[1])
    wanted = MAJORS if c[2] == "major" else MINORS if c[2] == "minor" else SUITS
    return TRUE if suit in wanted else FALSE


# ------------------------------------------------------------------ my hand and what partner has shown


def _fit(c: Plain, q: Place) -> Node:
    suit = q.suit(c[2])
    if suit < 0:
        return FALSE
    shown = q.state.holding(q.partner).length_range(suit)[0]
    return within(quantity("length", suit), c[1] - shown, 13)


def _within_law(c: Plain, q: Place) -> Node:
    suit = q.suit(c[1])
    if suit < 0 or not q.level:
        return FALSE
    shown = q.state.holding(q.partner).length_range(suit)[0]
    return within(quantity("length", suit), q.level + 6 - shown, 13)


def own_quantity(q: Place) -> Quantity:
    """Mine in ``combined``: support points where the line has a fit, else points."""
    suit = q.fit_suit()
    return quantity("support points", suit) if suit >= 0 else q.program.points


def _combined(c: Plain, q: Place) -> Node:
    """``combined 25+`` by strength, ``combined 25+ hcp`` by what is provable."""
    maximum = c[0] == "combined maximum"
    if c[2] is None:
        mine = own_quantity(q)
        strength = q.state.strength(q.partner)
        theirs = strength.high if maximum else strength.low
        theirs = theirs * mine.scale // strength.quantity.scale
    else:
        found = measure(c[2], q)
        if found is None:
            return FALSE
        mine = found
        bounds = q.state.holding(q.partner).range(mine)
        theirs = bounds[1] if maximum else bounds[0]
    return ranged(c[1], mine, less=theirs)


def _my_range(c: Plain, q: Place) -> Node:
    """Top: 2 * value above low + high of my shown strength; bottom: below it."""
    strength = q.state.strength(q.seat)
    middle = strength.low + strength.high
    if c[0] == "top of my range":
        return within(strength.quantity, middle // 2 + 1, strength.quantity.high)
    return within(strength.quantity, strength.quantity.low, (middle - 1) // 2)


def _otherwise(c: Plain, q: Place) -> Node:
    return TRUE


def _level(c: Plain, q: Place) -> Node:
    return TRUE if c[1] <= q.level <= c[2] else FALSE


# ------------------------------------------------------------------ public facts

_LETTERS: dict[int, tuple[Plain, tuple[str, ...]]] = {}


def _public(fact: Callable[[Plain, Place], bool]) -> Callable[[Plain, Place], Node]:
    """A fact of the auction, remembered in the state by its words and its letters."""

    def special(c: Plain, q: Place) -> Node:
        known = _LETTERS.get(id(c))
        if known is None or known[0] is not c:
            if len(_LETTERS) > 50_000:
                _LETTERS.clear()
            known = _LETTERS[id(c)] = (c, tuple(letters_in(c)))
        memo = q.state.memo
        key = (id(c), *[q.env.get(x, -1) for x in known[1]])
        found = memo.get(key)
        if found is None:
            found = memo[key] = TRUE if fact(c, q) else FALSE
        return found

    return special


def holds(part: Part, state: State) -> bool:
    """Whether a fact without letters holds for the player to call; remembered in the state."""
    found: bool | None = state.memo.get(part.key)
    if found is None:
        found = state.memo[part.key] = bool(part.ask(place_of(state)))
    return found


def place_of(state: State) -> Place:
    """The place without letters of the player to call."""
    place: Place | None = state.memo.get("place")
    if place is None:
        place = state.memo["place"] = Place(state, NO_LETTERS, state.program_of(state.turn))
    return place


def test_of(c: Plain) -> Callable[[Place], bool]:
    """A fact as a function of a place."""
    kind = c[0]
    if kind in ("all", "any", "not"):
        tests = [test_of(inner) for inner in c[1:]]
        if kind == "not":
            return lambda q: not tests[0](q)
        if kind == "all":
            return lambda q: all(test(q) for test in tests)
        return lambda q: any(test(q) for test in tests)
    test = facts.compiled(c)
    return test if test is not None else lambda q: _SPECIAL[kind](c, q) is TRUE


def _of_call(fact: Callable[[Plain, Place], bool]) -> Callable[[Plain, Place], Node]:
    """A fact about the call considered."""

    def special(c: Plain, q: Place) -> Node:
        return TRUE if fact(c, q) else FALSE

    return special


def _shows(c: Plain, q: Place) -> bool:
    """``partner shows 5+ x``: known of the player, or of the two together (sums of minima)."""
    who, inner = c[1], c[2]
    seats = facts.seats_of(who, q)
    state = q.state
    if len(seats) == 2:
        return _side_shows(inner, q, seats)
    node = specialise(inner, Place(state, q.env, q.program))
    held = state.holding(seats[0])
    return held.surely(node)


def _side_shows(inner: Plain, q: Place, seats: tuple[int, ...]) -> bool:
    if inner[0] == "amount":
        quant = measure(inner[2], q)
        if quant is None:
            return False
        low = sum(q.state.holding(s).range(quant)[0] for s in seats)
        return any(
            (bottom is None or low >= bottom * quant.scale) and (top is None or low <= top * quant.scale)
            for bottom, top in inner[1]
        )
    node = specialise(inner, Place(q.state, q.env, q.program))
    return any(q.state.holding(s).surely(node) for s in seats)


def _may_have(c: Plain, q: Place) -> bool:
    node = specialise(c[2], Place(q.state, q.env, q.program))
    return any(q.state.holding(s).possibly(node) for s in facts.seats_of(c[1], q))


_SPECIAL: dict[str, Callable[[Plain, Place], Node]] = {
    "all": _all,
    "any": _any,
    "not": _not,
    "provided": _provided,
    "amount": _amount,
    "length in": _length_in,
    "tops": _tops,
    "stopper": _stopper,
    "half stopper": _stopper,
    "card": _card,
    "cards": _cards,
    "balanced": _named_shape,
    "semi-balanced": _named_shape,
    "unbalanced": _named_shape,
    "shape": _shape,
    "short": _short,
    "some short": _some_short,
    "long": _long,
    "rule of": _rule_of,
    "compare": _compare,
    "is stronger": _stronger,
    "is longest": _longest,
    "is suit": _rank(lambda a, b: a == b),
    "is not suit": _rank(lambda a, b: a != b),
    "is above": _rank(lambda a, b: a > b),
    "is below": _rank(lambda a, b: a < b),
    "is next above": _rank(lambda a, b: a == (b + 1) % 4),
    "is kind": _is_kind,
    "fit": _fit,
    "within the law": _within_law,
    "combined": _combined,
    "combined maximum": _combined,
    "top of my range": _my_range,
    "bottom of my range": _my_range,
    "otherwise": _otherwise,
    "level": _level,
    "shows": _public(_shows),
    "may have": _public(_may_have),
}
for _kind, _fact in facts.FACTS.items():
    _SPECIAL[_kind] = _public(_fact)
for _kind, _fact in facts.CALL_FACTS.items():
    _SPECIAL[_kind] = _of_call(_fact)

KINDS = frozenset(_SPECIAL) - {"all", "any", "not", "provided"}

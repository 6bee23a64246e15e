"""Quantities: integer functions of a hand, the things a condition can set bounds to.

Every quantity is a sum of up to three parts::

    coefficient * hcp  +  f(suit lengths)  +  one value for each suit's holding

and *exact* when the last part is missing: then suit lengths and high-card points decide it. Only "upgraded
points" are another sum, ``hcp + f(lengths) + max(0, upgrades(lengths) - wasted honours)``.

Units: values are whole numbers; where halves or quarters occur they are stored multiplied by ``scale`` (2 or
4). Suits are 0 clubs … 3 spades, ranks 0 two … 12 ace, lengths run (clubs, diamonds, hearts, spades).
Definitions are those of common usage; where usage is split the choice stands at the function that makes it.
"""

from __future__ import annotations

from collections.abc import Callable

from bridgelang.core.hands import ACES, KINGS, QUEENS, Hand
from bridgelang.features import suit_values
from bridgelang.features.suit_values import HCP_OF_RANK, Remembered, SuitValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

Lengths = tuple[int, int, int, int]
Args = tuple[object, ...]

COMPONENTS = ("hcp", "length", "shortness", "upgraded")
DEFAULT_POINTS = ("hcp", "length")

_TOP_HCP = (0, 4, 7, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10)  # the most hcp in a suit of that length
_LEAST_HCP = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 6, 10)
_NO_SUITS: Final[tuple[None, None, None, None]] = (None, None, None, None)


class Quantity:
    """An integer function of a hand; made, and made only once, by :func:`quantity`.

    >>> hand = Hand.parse("AKQ2.J53.T98.642")
    >>> hearts = quantity("length", 2)
    >>> hearts.of(hand), hearts.exact, hearts.low, hearts.high, hearts is quantity("length", 2)
    (3, True, 0, 13, True)

    ``of(hand)`` is the value in stored units, ``low`` and ``high`` bounds no hand goes beyond;
    ``hcp_coefficient`` and ``shape_offset`` give the exact part, ``suit_values`` the value of each suit's
    holding (clubs first, None where a suit has no part in it). ``serial`` numbers quantities in order of
    making.
    """

    __slots__ = (
        "args",
        "exact",
        "hcp_coefficient",
        "high",
        "kind",
        "low",
        "mask",
        "of",
        "offsets",
        "scale",
        "serial",
        "suit_values",
        "upgrades",
    )

    kind: str
    args: Args
    scale: int
    serial: int
    exact: bool
    hcp_coefficient: int
    offsets: Remembered | None
    suit_values: tuple[SuitValue | None, ...]
    upgrades: Remembered | None
    mask: int
    of: Callable[[Hand], int]
    low: int
    high: int

    def __init__(
        self,
        kind: str,
        args: Args,
        *,
        bounds: tuple[int, int] | None = None,
        scale: int = 1,
        coefficient: int = 0,
        offset: Callable[[Lengths], int] | None = None,
        suits: tuple[SuitValue | None, ...] = _NO_SUITS,
        upgrades: Callable[[Lengths], int] | None = None,
        mask: int = 0,
        of: Callable[[Hand], int] | None = None,
    ) -> None:
        self.kind = kind
        self.args = args
        self.scale = scale
        self.serial = len(_QUANTITIES)
        self.hcp_coefficient = coefficient
        self.offsets = Remembered(offset) if offset is not None else None
        self.suit_values = suits
        self.upgrades = Remembered(upgrades) if upgrades is not None else None
        self.mask = mask
        self.exact = suits is _NO_SUITS
        self.of = of if of is not None else _evaluator(self)
        if bounds is not None:
            self.low, self.high = bounds

    if not TYPE_CHECKING:

        def __getattr__(self, name):  # bounds that are not known by heart are worked out when first asked for
            if name in ("low", "high"):
                self.low, self.high = _bounds(self)
                return self.low if name == "low" else self.high
            raise AttributeError(f"a quantity has no `{name}`", name=name, obj=self)

    def shape_offset(self, lengths: Lengths) -> int:
        """The part that suit lengths alone decide, in stored units (clubs first); 0 when there is none."""
        return self.offsets[lengths] if self.offsets is not None else 0

    @property
    def suit(self) -> int | None:
        """The suit this is about (0 clubs … 3 spades), or None."""
        return int(self.args[0]) if self.kind in SUIT_KINDS else None  # type: ignore[call-overload]

    @property
    def name(self) -> str:
        """The quantity in words: ``hcp``, ``spades``, ``support points in hearts``."""
        from bridgelang.features.english import name_of

        return name_of(self)

    def unit_text(self, low: int, high: int) -> str:
        """This quantity within bounds (both ends included, stored units), as a bridge player writes it.

        >>> quantity("hcp").unit_text(15, 17), quantity("length", 3).unit_text(5, 13)
        ('15-17 hcp', '5+ spades')
        """
        from bridgelang.features.english import range_text

        return range_text(self, low, high)

    def __repr__(self) -> str:
        return f"quantity({', '.join(repr(part) for part in (self.kind, *self.args))})"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (quantity, (self.kind, *self.args))


SUIT_KINDS = frozenset({"length", "support points", "keycards", "honours", "stopper", "card", "hcp in", "wasted hcp"})

_QUANTITIES: dict[tuple[object, ...], Quantity] = {}


def quantity(kind: str, *args: object) -> Quantity:
    """The quantity of this kind; the same object every time.

    ===================  =====================  ======================================================
    kind                 arguments              meaning
    ===================  =====================  ======================================================
    hcp                                         ace 4, king 3, queen 2, jack 1
    length               suit                   cards in the suit
    points               components             sum of hcp, length, shortness (default hcp + length);
                                                "upgraded" is hcp, + 1 if not balanced, + 1 if the two
                                                longest suits have ten cards, each wasted short honour
                                                cancelling one of these
    length points                               1 for each card beyond four in each suit
    shortness points                            doubleton 1, singleton 2, void 3
    support points       suit                   hcp, and with three trumps shortness 1-2-3, with more 1-3-5
    aces kings queens                           how many
    controls                                    ace 2, king 1
    keycards             suit                   the four aces and the king of the suit
    losers                                      see :func:`suit_values.losers`
    quick tricks                                doubled; see :func:`suit_values.quick_tricks`
    playing tricks                              13 less losers, doubled; `suit_values.playing_losers`
    rule of 20                                  hcp + the two longest suits
    rule of 15                                  hcp + spades
    honours              suit, m                how many of the top m cards of the suit
    stopper              suit                   0 none, 1 half, 2 full
    card                 suit, rank             1 if held
    hcp in               suit                   high-card points in the suit
    hcp difference       suit, another suit     high-card points in the first less those in the second
    wasted hcp           suit                   high-card points in the suit, the ace left out
    longest, shortest                           cards in the longest, in the shortest suit
    custom               name, scale, 13        a count of one's own: values by rank (two … ace), additions
                         values, additions      by length (index = length; beyond the end nothing), in
                                                stored units
    ===================  =====================  ======================================================

    Raises ValueError for a kind or an argument that does not exist.
    """
    key = (kind, *args)
    found = _QUANTITIES.get(key)
    if found is not None:
        return found
    maker = _MAKERS.get(kind)
    if maker is None:
        raise ValueError(f"there is no quantity `{kind}`; there are {', '.join(sorted(_MAKERS))}")
    clean = tuple(int(arg) if isinstance(arg, int) else arg for arg in args)  # no enumerations inside
    if kind == "points":
        clean = _components(clean)
    elif kind == "custom":
        clean = (*clean, ()) if len(clean) == 3 else clean
    found = _QUANTITIES.get((kind, *clean))
    if found is None:
        found = _QUANTITIES[(kind, *clean)] = maker(kind, clean)
    return found


# How each kind is made --------------------------------------------------------------------------------------


def _no_args(kind: str, args: Args) -> None:
    if args:
        raise ValueError(f"the quantity `{kind}` takes no arguments, here it has {args}")


def _suit_of(kind: str, args: Args, count: int = 1) -> int:
    if len(args) != count or args[0] not in (0, 1, 2, 3):
        raise ValueError(f"the quantity `{kind}` needs a suit 0-3 and {count - 1} more, here it has {args}")
    return int(args[0])


def _hcp(kind: str, args: Args) -> Quantity:
    _no_args(kind, args)
    return Quantity(kind, args, bounds=(0, 37), coefficient=1, of=lambda hand: hand.hcp)


def _length(kind: str, args: Args) -> Quantity:
    suit = _suit_of(kind, args)
    return Quantity(
        kind, args, bounds=(0, 13), offset=lambda lengths: lengths[suit], of=lambda hand: hand.lengths[suit]
    )


def _components(args: Args) -> Args:
    names = args or DEFAULT_POINTS
    for name in names:
        if name not in COMPONENTS:
            raise ValueError(f"points count {', '.join(COMPONENTS)}, not `{name}`")
    return tuple(
        name for name in COMPONENTS if name in names and not (name == "hcp" and "upgraded" in names)
    )  # "upgraded" has hcp in it


_POINTS_BOUNDS: dict[Args, tuple[int, int]] = {
    ("hcp",): (0, 37),
    ("hcp", "length"): (0, 37),
    ("hcp", "shortness"): (0, 37),
    ("hcp", "length", "shortness"): (0, 37),
}


def length_points(lengths: Lengths) -> int:
    """One for each card beyond four in each suit."""
    return sum(length - 4 for length in lengths if length > 4)


def shortness_points(lengths: Lengths) -> int:
    """Doubleton 1, singleton 2, void 3."""
    return sum(3 - length for length in lengths if length < 3)


def upgrade_points(lengths: Lengths) -> int:
    """What upgraded points may add: 1 if not balanced, 1 if the two longest suits have ten cards."""
    ordered = sorted(lengths)
    balanced = ordered[0] >= 2 and ordered[1] >= 3 and ordered[3] <= 5
    return (not balanced) + (ordered[2] + ordered[3] >= 10)


def _points(kind: str, args: Args) -> Quantity:
    with_length, with_shortness = "length" in args, "shortness" in args

    def offset(lengths: Lengths) -> int:
        total = length_points(lengths) if with_length else 0
        return total + shortness_points(lengths) if with_shortness else total

    plain = offset if with_length or with_shortness else None
    if "upgraded" in args:
        waste = _shared(("wasted",), suit_values.wasted_short_honours, 4)
        return Quantity(kind, args, coefficient=1, offset=plain, suits=(waste,) * 4, upgrades=upgrade_points)
    return Quantity(kind, args, bounds=_POINTS_BOUNDS.get(args), coefficient=1 if "hcp" in args else 0, offset=plain)


def _length_points(kind: str, args: Args) -> Quantity:
    _no_args(kind, args)
    return Quantity(kind, args, bounds=(0, 9), offset=length_points)


def _shortness_points(kind: str, args: Args) -> Quantity:
    _no_args(kind, args)
    return Quantity(kind, args, bounds=(0, 9), offset=shortness_points)


def _support_points(kind: str, args: Args) -> Quantity:
    suit = _suit_of(kind, args)

    def offset(lengths: Lengths) -> int:
        trumps = lengths[suit]
        if trumps < 3:
            return 0
        worth = (3, 2, 1) if trumps == 3 else (5, 3, 1)
        return sum(worth[length] for side, length in enumerate(lengths) if side != suit and length < 3)

    return Quantity(kind, args, bounds=(0, 37), coefficient=1, offset=offset)


def _rule_of_20(kind: str, args: Args) -> Quantity:
    _no_args(kind, args)

    def offset(lengths: Lengths) -> int:
        ordered = sorted(lengths)
        return ordered[2] + ordered[3]

    return Quantity(kind, args, bounds=(7, 44), coefficient=1, offset=offset)


def _rule_of_15(kind: str, args: Args) -> Quantity:
    _no_args(kind, args)
    return Quantity(kind, args, bounds=(0, 41), coefficient=1, offset=lambda lengths: lengths[3])


def _longest(kind: str, args: Args) -> Quantity:
    _no_args(kind, args)
    return Quantity(kind, args, bounds=(4, 13), offset=max)


def _shortest(kind: str, args: Args) -> Quantity:
    _no_args(kind, args)
    return Quantity(kind, args, bounds=(0, 3), offset=min)


_SUIT_VALUES: dict[tuple[object, ...], SuitValue] = {}


def _shared(key: tuple[object, ...], function: Callable[[int], int], depth: int) -> SuitValue:
    found = _SUIT_VALUES.get(key)
    if found is None:
        found = _SUIT_VALUES[key] = SuitValue(key, function, depth)
    return found


def _cards(key: tuple[object, ...], mask13: int) -> SuitValue:
    """How many of these cards (13-bit mask) a suit holds."""
    found = _SUIT_VALUES.get(key)
    if found is None:
        lowest = (mask13 & -mask13).bit_length() - 1
        found = SuitValue(key, lambda holding: (holding & mask13).bit_count(), 13 - lowest, mask13)
        _SUIT_VALUES[key] = found
    return found


_ACE_VALUE = _cards(("aces",), suit_values.ACE)


def _counted(kind: str, args: Args) -> Quantity:
    _no_args(kind, args)
    mask = {"aces": ACES, "kings": KINGS, "queens": QUEENS}[kind]
    value = _cards((kind,), mask & 0x1FFF)
    return Quantity(kind, args, bounds=(0, 4), suits=(value,) * 4, mask=mask)


def _controls(kind: str, args: Args) -> Quantity:
    _no_args(kind, args)
    value = _shared(("controls",), lambda holding: 2 * (holding >> 12) + (holding >> 11 & 1), 2)
    return Quantity(
        kind,
        args,
        bounds=(0, 12),
        suits=(value,) * 4,
        of=lambda hand: 2 * (hand.mask & ACES).bit_count() + (hand.mask & KINGS).bit_count(),
    )


def _keycards(kind: str, args: Args) -> Quantity:
    suit = _suit_of(kind, args)
    both = _cards(("ace and king",), suit_values.ACE | suit_values.KING)
    suits = tuple(both if other == suit else _ACE_VALUE for other in range(4))
    return Quantity(kind, args, bounds=(0, 5), suits=suits, mask=ACES | suit_values.KING << 13 * suit)


def _losers(kind: str, args: Args) -> Quantity:
    _no_args(kind, args)
    return Quantity(kind, args, bounds=(0, 12), suits=(_shared(("losers",), suit_values.losers, 3),) * 4)


def _quick_tricks(kind: str, args: Args) -> Quantity:
    _no_args(kind, args)
    value = _shared(("quick tricks",), suit_values.quick_tricks, 3)
    return Quantity(kind, args, bounds=(0, 16), scale=2, suits=(value,) * 4)


def _playing_tricks(kind: str, args: Args) -> Quantity:
    _no_args(kind, args)
    value = _shared(("playing losers",), lambda holding: -suit_values.playing_losers(holding), 5)
    return Quantity(kind, args, bounds=(2, 26), scale=2, offset=lambda _: 26, suits=(value,) * 4)


def _honours(kind: str, args: Args) -> Quantity:
    suit = _suit_of(kind, args, 2)
    top = args[1]
    if not isinstance(top, int) or not 1 <= top <= 13:
        raise ValueError(f"honours are counted among the top 1-13 cards, not {top}")
    mask = 0x1FFF >> (13 - top) << (13 - top)
    return Quantity(kind, args, bounds=(0, top), suits=_only(suit, _cards(("top", top), mask)), mask=mask << 13 * suit)


def _card(kind: str, args: Args) -> Quantity:
    suit = _suit_of(kind, args, 2)
    rank = args[1]
    if not isinstance(rank, int) or not 0 <= rank <= 12:
        raise ValueError(f"a card's rank is 0 (two) to 12 (ace), not {rank}")
    value = _cards(("rank", rank), 1 << rank)
    return Quantity(kind, args, bounds=(0, 1), suits=_only(suit, value), mask=1 << (13 * suit + rank))


def _stopper(kind: str, args: Args) -> Quantity:
    suit = _suit_of(kind, args)
    value = _shared(("stopper",), suit_values.stopper, 4)
    return Quantity(kind, args, bounds=(0, 2), suits=_only(suit, value))


def _hcp_in(kind: str, args: Args) -> Quantity:
    suit = _suit_of(kind, args)
    return Quantity(kind, args, bounds=(0, 10), suits=_only(suit, _shared(("hcp",), suit_values.hcp, 4)))


def _wasted_hcp(kind: str, args: Args) -> Quantity:
    suit = _suit_of(kind, args)
    value = _shared(("wasted hcp",), suit_values.hcp_but_the_ace, 4)
    return Quantity(kind, args, bounds=(0, 6), suits=_only(suit, value))


def _hcp_difference(kind: str, args: Args) -> Quantity:
    suit = _suit_of(kind, args, 2)
    other = args[1]
    if not isinstance(other, int) or other not in (0, 1, 2, 3) or other == suit:
        raise ValueError(f"the quantity `{kind}` needs two different suits 0-3, here it has {args}")
    more = _shared(("hcp",), suit_values.hcp, 4)
    less = _shared(("minus hcp",), lambda holding: -suit_values.hcp(holding), 4)
    suits = tuple(more if s == suit else less if s == other else None for s in range(4))
    return Quantity(kind, args, bounds=(-10, 10), suits=suits)


def _only(suit: int, value: SuitValue) -> tuple[SuitValue | None, ...]:
    return tuple(value if other == suit else None for other in range(4))


def _custom(kind: str, args: Args) -> Quantity:
    if len(args) != 4:
        raise ValueError(f"a count of one's own needs a name, a scale, 13 values and additions, here it has {args}")
    name, scale, values, additions = args
    if not isinstance(name, str) or scale not in (1, 2, 4):
        raise ValueError(f"a count of one's own needs a name and the scale 1, 2 or 4, here {name!r} and {scale!r}")
    if not isinstance(values, tuple) or len(values) != 13 or not all(isinstance(v, int) for v in values):
        raise ValueError(f"`{name}` needs a whole number for each of the 13 ranks, in units of 1/{scale}")
    if not isinstance(additions, tuple) or len(additions) > 14 or not all(isinstance(v, int) for v in additions):
        raise ValueError(f"`{name}` needs whole numbers for suit lengths 0-13, in units of 1/{scale}")
    spot, jack = values[0], values[9]
    coefficient = jack - spot

    def addition(length: int) -> int:
        return additions[length] if length < len(additions) else 0

    if all(value == spot + coefficient * points for value, points in zip(values, HCP_OF_RANK, strict=True)):
        return Quantity(
            kind,
            args,
            scale=int(scale),
            coefficient=coefficient,
            offset=lambda lengths: 13 * spot + sum(addition(length) for length in lengths),
        )
    value = _shared(("custom", values, additions), suit_values.card_sum(values, additions), 13)
    return Quantity(kind, args, scale=int(scale), suits=(value,) * 4)


_MAKERS: dict[str, Callable[[str, Args], Quantity]] = {
    "hcp": _hcp,
    "length": _length,
    "points": _points,
    "length points": _length_points,
    "shortness points": _shortness_points,
    "support points": _support_points,
    "aces": _counted,
    "kings": _counted,
    "queens": _counted,
    "controls": _controls,
    "keycards": _keycards,
    "losers": _losers,
    "quick tricks": _quick_tricks,
    "playing tricks": _playing_tricks,
    "rule of 20": _rule_of_20,
    "rule of 15": _rule_of_15,
    "honours": _honours,
    "stopper": _stopper,
    "card": _card,
    "hcp in": _hcp_in,
    "hcp difference": _hcp_difference,
    "wasted hcp": _wasted_hcp,
    "longest": _longest,
    "shortest": _shortest,
    "custom": _custom,
}
KINDS = tuple(_MAKERS)


# Evaluation and bounds --------------------------------------------------------------------------------------


def _evaluator(q: Quantity) -> Callable[[Hand], int]:
    """The function from hand to value, from the parts of the sum."""
    coefficient, offsets, mask = q.hcp_coefficient, q.offsets, q.mask
    if mask:
        return lambda hand: (hand.mask & mask).bit_count()
    if q.exact:
        if offsets is None:
            return lambda hand: coefficient * hand.hcp
        if coefficient == 0:
            return lambda hand: offsets[hand.lengths]
        if coefficient == 1:
            return lambda hand: hand.hcp + offsets[hand.lengths]
        return lambda hand: coefficient * hand.hcp + offsets[hand.lengths]
    held = [(13 * suit, value.table) for suit, value in enumerate(q.suit_values) if value is not None]
    if len(held) == 1:
        shift, table = held[0]
        return lambda hand: table[hand.mask >> shift & 0x1FFF]
    if len(held) == 2:
        (shift, table), (shift2, table2) = held
        return lambda hand: table[hand.mask >> shift & 0x1FFF] + table2[hand.mask >> shift2 & 0x1FFF]
    (_, clubs), (_, diamonds), (_, hearts), (_, spades) = held
    upgrades = q.upgrades
    if upgrades is not None:

        def upgraded(hand: Hand) -> int:
            most = upgrades[hand.lengths]
            value = hand.hcp if offsets is None else hand.hcp + offsets[hand.lengths]
            if most:
                mask = hand.mask
                waste = clubs[mask & 0x1FFF] + diamonds[mask >> 13 & 0x1FFF]
                waste += hearts[mask >> 26 & 0x1FFF] + spades[mask >> 39]
                if waste < most:
                    return value + most - waste
            return value

        return upgraded
    base = offsets[(4, 3, 3, 3)] if offsets is not None else 0  # in these sums the same for every shape

    def total(hand: Hand) -> int:
        mask = hand.mask
        return (
            base
            + clubs[mask & 0x1FFF]
            + diamonds[mask >> 13 & 0x1FFF]
            + hearts[mask >> 26 & 0x1FFF]
            + spades[mask >> 39]
        )

    return total


def partitions() -> list[Lengths]:
    """The 39 ways to divide thirteen cards among four suits, longest first."""
    return [
        (a, b, c, 13 - a - b - c)
        for a in range(13, 3, -1)
        for b in range(min(a, 13 - a), -1, -1)
        for c in range(min(b, 13 - a - b), -1, -1)
        if 13 - a - b - c <= c
    ]


def _bounds(q: Quantity) -> tuple[int, int]:
    """The least and the most that a hand can have, over the 39 patterns (all suits count alike)."""
    lows, highs = [], []
    custom = q.suit_values[0] if q.kind == "custom" and not q.exact else None
    if custom is not None:
        values = sorted(custom.key[1])  # type: ignore[call-overload]
        additions = custom.key[2]
        for pattern in partitions():
            added = sum(additions[length] for length in pattern if length < len(additions))  # type: ignore[arg-type,index]
            lows.append(added + sum(sum(values[:length]) for length in pattern))
            highs.append(added + sum(sum(values[13 - length :]) for length in pattern))
        return min(lows), max(highs)
    for pattern in partitions():
        offset = q.shape_offset(pattern)
        least = q.hcp_coefficient * sum(_LEAST_HCP[length] for length in pattern)
        most = q.hcp_coefficient * sum(_TOP_HCP[length] for length in pattern)
        upgrade = q.upgrades[pattern] if q.upgrades is not None else 0
        lows.append(offset + min(least, most))
        highs.append(offset + upgrade + max(least, most))
    return min(lows), max(highs)

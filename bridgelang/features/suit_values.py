"""What a single suit is worth: integer functions of a 13-bit holding, remembered as they are asked for.

A holding is a 13-bit mask, bit index = rank (two 0 … ace 12). Values that know halves are doubled.
"""

from __future__ import annotations

from collections.abc import Callable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ACE, KING, QUEEN, JACK, TEN = 1 << 12, 1 << 11, 1 << 10, 1 << 9, 1 << 8
HCP_OF_RANK = (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4)


class Remembered(dict[object, int]):
    """A function's values, each worked out when first asked for.

    >>> square = Remembered(lambda n: n * n)
    >>> square[7], len(square)
    (49, 1)
    """

    __slots__ = ("function",)

    def __init__(self, function: Callable[[Any], int]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, key: object) -> int:
        value = self[key] = self.function(key)
        return value


class SuitValue:
    """An integer function of one suit's holding; ``key`` names it, ``table[holding]`` is its value.

    ``depth`` is the number of top ranks that matter (the others only by their number); ``cards`` is a 13-bit
    mask when the value is how many of those cards are held, else 0.
    """

    __slots__ = ("cards", "depth", "key", "table")

    def __init__(self, key: tuple[object, ...], function: Callable[[int], int], depth: int, cards: int = 0) -> None:
        self.key = key
        self.table = Remembered(function)
        self.depth = depth
        self.cards = cards

    def __repr__(self) -> str:
        return f"SuitValue{self.key}"


def hcp(holding: int) -> int:
    """High-card points of a suit: ace 4, king 3, queen 2, jack 1."""
    return (holding >> 12) * 4 + (holding >> 11 & 1) * 3 + (holding >> 10 & 1) * 2 + (holding >> 9 & 1)


def hcp_but_the_ace(holding: int) -> int:
    """What a suit has in king, queen and jack: 3, 2 and 1."""
    return hcp(holding & ~ACE)


def losers(holding: int) -> int:
    """Losers of a suit: of its first three cards those not ace, king or queen; 0-3.

    The queen of a doubleton and a lone king or queen are losers.

    >>> [losers(holding) for holding in (QUEEN | 3, QUEEN | 1, ACE | QUEEN, KING, 0)]
    [2, 2, 1, 1, 0]
    """
    length = holding.bit_count()
    if length >= 3:
        return 3 - (holding >> 10).bit_count()
    if length == 2:
        return 2 - (holding >> 11).bit_count()
    return length - (holding >> 12)


def quick_tricks(holding: int) -> int:
    """Quick tricks of a suit, doubled: AK 4, AQ 3, A 2, KQ 2, Kx 1."""
    ace, king, queen = holding >> 12, holding >> 11 & 1, holding >> 10 & 1
    if ace:
        return 4 if king else 3 if queen else 2
    if king and queen:
        return 2
    return 1 if king and holding.bit_count() >= 2 else 0


def playing_losers(holding: int) -> int:
    """What a suit loses of its first three cards when the hand's long suit is trumps; doubled, 0-6.

    ======================  =====================================================================
    one card                A 0, else 1
    two cards               AK 0, AQ ½, A 1, KQ 1, K 1½, else 2
    three or more           AKQ 0; AKJ ½, AK 1 (with seven cards ½ less, with eight none);
                            AQJ ½, AQT 1, AQ 1½; KQJ 1, KQT 1, KQ 1½;
                            AJT 1½, A 2; KJ 2, K 2½; QJT 2, Q 2½; else 3
    ======================  =====================================================================

    >>> [playing_losers(suit) for suit in (ACE | KING | 0b11, ACE | KING | 0b11111, KING | 1, QUEEN | 3)]
    [2, 1, 3, 5]
    """
    length = holding.bit_count()
    ace, king, queen, jack, ten = (holding >> bit & 1 for bit in (12, 11, 10, 9, 8))
    if length <= 2:
        if length == 0:
            return 0
        if length == 1:
            return 0 if ace else 2
        if ace:
            return 0 if king else 1 if queen else 2
        return (2 if queen else 3) if king else 4
    if ace and king:
        if queen or length >= 8:
            return 0
        return (1 if jack else 2) - (length == 7)
    if ace and queen:
        return 1 if jack else 2 if ten else 3
    if king and queen:
        return 2 if jack or ten else 3
    if ace:
        return 3 if jack and ten else 4
    if king:
        return 4 if jack else 5
    if queen:
        return 4 if jack and ten else 5
    return 6


def stopper(holding: int) -> int:
    """2 for a stopper (A, Kx, Qxx, Jxxx), 1 for half a stopper (K, Qx, Jxx), else 0.

    >>> [stopper(holding) for holding in (ACE, KING | 1, KING, QUEEN | 1, JACK | 3, JACK | 7, QUEEN)]
    [2, 2, 1, 1, 1, 2, 0]
    """
    if holding & ACE:
        return 2
    length = holding.bit_count()
    best = 0
    for needed, honour in ((1, KING), (2, QUEEN), (3, JACK)):
        if holding & honour:
            best = max(best, 2 if length > needed else 1 if length == needed else 0)
    return best


def wasted_short_honours(holding: int) -> int:
    """Honours that a short suit spoils: K, Q or J alone; Q and J of a doubleton without ace or king; 0-2.

    >>> [wasted_short_honours(holding) for holding in (KING, QUEEN | JACK, QUEEN | 1, KING | JACK, QUEEN | 3)]
    [1, 2, 1, 0, 0]
    """
    length = holding.bit_count()
    if length == 1:
        return 1 if holding & (KING | QUEEN | JACK) else 0
    if length == 2 and not holding & (ACE | KING):
        return (holding & (QUEEN | JACK)).bit_count()
    return 0


def is_solid(holding: int) -> bool:
    """AKQ with six cards or more, or AKQJ with five."""
    length = holding.bit_count()
    return holding >> 10 == 7 and (length >= 6 or (length == 5 and bool(holding & JACK)))


def is_good(holding: int) -> bool:
    """Two of the top three cards, or three of the top five."""
    return (holding >> 10).bit_count() >= 2 or (holding >> 8).bit_count() >= 3


def card_sum(values: tuple[int, ...], additions: tuple[int, ...]) -> Callable[[int], int]:
    """A count that adds a value for each card (13 values, two … ace) and one for the suit's length.

    ``additions[length]``; a length beyond the end adds nothing.
    """

    def value(holding: int) -> int:
        length = holding.bit_count()
        total = additions[length] if length < len(additions) else 0
        while holding:
            low = holding & -holding
            total += values[low.bit_length() - 1]
            holding ^= low
        return total

    return value

"""Questions about one suit, asked of 13-bit holdings (bit = rank, two 0 to ace 12).

``others`` is always the cards of the suit that other hands may hold; ranks are integers 0 to 12, -1 for no
card.
"""

from __future__ import annotations

from collections.abc import Iterator

NINE, TEN, JACK, QUEEN, KING, ACE = range(7, 13)
HONOURS = 0b1_1111 << TEN


def top(holding: int) -> int:
    """The highest rank, -1 when there is none.

    >>> top(0b1010), top(0)
    (3, -1)
    """
    return holding.bit_length() - 1


def low(holding: int) -> int:
    """The lowest rank, -1 when there is none."""
    return (holding & -holding).bit_length() - 1


def above(holding: int, rank: int) -> int:
    """The cards of the holding above a rank.

    >>> bin(above(0b1011, 1))
    '0b1000'
    """
    return holding >> rank + 1 << rank + 1


def from_top(holding: int) -> Iterator[int]:
    """The ranks from high to low."""
    while holding:
        rank = holding.bit_length() - 1
        yield rank
        holding ^= 1 << rank


def nth(holding: int, place: int) -> int:
    """The rank at a place from the top, 1 for the highest.

    >>> nth(0b11101, 4)
    0
    """
    for _ in range(place - 1):
        holding ^= 1 << holding.bit_length() - 1
    return holding.bit_length() - 1


def lowest_equal(holding: int, rank: int, others: int) -> int:
    """The lowest card of the holding worth as much as the one of this rank: nobody else has a card between
    them.

    >>> lowest_equal(0b1_1011, 4, others=0b0_0100)       # from A K J T missing the queen, the king equals the ace
    3
    """
    while True:
        below = holding & ((1 << rank) - 1)
        lower = below.bit_length() - 1
        if lower < 0 or others & ((1 << rank) - (1 << lower)):
            return rank
        rank = lower


def masters(holding: int, others: int) -> int:
    """The cards of the holding that nobody can beat.

    >>> bin(masters(0b1_1011, others=0b0_0100))
    '0b11000'
    """
    return above(holding, top(others))


def sequence(holding: int, rank: int) -> int:
    """How many touching cards the holding has from ``rank`` downwards.

    >>> sequence(0b1_1101, 4)
    3
    """
    count = 0
    while rank >= 0 and holding >> rank & 1:
        count += 1
        rank -= 1
    return count

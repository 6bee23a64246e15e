"""The project's own stream of random deals: any deal of any stream, without making the deals before it.

Definition (all arithmetic modulo 2**64), so that any program in any language can make the same deals:

* ``mix(z)``: the finaliser of splitmix64; ``GOLDEN`` its increment;
* ``key = mix(mix(seed + GOLDEN) + (index + 1) * GOLDEN)``;
* ``word[k] = mix(key + (k + 1) * GOLDEN)`` for k = 0 … 38;
* cards 0 … 51 in order; for k = 0 … 38 swap card k with card ``k + ((word[k] >> 32) * (52 - k) >> 32)``;
* north gets the cards at places 0-12, east 13-25, south 26-38, west 39-51 (their order within a hand is
  irrelevant, so the last 13 need no shuffling).

The top 32 bits of a word choose among at most 52 places; the bias of that is below 52 / 2**32, about 1e-8.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand

WORD = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """The finaliser of splitmix64: a bijection of 64-bit words that spreads every bit."""
    z &= WORD
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def deal_masks(seed: int, index: int) -> tuple[int, int, int, int]:
    """The four 52-bit masks, north first, of deal ``index`` (0, 1, 2, …) of stream ``seed``."""
    key = mix(mix(seed + GOLDEN) + (index + 1) * GOLDEN)
    cards = list(range(52))
    for k in range(39):
        key = key + GOLDEN & WORD
        z = (key ^ key >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        j = k + (((z ^ z >> 31) >> 32) * (52 - k) >> 32)
        cards[k], cards[j] = cards[j], cards[k]
    masks = []
    for start in (0, 13, 26, 39):
        mask = 0
        for card in cards[start : start + 13]:
            mask |= 1 << card
        masks.append(mask)
    north, east, south, west = masks
    return north, east, south, west


def deal(seed: int, index: int) -> Deal:
    """Deal ``index`` (0, 1, 2, …) of the stream ``seed``; the same two numbers always give the same deal.

    >>> print(deal(2026, 0))
    N:J93.T953.92.KJ92 8764.K7.AKT85.A7 AKQT2.642.Q6.654 5.AQJ8.J743.QT83
    """
    return Deal([Hand(mask) for mask in deal_masks(seed, index)])


def deals(seed: int, start: int = 0) -> Iterator[Deal]:
    """The endless stream ``seed`` from deal ``start`` on."""
    for index in count(start):
        yield deal(seed, index)

"""The project's deal stream for many deals at once, byte for byte the one of :mod:`bridgelang.core.dealing`.

A deal is a row of four ``uint64`` hand masks, north, east, south, west; bit ``13 * suit + rank`` of a mask is
the card, clubs 0 to spades 3, two 0 to ace 12. A deal does not depend on what was dealt before it.

The scalar definition shuffles one deal at a time; here step ``k`` of the shuffle is done for a block of deals
before step ``k + 1``, so that every operation is one numpy call on a column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bridgelang.core.cards import holding_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["deal_lines", "deal_masks", "deal_masks_at", "random_words"]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MUL_1 = np.uint64(0xBF58476D1CE4E5B9)
_MUL_2 = np.uint64(0x94D049BB133111EB)
_ONE = np.uint64(1)
_HALF = np.uint64(32)
_ALL_CARDS = np.uint64((1 << 52) - 1)
_BLOCK = 8192  # deals shuffled together; their cards (52 bytes each) stay in the processor's cache
_MASK_64 = (1 << 64) - 1


def deal_masks(seed: int, start: int, count: int) -> NDArray[np.uint64]:
    """The deals ``start`` to ``start + count - 1`` of a seed: an array of shape ``(count, 4)``, dtype uint64.

    >>> deal_masks(1, 0, 1000).shape
    (1000, 4)
    >>> bool((deal_masks(1, 500, 500) == deal_masks(1, 0, 1000)[500:]).all())
    True

    Raises ``ValueError`` for a negative start or count.
    """
    if start < 0 or count < 0:
        raise ValueError(f"start and count must not be negative: {start}, {count}")
    out = np.empty((count, 4), dtype=np.uint64)
    for low in range(0, count, _BLOCK):
        high = min(low + _BLOCK, count)
        _shuffle_block(seed, np.arange(start + low, start + high, dtype=np.uint64), out[low:high])
    return out


def deal_masks_at(seed: int, indices: NDArray[np.integer]) -> NDArray[np.uint64]:
    """The deals of a seed with the given indices (any order, repeats allowed), shape ``(len(indices), 4)``.

    >>> import numpy as np
    >>> bool((deal_masks_at(7, np.array([3, 1])) == deal_masks(7, 0, 4)[[3, 1]]).all())
    True
    """
    wanted = np.asarray(indices, dtype=np.uint64)
    out = np.empty((len(wanted), 4), dtype=np.uint64)
    for low in range(0, len(wanted), _BLOCK):
        _shuffle_block(seed, wanted[low : low + _BLOCK], out[low : low + _BLOCK])
    return out


def deal_lines(masks: NDArray[np.uint64]) -> list[str]:
    """The deals as PBN writes them from north, a text for each row of masks.

    >>> deal_lines(deal_masks(2026, 0, 1))
    ['N:J93.T953.92.KJ92 8764.K7.AKT85.A7 AKQT2.642.Q6.654 5.AQJ8.J743.QT83']
    """
    suits = np.array([39, 26, 13, 0], dtype=np.uint64)
    holdings = (masks[:, :, None] >> suits & np.uint64(0x1FFF)).reshape(-1, 16)
    line = "N:" + " ".join(["%s.%s.%s.%s"] * 4)
    text = _TEXTS.__getitem__
    return [line % tuple(map(text, row)) for row in holdings.tolist()]


class _HoldingTexts(dict[int, str]):
    """The text of each holding, made when first asked for."""

    def __missing__(self, holding: int) -> str:
        text = self[holding] = holding_text(holding)
        return text


_TEXTS = _HoldingTexts()


def random_words(seed: int, start: int, count: int, words: int) -> NDArray[np.uint64]:
    """The words ``word[0]`` to ``word[words - 1]`` of deals ``start`` to ``start + count - 1``, a row for each deal.

    >>> random_words(1, 0, 5, 39).shape
    (5, 39)
    """
    keys = _keys(seed, np.arange(start, start + count, dtype=np.uint64), np.empty(count, dtype=np.uint64))
    out = keys[:, None] + np.arange(1, words + 1, dtype=np.uint64) * _GOLDEN
    _mix(out, np.empty_like(out))
    return out


def _keys(seed: int, indices: NDArray[np.uint64], scratch: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The key of each deal; ``scratch`` is overwritten."""
    root = np.array([seed & _MASK_64], dtype=np.uint64) + _GOLDEN
    _mix(root, np.empty(1, dtype=np.uint64))
    keys = root + (indices + _ONE) * _GOLDEN
    _mix(keys, scratch)
    return keys


def _mix(values: NDArray[np.uint64], scratch: NDArray[np.uint64]) -> None:
    """The finaliser of splitmix64, in place; ``scratch`` is overwritten."""
    np.right_shift(values, np.uint64(30), out=scratch)
    values ^= scratch
    values *= _MUL_1
    np.right_shift(values, np.uint64(27), out=scratch)
    values ^= scratch
    values *= _MUL_2
    np.right_shift(values, np.uint64(31), out=scratch)
    values ^= scratch


def _shuffle_block(seed: int, indices: NDArray[np.uint64], out: NDArray[np.uint64]) -> None:
    """Deal one block: 39 steps of the shuffle, each for all deals; ``out`` receives the four masks a row."""
    count = len(indices)
    scratch = np.empty(count, dtype=np.uint64)
    state = _keys(seed, indices, scratch)

    cards = np.empty((52, count), dtype=np.uint8)  # cards[k] is place k of every deal
    cards[:] = np.arange(52, dtype=np.uint8)[:, None]
    flat = cards.reshape(-1)
    columns = np.arange(count, dtype=np.int64)
    word = np.empty(count, dtype=np.uint64)
    place = np.empty(count, dtype=np.int64)
    dealt = np.zeros(count, dtype=np.uint64)
    hand = np.zeros(count, dtype=np.uint64)
    for step in range(39):
        state += _GOLDEN
        word[:] = state
        _mix(word, scratch)
        word >>= _HALF
        word *= np.uint64(52 - step)
        word >>= _HALF  # a place among those not dealt yet, 0 .. 51 - step
        np.multiply(word.view(np.int64), count, out=place)
        place += columns
        place += step * count
        card = flat.take(place)
        flat[place] = cards[step]  # the other half of the swap is never read again
        hand |= np.left_shift(_ONE, card.astype(np.uint64))
        seat, last = divmod(step, 13)
        if last == 12:
            out[:, seat] = hand
            dealt |= hand
            hand[:] = 0
    out[:, 3] = dealt ^ _ALL_CARDS

"""The numpy deal stream against the scalar one, against the definition, and against chance."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridgelang.batch.dealing import deal_lines, deal_masks, deal_masks_at
from bridgelang.core.dealing import deal

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    z &= MASK
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & MASK
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def by_definition(seed: int, index: int) -> list[int]:
    """The stream as documented, written once more: a Fisher-Yates shuffle driven by splitmix64."""
    key = mix(mix(seed + GOLDEN) + (index + 1) * GOLDEN)
    cards = list(range(52))
    for k in range(39):
        j = k + (((mix(key + (k + 1) * GOLDEN) >> 32) * (52 - k)) >> 32)
        cards[k], cards[j] = cards[j], cards[k]
    return [sum(1 << card for card in cards[13 * s : 13 * s + 13]) for s in range(4)]


SEEDS = st.one_of(st.integers(0, 100), st.integers(0, MASK))


@given(SEEDS, st.one_of(st.integers(0, 50), st.integers(0, 2**40)))
def test_one_deal_is_the_scalar_one(seed: int, index: int) -> None:
    row = [int(mask) for mask in deal_masks(seed, index, 1)[0]]
    assert row == by_definition(seed, index)
    assert row == [hand.mask for hand in deal(seed, index)]


def test_lines_are_those_of_the_deals() -> None:
    masks = deal_masks(5, 0, 300)
    assert deal_lines(masks) == [str(deal(5, index)) for index in range(300)]


def test_a_long_run_equals_the_scalar_stream_across_block_borders() -> None:
    masks = deal_masks(11, 8190, 300)  # the internal block is 8192 deals long
    assert masks.shape == (300, 4) and masks.dtype == np.uint64
    long = deal_masks(11, 0, 8490)
    assert (long[8190:] == masks).all()
    for offset in range(0, 300, 7):
        assert [int(m) for m in masks[offset]] == by_definition(11, 8190 + offset)


def test_random_access_in_any_order() -> None:
    wanted = np.array([5, 3, 3, 9000, 0])
    assert (deal_masks_at(4, wanted) == deal_masks(4, 0, 9001)[wanted]).all()


def test_empty_and_refused_ranges() -> None:
    assert deal_masks(1, 10, 0).shape == (0, 4)
    with pytest.raises(ValueError, match="-1"):
        deal_masks(1, -1, 5)
    with pytest.raises(ValueError, match="-5"):
        deal_masks(1, 0, -5)


def test_every_deal_is_52_cards_13_each() -> None:
    masks = deal_masks(123, 0, 20_000)
    assert (np.bitwise_count(masks) == 13).all()
    assert (np.bitwise_or.reduce(masks, axis=1) == np.uint64((1 << 52) - 1)).all()


def test_every_card_falls_to_every_seat_a_quarter_of_the_time() -> None:
    count = 40_000
    masks = deal_masks(99, 0, count)
    cards = np.arange(52, dtype=np.uint64)
    share = ((masks[:, :, None] >> cards) & np.uint64(1)).mean(axis=0)
    # 208 shares, standard error 0.0022: five of them is beyond chance for all
    assert abs(share - 0.25).max() < 5 * (0.25 * 0.75 / count) ** 0.5

"""The deal stream: fixed vectors, the published generator behind it, and signs that the deals are random."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridgelang.core.dealing import GOLDEN, deal, deal_masks, deals, mix
from bridgelang.core.hands import FULL_DECK, Hand

VECTORS = {
    (0, 0): "N:KT9.AQJ.86543.97 J632.T942.T7.AT4 A84.76.KQJ9.KQ32 Q75.K853.A2.J865",
    (0, 1): "N:A52.JT98.KQ95.AJ Q873.K73.A32.K52 T4.Q.T86.QT98763 KJ96.A6542.J74.4",
    (0, 2): "N:K.JT532.JT84.864 QJ93.Q64.765.T93 8.AK987.A93.AQ72 AT76542..KQ2.KJ5",
    (1, 0): "N:K75.Q82.KQT83.Q7 J92.A93.54.KT863 64.765.J962.A954 AQT83.KJT4.A7.J2",
    (1, 1): "N:A.862.AQJ943.A54 85432.QJ.52.KT76 Q9.KT5.K86.Q9832 KJT76.A9743.T7.J",
    (1, 2): "N:AQ9.Q94.J9.AJ854 6.J53.AKT742.K32 KJT4.A872.Q53.Q7 87532.KT6.86.T96",
    (2026, 0): "N:J93.T953.92.KJ92 8764.K7.AKT85.A7 AKQT2.642.Q6.654 5.AQJ8.J743.QT83",
    (2026, 1): "N:KT.Q852.AKJ.JT54 QJ864.A63.T85.AK 97532.J4.9763.73 A.KT97.Q42.Q9862",
    (2026, 2): "N:A.87.AT73.KQT962 QT954.KT94..AJ87 J763.AQ52.Q965.4 K82.J63.KJ842.53",
    (1, 1000000): "N:J.AKJ2.QT54.Q843 T7532.973.7.KJ75 K.86.AKJ9632.AT2 AQ9864.QT54.8.96",
}


@pytest.mark.parametrize(("seed", "index"), VECTORS)
def test_the_first_deals_of_three_streams(seed, index):
    assert str(deal(seed, index)) == VECTORS[seed, index]


def test_the_generator_is_splitmix64():
    # The first outputs for seed 1234567, as published with the generator.
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [mix(1234567 + k * GOLDEN) for k in range(1, 6)] == published


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40))
def test_any_deal_by_the_definition_step_by_step(seed, index):
    word = 2**64
    key = mix((mix((seed + GOLDEN) % word) + (index + 1) * GOLDEN) % word)
    left, order = list(range(52)), []
    for k in range(39):
        number = mix((key + (k + 1) * GOLDEN) % word) // 2**32
        place = number * len(left) // 2**32
        order.append(left[place])
        left[place] = left[0]
        left = left[1:]
    players = [order[:13], order[13:26], order[26:], left]
    assert deal_masks(seed, index) == tuple(sum(1 << card for card in cards) for cards in players)


def test_the_stream_is_its_deals_in_order():
    assert list(islice(deals(7, 3), 4)) == [deal(7, index) for index in range(3, 7)]


def test_seeds_wrap_at_64_bits_and_differ_otherwise():
    assert deal(-1, 0) == deal(2**64 - 1, 0)
    assert len({deal(seed, index) for seed in range(20) for index in range(20)}) == 400


def test_the_deals_look_random():
    count = 20_000
    owners = [[0] * 4 for _ in range(52)]
    neighbours = balanced = points = 0
    points_squared = 0
    for index in range(count):
        masks = deal_masks(99, index)
        assert masks[0] | masks[1] | masks[2] | masks[3] == FULL_DECK
        for seat, mask in enumerate(masks):
            while mask:
                low = mask & -mask
                owners[low.bit_length() - 1][seat] += 1
                mask ^= low
        north = Hand(masks[0])
        points += north.hcp
        points_squared += north.hcp**2
        balanced += sorted(north.lengths) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])
        neighbours += bool(masks[0] & 1) == bool(masks[0] & 2)
    squares = [sum((n - count / 4) ** 2 / (count / 4) for n in row) for row in owners]
    assert max(squares) < 20  # 52 sums with 3 degrees of freedom: by chance in one run of about 110
    assert 110 < sum(squares) < 205  # mean 153, standard deviation about 18
    mean = points / count
    assert mean == pytest.approx(10, abs=0.12)  # standard error 0.029
    assert points_squared / count - mean**2 == pytest.approx(17.06, abs=0.7)
    assert balanced / count == pytest.approx(0.4761, abs=0.014)  # 4333, 4432, 5332
    assert neighbours / count == pytest.approx(1 - 2 * 13 * 39 / (52 * 51), abs=0.014)


def test_neighbouring_deals_and_seeds_are_unrelated():
    count, same_index, same_seed = 2_000, 0, 0
    for index in range(count):
        north = deal_masks(3, index)[0]
        same_index += (north & deal_masks(4, index)[0]).bit_count()
        same_seed += (north & deal_masks(3, index + 1)[0]).bit_count()
    for shared in (same_index, same_seed):  # two random hands share 13 * 13 / 52 cards, deviation 1.35 a pair
        assert shared / count == pytest.approx(3.25, abs=0.15)

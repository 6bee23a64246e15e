"""What players should have, held against hands dealt to auctions."""

from __future__ import annotations

import random

import pytest

from bridgelang import load_system
from bridgelang.bidding.words.expected import mean_of
from bridgelang.constraints.expected import HCP, share, spread
from bridgelang.constraints.holding import ANY
from bridgelang.core.auctions import Auction
from bridgelang.core.hands import Hand

CARDS, POINTS = 0.4, 1.0
"""How far a mean may be from that of the hands dealt: cards of a suit, high-card points."""

DEALS = [
    ("1H P 2H", "K532.32.AJ52.Q32", 9_000),
    ("1S P 2S P", "Q.Q9532.KJ52.432", 3_000),
    ("1D P 1H 1S", "Q32.Q9.KJ52.Q432", 3_000),
]


def others_dealt(auction: str, hand: Hand, tries: int) -> list[list[Hand]]:
    """The hands of left-hand opponent, partner and right-hand opponent where all of them would have bid so."""
    state = load_system("sayc").table().state(Auction.parse(auction))
    cards = [card for card in range(52) if not hand.mask >> card & 1]
    held = [state.holding((state.turn + offset) & 3) for offset in (1, 2, 3)]
    rng, found = random.Random(auction), []
    for _ in range(tries):
        rng.shuffle(cards)
        hands = []
        for at, holding in zip((0, 13, 26), held, strict=True):
            hands.append(Hand(sum([1 << card for card in cards[at : at + 13]])))
            if not holding.contains(hands[-1]):
                break
        else:
            found.append(hands)
    return found


@pytest.mark.parametrize(("auction", "mine", "tries"), DEALS)
def test_means_are_those_of_the_hands_dealt(auction: str, mine: str, tries: int) -> None:
    hand = Hand.parse(mine)
    deals = others_dealt(auction, hand, tries)
    assert len(deals) > 60
    point = load_system("sayc").table().state(Auction.parse(auction)).place({}).point
    for place, who in enumerate(("lho", "partner", "rho")):
        for number in range(5):
            values = [one[place].hcp if number == HCP else one[place].lengths[number] for one in deals]
            have = hand.hcp if number == HCP else hand.lengths[number]
            told = mean_of(point, who, number)(have)
            assert told == pytest.approx(sum(values) / len(values), abs=POINTS if number == HCP else CARDS), (
                who,
                number,
            )


def test_where_nothing_is_known_each_has_a_third_of_the_rest() -> None:
    assert spread(ANY, 3) == (3.25, pytest.approx(1.864, abs=0.001))
    assert [round(share(3, ANY, (ANY, ANY)).by(mine), 2) for mine in range(5)] == [4.33, 4.0, 3.67, 3.33, 3.0]
    assert share(HCP, ANY, (ANY, ANY)).by(10) == pytest.approx(10)


def test_nobody_should_have_less_than_he_promised() -> None:
    point = load_system("sayc").table().state(Auction.parse("1H 2S P P")).place({}).point
    assert min(map(mean_of(point, "partner", HCP), range(38))) >= point.holding((point.turn + 2) & 3).hcp_range[0]

"""Words of tricks, held against the chance worked out hand by hand."""

from __future__ import annotations

import pytest

from bridgelang import load_system
from bridgelang.bidding.words import tricks as words
from bridgelang.bidding.words.base import make
from bridgelang.bidding.words.expected import mean_of
from bridgelang.constraints.expected import HCP
from bridgelang.core.auctions import Auction
from bridgelang.core.dealing import deal
from bridgelang.core.hands import Hand
from bridgelang.core.scoring import score
from bridgelang.features.trick_chances import odds

HANDS = [hand for index in range(60) for hand in deal(77, index).hands]
AUCTIONS = ["1H 2C", "1S P 3S P", "1D 1S X 4S"]
SPADES, NOTRUMP = 3, 4


def chance(point: object, hand: Hand, strain: int, tricks: int, who: str = "we") -> float:
    """The chance of so many tricks of a side, as one would work it out for this hand alone."""
    hcp = mean_of(point, who, HCP)(hand.hcp)  # type: ignore[arg-type]
    if strain == NOTRUMP:
        return odds("notrump", tricks).chance(hcp)
    side = [length for suit, length in enumerate(hand.lengths) if suit != strain] if who == "we" else []
    trumps = mean_of(point, who, strain)(hand.lengths[strain])  # type: ignore[arg-type]
    return odds("suit", tricks).chance(hcp, trumps, side.count(0), side.count(1))


def accepted(word: words.OfTricks, place: object) -> list[bool]:
    node = word.node(place)  # type: ignore[arg-type]
    return [node.accepts(hand) for hand in HANDS]


@pytest.mark.parametrize("auction", AUCTIONS)
@pytest.mark.parametrize("strain", range(5))
def test_tricks_are_expected_with_an_even_chance(auction: str, strain: int) -> None:
    place = load_system("sayc").table().state(Auction.parse(auction)).place({})
    for low, high in ((9, None), (8, 9), (None, 7)):
        word = make(words.ExpectTricks, ((low, high),), strain)
        assert accepted(word, place) == [
            (low is None or chance(place.point, hand, strain, low) >= 0.5)
            and (high is None or chance(place.point, hand, strain, high + 1) < 0.5)
            for hand in HANDS
        ]


@pytest.mark.parametrize("vulnerability", ["none", "ns", "ew"])
def test_game_takes_less_when_vulnerable(vulnerability: str) -> None:
    auction = Auction.parse("1S P 2S P", dealer="N", vulnerability=vulnerability)
    place = load_system("sayc").table().state(auction).place({})
    least = 0.375 if vulnerability == "ns" else 0.45
    for strain, level in ((SPADES, 4), (NOTRUMP, 3), (0, 5)):
        found = accepted(make(words.Worth, "game", strain), place)
        assert found == [chance(place.point, hand, strain, 6 + level) >= least for hand in HANDS]
    assert accepted(make(words.Worth, "slam", SPADES), place) == [
        chance(place.point, hand, SPADES, 12) >= 0.5 for hand in HANDS
    ]


@pytest.mark.parametrize("vulnerability", ["none", "ns", "ew", "both"])
def test_a_save_costs_less_than_what_they_should_make(vulnerability: str) -> None:
    auction = Auction.parse("1S 2H 3S 4H", dealer="N", vulnerability=vulnerability)
    place = load_system("sayc").table().state(auction).place({})
    place.at(5 * 4 - 2 + SPADES)
    lost = score(4, 2, 0, vulnerability in ("ew", "both"), 10)
    few = min(n for n in range(14) if score(4, SPADES, 1, vulnerability in ("ns", "both"), n) > -lost)
    found = accepted(make(words.WorthASave, SPADES), place)
    assert found == [
        chance(place.point, hand, SPADES, few) >= 0.5 and chance(place.point, hand, 2, 10, "they") >= 0.5
        for hand in HANDS
    ]
    assert any(found)


def test_nobody_saves_over_his_own_contract_or_in_their_suit() -> None:
    table = load_system("sayc").table()
    for auction, suit in (("1S P 4S P", 2), ("1S P 4S", SPADES), ("P", 2)):
        place = table.state(Auction.parse(auction)).place({})
        place.at(5 * 5 - 2 + suit)
        assert not any(accepted(make(words.WorthASave, suit), place))

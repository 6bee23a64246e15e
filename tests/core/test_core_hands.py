"""Hands and deals: every notation, every refusal, and features against a count over the cards."""

from __future__ import annotations

import core_strategies as strategies
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridgelang.core.cards import CARDS, SUITS, Card, Suit
from bridgelang.core.deals import Deal
from bridgelang.core.hands import FULL_DECK, Hand
from bridgelang.core.seats import SEATS, Seat
from bridgelang.errors import NotationError

HAND = Hand.parse("AKQ2.J53.T98.642")
PBN = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"


@given(strategies.hands)
def test_features_agree_with_counting_cards(hand):
    cards = [card for card in CARDS if card in hand]
    assert len(cards) == len(hand) == 13
    assert hand.cards == tuple(hand) == tuple(sorted(cards, reverse=True))
    assert hand.hcp == sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(str(card.rank), 0) for card in cards)
    for suit in SUITS:
        ranks = [card.rank for card in cards if card.suit == suit]
        assert hand.length(suit) == hand.lengths[suit] == len(ranks)
        assert hand.holding(suit) == hand.holdings[suit] == sum(1 << rank for rank in ranks)
    assert Hand.of(hand.cards) == hand


@given(strategies.hands, st.randoms(use_true_random=False))
def test_every_notation_reads_the_same(hand, random):
    dotted = str(hand)
    loose = list(hand.cards)
    random.shuffle(loose)
    rank_first = [f"{card.rank}{card.suit}" for card in loose]
    assert Hand.parse(dotted.replace("T", "10").lower()) == hand
    assert Hand.parse(".".join(part or "-" for part in dotted.split("."))) == hand
    assert Hand.parse(" ".join(rank_first).replace("T", "10")) == hand
    assert Hand.parse(", ".join(str(card) for card in loose)) == hand
    assert Hand.parse(" ".join(card.pretty for card in loose)) == hand
    assert Hand.parse(hand.pretty()) == hand
    assert Hand.parse(hand.pretty(symbols=True)) == hand
    assert Hand.parse(hand.pretty().replace(" ", "")) == hand


def test_the_loose_form():
    assert str(Hand.parse("5C 7H AS JD 9D 2C KH 10H 4C 8H 8C AD 10C")) == "A.KT87.AJ9.T8542"


def test_suits_by_name_in_any_order():
    assert Hand.parse("S: A K Q J  H: A K Q  D: A K Q  C: A K Q") == Hand.parse("AKQJ.AKQ.AKQ.AKQ")
    assert Hand.parse("♣642 ♦T98 ♥J53 ♠AKQ2") == HAND
    assert Hand.parse("S AKQJT98765432") == Hand.parse("AKQJT98765432...")
    assert HAND.pretty() == "S AKQ2  H J53  D T98  C 642"
    assert HAND.pretty(symbols=True) == "♠ AKQ2  ♥ J53  ♦ T98  ♣ 642"
    assert Hand.parse("AKQJT98765432...").pretty() == "S AKQJT98765432  H -  D -  C -"


REFUSED = {
    "": "`` is not a hand: write one as in AKQ2.J53.T98.642",
    "AKQ2": "`AKQ2` is not a hand: write one as in AKQ2.J53.T98.642",
    "AKQ2.J53.T98": "`AKQ2.J53.T98` has 3 suits; write four with dots between, as in AKQ2.J53.T98.642",
    "AKQ2.J53.T98.6.2": ("`AKQ2.J53.T98.6.2` has 5 suits; write four with dots between, as in AKQ2.J53.T98.642"),
    "AKQ2.J53.T98.64": ("`AKQ2.J53.T98.64` has 12 cards (4 spades, 3 hearts, 3 diamonds, 2 clubs); a hand has 13"),
    "AKQ2.J5.T98.6432A": ("`AKQ2.J5.T98.6432A` has 14 cards (4 spades, 2 hearts, 3 diamonds, 5 clubs); a hand has 13"),
    "AKQA.J53.T98.642": "the card SA stands twice in `AKQA.J53.T98.642`",
    "AKQ2.J10T.T98.642": "the card HT stands twice in `AKQ2.J10T.T98.642`",
    "AKQ2.Jx3.T98.642": (
        "`x` in `AKQ2.Jx3.T98.642`, in the hearts, is not a rank: write 2 to 9, T (or 10), J, Q, K or A"
    ),
    "5C 7H AS JD 9D 2C KH 10H 4C 8H 8C AD": (
        "`5C 7H AS JD 9D 2C KH 10H 4C 8H 8C AD` has 12 cards (1 spade, 4 hearts, 3 diamonds, 4 clubs); a hand has 13"
    ),
    "5C 7H AS JD 9D 2C KH 10H 4C 8H 8C AD 5C": (
        "the card C5 stands twice in `5C 7H AS JD 9D 2C KH 10H 4C 8H 8C AD 5C`"
    ),
    "5C 7H AS JD 9D 2C KH 11H 4C": (
        "`11H` is not a card: write suit and rank, such as SA or H10 (in `5C 7H AS JD 9D 2C KH 11H 4C`)"
    ),
    "S AKQ2 H J53 S T98 C 642": "the spades come twice in `S AKQ2 H J53 S T98 C 642`",
    "S AKQA H J53 D T98 C 642": "the card SA stands twice in `S AKQA H J53 D T98 C 642`",
    "S AKQ2 H J53 D T98": (
        "`S AKQ2 H J53 D T98` has 10 cards (4 spades, 3 hearts, 3 diamonds, 0 clubs); a hand has 13"
    ),
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_refusal_says_what_is_wrong(text):
    with pytest.raises(NotationError) as caught:
        Hand.parse(text)
    assert str(caught.value) == REFUSED[text]
    assert caught.value.text == text


@pytest.mark.parametrize(
    ("text", "place"), [("AKQ2.Jx3.T98.642", 6), ("AKQA.J53.T98.642", 3), ("AC KC ZZ 3H 2S 3S", 6)]
)
def test_a_refusal_knows_the_place(text, place):
    with pytest.raises(NotationError) as caught:
        Hand.parse(text)
    assert caught.value.position == place


def test_a_long_text_is_cut_in_the_message():
    with pytest.raises(NotationError) as caught:
        Hand.parse("A" * 5000)
    assert len(str(caught.value)) < 200


def test_hands_from_masks_and_cards():
    assert Hand(0x1FFF).length(Suit.CLUBS) == 13
    for mask in (0, 0xFFF, 0x3FFF, FULL_DECK, 0x1FFF << 40, -1):
        with pytest.raises(ValueError, match="a hand has 13 cards of the 52"):
            Hand(mask)
    assert len(Hand.partial(0)) == 0
    assert str(Hand.partial(0)) == "..."
    for mask in (-1, 1 << 52):
        with pytest.raises(ValueError, match="bits for the 52 cards only"):
            Hand.partial(mask)
    with pytest.raises(ValueError, match="the card SA stands twice"):
        Hand.of([51, *range(11), 51])
    assert Card.parse("SA") in HAND and Card.parse("HA") not in HAND


def test_an_unknown_attribute_is_an_attribute_error():
    with pytest.raises(AttributeError, match="points"):
        HAND.points  # noqa: B018
    assert not hasattr(HAND, "__dict__")


@given(strategies.deals, strategies.seats)
def test_deals_read_from_any_seat_and_with_one_hand_missing(deal, seat):
    text = deal.to_pbn(seat)
    assert text.startswith(f"{seat}:")
    assert Deal.parse(text) == deal
    for index in range(4):
        words = text[2:].split()
        words[index] = "-"
        assert Deal.parse(f"{seat}:{' '.join(words)}", complete=True) == deal
    assert Deal.parse(text.rpartition(" ")[0], complete=True) == deal
    assert Deal.complete([None if other == seat else deal[other] for other in SEATS]) == deal
    assert list(deal) == [deal[other] for other in SEATS]
    for card in CARDS:
        assert card in deal[deal.owner(card)]


@given(strategies.deals)
def test_the_diagram_shows_every_card(deal):
    lines = deal.diagram().split("\n")
    assert len(lines) == 15
    assert all(line == line.rstrip() for line in lines)
    north = [line.split()[1] for line in lines[1:5]]
    west = [line[:28].split()[1] for line in lines[6:10]]
    east = [line[28:].split()[1] for line in lines[6:10]]
    south = [line.split()[1] for line in lines[11:15]]
    assert [Hand.parse(".".join(hand)) for hand in (north, east, south, west)] == list(deal)


def test_the_diagram_with_symbols():
    text = Deal.parse(PBN).diagram(symbols=True)
    assert "♠ AKQJ" in text and "S AKQJ" not in text


REFUSED_DEALS = {
    PBN.replace("2.5432", "A.5432", 1): "the card SA is dealt twice, to North and to West",
    PBN.replace("T987", "T98", 1): (
        "East's hand has 12 cards (3 spades, 3 hearts, 3 diamonds, 3 clubs); a hand has 13"
    ),
    PBN.replace("6543", "65432").replace(" 2.", " .", 1): (
        "South's hand has 14 cards (5 spades, 3 hearts, 3 diamonds, 3 clubs); a hand has 13"
    ),
    PBN.replace(" 2.", ".6 2.", 1): "South's hand: `6543.876.876.876.6` has 5 suits",
    PBN.replace("AKQJ.", "AKQJJ.", 1): "North's hand: the card SJ stands twice in `AKQJJ.AKQ.AKQ.AKQ`",
    PBN[2:]: "is not a deal: write a seat, a colon and four hands",
    PBN.replace("N:", "Q:"): "`Q` is not a seat: write N, E, S or W",
    PBN.rpartition(" ")[0]: "has 3 hands; a deal has four, clockwise from North",
    PBN.rpartition(" ")[0] + " -": "West's hand is not given in ",
    PBN.replace("T987.JT9.JT9.JT9", "T987"): "East's hand is `T987`: write it as in AKQ2.J53.T98.642",
    PBN + " AKQ2.J53.T98.642": "has 5 hands; a deal has four",
}


@pytest.mark.parametrize("text", REFUSED_DEALS)
def test_a_refused_deal_says_what_is_wrong(text):
    with pytest.raises(NotationError) as caught:
        Deal.parse(text)
    assert REFUSED_DEALS[text] in str(caught.value)


def test_two_missing_hands_cannot_be_completed():
    with pytest.raises(NotationError, match="East's hand is not given"):
        Deal.parse("N:AKQJ.AKQ.AKQ.AKQ - - 2.5432.5432.5432", complete=True)
    with pytest.raises(ValueError, match="one hand can be completed, not 2"):
        Deal.complete([Deal.parse(PBN)[Seat.NORTH], None, None, Deal.parse(PBN)[Seat.WEST]])


def test_deals_from_hands_are_checked():
    north, east, south, _west = Deal.parse(PBN).hands
    with pytest.raises(ValueError, match="four hands, not 3"):
        Deal([north, east, south])
    with pytest.raises(ValueError, match="the card SA is dealt twice, to North and to West"):
        Deal([north, east, south, north])
    with pytest.raises(ValueError, match="West's hand has 0 cards"):
        Deal([north, east, south, Hand.partial(0)])

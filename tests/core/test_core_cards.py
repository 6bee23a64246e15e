"""Cards, suits, ranks, seats, vulnerability and the board cycle: encodings and spellings."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from bridgelang.core.cards import (
    CARDS,
    MAJORS,
    MINORS,
    RANKS,
    STRAINS,
    SUITS,
    Card,
    Rank,
    Strain,
    Suit,
    holding_text,
    parse_holding,
)
from bridgelang.core.seats import SEATS, Seat, Side, Vulnerability, dealer_of, vulnerability_of
from bridgelang.errors import NotationError

DATA = Path(__file__).parents[1] / "data"


def test_the_encoding_of_cards():
    assert [int(card) for card in CARDS] == list(range(52))
    assert [(card.suit, card.rank) for card in CARDS] == [(suit, rank) for suit in SUITS for rank in RANKS]
    assert all(Card.of(card.suit, card.rank) is card and card.bit == 1 << card for card in CARDS)
    assert str(CARDS[0]) == "C2" and str(CARDS[51]) == "SA" and CARDS[50].pretty == "♠K"
    assert "".join(str(suit) for suit in SUITS) == "CDHS"
    assert [str(strain) for strain in STRAINS] == ["C", "D", "H", "S", "NT"]
    assert [strain.suit for strain in STRAINS] == [*SUITS, None]
    assert MAJORS == (Suit.HEARTS, Suit.SPADES) and MINORS == (Suit.CLUBS, Suit.DIAMONDS)
    assert [suit.name_lower for suit in SUITS] == ["clubs", "diamonds", "hearts", "spades"]


@pytest.mark.parametrize("text", ["SA", "AS", "as", "sa", "♠A", "A♠", " ♤a "])
def test_spellings_of_the_spade_ace(text):
    assert Card.parse(text) is CARDS[51]


@pytest.mark.parametrize("text", ["10H", "H10", "TH", "ht", "♥10", "10♡"])
def test_spellings_of_the_heart_ten(text):
    assert str(Card.parse(text)) == "HT"


@pytest.mark.parametrize("text", ["", "S", "A", "1S", "S1", "SAA", "SS", "11H", "XS", "S A"])
def test_what_is_no_card(text):
    with pytest.raises(NotationError, match="is not a card: write suit and rank") as caught:
        Card.parse(text)
    assert f"`{text}`" in str(caught.value)


@pytest.mark.parametrize("value", [-1, 52])
def test_numbers_that_are_no_card(value):
    with pytest.raises(ValueError, match="cards are 0 to 51"):
        Card(value)


def test_spellings_of_suits_strains_and_ranks():
    assert {Suit.parse(text) for text in ("S", "s", "spades", "Spade", "♠", "♤")} == {Suit.SPADES}
    assert {Strain.parse(text) for text in ("N", "nt", "NT", "notrump", "no trump")} == {Strain.NOTRUMP}
    assert {Rank.parse(text) for text in ("T", "10", "t", "ten")} == {Rank.TEN}
    for kind, text in ((Suit, "NT"), (Strain, "X"), (Rank, "1")):
        with pytest.raises(NotationError, match=f"`{text}` is not a"):
            kind.parse(text)


def test_holdings():
    assert parse_holding("AKT2") == 0b1_1001_0000_0001
    assert holding_text(0b1_1001_0000_0001) == "AKT2"
    assert parse_holding("") == parse_holding("-") == parse_holding(" ") == 0
    assert parse_holding("10") == parse_holding("t") == 1 << Rank.TEN
    with pytest.raises(NotationError, match="the card A stands twice in `AKA`") as caught:
        parse_holding("AKA")
    assert caught.value.position == 2
    with pytest.raises(NotationError, match="`X` in `AKx` is not a rank".replace("X", "x")) as caught:
        parse_holding("AKx")
    assert caught.value.position == 2
    with pytest.raises(NotationError, match="`1` in `A1`"):
        parse_holding("A1")


def test_seats_go_round_clockwise():
    for seat in SEATS:
        assert seat.lho.rho is seat and seat.rho.lho is seat
        assert seat.lho.lho is seat.partner and seat.partner.partner is seat
        assert seat.side is seat.partner.side and seat.side.other is seat.lho.side
        assert seat in seat.side.seats
        assert Seat.parse(seat.letter) is Seat.parse(seat.word) is Seat.parse(seat.word.upper()) is seat
    assert Seat.NORTH.lho is Seat.EAST
    assert [str(seat) for seat in SEATS] == ["N", "E", "S", "W"]
    with pytest.raises(NotationError, match="`Q` is not a seat: write N, E, S or W"):
        Seat.parse("Q")


def test_vulnerability():
    spellings = {
        Vulnerability.NONE: ["none", "None", "love", "-", "neither"],
        Vulnerability.NS: ["ns", "NS", "N/S", "n-s", "North-South"],
        Vulnerability.EW: ["ew", "E/W"],
        Vulnerability.ALL: ["all", "both", "Both"],
    }
    for vulnerability, texts in spellings.items():
        assert {Vulnerability.parse(text) for text in texts} == {vulnerability}
        assert Vulnerability.parse(vulnerability.pbn) is vulnerability
        for seat in SEATS:
            assert vulnerability.of(seat) is vulnerability.of(seat.side)
    assert [[v.of(side) for side in Side] for v in Vulnerability] == [
        [False, False],
        [True, False],
        [False, True],
        [True, True],
    ]
    with pytest.raises(NotationError, match="`green` is not a vulnerability: write none, ns, ew or all"):
        Vulnerability.parse("green")


def test_the_board_cycle():
    boards = yaml.safe_load((DATA / "match_scoring.yaml").read_text())["boards"]
    assert len(boards) > 20
    for number, (dealer, vulnerability) in boards.items():
        assert (str(dealer_of(number)), vulnerability_of(number).pbn) == (dealer, vulnerability)
    for number in range(1, 17):
        assert vulnerability_of(number + 16) is vulnerability_of(number)
    for function in (dealer_of, vulnerability_of):
        with pytest.raises(ValueError, match="boards are numbered from 1"):
            function(0)

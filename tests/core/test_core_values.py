"""What every value type of the core has in common: it reads what it prints, compares by meaning, copies."""

from __future__ import annotations

import copy
import pickle

import core_strategies as strategies
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS, Call
from bridgelang.core.cards import CARDS, Card, Rank, Strain, Suit, holding_text, parse_holding
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat, Side, Vulnerability
from bridgelang.errors import IllegalAction, NotationError

PARSED = {
    Suit: strategies.suits,
    Strain: strategies.strains,
    Rank: strategies.ranks,
    Card: strategies.cards,
    Seat: strategies.seats,
    Side: strategies.sides,
    Vulnerability: strategies.vulnerabilities,
    Call: strategies.calls,
    Hand: strategies.hands,
    Contract: strategies.contracts,
    Deal: strategies.deals,
}


@pytest.mark.parametrize("kind", PARSED, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_parse_reads_what_str_writes(kind, data):
    value = data.draw(PARSED[kind])
    assert kind.parse(str(value)) == value
    assert kind.parse(f"  {str(value).lower()} ") == value
    assert f"{value}" == str(value)


@pytest.mark.parametrize("kind", PARSED, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_copies_are_equal_and_hash_alike(kind, data):
    value = data.draw(PARSED[kind])
    for twin in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
        assert type(twin) is kind
        assert twin == value
        assert hash(twin) == hash(value)
        assert str(twin) == str(value)


@pytest.mark.parametrize("kind", [Card, Call, Hand, Contract, Deal], ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_repr_can_be_evaluated(kind, data):
    value = data.draw(PARSED[kind])
    assert eval(repr(value), {kind.__name__: kind}) == value


NEAR_MISSES = st.text(max_size=12) | st.text("AKQJT9876543210SHDCNEWXPby.:- ?♠♡", max_size=60)


@pytest.mark.parametrize("kind", [*PARSED, Auction], ids=lambda kind: kind.__name__)
@given(text=NEAR_MISSES)
def test_any_other_text_is_refused_as_notation(kind, text):
    try:
        value = kind.parse(text)
    except NotationError as fault:
        assert "`" in str(fault)
        assert fault.text in text
        assert fault.position is None or 0 <= fault.position < len(text)
    except IllegalAction:
        assert kind is Auction
    else:
        assert kind.parse(str(value)) == value


@given(strategies.auctions())
def test_auctions_read_what_they_write(auction):
    again = Auction.parse(str(auction), str(auction.dealer), str(auction.vulnerability))
    assert again == auction
    assert hash(again) == hash(auction)
    assert eval(repr(auction), {"Auction": Auction}) == auction
    assert pickle.loads(pickle.dumps(auction)) == auction
    dashed, listed = str(auction).replace(" ", "-"), str(auction).replace(" ", ", ") + " ?"
    assert Auction.parse(dashed, auction.dealer, auction.vulnerability) == auction
    assert Auction.parse(listed, auction.dealer, auction.vulnerability) == auction


@given(st.integers(0, 0x1FFF))
def test_holdings_read_what_they_write(mask):
    assert parse_holding(holding_text(mask)) == mask
    assert parse_holding(holding_text(mask)[::-1].lower()) == mask


@given(strategies.partial_hands)
def test_partial_hands_read_what_they_write(hand):
    assert Hand.parse(str(hand), partial=True) == hand
    assert eval(repr(hand), {"Hand": Hand}) == hand


def test_small_values_are_one_object_each():
    assert all(Card(card) is card and pickle.loads(pickle.dumps(card)) is card for card in CARDS)
    assert all(Call(call) is call and copy.deepcopy(call) is call for call in CALLS)


def test_formatting_pads_the_text_not_the_number():
    assert f"{Call.parse('1NT'):>4}|{Card.parse('SA'):<3}|" == " 1NT|SA |"
    assert f"{Seat.WEST:>2}|{Vulnerability.EW:>5}|" == " W|   ew|"
    assert f"{Suit.HEARTS:>2}|{Strain.NOTRUMP:>3}|{Rank.TEN:<2}|{Side.EW:>3}" == " H| NT|T | EW"


def test_contracts_differ_by_each_of_their_four_parts():
    base = Contract(4, Strain.HEARTS, 1, Seat.SOUTH)
    others = {
        Contract(3, Strain.HEARTS, 1, Seat.SOUTH),
        Contract(4, Strain.SPADES, 1, Seat.SOUTH),
        Contract(4, Strain.HEARTS, 0, Seat.SOUTH),
        Contract(4, Strain.HEARTS, 1, Seat.NORTH),
    }
    assert len(others) == 4
    assert base not in others
    assert base == Contract(4, Strain.HEARTS, 1, Seat.SOUTH)


def test_values_of_different_types_are_unequal():
    hand = Hand.parse("AKQ2.J53.T98.642")
    assert hand != hand.mask
    assert Contract.parse("1C by N") != "1C by N"
    assert Auction() != ()
    assert Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432") != hand

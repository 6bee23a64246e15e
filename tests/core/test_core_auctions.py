"""Calls, auctions and contracts: legality against the laws read backwards, reference auctions, counts."""

from __future__ import annotations

import random
from pathlib import Path

import core_strategies as strategies
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS, DOUBLE, PASS, REDOUBLE, Call
from bridgelang.core.cards import STRAINS, Strain
from bridgelang.core.contracts import Contract
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.errors import IllegalAction, NotationError

DATA = Path(__file__).parents[1] / "data"
RANDOM_AUCTIONS = yaml.safe_load((DATA / "auctions.yaml").read_text())
TRICKY_AUCTIONS = yaml.safe_load((DATA / "tricky_auctions.yaml").read_text())


# ---- calls ----


def test_the_encoding_of_calls():
    assert [int(call) for call in CALLS] == list(range(38))
    assert CALLS[:3] == (PASS, DOUBLE, REDOUBLE)
    ladder = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
    assert [str(call) for call in CALLS] == ["P", "X", "XX", *ladder]
    for call in CALLS[3:]:
        assert call.is_bid and Call.bid(call.level, call.strain) is call
        assert {Call.parse(text) for text in (str(call).replace("NT", "n"), call.pretty, call.pbn)} == {call}
    assert [(call.is_bid, call.level, call.strain) for call in CALLS[:3]] == [(False, 0, None)] * 3
    assert [call.pbn for call in CALLS[:4]] == ["Pass", "X", "XX", "1C"]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("p", "P"), ("PASS", "P"), ("Double", "X"), ("dbl", "X"), ("redouble", "XX"), ("rdbl", "XX"),
        ("1N", "1NT"), ("1nt", "1NT"), ("7♠", "7S"), ("2♡", "2H"), (" 3d ", "3D"),
    ],
)  # fmt: skip
def test_spellings_of_calls(text, call):
    assert str(Call.parse(text)) == call


@pytest.mark.parametrize("text", ["", "1", "C", "C1", "1X", "XXX", "1 C", "1CC", "??", "1C!", "AP"])
def test_what_is_no_call(text):
    with pytest.raises(NotationError) as caught:
        Call.parse(text)
    assert str(caught.value) == f"`{text}` is not a call: write P, X, XX, or a bid such as 1C or 3NT"


@pytest.mark.parametrize("text", ["8H", "0NT", "9c"])
def test_levels_run_from_one_to_seven(text):
    with pytest.raises(NotationError, match=f"`{text}` is not a bid: the levels are one to seven"):
        Call.parse(text)


def test_numbers_that_are_no_call():
    for value in (-1, 38):
        with pytest.raises(ValueError, match="calls are 0 to 37"):
            Call(value)
    for level, strain in ((0, 0), (8, 0), (1, 5), (1, -1)):
        with pytest.raises(ValueError, match="levels are 1 to 7"):
            Call.bid(level, strain)


# ---- contracts ----


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("4HX by S", "4HX by S"), ("4HXS", "4HX by S"), ("3NT-N", "3NT by N"), ("3NTN", "3NT by N"),
        ("3NN", "3NT by N"), ("3nxxw", "3NTXX by W"), ("4SS", "4S by S"), ("4s by South", "4S by S"),
        ("1♦xx by East", "1DXX by E"), ("7C  by  w", "7C by W"), ("4H X N", "4HX by N"),
    ],
)  # fmt: skip
def test_spellings_of_contracts(text, contract):
    assert str(Contract.parse(text)) == contract


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it starts with a level, 1 to 7"),
        ("8C by N", "it starts with a level, 1 to 7"),
        ("4Z by N", "C, D, H, S or NT follows the level"),
        ("4H", "`4H` does not say who plays it: write 4H by S"),
        ("3NTX", "`3NTX` does not say who plays it: write 3NTX by S"),
        ("4HXXX by N", "X is doubled, XX redoubled"),
        ("4H by Q", "the declarer is N, E, S or W, not `q`"),
    ],
)
def test_what_is_no_contract(text, message):
    with pytest.raises(NotationError) as caught:
        Contract.parse(text)
    assert message in str(caught.value)


def test_parts_of_a_contract():
    contract = Contract.parse("6SXX by E")
    assert (contract.bid, contract.tricks_needed, contract.denomination) == (Call.parse("6S"), 12, "6SXX")
    assert contract.pretty() == "6SXX by East"
    assert contract.pretty(symbols=True) == "6♠XX by East"
    for level, strain, doubled, declarer in (
        (0, 0, 0, 0), (8, 0, 0, 0), (1, 5, 0, 0), (1, -1, 0, 0), (1, 0, 3, 0), (1, 0, -1, 0), (1, 0, 0, 4),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="not"):
            Contract(level, strain, doubled, declarer)


# ---- the laws, read backwards over the calls: an oracle that shares no code with the incremental state ----


def lawful(calls: list[str], call: str) -> bool:
    """Whether the call may follow these calls, by Laws 18, 19 and 22."""
    ladder = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
    if finished(calls):
        return False
    bids = [other for other in calls if other in ladder]
    if call == "P":
        return True
    if call in ladder:
        return not bids or ladder.index(call) > ladder.index(bids[-1])
    back = next((back for back, other in enumerate(reversed(calls)) if other != "P"), None)
    if back is None or back % 2 == 1:  # nothing to double or redouble, or it is partner's
        return False
    last = calls[-1 - back]
    return last in ladder if call == "X" else last == "X"


def finished(calls: list[str]) -> bool:
    if len(calls) < 4:
        return False
    return set(calls[-3:]) == {"P"} and (set(calls) != {"P"} or len(calls) == 4)


def declarer_by_law(dealer: int, calls: list[str]) -> int | None:
    bids = [(index, call) for index, call in enumerate(calls) if call[0] in "1234567"]
    if not bids:
        return None
    last, bid = bids[-1]
    first = next(index for index, call in bids if call[1:] == bid[1:] and index % 2 == last % 2)
    return (dealer + first) % 4


@given(strategies.auctions())
def test_legality_turn_end_and_contract_agree_with_the_laws_read_backwards(auction):
    texts = [str(call) for call in auction.calls]
    for count in range(len(texts) + 1):
        calls = texts[:count]
        now = Auction(auction.dealer, auction.vulnerability, auction.calls[:count])
        legal = [call for call in CALLS if lawful(calls, str(call))]
        assert [call for call in CALLS if now.is_legal(call)] == legal
        assert list(now.legal_calls()) == legal
        assert now.is_over == finished(calls) == (not legal)
        assert now.turn == (None if now.is_over else (auction.dealer + count) % 4)
        assert now.is_passed_out == (calls == ["P"] * 4)
        assert now.declarer == declarer_by_law(auction.dealer, calls)
        bids = [index for index, call in enumerate(calls) if call[0] in "1234567"]
        if not bids:
            assert now.contract is now.last_bid is now.last_bidder is None
            assert now.doubled == 0
            continue
        after = calls[bids[-1] + 1 :]
        assert now.doubled == ("X" in after) + ("XX" in after)
        assert str(now.last_bid) == calls[bids[-1]]
        assert now.last_bidder is now.seat_of(bids[-1]) is SEATS[(auction.dealer + bids[-1]) % 4]
        assert str(now.contract) == f"{now.last_bid}{'X' * now.doubled} by {now.declarer}"


@given(strategies.auctions(), strategies.calls)
def test_an_illegal_call_raises_and_changes_nothing(auction, call):
    before = (str(auction), auction.turn, auction.legal_calls(), hash(auction))
    if auction.is_legal(call):
        after = auction.then(call)
        assert after.calls == (*auction.calls, call)
        assert after.undo() == auction
        assert after.undo().legal_calls() == auction.legal_calls()
    else:
        with pytest.raises(IllegalAction) as caught:
            auction.then(call)
        assert str(call) in str(caught.value)
        assert f"(call {len(auction.calls) + 1}" in str(caught.value)
        assert caught.value.law.startswith("Law ")
    assert (str(auction), auction.turn, auction.legal_calls(), hash(auction)) == before


@given(strategies.auctions())
def test_the_state_does_not_depend_on_how_an_auction_was_made(auction):
    built = Auction(auction.dealer, auction.vulnerability, auction.calls)
    for name in Auction.__slots__:
        assert getattr(built, name) == getattr(auction, name)
        assert type(getattr(built, name)) is type(getattr(auction, name))


# ---- reference auctions ----


def test_the_reference_sets_are_complete():
    assert len(RANDOM_AUCTIONS) == 200
    assert len(TRICKY_AUCTIONS) == 46


@pytest.mark.parametrize("case", RANDOM_AUCTIONS, ids=lambda case: str(case["id"]))
def test_random_reference_auctions(case):
    auction = Auction.parse(case["calls"], case["dealer"])
    assert auction.is_over and str(auction) == case["calls"]
    if case["contract"] == "Pass":
        assert auction.is_passed_out and auction.contract is None
    else:
        assert auction.contract is not None
        assert auction.contract.denomination == case["contract"]
        assert auction.declarer == auction.contract.declarer == Seat.parse(case["declarer"])
        assert auction.declarer.lho == Seat.parse(case["leader"])
    probe = case["probe"]
    now = Auction(auction.dealer, calls=auction.calls[: probe["at"]])
    assert str(now.turn) == probe["turn"]
    bids = [str(call) for call in now.legal_calls() if call.is_bid]
    assert (bids[0] if bids else None) == probe["lowest"]
    assert now.is_legal(DOUBLE) == (DOUBLE in now.legal_calls()) == probe["double"]
    assert now.is_legal(REDOUBLE) == (REDOUBLE in now.legal_calls()) == probe["redouble"]


@pytest.mark.parametrize("case", TRICKY_AUCTIONS, ids=lambda case: f"{case['id']}: {case['why']}")
def test_tricky_reference_auctions(case):
    if case["status"] == "illegal":
        *calls, offence = case["calls"].split()
        auction = Auction.parse(" ".join(calls), case["dealer"])
        assert not auction.is_legal(Call.parse(offence))
        assert auction.seat_of(len(calls)) == Seat.parse(case["offender"])
        with pytest.raises(IllegalAction, match=rf"^{offence} .*\(call {len(calls) + 1}\b"):
            Auction.parse(case["calls"], case["dealer"])
        return
    auction = Auction.parse(case["calls"], case["dealer"])
    assert auction.is_over == (case["status"] == "complete")
    if case["status"] == "incomplete":
        assert str(auction.turn) == case["turn"]
    elif case["contract"] == "Pass":
        assert auction.is_passed_out and auction.contract is None and auction.declarer is None
    else:
        assert auction.contract is not None
        assert auction.contract.denomination == case["contract"]
        assert str(auction.contract.declarer) == case["declarer"]
        assert str(auction.contract.declarer.lho) == case["leader"]


# ---- counts ----


def test_the_number_of_call_sequences_by_walking():
    counts, level = [], [Auction()]
    for _ in range(4):
        level = [auction.then(call) for auction in level for call in auction.legal_calls()]
        counts.append(len(level))
    assert counts == [36, 701, 9_731, 107_451]


OVER = (9,)


def state_of(auction: Auction) -> tuple[int, ...]:
    """What the future of an auction depends on, as a tuple that every call makes larger."""
    if auction.is_over:
        return OVER
    if auction.last_bid is None or auction.last_bidder is None or auction.turn is None:
        return (1, len(auction.calls))
    opponents = (auction.turn ^ auction.last_bidder) & 1
    passes = next(back for back, call in enumerate(reversed(auction.calls)) if call != PASS)
    return (2, auction.last_bid, auction.doubled, passes, opponents)


def successors() -> tuple[dict[tuple[int, ...], Auction], dict[tuple[int, ...], list[tuple[int, ...]]]]:
    """One auction for every class of states, and the classes its calls lead to."""
    found = {state_of(Auction()): Auction()}
    moves: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    waiting = list(found)
    while waiting:
        state = waiting.pop()
        moves[state] = []
        for call in found[state].legal_calls():
            after = found[state].then(call)
            key = state_of(after)
            moves[state].append(key)
            if key not in found:
                found[key] = after
                waiting.append(key)
    return found, moves


def test_the_number_of_call_sequences_complete_auctions_and_the_longest():
    found, moves = successors()
    assert len(found) == 1 + 4 + 35 * 3 * 3
    start = state_of(Auction())
    counts, level = [], {start: 1}
    for _ in range(5):
        following: dict[tuple[int, ...], int] = {}
        for state, number in level.items():
            for key in moves.get(state, ()):
                following[key] = following.get(key, 0) + number
        level = following
        counts.append(sum(level.values()))
    assert counts == [36, 701, 9_731, 107_451, 999_852]
    endings: dict[tuple[int, ...], int] = {OVER: 1}
    longest: dict[tuple[int, ...], int] = {OVER: 0}
    for state in sorted(moves, reverse=True)[1:]:
        endings[state] = sum(endings[key] for key in moves[state])
        longest[state] = 1 + max(longest[key] for key in moves[state])
    assert endings[start] == 128745650347030683120231926111609371363122697557
    assert longest[start] == 319


def test_a_long_walk_ends_within_319_calls():
    generator = random.Random(5)
    lengths = []
    for _ in range(200):
        auction = Auction()
        while not auction.is_over:
            legal = auction.legal_calls()
            auction = auction.then(legal[int(len(legal) * generator.random() ** 6)])
        lengths.append(len(auction.calls))
    assert min(lengths) >= 4 and max(lengths) <= 319 and len(set(lengths)) > 10


# ---- messages and pictures ----


@pytest.mark.parametrize(
    ("calls", "message"),
    [
        ("1S 1H", "1H is not sufficient over 1S; the lowest heart bid is 2H (call 2, by East)"),
        ("1S P 1S", "1S is not sufficient over 1S; the lowest spade bid is 2S (call 3, by South)"),
        ("2C 1D", "1D is not sufficient over 2C; the lowest diamond bid is 2D (call 2, by East)"),
        ("7C 1NT", "1NT is not sufficient over 7C; the lowest notrump bid is 7NT (call 2, by East)"),
        ("7NT 7S", "7S is not sufficient over 7NT; no spade bid is left (call 2, by East)"),
        ("X", "X is not legal: there is no bid to double (call 1, by North)"),
        ("P P XX", "XX is not legal: there is no bid to redouble (call 3, by South)"),
        ("1H P X", "X is not legal: 1H was bid by North, the partner (call 3, by South)"),
        ("1H P P P X", "X is too late: the auction ended in 1H by N (call 5)"),
        ("1H X P X", "X is not legal: 1H is already doubled (call 4, by West)"),
        ("1H X XX X", "X is not legal: 1H is already redoubled (call 4, by West)"),
        ("1H X XX P XX", "XX is not legal: 1H is already redoubled (call 5, by North)"),
        ("1H P P 1S P P P P", "P is too late: the auction ended in 1S by W (call 8)"),
        ("P P P P 1C", "1C is too late: the auction ended with four passes (call 5)"),
        ("1H P XX", "XX is not legal: 1H is not doubled (call 3, by South)"),
        ("1H X P XX", "XX is not legal: 1H was bid by the other side (call 4, by West)"),
        ("1H P P X P P X", "X is not legal: 1H is already doubled (call 7, by South)"),
        ("1H X 2C P P XX", "XX is not legal: 2C is not doubled (call 6, by East)"),
    ],
)
def test_the_message_for_an_illegal_call(calls, message):
    with pytest.raises(IllegalAction) as caught:
        Auction.parse(calls)
    assert str(caught.value) == message
    with pytest.raises(IllegalAction):
        Auction(calls=[Call.parse(word) for word in calls.split()])


def test_a_word_that_is_no_call_is_named_with_its_place():
    with pytest.raises(NotationError) as caught:
        Auction.parse("1NT P 1NTT P")
    assert str(caught.value) == (
        "`1NTT` is not a call: write P, X, XX, or a bid such as 1C or 3NT (call 3 of `1NT P 1NTT P`)"
    )
    assert caught.value.position == 6
    with pytest.raises(NotationError, match=r"^`8H` is not a bid"):
        Auction.parse("8H")


@pytest.mark.parametrize(
    ("text", "calls"),
    [("1S (P) 2H (X)", "1S P 2H X"), ("(1C) 1S (P)", "1C 1S P"), ("(1C), P, (P), X", "1C P P X"), ("(P)", "P")],
)
def test_one_side_may_stand_in_parentheses(text: str, calls: str) -> None:
    assert Auction.parse(text) == Auction.parse(calls)


@pytest.mark.parametrize(
    ("text", "number", "how"), [("1NT 2C (X)", 1, "not in"), ("1S (P) 2H P", 4, "not in"), ("(1S) (P)", 2, "in")]
)
def test_parentheses_round_some_calls_of_a_side_show_that_passes_were_left_out(text, number, how) -> None:
    with pytest.raises(NotationError, match=f"^call {number} of .* is {how} parentheses.*write every call"):
        Auction.parse(text)


@pytest.mark.parametrize("text", ["1NT P 2C", "1nt-p-2c", "1N,pass,2♣", " 1NT - P - 2C ? ", "1NT P 2C?", "1NT,P,2C,"])
def test_spellings_of_auctions(text):
    auction = Auction.parse(text, dealer="S", vulnerability="both")
    assert str(auction) == "1NT P 2C"
    assert (auction.dealer, auction.vulnerability, auction.turn) == (Seat.SOUTH, Vulnerability.ALL, Seat.EAST)


@pytest.mark.parametrize("text", ["", " ", "?", " ?"])
def test_the_empty_auction(text):
    assert Auction.parse(text, Seat.WEST) == Auction(Seat.WEST)
    assert Auction(Seat.WEST).turn is Seat.WEST
    with pytest.raises(IllegalAction, match="no call to take back"):
        Auction.parse(text).undo()


def test_auctions_differ_by_dealer_vulnerability_and_calls():
    variants = {
        Auction.parse("1C P"),
        Auction.parse("1C"),
        Auction.parse("1C P", "E"),
        Auction.parse("1C P", "N", "ns"),
    }
    assert len(variants) == 4
    assert Auction.parse("1C P") in variants


def test_the_bidding_diagram():
    auction = Auction.parse("1S X 2H P 4S P P P", "E")
    assert auction.table() == "\n".join(
        [
            "West   North  East   South",
            "              1S     X",
            "2H     Pass   4S     Pass",
            "Pass   Pass",
        ]
    )
    assert auction.undo().table(symbols=True).split("\n")[1:] == [
        "              1♠     X",
        "2♥     Pass   4♠     Pass",
        "Pass   ?",
    ]
    assert Auction(Seat.WEST).table() == "West   North  East   South\n?"


@given(strategies.auctions(), st.booleans())
def test_the_bidding_diagram_has_every_call_in_its_column(auction, symbols):
    header, *rows = auction.table(symbols).split("\n")
    columns = [header.index(seat.word) for seat in SEATS]
    for index, call in enumerate(auction.calls):
        row = rows[(auction.dealer.lho + index) // 4]
        cell = row[columns[auction.seat_of(index)] :].split()[0]
        assert Call.parse(cell) == call


def test_every_strain_can_be_contract_of_every_seat():
    for strain in STRAINS:
        for dealer in SEATS:
            auction = Auction.parse(f"P 1{strain} P P P", dealer)
            assert auction.contract == Contract(1, strain, 0, dealer.lho)
    assert Strain.NOTRUMP in {call.strain for call in CALLS}

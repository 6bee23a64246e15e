"""Irregular calls: insufficient, out of rotation, inadmissible, and what follows from them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS, PASS, Call
from bridgelang.core.cards import Suit
from bridgelang.core.contracts import Contract
from bridgelang.core.seats import SEATS, Seat
from bridgelang.errors import IllegalAction
from bridgelang.laws.bidding import Bidding, Comparable, Duty

TRICKY: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[1] / "data" / "tricky_auctions.yaml").read_text(encoding="utf-8")
)
N, E, S, W = SEATS


def bid(text: str, bidding: Bidding | None = None, comparable: Comparable | None = None) -> Bidding:
    """Calls made in turn; ``E:1H`` names another player."""
    bidding = bidding or (Bidding(comparable=comparable) if comparable else Bidding())
    for word in text.split():
        seat, colon, call = word.partition(":")
        if colon:
            bidding = bidding.make(Seat.parse(seat), Call.parse(call))
        else:
            assert bidding.turn is not None
            bidding = bidding.make(bidding.turn, Call.parse(word))
    return bidding


def laws(bidding: Bidding) -> list[str]:
    return [ruling.law for ruling in bidding.rulings]


def stands(bidding: Bidding) -> str:
    return " ".join(f"{made.seat}:{made.call}" for made in bidding.made)


def keys(bidding: Bidding) -> list[str]:
    assert bidding.pending is not None
    return [option.key for option in bidding.pending.options]


# Regular auctions are the same as at the strict table


def test_regular_auctions_agree_with_the_strict_ones() -> None:
    rng = random.Random(2)
    for _ in range(300):
        strict = Auction(rng.choice(SEATS))
        lenient = Bidding(strict.dealer)
        while strict.turn is not None:
            legal = strict.legal_calls()
            assert [c for c in CALLS if lenient.is_legal(strict.turn, c)] == list(legal)
            call = PASS if rng.random() < 0.5 else rng.choice(legal)
            lenient = lenient.make(strict.turn, call)
            strict = strict.then(call)
            assert lenient.turn == strict.turn
            assert lenient.contract == strict.contract
        assert lenient.auction() == strict and not lenient.rulings


@pytest.mark.parametrize("case", TRICKY, ids=lambda case: f"{case['id']}: {case['why'][:40]}")
def test_tricky_auctions(case: dict[str, Any]) -> None:
    bidding = Bidding(Seat.parse(case["dealer"]))
    *calls, last = case["calls"].split()
    bidding = bid(" ".join(calls), bidding)
    if case["status"] == "illegal":
        offender = Seat.parse(case["offender"])
        after = bidding.make(offender, Call.parse(last))
        assert after.rulings and after.rulings[-1].offender == offender
        assert after.made == bidding.made
        return
    bidding = bid(last, bidding)
    assert not bidding.rulings
    if case["status"] == "incomplete":
        assert bidding.turn == Seat.parse(case["turn"])
    elif case["contract"] == "Pass":
        assert bidding.is_over and bidding.contract is None
    else:
        assert bidding.contract == Contract.parse(f"{case['contract']} by {case['declarer']}")


# Law 27: insufficient bids


def test_an_insufficient_bid_is_for_the_left_hand_opponent_to_accept() -> None:
    pending = bid("1S E:1H")
    assert pending.pending is not None
    assert (pending.pending.law, pending.pending.choosers) == ("Law 27", (S,))
    assert keys(pending) == ["accept", "refuse"]
    accepted = pending.choose("accept")
    assert stands(accepted) == "N:1S E:1H" and accepted.turn == S
    assert accepted.made[-1].law == "Law 27A1"
    by_calling = bid("1S E:1H S:1S")  # sufficient over one heart now
    assert stands(by_calling) == "N:1S E:1H S:1S" and by_calling.turn == W
    assert by_calling.auction() is None


def test_the_lowest_sufficient_bid_in_the_strain_costs_nothing() -> None:
    fixed = bid("E:2H", bid("1S E:1H").choose("refuse"))
    assert stands(fixed) == "N:1S E:2H" and fixed.made[-1].law == "Law 27B1(a)"
    assert fixed.duties == (Duty.NONE,) * 4
    done = bid("P P P", fixed)
    assert done.contract == Contract.parse("2H by E")
    assert bid("4S P P P", fixed).lead_restrictions() == ()


def test_a_comparable_call_costs_nothing() -> None:
    def comparable(old: Call, new: Call) -> bool:
        return (str(old), str(new)) in {("1H", "X"), ("1H", "3H")}

    for call, law in (("X", "Law 27B1(b)"), ("3H", "Law 27B1(b)")):
        fixed = bid(f"E:{call}", bid("1S E:1H", comparable=comparable).choose("refuse"))
        assert fixed.made[-1].law == law and fixed.duty(W) == Duty.NONE


def test_any_other_bid_or_a_pass_silences_partner() -> None:
    for call in ("3H", "P", "2NT"):
        fixed = bid(f"E:{call}", bid("1S E:1H").choose("refuse"))
        assert fixed.made[-1].law == "Law 27B2" and fixed.duty(W) == Duty.PASS_ALWAYS
        assert fixed.rulings[-1].law == "Law 27B2"
        (restricted,) = bid("S:4S W:P P P", fixed).lead_restrictions()
        assert restricted[0] == W
        assert (Suit.HEARTS in restricted[1]) == (call != "3H")  # he has bid hearts in the auction that stands


def test_a_double_may_not_replace_an_insufficient_bid_nor_another_insufficient_one() -> None:
    refused = bid("1S E:1H").choose("refuse")
    with pytest.raises(IllegalAction) as fault:
        refused.make(E, Call.parse("X"))
    assert fault.value.law == "Law 27B3"
    with pytest.raises(IllegalAction) as fault:
        refused.make(E, Call.parse("1D"))
    assert fault.value.law == "Law 27B4"
    with pytest.raises(IllegalAction, match="must say which call"):
        refused.choose("replace")


def test_the_ruling_comes_before_any_other_call() -> None:
    with pytest.raises(IllegalAction, match="comes first"):
        bid("1S E:1H W:P")
    with pytest.raises(IllegalAction, match="not offered; choose one of: accept, refuse"):
        bid("1S E:1H").choose("forbid")
    with pytest.raises(IllegalAction, match="no ruling"):
        bid("1S").choose("accept")


# Laws 28 to 32: out of rotation


def test_a_call_out_of_rotation_may_be_accepted() -> None:
    pending = bid("S:1H")  # north is dealer
    assert pending.pending is not None and pending.pending.law == "Law 31"
    assert pending.pending.choosers == (W,)
    accepted = pending.choose("accept")
    assert (stands(accepted), accepted.turn) == ("S:1H", W)
    assert bid("S:1H W:2C").turn == N
    done = bid("P P P", accepted)
    assert done.is_over and done.contract == Contract.parse("1H by S")


def test_a_pass_out_of_rotation_at_right_hand_opponents_turn() -> None:
    refused = bid("E:P").choose("refuse")
    assert refused.turn == N and refused.duty(E) == Duty.PASS_NEXT
    called = bid("1C", refused)
    assert called.turn == E
    acting = called.make(E, Call.parse("1H"))
    assert acting.pending is not None and acting.pending.law == "Law 37"
    passed = bid("P", called)
    assert passed.duty(E) == Duty.NONE
    assert bid("1S P 2S 3H", passed).contract == Contract.parse("3H by E")  # free again next time


def test_a_bid_at_right_hand_opponents_turn_is_repeated_when_he_passes() -> None:
    refused = bid("E:1H").choose("refuse")
    passed = bid("N:P", refused)
    with pytest.raises(IllegalAction, match="must repeat 1H") as fault:
        passed.make(E, Call.parse("2H"))
    assert fault.value.law == "Law 31A1"
    repeated = bid("E:1H", passed)
    assert stands(repeated) == "N:P E:1H" and repeated.duties == (Duty.NONE,) * 4
    assert bid("S:4S P P P", repeated).lead_restrictions() == ()


def test_a_bid_at_right_hand_opponents_turn_when_he_acts() -> None:
    acted = bid("N:1S", bid("E:1H").choose("refuse"))
    free = bid("E:2C", acted)
    assert free.duty(W) == Duty.PASS_NEXT and free.rulings[-1].law == "Law 31A"
    later = bid("S:2S W:P", free)
    assert later.duty(W) == Duty.NONE  # only once
    ((seat, suits),) = bid("N:4S P P P", later).lead_restrictions()
    assert seat == W and Suit.CLUBS not in suits and Suit.HEARTS in suits

    comparable = bid("N:1S", bid("E:1H", comparable=lambda old, new: str(new) == "2H").choose("refuse"))
    assert bid("E:2H", comparable).duty(W) == Duty.NONE


def test_a_bid_at_partners_turn() -> None:
    refused = bid("S:1H").choose("refuse")
    assert refused.turn == N and laws(refused)[-1] == "Law 31B"
    after = bid("1C P S:1S", refused)
    assert after.duty(N) == Duty.PASS_NEXT
    assert bid("1C P S:1H", refused).duty(N) == Duty.NONE  # the same call again
    assert after.turn == W


def test_a_pass_at_partners_turn_leaves_the_offender_free_to_call() -> None:
    refused = bid("S:P").choose("refuse")
    assert laws(refused)[-1] == "Law 30B"
    assert bid("1C P S:P", refused).duty(N) == Duty.NONE
    assert bid("1C P S:1S", refused).duty(N) == Duty.PASS_NEXT


def test_a_double_out_of_rotation() -> None:
    doubled = bid("1C E:1D").make(W, Call.parse("X"))  # at south's turn, of his partner's bid
    assert doubled.rulings[-1].law == "Law 32"
    assert doubled.duty(E) == Duty.PASS_ALWAYS and doubled.turn == S
    admissible = bid("1C W:X")  # at east's turn
    assert admissible.pending is not None and admissible.pending.law == "Law 32"
    refused = admissible.choose("refuse")
    assert laws(refused)[-1] == "Law 32B" and refused.turn == E


def test_the_player_whose_turn_it_was_may_just_call() -> None:
    """Law 28B: his call goes on as though the opponent had not called."""
    after = bid("1C S:1H E:P")
    assert stands(after) == "N:1C E:P" and after.turn == S
    assert after.withdrawn == () and laws(after)[-1] == "Law 28B"


def test_a_call_before_an_opponent_who_must_pass_is_in_rotation() -> None:
    """Law 28A: east must pass for the rest of the auction, so south need not wait for him."""
    barred = bid("E:P", bid("1S E:1H").choose("refuse"))
    assert barred.duty(W) == Duty.PASS_ALWAYS
    after = barred.make(S, Call.parse("2S")).make(N, Call.parse("4S"))
    assert stands(after) == "N:1S E:P S:2S W:P N:4S" and after.pending is None


def test_a_second_call_at_left_hand_opponents_turn_is_a_change_of_call() -> None:
    with pytest.raises(IllegalAction) as fault:
        bid("1C N:1S")
    assert fault.value.law == "Law 25"


def test_an_accepted_pass_out_of_turn_does_not_rob_a_player_of_his_call() -> None:
    """1S pass, west passes out of turn and it is accepted, pass: south has not called, so it is his turn (Law
    17D3).
    """
    robbed = bid("1S P W:P N:P")
    assert stands(robbed) == "N:1S E:P" and robbed.turn == S and not robbed.is_over
    assert bid("2S P P P", robbed).contract == Contract.parse("2S by N")


# Laws 36, 37, 39: inadmissible calls


def test_an_inadmissible_double_is_replaced_and_silences_partner() -> None:
    pending = bid("1H P S:X")
    assert pending.pending is not None
    assert (pending.pending.law, keys(pending)) == ("Law 36", ["replace"])
    fixed = bid("S:2H", pending)
    assert stands(fixed) == "N:1H E:P S:2H" and fixed.duty(N) == Duty.PASS_ALWAYS
    with pytest.raises(IllegalAction, match="not a legal substitute"):
        pending.make(S, Call.parse("XX"))


def test_a_call_over_an_inadmissible_double_cancels_both() -> None:
    after = bid("1H P S:X W:P")
    assert stands(after) == "N:1H E:P" and after.turn == S
    assert after.rulings[-1].law == "Law 36A" and after.duty(N) == Duty.NONE
    assert bid("2H", after).turn == W


def test_acting_when_obliged_to_pass() -> None:
    barred = bid("S:P", bid("E:P", bid("1S E:1H").choose("refuse")))
    violated = barred.make(W, Call.parse("2C"))
    assert violated.pending is not None and violated.pending.law == "Law 37"
    cancelled = violated.choose("refuse")
    assert stands(cancelled) == "N:1S E:P S:P W:P" and cancelled.turn is None
    assert cancelled.duty(E) == cancelled.duty(W) == Duty.PASS_ALWAYS
    called_over = violated.make(N, Call.parse("2S"))
    assert stands(called_over) == "N:1S E:P S:P W:2C N:2S"  # Law 37A: it stands


def test_a_call_after_the_final_pass_is_cancelled() -> None:
    over = bid("1S P P P")
    for seat, call, restricted in ((E, "2C", True), (E, "P", False), (S, "2S", False)):
        after = over.make(seat, Call.parse(call))
        assert after.made == over.made and after.is_over and after.rulings[-1].law == "Law 39A"
        assert bool(after.lead_restrictions()) == restricted


def test_every_ruling_cites_a_law_and_says_what_happened() -> None:
    rng = random.Random(6)
    seen: set[str] = set()
    for _ in range(400):
        bidding = Bidding()
        for _ in range(25):
            if bidding.is_over:
                break
            try:
                if bidding.pending is not None and rng.random() < 0.7:
                    bidding = bidding.choose(rng.choice(keys(bidding)))
                else:
                    seat = bidding.turn if rng.random() < 0.7 else rng.choice(SEATS)
                    assert seat is not None
                    bidding = bidding.make(seat, rng.choice(CALLS[: rng.choice((3, 12, 38))]))
            except IllegalAction as refusal:
                assert refusal.law or "must say which" in str(refusal)
                continue
        for ruling in bidding.rulings:
            assert ruling.law.startswith("Law ") and ruling.text and ruling.offender in SEATS
            assert bool(ruling.choosers) == bool(ruling.options)
            seen.add(ruling.law)
        contract = bidding.contract
        assert contract is None or any(m.call == contract.bid for m in bidding.made)
    assert {"Law 27", "Law 27B2", "Law 28B", "Law 30", "Law 31", "Law 31A", "Law 36", "Law 37"} <= seen

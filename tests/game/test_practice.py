"""Bidding practice without a front end: verdicts, undo, results, which deals are dealt, the score that is kept."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from bridgelang import load_system
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import PASS
from bridgelang.core.dealing import deal
from bridgelang.core.scoring import contract_score
from bridgelang.core.seats import SEATS, Seat
from bridgelang.errors import IllegalAction, NotationError
from bridgelang.game import practice
from bridgelang.game.practice import TooRare, asks_something, comes_up, drills, read_sequence
from bridgelang.game.scores import MOST_MISSED, Scores, Tally

SMALL = str(Path(__file__).parents[1] / "data" / "cli" / "small.bid")


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("BRIDGELANG_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def numbered(seed: int = 3, count: int = 400):
    return ((index + 1, deal(seed, index)) for index in range(count))


def test_practice_goes_on_with_the_systems_call():
    system = load_system(SMALL)
    deals = ((index + 1, deal(3, index)) for index in range(40))
    right = wrong = 0
    for drill in drills(deals, Seat.SOUTH, system):
        while not drill.is_over:
            before = drill.auction
            own = drill.decision().call
            given = own if (right + wrong) % 2 else next(c for c in before.legal_calls() if c != own)
            verdict = drill.answer(given)
            assert verdict.agrees == (given == own)
            assert bool(verdict.why) == (given != own)
            assert drill.auction.calls[: len(before.calls) + 1] == (*before.calls, own)
            right, wrong = right + verdict.agrees, wrong + (not verdict.agrees)
        theirs = [c for i, c in enumerate(drill.auction.calls) if drill.auction.seat_of(i).side != Seat.SOUTH.side]
        assert not any(theirs), "the opponents are silent"
    assert right > 10
    assert wrong > 10


def test_undo_goes_back_call_by_call_to_the_first():
    system = load_system(SMALL)
    for drill in islice(drills(numbered(), Seat.SOUTH, system, wanted=asks_something), 10):
        start, seen = drill.auction, []
        while not drill.is_over:
            seen.append((drill.auction, drill.answer(drill.auction.legal_calls()[-1])))
        for auction, verdict in reversed(seen):
            assert drill.undo() == verdict and drill.auction == auction
        assert drill.auction == start
        with pytest.raises(IllegalAction, match="no call of yours"):
            drill.undo()


def test_the_auction_of_the_drill_is_the_systems_own():
    """Whatever the person says, the deal is bid as it was chosen by."""
    system = load_system(SMALL)
    for drill in islice(drills(numbered(), Seat.SOUTH, system, system), 20):
        whole = drill.full_auction()
        while not drill.is_over:
            drill.answer(PASS)
        assert drill.auction == whole == drill.table.bid(drill.deal, whole.dealer, whole.vulnerability)


def test_the_outcome_is_the_contract_with_perfect_play_and_par():
    system = load_system(SMALL)
    checked = 0
    for drill in islice(drills(numbered(), Seat.SOUTH, system, wanted=asks_something), 2):
        while not drill.is_over:
            drill.answer(PASS)
        outcome = drill.outcome()
        assert outcome is not None and outcome.contract == drill.auction.contract
        assert outcome.points == contract_score(outcome.contract, outcome.tricks, drill.auction.vulnerability)
        if outcome.contract is not None and drill.auction.contract is not None:
            from bridgelang.match.solver import solve_contracts

            contract = outcome.contract
            assert [outcome.tricks] == solve_contracts([(drill.deal, contract.declarer, contract.strain)])
            checked += 1
        assert outcome.par.contracts or not outcome.par.score
    assert checked


def test_by_default_the_person_has_something_to_say():
    system = load_system(SMALL)
    chosen = list(islice(drills(numbered(), Seat.EAST, system, system, asks_something), 15))
    assert len(chosen) == 15
    for drill in chosen:
        whole = drill.full_auction()
        own = [call for place, call in enumerate(whole.calls) if whole.seat_of(place) is Seat.EAST]
        assert len(own) > 1 and any(call != PASS for call in own)
    taken = {drill.number for drill in chosen}
    skipped = [
        drill for drill in drills(numbered(count=max(taken)), Seat.EAST, system, system) if drill.number not in taken
    ]
    assert skipped and not any(asks_something(drill.full_auction(), Seat.EAST) for drill in skipped)


@pytest.mark.parametrize(
    ("sequence", "auction", "seats"),
    [
        ("1NT-2C", "P P 1NT P 2C P 2D P P P", "NS"),
        ("1NT P 2C", "1NT P 2C P 2D P P P", "NS"),
        ("1NT", "1NT P P P", "NS"),
        ("P P 1NT", "P 1NT P P P", "EW"),
        ("(1NT)", "1NT P P P", "EW"),
        ("(1NT) X", "P 1NT X P P P", "NS"),
        ("1NT X", "1NT X P P P", "NS"),
        ("1NT-2C", "1NT P 2D P 2H P P P", ""),
        ("1NT-2C", "1NT 2C P P P", ""),
        ("1NT P 2C P 2D", "1NT P 2C P P P", ""),
    ],
)
def test_a_sequence_comes_up(sequence, auction, seats):
    wanted = comes_up(*read_sequence(sequence))
    whole = Auction.parse(auction, "N")
    assert "".join(seat.letter for seat in SEATS if wanted(whole, seat)) == "".join(sorted(seats, key="NESW".index))


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "has no bid"), ("P P", "has no bid"), ("1NT-1C", "not sufficient"), ("1NT-stayman", "stayman")],
)
def test_a_sequence_that_cannot_be_read(text, says):
    with pytest.raises((NotationError, IllegalAction), match=says):
        read_sequence(text)


def test_deals_with_the_sequence_only_and_an_end_when_it_never_comes(monkeypatch):
    system = load_system(SMALL)
    for drill in islice(drills(numbered(), Seat.SOUTH, system, wanted=comes_up(*read_sequence("1NT"))), 3):
        assert str(drill.full_auction()).replace("P ", "").startswith("1NT")
    monkeypatch.setattr(practice, "MOST_DEALS", 30)
    with pytest.raises(TooRare, match="in 30 deals"):
        list(drills(numbered(), Seat.SOUTH, system, wanted=comes_up(*read_sequence("7NT"))))


# The score


def test_scores_survive_the_file_and_add_up(tmp_path):
    path = str(tmp_path / "deep" / "practice.json")
    for sitting in range(1, 4):
        scores = Scores(path)
        now = Tally(sittings=1)
        now.count(True, "small.bid:9")
        now.count(False, "small.bid:12")
        scores.keep("small", scores.of("small").plus(now))
        assert Scores(path).of("small") == Tally(2 * sitting, sitting, sitting, Counter({"small.bid:12": sitting}))
    assert Scores(path).of("sayc") == Tally()


def test_a_call_taken_back_does_not_count():
    tally = Tally()
    tally.count(False, "a")
    tally.count(True, "b")
    tally.count(False, "a", -1)
    assert tally == Tally(1, 1)
    assert tally.text() == "1 of 1 calls as the system makes them (100 %)"


def test_the_file_does_not_grow_without_end(tmp_path):
    scores = Scores(str(tmp_path / "practice.json"))
    tally = Tally()
    for place in range(MOST_MISSED + 50):
        tally.count(False, f"rule {place}")
        tally.count(False, f"rule {place // 2}")
    scores.keep("small", tally)
    assert len(Scores(scores.path).of("small").missed) == MOST_MISSED


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[]", "nonsense", "[" * 100_000, '{"format": 1}', '{"format": 2, "systems": {}}',
        '{"format": 1, "systems": []}', '{"format": 1, "systems": {"a": {"calls": 1}}}',
        '{"format": 1, "systems": {"a": {"calls": 1, "right": 2, "sittings": 1, "missed": {}}}}',
        '{"format": 1, "systems": {"a": {"calls": "1", "right": 0, "sittings": 1, "missed": {}}}}',
        '{"format": 1, "systems": {"a": {"calls": 1, "right": 0, "sittings": 1, "missed": {"x": -1}}}}',
    ],
)  # fmt: skip
def test_a_damaged_file_is_named(tmp_path, text):
    path = tmp_path / "practice.json"
    path.write_text(text)
    with pytest.raises(NotationError, match=r"practice\.json"):
        Scores(str(path))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(NotationError, match="not the file of practice scores"):
        Scores(str(path))


def test_the_file_is_plain_json(tmp_path):
    scores = Scores(str(tmp_path / "practice.json"))
    scores.keep("sayc", Tally(3, 2, 1))
    data = json.loads((tmp_path / "practice.json").read_text())
    assert data["systems"]["sayc"] == {"calls": 3, "right": 2, "sittings": 1, "missed": {}}

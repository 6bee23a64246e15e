"""A panel: what is tried is what most of it call, and where all of it call otherwise a line is named."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from bridgelang.advice.advise import Advice, advise
from bridgelang.advice.alternatives import PANEL, Sensible
from bridgelang.advice.findings import Moved
from bridgelang.advice.journal import JournalError
from bridgelang.advice.opposition import AdviceError
from bridgelang.advice.panel import Panel
from bridgelang.advice.rolling import Seats
from bridgelang.advice.votes import may_gain
from bridgelang.advice.whatif_play import Focus, WhatIfPlayer
from bridgelang.bidding.load import load_system
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS, Call
from bridgelang.match.boards import open_boards
from bridgelang.match.entries import Entry
from bridgelang.match.tricks import DoubleDummyTricks
from bridgelang.report.advice import advice_json, advice_text, marks, title, votes_text
from bridgelang.report.advice_page import advice_page
from tests.advice.conftest import OLD


@pytest.fixture(scope="module")
def members(texts: Path) -> list[str]:
    """The sound system, and two that differ a little from it."""
    (texts / "sixth.bid").write_text(OLD.replace("6-9 points, 3+ x", "6-10 points, 3+ x").replace("Old", "Sixth"))
    (texts / "eager.bid").write_text(OLD.replace("1M: 12+", "1M: 11+").replace("Old", "Eager"))
    return [str(texts / f"{name}.bid") for name in ("old", "sixth", "eager")]


@pytest.fixture(scope="module")
def stranger(texts: Path) -> Path:
    """A copy in which raises to two show eight points."""
    path = texts / "stranger.bid"
    path.write_text(OLD.replace("2x: 6-9 points, 3+ x", "2x: 8-9 points, 3+ x"))
    return path


@pytest.fixture(scope="module")
def advice(stranger: Path, members: list[str], deck: str) -> Advice:
    return advise(str(stranger), panel=members, deck=deck, boards=400, cache=False)


def test_tried_is_what_most_of_the_panel_call(stranger: Path, members: list[str], deck: str) -> None:
    entry, panel = Entry.parse(str(stranger)), [Entry.parse(member) for member in members]
    boards = open_boards(deck, 400)
    chunk = WhatIfPlayer(entry, [entry], boards, DoubleDummyTricks(), Focus(), panel=panel).play(0, 400)
    systems = [load_system(member) for member in members]
    by_number = {board.number: board for board in boards.take(0, 400)}
    tried = {(row[1], row[4]): row for row in chunk["decisions"]}
    system, seen = load_system(str(stranger)), 0
    for number, board in by_number.items():
        auction = Auction(board.dealer, board.vulnerability)
        while not auction.is_over:
            hand = board.deal.hands[auction.turn]
            own = system.choose_call(hand, auction).call
            votes = Counter(member.choose_call(hand, auction).call for member in systems)
            row = tried.get((number, len(auction.calls)))
            most = max(votes.values())
            assert (row is not None) == (most > votes[own])
            if row is not None:
                seen += 1
                (one,) = row[-1]
                assert votes[Call.parse(one[0])] == most and one[1] == PANEL
                assert one[-2] == [most, votes[own]]
                own = Call.parse(one[0])  # the auction goes on as the panel calls
            auction = auction.then(own)
    assert seen > 5


def test_the_line_that_stands_otherwise_is_the_first_finding(advice: Advice) -> None:
    first = advice.findings[0]
    assert "8-9 points" in first.key.instead.text
    assert first.key.by_panel and first.votes is not None
    assert first.votes[0] > 0.9 > 0.1 > first.votes[1]
    assert first.moved == Moved("least points", 2, True, 0)
    assert "ask 2 fewer points, the panel calls so with hands that called 1" in title(first)
    assert not any("needs a line" in mark for mark in marks(first))
    decisions = [decision for finding in advice.findings for decision in finding.decisions]
    assert len(decisions) == len(set(decisions))


def test_of_a_line_with_both_ends_off_one_is_told(texts: Path, members: list[str], deck: str) -> None:
    path = texts / "twice.bid"
    path.write_text(OLD.replace("2x: 6-9 points, 3+ x", "2x: 8-8 points, 3+ x"))
    told = advise(str(path), panel=members, deck=deck, boards=400, cache=False).findings
    lines = [finding.key.where for finding in told if finding.moved is not None]
    assert len(lines) == len(set(lines)) > 0


def test_a_call_that_no_line_makes_is_named(texts: Path, members: list[str], deck: str) -> None:
    path = texts / "without.bid"
    path.write_text(OLD.replace("  1NT: 15-17 hcp, balanced\n", ""))
    first = advise(str(path), panel=members, deck=deck, boards=400, cache=False).findings[0]
    assert not (first.key.line.location or first.key.instead.location)
    assert title(first).startswith("opening 1NT: the panel calls so with hands that called 1")


def test_what_the_panel_says_is_told(advice: Advice) -> None:
    text, data, page = advice_text(advice), advice_json(advice), advice_page(advice)
    assert "by old, sixth, eager" in text and "In order of the votes" in text
    first = advice.findings[0]
    assert first.votes is not None and votes_text(first.votes) in text and votes_text(first.votes) in page
    assert data["panel"] == list(advice.panel) and json.loads(json.dumps(data)) == data
    assert data["findings"][0]["votes"]["instead"] == first.votes[0]


def test_votes_count_by_the_chance_that_the_calls_gain() -> None:
    lost, few, even, gained = (may_gain(np.array(gains)) for gains in ([-5] * 100, [-5] * 2, [-6, 6] * 50, [4] * 100))
    assert lost < 0.001 < 0.01 < few < 0.1 < even == 0.5 < 0.99 < gained < 1


def test_a_panel_that_calls_as_the_system_does_has_nothing_to_say(texts: Path, members: list[str], deck: str) -> None:
    alone = advise(members[0], panel=[str(texts / "words.bid")], deck=deck, boards=40, cache=False)
    assert alone.what_ifs == 0 and alone.findings == ()
    for text in (advice_text(alone), advice_page(alone)):
        assert "Nothing stands out: most of the panel call as the system does." in text


def test_a_file_knows_which_panel_was_asked(stranger: Path, members: list[str], deck: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    first = advise(str(stranger), panel=members, deck=deck, boards=32, cache=False, out=out)
    again = advise(str(stranger), panel=members, deck=deck, boards=32, cache=False, out=out, resume=True)
    assert advice_json(again) == advice_json(first)
    with pytest.raises(JournalError, match="another run: its"):
        advise(str(stranger), panel=members[:2], deck=deck, boards=32, cache=False, out=out, resume=True)


def test_what_files_say_that_both_use_is_no_second_opinion(texts: Path, deck: str) -> None:
    (texts / "both.bid").write_text("convention both\nopening:\n  1NT: 15-17 hcp, balanced\n  pass\n")
    for name, own in (("asked", "1M: 12+ points, 5+ M ; longest first"), ("asking", "1C: 12+ points")):
        (texts / f"{name}.bid").write_text(f"language 1\nsystem {name}\nopening:\n  {own}\nuse both\n")
    asked, asking = (load_system(str(texts / f"{name}.bid")) for name in ("asked", "asking"))
    panel = Panel([asked], Sensible(), asking)
    seen = set()
    for board in open_boards(deck, 400).take(0, 100):
        seats = Seats(board)
        call = asked.choose_call(seats.held[0][0], Auction(board.dealer)).call
        votes = panel.votes(asking.table().root(board.dealer, board.vulnerability), seats)
        assert [str(CALLS[one]) for one in votes] == ([str(call)] if str(call)[1:] in ("H", "S") else [])
        seen.add(str(call))
    assert {"1NT", "1S", "P"} <= seen


def test_only_systems_sit_on_a_panel(stranger: Path, deck: str) -> None:
    with pytest.raises(AdviceError, match="is no system"):
        advise(str(stranger), panel=["external:robot"], deck=deck, boards=16, cache=False)

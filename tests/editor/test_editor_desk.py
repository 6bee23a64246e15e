"""`repl`: auctions typed and answered, with a file that changes meanwhile."""

from __future__ import annotations

import os

import pytest

from bridgelang.cli.main import main
from bridgelang.core.calls import Call
from bridgelang.editor.desk import Desk
from bridgelang.errors import NotationError

MINE = """\
opening:
  1NT: 15-17 hcp, balanced
after 1NT:
  use stayman
  pass
"""


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("BRIDGELANG_CACHE", str(tmp_path / "cache"))
    made = tmp_path / "mine.bid"
    made.write_text(MINE)
    return made


def test_what_each_call_would_mean_now(path):
    desk = Desk(str(path))
    assert [(str(one.call), one.text) for one in desk.possible()] == [("1NT", "15-17 hcp, balanced")]
    desk.lay("1NT P 2C P")
    assert [str(one.call) for one in desk.possible()] == ["2D", "2H", "2S"]
    assert [str(one.call) for one in desk.meanings()] == ["1NT", "P", "2C", "P"]
    desk.lay("1NT P P P")
    assert desk.possible() == []


def test_the_deals_are_bid_so(path):
    desk = Desk(str(path))
    desk.lay("1NT P 2C P 2H P", dealer="E")
    found = desk.fitting(3)
    assert len(set(found)) == 3
    for deal in found:
        auction = desk.table.bid(deal, desk.auction.dealer, desk.auction.vulnerability)
        assert auction.calls[:6] == desk.auction.calls
    assert desk.fitting(1)[0] not in found


def test_a_call_that_nobody_makes_is_named(path):
    desk = Desk(str(path))
    desk.lay("1NT P 7H")
    with pytest.raises(NotationError, match="no rule makes the 7H that is call 3"):
        desk.fitting()


def test_a_saved_file_is_read_again_and_a_spoilt_one_is_not_used(path):
    desk = Desk(str(path))
    assert desk.refresh() == ""
    path.write_text(MINE.replace("15-17", "12-14"))
    os.utime(path, ns=(1, 1))
    assert desk.refresh() == "mine.bid has changed: read again"
    assert desk.possible()[0].text == "12-14 hcp, balanced"
    path.write_text(MINE.replace("15-17 hcp", "15-17 hpc"))
    os.utime(path, ns=(2, 2))
    said = desk.refresh()
    assert "cannot be used" in said and "did you mean `hcp`?" in said
    assert desk.possible()[0].text == "12-14 hcp, balanced"
    assert str(desk.decide("AQ3.K54.QJ87.Q32").decision.call) == "1NT"
    assert desk.decide("Q53.K54.QJ87.432").decision.call == Call.parse("P")


def test_a_sitting(path, monkeypatch, capsys):
    lines = [
        "1NT P",
        "+ 2C",
        "back",
        "hand AQ32.K54.J987.32",
        "(W ns) 1NT",
        "nonsense",
        "8H",
        "deal",
        "help",
        "quit",
        "1NT",
    ]
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
    assert main(["repl", str(path)]) == 0
    answers = capsys.readouterr().out.split("> ")
    assert len(answers) == len(lines)  # nothing is answered after quit
    assert "what South can call" in answers[1] and "stayman.bid" in answers[1]
    assert "what West can call" in answers[2] and answers[3].split("\n", 1)[1] == answers[1].split("\n", 1)[1]
    assert "\n2C  stayman.bid" in answers[4]
    assert "what North can call" in answers[5] and "West   1NT" in answers[5]
    assert "is not a call" in answers[6] and "8H" in answers[7]
    assert "North\n" in answers[8] and "The file is read again" in answers[9]

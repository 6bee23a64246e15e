"""`bid` and `meaning`: calls, reasons, many hands, JSON from the same values."""

from __future__ import annotations

import json
import shlex

import pytest

from bridgelang import Auction, Hand, load_system
from bridgelang.bidding.explain import Explanation

from .conftest import SMALL

STAYMAN = "AQ32.K54.J987.32"


def test_the_answer_is_the_call_and_nothing_else(run):
    assert run("bid", SMALL, "AKQ2.AJ3.T98.642") == (0, "1C\n", "")
    assert run("bid", SMALL, STAYMAN, "--auction", "1NT P") == (0, "2C\n", "")


def test_hands_card_by_card_need_no_quotes(run):
    assert run("bid", SMALL, *shlex.split("5C 7H AS JD 9D 2C KH 10H 4C 8H 8C AD 10C")).out == "1C\n"


def test_a_void_written_as_a_dash_is_no_option(run):
    assert run("bid", SMALL, "-.AKQ32.AKQ32.543").out == "1H\n"
    assert run("bid", SMALL, "-.AKQ32.AKQ32.543", "--json").json["hand"] == ".AKQ32.AKQ32.543"


def test_dealer_and_vulnerability_reach_the_json(run):
    answer = run("bid", SMALL, STAYMAN, "--auction", "1N-pass", "--dealer", "west", "--vul", "both", "--json").json
    assert answer["seat"] == "E"
    assert answer["vulnerability"] == "all"
    assert answer["auction"] == ["1NT", "P"]
    assert answer["call"] == "2C"
    assert answer["rule"]["location"] == "small.bid:16"
    assert answer["explanation"] == "Stayman: 8+ hcp, 4 hearts or 4 spades"


def test_a_setting_changes_the_call(run):
    weak = "AQ32.K54.KJ87.32"
    assert run("bid", SMALL, weak).out == "1D\n"
    assert run("bid", SMALL, weak, "--set", "notrump=12-14").out == "1NT\n"


def test_explain_names_the_rule_what_was_shown_and_what_failed(run):
    ran = run("bid", SMALL, "KQ92.J53.T98.642", "--auction", "1NT P", "--explain")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0] == "P  small.bid:21  pass"
    assert "  North  15-17 hcp, balanced" in lines
    assert "  2C   small.bid:16  8+ hcp: the hand has 6" in lines
    assert "  3NT  small.bid:19  10-15 hcp: the hand has 6" in lines


def test_explain_in_json_says_the_same(run):
    answer = run("bid", SMALL, "KQ92.J53.T98.642", "--auction", "1NT P", "--explain", "--json").json
    assert answer["known"]["N"] == "15-17 hcp, balanced"
    passed = {one["location"]: one for one in answer["passed_over"]}
    assert passed["small.bid:16"]["failed"] == "8+ hcp"
    assert passed["small.bid:16"]["has"] == "the hand has 6"


def test_a_pass_that_no_rule_makes_says_so(run):
    ran = run("bid", SMALL, STAYMAN, "--auction", "1S P 4S P P", "--explain")
    assert ran.out.startswith("P  no rule applies, so pass\n")
    assert run("bid", SMALL, STAYMAN, "--auction", "1S P 4S P P", "--json").json["rule"] is None


def test_many_hands_a_line_each_in_order(run):
    ran = run("bid", SMALL, "-", stdin=f"# two hands\nAKQ2.AJ3.T98.642\n\n{STAYMAN} | 1NT P\n{STAYMAN} | -\n")
    assert ran == (0, "1C\n2C\nP\n", "")


def test_a_bad_line_keeps_its_place_and_costs_status_2(run):
    ran = run("bid", SMALL, "-", stdin=f"AKQ2.AJ3.T98.6422\n{STAYMAN} | 1S 1H\n{STAYMAN}\n")
    assert ran.status == 2
    assert ran.out == "?\n?\nP\n"
    first, second = ran.err.splitlines()
    assert first.startswith("line 1: the card C2 stands twice")
    assert second.startswith("line 2: 1H is not sufficient over 1S; the lowest heart bid is 2H")


def test_many_hands_as_json_lines(run):
    ran = run("bid", SMALL, "-", "--json", stdin=f"rubbish\n{STAYMAN} | 1NT P\n")
    bad, good = map(json.loads, ran.out.splitlines())
    assert bad["line"] == 1
    assert "rubbish" in bad["error"]
    assert good["call"] == "2C"


def test_lines_that_are_not_utf_8_are_only_unreadable_hands(run):
    ran = run("bid", SMALL, "-", stdin=b"\xff\xfe\x00\nAKQ2.AJ3.T98.642\n")
    assert (ran.status, ran.out) == (2, "?\n1C\n")


def test_meaning_reads_every_call(run):
    ran = run("meaning", SMALL, "1NT P 2C P 2H")
    lines = ran.out.splitlines()
    assert lines[0] == "North  1NT  15-17 hcp, balanced"
    assert lines[1].split(maxsplit=1) == ["small.bid:9", "1NT: notrump hcp, balanced"]
    assert any(line.startswith("South  2C   Stayman: 8+ hcp, 4 hearts or 4 spades, forcing") for line in lines)


def test_meaning_in_full(run):
    ran = run("meaning", SMALL, "1NT P 2C", "--full")
    assert "            in full: Stayman: 8+ hcp, 4+ spades or 4+ hearts [artificial, forcing]" in ran.out.splitlines()


def test_meaning_in_json(run):
    answer = run("meaning", SMALL, "1NT", "P", "2D", "--dealer", "E", "--json").json
    assert [one["seat"] for one in answer["meanings"]] == ["E", "S", "W"]
    transfer = answer["meanings"][2]
    assert transfer["tags"] == ["artificial", "transfer to hearts"]
    assert transfer["shows"] == "5+ hearts"
    assert transfer["rules"][0]["line"] == 17


def test_a_call_no_rule_makes_is_marked_unread(run):
    answer = run("meaning", SMALL, "1NT 2C", "--json").json
    assert answer["meanings"][1]["unread"] is True
    assert "no rule" in answer["meanings"][1]["text"]


def test_the_side_that_opens_plays_the_system(run, folder):
    text = 'language 1\nsystem Other "other"\ncount points as hcp\nopening:\n  1NT: 10-12 hcp, balanced\n  pass\n'
    (folder / "other.bid").write_text(text)
    for calls in ("1NT", "P 1NT"):
        own = run("meaning", "other.bid", calls, "--opponents", SMALL, "--json").json
        assert own["meanings"][-1]["strength"] == "10-12 hcp"
        assert own["meanings"][-1]["system"] == "other"


@pytest.mark.parametrize("calls", ["", "1NT P", "1S P", "1D"])
def test_the_explanation_agrees_with_the_call(calls):
    system = load_system(SMALL)
    auction = Auction.parse(calls)
    for text in (STAYMAN, "AKQ32.AKQ.32.432", "32.AKJ32.AQ2.432", "J532.J54.J98.J32"):
        hand = Hand.parse(text)
        found = Explanation(system.table_for(auction), auction, hand)
        assert found.decision.call == system.choose_call(hand, auction).call
        assert found.meaning.holding.contains(hand)
        assert all(event.kind in ("failed", "left") for event in found.passed_over)


def test_a_number_for_a_setting_that_is_a_bound_is_noted(run, folder):
    (folder / "my.bid").write_text("set weak = 5+\nopening:\n  1C: weak hcp\n  pass\n")
    hand = "AKQ2.J53.T98.642"
    said = run("bid", "my.bid", hand, "--set", "weak=6")
    assert (said.status, said.out) == (0, "P\n")
    assert said.err == "note: `weak` was 5+, and 6 means exactly 6; 6+ keeps it a bound\n"
    quiet = run("bid", "my.bid", hand, "--set", "weak=6+")
    assert (quiet.out, quiet.err) == ("1C\n", "")
    checked = run("check", "my.bid", "--set", "weak=6")
    assert checked.status == 1 and "hint[B223]" in checked.out
    for words in (["match", "my.bid", "my.bid", "--set-b", "weak=7"], ["tune", "my.bid", "--param", "weak=5+,7"]):
        ran = run(*words, "--boards", "8", "--jobs", "1")
        assert ran.status == 0 and ran.err.count("note: ") == 1 and "7 means exactly 7" in ran.err

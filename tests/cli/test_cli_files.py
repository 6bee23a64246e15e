"""Commands that make and read files: `deal`, `convert`, `deck`, `report`, `tune`, `bot`."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import time

import pytest

from bridgelang import Deal, Hand, Seat
from bridgelang.batch.where import DealStream, read_where
from bridgelang.core.dealing import deal
from bridgelang.core.seats import Vulnerability
from bridgelang.interop.convert import read_boards
from bridgelang.match.deck import Deck
from bridgelang.match.deckmaking import solve_records
from bridgelang.match.tricks import PLAYS

from .conftest import SMALL


def test_deal_prints_the_stream(run):
    ran = run("deal", "--boards", "3", "--seed", "9")
    assert [Deal.parse(line) for line in ran.out.splitlines()] == [deal(9, index) for index in range(3)]


def test_deal_without_a_seed_tells_which_it_took(run):
    ran = run("deal")
    seed = int(ran.err.split()[1])
    assert Deal.parse(ran.out.strip()) == deal(seed, 0)


def test_deal_under_conditions(run):
    words = ["deal", "--seed", "2", "--where", "north: 15-17 hcp, balanced", "--where", "s: 4+ hearts, up to 8 points"]
    ran = run(*words, "--boards", "20")
    deals = [Deal.parse(line) for line in ran.out.splitlines()]
    assert len(deals) == 20
    assert all(15 <= one[Seat.NORTH].hcp <= 17 and one[Seat.SOUTH].length(2) >= 4 for one in deals)
    assert run(*words, "--boards", "7").out == "".join(f"{one}\n" for one in deals[:7])


def test_deals_for_one_dealer_and_vulnerability(run):
    run("deal", "--boards", "5", "--seed", "3", "--dealer", "e", "--vul", "ew", "--out", "east.pbn")
    boards = list(read_boards("east.pbn"))
    assert [board.deal for board in boards] == [deal(3, index) for index in range(5)]
    assert {(board.dealer, board.vulnerability) for board in boards} == {(Seat.EAST, Vulnerability.EW)}


def test_a_line_cannot_say_who_deals(run):
    ran = run("deal", "--dealer", "e")
    assert ran.status == 2 and "add --out FILE, or --format pbn, lin or jsonl" in ran.err
    ran = run("deal", "--dealer", "up", "--format", "pbn")
    assert ran.status == 2 and "`up` is not a seat" in ran.err


def test_the_columns_take_the_deals_that_hands_one_by_one_would():
    nodes = read_where(["east: 6+ spades or void in hearts", "west: 12+ hcp, no 5-card major"])
    found = DealStream(4, nodes).take(12)
    one_by_one = (
        index for index in range(100_000) if all(node.accepts(deal(4, index)[seat]) for seat, node in nodes.items())
    )
    assert [index for index, _ in found] == [next(one_by_one) for _ in range(12)]
    assert all(made == deal(4, index) for index, made in found)


def test_a_seat_may_be_named_twice():
    nodes = read_where(["n: 5+ spades", "north: 20+ hcp"])
    assert nodes[Seat.NORTH].accepts(Hand.parse("AKQJ2.AKQ.432.32")) is False
    assert nodes[Seat.NORTH].accepts(Hand.parse("AKQJ2.AKQJ.A32.2")) is True


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("15-17 hcp", "write north: 15-17 hcp, balanced"),
        ("q: 15-17 hcp", "`q` is not a seat"),
        ("north: 15-17 hcp, ballanced", "condition:1:12"),
        ("north: 4S", "could be the bid or so many cards"),
        ("north: good-suit spades", "unknown word `good-suit`"),
        ("north: 15-17 balanced", "a comma is missing before this"),
        ("north: 5-5 majors, 8+ hcp", "write  5+ in both majors"),
        ("north: 5+ x", "nothing says which suit `x` is"),
        ("north: " + "(" * 10_000, "the condition has"),
        ("north: " + "(" * 200 + "12 hcp" + ")" * 200, "nested"),
        ("north:", "line ends too early"),
    ],
)
def test_conditions_that_cannot_be_read(run, condition, words):
    start = time.process_time()
    ran = run("deal", "--where", condition, "--seed", "1")
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err
    assert time.process_time() - start < 2


def test_conditions_that_nothing_satisfies(run):
    ran = run("deal", "--seed", "1", "--where", "north: 20+ hcp", "--where", "south: 25+ hcp")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "error: no deal satisfies the conditions: together the hands need at least 45 hcp, and there are 40\n"
    )
    rare = ["north: 9+ clubs", "east: 9+ diamonds", "south: 9+ hearts", "west: 9+ spades"]
    ran = run("deal", "--seed", "1", *(word for text in rare for word in ("--where", text)), "--most", "500")
    assert (ran.status, ran.out) == (2, "")
    assert "only 0 of 1 deals found among 500" in ran.err


def test_a_deal_rarer_than_anyone_could_wait_for(run):
    words = ["deal", "--seed", "1", "--where", "n: 10+ spades", "--where", "s: 20+ hcp"]
    ran = run(*words, "--boards", "20")
    deals = [Deal.parse(line) for line in ran.out.splitlines()]
    assert len(set(deals)) == 20
    assert all(one[Seat.NORTH].length(3) >= 10 and one[Seat.SOUTH].hcp >= 20 for one in deals)
    assert ran.err == "20 of 20 deals built to fit\n"
    assert run(*words, "--boards", "7").out == "".join(f"{one}\n" for one in deals[:7])


def test_convert_there_and_back(run, folder):
    run("deal", "--boards", "3", "--seed", "9", "--out", "a.pbn")
    assert run("convert", "a.pbn", "b.lin").out == "3 boards written to b.lin\n"
    assert run("convert", "b.lin", "c.jsonl").status == 0
    rows = [json.loads(line) for line in (folder / "c.jsonl").read_text().splitlines()]
    assert [Deal.parse(row["deal"]) for row in rows] == [deal(9, index) for index in range(3)]
    printed = run("convert", "a.pbn", "-", "--to", "jsonl").out
    assert [json.loads(line)["hands"] for line in printed.splitlines()] == [row["hands"] for row in rows]


def test_convert_tells_what_it_cannot_read(run, folder):
    (folder / "bad.pbn").write_text('[Board "1"]\n[Deal "N:AKQ.AKQ.AKQ.AKQJ nonsense - -"]\n')
    ran = run("convert", "bad.pbn", "-", "--to", "pbn")
    assert ran.status == 1
    assert "bad.pbn:2" in ran.err
    assert run("convert", "bad.pbn", "bad.xyz").status == 2
    assert not (folder / "bad.xyz").exists()


def test_deck_is_solved_shown_and_played(run, folder):
    assert run("deck", "solve", "--seed", "5", "--boards", "3", "--out", "my.deck").status == 0
    deck = Deck.read(folder / "my.deck")
    shown = run("deck", "show", "my.deck", "--board", "2", "--json").json
    assert Deal.parse(shown["deal"]) == deal(5, 1)
    assert shown["tricks"]["N"]["NT"] == deck.tables[1][0][4]
    assert shown["par"]["score"] == deck.par[1]
    text = run("deck", "show", "my.deck", "--board", "2").out
    assert f"par    NS {shown['par']['score']:+d}" in text
    assert run("deck", "show", "my.deck", "--json").json == {"boards": 3, "first": 1, "seed": 5}
    assert run("deck", "show", "my.deck", "--board", "4").status == 2
    auction = run("auction", SMALL, "--deck", "my.deck", "--board", "2", "--json").json
    assert auction["deal"] == shown["deal"]
    assert auction["par"]["score"] == shown["par"]["score"]


def test_a_deck_solved_in_the_background_is_gone_on_with_after_a_kill(run, folder):
    """The process is killed, a board is cut off in the middle, and the same command still gives the same bytes."""
    words = ["deck", "solve", "--seed", "6", "--boards", "3", "--out"]
    assert run(*words, "whole.deck").status == 0

    def started() -> int:
        ran = run(*words, "mine.deck", "--background")
        assert ran.status == 0 and "messages go to mine.deck.log" in ran.out
        return int(re.search(r"process (\d+)", ran.out)[1])

    killed = started()
    os.kill(killed, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(killed, 0)
    (folder / "mine.deck").unlink(missing_ok=True)

    records = solve_records(6, 0, 2)
    (folder / "mine.deck.6.part").write_bytes(records + records[:7])
    with contextlib.suppress(ChildProcessError):
        os.waitpid(started(), 0)
    assert (folder / "mine.deck").read_bytes() == (folder / "whole.deck").read_bytes()
    assert not (folder / "mine.deck.6.part").exists()
    assert "3 boards of seed 6 written to mine.deck" in (folder / "mine.deck.log").read_text()


def test_the_name_of_a_deck_says_so(run):
    ran = run("deck", "solve", "--seed", "5", "--boards", "3", "--out", "my.pbn")
    assert ran.status == 2
    assert ".deck" in ran.err


@pytest.fixture
def played(run, folder):
    words = ["match", SMALL, SMALL, "--set-b", "notrump=12-14", "--boards", "40", "--out", "it.match"]
    return run(*words, "--json").json


def test_report_says_what_the_match_said(run, played):
    found = run("report", "it.match", "--json").json
    assert found["match"] == played | {"swings": found["match"]["swings"]}
    assert sum(cause["imps"] for cause in found["causes"]["phases"]) == played["total"]
    text = run("report", "it.match").out
    assert "small.bid:9" in text
    assert "By phase" in text


def test_report_as_a_page(run, played, folder):
    ran = run("report", "it.match", "--html", "it.html")
    assert (ran.status, ran.out) == (0, "it.html written\n")
    page = (folder / "it.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "small.bid:9" in page
    assert page.count("<table>") == page.count("</table>") >= 5
    assert "http" not in page
    assert "<script" not in page


def test_report_of_something_else(run, folder):
    (folder / "no.match").write_text("nothing of the kind")
    for name in ("no.match", "none.match"):
        ran = run("report", name)
        assert (ran.status, ran.out) == (2, "")
        assert name in ran.err


def test_tune_compares_with_the_first(run):
    words = ["tune", SMALL, "--param", "notrump=15-17,12-14,13-15", "--boards", "30", "--jobs", "1"]
    answer = run(*words, "--json").json
    assert [one["settings"] for one in answer["variants"]] == [{"notrump": v} for v in ("15-17", "12-14", "13-15")]
    assert answer["variants"][0]["mean"] == 0
    text = run(*words).out
    assert "notrump=12-14" in text
    assert run("tune", SMALL, "--param", "notrump").status == 2


def test_bot_speaks_the_protocol(run):
    request = {
        "type": "call", "id": 7, "hand": "AQ32.K54.J987.32", "seat": "S", "dealer": "N",
        "vulnerability": "none", "auction": ["1NT", "P"],
    }  # fmt: skip
    lines = [{"type": "hello", "protocol": 1, "system": None, "opponents": "sayc"}, request, {"type": "bye"}]
    ran = run("bot", SMALL, stdin="".join(json.dumps(line) + "\n" for line in lines))
    hello, answer = map(json.loads, ran.out.splitlines())
    assert hello["name"] == "small"
    assert (answer["id"], answer["call"]) == (7, "2C")


def test_bot_explains_a_call_the_same_whatever_the_hand(run, folder):
    (folder / "two.bid").write_text(
        "language 1\nopening:\n  2D: 6 hearts, 5-10 hcp\n  2D: 6 spades, 5-10 hcp\n  pass\n"
    )
    common = {"type": "call", "seat": "N", "dealer": "N", "vulnerability": "none", "auction": []}
    hands = ["AQJ987.54.987.32", "54.AQJ987.987.32"]
    lines = [{**common, "id": number, "hand": hand} for number, hand in enumerate(hands)]
    ran = run("bot", "two.bid", stdin="".join(json.dumps(line) + "\n" for line in lines))
    said = [json.loads(line) for line in ran.out.splitlines()]
    assert [one["call"] for one in said] == ["2D", "2D"]
    assert {one["explanation"] for one in said} == {"5-10 hcp, 6 hearts or 6 spades"}


def test_the_ways_to_play_are_the_library_s():
    from bridgelang.cli.commands import match

    assert {match._SAME.get(word, word) for word in match.PLAYS} == set(PLAYS)


def test_cards_may_be_played_out(run):
    words = ["match", SMALL, SMALL, "--set-b", "notrump=12-14", "--boards", "20", "--seed", "6", "--play", "heuristic"]
    assert run(*words).status == 0


@pytest.fixture
def bidden(run):
    words = ["auction", SMALL, "--seed", "7", "--boards", "12", "--no-par", "--out", "twelve.pbn"]
    assert run(*words).out == "12 boards written to twelve.pbn\n"


def test_auctions_written_to_a_file_are_the_ones_printed(run, bidden):
    rows = [json.loads(line) for line in run("convert", "twelve.pbn", "-", "--to", "jsonl").out.splitlines()]
    printed = run("auction", SMALL, "--seed", "7", "--boards", "12", "--no-par", "--json").json
    assert [row["auction"] for row in rows] == [one["auction"] for one in printed]
    assert [row["deal"] for row in rows] == [one["deal"] for one in printed] or len(rows) == 12
    assert "12-14" not in (text := run("convert", "twelve.pbn", "-", "--to", "text").out)
    assert run("convert", "twelve.pbn", "--to", "text").out == text


def test_a_system_agrees_with_itself_and_not_with_another(run, bidden):
    own = run("compare", SMALL, "twelve.pbn", "--json").json
    assert own["agree"] == own["calls"] > 40
    assert own["disagreements"] == []
    other = run("compare", SMALL, "twelve.pbn", "--set", "notrump=10-12", "--json").json
    assert other["calls"] == own["calls"]
    assert other["agree"] < own["agree"]
    assert sum(one["count"] for one in other["disagreements"]) == other["calls"] - other["agree"]


def test_compare_prints_phases_and_examples(run):
    run("auction", SMALL, "--seed", "7", "--boards", "4", "--no-par", "--out", "four.pbn")
    out = run("compare", SMALL, "four.pbn", "--set", "notrump=10-12", "--solve").out
    assert "opener's rebid" in out
    assert "distance from par over 4 solved boards" in out
    assert "commonest disagreements" in out
    assert run("compare", SMALL, "none.pbn").status == 2


def test_coverage_counts_every_rule_once(run):
    answer = run("coverage", SMALL, "--boards", "60", "--json").json
    lines = [rule["line"] for rule in answer["rules"]]
    assert len(lines) == len(set(lines)) == 29
    notrump = next(rule for rule in answer["rules"] if rule["line"] == 9)
    assert notrump["chose"] > 0
    out = run("coverage", SMALL, "--boards", "60").out
    chose = sum(rule["chose"] > 0 for rule in answer["rules"])
    assert f"{chose} of 29 rules chose a call" in out
    assert len(run("coverage", SMALL, "--boards", "60", "--all").out.splitlines()) == 31


def test_coverage_takes_the_tests_beside_the_system(run, folder):
    (folder / "my.bid").write_text("language 1\nopening:\n  7NT: 37 hcp\n  1C: 12+ hcp\n  pass\n")
    (folder / "my.tests.yaml").write_text("cases:\n  - AKQ.AKQ.AKQJ.AKQ | - | 7NT | the most there is\n")
    ran = run("coverage", "my.bid", "--boards", "0", "--json")
    assert [rule["chose"] for rule in ran.json["rules"]] == [1, 0, 0]
    assert "1 cases of my.tests.yaml" in ran.err
    assert run("coverage", "my.bid", "--boards", "0", "--no-tests", "--json").json["calls"] == 0

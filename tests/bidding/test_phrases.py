"""What calls show, in a sentence: the table a player judged, and what is said against the hands dealt."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from bridgelang import Auction, load_system
from bridgelang.bidding.meaning import meaning_of, meanings
from bridgelang.bidding.told import WIDTH
from bridgelang.core.dealing import deal
from bridgelang.core.seats import Seat, Vulnerability
from tests.shipped import loaded

TABLE = yaml.safe_load((Path(__file__).parents[1] / "data" / "meanings.yaml").read_text(encoding="utf-8"))
ROWS = [tuple(part.strip() for part in row.split(" | ")) for rows in TABLE.values() for row in rows]
SUITS = {"club": 0, "diamond": 1, "heart": 2, "spade": 3}
CLAIM = re.compile(r"(?:(\d+)\+|(\d+)-(\d+)|up to (\d+)|(\d+)) (hcp|point|club|diamond|heart|spade)s?")


def test_the_table_is_as_long_as_it_should_be():
    assert len(ROWS) >= 120
    assert len({row[:2] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("name", sorted({row[0] for row in ROWS}))
def test_the_sentences_of_the_table(name):
    wrong = []
    for system, calls, said in ROWS:
        if system == name:
            auction = Auction.parse(calls.replace("(", "").replace(")", ""))
            got = meanings(loaded(name).table(), auction)[-1].text
            if got != said:
                wrong.append(f"{calls}: {got!r}, the table has {said!r}")
    assert not wrong, "\n".join(wrong)


def claims(text):
    """The ranges that a sentence without alternatives states: least, most, of what."""
    _, _, body = text.rpartition(": ")
    if " or " in body:
        return
    for part in body.split(", "):
        found = CLAIM.fullmatch(part)
        if found:
            least, low, high, most, exactly, what = found.groups()
            yield int(least or low or exactly or 0), int(most or high or exactly or 99), what


@pytest.mark.parametrize("name", ["sayc", "precision"])
def test_what_is_said_is_true_of_nearly_every_hand_and_short(name):
    """Ranges are cut to what is likely: one claim in a hundred may be off by that, and no more."""
    system = loaded(name)
    table = system.table()
    points = system.program.counts.points
    made = wrong = 0
    for index in range(60):
        hands, dealer, vulnerability = deal(4, index), Seat(index % 4), Vulnerability(index // 4 % 4)
        auction = table.bid(hands, dealer, vulnerability)
        state = table.root(dealer, vulnerability)
        for number, call in enumerate(auction.calls):
            seat = auction.seat_of(number)
            text = meaning_of(state, call, seat).text
            assert 0 < len(text) <= WIDTH + 4, text
            for least, most, what in claims(text):
                hand = hands[seat]
                value = hand.hcp if what == "hcp" else points.of(hand) if what == "point" else hand.lengths[SUITS[what]]
                made += 1
                wrong += not least <= value <= most
            state = state.then(int(call))
    assert made > 250
    assert wrong <= made / 100


THREE_WAY = """\
language 1
system Club "a club of three kinds"
opening:
  1C: 12-14 hcp, balanced                [artificial, forcing]
  1C: 15+ hcp, 5+ clubs                  [artificial, forcing]
  1C: 18+ hcp                            [artificial, forcing]
  2D: 6-10 hcp, 6 hearts or 6 spades     [artificial] "multi"
  1M: 11+ hcp, 5+ M
  pass
after 1C:
  1D: 0-6 hcp                            [artificial]
use natural
"""


MEASURED = """\
language 1
system Measures "hands told by tricks, controls and shortages"
opening:
  1C: (11-13 hcp, balanced) or 17+ hcp
  1D: 11-16 hcp, 4+ diamonds, a singleton or a void
  1H: 11-16 hcp, 5+ hearts, no void
  1S: 11-16 hcp, 5+ spades, 3+ controls
  2C: 8+ playing tricks
  2D: 5-10 hcp, 6+ diamonds, up to 7 losers
  2NT: 5-10 hcp, some shortage
after 1D:
  2D: 6+ hcp, 4+ diamonds, some void
  3D: 2+ quick tricks
"""


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            THREE_WAY,
            {
                "1C": "12-14 hcp, balanced, or 15+ hcp, 5+ clubs, or 18+ hcp, forcing",
                "2D": "multi: 6-10 hcp, 6 hearts or 6 spades",
                "1C P 1D": "up to 6 hcp, or 6+ points, 4+ diamonds",
            },
        ),
        (
            MEASURED,
            {
                "1C": "11-13 hcp, balanced, or 17+ hcp",
                "1D": "11-16 hcp, 4+ diamonds, a singleton or a void",
                "1H": "11-16 hcp, 5+ hearts",  # few of these hands have a void anyway
                "1S": "11-16 hcp, 5+ spades, 3+ controls",
                "2C": "8+ playing tricks",
                "2D": "5-10 hcp, 6+ diamonds, up to 7 losers",
                "2NT": "5-10 hcp, a singleton or void",
                "1D P 2D": "6+ hcp, 4+ diamonds, a void",
                "1D P 3D": "2+ quick tricks",
            },
        ),
    ],
    ids=["sorts of hands one by one", "what is counted otherwise, and shortages that are news"],
)
def test_what_is_said(text, sentences, tmp_path):
    path = tmp_path / "system.bid"
    path.write_text(text)
    table = load_system(str(path)).table()
    assert {calls: meanings(table, Auction.parse(calls))[-1].text for calls in sentences} == sentences


@pytest.mark.parametrize(
    ("calls", "alerted"),
    [
        ("1NT", False),
        ("1NT P 2C", True),
        ("1NT P 2D", True),
        ("1NT P 2D P 2H", False),
        ("2C P 2D", True),
        ("1H P 4H", False),
        ("1H X", False),
        ("1H 2H", True),
        ("1D 1S X", False),
        ("1S P 3S P 4NT", True),
        ("1S P 3S P 4NT P 5D", True),
        ("P", False),
    ],
)
def test_only_what_is_artificial_or_would_surprise_is_alerted(calls, alerted):
    meaning = meanings(loaded("sayc").table(), Auction.parse(calls))[-1]
    assert meaning.alert is alerted, meaning.full


def test_the_full_form_says_all_that_is_known():
    meaning = meanings(loaded("sayc").table(), Auction.parse("1NT P 2S"))[-1]
    assert meaning.text == "bid 3C: up to 7 hcp, 6+ clubs or 6+ diamonds, forcing"
    assert meaning.full.endswith("0-3 spades, 0-3 hearts [artificial, forcing]")

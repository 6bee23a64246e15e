"""Trials: the paired difference is that of two matches, and every IMP of it has a pair of lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bridgelang.advice import trial
from bridgelang.advice.opposition import AdviceError, Opponent
from bridgelang.advice.stopping import FEWEST, is_decided, running_half_width
from bridgelang.advice.trial import TrialResult, try_change
from bridgelang.bidding.load import load_system
from bridgelang.match import play_match
from bridgelang.match.boards import open_boards
from bridgelang.match.entries import Entry
from bridgelang.match.statistics import Moments
from bridgelang.report.trial import trial_json, trial_text

STUB = "python:tests.match.match_stubs:Stub"


@pytest.fixture(scope="module")
def versions(texts: Path) -> tuple[str, str]:
    return str(texts / "old.bid"), str(texts / "new.bid")


@pytest.fixture(scope="module")
def result(versions: tuple[str, str], deck: str) -> TrialResult:
    old, new = versions
    return try_change(old, new, against=(old, STUB), deck=deck, boards=300, cache=False)


def test_the_difference_is_that_of_the_two_versions_matches(
    result: TrialResult, versions: tuple[str, str], deck: str
) -> None:
    old, new = versions
    for moments, opponent in zip(result.members, (old, STUB), strict=True):
        matches = [play_match(one, opponent, deck=deck, boards=300, cache=False) for one in (new, old)]
        differences = [now - was for now, was in zip(matches[0].values, matches[1].values, strict=True)]
        assert moments == Moments.of(differences)
        assert any(differences)
    assert result.mean == pytest.approx(sum(moments.mean for moments in result.members) / 2)
    assert result.stopped == "boards"


def test_every_imp_is_put_down_to_lines(result: TrialResult) -> None:
    assert sum(change.gains.total for change in result.changes) == result.total.total
    lines = {(change.old_call, change.old.text, change.new_call, change.new.text) for change in result.changes}
    assert any(new == "1NT: 12-14 hcp, balanced" for _, _, _, new in lines)
    assert any(old == "1NT: 15-17 hcp, balanced" for _, old, _, _ in lines)
    for change in result.changes:
        for table in change.examples:
            was, now = table.old_auction.split(), table.new_auction.split()
            assert was[: table.index] == now[: table.index]
            assert (was[table.index], now[table.index]) == (change.old_call, change.new_call)


def test_the_result_is_told_in_words_and_in_json(result: TrialResult) -> None:
    text, data = trial_text(result, 3), trial_json(result)
    assert f"{result.mean:+.3f} IMPs a board for the new version" in text
    assert "against stub" in text and "the worst" in text and "more (--top shows them)" in text
    assert data["changed_auctions"] == result.changed_auctions
    assert sum(change["imps"] for change in data["changes"]) == result.total.total
    assert json.loads(json.dumps(data)) == data


def test_an_opponent_of_another_kind_is_asked_again_only_after_a_change(versions: tuple[str, str], deck: str) -> None:
    old, new = (load_system(path) for path in versions)
    boards = open_boards(deck, 150).take(0, 150)
    opponent = Opponent(Entry.parse(STUB), old, {})
    before = opponent.play(old, boards)
    asked = []
    answer = opponent.bidder.answer

    def listening(questions):
        asked.extend(str(auction) for _, auction in questions)
        return answer(questions)

    opponent.bidder.answer = listening
    again = opponent.play_again(new, boards, before)
    assert asked and len(asked) < 400
    opponent.bidder.answer = answer
    whole = opponent.play(new, boards)
    for one, other in zip(again, whole, strict=True):
        assert [(table.auction, table.answers) for table in one] == [(table.auction, table.answers) for table in other]


def test_any_number_of_processes_gives_the_same(versions: tuple[str, str], deck: str) -> None:
    results = [try_change(*versions, deck=deck, boards=300, cache=False, jobs=jobs) for jobs in (1, 2)]
    assert trial_json(results[0]) == trial_json(results[1])
    assert results[0].changed_auctions > 20


def test_versions_that_differ_in_words_only_are_not_bid(
    texts: Path, deck: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "crew", lambda *_: pytest.fail("nothing is to be bid"))
    result = try_change(str(texts / "old.bid"), str(texts / "words.bid"), deck=deck, boards=300)
    assert (result.stopped, result.total, result.interval) == ("alike", Moments(300, 0, 0), (0, 0))
    assert "nothing was bid" in trial_text(result)


def test_a_trial_stops_when_enough_is_known(versions: tuple[str, str], deck: str) -> None:
    narrow = try_change(*versions, deck=deck, boards=400, until=9.0, cache=False)
    assert (narrow.stopped, narrow.boards) == ("boards", 400)  # the pilot alone is as much
    decided = try_change(*versions, deck=deck, boards=400, decide=True, cache=False)
    low, high = decided.interval
    assert (decided.stopped == "decided") == (low > 0 or high < 0)


def test_the_running_interval_is_wider_and_needs_differences() -> None:
    some = Moments(4000, 900, 40_000)
    assert some.half_width() < running_half_width(some) < 2 * some.half_width()
    assert is_decided(Moments(4000, 4000, 8000), FEWEST)
    assert not is_decided(Moments(4000, 4000, 8000), FEWEST - 1)
    assert running_half_width(Moments(1, 3, 9)) == 0


def test_looking_often_seldom_decides_when_nothing_is_there() -> None:
    """With an ordinary interval looked at so often, about a third of these would."""
    import numpy as np

    rng = np.random.default_rng(11)
    wrong = 0
    for _ in range(300):
        values = rng.integers(-9, 10, (80, 50)) * (rng.random((80, 50)) < 0.3)
        sums, squares = values.sum(axis=1).cumsum(), (values**2).sum(axis=1).cumsum()
        counts = 50 * np.arange(1, 81)
        looks = zip(counts.tolist(), sums.tolist(), squares.tolist(), strict=True)
        wrong += any(is_decided(Moments(*look), FEWEST) for look in looks)
    assert wrong <= 15


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"until": 0.1, "decide": True}, "choose one"),
        ({"until": 0.0}, "narrower than"),
    ],
)
def test_what_cannot_be_asked(versions: tuple[str, str], options: dict[str, object], words: str) -> None:
    with pytest.raises(AdviceError, match=words):
        try_change(*versions, **options)

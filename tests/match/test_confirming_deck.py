"""Of the confirming deck only totals are told: whoever asks for one of its boards is told why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridgelang.advice.advise import advise
from bridgelang.advice.improve import halves
from bridgelang.advice.opposition import AdviceError
from bridgelang.advice.trial import try_change
from bridgelang.match import play_match
from bridgelang.match.boards import SolvedBoards, open_boards, source_from_spec
from bridgelang.match.deck import Deck
from bridgelang.match.run import MatchError
from tests.match.match_stubs import Stub


def test_it_goes_on_where_the_reference_deck_ends() -> None:
    reference, confirming = open_boards("reference", 1), open_boards("confirming", 1)
    assert isinstance(reference, SolvedBoards) and isinstance(confirming, SolvedBoards)
    assert reference.shown and not confirming.shown
    assert confirming.take(0, 1)[0].number == (reference.size or 0) + 1
    assert str(source_from_spec(confirming.spec())) == str(confirming) == "the confirming deck"


def test_a_match_tells_totals_and_no_board(tmp_path: Path) -> None:
    light, sound = Stub("light", "3"), Stub("sound")
    shown = play_match(light, sound, boards=40, deck="reference")
    result = play_match(light, sound, boards=40, deck="confirming")
    assert shown.swings and not result.swings
    assert result.boards == 40 and result.source == "the confirming deck"
    with pytest.raises(MatchError, match="totals only"):
        play_match(light, sound, boards=40, deck="confirming", out=tmp_path / "kept.match")
    assert not list(tmp_path.iterdir())


def test_a_trial_names_lines_and_no_board() -> None:
    result = try_change("acol", "acol-first", boards=60, deck="confirming")
    assert result.changed_auctions and result.changes
    assert not any(change.examples for change in result.changes)


def test_advice_is_not_given_on_it() -> None:
    with pytest.raises(AdviceError, match="ask a trial of it"):
        advise("acol", boards=16, deck="confirming")


def test_a_small_change_is_tried_on_the_one_and_confirmed_on_the_other(tmp_path: Path) -> None:
    trying, aside = map(Deck.read, halves(tmp_path, None, 60))
    assert (trying.first, len(trying)) == (1, 30) and (aside.first, len(aside)) == (20_001, 30)

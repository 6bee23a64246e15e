"""What is promised of outside programs, each promise under attack; `python -m tests.attack.bidders` runs all kinds."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.attack.bidders import ANY_FAULT, FAULTS, MEMORY, made_up_deck, play
from tests.attack.hostile import ATTACKS

SEED = int(os.environ.get("ATTACK_SEED", "1"))
"""Another one tries other kinds of bidders."""

SILENT = ["answers nothing", "never reads", "takes several and answers none"]
FLOODS = ["a line without end", "long lines without end", "stale answers without end"]
FAMILIES = ["has daemons", "multiplies", "leaves its pipes to a child", "will not go"]
CHEATS = ["looks around", "is honest"]
WORDS = ["escapes of a terminal", "half a pair in hello", "half a pair in answers"]
OTHERS = sorted(set(ATTACKS) - {*SILENT, *FLOODS, *FAMILIES, *CHEATS, *WORDS})


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> str:
    return made_up_deck(tmp_path_factory.mktemp("deck"))


def test_there_are_forty_kinds_of_hostile_bidders() -> None:
    assert len(ATTACKS) >= 40
    assert set(FAULTS) | ANY_FAULT <= set(ATTACKS) and not ANY_FAULT & set(FAULTS)


@pytest.mark.slow
@pytest.mark.parametrize("kind", random.Random(SEED).sample(OTHERS, 7))
def test_no_program_can_stop_a_match_or_break_it(kind: str, deck: str, tmp_path: Path) -> None:
    assert play(kind, tmp_path, deck).problems == ()


@pytest.mark.slow
@pytest.mark.parametrize("kind", SILENT)
def test_a_program_that_does_not_answer_is_given_up_and_said_to_be(kind: str, deck: str, tmp_path: Path) -> None:
    outcome = play(kind, tmp_path, deck)
    assert outcome.problems == ()
    assert outcome.faults["given up"] > outcome.faults["late"] > 0


@pytest.mark.slow
def test_a_match_that_is_to_stop_when_its_program_fails_stops_with_one_line(deck: str, tmp_path: Path) -> None:
    outcome = play("answers nothing", tmp_path, deck, stop=True)
    assert (outcome.problems, outcome.faults) == ((), {})


@pytest.mark.slow
@pytest.mark.parametrize("kind", FLOODS)
def test_a_program_that_writes_without_end_takes_no_memory_of_the_match(kind: str, deck: str, tmp_path: Path) -> None:
    outcome = play(kind, tmp_path, deck)
    assert outcome.problems == ()
    assert 0 < outcome.memory < MEMORY


@pytest.mark.slow
@pytest.mark.parametrize("kind", FAMILIES)
def test_nothing_that_a_program_has_started_outlives_the_match(kind: str, deck: str, tmp_path: Path) -> None:
    assert play(kind, tmp_path, deck).problems == ()


@pytest.mark.slow
@pytest.mark.parametrize("kind", CHEATS)
def test_a_program_is_told_the_hands_of_one_seat_at_one_table(kind: str, deck: str, tmp_path: Path) -> None:
    assert play(kind, tmp_path, deck).problems == ()


@pytest.mark.slow
@pytest.mark.parametrize("kind", WORDS)
def test_what_a_program_says_is_printed_without_control_characters(kind: str, deck: str, tmp_path: Path) -> None:
    assert play(kind, tmp_path, deck).problems == ()


@pytest.mark.slow
def test_a_shared_program_is_under_the_same_rules(deck: str, tmp_path: Path) -> None:
    assert play("has children", tmp_path, deck, shared=True).problems == ()

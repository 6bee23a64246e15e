"""Self-play of every shipped system: the caller's hand lies in what the call shows, and nobody passes a force.

A small sample; ``benchmarks/soundness.py`` plays the large one.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bridgelang.bidding.position import Entry
from bridgelang.bidding.state import State
from bridgelang.compile.files import system_names
from bridgelang.core.calls import CALLS
from bridgelang.core.dealing import deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat, dealer_of, vulnerability_of
from tests.shipped import loaded

BOARDS = 40
PAIRS = [("sayc", "precision"), ("acol", "two-over-one"), ("goren", "sayc"), ("standard-simple", "acol")]


def turns(first: str, second: str, seed: int) -> Iterator[tuple[State, Hand, Entry | None, str]]:
    """Every turn of some boards: the position, the hand to call, the rule that decides, and words to say where."""
    table = loaded(first).table(loaded(second))
    for index in range(BOARDS):
        board, dealer = deal(seed, index), dealer_of(index + 1)
        state = table.root(dealer, vulnerability_of(index + 1))
        while not state.is_over:
            hand = board[Seat((dealer + state.turn) & 3)]
            entry = state.position().choose(hand)
            made = " ".join(str(CALLS[call]) for call in state.calls())
            yield state, hand, entry, f"board {index} of seed {seed}: {hand} after {made or 'nothing'}"
            state = state.then(0 if entry is None else entry.call)


def check(first: str, second: str, seed: int) -> None:
    """Both properties, on every turn."""
    for state, hand, entry, words in turns(first, second, seed):
        call = 0 if entry is None else entry.call
        assert state.is_legal(call), words
        shown = state.reading(call).holding
        assert shown.contains(hand), f"{words}: {CALLS[call]} shows {shown.describe()}"
        if call == 0 and state.forced():
            assert entry is not None, words
            assert entry.line.calls[0][0] == "pass even if forced", f"{words}: passed by {entry.line.location}"


@pytest.mark.parametrize("name", system_names())
def test_self_play_is_sound(name: str) -> None:
    check(name, name, 41)


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_pairing_is_sound(first: str, second: str) -> None:
    check(first, second, 42)


@pytest.mark.parametrize("name", ["sayc", "acol"])
def test_the_fallback_never_gives_up_while_it_is_forced(name: str) -> None:
    last = max(line.row for line in loaded(name).program.rules() if line.file == "common-sense.bid")
    for state, _, entry, words in turns(name, name, 43):
        if entry is None or (entry.line.file == "common-sense.bid" and entry.line.row == last):
            game_forced = state.force_level(state.turn & 1) == 99 and not state.game_reached()
            assert not state.forced(), words
            assert not game_forced, words

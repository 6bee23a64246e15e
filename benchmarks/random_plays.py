"""Random legal plays of whole deals, each checked in every respect; run it for more than the tests have time
for.

``python benchmarks/random_plays.py --deals 100000`` plays that many deals card by card and stops at the first
fault. Checked on every deal: 13 tricks, each card once, the leader and the winner of every trick against
rules written down here once more, every card that may not be played refused with the state unchanged, undo to
the start and redo to the end giving equal states.
"""

from __future__ import annotations

import argparse
import random
import time

from bridgelang.core.cards import CARDS, STRAINS, Card
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal_masks
from bridgelang.core.seats import SEATS
from bridgelang.errors import IllegalAction
from bridgelang.play.state import PlayState


def beats(card: Card, other: Card, trumps: int) -> bool:
    """Does ``card``, played later, beat ``other``, which is winning?"""
    if card.suit == other.suit:
        return card.rank > other.rank
    return card.suit == trumps


def check_play(index: int, seed: int = 1, every_illegal: bool = True) -> PlayState:
    """Play deal ``index`` of stream ``seed`` at random, and raise AssertionError at any fault.

    ``every_illegal``: try all the cards that may not be played at every turn; otherwise one of them.
    """
    rng = random.Random(seed << 32 | index)
    masks = deal_masks(seed, index)
    contract = Contract(rng.randint(1, 7), rng.choice(STRAINS), rng.randint(0, 2), rng.choice(SEATS))
    trumps = int(contract.strain)
    start = state = PlayState.position(masks, contract, contract.declarer.lho)
    hands = [{card for card in CARDS if mask >> card & 1} for mask in masks]
    seat = contract.declarer.lho
    cards: list[Card] = []
    states = [state]
    for trick in range(13):
        leader, best, winner = seat, None, seat
        for _ in range(4):
            led = cards[4 * trick].suit if len(cards) > 4 * trick else None
            legal = {card for card in hands[seat] if card.suit == led} or hands[seat]
            assert state.turn == seat
            assert set(state.legal_cards()) == legal
            assert (state.leader, len(state.tricks)) == (leader, trick)
            illegal = [card for card in CARDS if card not in legal]
            for card in illegal if every_illegal else [rng.choice(illegal)]:
                before = state.hands, state.trick, state.tricks, state.turn
                try:
                    state.play(card)
                except IllegalAction:
                    assert before == (state.hands, state.trick, state.tricks, state.turn)
                else:
                    raise AssertionError(f"{card} was accepted: {state!r}")
            card = rng.choice(sorted(legal))
            state = state.play(card)
            states.append(state)
            hands[seat].remove(card)
            cards.append(card)
            if best is None or beats(card, best, trumps):
                best, winner = card, seat
            seat = seat.lho
        assert state.tricks[trick] == (leader, tuple(cards[-4:]), winner)
        seat = winner
    assert state.is_over and state.turn is None and len(state.tricks) == 13
    assert sorted(cards) == list(CARDS)
    assert list(state.played()) == cards
    ours = sum(trick.winner.side == contract.declarer.side for trick in state.tricks)
    assert state.declarer_tricks == ours
    back = state
    for earlier in reversed(states[:-1]):
        back = back.undo()
        assert back == earlier
    assert back == start
    for card, later in zip(cards, states[1:], strict=True):
        back = back.play(card)
        assert back == later
    return state


def main() -> None:
    """Play the deals and print how many, and how long it took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--every-illegal", action="store_true", help="try every illegal card at every turn")
    chosen = options.parse_args()
    began = time.perf_counter()
    for index in range(chosen.deals):
        check_play(index, chosen.seed, chosen.every_illegal)
    took = time.perf_counter() - began
    print(f"{chosen.deals} deals, {52 * chosen.deals} cards: no fault ({took:.1f} s)")


if __name__ == "__main__":
    main()

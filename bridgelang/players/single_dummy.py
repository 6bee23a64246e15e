"""A player that sees what a player sees: it samples the hidden hands, solves each layout, and takes the average.

For every layout of the sample the double-dummy solver gives the tricks each legal card takes; the card with the
highest average is played. Of cards that are equally good, the one the rules of thumb would play is preferred:
with all cards in sight many cards are equal that are not equal at a table.
"""

from __future__ import annotations

import random
import time
from typing import NamedTuple

from bridgelang.core.cards import Card
from bridgelang.play.claims import Solver
from bridgelang.play.state import Masks, PlayState, cards_of
from bridgelang.play.view import View
from bridgelang.players.heuristic import HeuristicPlayer
from bridgelang.players.sampling import Sampler, UniformSampler

SAMPLES = 20
TIME_LIMIT = 2.0
"""Seconds a card."""
_LEAST = 3  # layouts that are solved however slow the machine is


class Evaluation(NamedTuple):
    """The card chosen and why: the average tricks of each legal card, over so many layouts.

    ``tricks`` counts what the player's side takes from here on, the trick in progress included; it is empty, and
    ``samples`` 0, when there was nothing to choose.
    """

    card: Card
    tricks: dict[Card, float]
    samples: int


class SingleDummyPlayer:
    """Plays the card that is best on average over sampled layouts.

    ``solve`` is the double-dummy solver, ``sampler`` says where layouts come from (by default the cards alone;
    :class:`~bridgelang.players.shown.ShownSampler` listens to the auction). The layouts are drawn from ``seed`` and
    the cards seen, so that the same player chooses the same card in the same place whatever it played before.
    No layout is begun that, taking as long as the slowest before it, would end after ``time_limit`` seconds: with None
    the choice never depends on the machine.

    >>> from bridgelang.core.contracts import Contract
    >>> from bridgelang.core.seats import Seat
    >>> hands = [0b11 << 50, 0b11 << 37, 0b11 << 11, 0b1 << 13 | 0b1 << 49]
    >>> state = PlayState.position(hands, Contract.parse("3NT by N"), Seat.NORTH)
    >>> SingleDummyPlayer(solve=dict).choose(View(state))                # ace and king: nothing to think about
    Card.parse('SA')
    """

    name = "single dummy"
    sees_all = False

    def __init__(
        self,
        solve: Solver,
        sampler: Sampler | None = None,
        samples: int = SAMPLES,
        seed: int = 0,
        time_limit: float | None = TIME_LIMIT,
    ) -> None:
        if samples < 1:
            raise ValueError(f"a single-dummy player needs at least one sample, not {samples}")
        self._solve = solve
        self._sampler = sampler or UniformSampler()
        self._samples = samples
        self._seed = seed
        self._time_limit = time_limit
        self._rules = HeuristicPlayer()

    def choose(self, view: View) -> Card:
        """The card to play."""
        return self.evaluate(view).card

    def evaluate(self, view: View) -> Evaluation:
        """The card to play and the averages behind it."""
        ruled = self._rules.choose(view)
        classes = equal_cards(view)
        if len(classes) == 1:
            return Evaluation(classes[0][-1] if view.trick else ruled, {}, 0)
        began = last = time.monotonic()
        longest = 0.0
        totals = dict.fromkeys(view.legal_cards(), 0)
        solved = 0
        generator = random.Random(f"{self._seed} {position_text(view)}")
        for layout in self._sampler.sample(view, generator):
            for card, tricks in self._solve(state_of(view, layout)).items():
                totals[card] += tricks
            solved += 1
            now = time.monotonic()
            longest, last = max(longest, now - last), now
            late = self._time_limit is not None and now - began + longest > self._time_limit
            if solved >= self._samples or (late and solved >= _LEAST):
                break
        best = max(totals.values())
        good = [card for card, total in totals.items() if total == best]
        card = ruled if ruled in good else min(good, key=lambda card: (card.rank, card.suit))
        return Evaluation(card, {card: total / solved for card, total in totals.items()}, solved)


def equal_cards(view: View) -> list[list[Card]]:
    """The legal cards in classes of equals: neighbours with no card between them that somebody else may play.

    Each class from high to low.
    """
    others = view.unseen
    for seat in range(4):
        if seat != view.turn:
            others |= view.known[seat] or 0
    for card in view.trick:
        others |= 1 << card
    classes: list[list[Card]] = []
    for card in cards_of(view.legal_mask):
        if classes:
            above = classes[-1][-1]
            between = (1 << above) - (1 << card)
            if above.suit is card.suit and not between & others:
                classes[-1].append(card)
                continue
        classes.append([card])
    return classes


def state_of(view: View, layout: Masks) -> PlayState:
    """The state as it is when the hands are as in ``layout``, the cards of the trick in progress played."""
    hands = list(layout)
    for place, card in enumerate(view.trick):
        hands[(view.leader + place) & 3] |= 1 << card
    state = PlayState.position(hands, view.contract, view.leader, view.auction)
    for card in view.trick:
        state = state.play_unchecked(card)
    return state


def position_text(view: View) -> str:
    """All that the player sees, as a text that is the same in every process."""
    played = "".join(str(card) for trick in view.tricks for card in trick.cards) + "".join(map(str, view.trick))
    return f"{view.contract} {view.auction} {view.hand:x} {view.unseen:x} {played}"

"""What a player that samples needs: full hands that fit everything it has seen.

A :class:`Sampler` may know more than the cards, such as what the auction has shown; :class:`UniformSampler`
knows the cards alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Protocol

from bridgelang.core.cards import Card
from bridgelang.play.state import SUIT_MASKS, Masks, cards_of, mask_of
from bridgelang.play.view import View


class Sampler(Protocol):
    """Where a player that plays by samples gets them from."""

    def sample(self, view: View, generator: random.Random) -> Iterator[Masks]:
        """Hands as they may be now, north first, one after another; endless unless nothing fits.

        Every one agrees with the player's own hand, dummy's, the number of cards each hand has left and the
        suits it has shown out of.
        """
        ...


class UniformSampler:
    """Every layout that fits the cards played is equally likely.

    >>> from bridgelang.core.contracts import Contract
    >>> from bridgelang.core.dealing import deal
    >>> from bridgelang.play.state import PlayState
    >>> view = View(PlayState.start(deal(1, 1), Contract.parse("3NT by S")))
    >>> hands = next(UniformSampler().sample(view, random.Random(1)))
    >>> [hand.bit_count() for hand in hands], hands[view.seat] == view.hand
    ([13, 13, 13, 13], True)
    """

    def sample(self, view: View, generator: random.Random) -> Iterator[Masks]:
        """Layouts of the unseen cards, endlessly (:class:`Sampler`)."""
        places = Places(view)
        loose = list(places.loose)
        while True:
            generator.shuffle(loose)
            yield places.layout(loose)


class Places:
    """Where the cards a player does not see may be.

    ``hidden`` are the seats he does not see; ``fixed`` the cards a seat must hold because the others have shown
    out of the suit, a mask by seat; ``room`` how many cards each seat has besides; ``loose`` the other cards,
    which may be in any hidden hand.
    """

    __slots__ = ("_known", "fixed", "hidden", "loose", "room")

    def __init__(self, view: View) -> None:
        self._known = tuple(mask or 0 for mask in view.known)
        self.hidden = tuple(seat for seat in range(4) if view.known[seat] is None)
        self.fixed = dict.fromkeys(self.hidden, 0)
        free = view.unseen
        for suit, cards in enumerate(SUIT_MASKS):
            able = [seat for seat in self.hidden if not view.shown_out(seat) >> suit & 1]
            if len(able) == 1:  # with three hands hidden nobody can have shown out yet
                self.fixed[able[0]] |= free & cards
                free &= ~cards
        self.room = {seat: cards_left(view, seat) - self.fixed[seat].bit_count() for seat in self.hidden}
        self.loose = cards_of(free)

    def layout(self, order: Sequence[Card]) -> Masks:
        """The hands when the loose cards are given out in this order."""
        hands = list(self._known)
        start = 0
        for seat in self.hidden:
            hands[seat] = self.fixed[seat] | mask_of(order[start : start + self.room[seat]])
            start += self.room[seat]
        north, east, south, west = hands
        return north, east, south, west


def cards_left(view: View, seat: int) -> int:
    """How many cards a seat has not played yet."""
    played_now = (seat - view.leader) & 3 < len(view.trick)
    return 13 - len(view.tricks) - played_now

"""Samples that agree with the auction: what each hidden hand has shown by its calls, read by the systems played.

Layouts are drawn at random and those that contradict a call are thrown away. Where hardly any fits, cards are
exchanged between the hidden hands, one for one, until the layout fits; where none is found it is the one that
contradicts the auction least, so that a player whose partner has misbid still has something to think about.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence

from bridgelang.bidding.table import BiddingTable
from bridgelang.constraints.holding import Holding
from bridgelang.core.auctions import Auction
from bridgelang.core.cards import SUITS, Card
from bridgelang.core.hands import Hand
from bridgelang.core.seats import SEATS
from bridgelang.play.state import Masks
from bridgelang.play.view import View
from bridgelang.players.sampling import Places

TRIES = 400
"""How many random layouts in a row may contradict the auction before cards are exchanged instead."""
EXCHANGES = 600
"""How many exchanges are tried for one sample."""
STIRRING = 40
"""How many exchanges follow the first layout that fits, so that the samples do not all lie at the edge."""


class ShownSampler:
    """Layouts that fit the cards played and what the auction has shown; ``table`` says how calls are read.

    >>> from bridgelang.core.dealing import deal
    >>> from bridgelang.play.state import PlayState
    >>> from bridgelang.bidding.load import load_system
    >>> table = load_system("sayc").table()
    >>> auction = Auction.parse("1NT P 3NT P P P", dealer="S")
    >>> view = View(PlayState.start(deal(1, 1), auction.contract, auction))
    >>> samples = ShownSampler(table).sample(view, random.Random(1))
    >>> all(15 <= Hand(next(samples)[2]).hcp <= 17 for _ in range(20))         # south opened 1NT
    True
    """

    def __init__(self, table: BiddingTable) -> None:
        self._table = table

    def sample(self, view: View, generator: random.Random) -> Iterator[Masks]:
        """Layouts, endlessly (:class:`~bridgelang.players.sampling.Sampler`)."""
        places = Places(view)
        shown = self._shown(view, places)
        loose = list(places.loose)
        missed = 0
        while missed < TRIES:
            generator.shuffle(loose)
            layout = places.layout(loose)
            if all(_fits(layout[seat] | played, holding) for seat, played, holding in shown):
                missed = 0
                yield layout
            else:
                missed += 1
        while True:
            generator.shuffle(loose)
            yield _exchanged(places, loose, shown, generator)

    def _shown(self, view: View, places: Places) -> list[Shown]:
        if view.auction is None:
            return []
        holdings = holdings_of(self._table, view.auction)
        return [(seat, _played_by(view, seat), holdings[seat]) for seat in places.hidden if not holdings[seat].is_empty]


Shown = tuple[int, int, Holding]
"""A hidden seat, the mask of the cards it has played, and what its hand as dealt is known to be."""


def holdings_of(table: BiddingTable, auction: Auction) -> tuple[Holding, ...]:
    """What each player's calls have shown, north first."""
    state = table.state(auction)
    return tuple(state.holding((seat - auction.dealer) & 3) for seat in SEATS)


def distance(mask: int, holding: Holding) -> int:
    """How far a hand of 13 cards is from a holding: 0 when it is one of its hands.

    A point too many or too few counts 1, a card 2, and a hand that fails in another way 1.

    >>> from bridgelang.constraints.nodes import within
    >>> from bridgelang.constraints.holding import ANY
    >>> from bridgelang.constraints.project import project
    >>> from bridgelang.features.quantities import quantity
    >>> spades = ANY.meet(project(within(quantity("length", 3), 6, 13)))
    >>> distance(Hand.parse("AKQ2.J53.T98.642").mask, spades)                  # two spades short
    5
    """
    hand = Hand(mask)
    if holding.contains(hand):
        return 0
    low, high = holding.hcp_range
    far = 1 + max(low - hand.hcp, hand.hcp - high, 0)
    lengths = hand.lengths
    for suit in SUITS:
        low, high = holding.length_range(suit)
        far += 2 * max(low - lengths[suit], lengths[suit] - high, 0)
    return far


def _fits(mask: int, holding: Holding) -> bool:
    return holding.contains(Hand(mask))


def _played_by(view: View, seat: int) -> int:
    mask = 0
    for trick in view.tricks:
        mask |= 1 << trick.cards[(seat - trick.leader) & 3]
    place = (seat - view.leader) & 3
    if place < len(view.trick):
        mask |= 1 << view.trick[place]
    return mask


def _exchanged(places: Places, order: Sequence[Card], shown: list[Shown], generator: random.Random) -> Masks:
    """A layout reached by exchanging cards: worse ones are accepted now and then, the rarer the worse they are."""
    hands = list(places.layout(order))
    held: list[list[Card]] = []
    start = 0
    for seat in places.hidden:
        held.append(list(order[start : start + places.room[seat]]))
        start += places.room[seat]
    givers = [index for index, cards in enumerate(held) if cards]
    parts = {seat: (played, holding) for seat, played, holding in shown}
    far = dict.fromkeys(places.hidden, 0)
    for seat, (played, holding) in parts.items():
        far[seat] = distance(hands[seat] | played, holding)
    now = sum(far.values())
    best, nearest = tuple(hands), now
    left = EXCHANGES if len(givers) > 1 else 0
    stirring = STIRRING
    while left > 0 and (now or stirring > 0):
        left -= 1
        stirring -= not now
        first, second = generator.sample(givers, 2)
        i, j = generator.randrange(len(held[first])), generator.randrange(len(held[second]))
        bits = 1 << held[first][i] | 1 << held[second][j]
        one, other = places.hidden[first], places.hidden[second]
        new = [
            distance((hands[seat] ^ bits) | parts[seat][0], parts[seat][1]) if seat in parts else 0
            for seat in (one, other)
        ]
        change = sum(new) - far[one] - far[other]
        if change > 0 and (now == 0 or generator.random() >= math.exp(-change)):
            continue
        held[first][i], held[second][j] = held[second][j], held[first][i]
        hands[one] ^= bits
        hands[other] ^= bits
        far[one], far[other] = new
        now += change
        if now <= nearest:
            best, nearest = tuple(hands), now
    north, east, south, west = best
    return north, east, south, west

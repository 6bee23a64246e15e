"""The single-dummy player and its samples: what fits, what is chosen, and that nothing hidden is used."""

from __future__ import annotations

import random

import pytest

from bridgelang.bidding.load import load_system
from bridgelang.constraints.holding import ANY
from bridgelang.constraints.nodes import within
from bridgelang.constraints.project import project
from bridgelang.core.auctions import Auction
from bridgelang.core.cards import CARDS, Card, Suit
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import SEATS, Seat
from bridgelang.features.quantities import quantity
from bridgelang.match.solver import solve_play
from bridgelang.play.state import SUIT_MASKS, PlayState, mask_of
from bridgelang.play.view import View, play_out
from bridgelang.players.heuristic import HeuristicPlayer
from bridgelang.players.sampling import UniformSampler
from bridgelang.players.shown import ShownSampler, distance, holdings_of
from bridgelang.players.single_dummy import SingleDummyPlayer, equal_cards, state_of


@pytest.fixture(scope="module")
def table():
    return load_system("sayc").table()


def bid(table, index):
    """A deal of seed 11 with the auction it gets."""
    hands = deal(11, index)
    return hands, table.bid(hands, Seat(index % 4), 0)


def some_states(table, count):
    """Positions of all stages of play on boards that were bid, the cards chosen at random."""
    rng = random.Random(5)
    index = 0
    while count:
        hands, auction = bid(table, index)
        index += 1
        if auction.contract is None:
            continue
        state = PlayState.start(hands, auction.contract, auction)
        for _ in range(rng.randrange(48)):
            state = state.play(rng.choice(state.legal_cards()))
        count -= 1
        yield state


def voids_shown(state):
    """Seat and suit of every card that did not follow: read from the tricks, not from the view."""
    found = set()
    open_trick = [(state.leader, state.trick)] if state.trick else []
    for leader, cards in [(trick.leader, trick.cards) for trick in state.tricks] + open_trick:
        led = cards[0].suit
        found |= {((leader + place) & 3, led) for place, card in enumerate(cards) if card.suit is not led}
    return found


@pytest.mark.parametrize("kind", ["cards", "auction"])
def test_every_sample_agrees_with_all_that_was_seen(table, kind):
    sampler = UniformSampler() if kind == "cards" else ShownSampler(table)
    for state in some_states(table, 25):
        view = View(state)
        samples = sampler.sample(view, random.Random(3))
        for _ in range(5):
            layout = next(samples)
            assert sum(layout) == sum(state.hands)
            assert [mask.bit_count() for mask in layout] == [mask.bit_count() for mask in state.hands]
            for seat in SEATS:
                if view.known[seat] is not None:
                    assert layout[seat] == state.hands[seat]
            for seat, suit in voids_shown(state):
                assert not layout[seat] & SUIT_MASKS[suit]
            assert state_of(view, layout).legal_mask == state.legal_mask


def test_samples_fit_what_the_auction_has_shown(table):
    fitting = total = 0
    for state in some_states(table, 30):
        view = View(state)
        holdings = holdings_of(table, state.auction)
        samples = ShownSampler(table).sample(view, random.Random(3))
        for _ in range(4):
            layout = next(samples)
            for seat in SEATS:
                if view.known[seat] is None:
                    cards = [t.cards[(seat - t.leader) & 3] for t in state.tricks]
                    place = (seat - state.leader) & 3
                    cards += state.trick[place : place + 1]
                    total += 1
                    fitting += holdings[seat].contains(Hand(layout[seat] | mask_of(cards)))
    assert total > 200
    assert fitting / total > 0.97  # some auctions contradict the hands that bid them: then the nearest is taken


def test_the_samples_of_a_tight_auction_are_found_by_exchanging_cards(table):
    """Two hands of 6 spades and 20 points by random dealing alone would take hours."""
    auction = Auction.parse("2NT P 3NT P P P", dealer="S")
    hands = Deal.parse("N:T987.987.987.987 J65.AQJT.65.T654 AKQ.K65.AKQ.QJ32 432.432.JT432.AK")
    view = View(PlayState.start(hands, Contract.parse("3NT by S"), auction))
    samples = ShownSampler(table).sample(view, random.Random(2))
    drawn = [next(samples) for _ in range(30)]
    assert all(20 <= Hand(layout[Seat.SOUTH]).hcp <= 21 for layout in drawn)
    assert len(set(drawn)) == 30


def test_what_cannot_be_is_softened_to_the_nearest(table):
    """West holds both aces and kings of which the auction gives south 20: no layout fits, one is still found."""
    auction = Auction.parse("2NT P P P", dealer="S")
    hands = Deal.parse("N:432.5432.5432.32 765.876.876.7654 T98.JT9.JT9.JT98 AKQJ.AKQ.AKQ.AKQ")
    view = View(PlayState.start(hands, Contract.parse("2NT by S"), auction))
    samples = ShownSampler(table).sample(view, random.Random(2))
    layout = next(samples)
    assert layout[Seat.WEST] == hands[Seat.WEST].mask
    assert Hand(layout[Seat.SOUTH]).hcp == 3  # every point that west has not got


def test_distance_counts_what_is_missing():
    strong = ANY.meet(project(within(quantity("hcp"), 20, 22)))
    hand = Hand.parse("AKQ2.J53.T98.642")
    assert hand.hcp == 10
    assert distance(hand.mask, strong) == 11
    assert distance(Hand.parse("AKQ2.AK3.AJ8.642").mask, strong) == 0


def test_the_card_does_not_depend_on_what_cannot_be_seen(table):
    """The hidden hands exchanged, the same card is played: the player really sees only its view."""
    player = SingleDummyPlayer(solve_play, ShownSampler(table), samples=3, time_limit=None)
    compared = 0
    for state in some_states(table, 14):
        view = View(state)
        layout = next(UniformSampler().sample(view, random.Random(8)))
        played = []
        for hands in (state.hands, layout):
            other = PlayState.__new__(PlayState)
            for name in PlayState.__slots__:
                setattr(other, name, getattr(state, name))
            other.hands = hands
            played.append(player.choose(View(other)))
        compared += layout != state.hands
        assert played[0] == played[1]
    assert compared > 5


def test_same_seed_same_card_whatever_was_played_before(table):
    states = list(some_states(table, 10))
    one = SingleDummyPlayer(solve_play, samples=4, seed=7, time_limit=None)
    forwards = [one.evaluate(View(state)) for state in states]
    backwards = [one.evaluate(View(state)) for state in reversed(states)][::-1]
    assert forwards == backwards
    other = SingleDummyPlayer(solve_play, samples=4, seed=8, time_limit=None)
    assert [other.evaluate(View(state)).tricks for state in states] != [found.tricks for found in forwards]


def test_the_average_is_over_the_layouts_solved():
    seen = []

    def solve(state):
        seen.append(state.hands)
        return {card: 1 + (card.suit == Suit.HEARTS) * (len(seen) % 2) for card in state.legal_cards()}

    view = View(PlayState.start(deal(3, 0), Contract.parse("3NT by S")))
    found = SingleDummyPlayer(solve, samples=4).evaluate(view)
    assert found.samples == 4 == len(seen) == len(set(seen))
    assert found.card.suit is Suit.HEARTS
    assert {card: tricks for card, tricks in found.tricks.items() if tricks > 1} == {
        card: 1.5 for card in view.legal_cards() if card.suit is Suit.HEARTS
    }


def test_no_solving_when_there_is_nothing_to_choose():
    def solve(state):
        raise AssertionError("asked the solver")

    player = SingleDummyPlayer(solve)
    deal_ = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    state = PlayState.start(deal_, Contract.parse("7NT by N")).play(Card.parse("ST"))
    assert player.choose(View(state)) == Card.parse("S3")  # 6 5 4 3 are equal
    state = state.play(Card.parse("S3"))
    assert player.choose(View(state)) == Card.parse("S2")  # the only one


def test_equal_cards_look_at_every_other_hand():
    """Against a slow way: two cards are equal when no card between them is held or just played by another."""
    rng = random.Random(4)
    for index in range(60):
        state = PlayState.start(deal(4, index), Contract.parse("4S by S"))
        for _ in range(rng.randrange(45)):
            state = state.play(rng.choice(state.legal_cards()))
        view = View(state)
        classes = equal_cards(view)
        assert tuple(card for group in classes for card in group) == view.legal_cards()
        number = {card: place for place, group in enumerate(classes) for card in group}
        around = {card for seat in SEATS if seat != state.turn for card in CARDS if state.hands[seat] >> card & 1}
        around |= set(state.trick)
        for high in view.legal_cards():
            for low in view.legal_cards():
                if low < high and low.suit is high.suit:
                    split = any(low < card < high for card in around)
                    assert (number[low] == number[high]) is not split


def test_the_time_limit_stops_after_three_layouts():
    calls = []

    def slow(state):
        calls.append(state)
        return dict.fromkeys(state.legal_cards(), 1)

    view = View(PlayState.start(deal(3, 0), Contract.parse("3NT by S")))
    assert SingleDummyPlayer(slow, samples=50, time_limit=0.0).evaluate(view).samples == len(calls) == 3


def test_with_everything_known_it_takes_what_the_solver_says(table):
    """Last three tricks with one layout possible: nothing is left to guess."""
    hands = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    player = SingleDummyPlayer(solve_play, samples=2, time_limit=None)
    state = PlayState.start(hands, Contract.parse("7NT by N"))
    rules = HeuristicPlayer()
    assert play_out(state, [player, rules, player, rules]).declarer_tricks == 13


def test_it_plays_legally_to_the_end(table):
    hands, auction = next(found for found in (bid(table, i) for i in range(9)) if found[1].contract)
    player = SingleDummyPlayer(solve_play, ShownSampler(table), samples=1, time_limit=None)
    state = play_out(PlayState.start(hands, auction.contract, auction), [player] * 4)
    assert state.is_over and len(state.tricks) == 13


def test_samples_must_be_wanted():
    with pytest.raises(ValueError, match="0"):
        SingleDummyPlayer(solve_play, samples=0)


def test_a_king_is_finessed_when_that_is_the_better_chance():
    """AQ opposite two small with the lead in hand: low towards the queen, and the queen when it is not covered."""
    dealt = [mask_of(map(Card.parse, cards.split())) for cards in ("SA SQ H2", "SJ H3 H4", "S3 S2 HA", "SK S9 H5")]
    state = PlayState.position(dealt, Contract.parse("3NT by S"), Seat.SOUTH)
    state = state.play(Card.parse("S2")).play(Card.parse("S9"))
    player = SingleDummyPlayer(solve_play, EndSampler(), samples=20, time_limit=None)
    found = player.evaluate(View(state))
    assert found.card == Card.parse("SQ")
    assert set(found.tricks) == {Card.parse("SA"), Card.parse("SQ")}


class EndSampler:
    """The hidden cards of an end position in any order: the view of one has no tricks to count cards by."""

    def sample(self, view, generator):
        hidden = [seat for seat in SEATS if view.known[seat] is None]
        room = {seat: 3 - ((seat - view.leader) & 3 < len(view.trick)) for seat in hidden}
        cards = [card for card in CARDS if view.unseen >> card & 1]
        while True:
            generator.shuffle(cards)
            layout = [mask or 0 for mask in view.known]
            start = 0
            for seat in hidden:
                layout[seat] = mask_of(cards[start : start + room[seat]])
                start += room[seat]
            yield tuple(layout)

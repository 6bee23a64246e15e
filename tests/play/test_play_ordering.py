"""Comparisons as values, and the games composed from them."""

from __future__ import annotations

import itertools
import random
import runpy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bridgelang.core.cards import CARDS, STRAINS, SUITS, Card, Suit
from bridgelang.play.games import (
    TRUMP,
    TrickGame,
    bridge,
    bridge_order,
    bridge_strengths,
    doppelkopf,
    has_piglets,
    hearts,
    skat,
    skat_null,
)
from bridgelang.play.ordering import (
    EARLIER,
    EQUAL,
    INCOMPARABLE,
    LATER,
    UNRELATED,
    Played,
    by,
    card_of,
    ranked,
    strengths,
)

TRICKS: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parents[1] / "data" / "trick_orders.yaml").read_text(encoding="utf-8")
)
GAMES = {
    "hearts": hearts(),
    "skat:C": skat(Suit.CLUBS),
    "skat:D": skat(Suit.DIAMONDS),
    "skat:H": skat(Suit.HEARTS),
    "skat:S": skat(Suit.SPADES),
    "skat:grand": skat(None),
    "skat:null": skat_null(),
    "doko:normal": doppelkopf(),
    "doko:second_ten": doppelkopf(second_heart_ten_wins=True),
    "doko:schweinchen": doppelkopf(piglets=True),
    "doko:schweinchen+second_ten": doppelkopf(second_heart_ten_wins=True, piglets=True),
    "doko:without_nines": doppelkopf(nines=False),
}
ALL_GAMES = list(GAMES.values()) + [bridge(strain) for strain in STRAINS]


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


def test_the_data_is_all_there() -> None:
    assert (len(TRICKS["authored"]), len(TRICKS["random"]), len(TRICKS["legal"])) == (66, 308, 16)


@pytest.mark.parametrize("case", TRICKS["authored"], ids=lambda case: f"{case['game']} {case['cards']}")
def test_authored_winners(case: dict[str, Any]) -> None:
    assert GAMES[case["game"]].winner(cards(case["cards"])) == case["winner"], case["why"]


def test_random_winners() -> None:
    won = [GAMES[case["game"]].winner(cards(case["cards"])) for case in TRICKS["random"]]
    assert won == [case["winner"] for case in TRICKS["random"]]


@pytest.mark.parametrize("case", TRICKS["legal"], ids=lambda case: f"{case['game']} {case['hand']}")
def test_following_the_effective_suit(case: dict[str, Any]) -> None:
    legal = GAMES[case["game"]].legal(cards(case["hand"]), Card.parse(case["led"]))
    assert sorted(legal) == sorted(cards(case["legal"])), case["why"]


def test_any_card_may_be_led() -> None:
    hand = cards("SJ SA DJ")
    assert skat(Suit.HEARTS).legal(hand, None) == tuple(hand)


# The laws of composition


ORDERS = [by(lambda card: card.rank), by(lambda card: card.suit), ranked(CARDS[::3]), EQUAL, UNRELATED]


@given(st.sampled_from(CARDS), st.sampled_from(CARDS))
def test_composition_is_associative_and_equal_is_neutral(one: Card, other: Card) -> None:
    for a, b, c in itertools.product(ORDERS, repeat=3):
        assert ((a + b) + c)(one, other) == (a + (b + c))(one, other)
    for a in ORDERS:
        assert (a + EQUAL)(one, other) == a(one, other) == (EQUAL + a)(one, other)


@given(st.sampled_from(CARDS), st.sampled_from(CARDS))
def test_mapping_respects_composition(one: Card, other: Card) -> None:
    a, b, *_ = ORDERS
    plays = Played(one, 0), Played(other, 1)
    assert (a + b).on(card_of)(*plays) == (a.on(card_of) + b.on(card_of))(*plays) == (a + b)(one, other)
    assert EQUAL.on(card_of)(*plays) == 0


@given(st.sampled_from(CARDS), st.sampled_from(CARDS))
def test_reversing_turns_the_answer_round(one: Card, other: Card) -> None:
    order = ORDERS[0] + ORDERS[1]
    answer = order(one, other)
    assert answer is not INCOMPARABLE and order.reverse()(one, other) == -answer
    assert order.reverse().best([one, other]) == min(one, other, key=lambda card: (card.rank, card.suit))


def test_earlier_and_later_are_opposites() -> None:
    first, second = Played(CARDS[5], 0), Played(CARDS[5], 1)
    assert EARLIER(first, second) > 0 > EARLIER(second, first)
    assert LATER(first, second) < 0 < LATER(second, first)


@given(st.data())
def test_every_trick_comparison_is_a_partial_preorder(data: st.DataObject) -> None:
    """Antisymmetric and transitive where it compares at all, so the best does not depend on the order of asking."""
    game: TrickGame = data.draw(st.sampled_from(ALL_GAMES))
    card = st.sampled_from(game.deck)
    order = game.order(game.effective(data.draw(card)))
    x, y, z = (Played(data.draw(card), place) for place in data.draw(st.permutations(range(3))))
    one, other = order(x, y), order(y, x)
    assert order(x, x) == 0
    if one is INCOMPARABLE or other is INCOMPARABLE:
        assert one is other
        return
    assert one == -other
    further = order(y, z)
    if further is not INCOMPARABLE and one >= 0 and further >= 0:
        far = order(x, z)
        assert far is not INCOMPARABLE and far >= 0
        assert (far == 0) == (one == 0 == further)


@given(st.data())
def test_exactly_the_cards_that_neither_follow_nor_trump_are_incomparable(data: st.DataObject) -> None:
    game: TrickGame = data.draw(st.sampled_from(ALL_GAMES))
    lead, x, y = (Played(data.draw(st.sampled_from(game.deck)), place) for place in range(3))
    suit = game.effective(lead.card)
    order = game.order(suit)
    discards = [
        play for play in (x, y) if game.effective(play.card) not in (suit, TRUMP, STRAINS_OF.get(game.name, TRUMP))
    ]
    assert order(lead, x) is not INCOMPARABLE
    assert (order(x, y) is INCOMPARABLE) == (len(discards) == 2 and (x.card != y.card or "doppelkopf" in game.name))
    assert order.total()(x, y) == (0 if order(x, y) is INCOMPARABLE else order(x, y))


def test_incomparable_is_an_answer_of_its_own() -> None:
    """What the article on trick orders wished for: neither less, nor equal, nor greater."""
    spades_led = hearts().order(Suit.SPADES)
    ace, king, heart, club = (Played(card, place) for place, card in enumerate(cards("SA SK HA CA")))
    assert spades_led(heart, club) is INCOMPARABLE is spades_led(club, heart)
    assert spades_led(king, heart) == 1 and spades_led(heart, king) == -1 and spades_led(ace, king) == 1
    assert spades_led.best([heart, king, club, ace]) == ace
    with pytest.raises(ValueError, match=r"HA.*CA.*cannot be compared"):
        spades_led.best([heart, club])
    with pytest.raises(ValueError, match="cannot be compared"):
        sorted([heart, club, ace], key=spades_led.key())
    assert sorted([heart, ace, club], key=spades_led.total().key())[-1] == ace


def test_incomparable_ends_the_asking_and_survives_composition() -> None:
    order = ORDERS[1] + UNRELATED + ORDERS[0]
    one, other = cards("SA SK")
    assert order(one, other) is INCOMPARABLE is order.reverse()(one, other)
    assert order.on(card_of)(Played(one, 0), Played(other, 1)) is INCOMPARABLE
    assert (EQUAL + UNRELATED)(one, other) is INCOMPARABLE is (UNRELATED + EQUAL)(one, other)
    assert UNRELATED(one, one) == 0
    chosen = UNRELATED.where(lambda card: card.suit == Suit.SPADES)
    assert chosen(one, other) is INCOMPARABLE and chosen(one, CARDS[0]) == 1


@given(st.data())
def test_the_winner_does_not_depend_on_the_order_of_asking(data: st.DataObject) -> None:
    game: TrickGame = data.draw(st.sampled_from(ALL_GAMES))
    trick = random.Random(data.draw(st.integers(0, 10**6))).sample(game.deck, game.players)
    order = game.order(game.effective(trick[0]))
    plays = [Played(card, place) for place, card in enumerate(trick)]
    total = order.total()
    fold = plays[0]
    for play in plays[1:]:
        answer = total(play, fold)
        assert answer is not INCOMPARABLE
        fold = play if answer > 0 else fold
    shuffled = data.draw(st.permutations(plays))
    assert order.best(shuffled) == fold == plays[game.winner(trick)]
    assert sorted(shuffled, key=total.key())[-1] == fold


@given(st.data())
def test_a_card_that_neither_follows_nor_trumps_never_wins(data: st.DataObject) -> None:
    game: TrickGame = data.draw(st.sampled_from(ALL_GAMES))
    trick = random.Random(data.draw(st.integers(0, 10**6))).sample(game.deck, game.players)
    suit = game.effective(trick[game.winner(trick)])
    is_trump = suit == TRUMP or (game.name.startswith("bridge") and suit == STRAINS_OF[game.name])
    assert suit == game.effective(trick[0]) or is_trump


STRAINS_OF = {bridge(strain).name: strain for strain in STRAINS}


# The house rules and the fast form


def test_the_second_heart_ten_does_not_win_in_the_last_trick() -> None:
    trick = cards("HT CQ HT SQ")
    assert doppelkopf(second_heart_ten_wins=True).winner(trick) == 2
    assert doppelkopf(second_heart_ten_wins=True, last_trick=True).winner(trick) == 0


def test_piglets_need_both_aces_in_one_hand() -> None:
    assert has_piglets(cards("DA HT DA"))
    assert not has_piglets(cards("DA HT HA"))


def test_an_empty_trick_has_no_winner() -> None:
    with pytest.raises(ValueError, match="empty"):
        hearts().winner([])


def test_the_fast_form_is_the_composition() -> None:
    """All 5 x 4 tables against the composed comparison, for every pair of cards."""
    for strain in STRAINS:
        tables = bridge_strengths(strain)
        for lead in SUITS:
            order, table = bridge_order(strain, lead), tables[lead]
            for one, other in itertools.product(CARDS, CARDS):
                answer = order(one, other)
                if answer is INCOMPARABLE:
                    assert table[one] == table[other] == 0
                else:
                    assert (table[one] > table[other]) == (answer > 0)


def test_strengths_of_a_short_pack() -> None:
    game = skat(Suit.HEARTS)
    order = game.order(Suit.SPADES)
    table = strengths(by(lambda card: card.rank), game.deck)
    assert [table[card] for card in cards("S6 S7 SA")] == [-1, 0, 7]
    assert order.best(Played(card, 0) for card in game.deck).card == Card.parse("CJ")


def test_every_pack_has_the_right_number_of_cards() -> None:
    games = (hearts(), skat(None), doppelkopf(), doppelkopf(nines=False))
    assert [len(game.deck) for game in games] == [52, 32, 48, 40]
    assert all(sum(card == other for other in doppelkopf(nines=False).deck) == 2 for card in cards("HT DA CQ SK"))


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "trick_games.py"), run_name="__main__")
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].endswith("H2 wins (card 3)")
    assert shown[6].endswith("HT wins (card 2)") and shown[7].endswith("HT wins (card 3)")
    assert shown[10].endswith("D2 wins (card 3)")
    assert shown[-1].endswith("stand in no order")

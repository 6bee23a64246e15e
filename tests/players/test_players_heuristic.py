"""The player by rules of thumb: the rules one by one, and that it never sees what it may not."""

from __future__ import annotations

import random
import runpy
from pathlib import Path

import pytest

from bridgelang.core.auctions import Auction
from bridgelang.core.cards import CARDS, STRAINS, Card, parse_holding
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import SEATS, Seat
from bridgelang.errors import IllegalAction
from bridgelang.play.state import PlayState
from bridgelang.play.view import View, play_out
from bridgelang.players.declarer import campaign, quick_tricks, suit_card
from bridgelang.players.heuristic import HeuristicPlayer
from bridgelang.players.holdings import above, from_top, low, lowest_equal, masters, nth, sequence, top
from bridgelang.players.opening import opening_lead, suits_bid

BENCH = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "card_play.py"))
PLAYER = HeuristicPlayer()


def random_state(rng: random.Random, cards: int) -> PlayState:
    """A play after some random legal cards."""
    contract = Contract(rng.randint(1, 7), rng.choice(STRAINS), 0, rng.choice(SEATS))
    state = PlayState.start(deal(rng.randrange(10**6), 0), contract)
    for _ in range(cards):
        state = state.play(rng.choice(state.legal_cards()))
    return state


# Robustness


def test_no_revoke_and_no_crash_on_random_deals() -> None:
    BENCH["play_heuristic"](600, seed=21)


def test_a_legal_card_in_any_position() -> None:
    """After random cards too, where no sane player would have come."""
    rng = random.Random(8)
    for _ in range(3000):
        state = random_state(rng, rng.randrange(52))
        view = View(state)
        assert view.legal_mask >> PLAYER.choose(view) & 1


def test_the_choice_does_not_depend_on_cards_it_does_not_see() -> None:
    """Shuffle the hidden cards among the hidden hands: the same card is chosen."""
    rng = random.Random(9)
    compared = 0
    for _ in range(400):
        state = random_state(rng, rng.randrange(44))
        view = View(state)
        chosen = PLAYER.choose(view)
        hidden = [seat for seat in range(4) if view.known[seat] is None]
        loose = [card for card in CARDS if view.unseen >> card & 1]
        rng.shuffle(loose)
        hands = list(state.hands)
        for seat in hidden:
            count = hands[seat].bit_count()
            hands[seat] = sum(card.bit for card in loose[:count])
            loose = loose[count:]
        compared += tuple(hands) != state.hands
        twin = object.__new__(PlayState)
        for name in PlayState.__slots__:
            setattr(twin, name, getattr(state, name))
        twin.hands = (hands[0], hands[1], hands[2], hands[3])
        assert PLAYER.choose(View(twin)) == chosen, state
    assert compared > 300


def test_a_view_shows_what_the_laws_let_one_see() -> None:
    rng = random.Random(10)
    for _ in range(300):
        state = random_state(rng, rng.randrange(51))
        view = View(state)
        played = sum(card.bit for card in state.played())
        assert view.everything is None and View(state, sees_all=True).everything is state
        visible = sum(mask or 0 for mask in view.known)
        assert visible | view.unseen | played == (1 << 52) - 1
        assert visible & view.unseen == 0 == played & view.unseen
        seen = {seat for seat in SEATS if view.known[seat] is not None}
        assert seen == {state.player} | ({state.dummy} if state.played() else set())
        assert view.legal_mask == state.legal_mask and view.seat == state.player
        for seat in SEATS:
            out = {t.cards[0].suit for t in state.tricks if t.by_seat(seat).suit != t.cards[0].suit}
            if (seat - state.leader) & 3 < len(state.trick):
                card = state.trick[(seat - state.leader) & 3]
                out |= {state.trick[0].suit} - {card.suit}
            assert view.shown_out(seat) == sum(1 << suit for suit in out)


def test_tricks_needed_by_either_side() -> None:
    state = PlayState.start(deal(1, 0), Contract.parse("4S by S"))
    assert View(state).tricks_needed == 4  # four tricks beat four spades
    state = state.play(state.legal_cards()[0])
    assert View(state).tricks_needed == 10


def test_nobody_chooses_when_the_play_is_over() -> None:
    state = play_out(PlayState.start(deal(1, 0), Contract.parse("4S by S")), [PLAYER] * 4)
    with pytest.raises(IllegalAction, match="over"):
        View(state)


def test_declarers_player_chooses_dummys_cards() -> None:
    """Four different players: dummy's is never asked."""
    asked: set[str] = set()

    class Named(HeuristicPlayer):
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, view: View) -> Card:
            asked.add(self.name)
            assert view.seat.letter == self.name
            return super().choose(view)

    play_out(PlayState.start(deal(1, 0), Contract.parse("4S by S")), [Named(s.letter) for s in SEATS])
    assert asked == {"E", "S", "W"}


# Leads


def first_lead(hand: str, contract: str, auction: str = "") -> str:
    """West's opening lead from this hand against south."""
    north, east, south = _rest(Hand.parse(hand).mask)
    masks = [north, east, south, Hand.parse(hand).mask]
    bidding = Auction.parse(auction, "S") if auction else None
    state = PlayState.position(masks, Contract.parse(f"{contract} by S"), Seat.WEST, bidding)
    return str(opening_lead(View(state)))


def _rest(mask: int) -> list[int]:
    """Three hands of the cards that are not in the mask."""
    cards = [card for card in CARDS if not mask >> card & 1]
    return [sum(card.bit for card in cards[start::3]) for start in range(3)]


@pytest.mark.parametrize(
    ("hand", "contract", "lead"),
    [
        ("K8642.K53.T98.64", "3NT", "S4"),  # fourth best of the longest suit
        ("KQJ42.853.T98.64", "3NT", "SK"),  # top of a sequence
        ("QJT3.A853.984.64", "3NT", "SQ"),
        ("KJT52.853.K98.64", "3NT", "SJ"),  # top of an inner sequence
        ("852.QJT94.A98.64", "3NT", "HQ"),
        ("AK542.853.98.K64", "4H", "SA"),  # ace from ace and king
        ("KQ542.853.98.K64", "4H", "SK"),
        ("7.853.K9862.Q964", "4H", "S7"),  # a singleton, with small trumps
        ("J9742.853.A85.64", "4H", "S4"),  # not the ace without the king
        ("82.QJ4.Q982.K964", "4H", "S8"),  # the top of a doubleton rather than away from an honour
    ],
)
def test_opening_leads(hand: str, contract: str, lead: str) -> None:
    assert first_lead(hand, contract) == lead


def test_partners_suit_is_led_and_theirs_is_not() -> None:
    hand = "K8642.Q53.T98.64"
    assert first_lead(hand, "3NT") == "S4"
    assert first_lead(hand, "3NT", "1C P 1D 1H 1NT P 3NT P P P") == "H3"
    assert first_lead(hand, "3NT", "1S P 2D P 2NT P 3NT P P P") != "S4"


def test_suits_bid_without_a_system_to_ask() -> None:
    auction = Auction.parse("1S 2H 2S P 3NT P P P", "W")
    assert suits_bid(auction, Seat.WEST) == 0b1000
    assert suits_bid(auction, Seat.NORTH) == 0b0100
    assert suits_bid(Auction.parse("1NT P 2D P 2H P P P"), Seat.SOUTH) == 0  # an answer to notrump
    assert suits_bid(Auction.parse("2C P 2H P P P"), Seat.NORTH) == 0
    assert suits_bid(None, Seat.NORTH) == 0


def chosen(text: str, contract: str, leader: Seat, played: str) -> str:
    """The card played in an end position (north's hand first, dotted) after the cards of ``played``."""
    masks = [Hand.parse(hand, partial=True).mask for hand in text.split()]
    state = PlayState.position(masks, Contract.parse(contract), leader)
    for word in played.split():
        state = state.play(Card.parse(word))
    return str(PLAYER.choose(View(state)))


# Following suit. South declares unless said otherwise, so that north is dummy


def test_second_hand_low() -> None:
    assert chosen("Q52... KJ4... T63... A98...", "3NT by S", Seat.WEST, "S8") == "S2"


def test_third_hand_high() -> None:
    assert chosen("752... KJ4... Q63... A98...", "3NT by S", Seat.WEST, "S8 S2") == "SK"


def test_third_hand_finesses_against_dummy() -> None:
    """Over dummy's queen the jack is as good as the king."""
    assert chosen("Q52... KJ4... T63... A98...", "3NT by S", Seat.WEST, "S8 S2") == "SJ"


def test_third_hand_plays_the_lower_of_equals() -> None:
    assert chosen("752... KQ4... A63... JT8...", "3NT by S", Seat.WEST, "S8 S2") == "SQ"


def test_third_hand_does_not_overtake_a_card_that_holds() -> None:
    assert chosen("752... K94... 863... AQJ...", "3NT by S", Seat.WEST, "SA S2") == "S4"


def test_fourth_hand_wins_as_cheaply_as_possible_or_throws_low() -> None:
    assert chosen("Q2... 74... AK... J8...", "3NT by S", Seat.WEST, "SJ S2 S7") == "SK"
    assert chosen("Q2... 74... A3... J8...", "3NT by S", Seat.WEST, "SJ SQ S4") == "S3"


def test_an_honour_is_covered_but_not_the_first_of_a_sequence() -> None:
    assert chosen("Q52... K74... A63... T98...", "3NT by S", Seat.NORTH, "SQ") == "SK"
    assert chosen("QJ2... K74... A63... T98...", "3NT by S", Seat.NORTH, "SQ") == "S4"


def test_the_setting_trick_is_taken_at_once() -> None:
    """East holds the ace over dummy's small card; with one trick to beat the contract he does not duck."""
    hands = "52.AKQ.. A4.J32.. K6.654.. T8.987.."
    masks = [Hand.parse(hand, partial=True).mask for hand in hands.split()]
    for level, card in ((1, "S4"), (7, "SA")):
        state = PlayState.position(masks, Contract.parse(f"{level}NT by S"), Seat.NORTH)
        assert str(PLAYER.choose(View(state.play(Card.parse("S5"))))) == card


def test_declarer_finesses_against_the_king_unless_it_is_likely_to_drop() -> None:
    assert chosen("AQ5... K92... T64... J87...", "3NT by S", Seat.SOUTH, "S4 S7") == "SQ"
    eleven = "AQJ85... K.7432.. T9632... 74.865.."
    assert chosen(eleven, "3NT by S", Seat.SOUTH, "S2 S4") == "SA"


def test_the_only_stopper_is_held_up_at_notrump() -> None:
    hands = "652.AK3.. KJ94.42.. A73.Q65.. QT8.T98.."
    assert [len(Hand.parse(h, partial=True)) for h in hands.split()] == [6] * 4
    assert chosen(hands, "1NT by S", Seat.EAST, "S4") == "S3"
    assert chosen(hands, "1H by S", Seat.EAST, "S4") == "SA"


# Ruffs and discards


def test_a_trick_of_the_other_side_is_ruffed_cheaply() -> None:
    assert chosen("432... AK9... .65.2. QJT...", "2H by N", Seat.EAST, "SA") == "H5"


def test_over_a_ruff_one_ruffs_higher_or_not_at_all() -> None:
    assert chosen(".5.62. .87.3. QJ...4 A9...5", "2H by S", Seat.WEST, "SA H5") == "H7"
    assert chosen(".9.62. .87.3. QJ...4 A9...5", "2H by S", Seat.WEST, "SA H9") == "D3"


def test_partners_winner_is_not_ruffed() -> None:
    assert chosen("4..62. .87.3. QJ...4 A9...5", "2H by S", Seat.WEST, "SA S4") == "D3"


def test_guards_and_winners_are_kept_when_discarding() -> None:
    """East keeps the guarded king and the ace."""
    assert chosen("76.A2.. .K4.5.A AKQ.3.. 54.9.7.", "3NT by S", Seat.SOUTH, "SA S4 S6") == "D5"


# Leads with dummy in sight


def test_declarer_draws_trumps() -> None:
    hands = "32.K52.A4. 54.76.K5.3 A.AQ98.83. KJ.43.Q6.4"
    assert chosen(hands, "4H by S", Seat.WEST, "SK S2 S4 SA") in ("HA", "HQ")


def test_declarer_ruffs_a_loser_in_dummy_first() -> None:
    hands = ".K5.A4.76 54.76.K5. A2.AQ9.8. KJ.43.Q6."
    assert chosen(hands, "7H by S", Seat.WEST, "SK C6 S4 SA") == "S2"


def test_declarer_cashes_winners_before_giving_a_trick_away() -> None:
    assert chosen("32.AK.. 54.76.. A.QJ..2 K.54..K", "1NT by S", Seat.WEST, "SK S2 S4 SA")[0] == "H"


def test_a_defender_cashes_the_tricks_that_beat_the_contract() -> None:
    """Three beat five notrump: the ace just made and the two hearts."""
    hands = "2.43.K. A.AK.2. 4.65.A. Q.72.3."
    assert chosen(hands, "5NT by S", Seat.WEST, "SQ S2 SA S4") == "HA"


def test_a_defender_returns_partners_suit() -> None:
    hands = "632.A4.. AQ7..K4. 54.K.Q3. KJ98..2."
    assert chosen(hands, "3NT by S", Seat.WEST, "S8 S2 SA S4") == "SQ"


def test_suit_technique() -> None:
    for mine, opposite, out, lead in [
        ("AK5", "Q32", "JT987", "A"),  # winners from the top
        ("J32", "AQ5", "KT987", "2"),  # low towards the tenace
        ("JT2", "AQ5", "K9876", "J"),  # an honour that can be covered
        ("QJT", "432", "AK987", "Q"),  # drive out the ace and king
        ("432", "K65", "AQJT9", "2"),  # towards the king
        ("Q98", "A", "JT765", "8"),  # partner's bare ace is not crashed
    ]:
        rank = suit_card(parse_holding(mine), parse_holding(opposite), parse_holding(out))
        assert rank == top(parse_holding(lead)), (mine, opposite)


def test_counting_tricks_in_a_suit() -> None:
    for mine, opposite, out, count in [
        ("AK", "Q2", "JT9", 2),
        ("AKQ2", "543", "JT9876", 3),
        ("AKQ32", "54", "JT9", 5),
        ("432", "765", "AKQJT98", 0),
        ("A", "", "", 1),
    ]:
        assert quick_tricks(*(parse_holding(text or "-") for text in (mine, opposite, out))) == count
    assert campaign(parse_holding("KQJT"), parse_holding("432"), parse_holding("A98765")) == (3, 1)


# Small questions about holdings


def test_holdings_against_plain_lists() -> None:
    rng = random.Random(3)
    for _ in range(500):
        holding, others = rng.randrange(1, 1 << 13), 0
        others = rng.randrange(1 << 13) & ~holding
        ranks = [rank for rank in range(13) if holding >> rank & 1]
        theirs = [rank for rank in range(13) if others >> rank & 1]
        assert (top(holding), low(holding)) == (ranks[-1], ranks[0])
        assert list(from_top(holding)) == ranks[::-1]
        place = rng.randint(1, len(ranks))
        assert nth(holding, place) == ranks[-place]
        rank = rng.choice(ranks)
        assert list(from_top(above(holding, rank))) == [r for r in ranks[::-1] if r > rank]
        assert list(from_top(masters(holding, others))) == [r for r in ranks[::-1] if r > max(theirs, default=-1)]
        equals = [r for r in ranks if r <= rank and not any(r < other < rank for other in theirs)]
        assert lowest_equal(holding, rank, others) == equals[0]
        run = sequence(holding, rank)
        assert all(r in ranks for r in range(rank - run + 1, rank + 1)) and rank - run not in ranks


def test_the_same_view_gives_the_same_card() -> None:
    rng = random.Random(4)
    for _ in range(100):
        view = View(random_state(rng, rng.randrange(50)))
        assert PLAYER.choose(view) == HeuristicPlayer().choose(view)


def test_better_than_following_blindly() -> None:
    """Against the same defence the lowest legal card takes two tricks a board less as declarer."""

    class Lowest:
        name, sees_all = "lowest", False

        def choose(self, view: View) -> Card:
            return view.legal_cards()[-1]

    tricks = {}
    for name, player in (("heuristic", PLAYER), ("lowest", Lowest())):
        tricks[name] = 0
        for index in range(60):
            hands = deal(31, index)
            strongest = max(SEATS, key=lambda seat: hands[seat].hcp)
            start = PlayState.start(hands, Contract(1, 4, 0, strongest))
            players = [player if seat.side == strongest.side else PLAYER for seat in SEATS]
            tricks[name] += play_out(start, players).declarer_tricks
    assert tricks["heuristic"] - tricks["lowest"] > 2 * 60

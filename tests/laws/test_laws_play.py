"""Irregularities of the play: out of turn, exposed and penalty cards, revokes at the table."""

from __future__ import annotations

import random

import pytest

from bridgelang.core.cards import CARDS, STRAINS, Card, Suit
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal
from bridgelang.core.deals import Deal
from bridgelang.core.seats import SEATS, Seat
from bridgelang.errors import IllegalAction
from bridgelang.laws.cardplay import Playing
from bridgelang.laws.penalty_cards import PenaltyCard, required_mask, suits_of, with_penalty_card
from bridgelang.play.state import PlayState, mask_of

N, E, S, W = SEATS
DEAL = Deal.parse("N:Q32.Q32.Q32.Q432 K54.K54.K654.K65 AJ6.AJT6.AJ7.AJ7 T987.987.T98.T98")


def card(text: str) -> Card:
    return Card.parse(text)


def start(contract: str = "3NT by S", cards: Deal = DEAL) -> Playing:
    return Playing.start(cards, Contract.parse(contract))


def play(table: Playing, text: str) -> Playing:
    """Cards in turn; ``E:H5`` names the hand, ``=key`` chooses."""
    for word in text.split():
        if word.startswith("="):
            table = table.choose(word[1:].replace("_", " "))
            continue
        seat, colon, name = word.rpartition(":")
        hand = Seat.parse(seat) if colon else table.state.turn
        assert hand is not None
        table = table.play(hand, card(name))
    return table


def keys(table: Playing) -> list[str]:
    assert table.pending is not None
    return [option.key for option in table.pending.options]


def law(table: Playing) -> str:
    return table.rulings[-1].law


def suits(table: Playing) -> str:
    return "".join(sorted({c.suit.letter for c in table.playable()}))


# Regular play is the same as at the strict table


def test_regular_play_agrees_with_the_strict_table() -> None:
    rng = random.Random(1)
    for index in range(40):
        contract = Contract(1, rng.choice(STRAINS), 0, rng.choice(SEATS))
        strict, lenient = PlayState.start(deal(3, index), contract), Playing.start(deal(3, index), contract)
        while strict.turn is not None:
            assert lenient.playable() == strict.legal_cards()
            chosen = rng.choice(strict.legal_cards())
            lenient = lenient.play(strict.turn, chosen)
            strict = strict.play(chosen)
            assert lenient.state == strict
        assert not lenient.rulings and lenient.result() == (strict.declarer_tricks, ())


def test_a_card_that_is_not_in_the_hand_cannot_be_played() -> None:
    with pytest.raises(IllegalAction, match="not in West's hand"):
        start().play(W, card("SA"))
    with pytest.raises(IllegalAction, match="not over"):
        start().result()


# Law 54: the opening lead out of turn (west is the proper leader)


def test_an_opening_lead_out_of_turn_has_three_answers() -> None:
    table = play(start(), "E:H4")
    assert table.pending is not None and table.pending.choosers == (S,)
    assert keys(table) == ["accept", "become dummy", "refuse"]

    accepted = play(table, "=accept")
    assert accepted.state.leader == E and accepted.state.turn == S
    by_playing = play(table, "S:HA")  # declarer plays second from his hand
    assert by_playing.state.leader == E and by_playing.state.turn == W

    swapped = play(table, "=become_dummy")
    assert str(swapped.state.contract) == "3NT by N" and swapped.state.dummy == S
    assert swapped.state.leader == E and swapped.state.turn == S and swapped.state.player == N

    refused = play(table, "=refuse")
    assert refused.penalty == (PenaltyCard(E, card("H4"), True),)
    assert law(refused) == "Law 50D2" and keys(refused) == ["require H", "forbid H", "free"]


def test_the_proper_leader_is_bound_by_the_choice() -> None:
    refused = play(start(), "E:H4 =refuse")
    required = play(refused, "=require_H")
    assert suits(required) == "H" and required.penalty == ()
    forbidden = play(refused, "=forbid_H")
    assert suits(forbidden) == "CDS" and forbidden.penalty == ()
    free = play(refused, "=free")
    assert suits(free) == "CDHS" and len(free.penalty) == 1
    led = play(free, "H9 H2")
    assert led.playable() == (card("H4"),)  # east must play his penalty card at the first legal opportunity
    assert play(led, "H4").penalty == ()


def test_a_suit_is_forbidden_for_as_long_as_he_keeps_the_lead() -> None:
    table = play(start(), "E:H4 =refuse =forbid_H ST S2 S4 S6")  # west's ten holds
    assert table.state.turn == W and suits(table) == "CDS"
    lost = play(table, "D8 D2 D4 DJ")  # south wins: the prohibition is over
    assert lost.lead_rules == ()
    again = play(lost, "S:HJ W:H7 N:H2 E:HK")
    assert again.state.turn == E


def test_unable_to_lead_as_required_he_may_lead_anything() -> None:
    void = Deal.parse("N:Q3.Q762.Q32.Q432 K54.K54.K654.K65 AJ6.AJT983.AJ.A7 T9872..T987.JT98")
    assert suits(play(start(cards=void), "E:H4 =refuse =require_H")) == "CDS"  # Law 59


def test_declarer_leading_first_takes_his_card_back() -> None:
    table = play(start(), "S:SA")
    assert law(table) == "Law 54E" and table.pending is None and table.state.turn == W


# Laws 53, 55, 56: later leads


def after_a_trick() -> Playing:
    """South has won the first trick and is to lead."""
    return play(start(), "S9 S2 S4 SJ")


def test_a_defender_leads_out_of_turn() -> None:
    table = play(after_a_trick(), "E:D4")
    assert table.pending is not None
    assert (table.pending.law, table.pending.choosers, keys(table)) == ("Law 56", (S,), ["accept", "refuse"])
    accepted = play(table, "=accept DA")
    assert accepted.state.leader == E and accepted.state.turn == W
    assert play(table, "S:DA").state.leader == E  # playing to it accepts it
    proper = play(table, "=refuse SA")
    assert proper.state.leader == S and proper.penalty == (PenaltyCard(E, card("D4"), True),)


def test_the_proper_leader_may_lead_all_the_same() -> None:
    """West leads at south's turn; south leads himself, which stands (Law 53B)."""
    table = play(after_a_trick(), "W:D8")
    assert table.pending is not None and table.pending.law == "Law 56"
    led = table.play(S, card("SA"))
    assert led.state.leader == S and led.state.trick == (card("SA"),)
    assert "Law 53B" in [ruling.law for ruling in led.rulings]


def test_declarer_leads_from_the_wrong_hand() -> None:
    table = play(after_a_trick(), "N:D2")
    assert table.pending is not None
    assert table.pending.choosers == (E, W) and table.pending.option("refuse").law == "Law 55B2"  # type: ignore[union-attr]
    assert play(table, "=accept").state.leader == N
    assert play(table, "E:D4").state.leader == N
    back = play(table, "=refuse")
    assert back.state.turn == S and back.penalty == () and back.pending is None


def test_declarer_leads_at_a_defenders_turn() -> None:
    table = play(start(), "S9 SQ SK S6 S:D7")  # east has won
    assert table.pending is not None and table.pending.option("refuse").law == "Law 55B1"  # type: ignore[union-attr]
    assert play(table, "=refuse").state.turn == E


def test_no_lead_out_of_turn_is_accepted_in_the_thirteenth_trick() -> None:
    table = start()
    while len(table.state.tricks) < 12:
        table = table.play(table.state.turn, table.playable()[-1])  # type: ignore[arg-type]
    assert table.state.turn is not None
    wrong = table.state.turn.partner
    last = next(c for c in CARDS if table.state.hands[wrong] & c.bit)
    after = table.play(wrong, last)
    assert law(after) == "Law 53A" and after.pending is None and after.state == table.state


# Law 57: too early


def test_a_defender_plays_before_his_partner() -> None:
    table = play(after_a_trick(), "S:D7 E:DK")  # west has not played
    assert table.pending is not None and table.pending.law == "Law 57A"
    assert table.penalty == (PenaltyCard(E, card("DK"), True),)
    assert keys(table)[:2] == ["highest", "lowest"] and len(keys(table)) == 8
    assert play(table, "=highest").playable() == (card("DT"),)
    assert play(table, "=lowest").playable() == (card("D8"),)
    assert suits(play(table, "=play_C")) == "D"  # he can follow: unable to comply, any legal card (Law 59)
    after = play(table, "=highest DT D2")
    assert after.playable() == (card("DK"),)


def test_a_named_suit_binds_a_partner_who_cannot_follow() -> None:
    cards = Deal.parse("N:Q3.Q762.Q32.Q432 K54.K54.K654.K65 AJ6.AJT983.AJ.A7 T9872..T987.JT98")
    table = play(start(cards=cards), "S9 S3 S4 SJ S:HA E:HK")
    assert suits(play(table, "=play_C")) == "C"
    assert suits(play(table, "=forbid_S")) == "CD"
    assert suits(play(table, "=highest")) == "CDS"


def test_a_card_played_at_right_hand_opponents_turn_is_played_in_its_turn() -> None:
    table = play(start(), "S9 E:SK")  # dummy has not played
    assert law(table) == "Law 57D" and table.pending is None
    assert play(table, "S2").playable() == (card("SK"),)
    with pytest.raises(IllegalAction) as fault:
        play(table, "S2 S5")
    assert fault.value.law == "Law 57D"
    wrong = play(start(), "S9 E:HK")
    assert wrong.penalty == (PenaltyCard(E, card("HK"), True),)


def test_declarers_early_card_is_played_when_its_turn_comes() -> None:
    table = play(start(), "S9 S:SA")
    assert law(table) == "Law 57C3"
    assert play(table, "S2 S4").playable() == (card("SA"),)


# Laws 48 to 52: exposed and penalty cards


def test_declarer_and_dummy_have_no_penalty_cards() -> None:
    for seat, name in ((S, "SA"), (N, "SQ")):
        table = start().expose(seat, card(name))
        assert table.penalty == () and law(table) == "Law 48"


def test_major_and_minor_penalty_cards() -> None:
    assert start().expose(E, card("H5")).penalty[0].major is False
    assert start().expose(E, card("HK")).penalty[0].major is True
    assert start().expose(E, card("H5"), deliberate=True).penalty[0].major is True
    assert all(known.major for known in start().expose(E, card("H5"), card("D4")).penalty)
    one_each = start().expose(E, card("H5")).expose(W, card("D8"))
    assert not any(known.major for known in one_each.penalty)
    with pytest.raises(IllegalAction, match="not in East's hand"):
        start().expose(E, card("SA"))


def test_a_minor_penalty_card_comes_before_other_small_cards_of_its_suit() -> None:
    table = play(start().expose(E, card("S5")), "S9 S2")
    assert table.pending is None  # partner's lead was free
    assert table.playable() == (card("SK"), card("S5"))  # an honour instead, but not the four
    after = play(table, "S4")
    assert after.pending is not None and after.pending.law == "Law 52"


def test_a_major_penalty_card_is_played_at_the_first_legal_opportunity() -> None:
    table = start().expose(E, card("DK"))
    assert keys(table) == ["require D", "forbid D", "free"]
    table = play(table, "=free S9 S2 S4 SJ")  # east follows to spades
    table = play(table, "D7 D8 D2")
    assert table.playable() == (card("DK"),)
    instead = play(table, "D4")
    assert keys(instead) == ["accept", "require DK"]
    stands = play(instead, "=accept")
    assert stands.penalty == (PenaltyCard(E, card("DK"), True),) and card("D4") in stands.state.tricks[-1].cards
    held = play(instead, "=require_DK")
    assert card("DK") in held.state.tricks[-1].cards and held.penalty == (PenaltyCard(E, card("D4"), True),)


def test_playing_on_accepts_the_card_played_instead() -> None:
    table = play(start().expose(E, card("DK")), "=free D8 D2 D4")  # west led a diamond, east played the four
    assert table.pending is not None and table.pending.law == "Law 52"
    after = table.play(S, card("DA"))
    assert after.state.tricks[-1].cards == tuple(map(card, ("D8", "D2", "D4", "DA")))


def test_declarer_designates_one_of_several_penalty_cards() -> None:
    table = start().expose(E, card("S5"), card("S4"), card("HK"))
    assert keys(table) == ["require H", "require S", "forbid H", "forbid S", "forbid all", "free"]
    table = play(table, "=free S9 S2")
    assert table.pending is not None and table.pending.law == "Law 51A"
    assert sorted(keys(table)) == ["play S4", "play S5"]
    assert card("S4") in play(table, "=play_S4").state.trick
    all_forbidden = play(start().expose(E, card("S5"), card("HK")), "=forbid_all")
    assert suits(all_forbidden) == "CD" and all_forbidden.penalty == ()


def test_the_choice_before_a_lead_is_offered_again_while_the_card_lies_there() -> None:
    table = play(start().expose(E, card("HK")), "=free ST S2 S4 S6")  # west's ten holds
    assert table.state.turn == W and table.pending is not None and table.pending.law == "Law 50D2"


def test_penalty_card_rules_on_masks() -> None:
    cards = with_penalty_card((), E, card("H5"), deliberate=False)
    hand = mask_of([card(c) for c in ("HK", "H5", "H4", "S3")])
    assert required_mask(cards, E, hand) == hand & ~card("H4").bit
    assert required_mask(cards, W, hand) == hand
    assert required_mask(cards, E, card("S3").bit) == card("S3").bit
    both = with_penalty_card(cards, E, card("S3"), deliberate=False)
    assert suits_of(both, E) == (Suit.HEARTS, Suit.SPADES)
    assert required_mask(both, E, hand) == card("H5").bit | card("S3").bit
    assert with_penalty_card(both, E, card("S3"), deliberate=True) == both


# Law 26B: a call was withdrawn


def test_the_first_lead_after_a_withdrawn_call() -> None:
    table = Playing.start(DEAL, Contract.parse("3NT by S"), [(W, (Suit.CLUBS, Suit.HEARTS))])
    assert keys(table) == ["forbid C", "forbid H", "free"] and law(table) == "Law 26B"
    assert suits(play(table, "=forbid_H")) == "CDS"
    assert suits(play(table, "=free")) == "CDHS"
    table = Playing.start(DEAL, Contract.parse("3NT by S"), [(E, (Suit.CLUBS,))])
    assert table.pending is None
    table = play(table, "S9 SQ SK S6")  # east's first turn to lead
    assert law(table) == "Law 26B" and suits(play(table, "=forbid_C")) == "DHS"
    later = play(table, "=free C5 C7 CT CQ")
    assert later.first_leads == ()


# Laws 61 to 64: revokes


def test_nobody_notices_a_revoke_until_attention_is_drawn() -> None:
    table = play(start(), "S9 S2 H4 S6")  # east has spades
    assert table.pending is None and [str(r) for r in table.revokes] == ["East revoked in trick 1: H4, holding spades"]
    assert table.state.tricks[-1].winner == W


def test_a_revoke_is_corrected_before_it_is_established() -> None:
    table = play(start(), "S9 S2 H4 S6")
    fixed = table.attention()
    assert law(fixed) == "Law 62B" and fixed.revokes == ()
    assert fixed.state.turn == E and fixed.penalty == (PenaltyCard(E, card("H4"), True),)
    assert {c.suit for c in fixed.playable()} == {Suit.SPADES}
    # south, the non-offender, may change his card; if he does not, he plays it again
    changed = play(fixed, "SK SA")
    assert changed.state.tricks[-1].winner == S
    same = play(fixed, "S4 S6")
    assert same.state.tricks[-1].winner == W and same.penalty == fixed.penalty


def test_the_offenders_partner_may_change_only_after_a_non_offender_has() -> None:
    """North, declarer's dummy, is led through: east revokes, south, west play; west is the offender's
    partner.
    """
    table = play(after_a_trick(), "S:SA W:S7 N:H2 E:S5")
    fixed = table.attention()  # dummy's revoke
    assert fixed.state.turn == N and fixed.penalty == ()
    assert suits(fixed) == "S"
    # a defender revokes in second seat, his partner plays fourth
    table = play(after_a_trick(), "S:D7 W:S8 N:D2 E:D4")
    fixed = table.attention()
    assert fixed.state.turn == W and fixed.penalty == (PenaltyCard(W, card("S8"), True),)
    unchanged = play(fixed, "D8 D2")
    assert unchanged.playable() == (card("D4"),)
    with pytest.raises(IllegalAction) as fault:
        unchanged.play(E, card("DK"))
    assert fault.value.law == "Law 62C2"
    changed = play(fixed, "D8 DQ DK")
    assert PenaltyCard(E, card("D4"), True) in changed.penalty


def test_declarers_revoke_is_corrected_without_penalty() -> None:
    table = play(start(), "S9 S2 S4 HA").attention()
    assert table.penalty == () and table.state.turn == S
    assert {c.suit for c in table.playable()} == {Suit.SPADES}


@pytest.mark.parametrize(
    ("cards", "established"),
    [
        ("S9 S2 H4 S6", False),  # the trick is complete, and the revoke is not established
        ("S9 S2 H4 SJ D7", False),  # declarer has led to the next trick
        ("S9 S2 H4 S6 D8", True),  # partner has led to it
        ("S9 S2 H4 SJ D7 D8 D2 D4", True),  # the offender has played to it
    ],
)
def test_a_revoke_is_established_by_a_play_of_its_side_to_the_next_trick(cards: str, established: bool) -> None:
    table = play(start(), cards)
    assert [revoke.established for revoke in table.revokes] == [established]
    after = table.attention()
    assert (law(after) == "Law 63B") == established
    assert (after.state == table.state) == established


def test_a_claim_establishes_the_revokes_of_the_side() -> None:
    table = play(start(), "S9 S2 H4 SJ")
    assert not table.claimed(S).revokes[0].established
    assert table.claimed(W).revokes[0].established


def test_attention_without_a_revoke() -> None:
    with pytest.raises(IllegalAction, match="nobody has revoked"):
        after_a_trick().attention()


def finish(table: Playing) -> Playing:
    """Everybody plays the lowest regular card, declarer leaving every choice free."""
    while not table.is_over:
        if table.pending is not None:
            table = table.choose(table.pending.options[-1].key)
            continue
        assert table.state.turn is not None
        table = table.play(table.state.turn, table.playable()[-1])
    return table


def test_an_established_revoke_costs_tricks_at_the_end() -> None:
    table = finish(play(start(), "S9 S2 H4 S6 D8"))
    winners = [trick.winner for trick in table.state.tricks]
    assert winners[0] == W  # the revoke trick went to the offender's partner: one trick
    tricks, rulings = table.result()
    assert tricks == table.state.declarer_tricks + 1
    assert [ruling.law for ruling in rulings] == ["Law 64A2"]


def test_a_revoke_in_the_twelfth_trick_is_corrected_even_when_established() -> None:
    rng = random.Random(0)
    found = 0
    for index in range(200):
        table = Playing.start(deal(40, index), Contract.parse("1NT by S"))
        while len(table.state.tricks) < 11:
            assert table.state.turn is not None
            table = table.play(table.state.turn, rng.choice(table.playable()))
        revoker = None
        while not table.is_over:
            seat = table.state.turn
            assert seat is not None
            hand = [c for c in CARDS if table.state.hands[seat] & c.bit]
            wrong = [c for c in hand if not table.state.is_legal(c)]
            if wrong and revoker is None and len(table.state.tricks) == 11:
                revoker = seat
                table = table.play(seat, wrong[0])
            else:
                table = table.play(seat, table.playable()[0])
        if revoker is None:
            continue
        found += 1
        assert table.revokes and table.revokes[0].established
        assert table.result()[1][0].law in ("Law 64B6", "Law 64B3")  # B3 when it was dummy's
        fixed = table.attention()
        assert law(fixed) == "Law 62D1" and fixed.state.turn == revoker and len(fixed.state.tricks) == 11
        assert finish(fixed).result() == (finish(fixed).state.declarer_tricks, ())
    assert found > 20


def test_both_sides_revoke_in_the_same_trick() -> None:
    """Both are corrected when only one side has played to the next trick (Law 62C3)."""
    table = play(start(), "S9 S2 H4 HA")  # east and south both
    assert len(table.revokes) == 2
    table = play(table, "W:D8")  # west leads to the next trick
    assert [revoke.established for revoke in table.revokes] == [True, False]
    fixed = table.attention()
    assert law(fixed) == "Law 62C3" and fixed.revokes == () and fixed.state.turn == E
    assert PenaltyCard(E, card("H4"), True) in fixed.penalty


def test_failing_to_lead_a_required_suit_is_a_revoke() -> None:
    table = play(start(), "E:H4 =refuse =require_H W:S9")
    (revoke,) = table.revokes
    assert (revoke.seat, revoke.suit) == (W, Suit.HEARTS)


def test_a_revoke_with_a_penalty_card_of_the_suit_has_no_automatic_adjustment() -> None:
    table = play(start().expose(E, card("S5")), "S9 S2 H4 S6 D8")
    assert table.revokes[0].faced
    assert finish(table).result()[1][0].law == "Law 64B3"


def test_random_irregular_play_always_comes_to_an_end() -> None:
    """Cards from any hand at any time, choices at random: 13 tricks, every card once, or a refusal."""
    rng = random.Random(77)
    seen: set[str] = set()
    for index in range(150):
        contract = Contract(1, rng.choice(STRAINS), 0, rng.choice(SEATS))
        table = Playing.start(deal(50, index), contract)
        for _ in range(2000):
            if table.is_over:
                break
            try:
                if table.pending is not None:
                    table = table.choose(rng.choice(keys(table)))
                elif rng.random() < 0.1 and table.revokes and rng.random() < 0.3:
                    table = table.attention()
                elif rng.random() < 0.12:
                    seat = rng.choice(SEATS)
                    hand = [c for c in CARDS if table.state.hands[seat] & c.bit]
                    if rng.random() < 0.2:
                        table = table.expose(seat, rng.choice(hand))
                    else:
                        table = table.play(seat, rng.choice(hand))
                else:
                    assert table.state.turn is not None
                    assert table.playable()
                    table = table.play(table.state.turn, rng.choice(table.playable()))
            except (IllegalAction, IndexError):
                continue
        assert table.is_over
        assert sorted(table.state.played()) == list(CARDS)
        assert 0 <= table.result()[0] <= 13
        assert all(ruling.law.startswith("Law ") for ruling in table.rulings)
        seen |= {ruling.law for ruling in table.rulings}
    expected = "48 50B 50D2 51A 54 55 56 57A 57D 62B"
    assert {f"Law {number}" for number in expected.split()} <= seen

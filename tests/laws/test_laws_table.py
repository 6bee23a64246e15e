"""A whole board at a lenient table, the strict table as the default, and how a card may be named."""

from __future__ import annotations

import pytest

from bridgelang.core.calls import Call
from bridgelang.core.cards import Card
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.errors import IllegalAction, NotationError
from bridgelang.laws.designation import designate
from bridgelang.laws.rulings import RUBBER
from bridgelang.laws.table import LenientTable, contested, open_table
from bridgelang.play.board import Board, Object, Phase, Spread
from bridgelang.play.claims import Claim, settle
from bridgelang.play.state import PlayState

N, E, S, W = SEATS
DEAL = Deal.parse("N:Q32.Q32.Q32.Q432 K54.K54.K654.K65 AJ6.AJT6.AJ7.AJ7 T987.987.T98.T98")


def lenient(**options: object) -> LenientTable:
    table = open_table(DEAL, S, Vulnerability.NS, lenient=True, **options)  # type: ignore[arg-type]
    assert isinstance(table, LenientTable)
    return table


def bid(table: LenientTable, text: str) -> LenientTable:
    for word in text.split():
        seat, _, call = word.partition(":")
        table = table.call(Seat.parse(seat), Call.parse(call))
    return table


def play_low(table: LenientTable) -> LenientTable:
    """The lowest regular card from every hand, choices left free, to the end."""
    while table.playing is not None and not table.playing.is_over:
        turn = table.playing.state.turn
        if table.pending is not None:
            table = table.choose(table.pending.options[-1].key)
        else:
            assert turn is not None
            table = table.play(turn, table.playing.playable()[-1])
    return table


def test_the_strict_table_is_the_default_and_refuses() -> None:
    board = open_table(DEAL, S)
    assert isinstance(board, Board) and board.phase is Phase.AUCTION
    board = board.then(Call.parse("1S"))
    for call in ("1H", "XX"):
        with pytest.raises(IllegalAction):
            board.then(Call.parse(call))


def test_a_board_with_irregularities_from_the_first_call_to_the_score() -> None:
    table = bid(lenient(), "S:1NT W:1H")
    assert table.pending is not None and table.pending.law == "Law 27"
    table = bid(table.choose("refuse"), "W:P N:3NT E:P S:P W:P")
    assert table.contract == Contract.parse("3NT by S") and table.playing is not None
    assert table.pending is None  # west, not his partner, is on lead
    table = table.play(E, Card.parse("H4"))
    assert table.pending is not None and table.pending.law == "Law 54"
    table = table.choose("refuse").choose("free")
    table = table.play(W, Card.parse("S9")).play(N, Card.parse("S2"))
    table = table.play(E, Card.parse("H4"))  # the penalty card instead of a spade: a revoke
    table = table.play(S, Card.parse("S6")).play(W, Card.parse("D8"))
    table = play_low(table.attention())
    laws = [ruling.law for ruling in table.rulings]
    assert laws[:4] == ["Law 27", "Law 27B", "Law 27B2", "Law 54"] and "Law 63B" in laws
    tricks, score, rulings = table.result()
    assert table.playing is not None
    assert tricks == table.playing.state.declarer_tricks + 1
    assert [ruling.law for ruling in rulings] == ["Law 64A2", "Law 64C"]
    assert score == {7: -200, 8: -100, 9: 600, 10: 630, 11: 660, 12: 690, 13: 720}.get(tricks, -100 * (9 - tricks))


def test_rubber_bridge_has_no_director() -> None:
    table = bid(lenient(code=RUBBER), "S:1NT W:P N:3NT E:P S:P W:P")
    table = table.play(W, Card.parse("S9")).play(N, Card.parse("S2")).play(E, Card.parse("H4"))
    table = play_low(table.play(S, Card.parse("S6")).play(W, Card.parse("D8")))
    assert [ruling.law for ruling in table.result()[2]] == ["Law 64A2"]


def test_a_withdrawn_call_restricts_partners_first_lead() -> None:
    table = bid(lenient(), "S:1NT W:P N:P E:1H")
    table = bid(table.choose("refuse"), "E:2S S:2NT W:P N:3NT E:P S:P W:P")
    assert table.pending is not None and table.pending.law == "Law 26B"
    assert [option.key for option in table.pending.options] == ["forbid C", "forbid D", "forbid H", "free"]


def test_four_passes_and_no_play() -> None:
    table = bid(lenient(), "S:P W:P N:P E:P")
    assert table.result() == (0, 0, ()) and table.contract is None
    with pytest.raises(IllegalAction, match="no card play"):
        table.play(W, Card.parse("S9"))
    with pytest.raises(IllegalAction):
        bid(lenient(), "S:1NT").result()


def test_exposed_cards_and_attention_through_the_table() -> None:
    table = bid(lenient(), "S:1NT W:P N:3NT E:P S:P W:P").expose(E, Card.parse("HK"))
    assert table.pending is not None and table.pending.law == "Law 50D2"
    with pytest.raises(IllegalAction, match="nobody has revoked"):
        table.choose("free").attention()


def test_a_contested_claim_is_ruled_on_or_played_on() -> None:
    board = Board(S).then(DEAL)
    for call in ["1NT", "P", "P", "P"]:
        board = board.then(Call.parse(call))
    board = board.then(Card.parse("S9")).then(Spread()).then(Claim(S, 13)).then(Object(W))
    ruled = contested(board, lambda play, claim: settle(play, claim))
    assert ruled.phase is Phase.SCORING and ruled.tricks is not None and ruled.tricks < 13
    assert contested(board, settle, RUBBER).phase is Phase.PLAY


# Law 46


def position(hands: str, contract: str, leader: Seat, played: str = "") -> PlayState:
    masks = [Hand.parse(hand, partial=True).mask for hand in hands.split()]
    state = PlayState.position(masks, Contract.parse(contract), leader)
    for word in played.split():
        state = state.play(Card.parse(word))
    return state


FOLLOWING = position("AQ2.K2.. 43.543.. 765.76.. KJT.AQ..", "3NT by S", W, "SJ")
LEADING = position("AQ2.K2.. 43.543.. 765.76.. KJT.AQ..", "3NT by S", W, "ST SQ S3 S5")
VOID = position("32.K2.. 54.43.. .7.A6.5 KQ.A.2.", "2C by N", W, "SK S2 S4")


@pytest.mark.parametrize(
    ("words", "state", "meant"),
    [
        ("SA", FOLLOWING, "SA"),
        ("10h", LEADING, "HT"),
        ("high", FOLLOWING, "SA"),
        ("low", FOLLOWING, "S2"),
        ("win", FOLLOWING, "SQ"),
        ("spade", FOLLOWING, "S2"),
        ("Queen", FOLLOWING, "SQ"),
        ("ace", LEADING, "SA"),  # goes on with spades
        ("king", LEADING, "HK"),  # no king of spades: the other
        ("2", LEADING, "S2"),
        ("h", LEADING, "H2"),
        ("win", VOID, "C5"),
        ("diamonds", VOID, "D6"),
    ],
)
def test_incomplete_designations(words: str, state: PlayState, meant: str) -> None:
    assert str(designate(words, state)) == meant


@pytest.mark.parametrize(
    ("words", "state", "error", "says"),
    [
        ("anything", FOLLOWING, IllegalAction, "either opponent"),
        ("low", LEADING, NotationError, "needs a suit"),
        ("high", VOID, NotationError, "no spades"),
        ("blue", FOLLOWING, NotationError, "names no card"),
        ("heart", FOLLOWING, IllegalAction, "no legal card"),
        ("jack", FOLLOWING, IllegalAction, "no legal jack"),
        ("2", position("A2.K2.. 43.54.. 76.76.. KJ.AQ..", "3NT by S", N), NotationError, "could be S2 or H2"),
        ("win", position("2.2.. 3.3.. 4.4.. A.A..", "3NT by S", W, "SA"), IllegalAction, "no card of the hand wins"),
    ],
)
def test_designations_that_name_no_card(words: str, state: PlayState, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        designate(words, state)

"""A board from the deal to the score: phases, refusals, claims, taking back, records."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS, Call
from bridgelang.core.cards import CARDS, Card
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal
from bridgelang.core.deals import Deal
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.errors import BridgelangError, IllegalAction, NotationError
from bridgelang.play.board import ACCEPTS, Accept, Board, Event, Object, Phase, PlayOn, Score, Settle, Spread
from bridgelang.play.claims import Claim, settle
from bridgelang.play.record import History, after_calls, after_cards, from_record, to_record

DATA = Path(__file__).parents[1] / "data"
DEAL = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
TRICKY: list[dict[str, Any]] = yaml.safe_load((DATA / "tricky_auctions.yaml").read_text(encoding="utf-8"))
SCORES = list(csv.DictReader((DATA / "scores.csv").open(encoding="utf-8")))


def run(board: Board, *events: Event | str) -> Board:
    """The board after some events; texts are calls in the auction and cards after it, several with blanks
    between.
    """
    for event in events:
        if isinstance(event, str):
            for word in event.split():
                board = board.then(Call.parse(word) if board.phase is Phase.AUCTION else Card.parse(word))
        else:
            board = board.then(event)
    return board


def at_play(contract: str = "7NT", dealer: Seat = Seat.NORTH) -> Board:
    """Dummy is down after the opening lead, and a card is to be played from it."""
    board = run(Board(dealer), DEAL, f"{contract} P P P")
    assert board.play is not None
    return run(board, str(board.play.legal_cards()[0]), Spread())


# The phases


def test_one_board_through_every_phase() -> None:
    board = Board.number(2)
    assert (board.phase, board.dealer, board.vulnerability) == (Phase.DEALING, Seat.EAST, Vulnerability.NS)
    board = board.then(DEAL)
    assert (board.phase, board.actor) == (Phase.AUCTION, Seat.EAST)
    board = run(board, "P P P 3NT P P")
    assert board.contract is None
    board = run(board, "P")
    assert (board.phase, board.actor, str(board.contract)) == (Phase.OPENING_LEAD, Seat.EAST, "3NT by N")
    board = run(board, "ST")
    assert (board.phase, board.actor, board.legal()) == (Phase.DUMMY_DOWN, None, ())
    board = board.then(Spread())
    assert (board.phase, board.actor) == (Phase.PLAY, Seat.NORTH)  # north plays south's cards
    while board.phase is Phase.PLAY:
        board = board.then(board.legal()[0])
    assert (board.phase, board.tricks) == (Phase.SCORING, 13)
    board = board.then(Score())
    assert (board.phase, board.score, board.actor) == (Phase.DONE, 720, None)


def test_four_passes_end_the_board_without_play() -> None:
    board = run(Board(), DEAL, "P P P P")
    assert (board.phase, board.play, board.contract) == (Phase.SCORING, None, None)
    assert board.then(Score()).score == 0


@pytest.mark.parametrize("case", TRICKY, ids=lambda case: f"{case['id']}: {case['why'][:40]}")
def test_tricky_auctions(case: dict[str, Any]) -> None:
    board = Board(Seat.parse(case["dealer"])).then(DEAL)
    *calls, last = (Call.parse(word) for word in case["calls"].split())
    for call in calls:
        board = board.then(call)
    if case["status"] == "illegal":
        before = to_record(board)
        with pytest.raises(IllegalAction):
            board.then(last)
        assert to_record(board) == before
        if board.phase is Phase.AUCTION:
            assert board.actor == Seat.parse(case["offender"])
        return
    board = board.then(last)
    if case["status"] == "incomplete":
        assert (board.phase, board.actor) == (Phase.AUCTION, Seat.parse(case["turn"]))
    elif case["contract"] == "Pass":
        assert board.phase is Phase.SCORING and board.contract is None
    else:
        assert board.contract == Contract.parse(f"{case['contract']} by {case['declarer']}")
        assert (board.phase, board.actor) == (Phase.OPENING_LEAD, Seat.parse(case["leader"]))


def test_the_score_of_a_claimed_result_for_every_contract_of_the_table() -> None:
    """500 contracts with results: bid, led, dummy down, claimed, agreed, scored."""
    assert len(SCORES) == 500
    for row in SCORES:
        if row["contract"] == "Pass":
            assert run(Board(), DEAL, "P P P P", Score()).score == int(row["score_ns"])
            continue
        dealer = Seat.parse(row["declarer"])
        vulnerability = Vulnerability.parse(row["vul"])
        passes = {"": "P P P", "X": "X P P P", "XX": "X XX P P P"}[row["doubled"]]
        board = run(Board(dealer, vulnerability), DEAL, f"{row['level']}{row['strain']} {passes}")
        assert board.contract == Contract.parse(f"{row['contract']} by {row['declarer']}")
        board = run(board, str(board.legal()[0]), Spread(), Claim(dealer, int(row["tricks"])))
        board = run(board, Accept(dealer.lho), Accept(dealer.rho), Score())
        assert (board.tricks, board.score) == (int(row["tricks"]), int(row["score_ns"]))


EVENTS: list[Event] = [
    DEAL,
    CALLS[3],
    CARDS[0],
    Spread(),
    Claim(Seat.NORTH, 5),
    Accept(Seat.EAST),
    Object(Seat.EAST),
    Settle(1),
    PlayOn(),
    Score(),
]


def test_every_phase_refuses_what_it_does_not_accept() -> None:
    boards = {board.phase: board for board in at_play().history()}
    boards[Phase.CLAIM] = at_play().then(Claim(Seat.NORTH, 13))
    boards[Phase.SCORING] = run(boards[Phase.CLAIM], Accept(Seat.EAST), Accept(Seat.WEST))
    boards[Phase.DONE] = boards[Phase.SCORING].then(Score())
    assert set(boards) == set(Phase) == set(ACCEPTS)
    for phase, board in boards.items():
        before = to_record(board)
        for event in EVENTS:
            if not isinstance(event, ACCEPTS[phase]):
                with pytest.raises(IllegalAction, match="not now"):
                    board.then(event)
        assert to_record(board) == before


def test_no_card_before_dummy_is_down() -> None:
    board = run(Board(), DEAL, "7NT P P P", "ST")
    with pytest.raises(IllegalAction, match="dummy's hand has not been spread") as fault:
        board.then(Card.parse("S3"))
    assert fault.value.law == "Law 41D"


# Claims (Laws 68 to 71)


def test_an_agreed_claim_needs_both_defenders() -> None:
    board = at_play().then(Claim(Seat.NORTH, 13, "thirteen top cards"))
    assert (board.phase, board.actor) == (Phase.CLAIM, None)
    board = board.then(Accept(Seat.EAST))
    assert board.phase is Phase.CLAIM
    board = board.then(Accept(Seat.WEST))
    assert (board.phase, board.tricks) == (Phase.SCORING, 13)


def test_a_defenders_claim_needs_declarer_only() -> None:
    board = run(at_play(), Claim(Seat.EAST, 0, "all yours"), Accept(Seat.NORTH))
    assert (board.phase, board.tricks) == (Phase.SCORING, 13)


@pytest.mark.parametrize("seat", [Seat.NORTH, Seat.SOUTH])
def test_the_claiming_side_has_no_say_in_the_agreement(seat: Seat) -> None:
    with pytest.raises(IllegalAction, match="no say"):
        run(at_play(), Claim(Seat.NORTH, 13), Accept(seat))
    with pytest.raises(IllegalAction, match="no say"):  # dummy, to a defender's claim
        run(at_play(), Claim(Seat.EAST, 1), Accept(Seat.SOUTH))


def test_a_contested_claim_is_settled_by_the_worst_normal_line() -> None:
    board = run(at_play(), Claim(Seat.NORTH, 12), Object(Seat.WEST))
    assert board.contested
    with pytest.raises(IllegalAction, match="contested"):
        board.then(Accept(Seat.EAST))
    settled = board.settle(settle)
    assert (settled.phase, settled.tricks) == (Phase.SCORING, 12)
    assert board.settle(lambda play, claim: 3).tricks == 3
    assert run(at_play(), Claim(Seat.EAST, 4), Object(Seat.NORTH)).settle(lambda play, claim: 1).tricks == 12
    with pytest.raises(IllegalAction, match="cannot be given"):
        board.then(Settle(14))


def test_a_claim_nobody_contests_is_not_settled() -> None:
    for event in (Settle(5), PlayOn()):
        with pytest.raises(IllegalAction, match="nobody has objected"):
            run(at_play(), Claim(Seat.NORTH, 13), event)
    with pytest.raises(IllegalAction, match="no claim to settle"):
        at_play().settle(settle)


def test_dummy_may_object_but_the_claimer_may_not() -> None:
    assert run(at_play(), Claim(Seat.NORTH, 13), Object(Seat.SOUTH)).contested
    with pytest.raises(IllegalAction, match="himself"):
        run(at_play(), Claim(Seat.NORTH, 13), Object(Seat.NORTH))


def test_all_four_may_agree_to_play_on_and_the_claim_is_void() -> None:
    board = run(at_play(), Claim(Seat.NORTH, 13), Accept(Seat.EAST), Object(Seat.WEST), PlayOn())
    assert (board.phase, board.claim, board.contested) == (Phase.PLAY, None, False)
    board = board.then(Claim(Seat.NORTH, 13)).then(Accept(Seat.WEST))
    assert board.phase is Phase.CLAIM  # the earlier agreement is void too


def test_a_defender_cancels_his_partners_concession_at_once() -> None:
    board = run(at_play(), Claim(Seat.EAST, 0), Object(Seat.WEST))
    assert (board.phase, board.claim) == (Phase.PLAY, None)
    doubted = run(at_play(), Claim(Seat.EAST, 13), Object(Seat.WEST))
    assert doubted.contested  # nothing was conceded: any player may doubt a claim (Law 68D2)


def test_dummy_may_not_claim() -> None:
    with pytest.raises(IllegalAction, match="dummy"):
        at_play().then(Claim(Seat.SOUTH, 13))


# Taking back, doing again, records


def random_board(seed: int, events: int = 400) -> Board:
    """A board played at random as far as it goes, claims, objections and all."""
    rng = random.Random(seed)
    board = Board(rng.choice(SEATS), rng.choice(list(Vulnerability))).then(deal(seed, 0))
    for _ in range(events):
        if board.phase is Phase.DONE:
            break
        choices: list[Event] = list(board.legal())
        if board.phase is Phase.AUCTION:
            choices = choices[: 1 + 3 * (rng.random() < 0.5)]
        if board.phase is Phase.PLAY and rng.random() < 0.05:
            choices = [Claim(rng.choice(SEATS), rng.randint(0, 13), "a line", rng.random() < 0.5)]
        choices = choices or [
            Spread(),
            Score(),
            PlayOn(),
            *map(Accept, SEATS),
            *map(Object, SEATS),
            *map(Settle, range(14)),
        ]
        try:
            board = board.then(rng.choice(choices))
        except IllegalAction:
            continue
    return board


@given(st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_undo_to_the_start_and_redo_to_the_end(seed: int) -> None:
    board = random_board(seed)
    history = History(board)
    states = list(board.history())
    assert History(states[0]).board == history.to_start().board
    for state in reversed(states[:-1]):
        history = history.undo()
        assert history.board == state
    assert not history.can_undo
    for state in states[1:]:
        history = history.redo()
        assert history.board == state
    assert not history.can_redo and history.to_start().to_end().board == board
    again = states[0]
    for event in board.events():
        again = again.then(event)
    assert again == board and hash(again) == hash(board)


@given(st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_a_record_survives_json(seed: int) -> None:
    board = random_board(seed)
    again = from_record(json.loads(json.dumps(to_record(board))))
    assert again == board and again.events() == board.events()


def test_random_boards_reach_every_phase() -> None:
    """The properties above would be empty if the random boards never got far."""
    seen = {state.phase for seed in range(60) for state in random_board(seed).history()}
    assert seen == set(Phase)


def test_nothing_to_undo_or_redo() -> None:
    with pytest.raises(IllegalAction, match="take back"):
        History(Board()).undo()
    with pytest.raises(IllegalAction, match="do again"):
        History(Board()).redo()


def test_a_new_event_forgets_what_was_taken_back() -> None:
    history = History(run(Board(), DEAL, "1C")).undo()
    assert history.can_redo
    history = history.do(Call.parse("1H"))
    assert not history.can_redo and str(history.board.auction) == "1H"


def test_replay_to_any_call_and_any_card() -> None:
    board = at_play("3NT")
    while board.phase is Phase.PLAY:
        board = board.then(board.legal()[-1])
    board = board.then(Score())
    assert board.play is not None
    cards = board.play.played()
    for count in range(53):
        state = after_cards(board, count)
        assert state.play is not None and state.play.played() == cards[:count]
    assert after_cards(board, 0).phase is Phase.OPENING_LEAD
    for count in range(5):
        assert after_calls(board, count).auction == Auction(calls=board.auction.calls[:count])
    with pytest.raises(ValueError, match="not 53"):
        after_cards(board, 53)
    with pytest.raises(ValueError, match="4 calls"):
        after_calls(board, 5)


def test_trick_leaders_in_the_record() -> None:
    """The leader is the seat that played the first card, the winner of the trick before."""
    board = random_board(3)
    while board.phase < Phase.SCORING:
        board = board.then(board.legal()[0]) if board.legal() else board.then(Spread())
    assert board.play is not None
    leader = board.play.declarer.lho
    for trick in board.play.tricks:
        assert trick.leader == leader
        leader = trick.winner


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"dealer": "N", "vulnerability": "none"},
        {"dealer": "Q", "vulnerability": "none", "events": []},
        {"dealer": "N", "vulnerability": "none", "events": 3},
        {"dealer": "N", "vulnerability": "none", "events": [["jump"]]},
        {"dealer": "N", "vulnerability": "none", "events": [["call", 3]]},
        {"dealer": "N", "vulnerability": "none", "events": [["deal", DEAL.to_pbn()], ["call", "X"]]},
        {"dealer": "N", "vulnerability": "none", "events": [["card", "SA"]]},
    ],
)
def test_a_record_that_cannot_be_read_is_refused(record: dict[str, Any]) -> None:
    with pytest.raises((NotationError, IllegalAction)) as fault:
        from_record(record)
    assert isinstance(fault.value, BridgelangError)

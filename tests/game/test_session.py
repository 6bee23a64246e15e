"""A session without a front end: who is needed when, undo, claims, chairs, scores, and the file that keeps it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from bridgelang import Call, Seat
from bridgelang.core.cards import Card
from bridgelang.core.dealing import deal
from bridgelang.errors import IllegalAction, NotationError
from bridgelang.game.session import Need, Session
from bridgelang.game.setup import Setup
from bridgelang.game.store import begin, is_unfinished, load, save
from bridgelang.play.board import Phase
from bridgelang.play.chicago import Chicago
from bridgelang.play.rubber import Rubber

SMALL = str(Path(__file__).parents[1] / "data" / "cli" / "small.bid")


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("BRIDGELANG_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def new(seed: int = 7, **options) -> Session:
    return begin(Setup(SMALL, SMALL, seed, **options))


def to_need(session: Session) -> Need:
    """Let the others act until the person is needed."""
    while session.step() is not None:
        pass
    return session.need


def act(session: Session, rng: random.Random) -> None:
    """Something legal, at random: passes mostly, so that auctions end."""
    need = to_need(session)
    if need is Need.CALL:
        calls = session.board.auction.legal_calls()
        session.call(calls[0] if rng.random() < 0.7 else rng.choice(calls[:8]))
    elif need is Need.CARD:
        session.play(rng.choice(session.board.play.legal_cards()))
    elif need is Need.NEXT:
        session.next_board()


def play_board(session: Session, rng: random.Random) -> None:
    while to_need(session) is not Need.NEXT:
        act(session, rng)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seat", list(Seat))
def test_a_board_ends_with_thirteen_tricks_and_a_score(seed, seat):
    session = new(seed, seat=seat)
    play_board(session, random.Random(seed))
    board = session.board
    assert board.phase is Phase.DONE
    assert board.contract is None or len(board.play.tricks) == 13
    assert session.visible() == frozenset(Seat)


def test_the_person_is_asked_exactly_for_his_own_calls_and_cards():
    rng = random.Random(3)
    for seed in range(8):
        session = new(seed)
        while to_need(session) is not Need.NEXT:
            board = session.board
            if session.need is Need.CALL:
                assert board.auction.turn == Seat.SOUTH
                assert session.visible() == {Seat.SOUTH}
            else:
                declarer = board.contract.declarer
                assert board.play.player == session.chair
                assert session.chair == (Seat.NORTH if declarer == Seat.NORTH else Seat.SOUTH)
                seen = {Seat.SOUTH, session.chair} | ({declarer.partner} if board.phase is Phase.PLAY else set())
                assert session.visible() == seen
            act(session, rng)


def test_the_same_doings_give_the_same_board():
    first, second = new(11), new(11)
    for session in (first, second):
        play_board(session, random.Random(1))
    assert first.board == second.board


def test_undo_goes_back_to_every_decision_and_redo_forward_again():
    session = new(5)
    rng = random.Random(2)
    decisions = []
    while to_need(session) is not Need.NEXT:
        decisions.append(session.board)
        act(session, rng)
    end = session.board
    for board in reversed(decisions):
        session.undo()
        assert session.board == board
        assert session.need in (Need.CALL, Need.CARD)
    with pytest.raises(IllegalAction):
        session.undo()
    for _ in decisions:
        session.redo()
    assert session.board == end
    with pytest.raises(IllegalAction):
        session.redo()


def test_a_new_decision_forgets_what_was_taken_back():
    session = new(5)
    to_need(session)
    session.call(Call.parse("P"))
    to_need(session)
    session.undo()
    session.call(Call.parse("7NT"))
    with pytest.raises(IllegalAction):
        session.redo()


def test_nothing_out_of_turn_and_nothing_changes_when_refused():
    session = new(5)
    to_need(session)
    before = session.board
    for action in (
        lambda: session.play(Card.parse("SA")),
        lambda: session.claim(3),
        session.settle,
        session.play_on,
        session.next_board,
    ):
        with pytest.raises(IllegalAction):
            action()
    assert session.board is before


def in_the_play(seed: int) -> Session:
    """A board at the person's first card."""
    session = new(seed)
    rng = random.Random(seed)
    while to_need(session) is not Need.CARD:
        act(session, rng)
    return session


def test_a_card_that_does_not_follow_suit_is_refused():
    refused = 0
    for seed in range(12):
        session = in_the_play(seed)
        while to_need(session) is Need.CARD:
            board = session.board
            hand = board.play.hands[board.play.turn]
            illegal = [c for c in range(52) if hand >> c & 1 and Card(c) not in board.legal()]
            for card in illegal:
                with pytest.raises(IllegalAction):
                    session.play(Card(card))
                assert session.board is board
                refused += 1
            session.play(board.legal()[0])
    assert refused > 50


def test_a_claim_of_what_is_certain_is_accepted():
    accepted = 0
    for seed in range(10):
        session = in_the_play(seed)
        while to_need(session) is Need.CARD and session.board.play.tricks_left > 3:
            session.play(session.others.card(session.board.play))
        if session.need is not Need.CARD or session.board.play.trick:
            continue
        state = session.board.play
        session.claim(0)
        assert to_need(session) is Need.NEXT
        ours = session.chair.side == state.contract.declarer.side
        expected = state.declarer_tricks + (0 if ours else state.tricks_left)
        assert session.board.tricks == expected
        accepted += 1
    assert accepted >= 3


def test_a_claim_of_too_much_is_contested_and_settled_or_dropped():
    contested = 0
    for seed in range(6):
        session = in_the_play(seed)
        while session.board.play.tricks_left > 7 or session.board.phase is Phase.OPENING_LEAD:
            session.play(session.others.card(session.board.play))
            to_need(session)
        asked = session.board
        left = asked.play.tricks_left
        session.claim(left, "drawing trumps first")
        assert session.board.claim.draws_trumps
        if to_need(session) is not Need.SETTLE:
            continue
        contested += 1
        worth = session.contested_worth()
        assert 0 <= worth < left
        session.play_on()
        assert to_need(session) is Need.CARD
        assert session.board.play == asked.play
        session.claim(left)
        if to_need(session) is Need.SETTLE:
            session.settle()
        assert to_need(session) is Need.NEXT
    assert contested >= 3


def test_nothing_is_claimed_before_the_opening_lead():
    session = next(s for s in map(in_the_play, range(20)) if s.board.phase is Phase.OPENING_LEAD)
    with pytest.raises(IllegalAction, match="before the opening lead"):
        session.claim(3)


def test_rubber_and_chicago_take_dealer_and_vulnerability_from_the_sheet():
    rng = random.Random(4)
    for mode, kind in (("rubber", Rubber), ("chicago", Chicago)):
        session = new(21, mode=mode)
        for _ in range(30):
            play_board(session, rng)
            if session.is_over:
                break
            sheet = session.sheet
            assert isinstance(sheet, kind)
            session.next_board()
            assert session.board.dealer == sheet.dealer
            assert session.board.vulnerability == sheet.vulnerability
            assert session.board.deal == deal(21, session.number - 1)
        if mode == "chicago":
            assert session.is_over
        with pytest.raises(IllegalAction):
            for _ in range(2):
                session.next_board()


def test_boards_end_after_their_number():
    session = new(2, boards=2)
    rng = random.Random(1)
    play_board(session, rng)
    assert not session.is_over
    session.next_board()
    play_board(session, rng)
    assert session.is_over


def steadily(session: Session) -> bool:
    """One thing happens, chosen by the state alone: somebody acts, or the next board is dealt; False at the end."""
    if session.step() is not None:
        return True
    made = len(session.board.events())
    if session.need is Need.CALL:
        calls = session.board.auction.legal_calls()
        session.call(calls[0] if made % 3 else calls[made % 7 % len(calls)])
    elif session.need is Need.CARD:
        cards = session.board.legal()
        session.play(cards[made * 7 % len(cards)])
    elif session.is_over:
        return False
    else:
        session.next_board()
    return True


@pytest.mark.parametrize("stop", [0, 1, 3, 9, 20, 40, 60, 67, 68, 69, 100, 200])
def test_a_game_that_is_killed_goes_on_where_it_was(tmp_path, stop):
    """Saved after so many events and loaded: the boards end as they do without an interruption."""
    path = str(tmp_path / "game.json")
    whole = new(9, boards=2)
    while steadily(whole):
        pass
    broken = new(9, boards=2)
    for _ in range(stop):
        steadily(broken)
    save(broken, path)
    again = load(path)
    assert again.board == broken.board
    assert again.setup == broken.setup
    while steadily(again):
        pass
    assert [*again.finished, again.board] == [*whole.finished, whole.board]


def test_a_file_that_was_changed_is_refused(tmp_path):
    path = tmp_path / "game.json"
    session = new(9)
    play_board(session, random.Random(1))
    save(session, str(path))
    good = json.loads(path.read_text())
    assert is_unfinished(str(path))
    for change in (
        lambda data: data["board"]["events"].insert(1, ["call", "7NT"]),
        lambda data: data["board"]["events"].__setitem__(0, ["deal", str(deal(1, 1))]),
        lambda data: data["setup"].__setitem__("mode", "poker"),
        lambda data: data.__setitem__("format", 99),
        lambda data: data.pop("setup"),
        lambda data: data.__setitem__("finished", [good["board"], good["board"]]),
    ):
        data = json.loads(json.dumps(good))
        change(data)
        path.write_text(json.dumps(data))
        with pytest.raises(NotationError):
            load(str(path))
        assert not is_unfinished(str(path))
    path.write_text("not JSON")
    with pytest.raises(NotationError):
        load(str(path))

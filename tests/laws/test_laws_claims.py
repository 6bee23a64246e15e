"""Claims and concessions at the lenient table: the cases of claims.yaml, and undo and redo on everything."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgelang.core.calls import CALLS, PASS, Call
from bridgelang.core.cards import CARDS, Card
from bridgelang.core.contracts import Contract
from bridgelang.core.dealing import deal
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.scoring import contract_score
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.errors import IllegalAction
from bridgelang.laws.bidding import Bidding
from bridgelang.laws.cardplay import Playing
from bridgelang.laws.rulings import DUPLICATE, RUBBER
from bridgelang.laws.table import (
    Attention,
    Called,
    Chosen,
    Exposed,
    GiveBack,
    LenientEvent,
    LenientTable,
    Played,
    open_table,
)
from bridgelang.play.board import Accept, Object, PlayOn, Settle
from bridgelang.play.claims import Claim, concession
from bridgelang.play.record import History
from bridgelang.play.state import PlayState

DATA: dict[str, Any] = yaml.safe_load((Path(__file__).parents[1] / "data" / "claims.yaml").read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = DATA["cases"]
Table = History[LenientTable]


def at_start(case: dict[str, Any]) -> Table:
    code = RUBBER if case.get("code") == "rubber" else DUPLICATE
    dealer, vulnerable = Seat.parse(DATA["dealer"]), Vulnerability.parse(DATA["vulnerable"])
    table = open_table(Deal.parse(DATA["deal"]), dealer, vulnerable, lenient=True, code=code)
    assert isinstance(table, LenientTable)
    if "ending" in case:
        ending = case["ending"]
        hands = [Hand.parse(hand, partial=True).mask for hand in ending["hands"].split()]
        state = PlayState.position(hands, Contract.parse(ending["contract"]), Seat.parse(ending["leader"]))
        return History(LenientTable(table.deal, Bidding(dealer, vulnerable), Playing(state), code=code))
    for call in DATA["calls"].split():
        assert table.bidding.turn is not None
        table = table.call(table.bidding.turn, Call.parse(call))
    return History(table)


def events(line: str, table: LenientTable) -> Iterator[LenientEvent]:
    """The event that a line of a case stands for."""
    words = line.partition(":")[0].split()
    seat = Seat.parse(words[0]) if words[0] in "NESW" else Seat.NORTH
    playing = table.playing
    assert playing is not None
    match words:
        case [_, "plays", card]:
            yield Played(seat, Card.parse(card))
        case [_, "claims", tricks]:
            said = line.partition(":")[2].strip()
            yield Claim(seat, int(tricks), said, "trump" in said)
        case [_, "concedes", tricks]:
            yield concession(playing.state, seat, int(tricks))
        case [_, "agrees"]:
            yield Accept(seat)
        case [_, "objects"]:
            yield Object(seat)
        case [_, "shows", *cards]:
            yield Exposed(seat, tuple(map(Card.parse, cards)))
        case [_, "asks", "back"]:
            yield GiveBack(seat)
        case [_, "gets", "back", tricks]:
            yield GiveBack(seat, int(tricks))
        case ["adjudicate"]:
            yield Chosen("adjudicate")
        case ["play", "on"]:
            yield PlayOn()
        case ["director", "gives", tricks]:
            yield Settle(int(tricks))
        case ["attention"]:
            yield Attention()
        case _:
            raise ValueError(f"{line!r} is not a line of a case")


def happen(history: Table, line: str) -> Table:
    if line in ("undo", "redo"):
        return history.undo() if line == "undo" else history.redo()
    if line.startswith("cards "):
        for card in line.split()[1:]:
            playing = history.board.playing
            assert playing is not None and playing.state.turn is not None
            history = history.do(Played(playing.state.turn, Card.parse(card)))
        return history
    for event in events(line, history.board):
        history = history.do(event)
    return history


def run(case: dict[str, Any]) -> Table:
    history = at_start(case)
    for line in case["events"]:
        history = happen(history, line)
    return history


def title(case: dict[str, Any]) -> str:
    return f"{case['law']}: {case['why'][:60]}"


def test_the_cases_cover_the_laws() -> None:
    laws = {case["law"] for case in CASES}
    assert {"63A3", "68A", "68B1", "68B2", "68D", "68D2", "68D2(b)", "69A", "69B2", "70A", "70C", "71.2"} <= laws
    keys = {"law", "why", "code", "ending", "events", "tricks", "score", "laws", "adjusted", "refused", "penalty"}
    for case in CASES:
        assert set(case) <= keys | {"choice", "to play"}
        assert set(case) & {"tricks", "laws", "refused", "penalty", "choice", "to play"}, case["why"]


@pytest.mark.parametrize("case", [case for case in CASES if "refused" not in case], ids=title)
def test_a_case(case: dict[str, Any]) -> None:
    table = run(case).board
    playing = table.playing
    assert playing is not None
    if "tricks" in case:
        assert table.is_over
        tricks, score, rulings = table.result()
        assert (tricks, score) == (case["tricks"], case.get("score", score))
        assert [ruling.law for ruling in rulings] == case.get("adjusted", [])
    else:
        assert not table.is_over
        with pytest.raises(IllegalAction, match="not over"):
            table.result()
    if "laws" in case:
        assert [ruling.law for ruling in table.rulings] == case["laws"]
    if "choice" in case:
        assert table.pending is not None and [option.key for option in table.pending.options] == case["choice"]
    if "penalty" in case:
        assert [str(known.card) for known in playing.penalty] == case["penalty"]
    if "to play" in case:
        assert playing.state.turn == Seat.parse(case["to play"]) and table.claim is None and table.pending is None


@pytest.mark.parametrize("case", [case for case in CASES if "refused" in case], ids=title)
def test_a_case_that_is_refused(case: dict[str, Any]) -> None:
    *before, last = case["events"]
    history = run({**case, "events": before})
    table = history.board
    with pytest.raises(IllegalAction) as fault:
        happen(history, last)
    assert fault.value.law == case["refused"] and str(fault.value)
    assert history.board == table


@pytest.mark.parametrize("case", [case for case in CASES if "refused" not in case], ids=title)
def test_every_case_taken_back_and_done_again(case: dict[str, Any]) -> None:
    table = run(case).board
    tables = list(table.history())
    history = History(table)
    for earlier in reversed(tables[:-1]):
        history = history.undo()
        assert history.board == earlier
    assert not history.can_undo and history.to_end().board == table
    again = tables[0]
    for event in table.events():
        again = again.then(event)
    assert again == table and again.rulings == table.rulings


def test_every_ruling_cites_a_law_and_says_what_happened() -> None:
    for case in CASES:
        if "refused" not in case:
            for ruling in run(case).board.rulings:
                assert re.fullmatch(r"Law \d+[A-Z]?\d?(\([a-z]\))?(\.\d)?", ruling.law) and ruling.text


# The same on boards at random: irregular calls, cards, claims and all


def random_event(rng: random.Random, table: LenientTable) -> LenientEvent:
    pending = table.pending
    if pending is not None and rng.random() < 0.8:
        return Chosen(rng.choice(pending.options).key)
    playing = table.playing
    if playing is None:
        turn = table.bidding.turn
        regular = turn is not None and rng.random() < 0.9
        seat = turn if turn is not None and regular else rng.choice(SEATS)
        return Called(seat, PASS if rng.random() < 0.6 else rng.choice(CALLS))
    if table.claim is not None:
        seat = rng.choice(SEATS)
        number = rng.randint(0, 13)
        others = (Settle(number), PlayOn(), Attention(), GiveBack(seat, number), Exposed(seat, (rng.choice(CARDS),)))
        return rng.choice((Accept(seat), Accept(seat), Object(seat), *others))
    chance = rng.random()
    if chance < 0.05:
        return Claim(rng.choice(SEATS), rng.randint(0, 13), "", rng.random() < 0.5)
    if chance < 0.08:
        return Attention()
    turn = playing.state.turn
    if turn is None or chance < 0.12:
        return Played(rng.choice(SEATS), rng.choice(CARDS))
    return Played(turn, rng.choice(playing.playable() or CARDS))


def random_table(seed: int, count: int = 250) -> LenientTable:
    rng = random.Random(seed)
    board = deal(seed, 0)
    table = open_table(
        board, rng.choice(SEATS), rng.choice(list(Vulnerability)), lenient=True, resolver=lambda play, claim: 0
    )
    assert isinstance(table, LenientTable)
    for _ in range(count):
        try:
            table = table.then(random_event(rng, table))
        except IllegalAction:
            continue
    return table


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_undo_to_the_start_and_redo_to_the_end(seed: int) -> None:
    table = random_table(seed)
    tables = list(table.history())
    history = History(table)
    for earlier in reversed(tables[:-1]):
        history = history.undo()
        assert history.board == earlier
    for later in tables[1:]:
        history = history.redo()
        assert history.board == later
    again = tables[0]
    for event in table.events():
        again = again.then(event)
    assert again == table


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_a_board_that_is_over_has_a_score(seed: int) -> None:
    table = random_table(seed)
    for moment in table.history():
        if not moment.is_over:
            continue
        tricks, score, rulings = moment.result()
        assert 0 <= tricks <= 13
        assert score == contract_score(moment.contract, tricks, moment.bidding.vulnerability)
        assert all(ruling.law.startswith("Law 64") for ruling in rulings)


def test_random_boards_reach_every_kind_of_event() -> None:
    """The properties above would be empty if the random boards never got far."""
    seen: set[type] = set()
    settled = 0
    for seed in range(60):
        table = random_table(seed)
        seen |= {type(event) for event in table.events()}
        settled += table.claim is not None and table.claim.is_settled
    assert seen == {Called, Played, Chosen, Exposed, Attention, Claim, Accept, Object, Settle, PlayOn, GiveBack}
    assert settled > 20


def test_a_new_event_forgets_what_was_taken_back() -> None:
    history = run({"events": ["cards S9 S2 S4 SJ", "S claims 12", "E agrees", "undo"]})
    assert history.can_redo and not happen(history, "W objects").can_redo


def test_a_claim_is_worth_what_the_resolver_says() -> None:
    table = run({"events": ["cards S9 S2 S4 SJ", "S claims 12", "W objects"]}).board
    other = open_table(table.deal, Seat.SOUTH, Vulnerability.NS, lenient=True, resolver=lambda play, claim: 7)
    assert isinstance(other, LenientTable)
    for event in table.events():
        other = other.then(event)
    assert other.choose("adjudicate").result()[:2] == (8, -100)
    assert other.choose("play on").claim is None

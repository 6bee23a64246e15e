"""Outside bidders over the protocol, and our systems as such bidders for others."""

from __future__ import annotations

import io
import json
import os
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import attrs
import pytest

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import PASS, Call
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.errors import BridgelangError
from bridgelang.match import MatchResult, play_match
from bridgelang.match.bidding import Answer, SystemBidder, _order_of_second_table, bid_boards
from bridgelang.match.boards import open_boards
from bridgelang.match.bot import serve
from bridgelang.match.entries import Entry, seat_pair
from bridgelang.match.external import ExternalBidder, ExternalError
from bridgelang.match.outside import Outside, OutsideError
from bridgelang.match.program import Program
from bridgelang.match.protocol import LONGEST_LINE, call_request
from tests.match.match_stubs import Passes, Stub

ROOT = Path(__file__).parents[2]
CLIENT = shlex.join([sys.executable, str(ROOT / "examples" / "client.py")])
STUBS = "python:tests.match.match_stubs"
HAND = Hand.parse("AQ32.K54.J987.32")
QUESTION = (HAND, Auction.parse("1NT P", dealer="N"))


def misbehaving(kind: str, *after: int) -> str:
    script = str(Path(__file__).with_name("misbehaving.py"))
    return shlex.join([sys.executable, script, kind, *[str(number) for number in after]])


class PointCounter(Stub):
    """What examples/client.py does, in process."""

    def __init__(self) -> None:
        super().__init__("point counter")

    def choose(self, hand: Hand, auction: Auction) -> Answer:
        longest = max((3, 2, 1, 0), key=lambda suit: hand.lengths[suit])
        opens = hand.hcp >= 12 and auction.last_bid is None
        call = Call.parse(f"1{'CDHS'[longest]}") if opens else PASS
        return Answer(call, "", f"{hand.hcp} points")


def plain(result: MatchResult) -> str:
    return json.dumps(attrs.asdict(result), default=list)


def test_the_reference_client_is_twenty_lines_and_plays_as_in_process(deck: str) -> None:
    assert len((ROOT / "examples" / "client.py").read_text().splitlines()) <= 22
    outside = play_match(f"external:{CLIENT}", Passes("b"), boards=50, deck=deck, cache=False)
    inside = play_match(PointCounter(), Passes("b"), boards=50, deck=deck, cache=False)
    assert outside.a == "point counter"
    assert outside.faults == ({}, {})
    assert any(outside.values)
    assert plain(outside) == plain(inside)


def test_two_processes_and_two_programs(deck: str) -> None:
    stubs = f"{STUBS}:Stub"
    one = play_match(f"external:{CLIENT}", stubs, boards=50, deck=deck, cache=False)
    two = play_match(f"external:{CLIENT}", stubs, boards=50, deck=deck, cache=False, jobs=2)
    assert plain(one) == plain(two)


def one_program(kind: str, *after: int, **terms: Any) -> ExternalBidder:
    """A bidder whose single program serves all seats."""
    return ExternalBidder(misbehaving(kind, *after), outside=Outside("shared", **{"seconds": 5.0, **terms}))


@pytest.mark.parametrize(
    ("kind", "faults"),
    [
        ("well behaved", {}),
        ("illegal once", {"illegal": 1}),
        ("insufficient", {"illegal": 5}),
        ("no call", {"illegal": 5}),
        ("garbage", {"garbage": 25}),
        ("late once", {"late": 1}),
        ("rude", {"garbage": 1, "late": 1}),
        ("surrogate", {}),
        ("escapes", {}),
    ],
)
def test_every_fault_is_counted_and_replaced_by_a_pass(kind: str, faults: dict[str, int]) -> None:
    bidder = one_program(kind, seconds=1.0)
    questions = [(HAND, Auction.parse("1NT P")), (HAND, Auction())] * 4
    answers = bidder.answer(questions)
    assert [answer.call for answer in answers] == [PASS] * 8
    assert bidder.faults() == faults
    assert bidder.faults() == {}  # counted once
    assert all(text.isprintable() for text in (bidder.name, *[answer.text for answer in answers]))
    bidder.close()


def test_a_program_that_answers_nothing_is_given_up_after_five() -> None:
    said: list[str] = []
    bidder = ExternalBidder(misbehaving("late", 0), outside=Outside("shared", seconds=0.1), warn=said.append)
    assert {answer.call for answer in bidder.answer([QUESTION] * 60)} == {PASS}
    assert bidder.given_up and len(said) == 1
    assert "failed to answer 5 times (5 late): it is given up" in said[0]
    faults = bidder.faults()
    assert faults["late"] == 5 and sum(faults.values()) in (60, 61)  # even the hello may have been too slow
    bidder.close()


def test_a_program_that_fails_now_and_then_is_not_given_up_in_a_long_match() -> None:
    terms = Outside()
    assert not any(terms.is_enough(failures, 150 * failures) for failures in range(11))
    assert terms.is_enough(20, 1_000) and not terms.is_enough(20, 2_000)


def test_a_match_may_be_stopped_when_its_program_is_given_up(deck: str, tmp_path: Path) -> None:
    program, terms = f"external:{misbehaving('late', 0)}", Outside(seconds=0.2, failures=2, then="stop")
    for options in ({"jobs": 1}, {"jobs": 2, "out": tmp_path / "m"}):
        with pytest.raises(BridgelangError, match=r"failed to answer 2 times .*the match is stopped"):
            play_match(program, f"{STUBS}:Stub", boards=50, deck=deck, cache=False, outside=terms, **options)
    result = play_match(
        f"{STUBS}:Stub", f"{STUBS}:Stub", boards=50, deck=deck, cache=False, out=tmp_path / "m2", outside=terms
    )
    assert result.boards == 50


def test_that_a_program_is_given_up_is_said_with_the_match(deck: str) -> None:
    said: list[str] = []
    terms = Outside(seconds=0.2, failures=2)
    result = play_match(
        f"external:{misbehaving('late', 0)}", f"{STUBS}:Stub", boards=50, deck=deck, cache=False, jobs=2,
        outside=terms, warn=said.append,
    )  # fmt: skip
    assert result.boards == 50 and result.faults[0]["given up"] > 50
    assert said and all("it is given up, and the rest of its calls are passes" in one for one in said)


@pytest.mark.parametrize("kind", ["dead", "half a line", "endless", "flood"])
def test_a_program_that_dies_is_started_again_until_it_is_given_up(kind: str) -> None:
    bidder = one_program(kind)
    assert len(bidder.answer([QUESTION] * 40)) == 40
    faults = bidder.faults()
    # five lives of three answers each; each ends in one fault, and the rest is not asked any more
    word = "endless" if kind in ("endless", "flood") else "dead"
    assert {**faults, "garbage": 0} == {word: 5, "given up": 20, "garbage": 0}
    bidder.close()


def test_a_program_that_dies_at_once() -> None:
    bidder = one_program("dies at once")
    assert bidder.answer([QUESTION] * 9) == [Answer(PASS)] * 9
    assert bidder.given_up
    assert bidder.faults()["dead"] >= 5
    bidder.close()


def test_a_program_that_never_reads_cannot_block_us() -> None:
    bidder = one_program("never reads", seconds=0.05)
    assert bidder.answer([QUESTION] * 8) == [Answer(PASS)] * 8
    bidder.close()


def test_lines_without_end_take_no_memory() -> None:
    """The program writes as fast as it can; not more than a few lines of it are ever held."""
    program = Program(misbehaving("flood", 0))
    program.send({"type": "hello"})
    program.send({"type": "call", "id": 1})
    assert isinstance(program.line(time.monotonic() + 10), bytes)
    waiting = program._incoming
    while not waiting.full():
        pass
    assert waiting.qsize() * LONGEST_LINE < 5_000_000
    program.kill()


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    """Children in its group, and on Linux those that made a session of their own and changed their parents."""
    for kind in ["family"] + (["far family"] if sys.platform == "linux" else []):
        for end in ("close", "kill"):
            bidder = one_program(kind, 0)
            (answer,) = bidder.answer([QUESTION])
            processes = [int(word) for word in answer.text.split()]
            assert len(processes) == 3 and all(map(is_running, processes))
            if end == "close":
                bidder.close()
            else:
                next(iter(bidder._programs.values())).kill()
            assert not any(map(is_running, processes))


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_each_seat_of_each_table_has_a_process_of_its_own(deck: str) -> None:
    """What a process is told is the hands of one seat at one table, and it ends before the other table begins."""
    boards = open_boards(deck, 60).take(0, 60)
    for processes, expected in (("seat", 4), ("shared", 1)):
        bidder = ExternalBidder(misbehaving("tells its number", 0), outside=Outside(processes))
        told: dict[str, set[tuple[int, int]]] = {}
        for table, bidden in enumerate(zip(*bid_boards(boards, bidder, Passes("b")), strict=True)):
            for place, one in enumerate(bidden):
                for index, answer in enumerate(one.answers):
                    if answer.text:
                        told.setdefault(answer.text, set()).add((table, (boards[place].dealer + index) % 4))
        bidder.close()
        assert len(told) == expected
        assert {len(seats) for seats in told.values()} == {4 // expected}


def test_boards_come_to_the_second_table_in_an_order_that_only_all_hands_tell(deck: str) -> None:
    boards = open_boards(deck, 60).take(0, 60)
    order = _order_of_second_table(boards)
    assert sorted(order) == list(range(60)) and order != sorted(order)
    assert order == _order_of_second_table(boards)
    north, east, south, west = boards[7].deal.hands
    other = [*boards[:7], attrs.evolve(boards[7], deal=Deal([south, east, north, west])), *boards[8:]]
    assert order != _order_of_second_table(other)


@pytest.mark.parametrize(
    "terms", [{"processes": "many"}, {"then": "cry"}, {"seconds": 0}, {"seconds": float("nan")}, {"failures": 0}]
)
def test_senseless_terms_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(OutsideError):
        Outside(**terms)


def test_several_requests_in_flight_answered_in_any_order() -> None:
    bidder = one_program("batch", 0)
    hands = [QUESTION, (HAND, Auction())] * 4
    assert [answer.text for answer in bidder.answer(hands)] == ["nothing to say"] * 8
    assert bidder.faults() == {}
    bidder.close()


def test_faults_reach_the_result_and_the_match_goes_on(deck: str) -> None:
    result = play_match(f"external:{misbehaving('insufficient', 5)}", Stub("b"), boards=50, deck=deck, cache=False)
    again = play_match(f"external:{misbehaving('insufficient', 5)}", Stub("b"), boards=50, deck=deck, cache=False)
    assert result.boards == 50 and result.a == "bad insufficient"
    assert result.faults[0]["illegal"] > 50 and result.faults[1] == {}
    assert plain(result) == plain(again)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "needs a command"),
        ("/no/such/program", "cannot start /no/such/program: there is no such program"),
        (str(ROOT / "README.md"), "may not be executed"),
        ("a 'b", "cannot be read"),
        ("a\0b", "no command can have"),
    ],
)
def test_a_command_that_cannot_be_started_is_refused(command: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ExternalError, match=message):
        ExternalBidder(command)
    with pytest.raises(ExternalError, match=message):
        play_match(f"external:{command}", Stub(), boards=5, out=tmp_path / "m")
    assert not (tmp_path / "m").exists()


def test_no_shell_sees_the_command(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    bidder = ExternalBidder(f"{misbehaving('well behaved')} 3 ; touch {mark}")
    bidder.answer([QUESTION])
    bidder.close()
    assert not mark.exists()


def test_the_request_is_as_the_interface_has_it() -> None:
    hand = Hand.parse("AQ32.K54.J987.32")
    assert call_request(7, hand, Auction.parse("1NT P", dealer="N")) == {
        "type": "call", "id": 7, "hand": "AQ32.K54.J987.32", "seat": "S", "dealer": "N",
        "vulnerability": "none", "auction": ["1NT", "P"],
    }  # fmt: skip


# ------------------------------------------------------------------ the server


@attrs.frozen
class Decision:
    call: Call
    explanation: str = "as always"


class TinySystem:
    """Bids 2C over everything it may; remembers which opponents it was told of."""

    name = "tiny"

    def __init__(self) -> None:
        self.opponents: list[Any] = []

    def choose_call(self, hand: Hand, auction: Auction, opponents: Any = None) -> Decision:
        self.opponents.append(opponents)
        call = Call.parse("2C")
        return Decision(call if auction.is_legal(call) else PASS)


def talk(system: Any, *lines: bytes | dict[str, Any], load: Any = None) -> list[dict[str, Any]]:
    text = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
    answers = io.BytesIO()
    serve(system, io.BytesIO(text), answers, load)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


HELLO = {"type": "hello", "protocol": 1, "system": None, "opponents": "sayc"}
CALL = {
    "type": "call", "id": 7, "hand": "AQ32.K54.J987.32", "seat": "S", "dealer": "N",
    "vulnerability": "none", "auction": ["1NT", "P"],
}  # fmt: skip


def test_the_server_answers_as_the_interface_has_it() -> None:
    hello, first, second = talk(TinySystem(), HELLO, CALL, {**CALL, "id": 8, "auction": ["1NT", "2D"]})
    assert (hello["type"], hello["name"], hello["batch"]) == ("hello", "tiny", True)
    assert first == {"id": 7, "call": "2C", "explanation": "as always"}
    assert second["call"] == "P"


def test_the_server_stops_at_bye_and_at_the_end_of_input() -> None:
    assert len(talk(TinySystem(), HELLO, {"type": "bye"}, CALL)) == 1
    assert talk(TinySystem()) == []


def test_the_server_reads_the_opponents_by_name_only() -> None:
    system = TinySystem()
    talk(system, HELLO, CALL, load=lambda name: f"<{name}>")
    talk(system, {**HELLO, "opponents": "../secret"}, CALL, load=lambda name: f"<{name}>")
    talk(system, {**HELLO, "opponents": None}, CALL, load=lambda name: f"<{name}>")
    assert system.opponents == ["<sayc>", None, None]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"nonsense\n", "not a JSON object"),
        (b"[1]\n", "not a JSON object"),
        (b"\xff\xfe\n", "not a JSON object"),
        (b"x" * 100_000 + b"\n", "longer than"),
        ({**CALL, "hand": "AQ32.K54.J987.3"}, "12 cards"),
        ({**CALL, "hand": 5}, "`hand` must be a text"),
        ({**CALL, "auction": ["1NT", "1S"]}, "not sufficient"),
        ({**CALL, "auction": ["1NT", "9S"]}, "9S"),
        ({**CALL, "auction": "1NT"}, "list of calls"),
        ({**CALL, "auction": ["P", "P", "P", "P"]}, "over"),
        ({**CALL, "seat": "N"}, "S is to call"),
        ({"type": "dance", "id": 3}, "'dance'"),
        ({"type": "hello", "protocol": 2}, "protocol 2"),
    ],
)
def test_what_the_server_cannot_answer_is_said_and_it_goes_on(line: bytes | dict[str, Any], message: str) -> None:
    fault, good = talk(TinySystem(), line, CALL)
    assert message in fault["error"]
    assert good["call"] == "2C"


def test_our_side_reads_an_outside_program_by_the_system_it_is_said_to_play(deck: str) -> None:
    entries = Entry.parse("standard-simple"), Entry.parse(f"external:{CLIENT}")
    for sides in (entries, entries[::-1]):
        pair = seat_pair(*sides, Outside(plays="goren"))
        ours = pair[sides.index(entries[0])]
        assert isinstance(ours, SystemBidder) and ours.opponents.name == "goren"
    assert seat_pair(*entries, Outside())[0].opponents is None  # type: ignore[attr-defined]


def test_what_an_outside_program_plays_is_kept_with_the_match(deck: str, tmp_path: Path) -> None:
    terms: dict[str, Any] = {"boards": 25, "deck": deck, "cache": False, "out": tmp_path / "m"}
    play_match("standard-simple", f"external:{CLIENT}", outside=Outside(plays="goren"), **terms)
    with pytest.raises(BridgelangError, match="its system of an outside program is"):
        play_match(
            "standard-simple", f"external:{CLIENT}", outside=Outside(plays="standard-simple"), resume=True, **terms
        )


@pytest.mark.parametrize(
    ("b", "plays", "message"),
    [
        ("goren", "goren", "told only where one does"),
        (f"external:{CLIENT}", f"external:{CLIENT}", "is a system's name or file, not `external:"),
        (f"external:{CLIENT}", "nosuch", "nosuch"),
    ],
)
def test_what_no_outside_program_plays_is_refused(deck: str, b: str, plays: str, message: str) -> None:
    with pytest.raises(BridgelangError, match=message):
        play_match("standard-simple", b, boards=25, deck=deck, cache=False, outside=Outside(plays=plays))

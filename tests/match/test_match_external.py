"""Outside bidders over the protocol, and our systems as such bidders for others."""

from __future__ import annotations

import io
import json
import shlex
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import PASS, Call
from bridgelang.core.hands import Hand
from bridgelang.match import MatchResult, play_match
from bridgelang.match.bidding import Answer
from bridgelang.match.bot import serve
from bridgelang.match.external import ExternalBidder, ExternalError
from bridgelang.match.protocol import call_request
from tests.match.match_stubs import Passes, Stub

ROOT = Path(__file__).parents[2]
CLIENT = shlex.join([sys.executable, str(ROOT / "examples" / "client.py")])
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
    outside = play_match(f"external:{CLIENT}", Passes("b"), boards=200, deck=deck, cache=False)
    inside = play_match(PointCounter(), Passes("b"), boards=200, deck=deck, cache=False)
    assert outside.a == "point counter"
    assert outside.faults == ({}, {})
    assert any(outside.values)
    assert plain(outside) == plain(inside)


def test_two_processes_and_two_programs(deck: str) -> None:
    stubs = "python:tests.match.match_stubs:Stub"
    one = play_match(f"external:{CLIENT}", stubs, boards=60, deck=deck, cache=False)
    two = play_match(f"external:{CLIENT}", stubs, boards=60, deck=deck, cache=False, jobs=2)
    assert plain(one) == plain(two)


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
    ],
)
def test_every_fault_is_counted_and_replaced_by_a_pass(kind: str, faults: dict[str, int]) -> None:
    bidder = ExternalBidder(misbehaving(kind), seconds=1.0)
    questions = [(HAND, Auction.parse("1NT P")), (HAND, Auction())] * 4
    answers = bidder.answer(questions)
    assert [answer.call for answer in answers] == [PASS] * 8
    assert bidder.faults() == faults
    assert bidder.faults() == {}  # counted once
    bidder.close()


def test_a_program_that_answers_nothing_is_given_up_after_five() -> None:
    bidder = ExternalBidder(misbehaving("late", 0), seconds=0.1)
    assert {answer.call for answer in bidder.answer([QUESTION] * 60)} == {PASS}
    faults = bidder.faults()
    # five late ones in each of its four lives (or fewer, when even the hello was too slow), then no more
    assert sum(faults.values()) >= 60 and faults["dead"] >= 30
    assert 5 <= faults["late"] <= 24
    bidder.close()


@pytest.mark.parametrize("kind", ["dead", "half a line", "endless"])
def test_a_dead_program_is_started_again_three_times(kind: str) -> None:
    bidder = ExternalBidder(misbehaving(kind), seconds=5.0)
    assert len(bidder.answer([QUESTION] * 40)) == 40
    faults = bidder.faults()
    # four lives of three answers each; each life but for the hello ends in one fault, the rest finds nobody
    first = "endless" if kind == "endless" else "dead"
    assert sum(faults.values()) - faults.get("garbage", 0) == 40 - 4 * 3
    assert faults[first] >= 4
    bidder.close()


def test_a_program_that_dies_at_once() -> None:
    bidder = ExternalBidder(misbehaving("dies at once"), seconds=5.0)
    assert bidder.answer([QUESTION] * 3) == [Answer(PASS)] * 3
    assert bidder.faults()["dead"] >= 3
    bidder.close()


def test_a_program_that_never_reads_cannot_block_us() -> None:
    bidder = ExternalBidder(misbehaving("never reads"), seconds=0.05)
    assert bidder.answer([QUESTION] * 8) == [Answer(PASS)] * 8
    bidder.close()


def test_several_requests_in_flight_answered_in_any_order() -> None:
    bidder = ExternalBidder(misbehaving("batch", 0), seconds=5.0)
    hands = [QUESTION, (HAND, Auction())] * 4
    assert [answer.text for answer in bidder.answer(hands)] == ["nothing to say"] * 8
    assert bidder.faults() == {}
    bidder.close()


def test_faults_reach_the_result_and_the_match_goes_on(deck: str) -> None:
    result = play_match(f"external:{misbehaving('insufficient', 100)}", Stub("b"), boards=60, deck=deck, cache=False)
    again = play_match(f"external:{misbehaving('insufficient', 100)}", Stub("b"), boards=60, deck=deck, cache=False)
    assert result.boards == 60 and result.a == "bad insufficient"
    assert result.faults[0]["illegal"] > 50 and result.faults[1] == {}
    assert plain(result) == plain(again)


@pytest.mark.parametrize(
    ("command", "message"),
    [("", "needs a command"), ("/no/such/program", "cannot start"), ("a 'b", "cannot be read")],
)
def test_a_command_that_cannot_be_started_is_refused(command: str, message: str) -> None:
    with pytest.raises(ExternalError, match=message):
        ExternalBidder(command)


def test_no_shell_sees_the_command(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    bidder = ExternalBidder(f"{misbehaving('well behaved')} 3 ; touch {mark}", seconds=5.0)
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

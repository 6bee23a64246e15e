"""Outside programs as bidders: asked over pipes, and never able to stop a match or to bring hands together.

Each seat has a program of its own, started afresh for each table of a chunk of boards, so that what one program is
told is the hands of one seat at one table; with ``processes="shared"`` one program serves all, which is faster.

Whatever goes wrong is counted by kind and the call replaced by a pass:

* ``late``: no answer within the time limit (an answer that comes afterwards is dropped);
* ``illegal``: a call that cannot be read or is not legal now;
* ``garbage``: a line that is no JSON object, or has no request's id;
* ``endless``: a line longer than 65,536 bytes, or a thousand lines of no use instead of an answer; the program is
  ended, since nothing after it can be trusted;
* ``dead``: the program has ended, or was ended, when it should answer;
* ``given up``: the program was not asked any more.

A program that is dead is started again for the next question, because every request carries all it needs. But not
for ever: see :class:`~bridgelang.match.outside.Outside` for when a bidder is given up.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import PASS, Call
from bridgelang.errors import NotationError
from bridgelang.match.bidding import Answer, Question
from bridgelang.match.outside import Outside
from bridgelang.match.program import ExternalError, Program, words_of
from bridgelang.match.protocol import PROTOCOL, ProtocolError, call_request, parse_line, shown_text

__all__ = ["ExternalBidder", "ExternalError"]

_WINDOW = 32  # requests in flight with a program that takes several
_USELESS = 1000  # lines that are no answer, after which a program counts as endless
_FAREWELL = 1.0  # seconds that programs are given to end by themselves
_SHARED = -1  # in place of a seat: the program that serves all of them


class ExternalBidder:
    """A program that speaks the protocol; ``command`` is split as a shell would, and run without one.

    ``opponents`` names the system the other side plays, where it has a name. ``warn`` is called with a sentence when
    the program is given up. Raises :class:`ExternalError` when the command cannot be started.
    """

    def __init__(
        self,
        command: str,
        opponents: str | None = None,
        outside: Outside | None = None,
        warn: Callable[[str], None] | None = None,
    ) -> None:
        words_of(command)
        self.command = command
        self.name = f"external:{command}"
        self.outside = outside or Outside()
        self.given_up = False
        self._greeted = False
        self._opponents = opponents
        self._warn = warn
        self._counts: Counter[str] = Counter()
        self._failures: Counter[str] = Counter()
        self._answered = 0
        self._programs: dict[int, Program] = {}

    def sit(self) -> None:
        """A new table: its programs are started afresh, unless one serves all."""
        if self.outside.processes == "seat":
            self.close()

    def answer(self, questions: Sequence[Question]) -> list[Answer]:
        """A legal call for each question; a pass where the program failed.

        Raises :class:`ExternalError` when a program says in place of its hello that it cannot play, and when the bidder
        is given up and the match is to stop then.
        """
        answers = [Answer(PASS)] * len(questions)
        places: dict[int, list[int]] = {}
        for place, (_, auction) in enumerate(questions):
            places.setdefault(self._chair(auction), []).append(place)
        self._start(list(places))
        for chair, mine in places.items():
            while mine:
                asked = mine[: _WINDOW if self._takes_several(chair) else 1]
                given = self._ask(chair, [questions[place] for place in asked])
                for place, answer in zip(asked, given, strict=True):
                    answers[place] = answer
                mine = mine[len(asked) :]
        return answers

    def faults(self) -> dict[str, int]:
        """The faults by kind since this was last asked."""
        counts = dict(sorted(self._counts.items()))
        self._counts.clear()
        return counts

    def close(self) -> None:
        """Say bye, and end the programs that do not end by themselves."""
        programs = list(self._programs.values())
        self._programs.clear()
        for program in programs:
            program.part()
        deadline = time.monotonic() + _FAREWELL
        for program in programs:
            program.wait(deadline)
        for program in programs:
            program.kill()

    def _chair(self, auction: Auction) -> int:
        """Whose program is asked."""
        return _SHARED if self.outside.processes == "shared" or auction.turn is None else int(auction.turn)

    def _takes_several(self, chair: int) -> bool:
        program = self._programs.get(chair)
        return self.given_up or (program is not None and program.batch)

    def _start(self, chairs: Sequence[int]) -> None:
        """Programs for those of the chairs that have none, or a dead one."""
        started = []
        for chair in chairs:
            old = self._programs.get(chair)
            if self.given_up or (old is not None and not old.is_dead):
                continue
            try:
                program = self._programs[chair] = Program(self.command)
            except ExternalError:
                if not self._greeted:
                    raise
                self._fail("dead", 1)
                continue
            program.send({"type": "hello", "protocol": PROTOCOL, "system": None, "opponents": self._opponents})
            started.append(program)
        deadline = time.monotonic() + self.outside.seconds
        for program in started:
            if not self.given_up:
                self._greet(program, deadline)

    def _greet(self, program: Program, deadline: float) -> None:
        """Read the program's hello."""
        for _ in range(_USELESS):
            line = program.line(deadline)
            if not isinstance(line, bytes):
                break
            hello = _object(line)
            if hello.get("type") == "hello":
                self._welcome(program, hello)
                return
            if isinstance(reason := hello.get("error"), str):
                self.close()
                raise ExternalError(f"external:{shown_text(self.command, 80)} does not play: {shown_text(reason, 200)}")
            self._counts["garbage"] += 1
        else:
            line = "endless"
        self._greeted = True
        if line != "late":
            program.kill()
        self._fail(line, 1)

    def _welcome(self, program: Program, hello: dict[str, Any]) -> None:
        """Remember what a hello says; the first of them names the bidder."""
        if not self._greeted:
            self.name = shown_text(hello.get("name"), 80).strip() or self.name
        self._greeted = program.greeted = True
        program.batch = hello.get("batch") is True

    def _ask(self, chair: int, questions: Sequence[Question]) -> list[Answer]:
        """Answers to questions that may all be in flight."""
        self._start([chair])
        answers = [Answer(PASS)] * len(questions)
        program = self._programs.get(chair)
        if self.given_up or program is None or program.is_dead:
            self._counts["given up" if self.given_up else "dead"] += len(questions)
            return answers
        waiting: dict[int, int] = {}
        for place, (hand, auction) in enumerate(questions):
            program.asked += 1
            waiting[program.asked] = place
            program.send(call_request(program.asked, hand, auction))
        deadline = time.monotonic() + self.outside.seconds
        useless = 0
        while waiting:
            line = program.line(deadline) if useless < _USELESS else "endless"
            if not isinstance(line, bytes):
                if line != "late":
                    program.kill()
                self._fail(line, len(waiting))
                break
            number, answer = self._read(line, program, waiting, questions)
            if number is None:
                useless += 1
                continue
            answers[waiting.pop(number)] = answer
            self._answered += 1
            useless = 0
            deadline = time.monotonic() + self.outside.seconds
        return answers

    def _read(
        self, line: bytes, program: Program, waiting: dict[int, int], questions: Sequence[Question]
    ) -> tuple[int | None, Answer]:
        """Which request a line answers, None for none, and the answer."""
        message = _object(line)
        if message.get("type") == "hello" and not program.greeted:
            self._welcome(program, message)  # late, and already counted
            return None, Answer(PASS)
        number = message.get("id")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 < number <= program.asked:
            self._counts["garbage"] += 1
            return None, Answer(PASS)
        if number not in waiting:
            return None, Answer(PASS)  # the late answer to a question already counted, or a second answer
        call = _legal_call(message.get("call"), questions[waiting[number]][1])
        if call is None:
            self._counts["illegal"] += 1
            return number, Answer(PASS)
        return number, Answer(call, text=shown_text(message.get("explanation"), 200))

    def _fail(self, kind: str, calls: int) -> None:
        """A program did not answer, and so many calls are passes for it; perhaps that was once too often."""
        self._counts[kind] += calls
        self._failures[kind] += 1
        if self.given_up or not self.outside.is_enough(self._failures.total(), self._answered):
            return
        self.given_up = True
        self.close()
        kinds = ", ".join(f"{count} {word}" for word, count in sorted(self._failures.items()))
        words = f"external:{shown_text(self.command, 80)} failed to answer {self._failures.total()} times ({kinds})"
        if self.outside.then == "stop":
            raise ExternalError(f"{words}: the match is stopped")
        if self._warn is not None:
            self._warn(f"{words}: it is given up, and the rest of its calls are passes")


def _object(line: bytes) -> dict[str, Any]:
    """The JSON object on a line; an empty one for anything else."""
    try:
        return parse_line(line)
    except ProtocolError:
        return {}


def _legal_call(text: Any, auction: Auction) -> Call | None:
    if not isinstance(text, str):
        return None
    try:
        call = Call.parse(text)
    except NotationError:
        return None
    return call if auction.is_legal(call) else None

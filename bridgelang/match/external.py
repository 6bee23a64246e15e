"""Outside programs as bidders: started without a shell, asked over pipes, and never able to stop a match.

Whatever goes wrong is counted by kind and the call replaced by a pass:

* ``late``: no answer within the time limit (an answer that comes afterwards is dropped);
* ``illegal``: a call that cannot be read or is not legal now;
* ``garbage``: a line that is no JSON object, or has no request's id;
* ``endless``: a line longer than 65,536 bytes; the program is ended, since nothing after it can be trusted;
* ``dead``: the program has ended, or was ended, when it should answer.

A program that is dead is started again for the next question, because every request carries all it needs,
but not more than three times; one that is late five times running is taken for dead.
"""

from __future__ import annotations

import queue
import shlex
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import PASS, Call
from bridgelang.errors import BridgelangError, NotationError
from bridgelang.match.bidding import Answer, Question
from bridgelang.match.protocol import LONGEST_LINE, PROTOCOL, ProtocolError, call_request, encode, parse_line

__all__ = ["ExternalBidder", "ExternalError"]

_RESTARTS = 3
_PATIENCE = 5  # late answers in a row after which the program counts as dead
_WINDOW = 32  # requests in flight with a program that takes several


class ExternalError(BridgelangError):
    """The program cannot be started."""


class ExternalBidder:
    """A program that speaks the protocol; ``command`` is split as a shell would, and run without one.

    ``seconds`` is the time limit of an answer, also of the first hello; ``opponents`` names the system
    the other side plays, where it has a name. Raises :class:`ExternalError` when the command cannot be
    started.
    """

    def __init__(self, command: str, opponents: str | None = None, seconds: float = 10.0) -> None:
        self.command = command
        self._opponents = opponents
        self._seconds = seconds
        self._counts: Counter[str] = Counter()
        self._restarts = 0
        self._late_running = 0
        self._number = 0
        self.name = f"external:{command}"
        self.version = ""
        self._program: _Program | None = self._start()

    def answer(self, questions: Sequence[Question]) -> list[Answer]:
        """A legal call for each question; a pass where the program failed."""
        answers: list[Answer] = []
        while len(answers) < len(questions):
            answers.extend(self._ask(questions[len(answers) :]))
        return answers

    def faults(self) -> dict[str, int]:
        """The faults by kind since this was last asked."""
        counts = dict(sorted(self._counts.items()))
        self._counts.clear()
        return counts

    def close(self) -> None:
        """Say bye, and end the program if it does not end by itself."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def _start(self) -> _Program:
        """The program, started, and greeted."""
        program = _Program(self.command)
        program.send({"type": "hello", "protocol": PROTOCOL, "system": None, "opponents": self._opponents})
        deadline = time.monotonic() + self._seconds
        while True:
            line = program.line(deadline)
            if not isinstance(line, bytes):
                self._counts[line] += 1
                if line != "late":
                    program.kill()
                return program
            try:
                hello = parse_line(line)
            except ProtocolError:
                self._counts["garbage"] += 1
                continue
            if hello.get("type") != "hello":
                self._counts["garbage"] += 1
                continue
            name = hello.get("name")
            if isinstance(name, str) and name.strip():
                self.name = name.strip()[:80]
            self.version = str(hello.get("version", ""))[:40]
            program.batch = hello.get("batch") is True
            return program

    def _ask(self, questions: Sequence[Question]) -> list[Answer]:
        """Answers to the first questions: one, or as many as may be in flight; at least one."""
        program = self._living_program()
        if program is None:
            self._counts["dead"] += len(questions)
            return [Answer(PASS)] * len(questions)
        asked = questions[: _WINDOW if program.batch else 1]
        waiting: dict[int, int] = {}
        for place, (hand, auction) in enumerate(asked):
            self._number += 1
            waiting[self._number] = place
            program.send(call_request(self._number, hand, auction))
        answers = [Answer(PASS)] * len(asked)
        deadline = time.monotonic() + self._seconds
        while waiting:
            line = program.line(deadline)
            if isinstance(line, bytes):
                number, answer = self._read(line, waiting, asked)
                if number is not None:
                    answers[waiting.pop(number)] = answer
                    self._late_running = 0
                    deadline = time.monotonic() + self._seconds
                continue
            self._counts[line] += len(waiting)
            self._late_running += 1
            if line != "late" or self._late_running >= _PATIENCE:
                program.kill()
            break
        return answers

    def _living_program(self) -> _Program | None:
        """The program, started anew if it has died and may be."""
        if self._program is not None and self._program.is_dead and self._restarts < _RESTARTS:
            self._restarts += 1
            self._late_running = 0
            self._program.kill()
            try:
                self._program = self._start()
            except ExternalError:
                self._restarts = _RESTARTS
        if self._program is None or self._program.is_dead:
            return None
        return self._program

    def _read(self, line: bytes, waiting: dict[int, int], asked: Sequence[Question]) -> tuple[int | None, Answer]:
        """Which request a line answers, None for none, and the answer."""
        try:
            message = parse_line(line)
        except ProtocolError:
            self._counts["garbage"] += 1
            return None, Answer(PASS)
        number = message.get("id")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 < number <= self._number:
            self._counts["garbage"] += 1
            return None, Answer(PASS)
        if number not in waiting:
            return None, Answer(PASS)  # the late answer to a question already counted, or a second answer
        call = _legal_call(message.get("call"), asked[waiting[number]][1])
        if call is None:
            self._counts["illegal"] += 1
            return number, Answer(PASS)
        explanation = message.get("explanation")
        return number, Answer(call, text=explanation[:200] if isinstance(explanation, str) else "")


def _legal_call(text: Any, auction: Auction) -> Call | None:
    if not isinstance(text, str):
        return None
    try:
        call = Call.parse(text)
    except NotationError:
        return None
    return call if auction.is_legal(call) else None


class _Program:
    """A running program with its pipes served by two threads, so that neither side can block the match."""

    def __init__(self, command: str) -> None:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ExternalError(f"external:{command}: the command cannot be read: {error}") from None
        if not words:
            raise ExternalError("external: needs a command, as in external:./robot")
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise ExternalError(f"external:{command}: cannot start {words[0]}: {reason}") from None
        self.batch = False
        self._dead = False
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._incoming: queue.SimpleQueue[bytes | str] = queue.SimpleQueue()
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    @property
    def is_dead(self) -> bool:
        """Whether nothing more is to be expected of it."""
        return self._dead

    def send(self, message: dict[str, Any]) -> None:
        """Queue a message for it."""
        self._outgoing.put(encode(message))

    def line(self, deadline: float) -> bytes | str:
        """Its next line; or the word for what is wrong: ``late``, ``dead`` or ``endless``."""
        if self._dead:
            return "dead"
        try:
            return self._incoming.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return "late"

    def kill(self) -> None:
        """End it at once."""
        self._dead = True
        self._outgoing.put(None)
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Say bye and give it a second."""
        if not self._dead:
            self.send({"type": "bye"})
            self._outgoing.put(None)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)
        self.kill()

    def _write(self) -> None:
        pipe = self._process.stdin
        if pipe is None:
            return
        with suppress(OSError, ValueError):
            while (line := self._outgoing.get()) is not None:
                pipe.write(line)
                pipe.flush()
        with suppress(OSError):
            pipe.close()

    def _read(self) -> None:
        pipe = self._process.stdout
        if pipe is None:
            return
        with suppress(OSError, ValueError), pipe:
            while line := pipe.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    self._incoming.put("endless")
                    return
                self._incoming.put(line)
        self._incoming.put("dead")

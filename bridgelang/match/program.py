"""A running outside program: lines in and out, with bounds on time, on memory, and on what it leaves behind.

It is started without a shell. Where the system knows process groups, a guard (:mod:`bridgelang.match.guard`) stands
between, so that what the program starts ends with it, also when this process is killed.
"""

from __future__ import annotations

import os
import queue
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from bridgelang.errors import BridgelangError
from bridgelang.match.protocol import LONGEST_LINE, encode

__all__ = ["ExternalError", "Program", "words_of"]

_WAITING = 64
"""Lines read ahead: a program that writes more has to wait until they are looked at."""

_START = 20.0  # seconds within which a process can be started on any machine
_GUARDED = os.name == "posix" and bool(sys.executable)


class ExternalError(BridgelangError):
    """The program cannot be started, or the match was to stop when it failed."""


def words_of(command: str) -> list[str]:
    """The words of a command, split as a shell would.

    Raises :class:`ExternalError` when they cannot be read or name nothing that could be started.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ExternalError(f"external:{command}: the command cannot be read: {error}") from None
    if not words:
        raise ExternalError("external: needs a command, as in external:./robot")
    if "\0" in command:
        raise ExternalError("external: the command has a character that no command can have")
    if shutil.which(words[0]) is None:
        there = os.path.exists(words[0])
        reason = "it may not be executed" if there else "there is no such program"
        raise ExternalError(f"external:{command}: cannot start {words[0]}: {reason}")
    return words


class Program:
    """A program that runs, its pipes served by two threads, so that neither side can block the other.

    ``greeted``, ``batch`` and ``asked`` are for its user to remember whether it has said hello, whether it takes
    several requests at a time, and the number of its last request.

    Raises :class:`ExternalError` when it cannot be started.
    """

    def __init__(self, command: str) -> None:
        words = words_of(command)
        self.greeted = False
        self.batch = False
        self.asked = 0
        self._dead = False
        self._line: socket.socket | None = None
        try:
            self._process = self._start(words)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise ExternalError(f"external:{command}: cannot start {words[0]}: {reason}") from None
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._incoming: queue.Queue[bytes | str] = queue.Queue(_WAITING)
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    def _start(self, words: list[str]) -> subprocess.Popen[bytes]:
        if not _GUARDED:
            return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._line, theirs = socket.socketpair()
        guard = [sys.executable, "-I", "-S", str(Path(__file__).with_name("guard.py")), str(theirs.fileno())]
        try:
            with theirs:
                process = subprocess.Popen(
                    [*guard, *words],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    pass_fds=[theirs.fileno()],
                    start_new_session=True,
                )
            self._line.settimeout(_START)
            report = self._line.recv(32).strip()
        except BaseException:
            self._line.close()
            raise
        if report:
            self._line.close()
            process.communicate()
            raise OSError(int(report), os.strerror(int(report)))
        return process

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

    def part(self) -> None:
        """Say bye; whoever said so waits a moment and then calls :meth:`kill`."""
        if not self._dead:
            self.send({"type": "bye"})
            self._outgoing.put(None)

    def wait(self, deadline: float) -> None:
        """Wait until it has ended, but not longer."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))

    def kill(self) -> None:
        """End it at once, with all that it has started."""
        self._dead = True
        self._outgoing.put(None)
        if self._line is None:
            self._process.kill()
        else:
            self._line.close()
            with suppress(OSError):
                os.kill(self._process.pid, signal.SIGCONT)  # the program may have stopped its guard
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_START)
            self._process.kill()
        self._process.wait()

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
                    self._deliver("endless")
                    return
                self._deliver(line)
        self._deliver("dead")

    def _deliver(self, item: bytes | str) -> None:
        """Wait until there is room, as long as anybody may want it."""
        while not self._dead:
            with suppress(queue.Full):
                self._incoming.put(item, timeout=0.1)
                return

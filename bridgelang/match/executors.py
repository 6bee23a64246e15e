"""Where chunks are played: in this process, or in processes of this machine. The results are the same.

An executor takes the stretches of boards to play and gives their chunks back in the order asked, however many
are under way at once.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any, Protocol

from bridgelang.compile.cache import is_compiled
from bridgelang.errors import BridgelangError
from bridgelang.match.records import join_halves

__all__ = ["Executor", "InProcess", "Player", "Processes", "WorkerError", "in_order"]

Stretch = tuple[int, int]
"""The place of the first board, and how many."""

_APART: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
"""A process group of its own: an interrupt at the terminal is for the match, which ends its processes."""

_ATTEMPTS = 3  # a chunk whose worker dies is given to another, this often in all


class WorkerError(BridgelangError):
    """A worker process failed; the message says how."""


class Player(Protocol):
    """Whatever plays a stretch of boards: both tables of a match, or another use of the same boards."""

    def play(self, start: int, count: int, messages: list[str] | None = None) -> dict[str, Any]:
        """The boards at places ``start`` to ``start + count - 1`` as plain JSON; ``messages`` are taken along."""

    def close(self) -> None:
        """Give back what is held open."""


class Executor(Protocol):
    """Plays stretches of a match."""

    def run(self, stretches: Iterable[Stretch]) -> Iterator[dict[str, Any]]:
        """The chunk of each stretch, in order; may be called again for more."""

    def close(self) -> None:
        """Give back processes and connections, also in the middle of a run."""


class InProcess:
    """Plays in this very process; ``notes`` are messages to hand on with the next chunk."""

    def __init__(self, player: Player, notes: list[str] | None = None) -> None:
        self._player = player
        self._notes = notes

    def run(self, stretches: Iterable[Stretch]) -> Iterator[dict[str, Any]]:
        for start, count in stretches:
            yield self._player.play(start, count, self._notes)

    def close(self) -> None:
        self._player.close()


Result = Callable[[], dict[str, Any]]
"""Waits for a chunk and gives it."""


def in_order(
    submit: Callable[[Stretch], Result], stretches: Iterable[Stretch], window: int
) -> Iterator[dict[str, Any]]:
    """Submit stretches so that ``window`` are under way, and give their results in order."""
    rest = iter(stretches)
    under_way = deque(submit(stretch) for stretch in islice(rest, window))
    while under_way:
        result = under_way.popleft()()
        under_way.extend(submit(stretch) for stretch in islice(rest, 1))
        yield result


class Processes:
    """Plays in worker processes, each a fresh interpreter that loads the two bidders itself.

    They are started at once, so that they are ready when :meth:`begin` tells them what to play. A worker that dies
    costs its chunk, which another plays again. Raises :class:`WorkerError` when a chunk fails in every attempt.
    """

    def __init__(self, jobs: int) -> None:
        self._task: dict[str, Any] = {}
        self._jobs = jobs
        self._halves = False
        self._threads = ThreadPoolExecutor(6 * jobs)  # most of them wait for a worker
        self._idle: tuple[queue.SimpleQueue[_Worker | None], ...] = (queue.SimpleQueue(), queue.SimpleQueue())
        self._all: set[_Worker] = set()
        self._closed = False
        for _ in range(jobs):
            worker = _Worker()
            self._all.add(worker)
            self._idle[0].put(worker)

    def begin(self, task: dict[str, Any], halves: bool = False) -> None:
        """Say what to play: the JSON that :func:`bridgelang.match.worker.player_for` understands.

        With ``halves`` (for two systems on solved boards) half of the workers bid the tables at which the first
        system's side deals and half the others: a worker then meets half as many different auctions.
        """
        self._task = task
        self._halves = halves and self._jobs % 2 == 0
        if self._halves:
            for _ in range(self._jobs // 2):
                self._idle[1].put(self._idle[0].get())

    def run(self, stretches: Iterable[Stretch]) -> Iterator[dict[str, Any]]:
        return in_order(self._submit, stretches, 3 * self._jobs)

    def _submit(self, stretch: Stretch) -> Result:
        play = self._threads.submit
        if not self._halves:
            return play(self._play, stretch).result
        first, second = play(self._play, stretch, 0), play(self._play, stretch, 1)
        return lambda: join_halves(first.result(), second.result())

    def close(self) -> None:
        self._closed = True
        for worker in list(self._all):
            worker.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _play(self, stretch: Stretch, half: int | None = None) -> dict[str, Any]:
        idle = self._idle[half or 0]
        request = {"start": stretch[0], "count": stretch[1], **({} if half is None else {"half": half})}
        for attempt in range(1, _ATTEMPTS + 1):
            worker = idle.get()
            try:
                if self._closed:
                    raise WorkerError("the match was ended")
                if worker is None:
                    worker = _Worker()
                    self._all.add(worker)
                if not worker.begun:
                    worker.begin(self._task)
                answer = worker.ask(request)
            except _WorkerLost as error:
                if worker is not None:
                    self._all.discard(worker)
                    worker = None
                if attempt == _ATTEMPTS or self._closed:
                    boards = f"boards {stretch[0] + 1} to {sum(stretch)}"
                    raise WorkerError(f"{boards}: the worker process died {attempt} times ({error})") from None
                continue
            finally:
                idle.put(worker)
            if "error" in answer:
                raise WorkerError(answer["error"])
            return answer
        raise WorkerError("no attempt was made")


def interpreter(code: str, *arguments: str) -> list[str]:
    """The command of a fresh interpreter with this one's path, which ends when its standard input does.

    ``code`` finds the arguments in ``sys.argv[2:]`` and the lines of standard input in the queue ``lines``.
    """
    # -P: nothing in the current folder is imported by accident
    start = (
        "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
        "from bridgelang.match.childhood import end_with_parent; lines = end_with_parent(); "
    )
    return [sys.executable, "-P", "-c", start + code, json.dumps(sys.path), *arguments]


@contextmanager
def compiling(source: str, settings: dict[str, str]) -> Iterator[None]:
    """Compile a system in another process meanwhile, unless that has been done; what is wrong with it is not said."""
    try:
        wanted = not is_compiled(source, settings)
    except BridgelangError:
        wanted = False
    if not wanted:
        yield
        return
    code = (
        "import gc; gc.disable(); from bridgelang.bidding.load import load_system; "
        "load_system(sys.argv[2], json.loads(sys.argv[3]))"
    )
    process = subprocess.Popen(
        interpreter(code, source, json.dumps(settings)),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **_APART,
    )
    try:
        yield
        process.wait()
    finally:
        process.kill()
        process.wait()


class _WorkerLost(Exception):
    """The worker's process is gone."""


class _Worker:
    """One worker process and its two pipes: a line of JSON each way for each chunk."""

    def __init__(self) -> None:
        self.begun = False
        environment = dict(os.environ)
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
            environment.setdefault(name, "1")
        self._process = subprocess.Popen(
            interpreter("from bridgelang.match.worker import main; main(lines)"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            **_APART,
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise WorkerError("the worker process has no pipes")
        self._requests, self._answers = self._process.stdin, self._process.stdout

    def begin(self, task: dict[str, Any]) -> None:
        """Send the task; raises :class:`_WorkerLost` when the process is gone."""
        self._send(task)
        self.begun = True

    def ask(self, request: dict[str, int]) -> dict[str, Any]:
        """The worker's answer; raises :class:`_WorkerLost` when it has none."""
        self._send(request)
        line = self._answers.readline()
        if not line.endswith(b"\n"):
            self.kill()
            raise _WorkerLost(f"exit status {self._process.returncode}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def kill(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()

    def _send(self, message: dict[str, Any]) -> None:
        try:
            self._requests.write(json.dumps(message).encode() + b"\n")
            self._requests.flush()
        except OSError:
            self.kill()
            raise _WorkerLost(f"exit status {self._process.returncode}") from None

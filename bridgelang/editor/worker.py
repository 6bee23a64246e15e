"""A process that analyses what is edited, so that the editor is answered at once meanwhile."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection

from bridgelang.editor.analysis import Stage, analyse
from bridgelang.errors import BridgelangError

Job = tuple[str, int, str]
"""Path, version and text."""

Done = Callable[[str, int, Stage], None]


class Worker:
    """Takes jobs, the newest of each path only, and calls ``done`` with each stage, from a thread of its own."""

    def __init__(self, done: Done) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other,), daemon=True)
        self._process.start()
        other.close()
        self._done = done
        threading.Thread(target=self._listen, daemon=True).start()

    def analyse(self, path: str, version: int, content: str) -> None:
        """Ask for the analysis of a text; a job of the same path that has not ended is given up."""
        self._pipe.send((path, version, content))

    def stop(self) -> None:
        """End the process at once."""
        self._process.terminate()

    def _listen(self) -> None:
        while True:
            try:
                path, version, stage = self._pipe.recv()
            except (EOFError, OSError):
                return
            self._done(path, version, stage)


def _serve(pipe: Connection) -> None:
    """The process: jobs in, stages out, until nobody is there any more."""
    waiting: dict[str, Job] = {}
    while True:
        try:
            _take(pipe, waiting, wait=not waiting)
            path, version, content = waiting.pop(next(iter(waiting)))
            try:
                for stage in analyse(path, content):
                    pipe.send((path, version, stage))
                    _take(pipe, waiting, wait=False)
                    if path in waiting:
                        break
            except BridgelangError:
                continue  # a file has gone meanwhile: the next change tells more
        except (EOFError, OSError):
            return


def _take(pipe: Connection, waiting: dict[str, Job], wait: bool) -> None:
    """Take in the jobs there are; the newest of a path replaces those before it."""
    while wait or pipe.poll():
        job: Job = pipe.recv()
        waiting.pop(job[0], None)
        waiting[job[0]] = job
        wait = False

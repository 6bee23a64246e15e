"""Who does the work of a stretch of boards: this process, or several others; the answers are the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bridgelang import __version__
from bridgelang.match.executors import Executor, InProcess, Processes
from bridgelang.match.worker import player_for

__all__ = ["crew"]


@contextmanager
def crew(task: dict[str, Any], home: str, jobs: int) -> Iterator[Executor]:
    """Those who do a task, as plain JSON; ``home`` is ``module:function``, which makes a player of it.

    Raises :class:`~bridgelang.match.executors.WorkerError` when a stretch fails in every attempt.
    """
    told = {**task, "player": home, "version": __version__}
    executor: Executor
    if jobs > 1:
        processes = Processes(jobs)
        processes.begin(told)
        executor = processes
    else:
        notes: list[str] = []
        executor = InProcess(player_for(told, notes), notes)
    try:
        yield executor
    finally:
        executor.close()

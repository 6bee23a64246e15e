"""A progress bar on a terminal, and nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from bridgelang.core.printable import printable


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error, moved by calling ``(done, planned)``; None when that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=total, label=printable(label), file=sys.stderr, show_pos=True) as bar:

        def move(done: int, planned: int) -> None:
            bar.length = max(planned, done)
            bar.update(done - bar.pos)

        yield move

"""Standard streams that were closed before the program began (``>&-``): they fail when they are used, and no sooner.

Their numbers are taken up first, or the next file opened would get one of them, and be written to as the terminal.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import BinaryIO, NoReturn

from bridgelang.errors import NotationError

_NAMES = ("standard input", "standard output", "standard error")


class _Closed(io.RawIOBase):
    """A stream that is not there."""

    def __init__(self, name: str, reading: bool) -> None:
        super().__init__()
        self.stream, self.reading = name, reading

    def readable(self) -> bool:
        return self.reading

    def writable(self) -> bool:
        return not self.reading

    def readinto(self, _: object) -> NoReturn:
        raise OSError(errno.EBADF, "it is closed", self.stream)

    def write(self, _: object) -> NoReturn:
        raise OSError(errno.EBADF, "it is closed", self.stream)


MAX_LINE = 100_000


def bounded_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; raises NotationError for one that is longer than anybody writes, or never ends."""
    number = 0
    while line := stream.readline(MAX_LINE):
        number += 1
        if len(line) == MAX_LINE and not line.endswith(b"\n"):
            raise NotationError(f"line {number} of the input is longer than {MAX_LINE:,} bytes")
        yield line


def take_up_closed_streams() -> None:
    """Put something in the place of each standard stream that is closed; messages to a closed one are lost."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_Closed(_NAMES[0], True)))
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(_Closed(_NAMES[1], False), encoding="utf-8", write_through=True)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115

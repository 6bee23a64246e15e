"""From one format to another, by the names of the files or by saying which."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from bridgelang.core.cards import quoted
from bridgelang.errors import NotationError
from bridgelang.interop.board import Board
from bridgelang.interop.jsonlines import json_line, read_jsonl, write_jsonl
from bridgelang.interop.lin_read import read_lin
from bridgelang.interop.lin_write import format_lin, write_lin
from bridgelang.interop.pbn_read import read_pbn
from bridgelang.interop.pbn_write import EXPORT, format_pbn, write_pbn
from bridgelang.interop.problems import Problem, Report, ignore

PBN, LIN, JSONL = "pbn", "lin", "jsonl"
FORMATS = (PBN, LIN, JSONL)
_ENDINGS = {".pbn": PBN, ".lin": LIN, ".jsonl": JSONL, ".ndjson": JSONL, ".json": JSONL}


@frozen
class Conversion:
    """What a conversion did: how many boards, and everything the reader and the writer had to say."""

    boards: int
    problems: tuple[Problem, ...]


def convert(
    path_in: str | os.PathLike[str],
    path_out: str | os.PathLike[str],
    *,
    format_in: str | None = None,
    format_out: str | None = None,
    style: str = EXPORT,
) -> Conversion:
    """Read the boards of one file and write them to another.

    The formats follow from the names (``.pbn``, ``.lin``, ``.jsonl``) unless they are given; input with another
    name is looked into. ``style`` is PBN's, ``export`` or ``keep``. The output appears whole or not at all, and
    may be the input; where there is no board nothing is written.
    Raises NotationError for a format nobody knows, OSError for files that cannot be read or written.
    """
    problems: list[Problem] = []
    target = format_out or format_of(path_out)
    boards = read_boards(path_in, problems.append, format_in)
    first = list(itertools.islice(boards, 1))
    count = write_boards(itertools.chain(first, boards), path_out, target, style, problems.append) if first else 0
    return Conversion(count, tuple(problems))


def read_boards(path: str | os.PathLike[str], report: Report = ignore, format_in: str | None = None) -> Iterator[Board]:
    """The boards of a file in any of the formats; raises as :func:`convert`."""
    chosen = format_in or _ENDINGS.get(Path(path).suffix.lower()) or sniff(path)
    readers = {PBN: read_pbn, LIN: read_lin, JSONL: read_jsonl}
    return readers[_known(chosen)](path, report)


def write_boards(
    boards: Iterable[Board],
    path: str | os.PathLike[str],
    format_out: str | None = None,
    style: str = EXPORT,
    report: Report = ignore,
) -> int:
    """Write boards to a file and say how many; raises as :func:`convert`."""
    chosen = _known(format_out or format_of(path))
    if chosen == PBN:
        return write_pbn(boards, path, style)
    if chosen == LIN:
        return write_lin(boards, path, report)
    return write_jsonl(boards, path)


def format_boards(boards: Iterable[Board], format_out: str, style: str = EXPORT, report: Report = ignore) -> str:
    """The boards as text in a format; raises NotationError for one nobody knows."""
    chosen = _known(format_out)
    if chosen == PBN:
        return format_pbn(boards, style)
    if chosen == LIN:
        return format_lin(boards, report)
    return "".join([f"{json_line(board)}\n" for board in boards])


def format_of(path: str | os.PathLike[str]) -> str:
    """The format a file's name stands for; raises NotationError.

    >>> format_of("boards.PBN")
    'pbn'
    """
    found = _ENDINGS.get(Path(path).suffix.lower())
    if found is None:
        name = Path(path).name
        raise NotationError(f"{quoted(name)} does not say its format: end it in .pbn, .lin or .jsonl", name)
    return found


def sniff(path: str | os.PathLike[str]) -> str:
    """The format of a file by its first bytes; PBN when nothing speaks for another."""
    with open(path, "rb") as source:
        start = source.read(4096).lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"{") and start[1:].lstrip()[:1] == b'"':
        return JSONL
    tag, pair = start.find(b"["), start.find(b"|")
    return LIN if pair >= 0 and (tag < 0 or pair < tag) else PBN


def _known(name: str) -> str:
    if name.lower() not in FORMATS:
        raise NotationError(f"{quoted(name)} is not a format: pbn, lin or jsonl", name)
    return name.lower()

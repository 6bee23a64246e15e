"""Match files: every board of a match in a SQLite file, written chunk by chunk as the match goes on.

Each chunk is one transaction, so a match that is interrupted or killed leaves whole chunks; a resumed match
writes the remaining ones and ends with the same bytes as one that was never interrupted. Nothing in the file
depends on the time, the machine or the number of processes. A new file's tables and head are one transaction
too: whatever a process that died before its end left under the name (nothing, a mark without tables) is a match
that has not begun, and the next one begins there. Of two processes that write to one file at the same time the
second is refused, at the beginning or at the first chunk that it finds written.

Any SQLite client can read it:

* ``match (name, value)``: what was played, one JSON value a row: ``a``, ``b`` (kind, source and settings
  of the bidders), ``digests`` (of the two systems' compiled texts), ``boards_from`` (the source of the
  boards), ``from`` (the same in words), ``boards`` (how many are wanted), ``until``, ``chunk``,
  ``scoring``, ``play``, ``version``, and with an outside program ``processes``.
* ``chunks (start, boards, a, b, a_faults, b_faults)``: the stretches played so far, with the names of the
  bidders
  and what went wrong with each, counted by kind (JSON), and the CRC-32 of its rows of ``boards`` as JSON.
* ``rules (id, location, text)``: the rules met, in order; 0 is a call without a rule.
* ``boards``, one row a board in the order played: ``place`` (0, 1, …), ``number``, ``deal`` (PBN),
  ``dealer``, ``vulnerability``, ``points`` and ``imps`` (from the view of a), and for each table, ending
  in ``_1`` (a sits North-South) and ``_2`` (b does): ``auction``, ``rules`` (the id behind each call),
  ``contract`` (empty when passed out), ``tricks`` (declarer's), ``score`` (for North-South). Tricks and
  score are NULL where both tables played the same contract, so that they cannot matter.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar
from zlib import crc32

from bridgelang.errors import BridgelangError
from bridgelang.match.records import BoardRecord, ChunkRecord, RuleBook, TableRecord

__all__ = ["MatchStore", "StoreError", "has_begun"]

T = TypeVar("T")

APPLICATION = 0x42524C47  # "BRLG", SQLite's mark of whose file it is
FORMAT = 1

_TABLES = (
    "CREATE TABLE match (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE chunks (start INTEGER PRIMARY KEY, boards INTEGER NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL,"
    " a_faults TEXT NOT NULL, b_faults TEXT NOT NULL, crc INTEGER NOT NULL)",
    "CREATE TABLE rules (id INTEGER PRIMARY KEY, location TEXT NOT NULL, text TEXT NOT NULL)",
    "CREATE TABLE boards (place INTEGER PRIMARY KEY, number INTEGER NOT NULL, deal TEXT NOT NULL,"
    " dealer TEXT NOT NULL, vulnerability TEXT NOT NULL, points INTEGER NOT NULL, imps INTEGER NOT NULL,"
    " auction_1 TEXT NOT NULL, rules_1 TEXT NOT NULL, contract_1 TEXT NOT NULL, tricks_1 INTEGER, score_1 INTEGER,"
    " auction_2 TEXT NOT NULL, rules_2 TEXT NOT NULL, contract_2 TEXT NOT NULL, tricks_2 INTEGER, score_2 INTEGER)",
)
_COLUMNS = 17
_BOARDS = "SELECT * FROM boards WHERE place >= ? AND place < ? ORDER BY place"


class StoreError(BridgelangError):
    """A match file cannot be used; the message names it."""


class MatchStore:
    """One match file, open; close it when done.

    ``head`` is what the file says was played, by the names of the table ``match``.
    """

    def __init__(self, path: str, connection: sqlite3.Connection, head: dict[str, Any]) -> None:
        self.path = path
        self.head = head
        self._connection = connection
        self._rules = 0

    @classmethod
    def create(cls, path: str | os.PathLike[str], head: Mapping[str, Any]) -> MatchStore:
        """A new file; raises :class:`StoreError` when a match has begun there already, or it cannot be made."""
        path = os.fspath(path)
        if has_begun(path):
            raise StoreError(f"{path} exists: resume it, or choose another name")

        def begin() -> sqlite3.Connection:
            connection = sqlite3.connect(path)
            try:
                with connection:
                    connection.execute("BEGIN EXCLUSIVE")  # between the look above and this another may have begun
                    if not _is_blank(connection):
                        raise StoreError(f"{path} exists: another process has just begun a match there")
                    connection.execute(f"PRAGMA application_id = {APPLICATION}")
                    connection.execute(f"PRAGMA user_version = {FORMAT}")
                    for statement in _TABLES:
                        connection.execute(statement)
                    rows = [(name, json.dumps(value, sort_keys=True)) for name, value in sorted(head.items())]
                    connection.executemany("INSERT INTO match VALUES (?, ?)", rows)
            except BaseException:
                connection.close()
                raise
            return connection

        return cls(path, _guarded(path, begin), dict(head))

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> MatchStore:
        """An existing file; raises :class:`StoreError` when it is missing, damaged, not begun or no match file."""
        path = os.fspath(path)
        if not os.path.isfile(path):
            raise StoreError(f"{path}: there is no such match file")

        def look() -> tuple[sqlite3.Connection, dict[str, Any]]:
            connection = sqlite3.connect(path)
            try:
                return connection, _head(path, connection)
            except BaseException:
                connection.close()
                raise

        connection, head = _guarded(path, look)
        return cls(path, connection, head)

    def chunks(self, book: RuleBook) -> Iterator[ChunkRecord]:
        """The chunks so far, in order, their rules entered into ``book``, which must be new."""

        def read() -> tuple[list[Any], list[Any]]:
            rules = self._connection.execute("SELECT id, location, text FROM rules ORDER BY id").fetchall()
            chunks = self._connection.execute("SELECT * FROM chunks ORDER BY start").fetchall()
            return rules, chunks

        rules, chunks = _guarded(self.path, read)
        for number, location, text in rules:
            if book.number(location, text) != number:
                raise StoreError(f"{self.path} is damaged: its rules are out of order")
        self._rules = len(rules)
        known = range(len(rules))
        due = 0
        for start, count, a, b, a_faults, b_faults, crc in chunks:
            rows = self._read_boards(start, count)
            if start != due or len(rows) != count:
                raise StoreError(f"{self.path} is damaged: boards from place {due} are missing")
            if _guarded(self.path, partial(_crc, rows)) != crc:
                raise StoreError(f"{self.path} is damaged: boards from place {due} do not agree with their checksum")
            due += count
            chunk = _guarded(self.path, partial(_chunk, (a, b), start, rows, (a_faults, b_faults)))
            met = {rule for board in chunk.boards for table in board.tables for rule in table.rules}
            if not all(rule in known for rule in met):
                raise StoreError(f"{self.path} is damaged: rules of the boards from place {start} are missing")
            yield chunk

    def add(self, chunk: ChunkRecord, book: RuleBook) -> None:
        """Write a chunk, and the rules in ``book`` that are new with it, in one transaction."""
        new = [(number, rule.location, rule.text) for number, rule in enumerate(book.rules[self._rules :], self._rules)]
        boards = [_row(place, record) for place, record in enumerate(chunk.boards, chunk.start)]
        faults = [json.dumps(counts, sort_keys=True) for counts in chunk.faults]

        def write() -> None:
            with self._connection as connection:
                connection.execute("BEGIN IMMEDIATE")
                if connection.execute("SELECT 1 FROM chunks WHERE start >= ?", (chunk.start,)).fetchone():
                    raise StoreError(f"{self.path}: another process is writing this match")
                connection.executemany("INSERT INTO rules VALUES (?, ?, ?)", new)
                marks = ", ".join("?" * _COLUMNS)
                connection.executemany(f"INSERT INTO boards VALUES ({marks})", boards)
                row = (chunk.start, len(chunk.boards), *chunk.names, *faults, _crc(boards))
                connection.execute("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", row)

        _guarded(self.path, write)
        self._rules = len(book.rules)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _read_boards(self, start: int, count: int) -> list[Any]:
        return _guarded(self.path, lambda: self._connection.execute(_BOARDS, (start, start + count)).fetchall())


def has_begun(path: str | os.PathLike[str]) -> bool:
    """Whether something stands under this name that a new match may not take the place of.

    A match whose process died while it was creating the file has not begun.
    """
    path = os.fspath(path)
    if not os.path.lexists(path):
        return False
    if not os.path.isfile(path):
        return True
    try:
        connection = sqlite3.connect(path)
        try:
            return not _is_blank(connection)
        finally:
            connection.close()
    except sqlite3.Error:
        return True  # a file of something else, or one that is being written


def _is_blank(connection: sqlite3.Connection) -> bool:
    """Whether nothing stands in the file: no table, and no other program's mark."""
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    return tables == 0 and mark in (0, APPLICATION)


def _head(path: str, connection: sqlite3.Connection) -> dict[str, Any]:
    """What a match file says was played; raises :class:`StoreError` for any other file."""
    if _is_blank(connection):
        raise StoreError(f"{path}: no match has begun in this file; `match` with --out {path} begins it")
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    number = connection.execute("PRAGMA user_version").fetchone()[0]
    if mark != APPLICATION:
        raise StoreError(f"{path} is not a match file")
    if number != FORMAT:
        raise StoreError(f"{path} has format {number}; this program reads format {FORMAT}")
    rows = connection.execute("SELECT name, value FROM match").fetchall()
    return _complete(path, {name: json.loads(value) for name, value in rows})


def _guarded(path: str, action: Callable[[], T]) -> T:
    """The result of the action; what SQLite has against it becomes a :class:`StoreError`."""
    try:
        return action()
    except (sqlite3.Error, ValueError, TypeError, OverflowError, RecursionError) as error:
        raise StoreError(f"{path} cannot be used as a match file: {error}") from error


def _complete(path: str, head: dict[str, Any]) -> dict[str, Any]:
    """What the head of a file says, when all of it is there and of its kind."""
    for name, kinds in _HEAD.items():
        if name not in head or type(head[name]) not in kinds:
            raise StoreError(f"{path} is damaged: what it says of the match's `{name}` cannot be read")
    return head


_HEAD: dict[str, tuple[type, ...]] = {
    "a": (dict,), "b": (dict,), "boards": (int,), "until": (int, float, type(None)), "chunk": (int,), "scoring": (str,),
    "boards_from": (dict,), "from": (str,), "play": (str,),
}  # fmt: skip


def _chunk(names: tuple[Any, Any], start: int, rows: list[Any], faults: tuple[Any, Any]) -> ChunkRecord:
    """A chunk of its rows; raises TypeError or ValueError for what is none."""
    a, b = (json.loads(counts) for counts in faults)
    for counts in (a, b):
        if type(counts) is not dict or not all(type(count) is int for count in counts.values()):
            raise TypeError("its counts of faults cannot be read")
    if not all(type(name) is str for name in names):
        raise TypeError("its names cannot be read")
    return ChunkRecord(names, start, tuple([_board(row) for row in rows]), (a, b), ())


def _row(place: int, record: BoardRecord) -> tuple[Any, ...]:
    row: list[Any] = [place, record.number, record.deal, record.dealer, record.vulnerability]
    row += [record.points, record.imps]
    for table in record.tables:
        rules = " ".join([str(rule) for rule in table.rules])
        row += [table.auction, rules, table.contract, table.tricks, table.score]
    return tuple(row)


def _board(row: tuple[Any, ...]) -> BoardRecord:
    _, number, deal, dealer, vulnerability, _, _ = row[:7]
    first, second = (
        TableRecord(auction, tuple([int(rule) for rule in rules.split()]), contract, tricks, score)
        for auction, rules, contract, tricks, score in (row[7:12], row[12:17])
    )
    return BoardRecord(number, deal, dealer, vulnerability, (first, second))


def _crc(rows: Sequence[tuple[Any, ...]]) -> int:
    return crc32("".join([json.dumps(row) for row in rows]).encode())

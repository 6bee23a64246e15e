"""What was worked out so far, kept in a file: a run that is interrupted goes on where it was.

A SQLite file with two tables: ``run (name, value)``, what is being worked out, and ``chunks (start, count, data)``,
each chunk as JSON, compressed. Each chunk is one transaction, so that a run that is killed leaves whole chunks.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from bridgelang.errors import BridgelangError

__all__ = ["Journal", "JournalError"]

APPLICATION = 0x42524C41  # "BRLA"
FORMAT = 4
T = TypeVar("T")


class JournalError(BridgelangError):
    """A file of what-ifs cannot be used; the message names it."""


class Journal:
    """One file, open; close it when done."""

    def __init__(self, path: str, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: str | os.PathLike[str], head: Mapping[str, Any], resume: bool) -> Journal:
        """The file for a run that ``head`` describes in JSON: a new one, or with ``resume`` that of the same run.

        Raises :class:`JournalError` when it is of another run, exists already, or is no such file.
        """
        path = os.fspath(path)
        begun = os.path.lexists(path) and os.path.getsize(path) > 0
        if begun and not resume:
            raise JournalError(f"{path} exists: go on with it (--resume), or choose another name")
        journal = cls(path, _guarded(path, lambda: sqlite3.connect(path)))
        try:
            if begun:
                journal._compare(head)
            else:
                _guarded(path, lambda: journal._begin(head))
        except BaseException:
            journal.close()
            raise
        return journal

    def chunks(self) -> Iterator[dict[str, Any]]:
        """The chunks so far, in order; raises :class:`JournalError` when one is missing or damaged."""
        due = 0
        rows = _guarded(
            self.path, lambda: self._connection.execute("SELECT start FROM chunks ORDER BY start").fetchall()
        )
        for (start,) in rows:
            chunk = _guarded(self.path, lambda start=start: self._read(start))  # type: ignore[misc]
            if start != due or chunk["start"] != start:
                raise JournalError(f"{self.path} is damaged: boards from place {due} are missing")
            due += chunk["count"]
            yield chunk

    def add(self, chunk: Mapping[str, Any]) -> None:
        """Write a chunk."""
        data = zlib.compress(json.dumps(chunk, separators=(",", ":")).encode(), 6)

        def write() -> None:
            with self._connection:
                self._connection.execute("INSERT INTO chunks VALUES (?, ?, ?)", (chunk["start"], chunk["count"], data))

        _guarded(self.path, write)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _begin(self, head: Mapping[str, Any]) -> None:
        with self._connection as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            connection.execute("CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
            connection.execute(
                "CREATE TABLE chunks (start INTEGER PRIMARY KEY, count INTEGER NOT NULL, data BLOB NOT NULL)"
            )
            rows = [(name, json.dumps(value, sort_keys=True)) for name, value in sorted(head.items())]
            connection.executemany("INSERT INTO run VALUES (?, ?)", rows)

    def _compare(self, head: Mapping[str, Any]) -> None:
        def read() -> tuple[int, dict[str, str]]:
            mark = self._connection.execute("PRAGMA application_id").fetchone()[0]
            if mark != APPLICATION:
                raise JournalError(f"{self.path} is not a file of what-ifs (that `advise` keeps with --out)")
            if self._connection.execute("PRAGMA user_version").fetchone()[0] != FORMAT:
                raise JournalError(f"{self.path} was kept by another version of bridgelang: begin a new file")
            return mark, dict(self._connection.execute("SELECT name, value FROM run").fetchall())

        _, written = _guarded(self.path, read)
        for name, value in head.items():
            if written.get(name) != json.dumps(value, sort_keys=True):
                raise JournalError(
                    f"{self.path} is of another run: its {name} is {written.get(name)}, "
                    f"not {json.dumps(value, sort_keys=True)}"
                )

    def _read(self, start: int) -> dict[str, Any]:
        (data,) = self._connection.execute("SELECT data FROM chunks WHERE start = ?", (start,)).fetchone()
        chunk: dict[str, Any] = json.loads(zlib.decompress(data))
        return chunk


def _guarded(path: str, action: Callable[[], T]) -> T:
    """The result of the action; what SQLite has against it becomes a :class:`JournalError`."""
    try:
        return action()
    except (sqlite3.Error, zlib.error, ValueError, TypeError, KeyError) as error:
        raise JournalError(f"{path} cannot be used for what-ifs: {error}") from error

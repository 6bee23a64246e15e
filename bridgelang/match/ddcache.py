"""Double-dummy results kept between runs: a SQLite file in the user's cache folder.

One row holds the tricks of one declarer in one strain of one deal, with a checksum over all of it. A
file that is damaged, or any row whose checksum is wrong, is set aside (renamed) and a new file begun; a
file that is locked or cannot be written is not used. Either is told once through ``warn``; neither is
ever an error, and a result that cannot be trusted is never returned.

The table is ``tricks (deal BLOB, contract INTEGER, tricks INTEGER, sum INTEGER)``: ``deal`` is 13 bytes,
two bits a card naming its holder, card 0 lowest; ``contract`` is ``5 * declarer + strain``; ``sum`` the
CRC-32 of the deal's bytes, the contract's byte and the tricks' byte.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from zlib import crc32

from bridgelang.core.cards import Strain
from bridgelang.core.deals import Deal
from bridgelang.core.sealed import cache_folder
from bridgelang.core.seats import Seat
from bridgelang.match.solver import DealLike, solve_contracts

__all__ = ["DoubleDummyCache", "default_path", "solve_with_cache"]

Question = tuple[DealLike, Seat, Strain]

_NAME = "double-dummy-1.sqlite"  # the number changes when the table does
_FAULTS = (sqlite3.Error, UnicodeError)  # the second: a message that quotes a damaged file
_LOOKUP = "SELECT tricks, sum FROM tricks WHERE deal = ? AND contract = ?"
_TABLE = """
CREATE TABLE IF NOT EXISTS tricks (
    deal BLOB NOT NULL, contract INTEGER NOT NULL, tricks INTEGER NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (deal, contract)
) WITHOUT ROWID
"""


def default_path() -> Path:
    """The file used unless another is named, in the folder that all of this program's caches share."""
    return Path(cache_folder()) / _NAME


def _silent(message: str) -> None:
    """Where messages go when nobody wants them."""


class DoubleDummyCache:
    """The cache in one file; a context manager.

    ``warn`` gets one sentence for each thing that went wrong with the file; ``seconds`` is how long to
    wait for another process that holds a lock on it. ``path`` defaults to a file in
    :func:`cache_folder`.
    """

    def __init__(self, path: Path | None = None, warn: Callable[[str], None] = _silent, seconds: float = 2.0) -> None:
        self.path = path if path is not None else default_path()
        self._warn = warn
        self._seconds = seconds
        self._connection: sqlite3.Connection | None = None
        self._open(again=True)

    @classmethod
    def as_told(cls, told: bool | str | Path | None, warn: Callable[[str], None] = _silent) -> DoubleDummyCache | None:
        """The cache at a path, for True the one in the user's folder, else none: as a task says it, in JSON too."""
        if not told:
            return None
        return cls(None if told is True else Path(told), warn)

    def __enter__(self) -> DoubleDummyCache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; from then on the cache knows nothing and keeps nothing."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def get(self, questions: Sequence[Question]) -> list[int | None]:
        """The tricks of each question, None where they are not known."""
        known: list[int | None] = []
        for question in questions:
            if self._connection is None:
                break
            key, contract = _key(question)
            try:
                row = self._connection.execute(_LOOKUP, (key, contract)).fetchone()
            except _FAULTS as error:
                self._fail(error)
                return [None] * len(questions)
            if row is None:
                known.append(None)
            elif _row_is_sound(key, contract, *row):
                known.append(row[0])
            else:
                self._set_aside("a row does not agree with its checksum")
                return [None] * len(questions)
        return known + [None] * (len(questions) - len(known))

    def put(self, questions: Sequence[Question], tricks: Sequence[int]) -> None:
        """Remember the tricks of these questions, in one transaction."""
        if self._connection is None or not questions:
            return
        rows = []
        for question, taken in zip(questions, tricks, strict=True):
            key, contract = _key(question)
            rows.append((key, contract, taken, _checksum(key, contract, taken)))
        try:
            with self._connection:
                self._connection.executemany("INSERT OR REPLACE INTO tricks VALUES (?, ?, ?, ?)", rows)
        except _FAULTS as error:
            self._fail(error)

    def _open(self, again: bool) -> None:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=self._seconds, check_same_thread=False)
        except (OSError, *_FAULTS) as error:
            self._warn(f"the double-dummy cache {self.path} cannot be opened ({error}); going on without it")
            return
        try:
            with connection:
                connection.execute("PRAGMA synchronous = OFF")  # losing the cache costs time only
                connection.execute(_TABLE)
                connection.execute("SELECT deal, contract, tricks, sum FROM tricks LIMIT 1").fetchone()
        except _FAULTS as error:
            connection.close()
            if _is_damage(error) and again:
                self._set_aside(str(error))
            else:
                self._warn(f"the double-dummy cache {self.path} cannot be used ({error}); going on without it")
            return
        self._connection = connection

    def _fail(self, error: Exception) -> None:
        if _is_damage(error):
            self._set_aside(str(error))
            return
        self.close()
        self._warn(f"the double-dummy cache {self.path} cannot be used ({error}); going on without it")

    def _set_aside(self, reason: str) -> None:
        """Rename the damaged file and begin a new one."""
        self.close()
        aside = self.path.with_name(self.path.name + ".damaged")
        try:
            os.replace(self.path, aside)
            for ending in ("-journal", "-wal", "-shm"):
                self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
        except OSError as error:
            self._warn(f"the double-dummy cache {self.path} is damaged ({reason}) and cannot be renamed: {error}")
            return
        self._warn(f"the double-dummy cache was damaged ({reason}); it is set aside as {aside}")
        self._open(again=False)


def solve_with_cache(
    questions: Sequence[Question], cache: DoubleDummyCache | None = None, threads: int = 1
) -> list[int]:
    """The tricks of each (deal, declarer, strain): from the cache where known, solved and kept otherwise.

    A question asked twice is solved once.
    """
    known: list[int | None] = cache.get(questions) if cache is not None else [None] * len(questions)
    missing: dict[tuple[bytes, int], Question] = {}
    for question, tricks in zip(questions, known, strict=True):
        if tricks is None:
            missing.setdefault(_key(question), question)
    solved = dict(zip(missing, solve_contracts(list(missing.values()), threads), strict=True))
    if cache is not None and missing:
        cache.put(list(missing.values()), list(solved.values()))
    return [
        solved[_key(question)] if tricks is None else tricks for question, tricks in zip(questions, known, strict=True)
    ]


def _key(question: Question) -> tuple[bytes, int]:
    deal, declarer, strain = question
    masks = [hand.mask for hand in deal.hands] if isinstance(deal, Deal) else deal
    # bit pairs: the low bit of a card's holder is set for east and west, the high one for south and west
    low, high = _spread(masks[1] | masks[3]), _spread(masks[2] | masks[3])
    return (low | high << 1).to_bytes(13, "little"), 5 * declarer + strain


def _spread(mask: int) -> int:
    """The bits of a 52-bit mask with a zero between each and the next."""
    bits = int(mask)
    for shift, keep in _SPREADS:
        bits = (bits | bits << shift) & keep
    return bits


def _keep(shift: int) -> int:
    block = (1 << shift) - 1
    return sum(block << at for at in range(0, 128, 2 * shift))


_SPREADS = [(shift, _keep(shift)) for shift in (32, 16, 8, 4, 2, 1)]


def _checksum(key: bytes, contract: int, tricks: int) -> int:
    return crc32(key + bytes((contract, tricks)))


def _row_is_sound(key: bytes, contract: int, tricks: object, checksum: object) -> bool:
    return isinstance(tricks, int) and 0 <= tricks <= 13 and checksum == _checksum(key, contract, tricks)


def _is_damage(error: Exception) -> bool:
    """Whether the file's content is at fault, and not a lock, a full disk or a missing permission."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return not isinstance(error, sqlite3.OperationalError | OSError)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)

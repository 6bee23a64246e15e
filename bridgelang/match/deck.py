"""Decks: boards whose twenty double-dummy results and par are known, in a compact binary file.

The file, all numbers little-endian:

* header, 32 bytes: ``BLDECK01``, number of boards (uint32), number of the first board (uint32), seed of the
  deal stream the deals come from (uint64), 8 bytes of zero;
* a record of 25 bytes for each board:
  13 bytes, the seat that holds each card, two bits a card, card 0 (the club two) lowest in byte 0;
  10 bytes, declarer's tricks, four bits each, index ``5 * seat + strain``, even indices in the low half;
  2 bytes, the par score for North-South in tens of points (int16);
* 32 bytes, SHA-256 of everything before.

Dealer and vulnerability follow from the board's number. Board ``n`` of the two decks that ship is deal ``n - 1``
of the stream with seed 2017 (see :mod:`bridgelang.core.dealing`): the reference deck has the first 20,000, to be
looked at; the confirming deck the next 20,000, of which only totals are told, so that no text is ever fitted to them.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bridgelang.errors import BridgelangError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["REFERENCE_SEED", "Deck", "DeckError", "confirming_deck", "encode", "reference_deck"]

REFERENCE_SEED = 2017
"""The deal-stream seed of the reference deck, the year of the laws it is scored by."""

_DATA = Path(__file__).parent / "data"

RECORD = 25
_MAGIC = b"BLDECK01"
_HEADER = struct.Struct("<8sIIQ8x")
_DIGEST = 32
_BLOCK = 8192  # boards packed or unpacked at a time, so that a large deck needs little more than itself


class DeckError(BridgelangError):
    """A deck file is not one, or is damaged."""


class Deck:
    """Solved boards: row ``i`` of every array belongs to board number ``first + i``.

    ``records`` are those of the file, uint8, shape (n, 25); what they say is found out when it is asked for.
    """

    def __init__(self, seed: int, first: int, records: NDArray[np.uint8]) -> None:
        self.seed = seed
        self.first = first
        self.records = records

    def __len__(self) -> int:
        return len(self.records)

    @cached_property
    def masks(self) -> NDArray[np.uint64]:
        """The hands N E S W, shape (n, 4)."""
        return _masks(self.records[:, :13])

    @cached_property
    def tables(self) -> NDArray[np.uint8]:
        """Declarer's tricks by seat and strain, shape (n, 4, 5)."""
        pairs = self.records[:, 13:23]
        return np.stack([pairs & 15, pairs >> 4], axis=2).reshape(len(self), 4, 5)

    @cached_property
    def par(self) -> NDArray[np.int16]:
        """Points for North-South, shape (n,)."""
        tens = np.ascontiguousarray(self.records[:, 23:25]).view("<i2").reshape(len(self))
        return (tens * 10).astype(np.int16)

    def part(self, start: int, stop: int) -> Deck:
        """The boards at places ``start`` to ``stop - 1``."""
        return Deck(self.seed, self.first + start, self.records[start:stop])

    @classmethod
    def of(
        cls,
        seed: int,
        first: int,
        masks: NDArray[np.uint64],
        tables: NDArray[np.uint8],
        par: NDArray[np.int16] | Sequence[int],
    ) -> Deck:
        """The deck of these hands, tricks and points: arrays as :attr:`masks`, :attr:`tables` and :attr:`par` are."""
        records = encode_records(masks, tables, par)
        return cls(seed, first, np.frombuffer(records, dtype=np.uint8).reshape(len(masks), RECORD))

    @classmethod
    def decode(cls, data: bytes) -> Deck:
        """The deck in the bytes of a file; raises :class:`DeckError` unless length and checksum are right."""
        if len(data) < _HEADER.size + _DIGEST or not data.startswith(_MAGIC):
            raise DeckError("this is not a deck file")
        _, count, first, seed = _HEADER.unpack_from(data)
        if len(data) != _HEADER.size + count * RECORD + _DIGEST:
            raise DeckError(f"the deck file is cut off: it announces {count} boards and has {len(data)} bytes")
        if hashlib.sha256(data[:-_DIGEST]).digest() != data[-_DIGEST:]:
            raise DeckError("the deck file is damaged: its checksum does not agree")
        records = np.frombuffer(data, dtype=np.uint8, count=count * RECORD, offset=_HEADER.size)
        return cls(seed, first, records.reshape(count, RECORD))

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Deck:
        """The deck in a file; raises :class:`DeckError`, naming the file, when it cannot be used."""
        try:
            return cls.decode(Path(path).read_bytes())
        except OSError as error:
            raise DeckError(f"{path}: {error.strerror or error}") from error
        except DeckError as error:
            raise DeckError(f"{path}: {error}") from None

    def encode(self) -> bytes:
        """The bytes of the file that :meth:`decode` reads."""
        return encode(self.seed, self.first, self.records.tobytes())


def encode(seed: int, first: int, records: bytes) -> bytes:
    """A deck file of records as :func:`encode_records` makes them: header, records, checksum."""
    body = _HEADER.pack(_MAGIC, len(records) // RECORD, first, seed) + records
    return body + hashlib.sha256(body).digest()


def encode_records(
    masks: NDArray[np.uint64], tables: NDArray[np.uint8], par: NDArray[np.int16] | Sequence[int]
) -> bytes:
    """The 25-byte records of boards given by hands (n, 4), tricks (n, 4, 5) and par (n,) in points."""
    scores = np.asarray(par, dtype="<i2")
    parts = []
    for low in range(0, len(masks), _BLOCK):
        part = slice(low, low + _BLOCK)
        parts.append(_records(masks[part], np.asarray(tables[part], dtype=np.uint8), scores[part]).tobytes())
    return b"".join(parts)


def _records(masks: NDArray[np.uint64], tables: NDArray[np.uint8], par: NDArray[np.int16]) -> NDArray[np.uint8]:
    count = len(masks)
    cards = np.arange(52, dtype=np.uint64)
    held = (masks[:, :, None] >> cards) & np.uint64(1)
    owner = (held * np.arange(4, dtype=np.uint64)[:, None]).sum(axis=1).astype(np.uint8)
    quads = owner.reshape(count, 13, 4) << np.array([0, 2, 4, 6], dtype=np.uint8)
    pairs = tables.reshape(count, 10, 2)
    records = np.empty((count, RECORD), dtype=np.uint8)
    records[:, :13] = np.bitwise_or.reduce(quads, axis=2)
    records[:, 13:23] = pairs[:, :, 0] | pairs[:, :, 1] << 4
    records[:, 23:25] = (par // 10).astype("<i2").reshape(count, 1).view(np.uint8)
    return records


@lru_cache(maxsize=1)
def reference_deck() -> Deck:
    """The deck that ships with the package: 20,000 boards, dealt from seed 2017, solved completely.

    Raises :class:`DeckError` when the file in the package is damaged.
    """
    return Deck.read(_DATA / "reference.deck")


@lru_cache(maxsize=1)
def confirming_deck() -> Deck:
    """The 20,000 boards after those of the reference deck: none of them is ever shown.

    Raises :class:`DeckError` when the file in the package is damaged.
    """
    return Deck.read(_DATA / "confirming.deck")


def _masks(owners: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Hands (n, 4) from the owners of the cards, packed four to a byte (n, 13)."""
    masks = np.empty((len(owners), 4), dtype=np.uint64)
    bits = np.uint64(1) << np.arange(52, dtype=np.uint64)
    for low in range(0, len(owners), _BLOCK):
        packed = owners[low : low + _BLOCK, :, None]
        owner = (packed >> np.array([0, 2, 4, 6], dtype=np.uint8) & 3).reshape(len(packed), 52)
        for seat in range(4):
            masks[low : low + _BLOCK, seat] = np.where(owner == seat, bits, np.uint64(0)).sum(axis=1)
    return masks

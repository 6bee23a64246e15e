"""Decks: boards whose twenty double-dummy results and par are known, in a compact binary file.

The file, all numbers little-endian:

* header, 32 bytes: ``BLDECK01``, number of boards (uint32), number of the first board (uint32), seed of the
  deal stream the deals come from (uint64), 8 bytes of zero;
* a record of 25 bytes for each board:
  13 bytes, the seat that holds each card, two bits a card, card 0 (the club two) lowest in byte 0;
  10 bytes, declarer's tricks, four bits each, index ``5 * seat + strain``, even indices in the low half;
  2 bytes, the par score for North-South in tens of points (int16);
* 32 bytes, SHA-256 of everything before.

Dealer and vulnerability follow from the board's number. Board ``n`` of the reference deck is deal ``n - 1``
of the stream with seed 2017 (see :mod:`bridgelang.core.dealing`).
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import numpy as np

from bridgelang.errors import BridgelangError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["REFERENCE_SEED", "Deck", "DeckError", "encode", "reference_deck"]

REFERENCE_SEED = 2017
"""The deal-stream seed of the reference deck, the year of the laws it is scored by."""

RECORD = 25
_MAGIC = b"BLDECK01"
_HEADER = struct.Struct("<8sIIQ8x")
_DIGEST = 32
_BLOCK = 8192  # boards packed or unpacked at a time, so that a large deck needs little more than itself


class DeckError(BridgelangError):
    """A deck file is not one, or is damaged."""


@attrs.frozen(eq=False)
class Deck:
    """Solved boards: row ``i`` of every array belongs to board number ``first + i``.

    ``masks``: uint64, shape (n, 4), the hands N E S W; ``tables``: uint8, shape (n, 4, 5), declarer's tricks
    by seat and strain; ``par``: int16, shape (n,), points for North-South.
    """

    seed: int
    first: int
    masks: NDArray[np.uint64]
    tables: NDArray[np.uint8]
    par: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.masks)

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
        records = records.reshape(count, RECORD)
        nibbles = np.stack([records[:, 13:23] & 15, records[:, 13:23] >> 4], axis=2)
        tens = np.ascontiguousarray(records[:, 23:25]).view("<i2").reshape(count)
        return cls(
            seed=seed,
            first=first,
            masks=_masks(records[:, :13]),
            tables=nibbles.reshape(count, 4, 5),
            par=(tens * 10).astype(np.int16),
        )

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
        return encode(self.seed, self.first, encode_records(self.masks, self.tables, self.par))


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
    """The deck that ships with the package: 10,000 boards, dealt from seed 2017, solved completely.

    Raises :class:`DeckError` when the file in the package is damaged.
    """
    return Deck.read(Path(__file__).parent / "data" / "reference.deck")


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

"""Deck files: what is written is read, and a damaged file is refused."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from bridgelang.batch.dealing import deal_masks
from bridgelang.match.deck import Deck, DeckError, encode, encode_records

RNG = np.random.default_rng(3)
COUNT = 50


@pytest.fixture
def deck() -> Deck:
    return Deck.of(
        seed=9,
        first=1,
        masks=deal_masks(9, 0, COUNT),
        tables=RNG.integers(0, 14, (COUNT, 4, 5), dtype=np.uint8),
        par=(RNG.integers(-760, 299, COUNT) * 10).astype(np.int16),
    )


def test_what_is_written_is_read(deck: Deck, tmp_path: Path) -> None:
    file = tmp_path / "x.deck"
    file.write_bytes(deck.encode())
    assert len(deck.encode()) == 32 + 25 * COUNT + 32
    again = Deck.read(file)
    assert (again.seed, again.first, len(again)) == (9, 1, COUNT)
    assert (again.masks == deck.masks).all() and again.masks.dtype == np.uint64
    assert (again.tables == deck.tables).all() and again.tables.shape == (COUNT, 4, 5)
    assert (again.par == deck.par).all()


def test_the_bytes_are_as_documented(deck: Deck) -> None:
    data = deck.encode()
    assert data[:8] == b"BLDECK01"
    assert int.from_bytes(data[8:12], "little") == COUNT
    assert int.from_bytes(data[12:16], "little") == 1
    assert int.from_bytes(data[16:24], "little") == 9
    assert data[-32:] == hashlib.sha256(data[:-32]).digest()
    record = data[32 + 25 * 7 :][:25]
    for card in range(52):
        seat = record[card // 4] >> 2 * (card % 4) & 3
        assert int(deck.masks[7][seat]) >> card & 1
    for seat in range(4):
        for strain in range(5):
            index = 5 * seat + strain
            assert record[13 + index // 2] >> 4 * (index % 2) & 15 == deck.tables[7][seat][strain]
    assert int.from_bytes(record[23:], "little", signed=True) * 10 == deck.par[7]


def test_an_empty_deck() -> None:
    none = np.empty((0, 4), dtype=np.uint64)
    assert len(Deck.decode(encode(1, 1, encode_records(none, np.empty((0, 4, 5), np.uint8), [])))) == 0


def test_a_damaged_file_is_refused_by_name(deck: Deck, tmp_path: Path) -> None:
    file, data = tmp_path / "x.deck", deck.encode()
    for place in (8, 20, 40, 500, len(data) - 1):
        broken = bytearray(data)
        broken[place] ^= 4
        file.write_bytes(broken)
        with pytest.raises(DeckError, match=r"x\.deck"):
            Deck.read(file)
    file.write_bytes(data[:-10])
    with pytest.raises(DeckError, match="cut off"):
        Deck.read(file)
    file.write_bytes(b"[Event]")
    with pytest.raises(DeckError, match="not a deck"):
        Deck.read(file)
    with pytest.raises(DeckError, match="No such file"):
        Deck.read(tmp_path / "missing.deck")


class Stopped(Exception):
    pass


def test_a_deck_is_made_and_an_interrupted_one_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bridgelang.match.deckmaking import make_deck

    monkeypatch.setattr("bridgelang.match.deckmaking._CHUNK", 1)
    whole, parts, seen = tmp_path / "whole.deck", tmp_path / "parts.deck", []

    def stop(done: int, boards: int) -> None:
        seen.append(done)
        if done == 2:
            raise Stopped

    make_deck(whole, 6, 3)
    with pytest.raises(Stopped):
        make_deck(parts, 6, 3, progress=stop)
    assert not parts.exists()
    make_deck(parts, 6, 3, threads=2, progress=stop)
    assert seen == [1, 2, 3]
    assert parts.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parts.deck", "whole.deck"]
    made = Deck.read(whole)
    assert (made.masks == deal_masks(6, 0, 3)).all()

"""The double-dummy cache remembers; nothing that happens to its file gives an error or a wrong answer."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from bridgelang.core.cards import Strain
from bridgelang.core.dealing import deal
from bridgelang.core.seats import Seat
from bridgelang.match import ddcache
from bridgelang.match.ddcache import DoubleDummyCache, default_path, solve_with_cache

QUESTIONS = [(deal(5, index), Seat(index % 4), Strain(index % 5)) for index in range(40)]
TRICKS = [(7 * index + 3) % 14 for index in range(40)]  # made up: the file has to give them back as they are


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "dd.sqlite"
    with DoubleDummyCache(file) as cache:
        cache.put(QUESTIONS, TRICKS)
    return file


def test_it_remembers_between_runs(path: Path) -> None:
    messages: list[str] = []
    with DoubleDummyCache(path, messages.append) as cache:
        assert cache.get(QUESTIONS) == TRICKS
        assert cache.get([(deal(6, 0), Seat.NORTH, Strain.CLUBS)]) == [None]
        other_strain = (QUESTIONS[0][0], QUESTIONS[0][1], Strain.NOTRUMP)
        assert cache.get([other_strain, QUESTIONS[3]]) == [None, TRICKS[3]]
    assert messages == []


def test_hands_as_masks_and_as_a_deal_are_one_key(path: Path) -> None:
    board, declarer, strain = QUESTIONS[9]
    masks = [hand.mask for hand in board]
    with DoubleDummyCache(path) as cache:
        assert cache.get([(masks, declarer, strain)]) == [TRICKS[9]]
        swapped = [masks[2], masks[1], masks[0], masks[3]]
        assert cache.get([(swapped, declarer, strain)]) == [None]


def test_the_key_names_the_holder_of_every_card() -> None:
    board = deal(77, 5)
    key, contract = ddcache._key((board, Seat.WEST, Strain.HEARTS))
    holders = [key[card // 4] >> 2 * (card % 4) & 3 for card in range(52)]
    assert holders == [int(board.owner(card)) for card in range(52)]
    assert contract == 17


def test_only_what_is_unknown_is_solved_and_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def stub(contracts: list[object], threads: int) -> list[int]:
        calls.append(len(contracts))
        return [4] * len(contracts)

    monkeypatch.setattr(ddcache, "solve_contracts", stub)
    with DoubleDummyCache(tmp_path / "a.sqlite") as cache:
        assert solve_with_cache([*QUESTIONS[:3], QUESTIONS[1]], cache) == [4, 4, 4, 4]
        assert solve_with_cache(QUESTIONS[:5], cache) == [4] * 5
        assert solve_with_cache(QUESTIONS[:5], cache) == [4] * 5
    assert calls == [3, 2, 0]
    assert solve_with_cache(QUESTIONS[:2]) == [4, 4]


@pytest.mark.parametrize(
    "content",
    [b"not a database at all", b"SQLite format 3\x00" + bytes(200), b"\x00" * 5000],
    ids=["text", "broken header", "zeros"],
)
def test_a_file_that_is_no_database_is_set_aside(tmp_path: Path, content: bytes) -> None:
    file, messages = tmp_path / "dd.sqlite", []
    file.write_bytes(content)
    with DoubleDummyCache(file, messages.append) as cache:
        assert cache.get(QUESTIONS[:2]) == [None, None]
        cache.put(QUESTIONS[:2], TRICKS[:2])
        assert cache.get(QUESTIONS[:2]) == TRICKS[:2]
    assert (tmp_path / "dd.sqlite.damaged").read_bytes() == content
    assert len(messages) == 1 and "set aside" in messages[0]


def test_another_table_under_the_name_is_set_aside(tmp_path: Path) -> None:
    file, messages = tmp_path / "dd.sqlite", []
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE tricks (something TEXT)")
    connection.close()
    with DoubleDummyCache(file, messages.append) as cache:
        cache.put(QUESTIONS, TRICKS)
        assert cache.get(QUESTIONS) == TRICKS
    assert len(messages) == 1


def test_a_changed_row_is_noticed(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        key, contract = ddcache._key(QUESTIONS[0])
        connection.execute("UPDATE tricks SET tricks = 13 - tricks WHERE deal = ? AND contract = ?", (key, contract))
    connection.close()
    messages: list[str] = []
    with DoubleDummyCache(path, messages.append) as cache:
        assert cache.get(QUESTIONS) == [None] * 40
    assert len(messages) == 1 and "checksum" in messages[0]


def test_bytes_flipped_anywhere_never_give_a_wrong_answer(path: Path) -> None:
    whole = path.read_bytes()
    rng = random.Random(7)
    noticed = 0
    for _ in range(150):
        damaged = bytearray(whole)
        for _ in range(rng.choice([1, 1, 4, 200])):
            damaged[rng.randrange(len(damaged))] ^= rng.randrange(1, 256)
        path.write_bytes(damaged)
        messages: list[str] = []
        with DoubleDummyCache(path, messages.append) as cache:
            answers = cache.get(QUESTIONS)
        noticed += bool(messages)
        assert all(answer in (None, right) for answer, right in zip(answers, TRICKS, strict=True))
    assert noticed > 20  # the damage was real


def test_a_cut_off_file_never_gives_a_wrong_answer(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(0, len(whole), 300):
        path.write_bytes(whole[:length])
        with DoubleDummyCache(path) as cache:
            answers = cache.get(QUESTIONS)
        assert all(answer in (None, right) for answer, right in zip(answers, TRICKS, strict=True))


def test_a_locked_file_is_left_alone(path: Path) -> None:
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    messages: list[str] = []
    with DoubleDummyCache(path, messages.append, seconds=0.01) as cache:
        assert cache.get(QUESTIONS[:1]) == [None]
        cache.put(QUESTIONS[:1], [1])
    holder.execute("ROLLBACK")
    holder.close()
    assert len(messages) == 1 and "locked" in messages[0]
    with DoubleDummyCache(path) as cache:
        assert cache.get(QUESTIONS[:1]) == TRICKS[:1]


def test_a_lock_that_comes_later_costs_only_the_keeping(path: Path) -> None:
    messages: list[str] = []
    with DoubleDummyCache(path, messages.append, seconds=0.01) as cache:
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        cache.put([(deal(1, 1), Seat.EAST, Strain.CLUBS)], [9])
        assert cache.get(QUESTIONS[:1]) == [None]
        holder.execute("ROLLBACK")
        holder.close()
    assert len(messages) == 1
    assert not list(path.parent.glob("*.damaged"))


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    messages: list[str] = []
    with DoubleDummyCache(tmp_path / "file" / "dd.sqlite", messages.append) as cache:
        cache.put(QUESTIONS[:1], [1])
        assert cache.get(QUESTIONS[:1]) == [None]
    assert len(messages) == 1 and "without it" in messages[0]


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "dd.sqlite").mkdir()
    messages: list[str] = []
    with DoubleDummyCache(tmp_path / "dd.sqlite", messages.append) as cache:
        assert cache.get(QUESTIONS[:1]) == [None]
    assert len(messages) == 1


def test_the_file_is_in_the_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BRIDGELANG_CACHE", str(tmp_path / "own"))
    assert default_path() == tmp_path / "own" / "double-dummy-1.sqlite"
    with DoubleDummyCache() as cache:
        cache.put(QUESTIONS[:1], [3])
    assert default_path().exists()

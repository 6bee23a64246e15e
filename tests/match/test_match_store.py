"""Match files: readable, resumable to the same bytes, and refused when they are of something else."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
import pytest

from bridgelang.errors import BridgelangError
from bridgelang.match import MatchResult, play_match
from bridgelang.match.run import MatchError, read_match
from bridgelang.match.store import APPLICATION, MatchStore, StoreError, has_begun
from tests.match.match_stubs import Stub

STUB = "python:tests.match.match_stubs:Stub"
ROOT = Path(__file__).parents[2]
COUNT = 200


def plain(result: MatchResult) -> str:
    return json.dumps(attrs.asdict(result), default=list)


def play(deck: str, out: Path | None, **options: object) -> MatchResult:
    options = {"boards": COUNT, "deck": deck, "cache": False, **options}
    light = {"name": "light", "light": "3"}
    return play_match(STUB, STUB, a_settings=light, out=out, **options)  # type: ignore[arg-type]


class Interrupted(Exception):
    pass


def stop_after(boards: int) -> Callable[[int, int], None]:
    def progress(done: int, planned: int) -> None:
        if done >= boards:
            raise Interrupted

    return progress


def test_the_file_gives_the_result_back(deck: str, tmp_path: Path) -> None:
    file = tmp_path / "m.match"
    played = play(deck, file)
    assert plain(read_match(file)) == plain(played) == plain(play(deck, None))
    by_points = read_match(file, scoring="total")
    assert plain(by_points) == plain(play(deck, None, scoring="total"))


def test_any_sqlite_client_reads_it(deck: str, tmp_path: Path) -> None:
    file = tmp_path / "m.match"
    result = play(deck, file)
    with sqlite3.connect(file) as connection:
        total, boards = connection.execute("SELECT sum(imps), count(*) FROM boards").fetchone()
        swing = connection.execute(
            "SELECT number, deal, auction_1, contract_2 FROM boards ORDER BY abs(imps) DESC, abs(points) DESC, place"
        ).fetchone()
        rules = dict(connection.execute("SELECT id, location FROM rules").fetchall())
        behind = connection.execute("SELECT auction_1, rules_1 FROM boards WHERE place = 0").fetchone()
        names = connection.execute("SELECT DISTINCT a, b FROM chunks").fetchall()
    connection.close()
    assert (total, boards) == (sum(result.values), COUNT)
    record = result.swings[0]
    assert swing == (record.number, record.deal, record.tables[0].auction, record.tables[1].contract)
    assert rules[0] == "" and set(rules.values()) >= {"light.bid:1", "stub.bid:1"}
    assert len(behind[0].split()) == len(behind[1].split())
    assert names == [("light", "stub")]


@pytest.mark.parametrize("after", [25, 50, 150, 199])
def test_an_interrupted_match_is_resumed_to_the_same_bytes(deck: str, tmp_path: Path, after: int) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    expected = plain(play(deck, whole))
    with pytest.raises(Interrupted):
        play(deck, parts, progress=stop_after(after))
    assert 0 < read_match(parts).boards < COUNT + 1
    assert plain(play(deck, parts, resume=True, jobs=2)) == expected
    assert parts.read_bytes() == whole.read_bytes()


def test_the_number_of_processes_does_not_show_in_the_file(deck: str, tmp_path: Path) -> None:
    files = [tmp_path / str(jobs) for jobs in (1, 2, 3)]
    for jobs, file in enumerate(files, 1):
        play(deck, file, jobs=jobs)
    assert files[0].read_bytes() == files[1].read_bytes() == files[2].read_bytes()


SCRIPT = """
    import sys
    from bridgelang.match import play_match
    stub = "python:tests.match.match_stubs:Stub"
    play_match(stub, stub, a_settings={"name": "light", "light": "3"}, deck=sys.argv[1], out=sys.argv[2],
               boards=200, cache=False, resume=True, jobs=int(sys.argv[3]),
               progress=lambda done, planned: print(done, flush=True))
"""


def test_killed_at_random_and_resumed_to_the_same_bytes(deck: str, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    play(deck, whole)
    rng = random.Random(4)
    command = [sys.executable, "-c", textwrap.dedent(SCRIPT), deck, str(parts)]
    kills = 0
    for attempt in range(40):
        process = subprocess.Popen(
            [*command, str(1 + attempt % 2)], stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "PYTHONPATH": "."}
        )
        assert process.stdout is not None
        lines = rng.randrange(1, 4)
        while lines and process.stdout.readline():
            lines -= 1
        if lines or attempt > 30:
            process.stdout.read()
            assert process.wait() == 0
            break
        process.kill()
        kills += 1
        process.stdout.close()
        process.wait()
    assert kills >= 2
    assert parts.read_bytes() == whole.read_bytes()


class DiesAtStep:
    """A connection whose process ends at a given statement, as if it had been killed there."""

    def __init__(self, path: str, left: int) -> None:
        self.connection = sqlite3.Connection(path)
        self.left = left

    def step(self) -> None:
        self.left -= 1
        if not self.left:
            os._exit(9)

    def execute(self, statement: str) -> object:
        self.step()
        return self.connection.execute(statement)

    def executemany(self, statement: str, rows: list[tuple[str, str]]) -> object:
        self.step()
        return self.connection.executemany(statement, rows)

    def __enter__(self) -> None:
        self.connection.__enter__()

    def __exit__(self, *error: object) -> None:
        self.step()
        self.connection.__exit__(*error)  # type: ignore[arg-type]

    def close(self) -> None:
        self.connection.close()


def test_a_match_that_died_while_its_file_was_created_has_not_begun(
    deck: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At whatever statement the process ends, the same command, with and without --resume, gives the whole match."""
    whole = tmp_path / "whole"
    play(deck, whole, boards=25)
    steps = 0
    for steps in range(1, 40):
        parts = tmp_path / f"parts{steps}"
        child = os.fork()
        if not child:
            monkeypatch.setattr(sqlite3, "connect", lambda path, left=steps: DiesAtStep(path, left))
            MatchStore.create(parts, {"a": "x" * 5000})
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status == 0:
            break
        assert status == 9
        assert not has_begun(parts)
        with pytest.raises(StoreError, match=r"no match has begun|no such match"):
            read_match(parts)
        for option in ({"resume": True}, {}):
            again = tmp_path / f"again{steps}{option}"
            for ending in ("", "-journal"):
                if os.path.exists(f"{parts}{ending}"):
                    shutil.copy(f"{parts}{ending}", f"{again}{ending}")
            play(deck, again, boards=25, **option)
            assert again.read_bytes() == whole.read_bytes()
    assert 8 < steps < 39


def test_an_empty_file_and_a_mark_without_tables_are_no_match_yet(deck: str, tmp_path: Path) -> None:
    empty, marked = tmp_path / "empty", tmp_path / "marked"
    empty.touch()
    sqlite3.connect(marked).execute(f"PRAGMA application_id = {APPLICATION}").connection.close()
    for file in (empty, marked):
        with pytest.raises(StoreError, match="no match has begun"):
            read_match(file)
        assert plain(play(deck, file, resume=True)) == plain(read_match(file))


def test_of_many_that_begin_one_file_at_once_one_does(tmp_path: Path) -> None:
    whole = {
        "a": {},
        "b": {},
        "until": None,
        "chunk": 1,
        "scoring": "imps",
        "boards_from": {},
        "from": "",
        "play": "dd",
    }

    def begin(number: int) -> MatchStore | str:
        try:
            return MatchStore.create(tmp_path / "m", {**whole, "boards": number})
        except StoreError as error:
            return str(error)

    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(begin, range(8)))
    stores = [one for one in made if isinstance(one, MatchStore)]
    assert len(stores) == 1
    assert all("exists" in one for one in made if isinstance(one, str))
    assert MatchStore.open(tmp_path / "m").head == stores[0].head


def test_a_second_writer_of_a_match_that_is_going_on_is_refused(deck: str, tmp_path: Path) -> None:
    whole, shared = tmp_path / "whole", tmp_path / "shared"
    play(deck, whole)
    once = []

    def meanwhile(done: int, planned: int) -> None:
        if not once:
            once.append(done)
            play(deck, shared, resume=True)

    with pytest.raises(StoreError, match="another process is writing"):
        play(deck, shared, progress=meanwhile)
    assert shared.read_bytes() == whole.read_bytes()


def test_a_finished_match_is_not_played_again(deck: str, tmp_path: Path) -> None:
    file = tmp_path / "m"
    expected = plain(play(deck, file))
    before = file.read_bytes()
    assert plain(play(deck, file, resume=True, progress=stop_after(0))) == expected
    assert file.read_bytes() == before


def test_a_file_is_not_overwritten_and_not_mixed(deck: str, tmp_path: Path) -> None:
    file = tmp_path / "m"
    play(deck, file)
    with pytest.raises(StoreError, match="exists"):
        play(deck, file)
    with pytest.raises(MatchError, match="number of boards"):
        play(deck, file, resume=True, boards=100)
    with pytest.raises(MatchError, match="scoring"):
        play(deck, file, resume=True, scoring="total")
    with pytest.raises(MatchError, match="source of boards"):
        play("random", file, resume=True)
    with pytest.raises(MatchError, match="first bidder"):
        play_match(Stub(), STUB, deck=deck, boards=COUNT, out=file, resume=True)


def test_what_is_no_match_file_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "m.match"
    with pytest.raises(StoreError, match=r"m\.match.*no such"):
        read_match(file)
    file.write_text("hello")
    with pytest.raises(StoreError, match=r"m\.match"):
        read_match(file)
    file.unlink()
    sqlite3.connect(file).execute("CREATE TABLE x (y)").connection.close()
    with pytest.raises(StoreError, match="not a match file"):
        read_match(file)
    with pytest.raises(StoreError, match="cannot be used"):
        play_match(Stub(), Stub(), boards=5, seed=1, cache=False, out=tmp_path / "no folder" / "m")


def test_a_damaged_file_gives_a_message_or_the_truth(deck: str, tmp_path: Path) -> None:
    file = tmp_path / "m.match"
    expected = plain(play(deck, file))
    whole = file.read_bytes()
    rng = random.Random(3)
    refused = 0
    for _ in range(30):
        file.write_bytes(whole[: rng.randrange(len(whole))])
        try:
            assert plain(read_match(file)) == expected
        except BridgelangError:
            refused += 1
    assert refused > 20


@pytest.mark.parametrize("change", ["DELETE FROM rules WHERE id = (SELECT max(id) FROM rules)", "DELETE FROM rules"])
def test_missing_rules_are_noticed(deck: str, tmp_path: Path, change: str) -> None:
    """The boards agree with their checksum, and name rules that are not there."""
    file = tmp_path / "m.match"
    play(deck, file)
    with sqlite3.connect(file) as connection:
        assert connection.execute(change).rowcount > 0
    connection.close()
    with pytest.raises(StoreError, match=r"m\.match is damaged: rules of the boards from place \d+ are missing"):
        read_match(file)


def test_missing_boards_are_noticed(deck: str, tmp_path: Path) -> None:
    file = tmp_path / "m.match"
    play(deck, file)
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM boards WHERE place = 30")
    connection.close()
    with pytest.raises(StoreError, match="place 25 are missing"):
        read_match(file)

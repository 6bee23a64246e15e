"""Kills at random moments: `python -m tests.attack.kills [COMMAND …] [--count N] [--seed N]`.

Every command that writes is run, killed, and run again with the same words, several times in a row; after each kill
whatever stands under the names of its results is whole, and in the end they are, byte for byte, what a run gives
that nobody killed. `match` is also attacked by killing its workers, and those of a Dask cluster: it has to finish.
Caches are killed with the rest, since each row of kills begins without one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import attrs

from tests.attack.bidders import made_up_deck
from tests.cli.conftest import heed_interrupts

ROOT = Path(__file__).parents[2]
SMALL = str(ROOT / "tests" / "data" / "cli" / "small.bid")
IN_A_ROW = 4
GONE = 5.0  # seconds within which nothing of a killed command may be left
TABLE = "p\n1\n\n" * 400  # passes, plays the first card of the list, and goes on


@attrs.frozen
class Command:
    """A command that is attacked: its words in a folder, what is typed, and the names of its results.

    ``look`` says what is wrong with the folder after a kill, in a sentence; empty for nothing.
    """

    name: str
    words: Callable[[Path], list[str]]
    results: tuple[str, ...] = ()
    look: Callable[[Path], str] = lambda folder: ""
    typed: str = ""
    prepare: Callable[[Path], None] = lambda folder: None


@attrs.frozen
class Ran:
    """A run that came to its end, or was killed (status -9)."""

    status: int
    out: bytes
    errors: bytes
    seconds: float


def environment(folder: Path) -> dict[str, str]:
    """A folder's own cache, and its own games and scores: nothing of the user's is read or written."""
    own = {"BRIDGELANG_CACHE": str(folder / "cache"), "BRIDGELANG_STATE": str(folder / "state")}
    return {**os.environ, "PYTHONPATH": str(ROOT), **own}


def run(words: list[str], folder: Path, typed: str = "", kill_after: float | None = None) -> Ran:
    """Run a command in a folder with a cache of its own there; perhaps kill it."""
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "bridgelang", *words], cwd=folder, env=environment(folder),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        out, errors = process.communicate(typed.encode(), timeout=kill_after)
    except subprocess.TimeoutExpired:
        process.kill()
        out, errors = process.communicate()
    return Ran(process.returncode, out, errors, time.monotonic() - began)


# ---------------------------------------------------------------- the commands


def match(name: str, *words: str, a: str = SMALL, **options: str) -> Command:
    def all_words(folder: Path) -> list[str]:
        settings = [] if a == SMALL else ["--set-b", "notrump=12-14"]
        return ["match", a, SMALL, *settings, "--swings", "0", "--out", "it.match", "--resume", *words]

    def look(folder: Path) -> str:
        if not (folder / "it.match").exists():
            return ""
        told = run(["report", "it.match", "--json"], folder)
        if told.status == 0 or b"no match has begun" in told.errors:
            return ""
        return f"report says {told.errors.decode()!r}"

    return Command(name, all_words, ("it.match",), look)


def _boards(folder: Path) -> None:
    deals = run(["deal", "--seed", "1", "--boards", "1500", "--out", "boards.pbn"], folder)
    assert deals.status == 0, deals.errors


def _untidy(folder: Path) -> None:
    text = Path(SMALL).read_text()
    (folder / "untidy.bid").write_text(text.replace("  ", "      ") + "\n# end\n" * 400)
    (folder / "before.bid").write_bytes((folder / "untidy.bid").read_bytes())


def _game(folder: Path) -> list[str]:
    """Begin the game, or go on with it."""
    begin = [] if (folder / "game.json").exists() else ["--system", SMALL, "--seed", "7", "--boards", "2"]
    return ["play", "--save", "game.json", *begin]


def _game_is_whole(folder: Path) -> str:
    from bridgelang.errors import BridgelangError
    from bridgelang.game.store import load

    if not (folder / "game.json").exists():
        return ""
    try:
        load(str(folder / "game.json"))
    except BridgelangError as error:
        return f"the game cannot be gone on with: {error}"
    return ""


def commands(deck: str) -> dict[str, Command]:
    """All of them by name; ``deck`` is a solved deck of 200 boards."""
    client = f"external:{sys.executable} {ROOT / 'examples' / 'client.py'}"
    boards = ("--deck", deck, "--boards")
    made = [
        match("match", *boards, "200", "--jobs", "1"),
        match("match in processes", *boards, "200", "--jobs", "2"),
        match("match that solves", "--seed", "3", "--boards", "60", "--jobs", "1"),
        match("match of a program", *boards, "50", "--jobs", "1", a=client),
        Command(
            "deck solve",
            lambda folder: ["deck", "solve", "--seed", "5", "--boards", "6", "--jobs", "1", "--out", "it.deck"],
            ("it.deck",),
        ),
        Command("convert", lambda folder: ["convert", "--quiet", "boards.pbn", "it.lin"], ("it.lin",), prepare=_boards),
        Command(
            "fmt",
            lambda folder: ["fmt", "untidy.bid"],
            ("untidy.bid",),
            prepare=_untidy,
        ),
        Command("book", lambda folder: ["book", SMALL, "--html", "it.html"], ("it.html",)),
        Command("play", _game, ("game.json",), _game_is_whole, TABLE),
        Command("practice", lambda folder: ["practice", SMALL, "--seed", "1", "--boards", "3"], typed="P\n" * 60),
    ]
    return {command.name: command for command in made}


LONG = [
    ["match", SMALL, SMALL, "--set-b", "notrump=12-14", "--boards", "100000", "--seed", "3"],
    ["match", SMALL, SMALL, "--set-b", "notrump=12-14", "--boards", "100000", "--seed", "3", "--jobs", "1"],
    ["tune", SMALL, "--param", "notrump=15-17,12-14", "--boards", "100000", "--seed", "3"],
    ["deck", "solve", "--seed", "5", "--boards", "4000", "--out", "it.deck"],
]
"""Commands that are still at work whenever they are interrupted."""


# ---------------------------------------------------------------- the attack


class Attack:
    """Kills of some commands, counted; ``problems`` has a sentence for everything that was not as it should be."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.rng = random.Random(seed)
        self.commands = commands(made_up_deck(folder))
        self.kills: Counter[str] = Counter()
        self.problems: list[str] = []
        self._rows = 0
        self._unharmed: dict[str, tuple[Ran, dict[str, bytes]]] = {}

    def row(self, name: str) -> None:
        """Some kills of one command in a row, and a run that is left alone."""
        command = self.commands[name]
        expected, results = self._expected(command)
        folder = self._new_folder(command)
        for _ in range(IN_A_ROW):
            words = command.words(folder)
            ran = run(words, folder, command.typed, self.rng.uniform(0.05, 1.05) * expected.seconds)
            if ran.status != -signal.SIGKILL:
                self._compare(command, folder, ran, expected, results)
                folder = self._new_folder(command)  # it was quicker: from the beginning again
                continue
            self.kills[name] += 1
            self._note(command, command.look(folder))
            self._note(command, _half_written(folder, results, command))
            self._note(command, _left_over(folder))
        ran = run(command.words(folder), folder, command.typed)
        self._compare(command, folder, ran, expected, results)

    def workers(self, jobs: int = 3) -> None:
        """A match whose worker processes are killed, and which has to finish all the same."""
        command = self.commands["match in processes"]
        expected, results = self._expected(command)
        folder = self._new_folder(command)
        words = [*command.words(folder), "--jobs", str(jobs)]
        ran = self._with_victims("match whose workers die", words, folder, "bridgelang.match.worker", 2)
        self._compare(command, folder, ran, expected, results)

    def cluster(self) -> None:
        """The same with the workers of a Dask cluster on this machine."""
        command = self.commands["match in processes"]
        expected, results = self._expected(command)
        folder = self._new_folder(command)
        words = [*command.words(folder), "--cluster", "local:2"]
        ran = self._with_victims("match whose cluster dies", words, folder, "spawn_main", 1)
        self._compare(command, folder, ran, expected, results)

    def interrupt(self, words: list[str]) -> float:
        """Ctrl-C at a random moment of a command that takes longer: status 130, one line, and nobody left.

        Gives the seconds until it was over.
        """
        self._rows += 1
        folder = self.folder / str(self._rows)
        folder.mkdir()
        process = subprocess.Popen(
            [sys.executable, "-m", "bridgelang", *words], cwd=folder, env=environment(folder), start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed_interrupts,
        )  # fmt: skip
        with suppress(subprocess.TimeoutExpired):
            process.wait(self.rng.uniform(0.15, 4.0))
        began = time.monotonic()
        (os.killpg if self.rng.random() < 0.5 else os.kill)(process.pid, signal.SIGINT)
        out, errors = process.communicate()
        seconds = time.monotonic() - began
        self.kills["interrupted"] += 1
        if (process.returncode, out, errors) != (130, b"", b"interrupted\n") or seconds > 2:
            self.problems.append(
                f"{words}: {process.returncode} after {seconds:.1f} s, {out[-200:]!r} {errors[-400:]!r}"
            )
        left = _left_over(folder)
        if left:
            self.problems.append(f"{words}: {left}")
        return seconds

    def _with_victims(self, name: str, words: list[str], folder: Path, mark: str, count: int) -> Ran:
        """Run a command, and kill some of its processes whose command line has the mark."""
        process = subprocess.Popen(
            [sys.executable, "-m", "bridgelang", *words], cwd=folder, env=environment(folder),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        began, killed = time.monotonic(), 0
        while process.poll() is None and killed < count:
            with suppress(subprocess.TimeoutExpired):
                process.wait(self.rng.uniform(0.2, 1.0))
            victims = [number for number, line in _processes(folder) if mark in line and number != process.pid]
            if victims and process.poll() is None:
                with suppress(ProcessLookupError):
                    os.kill(self.rng.choice(victims), signal.SIGKILL)
                    killed += 1
                    self.kills[name] += 1
        out, errors = process.communicate()
        return Ran(process.returncode, out, errors, time.monotonic() - began)

    def _expected(self, command: Command) -> tuple[Ran, dict[str, bytes]]:
        """An unharmed run, and its results."""
        if command.name not in self._unharmed:
            folder = self._new_folder(command)
            ran = run(command.words(folder), folder, command.typed)
            assert ran.status == 0, (command.name, ran)
            results = {name: (folder / name).read_bytes() for name in command.results}
            self._unharmed[command.name] = ran, results
        return self._unharmed[command.name]

    def _new_folder(self, command: Command) -> Path:
        self._rows += 1
        folder = self.folder / str(self._rows)
        folder.mkdir()
        command.prepare(folder)
        return folder

    def _compare(self, command: Command, folder: Path, ran: Ran, expected: Ran, results: dict[str, bytes]) -> None:
        told = _told(command, ran)
        if ran.status != 0 or b"Traceback" in ran.errors or told != _told(command, expected):
            self._note(command, f"status {ran.status}, it says {(ran.errors or ran.out)[-400:]!r}")
        for name, data in results.items():
            if not (folder / name).exists() or (folder / name).read_bytes() != data:
                self._note(command, f"{name} differs from that of a run that was left alone")

    def _note(self, command: Command, problem: str) -> None:
        if problem:
            self.problems.append(f"{command.name}: {problem}")
            print(self.problems[-1], flush=True)


def _told(command: Command, ran: Ran) -> bytes:
    """What a run prints that is the same however many were killed before it; not the score of all sittings."""
    if not command.name.startswith(("match", "practice")):
        return b""
    return re.sub(rb"(?m)^(?:In \d+ sittings|Missed most).*\n", b"", ran.out)


def _half_written(folder: Path, results: dict[str, bytes], command: Command) -> str:
    """Results of commands that write them at one stroke are old or new."""
    for name, data in results.items():
        file = folder / name
        if command.name.startswith("match") or command.name == "play" or not file.exists():
            continue
        before = folder / "before.bid"
        if file.read_bytes() != data and not (before.exists() and file.read_bytes() == before.read_bytes()):
            return f"{name} is half-written"
    return ""


def _processes(folder: Path) -> list[tuple[int, str]]:
    """The processes that have this folder's cache in their environment, with their command lines."""
    found = []
    for entry in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if entry.isdecimal():
            with suppress(OSError):
                if f"BRIDGELANG_CACHE={folder / 'cache'}\0".encode() in Path(f"/proc/{entry}/environ").read_bytes():
                    words = Path(f"/proc/{entry}/cmdline").read_bytes()
                    found.append((int(entry), words.replace(b"\0", b" ").decode("utf-8", "replace")))
    return found


def _left_over(folder: Path) -> str:
    """Workers, programs and their guards notice that the command has been killed."""
    deadline = time.monotonic() + GONE
    while left := _processes(folder):
        if time.monotonic() > deadline:
            for number, _ in left:
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
            return f"still running: {left}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help="which; all of them unless told")
    parser.add_argument("--count", type=int, default=40, help="kills in all; 0 goes on until interrupted")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        attack = Attack(Path(name), options.seed)
        rounds, slowest = 0, 0.0
        while not options.count or attack.kills.total() < options.count:
            for command in options.commands or attack.commands:
                attack.row(command)
                print(f"{attack.kills.total():5} kills  {command:24} {len(attack.problems)} problems", flush=True)
                if options.count and attack.kills.total() >= options.count:
                    break
            if not options.commands:
                attack.workers()
                slowest = max(slowest, *[attack.interrupt(words) for words in LONG])
                if not rounds:
                    attack.cluster()
            rounds += 1
    print(f"{attack.kills.total()} kills, seed {options.seed}: {json.dumps(attack.kills)}")
    print(f"the slowest interrupt took {slowest:.2f} s; {len(attack.problems)} problems", *attack.problems, sep="\n")
    return int(bool(attack.problems))


if __name__ == "__main__":
    sys.exit(main())

"""The bars about matches: cold start to result, cost per board as matches grow, memory.

    python benchmarks/match_speed.py cold A B          `match A B`, 10,000 boards of the reference deck, fresh process
    python benchmarks/match_speed.py scale A B         microseconds a board for 1,000, 10,000 and 100,000 boards
    python benchmarks/match_speed.py million A B       time and memory of 1,000,000 boards

`scale` and `million` use decks of made-up results, so that nothing is solved: it is the match that is measured.
Every run prints the machine it ran on.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from bridgelang.batch.dealing import deal_masks
from bridgelang.match import play_match
from bridgelang.match.deck import Deck


def machine() -> str:
    """The processor and how many of it there are."""
    name = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        name = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{os.cpu_count()} x {name}, Python {platform.python_version()}, numpy {np.__version__}"


def made_up_deck(folder: Path, boards: int) -> str:
    """A deck of random deals with random results."""
    rng = np.random.default_rng(1)
    tables = rng.integers(5, 11, (boards, 4, 5), dtype=np.uint8)
    made = Deck.of(1, 1, deal_masks(1, 0, boards), tables, np.zeros(boards, dtype=np.int16))
    path = folder / f"{boards}.deck"
    path.write_bytes(made.encode())
    return str(path)


def cold(a: str, b: str, jobs: int) -> None:
    command = [sys.executable, "-m", "bridgelang", "match", a, b, "--boards", "10000", "--jobs", str(jobs)]
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "BRIDGELANG_CACHE": cache}
        for attempt in ("nothing cached", "systems cached", "systems cached"):
            began = time.perf_counter()
            run = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
            took = time.perf_counter() - began
            result = run.stdout.splitlines()[2].strip()
            print(f"{attempt}: 10,000 boards in {took:.2f} s with {jobs} jobs (bar: 10 s); {result}")


def scale(a: str, b: str, jobs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        deck = made_up_deck(Path(folder), 100_000)
        timed(a, b, deck, 25, jobs)  # the systems' caches are filled once
        for boards in (1000, 10_000, 100_000):
            total, start_up, first = timed(a, b, deck, boards, jobs)
            print(
                f"{boards:>9,} boards: {total:6.1f} s, {1e6 * total / boards:6.0f} us a board; "
                f"after the first chunk {1e6 * (total - start_up) / (boards - first):6.0f} us a board"
            )


def million(a: str, b: str, jobs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        deck = str(Path(folder) / "1000000.deck")
        make = "from match_speed import made_up_deck; from pathlib import Path; import sys; "
        make += "made_up_deck(Path(sys.argv[1]), 1_000_000)"  # in a process of its own: its memory does not count
        subprocess.run([sys.executable, "-c", make, folder], check=True, cwd=Path(__file__).parent)
        peaks: dict[int, int] = {}

        def look(done: int, planned: int) -> None:
            for process in Path("/proc").iterdir():
                if process.name.isdecimal() and parent_of(process) == os.getpid():
                    peaks[int(process.name)] = peak_memory(process)

        began = time.perf_counter()
        play_match(a, b, boards=1_000_000, deck=deck, cache=False, jobs=jobs, progress=look)
        total = time.perf_counter() - began
    own = peak_memory(Path("/proc/self"))
    print(
        f"1,000,000 boards: {total:.0f} s; peak memory {own} MB here, {sorted(peaks.values())} MB in the workers, "
        f"{own + sum(peaks.values())} MB in all (bar: 1,500)"
    )


def parent_of(process: Path) -> int:
    """The process that started this one, 0 when it has ended (Linux)."""
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def peak_memory(process: Path) -> int:
    """The most memory a process has held, in MB (Linux)."""
    try:
        lines = (process / "status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")), 0)


def timed(a: str, b: str, deck: str, boards: int, jobs: int) -> tuple[float, float, int]:
    """The seconds of a match, those until its first chunk had come, and the boards of that chunk."""
    began = time.perf_counter()
    seen: list[tuple[float, int]] = []

    def tell(done: int, planned: int) -> None:
        if not seen:
            seen.append((time.perf_counter() - began, done))

    play_match(a, b, boards=boards, deck=deck, cache=False, jobs=jobs, progress=tell)
    return time.perf_counter() - began, *seen[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=["cold", "scale", "million"])
    parser.add_argument("a", nargs="?", default="sayc")
    parser.add_argument("b", nargs="?", default="acol")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    options = parser.parse_args()
    print(machine())
    {"cold": cold, "scale": scale, "million": million}[options.what](options.a, options.b, options.jobs)


if __name__ == "__main__":
    main()

"""Matches against hostile bidders: `python -m tests.attack.bidders [KIND …] [--seed N] [--list]`.

Each kind of :mod:`tests.attack.hostile` plays some boards by the command line, as a person would have it play. Then
the match must have finished (or stopped with one clear line, where it was to stop), within a bound of time and
memory; nothing that the bidder started may be left; and no process may have been told a hand that its seat does not
hold, or hands of more than one seat.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs

from bridgelang.match.boards import open_boards
from tests.attack.hostile import ATTACKS

ROOT = Path(__file__).parents[2]
SMALL = str(ROOT / "tests" / "data" / "cli" / "small.bid")
BOARDS = 12
MEMORY = 300 * 1024  # KB
SECONDS = 100  # a whole match; the bidders waste a fraction of it
OWN_WORDS = {"complains without end"}  # kinds whose own standard error is the person's to see

MEASURED = (
    "import resource, sys; from bridgelang.cli.main import main; status = main(sys.argv[2:]); "
    "open(sys.argv[1], 'w').write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)); "
    "sys.stdout.flush(); sys.exit(status)"
)

FAULTS: dict[str, set[str]] = {
    "dies at once": {"dead"},
    "ends without a word": {"dead"},
    "dies after hello": {"dead"},
    "dies after three answers": {"dead"},
    "dies in the middle of a line": {"garbage"},
    "kills itself": {"dead"},
    "kills its group": {"dead"},
    "stops itself": {"late"},
    "never reads": {"late"},
    "closes its input": {"late"},
    "closes its output": {"dead"},
    "never says hello": {"late"},
    "answers nothing": {"late"},
    "is always late": {"late"},
    "is late every other time": {"late"},
    "drips": {"late"},
    "takes several and answers none": {"late"},
    "a line without end": {"endless"},
    "a line of spaces without end": {"endless"},
    "zeros without end": {"endless"},
    "short lines without end": {"endless", "garbage"},
    "long lines without end": {"endless", "garbage"},
    "stale answers without end": {"endless"},
    "floods before hello": {"endless", "garbage"},
    "is no utf 8": {"garbage", "late"},
    "is utf 16": {"garbage", "late"},
    "half a pair for a call": {"illegal"},
    "brackets": {"garbage", "late"},
    "braces": {"garbage", "late"},
    "endless numbers": {"garbage", "late"},
    "strange ids": {"garbage", "late"},
    "strange calls": {"illegal"},
    "insufficient bids": {"illegal"},
    "answers ahead": {"garbage"},
    "greets instead of answering": {"garbage", "late"},
    "five thousand names": {"endless"},
    "reports errors": {"illegal"},
    "leaves its pipes to a child": {"dead"},
}
"""What is counted against each kind, at the least; against the others nothing."""

ANY_FAULT = {"answers in reverse", "one answer for all", "kills its parent", "stops its parent"}
"""Kinds that may be faultless or not, as chance and the load of the machine have it."""


@attrs.frozen
class Outcome:
    """What came of a match: what is wrong with it, empty when nothing is, and what it took."""

    kind: str
    problems: tuple[str, ...]
    seconds: float
    memory: int
    faults: dict[str, int]


def play(kind: str, folder: Path, deck: str, stop: bool = False, shared: bool = False) -> Outcome:
    """One match against a kind of bidder, in the empty folder."""
    waits = kind in ANY_FAULT or "late" in FAULTS.get(kind, ())
    limit = 0.6 if waits else 20  # who is to answer, or to flood, has time for it however busy the machine is
    log, peak = folder / "log", folder / "peak"
    log.touch()
    robot = shlex.join([sys.executable, str(ROOT / "tests" / "attack" / "hostile.py"), kind, str(log)])
    words = ["match", f"external:{robot}", SMALL, "--deck", deck, "--boards", str(BOARDS), "--jobs", "1", "--json"]
    words += ["--time-limit", str(limit), "--failures", "3", "--swings", "0", "--out", str(folder / "match")]
    words += ["--given-up", "stop"] * stop + ["--processes", "shared"] * shared
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", MEASURED, str(peak), *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, env=environment,
    )  # fmt: skip
    try:
        out, errors = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return Outcome(kind, ("the match did not end",), SECONDS, 0, {})
    seconds = time.monotonic() - began
    memory = int(peak.read_text()) if peak.exists() else 0
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    faults: dict[str, int] = json.loads(out)["faults"]["a"] if process.returncode == 0 else {}
    problems = [*_ending(kind, process.returncode, out.decode(), errors.decode(), stop), *_left(entries)]
    if memory > MEMORY:
        problems.append(f"it took {memory // 1024} MB")
    if not shared:
        problems += _known(entries, deck)
    if process.returncode == 0 and kind not in ANY_FAULT:
        wanted = FAULTS.get(kind, set())
        if not wanted <= set(faults) or (not wanted and faults):
            problems.append(f"the faults are {faults}, and {sorted(wanted)} were expected")
    return Outcome(kind, tuple(problems), seconds, memory, faults)


def _ending(kind: str, status: int, out: str, errors: str, stop: bool) -> list[str]:
    """The match has all its boards, or says in one line why not; nothing else is printed."""
    problems = []
    shown = "" if kind in OWN_WORDS else errors
    if status == 0:
        if json.loads(out)["boards"] != BOARDS:
            problems.append(f"boards are missing: {out[:200]!r}")
        lines = shown.splitlines()
        if len(lines) > 1 or (lines and "it is given up, and the rest of its calls are passes" not in lines[0]):
            problems.append(f"it says {shown[:300]!r}")
    elif not (stop and status == 2 and re.fullmatch(r"error: external:.* the match is stopped\n", shown)):
        problems.append(f"status {status}, and it says {errors[-300:]!r}")
    if not all(sign.isprintable() or sign == "\n" for sign in out + shown):
        problems.append("it prints control characters")
    return problems


def _left(entries: list[dict[str, Any]]) -> list[str]:
    """Whatever the bidder started has ended. What has not is ended here."""
    problems = []
    for process in {entry["started"] for entry in entries if "started" in entry}:
        with suppress(ProcessLookupError):
            os.kill(process, 0)
            if Path(f"/proc/{process}/stat").exists() and b") Z " in Path(f"/proc/{process}/stat").read_bytes():
                continue  # dead, and only waiting to be counted
            problems.append(f"process {process} is left")
            os.kill(process, signal.SIGKILL)
    return problems


def _known(entries: list[dict[str, Any]], deck: str) -> list[str]:
    """A process is told hands of one seat only, those that the seat holds; the tables do not overlap in time."""
    holders = {
        str(hand): (seat, board.number)
        for board in open_boards(deck, BOARDS).take(0, BOARDS)
        for seat, hand in zip("NESW", board.deal.hands, strict=True)
    }
    problems = [f"it sees {entry['seen']}" for entry in entries if entry.get("seen")]
    seats: dict[int, set[str]] = {}
    times: dict[str, list[float]] = {"NS": [], "EW": []}
    for entry in entries:
        request = entry.get("request", {})
        if request.get("type") == "call":
            seat, _ = holders[request["hand"]]
            if request["seat"] != seat:
                problems.append(f"{request['seat']} was given the hand of {seat}")
            seats.setdefault(entry["process"], set()).add(seat)
            times["NS" if seat in "NS" else "EW"].append(entry["time"])
    problems += [f"one process was told the hands of {told}" for told in seats.values() if len(told) > 1]
    if times["NS"] and times["EW"] and max(times["NS"]) > min(times["EW"]):
        problems.append("the second table began before the first had ended")
    return problems


def made_up_deck(folder: Path) -> str:
    """A deck whose results are made up: nothing needs to be solved."""
    import numpy as np

    from bridgelang.batch.dealing import deal_masks
    from bridgelang.match.deck import Deck

    tables = np.random.default_rng(8).integers(4, 12, (200, 4, 5), dtype=np.uint8)
    made = Deck.of(5, 1, deal_masks(5, 0, 200), tables, np.zeros(200, dtype=np.int16))
    (folder / "made-up.deck").write_bytes(made.encode())
    return str(folder / "made-up.deck")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="which; all of them unless told")
    parser.add_argument("--seed", type=int, default=1, help="which matches are to stop, and which share a process")
    parser.add_argument("--list", action="store_true", help="only print the kinds")
    options = parser.parse_args()
    if options.list:
        print(*ATTACKS, sep="\n")
        return 0
    rng = random.Random(options.seed)
    wrong, most, longest = 0, 0, 0.0
    with tempfile.TemporaryDirectory() as name:
        deck = made_up_deck(Path(name))
        for number, kind in enumerate(options.kinds or ATTACKS):
            folder = Path(name) / str(number)
            folder.mkdir()
            outcome = play(kind, folder, deck, stop=rng.random() < 0.25, shared=rng.random() < 0.25)
            wrong += bool(outcome.problems)
            most, longest = max(most, outcome.memory), max(longest, outcome.seconds)
            print(
                f"{'FAILED' if outcome.problems else 'ok':6} {kind:32} {outcome.seconds:5.1f} s "
                f"{outcome.memory // 1024:4} MB  {outcome.faults or ''} {'; '.join(outcome.problems)}",
                flush=True,
            )
    count = len(options.kinds or ATTACKS)
    print(
        f"{count} hostile bidders, seed {options.seed}: {wrong} failed; at most {longest:.1f} s and {most // 1024} MB"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())

"""Does `advise` find faults that were put in? A copy of a system with ten numbers moved by two and three lines dropped.

    python benchmarks/advise_planted.py [SYSTEM] [--seed 1] [--boards 10000] [--panel SYSTEM ...] [--against SYSTEM ...]

Faults are drawn at random from the lines of the system's own file that decide at least one call in two hundred boards;
a line has at most one, and a moved number must leave a text without errors. Each is tried alone against the sound
system, on boards that nothing else is measured on, and only what loses there is planted: a number that decides no
auction, or one that is as good moved, is no fault, and cannot be found. How many were drawn is told. With --any all
that are drawn are planted, whatever they cost.

A fault counts as found when one of the first fifteen findings names its line, as the one that decided or the one to use
instead; a dropped line, when the sound system would have used it with most of a finding's hands. The bar: ten of
thirteen. Exit status 1 when it is not met. A panel is asked unless --no-panel is given; none of it plays the text
that faults are put into.
"""

from __future__ import annotations

import argparse
import math
import random
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from bridgelang.advice.advise import STRETCH, is_own
from bridgelang.advice.evidence import Evidence
from bridgelang.advice.findings import Finding, find
from bridgelang.advice.journal import Journal
from bridgelang.advice.trial import try_change
from bridgelang.advice.whatif_play import Focus, WhatIfPlayer
from bridgelang.bidding.load import System, load_system
from bridgelang.compile.files import find_system
from bridgelang.compile.pipeline import compile_at
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import Call
from bridgelang.match.boards import RandomBoards, SolvedBoards
from bridgelang.match.entries import Entry
from bridgelang.match.tricks import DoubleDummyTricks
from bridgelang.report.advice import bound_text, title

PANEL = ("two-over-one", "two-over-one-robot", "standard-simple", "standard-french", "kaplan-sheinwold", "goren")
MOVED, DROPPED, FIRST, BAR = 10, 3, 15, 10
DRAWN_ON = TRIED = 2000
TRIED_SEED = 78
COST = 0.002  # IMPs a board that a fault loses alone, at least
_RANGE = re.compile(r"(?<![\w.-])(\d{1,2})(?:-(\d{1,2})|(\+))(?![\w-])")


class Fault(NamedTuple):
    """A fault: its row, what stood there and what stands there now (empty when dropped).

    ``gain`` is what it wins alone, IMPs a board; ``changed`` on how many of the boards auctions differ.
    """

    row: int
    before: str
    after: str
    gain: float
    changed: int


def usage(system: System) -> Counter[int]:
    """How often each row of the system's own file decides a call, on boards that nothing else is measured on."""
    table, name = system.table(), f"{system.name}.bid"
    counts: Counter[int] = Counter()
    for board in RandomBoards(77).take(0, DRAWN_ON):
        _, offers = table.bid_through(board.deal.hands, board.dealer, board.vulnerability)
        counts.update({offer.line.row for offer in offers if offer is not None and offer.line.file == name})
    return counts


def moved(line: str, draw: random.Random) -> str | None:
    """The line with one number of a range moved by two; None when it has none, or the range would be turned."""
    said = re.split(r"#|\"|\[|;", line)[0]
    found = list(_RANGE.finditer(said))
    if not found:
        return None
    one = draw.choice(found)
    low, high, plus = one.groups()
    step = draw.choice((-2, 2))
    if high is None:
        new = f"{int(low) + step}{plus}"
        sound = int(low) + step >= 0
    elif draw.random() < 0.5:
        new, sound = f"{int(low) + step}-{high}", 0 <= int(low) + step <= int(high)
    else:
        new, sound = f"{low}-{int(high) + step}", int(low) <= int(high) + step
    return line[: one.start()] + new + line[one.end() :] if sound else None


def dropped(line: str, _: random.Random) -> str | None:
    """A comment instead of the line; None for a pass, which would be the call without it."""
    return None if line.strip() == "pass" else "#"


class Planter:
    """Draws faults of a sound text; each compiles with those before it, and loses alone."""

    def __init__(self, sound: System, text: str, rows: list[int], seed: int, folder: Path, least: float) -> None:
        self._sound = sound
        self._lines = text.splitlines()
        self._rows = rows
        self._draw = random.Random(seed)
        self._folder = folder
        self._least = least
        self.drawn = 0
        """How many were tried."""
        self.faults: list[Fault] = []

    def plant(self) -> list[Fault]:
        """The faults: so many numbers moved, then so many lines dropped."""
        for most, change in ((MOVED, moved), (MOVED + DROPPED, dropped)):
            for row in self._draw.sample(self._rows, len(self._rows)):
                if len(self.faults) == most:
                    break
                after = None if self._is_taken(row) else change(self._lines[row - 1], self._draw)
                if after is not None and self._compiles(row, after):
                    self._try(row, after)
        return self.faults

    def _is_taken(self, row: int) -> bool:
        return any(row == fault.row for fault in self.faults)

    def _compiles(self, row: int, after: str) -> bool:
        lines = with_faults(self._lines, self.faults)
        lines[row - 1] = after
        return compile_at(str(self._folder / f"{self._sound.name}.bid"), joined(lines).encode()).program is not None

    def _try(self, row: int, after: str) -> None:
        """Keep a fault when it loses enough alone."""
        self.drawn += 1
        before = self._lines[row - 1]
        alone = list(self._lines)
        alone[row - 1] = after
        path = self._folder / "one" / f"{self._sound.name}.bid"
        path.parent.mkdir(exist_ok=True)
        path.write_text(joined(alone), encoding="utf-8")
        tried = try_change(self._sound.name, str(path), boards=TRIED, seed=TRIED_SEED)
        if tried.mean <= -self._least:
            now = "" if after == "#" else after.strip()
            self.faults.append(Fault(row, before.strip(), now, tried.mean, tried.changed_auctions))


def joined(lines: list[str]) -> str:
    """The text of some lines."""
    return "\n".join(lines) + "\n"


def with_faults(lines: list[str], faults: list[Fault]) -> list[str]:
    """The lines with these faults in them, every line where it was."""
    out = list(lines)
    for fault in faults:
        out[fault.row - 1] = out[fault.row - 1].replace(fault.before, fault.after or "#")
    return out


def names_it(fault: Fault, finding: Finding, file: str, sound: System, evidence: Evidence) -> bool:
    """Whether a finding is about a fault."""
    place = f"{file}:{fault.row}"
    if fault.after:
        return place in (finding.key.line.location, finding.key.instead.location)
    boards = SolvedBoards.open()
    decisions = sorted(finding.decisions)[:60]
    would = 0
    for decision in decisions:
        number, _, calls, seat = evidence.heads[decision]
        board = boards.take(number - 1, 1)[0]
        auction = Auction(board.dealer, board.vulnerability).through([Call.parse(call) for call in calls.split()])
        rule = sound.choose_call(board.deal.hands[seat], auction).rule
        would += rule is not None and rule.location == place
    return would > len(decisions) / 2


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("system", nargs="?", default="sayc")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--boards", type=int, default=10_000)
    arguments.add_argument("--against", action="append", default=[])
    arguments.add_argument("--panel", action="append", default=[])
    arguments.add_argument("--no-panel", action="store_true", help="what-ifs alone")
    arguments.add_argument("--out", help="keep the what-ifs here, and go on where they end")
    arguments.add_argument("--any", action="store_true", help="plant whatever is drawn, also what costs nothing")
    options = arguments.parse_args()
    sound = load_system(options.system)
    text = Path(find_system(options.system)).read_text(encoding="utf-8")
    file = f"{sound.name}.bid"
    rows = sorted(row for row, count in usage(sound).items() if count >= DRAWN_ON / 200)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        least = -math.inf if options.any else COST
        planter = Planter(sound, text, rows, options.seed, folder, least)
        faults = planter.plant()
        print(f"{planter.drawn} faults drawn, {len(faults)} planted", flush=True)
        planted = Entry.parse(str(folder / file))
        (folder / file).write_text(joined(with_faults(text.splitlines(), faults)), encoding="utf-8")
        pool = [Entry.parse(one) for one in options.against] or [planted]
        panel = [] if options.no_panel else [Entry.parse(one) for one in options.panel or PANEL]
        evidence = gathered(planted, pool, panel, options.boards, options.out, faults)
        findings = find(evidence, FIRST, lambda key: is_own(key, file))
        print(f"\n{len(findings)} findings")
        for number, finding in enumerate(findings, 1):
            at = finding.confirmed
            print(f"{number:>3} {title(finding)}; {'; '.join(map(bound_text, finding.bounds))}")
            print(
                f"      {at.each:+.1f} +-{at.each_half:.1f} ({at.hands} hands), {finding.doubled.each:+.1f} as doubled"
            )
        print()
        found = confirmed = 0
        for fault in faults:
            hits = [number for number, one in enumerate(findings, 1) if names_it(fault, one, file, sound, evidence)]
            found += bool(hits)
            confirmed += any(findings[number - 1].confirmed.each > 0 for number in hits)
            cost = f"{fault.gain:+.3f} a board, {fault.changed} of {TRIED:,} boards bid otherwise"
            print(f"{'found  ' if hits else 'missed '} {file}:{fault.row} {cost} {hits or ''}")
            print(f"      {fault.before}\n      {fault.after or '(dropped)'}")
        print(
            f"{found} of {len(faults)} faults among the first {FIRST} findings; the bar is {BAR} of {MOVED + DROPPED}"
        )
        print(f"{confirmed} of them are named by a finding that gains on the other half too")
    sys.exit(found < BAR)


def gathered(
    planted: Entry, pool: list[Entry], panel: list[Entry], boards: int, out: str | None, faults: list[Fault]
) -> Evidence:
    """The what-ifs of the planted system."""
    player = WhatIfPlayer(planted, pool, SolvedBoards.open(), DoubleDummyTricks(None), Focus(), panel=panel)
    evidence = Evidence()
    head = {"faults": faults, "entries": [one.to_json() for one in (*pool, *panel)]}
    journal = Journal.open(out, head, resume=True) if out else None
    for chunk in journal.chunks() if journal else ():
        evidence.add(chunk)
    began = time.process_time()
    done = sum(evidence.boards)
    while sum(evidence.boards) < boards:
        chunk = player.play(sum(evidence.boards), min(STRETCH, boards - sum(evidence.boards)))
        evidence.add(chunk)
        if journal:
            journal.add(chunk)
    print(
        f"{len(evidence):,} what-ifs on {boards:,} boards ({boards - done:,} now, {time.process_time() - began:.0f} s)"
    )
    return evidence


if __name__ == "__main__":
    main()

"""Every pair of shipped systems on the boards of the reference deck, at both tables, each call looked at.

    python benchmarks/every_pair.py                            10,000 boards a pair, in two processes
    python benchmarks/every_pair.py sayc acol --boards 500     only these systems
    python benchmarks/every_pair.py --rules rules.md           and a page of the rules that made no call, and why

Printed for each pair: IMPs a board for the first with half of the 95 % interval, the longest auction, and three counts
that must be zero: calls that are not legal, auctions that do not end, and players who were failed: the last line of the
natural fallback decided while they were forced or opposite a game force, or they passed partner's forcing call. Every
system sits at some 200,000 tables, so the rules that made no call are rare: the page says how often the auction came to
where each stands, and which need a setting that is not the usual one. At the end stands the table of docs/systems.md.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

from bridgelang import load_system
from bridgelang.bidding.engine import lines_of
from bridgelang.bidding.state import State
from bridgelang.compile.files import system_names
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.lasting import lasting
from bridgelang.core.scoring import contract_score, imps
from bridgelang.match.boards import Board, open_boards

FALLBACK = "common-sense.bid"
SYSTEMS = Path(__file__).parents[1] / "systems"
_SETTING = re.compile(r"^set ([a-z0-9-]+) =", re.MULTILINE)


def play(table: Any, board: Board, found: dict[str, Any]) -> int:
    """Bid a board at one table; what was seen goes into ``found``; the score for North-South."""
    state: State = table.root(board.dealer, board.vulnerability)
    met = found["met"]
    auction = Auction(board.dealer, board.vulnerability)
    last = found["last lines"]
    while not auction.is_over:
        program = state.program_of(state.turn)
        where = (program.name, lines_of(state.point, state.vulnerability))
        met[where] = met.get(where, 0) + 1
        offer = state.position().chosen(board.deal.hands[board.dealer + state.turn & 3])
        call = 0 if offer is None else offer.call
        line = None if offer is None else offer.line
        if line is not None:
            found["made"][program.name][f"{line.file}:{line.row}"] += 1
        if call == 0 and state.last_bidder >= 0:
            ours = line is None or (line.file == FALLBACK and line.row == last.get(program.name))
            game = state.force_level(state.turn & 1) == 99 and not state.game_reached()
            if ours and (state.forced() or game):
                found["failed"].append(f"board {board.number}: {auction}: the last line, forced")
            partner = state.parent
            if state.call == 0 and partner is not None and partner.call > 0 and partner.made().is_forcing:
                stopped = state.force_level(state.turn & 1) == 99 and state.game_reached()
                even = line is not None and line.calls[0][0] == "pass even if forced"
                if not stopped and not even:
                    found["failed"].append(f"board {board.number}: {auction}: passed a forcing call")
        auction = auction.then(CALLS[call])  # refuses what is not legal
        state = state.then(call)
    found["longest"] = max(found["longest"], len(auction.calls))
    contract = auction.contract
    if contract is None:
        return 0
    assert board.table is not None
    return contract_score(contract, int(board.table[contract.declarer][contract.strain]), board.vulnerability)


def pair(names: tuple[str, str], boards: int) -> dict[str, Any]:
    """One pair: a dictionary that JSON can take."""
    first, second = load_system(names[0]), load_system(names[1])
    source = open_boards("reference", boards)
    found: dict[str, Any] = {"names": names, "failed": [], "longest": 0}
    found["made"] = {system.name: Counter() for system in (first, second)}
    found["met"] = {}
    found["last lines"] = {
        system.program.name: max((line.row for line in system.program.rules() if line.file == FALLBACK), default=0)
        for system in (first, second)
    }
    tables = first.table(second), second.table(first)
    won = []
    start = time.perf_counter()
    with lasting():
        for board in source.take(0, boards):
            scores = [play(table, board, found) for table in tables]
            won.append(imps(scores[0] - scores[1]))
    found["imps"] = statistics.fmean(won)
    found["half"] = 1.96 * statistics.stdev(won) / len(won) ** 0.5
    found["rate"] = 2 * boards / (time.perf_counter() - start)
    del found["last lines"]
    stood: dict[str, Counter[str]] = {system.name: Counter() for system in (first, second)}
    for (name, lines), count in found.pop("met").items():
        program = (first if first.name == name else second).program
        for place in {f"{line.file}:{line.row}" for line in map(program.rule, lines.numbers())}:
            stood[name][place] += count
    found["stood"] = stood
    return found


def unused(names: list[str], made: Counter[str], stood: Counter[str]) -> list[str]:
    """The rules of some systems that made no call in any of them: rows of a table in Markdown, with the reason."""
    rules: dict[tuple[str, int], tuple[str, bool]] = {}
    words = {
        path.name: "|".join(_SETTING.findall(path.read_text(encoding="utf-8"))) or "$."
        for path in SYSTEMS.rglob("*.bid")
    }
    for name in names:
        program = load_system(name).program
        for line in program.rules():
            if not line.never and not line.reads and not made[f"{line.file}:{line.row}"]:
                text = " ".join(line.text.split()).replace("|", "\\|")
                rules.setdefault((line.file, line.row), (text, bool(re.search(rf"\b({words[line.file]}) is\b", text))))
    rows = []
    for (file, row), (text, setting) in sorted(rules.items()):
        count = stood[f"{file}:{row}"]
        if setting:
            reason = "needs another setting"
        elif not count:
            reason = "no auction came to its place"
        elif count < 1000:
            reason = f"its place is rare: {count} turns"
        else:
            reason = f"its hand is rare: none in {count:,} turns"
        rows.append(f"| {file} | `{text}` | {reason} |")
    return rows


def table_of(results: dict[tuple[str, str], tuple[float, float]], names: list[str]) -> str:
    """IMPs a board of the rows against the columns, in Markdown."""
    lines = [f"|  | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    for a in names:
        cells = []
        for b in names:
            mean, half = results.get((a, b)) or tuple(-x for x in results[b, a])
            cells.append("" if a == b else f"{mean:+.2f} ± {abs(half):.2f}")
        lines.append(f"| **{a}** | {' | '.join(cells)} |")
    return "\n".join(lines)


_PAGE = """\
# Rules that made no call

Every shipped system bid {boards:,} boards at two tables with each other one and with itself, some 200,000 tables for
each. These {count:,} rules made no call in any of them, most because the auction never, or hardly ever, came to where
they stand: far down a convention, after a rare overcall, or under a setting that was not chosen.
`python benchmarks/every_pair.py --rules FILE` writes this page.

| file | rule | why |
|---|---|---|"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("systems", nargs="*")
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rules", help="where to write the rules that never made a call")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        json.dump(pair(tuple(options.one), options.boards), sys.stdout)
        sys.stdout.flush()
        os._exit(0)  # taking millions of small objects apart is no use to anybody
    waiting = list(combinations_with_replacement(options.systems or system_names(), 2))
    going: list[subprocess.Popen[str]] = []
    made: dict[str, Counter[str]] = {}
    stood: dict[str, Counter[str]] = {}
    results: dict[tuple[str, str], tuple[float, float]] = {}
    failed = 0
    while waiting or going:
        while waiting and len(going) < options.jobs:
            command = [sys.executable, __file__, "--boards", str(options.boards), "--one", *waiting.pop(0)]
            going.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        output, _ = going[0].communicate()
        if going.pop(0).returncode:
            return 1
        found = json.loads(output)
        for name, counts in found["made"].items():
            made.setdefault(name, Counter()).update(counts)
            stood.setdefault(name, Counter()).update(found["stood"][name])
        a, b = found["names"]
        results[a, b] = found["imps"], found["half"]
        print(
            f"{a:17} {b:17} {found['imps']:+.2f} +-{found['half']:.2f} IMPs, longest auction {found['longest']}, "
            f"failed {len(found['failed'])}, {found['rate']:.0f} tables a second",
            flush=True,
        )
        for text in found["failed"][:3]:
            print(f"  {text}")
        failed += len(found["failed"])
    print(table_of(results, options.systems or system_names()))
    for name, counts in made.items():
        print(f"{name}: {counts.total():,} calls by {len(counts):,} rules")
    if options.rules:
        rows = unused(list(made), sum(made.values(), Counter()), sum(stood.values(), Counter()))
        page = [_PAGE.format(boards=options.boards, count=len(rows)), *rows, ""]
        Path(options.rules).write_text("\n".join(page), encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Whether `check` ever says *never* of what happens: shipped files with one thing changed, each claim put to the test.

    python benchmarks/false_claims.py --files 2000 --hands 200000 --seed 1
    python benchmarks/false_claims.py --files 60 --hands 20000 --only standard-simple acol-first     a quick look

Each round takes a shipped system, or a convention in a system that uses it, changes one line (a number, a call, a suit,
`or` and a comma exchanged, the line moved, doubled or left out), and asks the lint rules that say *never* (B301, B304,
B309, B313). Every claim about a line is verified by dealing hands to the positions in which the line offers a call:
none may be given that call by the line. Of an alternative, the line is verified with that alternative alone. A
position that no rule leads to is looked for in dealt auctions. Exit status 1 when a claim is false.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bridgelang.bidding.program import Program
from bridgelang.bidding.table import BiddingTable
from bridgelang.compile.files import shipped_folder
from bridgelang.compile.pipeline import Compilation, compile_system
from bridgelang.core.dealing import deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import SEATS
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.walk import nodes
from bridgelang.lint import NEVER
from bridgelang.lint.survey import Survey

MAX_POSITIONS = 40


class Changed(NamedTuple):
    """A system with a line of one of its files changed: the folder, the system's file, the file and the change."""

    system: Path
    file: str
    change: str


def mutated(folder: Path, chance: random.Random, only: list[str]) -> Changed:
    """A copy of what ships in a folder, one line of one file changed; of a system among ``only`` when there are any."""
    shutil.copytree(shipped_folder(), folder, dirs_exist_ok=True)
    systems = sorted(folder.glob("*.bid")) + sorted(folder.glob("conventions/hosts/*.bid"))
    hosts = [path for path in systems if path.parent.name == "hosts" or path.stem in ("sayc", "precision", "acol")]
    conventions = sorted(folder.glob("conventions/*.bid"))
    if only:
        system = target = chance.choice([path for path in systems if path.stem in only])
    elif chance.random() < 0.5:
        system = chance.choice([path for path in systems if path.stem != "natural"])
        target = system
    else:
        target = chance.choice(conventions)
        wanted = re.compile(rf"^\s*use {target.stem}\b", re.MULTILINE)
        using = [host for host in hosts if wanted.search(host.read_text("utf-8"))]
        system = chance.choice(using or [target])
    if system.parent.name == "hosts":  # conventions are looked for beside the system
        moved = folder / "conventions" / f"host-{system.name}"
        shutil.copy(system, moved)
        target, system = (moved if target == system else target), moved
    lines = target.read_text("utf-8").split("\n")
    places = [n for n, line in enumerate(lines) if re.match(r"\s+\S", line) and not line.lstrip().startswith("#")]
    number = chance.choice(places)
    before = lines[number]
    change = _change(lines, number, places, chance)
    target.write_text("\n".join(lines), "utf-8")
    return Changed(system, target.name, f"{target.name}:{number + 1} {change}: {before.strip()[:70]}")


def _change(lines: list[str], number: int, places: list[int], chance: random.Random) -> str:
    kind = chance.choice(["number", "number", "call", "suit", "or", "move", "double", "drop", "loose"])
    line = lines[number]
    if kind == "number" and (found := list(re.finditer(r"(?<![\w.])\d+(?=[-+ ]|$)", line))):
        one = chance.choice(found)
        value = max(0, int(one.group()) + chance.choice([-4, -2, -1, 1, 2, 4]))
        lines[number] = line[: one.start()] + str(value) + line[one.end() :]
    elif kind == "call":
        lines[number] = re.sub(r"^(\s*)[1-7]", lambda m: m.group(1) + chance.choice("1234"), line, count=1)
    elif kind == "suit":
        pair = chance.sample(["clubs", "diamonds", "hearts", "spades"], 2)
        lines[number] = line.replace(pair[0], pair[1])
    elif kind == "or":
        lines[number] = line.replace(" or ", ", ", 1) if " or " in line else line.replace(", ", " or ", 1)
    elif kind == "move":
        lines.insert(chance.choice(places), lines.pop(number))
    elif kind == "double":
        lines.insert(number + chance.choice([0, 1, 2, 3]), line)
    elif kind == "drop":
        del lines[number]
    else:
        lines[number] = re.sub(r",[^,;\[\"]+(?=[;\[\"]|$)", " ", line, count=1)
    return kind


def claims(compiled: Compilation, file: str) -> Iterator[Diagnostic]:
    """What is said never to happen in a file of a system."""
    assert compiled.program is not None
    survey = Survey(compiled.program, next(iter(compiled.trees)), compiled.sources, compiled.trees)
    survey.file = file if file in compiled.trees else survey.file
    for rule in NEVER.values():
        yield from rule(survey)


def hands(count: int, seed: int) -> Iterator[Hand]:
    """Dealt hands, four a board."""
    for board in range(count // 4):
        dealt = deal(seed, board)
        yield from (dealt[seat] for seat in SEATS)


def refuted(compiled: Compilation, claim: Diagnostic, count: int, seed: int) -> str:
    """How a claim is false; empty when none of the hands refutes it."""
    if claim.code == "B309":
        return _reached(compiled, claim, count // 40, seed)
    assert compiled.program is not None
    survey = Survey(compiled.program, next(iter(compiled.trees)), compiled.sources, compiled.trees)
    lines = [line for line in survey.lines if (line.file, line.row) == (claim.file, claim.span.line)]
    positions = [state for state, _ in survey.positions_with(lines)][:MAX_POSITIONS]
    for number, state in enumerate(positions):
        position = state.position()
        for hand in hands(count // len(positions) + 4, seed + number):
            entry = position.choose(hand)
            if entry is not None and (entry.line.file, entry.line.row) == (claim.file, claim.span.line):
                return f"{hand} after {state.calls()}"
    return ""


def _reached(compiled: Compilation, claim: Diagnostic, boards: int, seed: int) -> str:
    """A dealt auction that comes to a position with the line."""
    program = Program(compiled.program or {})
    rows = {line.index for line in program.rules() if (line.file, line.row) == (claim.file, claim.span.line)}
    table = BiddingTable.alone(program)
    for board in range(max(boards, 20)):
        dealt = deal(seed, board)
        state = table.root(0, board & 3)
        while not state.is_over and state.depth < 30:
            if rows & state.line_numbers():
                return f"after {state.calls()}"
            entry = state.position().choose(dealt[SEATS[state.turn]])
            state = state.then(0 if entry is None else entry.call)
    return ""


def alone(claim: Diagnostic, compiled: Compilation, path: Path) -> bool:
    """Write a file's line with the alternative of a claim alone; whether that could be done."""
    lines = path.read_text("utf-8").split("\n")
    row = claim.span.line
    for node in nodes(compiled.trees[claim.file].body):
        if isinstance(node, ast.Rule) and node.span.line == row and isinstance(node.condition, ast.All):
            for group in node.condition.parts:
                if not isinstance(group, ast.AnyOf) or claim.span not in [part.span for part in group.parts]:
                    continue
                if (group.span.line, group.span.end_line) != (row, row) or claim.span.end_line != row:
                    return False
                text = lines[row - 1]
                kept = text[claim.span.column - 1 : claim.span.end_column - 1]
                lines[row - 1] = f"{text[: group.span.column - 1]}({kept}){text[group.span.end_column - 1 :]}"
                path.write_text("\n".join(lines), "utf-8")
                return True
    return False


def main() -> int:
    """Run the rounds and print the count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=2_000)
    parser.add_argument("--hands", type=int, default=200_000, help="hands dealt for each claim")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], metavar="SYSTEM", help="change these systems alone")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after so long")
    given = parser.parse_args()
    said: Counter[str] = Counter()
    false: list[str] = []
    errors = unverified = made = 0
    start = time.monotonic()
    for round_number in range(given.files):
        if time.monotonic() - start > 60 * given.minutes:
            break
        chance = random.Random(f"{given.seed} {round_number}")
        with tempfile.TemporaryDirectory() as folder:
            changed = mutated(Path(folder), chance, given.only)
            compiled = compile_system(str(changed.system))
            made += 1
            if compiled.program is None:
                errors += 1
                continue
            for claim in claims(compiled, changed.file):
                said[claim.code] += 1
                judged = compiled
                if claim.code == "B313":
                    path = next(Path(p) for p in compiled.paths if Path(p).name == claim.file)
                    judged = compile_system(str(changed.system)) if alone(claim, compiled, path) else compiled
                    if judged is compiled or judged.program is None:
                        unverified += 1
                        continue
                how = refuted(judged, claim, given.hands, given.seed)
                if how:
                    false.append(f"{claim}\n  {changed.change}\n  {how}")
    told = ", ".join(f"{code} {count}" for code, count in sorted(said.items())) or "none"
    print(f"{made:,} changed files ({errors:,} with errors), claims: {told}; {given.hands:,} hands dealt to each")
    print(f"{unverified} not verified, {len(false)} false", *false, sep="\n")
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())

"""Single slips put into a system at random: how many of them do its tests and `check` notice?

    python benchmarks/mutations.py [SYSTEM] [--count 300] [--seed 1] [--jobs 1] [--minutes M] [--missed]

Each slip is one an author makes: a range moved by a point or a card, a line moved below the next one, a call changed
to its neighbour, a tag lost. Slips that cannot be noticed by anybody are drawn again: those that leave every compiled
line as it was, and two lines exchanged of which it can be proved that their order settles nothing: no hand meets both
where both calls are legal (what they ask of the hand cannot be had together, the lines above have taken such hands, or
they ask two ranges of one thing that have no number in common), or both make one call with the same tags. Noticed
means: the file has an error, `check` finds something new, or one of the system's own tests fails. The bar: 90 % are
noticed. Exit status 1 when it is not met. With --minutes it ends when so many are over, and says the share so far. A
test is run again only when a rule of the slip's lines stands somewhere in its auction: no other can tell; those that
the lines decide come first, and the first that fails ends it. `check` is asked last. With --missed those not noticed
are listed, with the number of --boards dealt boards on which each changes the auction: a slip that changes none may be
no difference at all.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from bridgelang.bidding.forms import Env, Measure
from bridgelang.bidding.load import System, load_system
from bridgelang.bidding.program import Rule, context_letters, pieces
from bridgelang.bidding.words.base import Word
from bridgelang.bidding.words.fit import Combined
from bridgelang.bidding.words.hand import AmountOf
from bridgelang.bidding.words.logic import All
from bridgelang.compile.files import find_system
from bridgelang.compile.pipeline import Compilation, compile_at
from bridgelang.constraints.holding import ANY, Holding
from bridgelang.constraints.nodes import Node, both
from bridgelang.constraints.project import project
from bridgelang.core.dealing import deal
from bridgelang.core.seats import dealer_of, vulnerability_of
from bridgelang.lang import ast
from bridgelang.lang.parser import parse_system
from bridgelang.lint import findings_of
from bridgelang.lint.compiled.shadowed import Above
from bridgelang.lint.survey import Survey
from bridgelang.testing.cases import Case, Section, run_case
from bridgelang.testing.find import find_tests

BAR = 0.90
_RANGE = re.compile(r"(?<![\w.-])(\d{1,2})(?:-(\d{1,2})|(\+))(?![\w-])")
_CALL = re.compile(r"^(\s*)([1-7])(NT|[CDHSMmt-z])(?=\s*[:;\[]|\s*$)")
_TAG = re.compile(r"\s*\[[^\]]*\]")


class Slip(NamedTuple):
    """One mutation: its sort, the line it was made in, what stood there and what stands there now, the new text.

    ``rows`` are the lines in which the rules concerned begin.
    """

    sort: str
    row: int
    before: str
    after: str
    text: str
    rows: tuple[int, ...]


class Outcome(NamedTuple):
    """Who noticed a slip: "error", "check", "test", or empty."""

    slip: Slip
    by: str
    changed: int = -1


def range_moved(line: str, draw: random.Random) -> str | None:
    found = list(_RANGE.finditer(line.split("#")[0].split('"')[0]))
    if not found:
        return None
    one = draw.choice(found)
    low, high, plus = one.groups()
    step = draw.choice((-1, 1))
    if high is None:
        new = f"{int(low) + step}{plus}"
    elif draw.random() < 0.5:
        new = f"{int(low) + step}-{high}"
    else:
        new = f"{low}-{int(high) + step}"
    bounds = [int(part) for part in re.findall(r"\d+", new)]
    if "-1" in new[:2] or bounds != sorted(bounds):
        return None
    return line[: one.start()] + new + line[one.end() :]


def call_changed(line: str, draw: random.Random) -> str | None:
    found = _CALL.match(line)
    if found is None:
        return None
    blank, level, strain = found.groups()
    if strain in "CDHS" and draw.random() < 0.7:
        strain = draw.choice([one for one in "CDHS" if one != strain])
    else:
        level = str(min(7, max(1, int(level) + draw.choice((-1, 1)))))
    return f"{blank}{level}{strain}{line[found.end() :]}"


def tag_lost(line: str, draw: random.Random) -> str | None:
    bare = _TAG.sub("", line, count=1)
    return bare if bare != line and bare.strip() else None


CHANGES: dict[str, Callable[[str, random.Random], str | None]] = {
    "range moved": range_moved,
    "call changed": call_changed,
    "tag lost": tag_lost,
}
SORTS = (*CHANGES, "line moved")


def rules_of(text: str) -> list[ast.Rule]:
    """The rules of a file, in order."""
    out: list[ast.Rule] = []
    waiting: list[ast.Statement] = list(reversed(parse_system(text, "text.bid")[0].body))
    while waiting:
        statement = waiting.pop()
        if isinstance(statement, ast.Rule):
            out.append(statement)
        elif isinstance(statement, ast.Block):
            waiting.extend(reversed(statement.body))
    return out


def slips(text: str, seed: int) -> Iterator[Slip]:
    """Slips without end, the sorts in turn."""
    draw = random.Random(seed)
    rules = rules_of(text)
    lines = text.split("\n")
    turn = 0
    while True:
        sort = SORTS[turn % len(SORTS)]
        turn += 1  # also where nothing comes of it: a system may have no tags at all
        rule = draw.choice(rules)
        first, last = rule.span.line, rule.span.end_line
        made = list(lines)
        if sort == "line moved":
            below = next((one for one in rules if one.span.line == last + 1), None)
            if below is None or below.span.column != rule.span.column:
                continue
            block = lines[first - 1 : last]
            other = lines[below.span.line - 1 : below.span.end_line]
            made[first - 1 : below.span.end_line] = [*other, *block]
            yield Slip(sort, first, " ".join(block).strip(), "below the next line", "\n".join(made), (first, last + 1))
        else:
            row = draw.randint(first, last)
            new = CHANGES[sort](lines[row - 1], draw)
            if new is None or new == lines[row - 1]:
                continue
            made[row - 1] = new
            yield Slip(sort, row, lines[row - 1].strip(), new.strip(), "\n".join(made), (first,))


def compiled_lines(compilation: Compilation) -> object:
    """What the compiled lines say, without where they stood or how they were written."""
    program = compilation.program
    assert program is not None
    from bridgelang.compile.assemble import FIELDS

    left_out = {FIELDS.index(name) for name in ("row", "file", "text") if name in FIELDS}
    lines = [[part for n, part in enumerate(row) if n not in left_out] for row in program["lines"]]
    return program["stands"], lines


def _apart(a: Rule, b: Rule, shared: list[str]) -> bool:
    """Whether two lines of one context ask two ranges of one thing, and no number is in both.

    Their suits are those of the context, ``shared`` by both lines: letters of their own could be two suits.
    """
    for one in _asked(a.condition):
        for other in _asked(b.condition):
            if not isinstance(one, AmountOf | Combined) or not isinstance(other, AmountOf | Combined):
                continue
            if type(one) is not type(other):
                continue
            if one.values[1:] != other.values[1:] or not _of_shared(one, shared):
                continue
            if _counts_for_the_suit(one) and (a.fit, a.calls[0].strain) != (b.fit, b.calls[0].strain):
                continue
            if _counts_for_the_suit(one) and not _is_shared(a.calls[0].strain, shared):
                continue
            if not any(_overlap(x, y) for x in _ranges(one) for y in _ranges(other)):
                return True
    return False


def _asked(condition: Word | None) -> Iterator[Word]:
    """All that a condition asks together: a copy of a line has its condition in one piece."""
    for piece in pieces(condition):
        if isinstance(piece, All):
            for part in piece.parts():
                yield from _asked(part)
        else:
            yield piece


def _same_call(a: Rule, b: Rule, shared: list[str]) -> bool:
    """Whether two lines make one call with the same tags, whatever suits their letters are."""
    (one, *more), (other, *_) = a.calls, b.calls
    if more or a.calls != b.calls or a.tags != b.tags or (a.note, a.reads, a.policy) != (b.note, b.reads, b.policy):
        return False
    return one == other and (one.strain is None or _is_shared(one.strain, shared))


def _ranges(word: AmountOf | Combined) -> Sequence[tuple[int | None, int | None]]:
    ranges: Sequence[tuple[int | None, int | None]] = word.values[0]  # type: ignore[assignment]
    return ranges


def _overlap(one: tuple[int | None, int | None], other: tuple[int | None, int | None]) -> bool:
    (low, high), (least, most) = one, other
    return max(low or 0, least or 0) <= min(99 if high is None else high, 99 if most is None else most)


def _counts_for_the_suit(word: AmountOf | Combined) -> bool:
    """Whether what is counted hangs on the suit of the call, as support points do."""
    measure = word.values[1] if len(word.values) > 1 else None
    return not isinstance(measure, Measure) or measure.kind not in ("hcp", "points", "length")


def _of_shared(word: AmountOf | Combined, shared: list[str]) -> bool:
    measure = word.values[1] if len(word.values) > 1 else None
    return not isinstance(measure, Measure) or measure.suit is None or _is_shared(measure.suit, shared)


def _is_shared(suit: object, shared: list[str]) -> bool:
    return isinstance(suit, int) or suit in shared


class Judge:
    """What the system was before: its compiled lines, findings and tests."""

    def __init__(self, name: str, boards: int) -> None:
        self.path = find_system(name)
        self.text = Path(self.path).read_text(encoding="utf-8")
        self.boards = boards
        compilation = compile_at(self.path, self.text.encode())
        assert compilation.program is not None
        self.lines = compiled_lines(compilation)
        self.system = System(compilation.program, self.path, {})
        self.found = {(d.code, d.message) for d in findings_of(compilation, name)}
        self.survey = Survey(compilation.program, next(iter(compilation.trees)), compilation.sources, compilation.trees)
        self.above = Above(self.survey)
        self.sections = [section for section in find_tests(name).sections if section.cases]
        self.met: list[list[set[int]]] = []
        self.decides: list[list[int]] = []
        for section in self.sections:
            met, decides = self.rows_met(section)
            self.met.append(met)
            self.decides.append(decides)

    def rows_met(self, section: Section) -> tuple[list[set[int]], list[int]]:
        """For each case the lines of the file with a rule that stands in its auction, and the one that decides it."""
        system = self.system
        if section.settings:
            made = compile_at(self.path, self.text.encode(), section.settings)
            assert made.program is not None
            system = System(made.program, self.path, section.settings)
        file = os.path.basename(self.path)
        rules = list(system.program.rules())
        own = {rule.index: rule.row for rule in rules if rule.file == file}
        out, decides = [], []
        for case in section.cases:
            state = system.table_for(case.auction).root(case.auction.dealer, case.auction.vulnerability)
            numbers = set(state.line_numbers())
            for call in case.auction.calls:
                state = state.then(int(call))
                numbers |= state.line_numbers()
            out.append({own[number] for number in numbers if number in own})
            entry = state.position().choose(case.hand)
            decides.append(own.get(entry.line.index, 0) if entry is not None else 0)
        return out, decides

    def compiled(self, slip: Slip) -> Compilation | None:
        """The system with a slip; None when nobody could tell it from the one before."""
        compilation = compile_at(self.path, slip.text.encode())
        if compilation.program is not None and compiled_lines(compilation) == self.lines:
            return None
        if slip.sort == "line moved" and not self.may_meet_both(*slip.rows):
            return None
        return compilation

    def may_meet_both(self, first: int, second: int) -> bool:
        """Whether some hand may meet two lines of the file in one position: else their order says nothing."""
        one, other = (self.rules_in(row) for row in (first, second))
        if any(line.never for line in (*one, *other)):
            return True
        return any(self._may_meet(a, b) for a in one for b in other if a.context is b.context)

    def rules_in(self, row: int) -> list[Rule]:
        """The rules that a line of the file has become."""
        return [line for line in self.survey.lines if (line.file, line.row) == (self.survey.file, row)]

    def _may_meet(self, a: Rule, b: Rule) -> bool:
        survey, shared = self.survey, context_letters(a.context)
        if _apart(a, b, shared) or _same_call(a, b, shared):
            return False
        for env in survey.instances(a):
            for bound in survey.instances(b):
                if any(env.get(letter) != bound.get(letter) for letter in shared):
                    continue
                if self._never_legal(a, env) or self._never_legal(b, bound):
                    continue
                one, other = survey.node(a, env), survey.node(b, bound)
                if one is None or other is None or not self._left(a, env, both(one, other)).is_empty:
                    return True
        return False

    def _never_legal(self, line: Rule, env: Env) -> bool:
        """Whether the bid of a line, its letters being these suits, is never above the last one."""
        bids = self.survey.bids_before(line, env) if line.calls[0].kind == "bid" else []
        return bool(bids) and -1 < self.survey.call(line, env) <= min(bids)

    def _left(self, line: Rule, env: Env, node: Node) -> Holding:
        """The hands meeting a condition, less those that lines above ``line`` take wherever its call is legal."""
        held = ANY.meet(project(node))
        for other in self.above.standing_above(line):
            for taken in self.above.taken_by(other, line, env):
                held = held.without(taken)
        return held

    def outcome(self, slip: Slip) -> Outcome | None:
        """Who notices a slip, the cheapest asked first; None where there is nothing to notice."""
        compilation = self.compiled(slip)
        if compilation is None:
            return None
        if compilation.program is None:
            return Outcome(slip, "error")
        system = System(compilation.program, self.path, {})
        if self.fails(system, slip):
            return Outcome(slip, "test")
        with tempfile.TemporaryDirectory() as folder:  # lint reads the file again for its settings
            path = os.path.join(folder, os.path.basename(self.path))
            Path(path).write_text(slip.text, encoding="utf-8")
            new = {(d.code, d.message) for d in findings_of(compilation, path)} - self.found
        if new:
            return Outcome(slip, "check")
        return Outcome(slip, "test") if self.fails_set(slip) else Outcome(slip, "", self.differences(system))

    def cases(self, number: int, slip: Slip) -> list[Case]:
        """The cases of a section that a slip can touch: first those that its lines decide, then those they stand in.

        Where a call has changed those are all: `same as … without 2C` copies other lines then.
        """
        rows, ranked = set(slip.rows), []
        for case, met, row in zip(self.sections[number].cases, self.met[number], self.decides[number], strict=True):
            rank = 0 if row in rows else 1 if rows & met else 2
            if rank < 2 or slip.sort == "call changed":
                ranked.append((rank, case))
        return [case for _, case in sorted(ranked, key=itemgetter(0))]

    def fails(self, system: System, slip: Slip) -> bool:
        """Whether a test fails that is bid with the system as it is."""
        return any(
            _fails(system, section, self.cases(number, slip))
            for number, section in enumerate(self.sections)
            if not section.settings
        )

    def fails_set(self, slip: Slip) -> bool:
        """Whether a test fails that is bid with other settings: each needs the system compiled again."""
        for number, section in enumerate(self.sections):
            if section.settings and (cases := self.cases(number, slip)):
                made = compile_at(self.path, slip.text.encode(), section.settings)
                if made.program is None or _fails(System(made.program, self.path, section.settings), section, cases):
                    return True
        return False

    def differences(self, system: System) -> int:
        """The boards, of some that are dealt, on which the slip changes the auction."""
        tables = self.system.table(), system.table()
        count = 0
        for board in range(self.boards):
            dealt, dealer, vulnerability = deal(5, board), dealer_of(board + 1), vulnerability_of(board + 1)
            count += len({str(table.bid(dealt, dealer, vulnerability)) for table in tables}) > 1
        return count


def _fails(system: System, section: Section, cases: list[Case]) -> bool:
    """Whether one of some cases fails."""
    return any(not run_case(system, case, section.checked).passed for case in cases)


_JUDGE: list[Judge] = []


def _start(name: str, boards: int) -> None:
    _JUDGE.append(Judge(name, boards))


def _judge(slip: Slip) -> Outcome | None:
    gc.disable()  # what one slip makes is let go of together
    outcome = _JUDGE[0].outcome(slip)
    gc.collect()
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("system", nargs="?", default="sayc")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--boards", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--missed", action="store_true")
    options = parser.parse_args()
    load_system(options.system)
    text = Path(find_system(options.system)).read_text(encoding="utf-8")
    found: list[Outcome] = []
    context = get_context("spawn")
    with ProcessPoolExecutor(options.jobs, context, _start, (options.system, options.boards)) as pool:
        made = slips(text, options.seed)
        end = time.monotonic() + 60 * options.minutes
        while len(found) < options.count and time.monotonic() < end:
            wave = [next(made) for _ in range(min(options.count - len(found), 2 * options.jobs))]
            for outcome in pool.map(_judge, wave):
                if outcome is not None:
                    found.append(outcome)
                    if not outcome.by and options.missed:
                        slip = outcome.slip
                        print(f"missed {slip.sort}, line {slip.row} ({outcome.changed} boards differ)", flush=True)
                        print(f"    {slip.before}\n    {slip.after}", flush=True)
    by = Counter(outcome.by or "nobody" for outcome in found)
    for sort in SORTS:
        mine = [outcome for outcome in found if outcome.slip.sort == sort]
        if mine:
            print(f"{sort:<14}{sum(bool(o.by) for o in mine):>4} of {len(mine)} noticed")
    noticed = len(found) - by["nobody"]
    error = (noticed * (len(found) - noticed) / len(found) ** 3) ** 0.5
    print(f"{', '.join(f'{count} by {who}' for who, count in by.most_common())}")
    share = noticed / len(found)
    print(f"{options.system}: {noticed} of {len(found)} noticed, {share:.1%} +-{error:.1%}; bar {BAR:.0%}")
    return int(noticed < BAR * len(found))


if __name__ == "__main__":
    sys.exit(main())

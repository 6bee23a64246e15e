"""Which rules of a system decide: those that chose a call, those that only explained one, those that did neither.

A rule is a line of a file; its copies by ``same as`` and its instances count as the one line that was written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from attrs import define, evolve, field

from bridgelang.bidding.line import Line
from bridgelang.bidding.load import System, load_system
from bridgelang.bidding.state import State
from bridgelang.core.dealing import deal
from bridgelang.core.seats import Seat, dealer_of, vulnerability_of
from bridgelang.testing.cases import Case, CaseFile

Rule = tuple[str, int]


@define
class Coverage:
    """How often each rule chose a call, and which rules explained one.

    ``rules`` maps every rule (file, line number) to its text, in the order of the system; ``never`` and ``reads``
    lines are in ``silent``: they choose nothing by their nature.
    """

    rules: dict[Rule, str] = field(factory=dict)
    silent: set[Rule] = field(factory=set)
    chose: Counter[Rule] = field(factory=Counter)
    explained: Counter[Rule] = field(factory=Counter)
    calls: int = 0

    @classmethod
    def of(cls, system: System) -> Coverage:
        """An empty count for a system's rules."""
        made = cls()
        made.add(system)
        return made

    def add(self, system: System) -> None:
        """Count a system's rules too: those it has with other settings."""
        for line in system.program.rules():
            self.rules.setdefault(rule_of(line), line.text)
            if line.never or line.reads:
                self.silent.add(rule_of(line))

    def only(self, files: Collection[str]) -> Coverage:
        """The same count, of the rules in some files."""
        return evolve(self, rules={rule: text for rule, text in self.rules.items() if rule[0] in files})

    def only_explained(self) -> list[Rule]:
        """The rules that explained a call and chose none."""
        return [r for r in self.rules if not self.chose[r] and self.explained[r]]

    def unused(self) -> list[Rule]:
        """The rules that did neither, lines that choose nothing by nature left out."""
        return [r for r in self.rules if not self.chose[r] and not self.explained[r] and r not in self.silent]

    def share(self, files: Iterable[str] | None = None) -> float:
        """The share of rules, of some files or of all, that chose a call; 1.0 when there are none."""
        wanted = None if files is None else set(files)
        rules = [r for r in self.rules if r not in self.silent and (wanted is None or r[0] in wanted)]
        return sum(self.chose[r] > 0 for r in rules) / len(rules) if rules else 1.0


def rule_of(line: Line) -> Rule:
    """The place a line was written."""
    return line.file, line.row


def cover_cases(system: System, cases: Iterable[Case], coverage: Coverage | None = None) -> Coverage:
    """Count the rules that choose and explain in a system's own tests, their histories included."""
    made = Coverage.of(system) if coverage is None else coverage
    for case in cases:
        table = system.table_for(case.auction)
        state = table.state(case.auction)
        _count_choice(made, state.position().choose(case.hand))
        made.calls += 1
        for before, call in _steps(state):
            if before.program_of(before.turn) is system.program:
                _count_reading(made, before, call)
                if before.turn == state.turn:
                    entry = before.position().choose(case.hand)
                    if entry is not None and entry.call == call:
                        _count_choice(made, entry)
    return made


def cover_tests(file: CaseFile, settings: Mapping[str, str], coverage: Coverage) -> None:
    """Count the rules that choose and explain in every section of a test file, each in its system and settings."""
    for section in file.sections:
        system = load_system(section.system, settings=section.settings | dict(settings))
        coverage.add(system)
        cover_cases(system, section.cases, coverage)


def cover_boards(
    system: System,
    boards: int,
    seed: int = 1,
    opponents: System | None = None,
    coverage: Coverage | None = None,
) -> Coverage:
    """Count the rules that choose and explain over dealt boards, the system at North-South."""
    made = Coverage.of(system) if coverage is None else coverage
    table = system.table(opponents)
    for index in range(boards):
        hands = deal(seed, index)
        dealer = dealer_of(index + 1)
        state = table.root(dealer, vulnerability_of(index + 1))
        while not state.is_over:
            entry = state.position().choose(hands[Seat((dealer + state.turn) & 3)])
            call = 0 if entry is None else entry.call
            if state.program_of(state.turn) is system.program:
                made.calls += 1
                _count_choice(made, entry)
                _count_reading(made, state, call)
            state = state.then(call)
    return made


def _count_choice(coverage: Coverage, entry: object) -> None:
    line = getattr(entry, "line", None)
    if line is not None:
        coverage.chose[rule_of(line)] += 1


def _count_reading(coverage: Coverage, state: State, call: int) -> None:
    for entry in state.reading(call).entries:
        coverage.explained[rule_of(entry.line)] += 1


def _steps(state: State) -> Iterator[tuple[State, int]]:
    """Each state before ``state`` with the call made there, latest first."""
    while state.parent is not None:
        yield state.parent, state.call
        state = state.parent

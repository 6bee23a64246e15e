"""B309: a position that no rule leads to.

    after 1NT 3C:                            # and no rule answers 1NT with 3C
      3D: 3+ diamonds

The path is followed from the beginning, in every seat and at every vulnerability, with the opponents calling as the
path says, once by this system and once naturally; a call of ours in it must be one that some rule offers there. A
line that copies have put in several positions is complained of when none of them is reached. Relative calls, tags and
`any` are not judged, nor are conventions by themselves.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from bridgelang.bidding.program import Context, Program, Rule
from bridgelang.bidding.state import State
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.survey import Survey, path_calls

MAX_STEPS = 60_000


class _Search:
    """Finds which contexts some auction reaches, each call of ours being one that a rule offers.

    ``open`` counts, for each context, the judged ones at and below it that have not been reached: where none is left
    there is no need to go on.
    """

    def __init__(self, judged: Iterable[Context]) -> None:
        self.reached: set[int] = set()
        self.steps = 0
        self.open: dict[int, int] = {}
        self.judged: set[int] = set()
        for chain in judged:
            self.judged.add(chain.index)
            self.count(chain, 1)

    def count(self, chain: Context, by: int) -> None:
        """Add to what is open at a context and above it."""
        found: Context | None = chain
        while found is not None:
            self.open[found.index] = self.open.get(found.index, 0) + by
            found = found.parent

    def reach(self, chain: Context) -> None:
        """A context is reached."""
        if chain.index not in self.reached:
            self.reached.add(chain.index)
            if chain.index in self.judged:
                self.count(chain, -1)

    @property
    def complete(self) -> bool:
        """Whether everything was looked at."""
        return self.steps <= MAX_STEPS


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Blocks of the file that stand where the system's own calls never come."""
    if survey.is_convention:
        return
    places = [
        lines
        for lines in survey.places().values()
        if all(_plain(line.context) for line in lines) and not any(line.reads for line in lines)
    ]
    search = _Search({line.context.index: line.context for lines in places for line in lines}.values())
    natural = Program(_NATURAL)
    for vulnerability in range(4):
        if not search.judged <= search.reached and search.complete:
            _follow_all(survey.root(vulnerability, None), (0, 1), search)
            _follow_all(survey.root(vulnerability, natural), (0,), search)
            _follow_all(survey.root(vulnerability, natural, dealing=False), (1,), search)
    if search.complete:
        yield from _complaints(survey, places, search.judged - search.reached)


def _follow_all(state: State, sides: tuple[int, ...], search: _Search) -> None:
    """Walk the paths of some sides' systems from the first call, and from after each of the passes before it."""
    for _ in range(4):
        for side in sides:
            _follow(state, side, search)
        state = state.then(0)


def _complaints(survey: Survey, places: Sequence[Sequence[Rule]], lost: set[int]) -> Iterator[Diagnostic]:
    """What is said of contexts that no call leads to: the outermost of them, and each once."""
    said: set[int] = set()
    for lines in sorted(places, key=lambda found: found[0].row):
        chains = {line.context.index for line in lines}
        if chains <= lost and not chains <= said and not all(_below(line.context, lost) for line in lines):
            yield survey.complain("B309", "no rule leads to the position this line stands in", lines[0])
        said |= chains & lost


def _below(chain: Context, lost: Container[int]) -> bool:
    """Whether a context further up is not reached either, and complained of there."""
    parent = chain.parent
    while parent is not None:
        if parent.index in lost:
            return True
        parent = parent.parent
    return False


def _plain(chain: Context) -> bool:
    """Whether a context is a path of plain calls from the beginning."""
    found: Context | None = chain
    while found is not None and found.parent is not None:
        if found.kind != "call" or found.nature or any(c[0] not in _CALLS for c in found.alternatives):
            return False
        found = found.parent
    return found is not None and found.kind == "start" and found is not chain


_NATURAL = {
    "name": "natural calls", "title": "", "kind": "system", "points": ["hcp"], "quantities": {}, "settings": {},
    "files": [], "chains": [["root"], ["start"]], "stands": [], "lines": [],
}  # fmt: skip
"""A system without rules: whatever its players bid is read as natural."""

_CALLS = ("bid", "pass", "double", "redouble")


def _follow(state: State, side: int, search: _Search) -> None:
    """Walk every path of a side's system from here on, marking the contexts it comes to."""
    waiting = [state]
    while waiting and search.complete:
        here = waiting.pop()
        search.steps += 1
        ours = here.turn & 1 == side
        calls: set[int] = set()
        for chain, env in here.active(side):
            if chain.kind == "call":
                search.reach(chain)
            if search.open.get(chain.index):
                calls.update(path_calls(chain, env, here, ours, search.open))
        if ours and calls:
            calls &= {entry.call for entry in here.position().walk()} | {0}
        for call in sorted(calls):
            if here.is_legal(call) and not here.is_over:
                after = here.then(call)
                if any(chain.kind == "call" and search.open.get(chain.index) for chain, _ in after.active(side)):
                    waiting.append(after)

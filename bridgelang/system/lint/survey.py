"""What the lint rules look at: the compiled lines with their places, and the positions that the system's paths name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bridgelang.lang.ast import NOWHERE, Span
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.system.contexts import active, domain_of, ways_to_bind
from bridgelang.system.program import Chain, Line, Plain, Program
from bridgelang.system.specialise import Place
from bridgelang.system.state import Env, Sides, State

MAX_STATES = 3_000
"""How many positions the rules that follow paths look at; a system with more is looked at in part."""


class Survey:
    """One system under judgement; ``file`` is the one whose lines are complained of."""

    def __init__(self, data: Mapping[str, Any], file: str, sources: Mapping[str, Sequence[str]]) -> None:
        self.program = Program(data)
        self.file = file
        self.sources = sources
        self.is_convention = data["kind"] == "convention"
        self.lines: list[Line] = list(self.program.all_lines())
        self._states: list[State] | None = None

    def places(self) -> dict[tuple[str, int], list[Line]]:
        """The lines of the file judged by where they stand: one place may be many lines, by copies and letters."""
        out: dict[tuple[str, int], list[Line]] = {}
        for line in self.lines:
            if line.file == self.file:
                out.setdefault((line.file, line.row), []).append(line)
        return out

    def complain(
        self, code: str, message: str, line: Line, severity: str = "warning", *notes: str, label: str = ""
    ) -> Diagnostic:
        """A message at a line."""
        return Diagnostic(code, message, line.file, self.span(line.file, line.row), severity, label, notes)

    def span(self, file: str, row: int) -> Span:
        """The place of a whole physical line."""
        lines = self.sources.get(file, ())
        if not 0 < row <= len(lines):
            return NOWHERE
        text = lines[row - 1].rstrip()
        start = len(text) - len(text.lstrip())
        return Span(row, start + 1, row, max(len(text), start + 1) + 1)

    def root(self, vulnerable: tuple[bool, bool] = (False, False)) -> State:
        """The beginning of an auction with this system at both sides."""
        return State(Sides((self.program, self.program), vulnerable))

    def bare(self, line: Line, env: Env, call: int = -1) -> Place:
        """A place to ask what does not depend on the auction."""
        return Place(self.root(), env, self.program, line, call)

    def instances(self, line: Line) -> list[Env]:
        """Every way a line's letters, and those of its context, can be suits."""
        letters = list(dict.fromkeys([*chain_letters(line.chain), *line.letters]))
        return ways_to_bind({}, letters, line.domains) if letters else [{}]

    def states(self) -> list[State]:
        """Positions that the system's paths name and its own calls lead to, the opponents calling as paths say."""
        if self._states is None:
            self._states = list(self._walk())
        return self._states

    def _walk(self) -> Iterator[State]:
        waiting = [self.root()]
        seen = 0
        while waiting and seen < MAX_STATES:
            state = waiting.pop(0)
            if state.is_over:
                continue
            seen += 1
            yield state
            calls = {entry.call for entry in state.position().all_entries() if entry.call >= 0 and not entry.reads}
            on_path = {c for chain, env in active(state, state.turn & 1) for c in path_calls(chain, env, state, True)}
            heard = {
                c for chain, env in active(state, 1 - (state.turn & 1)) for c in path_calls(chain, env, state, False)
            }
            for call in sorted((calls & on_path) | heard):
                if state.is_legal(call) and state.depth < 14:
                    waiting.append(state.then(call))


def chain_letters(chain: Chain | None) -> list[str]:
    """The letters of a context, in no particular order."""
    out: dict[str, None] = {}

    def add(item: Plain) -> None:
        if isinstance(item, tuple | list):
            for part in item:
                add(part)
        elif isinstance(item, str) and _letter(item):
            out[item[-1] if item in ("oM", "om") else item] = None

    while chain is not None:
        add(chain.alternatives)
        add(chain.condition)
        chain = chain.parent
    return list(out)


def _letter(text: str) -> bool:
    from bridgelang.system.program import is_letter

    return is_letter(text)


def path_calls(
    chain: Chain, env: Env, state: State, ours: bool, wanted: Mapping[int, int] | None = None
) -> Iterator[int]:
    """The calls that go on from a context, as far as the text names them; to contexts that are ``wanted``."""
    from bridgelang.system.contexts import resolve_call

    for child in chain.our_calls if ours else chain.their_calls:
        if wanted is not None and not wanted.get(child.index):
            continue
        for pattern in child.alternatives:
            if pattern[0] in ("any", "any bid", "tagged"):
                continue
            missing = [r for r in pattern[1:] if isinstance(r, str) and _letter(r) and r not in env]
            for letter in missing[:1]:
                for suit in domain_of(letter, {}):
                    call = resolve_call(pattern, Place(state, {**env, letter: suit}, state.program_of(state.turn)))
                    if call >= 0:
                        yield call
            if not missing:
                call = resolve_call(pattern, Place(state, env, state.program_of(state.turn)))
                if call >= 0:
                    yield call

"""What the lint rules look at: the compiled lines with their places, and the positions that the system's paths name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from bridgelang.bidding.contexts import domain_of, resolve_call, ways_to_bind
from bridgelang.bidding.headers import active
from bridgelang.bidding.position import Entry
from bridgelang.bidding.program import Chain, Line, Plain, Program, is_letter, letters_in
from bridgelang.bidding.specialise import Place, specialise
from bridgelang.bidding.state import Env, Sides, State
from bridgelang.constraints.holding import Holding
from bridgelang.constraints.nodes import FALSE, TRUE, Node
from bridgelang.core.calls import CALLS
from bridgelang.core.dealing import deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import SEATS
from bridgelang.lang import ast
from bridgelang.lang.ast import NOWHERE, Span
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.settings import places_of_settings, used_when

MAX_STATES = 3_000
"""How many positions the rules that follow paths look at; a system with more is looked at in part."""


MAX_LETTERS = 4
"""With how many letters at most a line of a convention by itself is judged."""

SEED = 17

_ANYWHERE = 0  # the number of the context that every position is in


class Survey:
    """One system under judgement; ``file`` is the one whose lines are complained of.

    ``is_convention`` says that the program is a convention by itself: its letters may be any suits then, those that
    ``use … for M`` will give it, and it may stand anywhere.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        file: str,
        sources: Mapping[str, Sequence[str]],
        trees: Mapping[str, ast.SystemFile] | None = None,
    ) -> None:
        self.program = Program(data)
        self.file = file
        self.sources = sources
        self.trees = trees or {}
        self.is_convention = data["kind"] == "convention"
        self.lines: list[Line] = list(self.program.all_lines())
        self._states: list[State] | None = None
        self._unsettled: tuple[set[tuple[str, int]], set[str]] | None = None
        self.memo: dict[str, Any] = {}

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

    def root(self, vulnerable: tuple[bool, bool] = (False, False), other: Program | None = None) -> State:
        """The beginning of an auction with this system at both sides, or against another one."""
        return State(Sides((self.program, other or self.program), vulnerable))

    def hangs_on_settings(self, line: Line) -> bool:
        """Whether what a line says, or whether it is there, is for a setting to decide (or cannot be told)."""
        if self.is_convention and len(self.letters(line)) > MAX_LETTERS:
            return True
        if self._unsettled is None:
            self._unsettled = places_of_settings(self.trees), used_when(self.trees)
        places, files = self._unsettled
        return (line.file, line.row) in places or (line.file != self.file and line.file in files)

    def letters(self, line: Line) -> list[str]:
        """The letters of a line's context and its own."""
        return list(dict.fromkeys([*chain_letters(line.chain), *line.letters]))

    def instances(self, line: Line) -> list[Env]:
        """Every way a line's letters, and those of its context, can be suits."""
        letters = self.letters(line)
        if self.is_convention:
            return [dict(zip(letters, suits, strict=True)) for suits in product(range(4), repeat=len(letters))]
        return ways_to_bind({}, letters, line.domains) if letters else [{}]

    def node(self, line: Line, env: Env) -> Node | None:
        """What a line asks of the hand whatever the auction; None when it cannot be told from the text."""
        if line.steady is None:
            return TRUE
        call = -1
        if needs_call(line.steady):
            pattern = line.calls[0]
            if self.is_convention or len(line.calls) != 1 or pattern[0] != "bid" or line.fit is not None:
                return None
            call = resolve_call(pattern, Place(self.root(), env, self.program, line))
            if call < 0:
                return None
        return specialise(line.steady, Place(self.root(), env, self.program, line, call))

    def positions_with(
        self, lines: list[Line], where: Callable[[State], bool] | None = None
    ) -> Iterator[tuple[State, list[Entry]]]:
        """The positions looked at in which one of these lines offers a call, with what it offers.

        ``where`` says of a state whether it is wanted at all: what it costs to know that is far less than its rules.
        """
        places: dict[int, set[int]] = {}
        for line in lines:
            places.setdefault(path_of(line.chain).index, set()).add(line.index)
        for state in self.states():
            wanted = set(places.get(_ANYWHERE, ()))
            for chain, _ in active(state, state.turn & 1):
                wanted |= places.get(chain.index, set())
            if not wanted or (where is not None and not where(state)):
                continue
            here = wanted & state.position().line_numbers()
            if not here:
                continue
            last, found = max(here), []
            for entry in state.position().walk():
                if entry.line.index > last:
                    break
                if entry.line.index in here:
                    found.append(entry)
            if found:
                yield state, found

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
            on_path = {c for chain, env in active(state, state.turn & 1) for c in path_calls(chain, env, state, True)}
            heard = {
                c for chain, env in active(state, 1 - (state.turn & 1)) for c in path_calls(chain, env, state, False)
            }
            if on_path:
                on_path = _offered(state, on_path)
            for call in sorted(on_path | heard):
                if state.is_legal(call) and state.depth < 14:
                    waiting.append(state.then(call))


def _offered(state: State, calls: set[int]) -> set[int]:
    """Which of some calls a rule offers in a position to a hand that there can be."""
    missing = set(calls)
    for entry in state.position().walk():
        if entry.call in missing and not entry.reads and entry.node is not FALSE:
            missing.discard(entry.call)
            if not missing:
                break
    return calls - missing


def left_for(state: State, entry: Entry) -> Holding:
    """The hands that may come to an entry: the player's, less what the entries above surely take."""
    left = state.holding(state.turn)
    for other in state.position().walk():
        if other.line.index >= entry.line.index or left.is_empty:
            break
        if not other.reads:
            left = left.without(other.node)
    return left


def would_call(state: State, hand: Hand) -> bool:
    """Whether the player to call, with this hand, would have made the calls he has made."""
    return all(
        (0 if (entry := made.parent.position().choose(hand)) is None else entry.call) == made.call
        for made in state.made_by(state.turn)
        if made.parent is not None
    )


def hands(boards: int) -> Iterator[Hand]:
    """Dealt hands, always the same ones."""
    return (deal(SEED, board)[seat] for board in range(boards) for seat in SEATS)


def calls_of(state: State) -> str:
    """The auction in words."""
    return " ".join(str(CALLS[call]) for call in state.calls())


def path_of(chain: Chain) -> Chain:
    """The path that a context refines: itself, or what stands round its ``when`` headers."""
    while chain.kind == "when" and chain.parent is not None:
        chain = chain.parent
    return chain


def chain_letters(chain: Chain | None) -> list[str]:
    """The letters of a context, in no particular order."""
    out: dict[str, None] = {}
    while chain is not None:
        out.update(dict.fromkeys(letters_in((tuple(chain.alternatives), chain.condition))))
        chain = chain.parent
    return list(out)


def needs_call(plain: Plain) -> bool:
    """Whether a plain condition speaks of the call's level or strain."""
    if not isinstance(plain, tuple | list):
        return False
    if len(plain) == 3 and plain[0] == "level":
        return True
    if len(plain) == 5 and plain[0] in ("every", "some", "both") and plain[2] in ("side", "other"):
        return True
    return any(needs_call(part) for part in plain)


def path_calls(
    chain: Chain, env: Env, state: State, ours: bool, wanted: Mapping[int, int] | None = None
) -> Iterator[int]:
    """The calls that go on from a context, as far as the text names them; to contexts that are ``wanted``."""
    for child in chain.our_calls if ours else chain.their_calls:
        if wanted is not None and not wanted.get(child.index):
            continue
        for pattern in child.alternatives:
            if pattern[0] in ("any", "any bid", "tagged"):
                continue
            missing = [r for r in pattern[1:] if isinstance(r, str) and is_letter(r) and r not in env]
            for letter in missing[:1]:
                for suit in domain_of(letter, {}):
                    call = resolve_call(pattern, Place(state, {**env, letter: suit}, state.program_of(state.turn)))
                    if call >= 0:
                        yield call
            if not missing:
                call = resolve_call(pattern, Place(state, env, state.program_of(state.turn)))
                if call >= 0:
                    yield call

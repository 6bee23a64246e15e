"""What the lint rules look at: the compiled lines with their places, and the positions that the system's paths name."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from bridgelang.bidding.calls import domain_of, resolve_call, ways_to_bind
from bridgelang.bidding.engine import Engine, Rulebook
from bridgelang.bidding.forms import Env, Where, is_letter
from bridgelang.bidding.line import Line
from bridgelang.bidding.place import Place
from bridgelang.bidding.point import Point
from bridgelang.bidding.position import Entry
from bridgelang.bidding.program import Context, Program, Rule, context_letters
from bridgelang.bidding.state import State
from bridgelang.bidding.table import BiddingTable
from bridgelang.bidding.words.base import Word
from bridgelang.bidding.words.call import Level
from bridgelang.compile.assemble import FIELDS
from bridgelang.constraints.holding import Holding
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both
from bridgelang.core.calls import CALLS
from bridgelang.core.dealing import deal
from bridgelang.core.hands import Hand
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.span import NOWHERE, Span
from bridgelang.lint.settings import places_of_settings, used_when

MAX_STATES = 3_000
"""How many positions the rules that follow paths look at; a system with more is looked at in part."""
DEEPEST = 14
"""After how many calls, at most."""


MAX_LETTERS = 4
"""With how many letters at most a line of a convention by itself is judged."""

SEED = 17

_CALLS, _CONDITION, _FILE, _NEVER, _POLICY, _SCOPE_END, _POLICY_END = map(
    FIELDS.index, ("calls", "condition", "file", "never", "policy", "scope_end", "policy_end")
)

_ANYWHERE = 0  # the number of the context that every position is in


Letters = tuple[tuple[str, int], ...]


def letters_of(env: Env) -> Letters:
    """Which suits the letters are, as a key."""
    return tuple(sorted(env.items())) if len(env) > 1 else tuple(env.items())


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
        self.book = Rulebook(self.program)
        self._engines: dict[Program, Engine] = {}
        self.rows: Sequence[Sequence[Any]] = data["lines"]
        self._letters: dict[int, list[str]] = {}
        self._of_context: dict[int, list[str]] = {}
        self._of_call: dict[int, bool] = {}
        self._instances: dict[int, list[Env]] = {}
        self._nodes: dict[tuple[int, Letters], Node | None] = {}
        self._calls: dict[tuple[int, Letters], int] = {}
        self._nowhere: Point | None = None
        self._states: dict[tuple[frozenset[int], int], list[State]] = {}
        self._unsettled: tuple[set[tuple[str, int]], set[str]] | None = None
        self.memo: dict[str, Any] = {}

    @property
    def lines(self) -> list[Rule]:
        """Every rule in order. Most are of other files, and a rule is not made before somebody asks for it."""
        return list(self.program.rules())

    def own(self) -> Iterator[Rule]:
        """The rules of the file judged, in order."""
        files, rule = self.program.files, self.program.rule
        return (rule(number) for number, row in enumerate(self.rows) if files[row[_FILE]] == self.file)

    def last_of(self, ending: str) -> int:
        """The number of the last rule of the files whose names end so; -1 when there is none."""
        files = {number for number, file in enumerate(self.program.files) if file.endswith(ending)}
        return max((number for number, row in enumerate(self.rows) if row[_FILE] in files), default=-1)

    def bare(self, kind: str) -> Iterator[Rule]:
        """The rules that ask nothing and make a kind of call, in order."""
        rule = self.program.rule
        return (rule(n) for n, row in enumerate(self.rows) if row[_CONDITION] is None and row[_CALLS][0][0] == kind)

    def beside(self, line: Rule) -> Iterator[Rule]:
        """The rules of a rule's context, itself among them, in order."""
        return map(self.program.rule, line.context.rules)

    def never_ends(self, number: int) -> int:
        """Where the block ends in which a rule says *never*; 0 for other rules."""
        row = self.rows[number]
        return row[_SCOPE_END] if row[_NEVER] else 0

    def leaves_to(self, number: int) -> int:
        """Where hands go on past other lines when a rule's call is not legal; 0 when they stay."""
        row = self.rows[number]
        return row[_POLICY_END] if row[_POLICY] else 0

    def places(self) -> dict[tuple[str, int], list[Rule]]:
        """The lines of the file judged by where they stand: one place may be many lines, by copies and letters."""
        out: dict[tuple[str, int], list[Rule]] = {}
        for line in self.own():
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

    def root(self, vulnerability: int = 0, other: Program | None = None, dealing: bool = True) -> State:
        """The beginning of an auction with this system at both sides, or against another one; it deals, or the other.

        ``vulnerability`` has bit 0 for the dealer's side and bit 1 for the other.
        """
        program = other or self.program
        engine = self._engines.get(program)
        if engine is None:
            engine = self._engines[program] = Engine(self.book, Rulebook(program) if other else self.book)
        one, two = engine.books
        return BiddingTable(engine, *((one, two) if dealing else (two, one))).root(0, vulnerability)

    def place(self, env: Env, rule: Rule | None = None, call: int = -1) -> Place:
        """Nowhere in particular, in a rule with its letters."""
        if self._nowhere is None:
            self._nowhere = self.root().point
        place = Place(self._nowhere, 0, self.program.counts, env)
        if rule is not None:
            place.fit, place.tags = rule.fit, rule.tags
        place.at(call)
        return place

    def hangs_on_settings(self, line: Rule) -> bool:
        """Whether what a line says, or whether it is there, is for a setting to decide (or cannot be told)."""
        if self.is_convention and len(self.letters(line)) > MAX_LETTERS:
            return True
        if self._unsettled is None:
            self._unsettled = places_of_settings(self.trees), used_when(self.trees)
        places, files = self._unsettled
        return (line.file, line.row) in places or (line.file != self.file and line.file in files)

    def letters(self, line: Rule) -> list[str]:
        """The letters of a line's context and its own."""
        found = self._letters.get(line.index)
        if found is None:
            found = self._letters[line.index] = list(dict.fromkeys([*self.letters_round(line), *line.letters]))
        return found

    def letters_round(self, line: Rule) -> list[str]:
        """The letters of a line's context, in no particular order."""
        found = self._of_context.get(line.context.index)
        if found is None:
            found = self._of_context[line.context.index] = context_letters(line.context)
        return found

    def instances(self, line: Rule) -> list[Env]:
        """Every way a line's letters, and those of its context, can be suits."""
        found = self._instances.get(line.index)
        if found is None:
            found = self._instances[line.index] = self._ways(self.letters(line), line)
        return found

    def _ways(self, letters: list[str], line: Rule) -> list[Env]:
        if self.is_convention:
            return [dict(zip(letters, suits, strict=True)) for suits in product(range(4), repeat=len(letters))]
        return ways_to_bind({}, letters, line.domains) if letters else [{}]

    def node(self, line: Rule, env: Env) -> Node | None:
        """What a line asks of the hand whatever the auction; None when it cannot be told from the text."""
        key = (line.index, letters_of(env))
        if key not in self._nodes:
            self._nodes[key] = self._node(line, env)
        return self._nodes[key]

    def _node(self, line: Rule, env: Env) -> Node | None:
        if not line.steady:
            return TRUE
        call = -1
        of_call = self._of_call.get(line.index)
        if of_call is None:
            of_call = self._of_call[line.index] = any(map(needs_call, line.steady))
        if of_call:
            pattern = line.calls[0]
            if self.is_convention or len(line.calls) != 1 or pattern.kind != "bid" or line.fit is not None:
                return None
            call = self.call(line, env)
            if call < 0:
                return None
        place = self.place(env, line, call)
        return both(*[part.node(place) for part in line.steady])

    def call(self, line: Rule, env: Env) -> int:
        """The call a line names first, with these letters; -1 when the text alone does not tell."""
        key = (line.index, letters_of(env))
        found = self._calls.get(key)
        if found is None:
            found = self._calls[key] = resolve_call(line.calls[0], self.place(env, line))
        return found

    def bids_before(self, line: Rule, env: Env) -> list[int]:
        """What the last bid can be where a line stands, 0 for none yet; nothing when the path leaves it open.

        The path must name every call since that bid, and its letters must be known.
        """
        found: Context | None = line.context
        place = self.place(env, line)
        while found is not None:
            if found.kind == "start":
                return [] if self.is_convention else [0]
            if found.kind == "call":
                kinds = {call[0] for call in found.alternatives}
                if kinds == {"bid"}:
                    bids = [resolve_call(call, place) for call in found.alternatives]
                    return bids if min(bids) > 2 else []
                if not kinds <= {"pass", "double", "redouble"}:
                    return []
            elif found.kind != "when":
                return []
            found = found.parent
        return []

    def positions_with(
        self, lines: list[Rule], where: Callable[[State], bool] | None = None, deepest: int = DEEPEST
    ) -> Iterator[tuple[State, list[Entry]]]:
        """The positions looked at in which one of these lines offers a call, with what it offers.

        ``where`` says of a state whether it is wanted at all: what it costs to know that is far less than its rules.
        """
        places: dict[int, set[int]] = {}
        for line in lines:
            places.setdefault(path_of(line.context).index, set()).add(line.index)
        for state in self.states([path_of(line.context) for line in lines], deepest):
            wanted = set(places.get(_ANYWHERE, ()))
            for context, _ in state.active(state.turn & 1):
                wanted |= places.get(context.index, set())
            if not wanted or (where is not None and not where(state)):
                continue
            here = wanted & state.line_numbers()
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

    def states(self, goals: Iterable[Context] | None = None, deepest: int = DEEPEST) -> list[State]:
        """Positions that the system's paths name and its own calls lead to, the opponents calling as paths say.

        Of these, all that are on the way to one of some contexts, and in them; the shortest auctions first.
        """
        wanted = self.program.contexts[:1] if goals is None else goals
        near = frozenset(context.index for goal in wanted for context in goal.up())
        if (near, deepest) not in self._states:
            self._states[near, deepest] = list(self._walk(near, deepest))
        return self._states[near, deepest]

    def _walk(self, near: frozenset[int], deepest: int) -> Iterator[State]:
        waiting = deque([self.root()] if near else [])
        seen = 0
        while waiting and seen < MAX_STATES:
            state = waiting.popleft()
            if state.is_over:
                continue
            seen += 1
            yield state
            if state.depth >= deepest:
                continue
            on_path, heard = (
                {call for context, env in state.active(side) for call in path_calls(context, env, state, ours)}
                for side, ours in ((state.turn & 1, True), (1 - (state.turn & 1), False))
            )
            after = {call: state.then(call) for call in sorted(on_path | heard) if state.is_legal(call)}
            after = {call: reached for call, reached in after.items() if _is_near(reached, near)}
            made = _offered(state, {call for call in after if call not in heard}) | heard
            waiting.extend(reached for call, reached in after.items() if call in made)


def _is_near(state: State, contexts: frozenset[int]) -> bool:
    """Whether an auction is in one of some path contexts; in that of every position it always is."""
    return _ANYWHERE in contexts or any(c.index in contexts for side in (0, 1) for c, _ in state.active(side))


def _offered(state: State, calls: set[int]) -> set[int]:
    """Which of some calls a rule offers in a position to a hand that there can be."""
    missing = set(calls)
    if not missing:
        return calls
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
    return (hand for board in range(boards) for hand in deal(SEED, board).hands)


def calls_of(state: State) -> str:
    """The auction in words."""
    return " ".join(str(CALLS[call]) for call in state.calls())


def path_of(context: Context) -> Context:
    """The path that a context refines: itself, or what stands round its ``when`` headers."""
    while context.kind == "when" and context.parent is not None:
        context = context.parent
    return context


def needs_call(word: Word) -> bool:
    """Whether a condition speaks of the call's level or strain."""
    if isinstance(word, Level):
        return True
    if any(isinstance(value, Where) and value.which in ("side", "other") for value in word.values):
        return True
    return any(map(needs_call, word.parts()))


def path_calls(
    context: Context, env: Env, state: State, ours: bool, wanted: Mapping[int, int] | None = None
) -> Iterator[int]:
    """The calls that go on from a context, as far as the text names them; to contexts that are ``wanted``."""
    for child in context.our_calls if ours else context.their_calls:
        if wanted is not None and not wanted.get(child.index):
            continue
        for expr in child.alternatives:
            if expr.kind in ("any", "any bid", "tagged"):
                continue
            ref = expr.strain
            envs = [env]
            if isinstance(ref, str) and is_letter(ref) and ref not in env:
                envs = [{**env, ref: suit} for suit in domain_of(ref, {})]
            for bound in envs:
                call = resolve_call(expr, state.place(bound))
                if call >= 0:
                    yield call

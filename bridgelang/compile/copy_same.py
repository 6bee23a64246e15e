"""``same as after …``: a subtree copied to another context, with exceptions, replacements and a shift in points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import attrs
from attrs import frozen

from bridgelang.compile.rewrite import Letters, shift_points, substitute, unify
from bridgelang.compile.steps import MAX_LINES, Flat, Path, Start, Step, Steps, When
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.source import MAX_NESTING
from bridgelang.lang.walk import letters_of

MAX_COMPARED = 1_000_000
"""How many steps of contexts all `same as` of a system may compare together, lines of a block counted once; the largest
that ships has 274,000."""

Calls = tuple[ast.CallExpr, ...]


@frozen
class Run:
    """Lines that stand beside each other in one block, and so have their steps together."""

    steps: Steps
    lines: range


@frozen
class Place:
    """Where lines of one block go in the new context: their steps there, and by how much their points move.

    ``first`` says that they stand in the context itself, with no call between.
    """

    steps: Steps
    first: bool
    shift: int


class Heads:
    """Runs whose steps begin with the same step objects: contexts that begin alike are compared together."""

    def __init__(self, runs: list[Run], depth: int = 0) -> None:
        self.runs = runs
        self._depth = depth

    @cached_property
    def after(self) -> list[tuple[Step, Heads]]:
        """The next steps, each with the runs that go on with it."""
        found: dict[int, list[Run]] = {}  # by identity: the runs keep their steps
        for run in self.runs:
            if len(run.steps) > self._depth:
                found.setdefault(id(run.steps[self._depth]), []).append(run)
        return [(runs[0].steps[self._depth], Heads(runs, self._depth + 1)) for runs in found.values()]


class SameCopier:
    """Replaces each ``same as`` among flat lines by the lines it stands for."""

    def __init__(self, lines: list[Flat]) -> None:
        self.source = lines
        self.heads = Heads(_runs(lines))
        self.found: list[Diagnostic] = []
        self.running: list[int] = []
        self.done: dict[int, list[Flat]] = {}
        self.made = 0
        self.compared = 0

    def all(self) -> list[Flat]:
        """Every line, in order, with the copies in place."""
        out: list[Flat] = []
        for index, flat in enumerate(self.source):
            out.extend([flat] if flat.same is None else self.copies(index))
        return out

    def copies(self, index: int) -> list[Flat]:
        """The lines one ``same as`` stands for."""
        if index in self.done:
            return self.done[index]
        flat = self.source[index]
        same = flat.same
        assert same is not None
        if index in self.running:
            self.found.append(Diagnostic("B217", "this `same as` goes round in a circle", flat.file, same.span))
            return []
        self.running.append(index)
        copying = Copying(flat, same)
        self.compared += len(self.heads.runs) * len(copying.target)
        if self.too_many(flat, same):
            self.running.pop()
            return []
        out: list[Flat] = []
        matched = self._collect(copying, index, out)
        self.running.pop()
        if not matched:
            message = "nothing stands at the place this `same as` names"
            note = "name a context as its own header does: same as after 1NT"
            self.found.append(Diagnostic("B222", message, flat.file, same.span, notes=(note,)))
        self.done[index] = out
        return out

    def _collect(self, copying: Copying, index: int, out: list[Flat]) -> bool:
        """Put the copies of every line of the context named into ``out``; whether anything stands there."""
        matched = False
        for run, letters in copying.found_in(self.heads):
            numbers = [number for number in run.lines if number != index]
            if not numbers:
                continue
            matched = True
            if copying.seen(run.steps[len(copying.target) :]):
                continue  # their call there is the one this context has already seen
            place = copying.place(run.steps, letters)
            for number in numbers:
                line = self.source[number]
                if line.same is not None:
                    self._copies_again(copying, self.copies(number), out)
                elif place is not None:
                    self._put(copying.copy(line, letters, place), out)
                if self.too_many(copying.flat, copying.same):
                    return matched
        return matched

    def _copies_again(self, copying: Copying, lines: list[Flat], out: list[Flat]) -> None:
        """The copies of lines that are copies themselves."""
        for run, letters in copying.found_in(Heads(_runs(lines))):
            place = copying.place(run.steps, letters)
            if place is not None:
                for number in run.lines:
                    self._put(copying.copy(lines[number], letters, place), out)

    def _put(self, copied: Flat | None, out: list[Flat]) -> None:
        if copied is not None:
            out.append(copied)
            self.made += 1

    def too_many(self, flat: Flat, same: ast.SameAs) -> bool:
        """Whether the copies have grown beyond what is allowed; says so once."""
        if self.made <= MAX_LINES and self.compared <= MAX_COMPARED and len(self.running) <= MAX_NESTING:
            return False
        if not any(d.code == "B213" for d in self.found):
            message = f"with its copies the system grows beyond {MAX_LINES:,} lines"
            if len(self.running) > MAX_NESTING:
                message = f"copies of copies go more than {MAX_NESTING} deep"
            elif self.compared > MAX_COMPARED:
                message = f"there are too many `same as`: more than {MAX_COMPARED:,} steps would be compared"
            self.found.append(Diagnostic("B213", message, flat.file, same.span))
        return True


class Copying:
    """One ``same as``: the line, and the context it names as steps."""

    def __init__(self, flat: Flat, same: ast.SameAs) -> None:
        self.flat = flat
        self.same = same
        self.target: Steps = flat.root or (Start(),)
        if not same.opening:
            self.target = (*self.target, *(Path(element) for element in same.path))
        self._last_bid = _last_bid(self.target)

    def found_in(self, heads: Heads) -> list[tuple[Run, Letters]]:
        """The runs to be copied, in order, each with the letters that make the head of its steps the target."""
        some: list[tuple[Heads, Letters]] = [(heads, {})]
        for wanted in self.target:
            own = _own_letters(wanted)
            some = [
                (after, letters)
                for node, known in some
                for step, after in node.after
                if (letters := _together(known, own if step == wanted else _match_step(step, wanted))) is not None
            ]
        found = [
            (run, letters)
            for node, letters in some
            if len({(suit.kind, suit.value) for suit in letters.values()}) == len(letters)  # different letters differ
            for run in node.runs
            if not _starts_with(run.steps, self.flat.steps)
        ]
        return sorted(found, key=lambda one: one[0].lines.start)

    def seen(self, rest: Sequence[Step]) -> bool:
        """Whether the copied context goes on with their call where the new one ends with it already."""
        first = next((s for s in rest if isinstance(s, Path)), None)
        return first is not None and first.element.theirs and _last_is_theirs(self.flat.steps)

    def place(self, steps: Steps, letters: Letters) -> Place | None:
        """Where lines with these steps go in the new context; None where they are left out there."""
        rest = [substitute_step(step, letters) for step in steps[len(self.target) :]]
        calls = [number for number, step in enumerate(rest) if isinstance(step, Path)]
        first = rest[calls[0]] if calls else None
        if isinstance(first, Path):
            element = first.element
            if self.seen(rest) or self._are_left_out(element):
                return None
            if not element.theirs:
                rest[calls[0]] = Path(attrs.evolve(element, alternatives=self._replaced(element.alternatives)))
        shift = self.same.shift
        if shift and not calls:
            rest = [self._shifted(step) for step in rest]
        ours = sum(isinstance(step, Path) and not step.element.theirs for step in rest)
        return Place((*self.flat.steps, *rest), not calls, shift if ours % 2 == 0 else -shift)

    def copy(self, line: Flat, letters: Letters, place: Place) -> Flat | None:
        """A line as it stands in the new context; None when it is left out there."""
        assert line.rule is not None
        rule = substitute(line.rule, letters)
        if place.first:
            if any(self._is(call, out) for call in rule.calls for out in self.same.leaving_out):
                return None
            rule = attrs.evolve(rule, calls=self._replaced(rule.calls))
        if place.shift:
            rule = attrs.evolve(rule, condition=shift_points(rule.condition, place.shift))
        for narrow, kind in _narrowed(letters):
            rule = attrs.evolve(rule, condition=_also(rule.condition, ast.Atom("is kind", (narrow, kind))))
        return self._in_place(line, rule, place.steps)

    def _are_left_out(self, element: ast.PathElement) -> bool:
        """Whether all lines after these calls are among the exceptions."""
        if element.theirs:
            return False
        return any(all(self._is(call, out) for call in element.alternatives) for out in self.same.leaving_out)

    def _replaced(self, calls: Calls) -> Calls:
        for new, old in self.same.replacing:
            calls = tuple([new if self._is(call, old) else call for call in calls])
        return calls

    def _is(self, found: ast.CallExpr, wanted: ast.CallExpr) -> bool:
        return _same_call(found, wanted, self._last_bid)

    def _shifted(self, step: Step) -> Step:
        """A step in the context itself, with more points for the player who speaks there."""
        if isinstance(step, When):
            return attrs.evolve(step, condition=shift_points(step.condition, self.same.shift))
        return step

    def _in_place(self, line: Flat, rule: ast.Rule, steps: Steps) -> Flat:
        flat = self.flat
        return Flat(
            steps,
            line.file,
            flat.scopes,
            rule,
            root=flat.root,
            policy=line.policy or "leave",
            policy_scope=line.policy_scope if line.policy == "pass" else flat.scopes[-1],
            span=line.span,
        )


def _runs(lines: Sequence[Flat]) -> list[Run]:
    """All lines, those with the same steps object together."""
    runs: list[Run] = []
    began = 0
    for number, line in enumerate(lines):
        if number + 1 == len(lines) or lines[number + 1].steps is not line.steps:
            runs.append(Run(line.steps, range(began, number + 1)))
            began = number + 1
    return runs


def _narrowed(letters: Letters) -> list[tuple[ast.SuitRef, str]]:
    """The letters of the new context that stand for a major or a minor only in the copied lines."""
    kinds = {"M": "major", "m": "minor"}
    return [
        (suit, kinds[name[-1]])
        for name, suit in letters.items()
        if name[-1] in kinds and suit.kind == "letter" and str(suit.value)[-1] != name[-1]
    ]


def _also(condition: ast.Condition | None, more: ast.Condition) -> ast.Condition:
    """``more`` asked beside a condition."""
    return more if condition is None else ast.All((more, condition))


def substitute_step(step: Step, letters: Letters) -> Step:
    """A step with letters replaced."""
    if isinstance(step, Path):
        return Path(substitute(step.element, letters))
    if isinstance(step, When):
        return When(substitute(step.condition, letters), substitute(step.domains, letters))
    return step


def _starts_with(steps: Steps, prefix: Steps) -> bool:
    return steps[: len(prefix)] == prefix


def _own_letters(step: Step) -> dict[str, ast.SuitRef]:
    """The letters of a call of a path, each standing for itself."""
    names = letters_of(step.element) if isinstance(step, Path) else ()
    return {name: ast.SuitRef("letter", name) for name in names}


def _together(known: Letters, more: Letters | None) -> Letters | None:
    """The letters of one step beside those of the steps before it; None where one letter would be two suits."""
    if more is None or any(known.get(name, suit) != suit for name, suit in more.items()):
        return None
    return {**known, **more} if more else known


def _match_step(step: Step, wanted: Step) -> Letters | None:
    if not isinstance(step, Path) or not isinstance(wanted, Path):
        return None
    mine, theirs = step.element, wanted.element
    if mine.theirs != theirs.theirs or len(theirs.alternatives) != 1:
        return None
    if {mine.nature, theirs.nature} == {"natural", "artificial"}:
        return None
    for call in mine.alternatives:
        letters = unify(theirs.alternatives[0], call)
        if letters is not None and not (letters and mine.theirs and theirs.nature == "artificial"):
            return letters  # in their calls a letter is a suit they showed
    return None


def _last_bid(target: Sequence[Step]) -> ast.CallExpr | None:
    """The last bid of a context whose calls are all plain bids, X and passes; None when it has another kind."""
    bid: ast.CallExpr | None = None
    for step in target:
        if not isinstance(step, Path):
            continue
        if len(step.element.alternatives) != 1:
            return None
        call = step.element.alternatives[0]
        if call.kind == "bid":
            bid = call
        elif call.kind not in ("pass", "double", "redouble"):
            return None
    return bid


def _last_is_theirs(steps: Sequence[Step]) -> bool:
    paths = [s for s in steps if isinstance(s, Path)]
    return bool(paths) and paths[-1].element.theirs


def _same_call(found: ast.CallExpr, wanted: ast.CallExpr, last_bid: ast.CallExpr | None) -> bool:
    """Whether a call of the copied lines is the call named, ``cheapest clubs`` over 1NT being 2C."""
    if found == wanted:
        return True
    if found.kind not in ("cheapest", "jump") or wanted.kind != "bid" or last_bid is None:
        return False
    suit, base = found.strain, last_bid.strain
    if suit != wanted.strain or base is None or suit is None:
        return False
    rank, low = _rank(suit), _rank(base)
    if rank is None or low is None:
        return False
    level = last_bid.level + (0 if rank > low else 1) + (1 if found.kind == "jump" else 0)
    return level == wanted.level


def _rank(strain: ast.Strain) -> int | None:
    if isinstance(strain, ast.Notrump):
        return 4
    return int(strain.value) if strain.kind == "suit" else None

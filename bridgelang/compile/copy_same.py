"""``same as after …``: a subtree copied to another context, with exceptions, replacements and a shift in points."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from bridgelang.compile.rewrite import Letters, shift_points, substitute, unify
from bridgelang.compile.steps import MAX_LINES, Flat, Path, Start, Step, Steps, When
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.source import MAX_NESTING
from bridgelang.lang.walk import letters_of

MAX_COMPARED = 1_000_000
"""How many steps of contexts all `same as` of a system may compare together; the largest that ships has 753,000."""

Calls = tuple[ast.CallExpr, ...]


class SameCopier:
    """Replaces each ``same as`` among flat lines by the lines it stands for."""

    def __init__(self, lines: list[Flat]) -> None:
        self.source = lines
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
        self.compared += len(self.source) * len(copying.target)
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
        steps: Steps | None = None
        letters: dict[str, ast.SuitRef] | None = None
        for other_index, other in enumerate(self.source):
            if other.steps is not steps:  # the lines of a block stand beside each other, and have their steps together
                steps, letters = other.steps, copying.letters_for(other)
            if letters is None or other_index == index:
                continue
            matched = True
            if copying.seen(other.steps[len(copying.target) :]):
                continue  # their call there is the one this context has already seen
            group = [other] if other.same is None else self.copies(other_index)
            for line in group:
                inner = letters if other.same is None else copying.letters_for(line)
                copied = None if inner is None else copying.copy(line, inner)
                if copied is not None:
                    out.append(copied)
                    self.made += 1
            if self.too_many(copying.flat, copying.same):
                break
        return matched

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
        self._wanted = [(step, _own_letters(step)) for step in self.target]
        self._last_bid = _last_bid(self.target)

    def letters_for(self, line: Flat) -> dict[str, ast.SuitRef] | None:
        """The letters that make the head of a line's steps the target; None for one that is not copied."""
        if len(line.steps) < len(self.target) or _starts_with(line.steps, self.flat.steps):
            return None
        return _match(line.steps, self._wanted)

    def seen(self, rest: Sequence[Step]) -> bool:
        """Whether the copied context goes on with their call where the new one ends with it already."""
        first = next((s for s in rest if isinstance(s, Path)), None)
        return first is not None and first.element.theirs and _last_is_theirs(self.flat.steps)

    def copy(self, line: Flat, letters: Letters) -> Flat | None:
        """A line as it stands in the new context; None when it is left out there."""
        rest = [substitute_step(step, letters) for step in line.steps[len(self.target) :]]
        assert line.rule is not None
        rule = substitute(line.rule, letters)
        at = next((number for number, step in enumerate(rest) if isinstance(step, Path)), None)
        first = None if at is None else rest[at]
        element = first.element if isinstance(first, Path) else None
        if self.seen(rest) or self._left_out(rule.calls if element is None else element.alternatives, element):
            return None
        if element is None:
            rule = attrs.evolve(rule, calls=self._replaced(rule.calls))
        elif at is not None and not element.theirs:
            rest[at] = Path(attrs.evolve(element, alternatives=self._replaced(element.alternatives)))
        if self.same.shift:
            rule, rest = self._shifted(rule, rest)
        for narrow, kind in _narrowed(letters):
            rule = attrs.evolve(rule, condition=_also(rule.condition, ast.Atom("is kind", (narrow, kind))))
        return self._in_place(line, rule, rest)

    def _left_out(self, calls: Calls, element: ast.PathElement | None) -> bool:
        """Whether a line that makes one of these calls, or stands after them, is among the exceptions."""
        if element is None:
            return any(self._is(call, out) for out in self.same.leaving_out for call in calls)
        if element.theirs:
            return False
        return any(all(self._is(call, out) for call in calls) for out in self.same.leaving_out)

    def _replaced(self, calls: Calls) -> Calls:
        for new, old in self.same.replacing:
            calls = tuple([new if self._is(call, old) else call for call in calls])
        return calls

    def _is(self, found: ast.CallExpr, wanted: ast.CallExpr) -> bool:
        return _same_call(found, wanted, self._last_bid)

    def _shifted(self, rule: ast.Rule, rest: list[Step]) -> tuple[ast.Rule, list[Step]]:
        """The same with more points for the player who speaks at the place named, and fewer for his partner."""
        shift, calls = self.same.shift, [step for step in rest if isinstance(step, Path)]
        ours = sum(not step.element.theirs for step in calls)
        rule = attrs.evolve(rule, condition=shift_points(rule.condition, shift if ours % 2 == 0 else -shift))
        if calls:
            return rule, rest
        moved: list[Step] = []
        for step in rest:
            if isinstance(step, When):
                step = attrs.evolve(step, condition=shift_points(step.condition, shift))
            moved.append(step)
        return rule, moved

    def _in_place(self, line: Flat, rule: ast.Rule, rest: Sequence[Step]) -> Flat:
        flat = self.flat
        return Flat(
            (*flat.steps, *rest),
            line.file,
            flat.scopes,
            rule,
            root=flat.root,
            policy=line.policy or "leave",
            policy_scope=line.policy_scope if line.policy == "pass" else flat.scopes[-1],
            span=line.span,
        )


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


def _match(steps: Sequence[Step], target: Sequence[tuple[Step, Letters]]) -> dict[str, ast.SuitRef] | None:
    """The letters that make the head of ``steps`` the target; None when it is another context.

    The target's steps come with their own letters.
    """
    letters: dict[str, ast.SuitRef] = {}
    for step, (wanted, own) in zip(steps, target, strict=False):
        found = own if step == wanted else _match_step(step, wanted)
        if found is None:
            return None
        if any(letters.get(name, suit) != suit for name, suit in found.items()):
            return None  # one letter cannot be two suits
        letters.update(found)
    if len({(suit.kind, suit.value) for suit in letters.values()}) < len(letters):
        return None  # different letters are different suits
    return letters


def _match_step(step: Step, wanted: Step) -> Letters | None:
    if not isinstance(step, Path) or not isinstance(wanted, Path):
        return None
    mine, theirs = step.element, wanted.element
    if mine.theirs != theirs.theirs or len(theirs.alternatives) != 1:
        return None
    return next((u for call in mine.alternatives if (u := unify(theirs.alternatives[0], call)) is not None), None)


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

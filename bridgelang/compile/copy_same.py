"""``same as after …``: a subtree copied to another context, with exceptions, replacements and a shift in points."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from bridgelang.compile.flatten import MAX_LINES, Flat, Path, Start, Step, When
from bridgelang.compile.rewrite import Letters, letters_of, shift_points, substitute, unify
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.source import MAX_NESTING

MAX_COMPARED = 4_000_000
"""How many lines all `same as` may look at together."""


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
        target = self.target(flat, same)
        out: list[Flat] = []
        matched = False
        self.compared += len(self.source)
        if self.too_many(flat, same):
            self.running.pop()
            return []
        for other_index, other in enumerate(self.source):
            if other_index == index or not _may_start(other.steps, target):
                continue
            letters = _match(other.steps, target)
            if letters is None or _starts_with(other.steps, flat.steps):
                continue
            matched = True
            if self.taken(other.steps[len(target) :], flat):
                continue  # their call there is the one this context has already seen
            group = [other] if other.same is None else self.copies(other_index)
            for line in group:
                inner = letters if other.same is None else _match(line.steps, target)
                if inner is not None and not _starts_with(line.steps, flat.steps):
                    copied = self.moved(line, inner, target, flat, same)
                    if copied is not None:
                        out.append(copied)
                        self.made += 1
            if self.too_many(flat, same):
                break
        self.running.pop()
        if not matched:
            self.found.append(
                Diagnostic(
                    "B222",
                    "nothing stands at the place this `same as` names",
                    flat.file,
                    same.span,
                    notes=("name a context as its own header does: same as after 1NT",),
                )
            )
        self.done[index] = out
        return out

    def too_many(self, flat: Flat, same: ast.SameAs) -> bool:
        """Whether the copies have grown beyond what is allowed; says so once."""
        if self.made <= MAX_LINES and self.compared <= MAX_COMPARED and len(self.running) <= MAX_NESTING:
            return False
        if not any(d.code == "B213" for d in self.found):
            message = f"with its copies the system grows beyond {MAX_LINES:,} lines"
            if len(self.running) > MAX_NESTING:
                message = f"copies of copies go more than {MAX_NESTING} deep"
            self.found.append(Diagnostic("B213", message, flat.file, same.span))
        return True

    def target(self, flat: Flat, same: ast.SameAs) -> tuple[Step, ...]:
        """The context named, as steps."""
        if same.opening:
            return (*flat.root, Start()) if not flat.root else flat.root
        start: tuple[Step, ...] = flat.root or (Start(),)
        return (*start, *(Path(e) for e in same.path))

    def taken(self, rest: Sequence[Step], flat: Flat) -> bool:
        """Whether the copied context goes on with their call where the new one ends with it already."""
        first = next((s for s in rest if isinstance(s, Path)), None)
        return first is not None and first.element.theirs and _last_is_theirs(flat.steps)

    def moved(
        self, line: Flat, letters: Letters, target: tuple[Step, ...], flat: Flat, same: ast.SameAs
    ) -> Flat | None:
        rest = [substitute_step(s, letters) for s in line.steps[len(target) :]]
        rule = line.rule
        assert rule is not None
        rule = substitute(rule, letters)
        calls_of_rest = [s for s in rest if isinstance(s, Path)]
        first = calls_of_rest[0] if calls_of_rest else None
        last_bid = _last_bid(target)
        if self.taken(rest, flat):
            return None
        for call in same.leaving_out:
            if first is None and any(_same_call(c, call, last_bid) for c in rule.calls):
                return None
            if (
                first is not None
                and not first.element.theirs
                and all(_same_call(c, call, last_bid) for c in first.element.alternatives)
            ):
                return None
        for new, old in same.replacing:
            if first is None:
                rule = attrs.evolve(rule, calls=tuple(new if _same_call(c, old, last_bid) else c for c in rule.calls))
            elif not first.element.theirs:
                alternatives = tuple(new if _same_call(c, old, last_bid) else c for c in first.element.alternatives)
                changed = Path(attrs.evolve(first.element, alternatives=alternatives))
                rest[rest.index(first)] = changed
                first = changed
        if same.shift:
            ours = sum(not s.element.theirs for s in calls_of_rest)
            by = same.shift if ours % 2 == 0 else -same.shift
            rule = attrs.evolve(rule, condition=shift_points(rule.condition, by))
            rest = [
                attrs.evolve(s, condition=shift_points(s.condition, same.shift))
                if isinstance(s, When) and not calls_of_rest
                else s
                for s in rest
            ]
        for narrow, kind in _narrowed(letters):
            rule = attrs.evolve(rule, condition=_also(rule.condition, ast.Atom("is kind", (narrow, kind))))
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


def _starts_with(steps: Sequence[Step], prefix: Sequence[Step]) -> bool:
    return len(steps) >= len(prefix) and all(a == b for a, b in zip(steps, prefix, strict=False))


def _may_start(steps: Sequence[Step], target: Sequence[Step]) -> bool:
    return len(steps) >= len(target)


def _match(steps: Sequence[Step], target: Sequence[Step]) -> dict[str, ast.SuitRef] | None:
    """The letters that make the head of ``steps`` the target; None when it is another context."""
    letters: dict[str, ast.SuitRef] = {}
    for step, wanted in zip(steps, target, strict=False):
        found: dict[str, ast.SuitRef] | None
        if step == wanted:
            names = letters_of(step.element) if isinstance(step, Path) else []
            found = {name: ast.SuitRef("letter", name) for name in names}
        elif not isinstance(step, Path) or not isinstance(wanted, Path):
            return None
        else:
            mine, theirs = step.element, wanted.element
            if mine.theirs != theirs.theirs or len(theirs.alternatives) != 1:
                return None
            found = next((u for c in mine.alternatives if (u := unify(theirs.alternatives[0], c)) is not None), None)
            if found is None:
                return None
        if any(letters.get(name, suit) != suit for name, suit in found.items()):
            return None  # one letter cannot be two suits
        letters.update(found)
    if len({(suit.kind, suit.value) for suit in letters.values()}) < len(letters):
        return None  # different letters are different suits
    return letters


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

"""Which suits letters can be: those that a rule leaves open, and those of a convention that is used."""

from __future__ import annotations

from collections.abc import Mapping

from bridgelang.compile.complaints import Complaints
from bridgelang.compile.names import Scope
from bridgelang.compile.rewrite import substitute
from bridgelang.compile.steps import Path, Steps, When, letters_of_steps
from bridgelang.lang import ast
from bridgelang.lang.printer import letters_given
from bridgelang.lang.span import Span
from bridgelang.lang.vocabulary import BINDERS
from bridgelang.lang.walk import letters_of, nodes


def check_letters(rule: ast.Rule, steps: Steps, scope: Scope, complaints: Complaints) -> None:
    """A letter that only the condition uses, and that nothing binds, is a mistake.

    In a convention it is one that the line which uses it has to give.
    """
    bid = letters_of(rule.calls)
    asked = [letter for letter in letters_of((rule.condition, rule.tags)) if letter not in bid]
    if not asked:
        return
    known = letters_of_steps(steps) | _bound_by(rule.condition)
    domains = [*rule.domains, *(domain for step in steps if isinstance(step, When) for domain in step.domains)]
    known.update(letter for domain in domains for letter in domain.letters)
    for letter in asked:
        if letter in known:
            continue
        plain = letter.lstrip("0123456789")
        if scope.use is None:
            note = f"use {plain} in the call or the header, or write `in some suit` / `in every suit`"
            place = _first_use(rule, letter)
            complaints.add("B216", f"nothing says which suit `{plain}` is", scope.file, place, note)
            return
        scope.missing.setdefault(plain, rule.span.line)


def _bound_by(condition: ast.Condition | None) -> set[str]:
    """The letters that facts of the auction decide, such as ``their suit x``."""
    out: set[str] = set()
    for item in nodes(condition):
        if isinstance(item, ast.Atom) and item.kind in BINDERS:
            out.update(letters_of(item.args))
    return out


def _first_use(rule: ast.Rule, letter: str) -> Span:
    said = nodes((rule.condition, rule.tags))
    return next((one.span for one in said if isinstance(one, ast.SuitRef) and one.value == letter), rule.span)


def check_use(use: ast.Use, tree: ast.SystemFile, scope: Scope, steps: Steps, complaints: Complaints) -> bool:
    """Whether a ``use`` gave the letters it should, and none for nothing; one message at the author's line.

    ``scope`` is that of the file used.
    """
    given = [letter for letter, _ in use.letters]
    known = set(own_letters(tree))
    file = scope.outer.file if scope.outer else scope.file
    if scope.missing:
        letters = [(x, suit) for x, suit in use.letters if x in known]
        letters += [(x, _suit_for(x, steps)) for x in scope.missing if x not in given]
        names = " and ".join(f"`{x}`" for x in scope.missing)
        cure = f"use {use.name}{letters_given(letters)}"
        complaints.add("B224", f"say which suit {names} is: {cure}", file, use.span, *_where_missed(tree, scope))
        return False
    for letter in given:
        if letter not in known:
            has = ", ".join(sorted(known)) or "none"
            message = f"`{use.name}` has no letter `{letter}`"
            complaints.add("B225", message, file, use.span, f"the letters of its lines: {has}")
    return True


def _where_missed(tree: ast.SystemFile, scope: Scope) -> list[str]:
    """The lines that ask about letters which the file does not say it is to be given: a slip there, most likely."""
    belongs = [statement for statement in tree.body if isinstance(statement, ast.Belongs)]
    said = {letter for one in belongs for letter, _ in one.letters}
    return [
        f"{scope.file}:{line} asks about `{letter}`, which is in no call or header there: "
        f"is it that line which should say what suit it is, as in `unbid {letter}`?"
        for letter, line in scope.missing.items()
        if letter not in said
    ]


def own_letters(tree: ast.SystemFile) -> tuple[str, ...]:
    """The letters of a file's lines; what it says of where it belongs aside."""
    return letters_of(tuple(statement for statement in tree.body if not isinstance(statement, ast.Belongs)))


def _suit_for(letter: str, steps: Steps) -> ast.SuitRef | None:
    """The suit of a place that a convention's letter may well be: that of our last suit bid; None for the letter."""
    for step in reversed(steps):
        if isinstance(step, Path) and not step.element.theirs:
            for call in step.element.alternatives:
                if isinstance(call.strain, ast.SuitRef):
                    return None if call.strain.value == letter else call.strain
    return None


class FreshLetters:
    """Gives the letters of a convention other names where its place uses them for something else."""

    def __init__(self) -> None:
        self._renamed = 0

    def of(
        self, use: ast.Use, tree: ast.SystemFile, steps: Steps, letters: Mapping[str, ast.SuitRef]
    ) -> dict[str, ast.SuitRef]:
        """What the letters of a file used stand for; those not named here stay what they are."""
        out: dict[str, ast.SuitRef] = {}
        shared = dict(use.letters)
        for name, suit in shared.items():
            if suit is not None:
                out[name] = substitute(suit, letters)
            elif name in letters:
                out[name] = letters[name]
        bound = letters_of_steps(steps)
        for name in own_letters(tree):
            if name in bound and name not in shared:
                self._renamed += 1
                out[name] = ast.SuitRef("letter", f"{self._renamed}{name}")
        return out

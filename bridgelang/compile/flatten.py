"""From files to one ordered list of lines: blocks taken apart, conventions spliced in, names and settings resolved."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping

import attrs
from attrs import frozen

from bridgelang.compile.complaints import Complaints, did_you_mean
from bridgelang.compile.letters import FreshLetters, check_letters, check_use
from bridgelang.compile.names import Resolver, Scope, declare
from bridgelang.compile.rewrite import substitute
from bridgelang.compile.settings import Values, settle
from bridgelang.compile.steps import MAX_LINES, Flat, Path, Reads, Start, Step, Steps, When
from bridgelang.features.quantities import COMPONENTS
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic, nearest
from bridgelang.lang.printer import condition as condition_text
from bridgelang.lang.printer import path as path_text
from bridgelang.lang.source import MAX_NESTING
from bridgelang.lang.span import NOWHERE, Span
from bridgelang.lang.vocabulary import KINDS
from bridgelang.lang.walk import letters_of, nodes

MAX_STATEMENTS = 20_000

Opener = Callable[[str, str], tuple[ast.SystemFile | None, list[Diagnostic]] | None]


@frozen
class Surroundings:
    """What the statements of a block stand in; see :class:`bridgelang.compile.steps.Flat`.

    ``letters`` are what the letters of a file used stand for where it is used, ``order`` is the file's ``suits:``.
    """

    scope: Scope
    steps: Steps
    root: Steps
    letters: Mapping[str, ast.SuitRef]
    scopes: tuple[int, ...]
    policy: str = ""
    policy_scope: int = 0
    order: tuple[ast.Order, ...] = ()

    @property
    def file(self) -> str:
        """The file, as messages call it."""
        return self.scope.file


class Flattener:
    """Walks files into flat lines; ``complaints`` has what is wrong."""

    def __init__(self, opener: Opener, settings: Values) -> None:
        self.lines: list[Flat] = []
        self.complaints = Complaints()
        self.title: ast.Title | None = None
        self.points: tuple[str, ...] = ("hcp", "length")
        self.quantities: dict[str, ast.QuantityDefinition] = {}
        self.settings: dict[str, ast.Amount | str] = {}
        self.stack: list[str] = []
        """The files that use each other down to the one being read, by the names in ``use``."""
        self._opener = opener
        self._overrides = settings
        self._resolver = Resolver(self.complaints)
        self._letters = FreshLetters()
        self._scope_count = 0
        self._visited = 0

    def _new_scope(self) -> int:
        self._scope_count += 1
        return self._scope_count

    # ------------------------------------------------------------------ files

    def system(self, tree: ast.SystemFile) -> None:
        """Flatten a whole system."""
        scope = self._declared(tree, Scope(tree.name))
        points_at = NOWHERE
        for statement in tree.body:
            if isinstance(statement, ast.Title):
                self.title = statement
            elif isinstance(statement, ast.CountPoints):
                self.points, points_at = statement.parts, statement.span
        settle(scope, tree, self._overrides, tree.name, NOWHERE, self.complaints)
        self.settings = dict(scope.settings)
        name = self.points[0]
        if name not in COMPONENTS and name not in scope.quantities and not scope.is_unread(name):
            self.complaints.unknown(name, nearest(name, {*COMPONENTS, *scope.quantities}), tree.name, points_at)
        self.quantities.update(scope.quantities)
        self._block(tree.body, Surroundings(scope, (), (), {}, (self._new_scope(),)))

    def _convention(self, tree: ast.SystemFile, use: ast.Use, given: Values, around: Surroundings) -> None:
        """Flatten a file where it is used."""
        scope = self._declared(tree, Scope(tree.name, around.scope, use=use))
        settle(scope, tree, given, around.file, use.span, self.complaints)
        self.quantities.update(scope.quantities)
        letters = self._letters.of(use, tree, around.steps, around.letters)
        before, steps = len(self.lines), around.steps
        self._block(tree.body, Surroundings(scope, steps, steps, letters, (*around.scopes, self._new_scope())))
        if not check_use(use, tree, scope, steps, self.complaints):
            del self.lines[before:]

    def _declared(self, tree: ast.SystemFile, scope: Scope) -> Scope:
        for statement in tree.body:
            declare(statement, scope, self.complaints)
        return scope

    # ------------------------------------------------------------------ blocks

    def _block(self, body: tuple[ast.Statement, ...], around: Surroundings) -> None:
        for statement in body:
            if isinstance(statement, ast.Unavailable):
                around = attrs.evolve(around, policy=statement.policy, policy_scope=around.scopes[-1])
            elif isinstance(statement, ast.SuitsGo):
                around = attrs.evolve(around, order=statement.order)
        for statement in body:
            self._visited += 1
            if len(self.lines) > MAX_LINES or self._visited > MAX_STATEMENTS:
                message = f"the system grows beyond {MAX_LINES:,} lines"
                self.complaints.once("B213", message, around.file, statement.span)
                return
            if isinstance(statement, ast.Rule):
                self._rule(statement, around)
            elif isinstance(statement, ast.Block):
                self._inner_block(statement, around)
            elif isinstance(statement, ast.Use):
                self._use(statement, around)
            elif isinstance(statement, ast.SameAs):
                self._same_as(statement, around)

    def _inner_block(self, block: ast.Block, around: Surroundings) -> None:
        steps = self._entered(substitute(block.context, around.letters), around)
        if steps is None:
            return
        number, policy_scope = self._new_scope(), around.policy_scope
        if around.policy == "leave" and around.steps == around.root and policy_scope == around.scopes[-1]:
            policy_scope = number  # said at the margin, it is said of each block
        scopes = (*around.scopes, number)
        self._block(block.body, attrs.evolve(around, steps=steps, scopes=scopes, policy_scope=policy_scope))

    def _rule(self, rule: ast.Rule, around: Surroundings) -> None:
        changed = substitute(rule, around.letters)
        condition = self._resolver.resolved(changed.condition, around.scope)
        if condition is not changed.condition:
            changed = attrs.evolve(changed, condition=condition)
        if around.order and not rule.order and not rule.domains and any(letters_of(rule.calls)):
            changed = attrs.evolve(changed, order=around.order)
        if self.title is None or self.title.kind != "convention":  # by itself it may leave letters to its user
            check_letters(changed, around.steps, around.scope, self.complaints)
        self.lines.append(
            Flat(
                around.steps,
                around.file,
                around.scopes,
                changed,
                root=around.root,
                policy=around.policy,
                policy_scope=around.policy_scope,
                span=rule.span,
            )
        )

    def _same_as(self, statement: ast.SameAs, around: Surroundings) -> None:
        same, scopes = substitute(statement, around.letters), (*around.scopes, self._new_scope())
        self.lines.append(Flat(around.steps, around.file, scopes, same=same, root=around.root, span=statement.span))

    # ------------------------------------------------------------------ headers

    def _entered(self, context: ast.Context, around: Surroundings) -> Steps | None:
        """The steps inside a header; None, with a message, where it cannot stand."""
        steps = around.steps
        condition = self._resolver.resolved(context.condition, around.scope)
        if context.kind == "reads":
            return (*steps, Reads())
        more: list[Step] | None = []
        if context.kind == "opening":
            more = self._opening(context, around)
        elif context.kind == "after":
            more = self._after(context, around)
        if more is None:
            return None
        if condition is not None:
            self._complain_of_bids(condition, context, around)
            more.append(When(condition, context.domains))
        elif context.domains:
            more.append(When(ast.All(()), context.domains))
        return (*steps, *more)

    def _opening(self, context: ast.Context, around: Surroundings) -> list[Step] | None:
        steps = around.steps
        if any(isinstance(step, Path) for step in steps):
            self.complaints.add("B214", "`opening` cannot stand inside `after`", around.file, context.span)
            return None
        more: list[Step] = [] if any(isinstance(step, Start) for step in steps) else [Start()]
        if context.seats:
            more.append(When(ast.Atom("seat", (context.seats,), span=context.span)))
        return more

    def _after(self, context: ast.Context, around: Surroundings) -> list[Step] | None:
        steps, path = around.steps, list(context.path)
        starts = not any(isinstance(step, Path) for step in steps) and (not steps or isinstance(steps[0], Start))
        if starts and _is_pass(path[0]):
            path = list(itertools.dropwhile(_is_pass, path))
            self._complain_of_passes(path, context.span, around)
            if not path:
                return None
        more: list[Step] = [] if steps else [Start()]
        return more + [Path(self._resolver.resolved(element, around.scope)) for element in path]

    def _complain_of_passes(self, rest: list[ast.PathElement], span: Span, around: Surroundings) -> None:
        """Say that passes in front of a path are ignored; a path without anything else is an error."""
        message = "passes before the opening bid are ignored: a path begins with a bid"
        notes: tuple[str, ...] = ("write  opening in 2nd seat:  for an opening after a pass",)
        if rest:
            calls = path_text(rest)
            notes = (f"write  after {calls}:", f"or     after {calls}, passed hand:  when you have passed")
        severity = "warning" if rest else "error"
        self.complaints.found.append(Diagnostic("B215", message, around.file, span, severity, notes=notes))

    def _complain_of_bids(self, condition: ast.Condition, context: ast.Context, around: Surroundings) -> None:
        """Say that a header speaks of the bid that a line makes, where there is none yet: it would never hold."""
        for atom in nodes(condition):
            if isinstance(atom, ast.Atom) and KINDS[atom.kind].about == "call":
                words = condition_text(atom)
                message = f"`{words}` speaks of the bid that a line makes: a header holds before there is one"
                notes = [f"write it in the lines:  CALL: …, {words}"]
                if atom.kind == "level":
                    notes.append("or speak of the contract so far, as in  the contract is at level 3 or lower")
                self.complaints.add("B226", message, around.file, context.span, *notes)

    # ------------------------------------------------------------------ use

    def _use(self, use: ast.Use, around: Surroundings) -> None:
        scope = around.scope
        for name, word, wanted in use.when:
            value = scope.setting(name)
            if value is None:
                self._resolver.unknown_setting(name, scope, use.span)
                return
            if (value == word) != wanted:
                return
        tree = self._opened(use, around)
        if tree is None:
            return
        given = {name: self._from_outside(value, scope) for name, value in use.settings}
        self.stack.append(use.name.lower())
        self._convention(tree, use, given, around)
        self.stack.pop()

    def _from_outside(self, value: ast.Amount | str, scope: Scope) -> ast.Amount | str:
        """A value given, or that of the setting of our own which is named instead."""
        outside = scope.setting(value) if isinstance(value, str) else None
        return value if outside is None else outside

    def _opened(self, use: ast.Use, around: Surroundings) -> ast.SystemFile | None:
        """The file that a line uses; None, with a message, where it cannot be used here."""
        complaints, name = self.complaints, use.name.lower()
        if name in self.stack:
            chain = " -> ".join([*self.stack[self.stack.index(name) :], use.name])
            complaints.add("B217", f"`use {use.name}` goes round in a circle: {chain}", around.file, use.span)
            return None
        if len(self.stack) > MAX_NESTING:
            complaints.add("B217", f"files use each other more than {MAX_NESTING} deep", around.file, use.span)
            return None
        opened = self._opener(use.name, around.file)
        if opened is None:
            from bridgelang.compile.files import convention_names
            from bridgelang.lang.habits_words import CONVENTIONS

            label = did_you_mean(CONVENTIONS.get(name) or nearest(use.name, convention_names()))
            message = f"there is no convention or system `{use.name}`"
            complaints.add("B218", message, around.file, use.span, label=label)
            return None
        tree, wrong = opened
        complaints.found.extend(wrong)
        return tree


def _is_pass(element: ast.PathElement) -> bool:
    return all(call.kind == "pass" for call in element.alternatives)

"""From files to one ordered list of lines: conventions spliced in, names and settings resolved.

Each line carries its context as a tuple of steps from the root (:class:`Start`, :class:`Path`, :class:`When`),
so that ``same as`` can copy subtrees and the assembler can share what contexts have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs
from attrs import define, field, frozen

from bridgelang.compile.rewrite import letters_of, map_node, nodes, substitute
from bridgelang.features.quantities import COMPONENTS
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic, nearest
from bridgelang.lang.parser import parse_condition
from bridgelang.lang.printer import amount, letters_given
from bridgelang.lang.source import MAX_NESTING
from bridgelang.lang.vocabulary import BINDERS
from bridgelang.lang.words import known_words

MAX_LINES = 20_000
MAX_STATEMENTS = 20_000
MAX_DEFINITION_DEPTH = 30
MAX_WRITTEN_OUT = 40_000
"""How many parts all uses of definitions may have together, written out."""


@frozen
class Start:
    """Nobody has bid yet: where paths from the beginning of the auction hang."""


@frozen
class Path:
    """One call of a path."""

    element: ast.PathElement


@frozen
class When:
    """A described context; ``domains`` restrict its letters."""

    condition: ast.Condition
    domains: tuple[ast.Domain, ...] = ()


@frozen
class Reads:
    """Lines below explain calls and never choose."""


Step = Start | Path | When | Reads


@define
class Flat:
    """A line in its context: ``scopes`` are the blocks round it, outermost first."""

    steps: tuple[Step, ...]
    file: str
    scopes: tuple[int, ...]
    rule: ast.Rule | None = None
    same: ast.SameAs | None = None
    root: tuple[Step, ...] = ()
    policy: str = ""
    policy_scope: int = 0
    span: ast.Span = ast.NOWHERE


@define
class Scope:
    """The names of one file: definitions, settings, quantities; ``outer`` is the file that uses it.

    ``use`` is the line there that does, ``missing`` the letters that it should have given and did not.
    """

    file: str
    outer: Scope | None = None
    definitions: dict[str, ast.Definition] = field(factory=dict)
    settings: dict[str, ast.Amount | str] = field(factory=dict)
    quantities: dict[str, ast.QuantityDefinition] = field(factory=dict)
    unread: set[str] = field(factory=set)
    use: ast.Use | None = None
    missing: list[str] = field(factory=list)

    def is_unread(self, name: str) -> bool:
        """Whether a line here or outside was to define the name but could not be read."""
        return name in self.unread or (self.outer is not None and self.outer.is_unread(name))

    def find(self, table: str, name: str) -> Any:
        """The value of a name here or in the files outside, or None."""
        here = getattr(self, table).get(name)
        if here is not None or self.outer is None:
            return here
        return self.outer.find(table, name)

    def names(self, table: str) -> set[str]:
        """The names visible here."""
        return set(getattr(self, table)) | (self.outer.names(table) if self.outer else set())


Opener = Callable[[str, str], tuple[ast.SystemFile | None, list[Diagnostic]] | None]


class Flattener:
    """Walks files into flat lines; ``found`` collects what is wrong."""

    def __init__(self, opener: Opener, settings: Mapping[str, ast.Amount | str]) -> None:
        self.opener = opener
        self.overrides = dict(settings)
        self.lines: list[Flat] = []
        self.found: list[Diagnostic] = []
        self.title: ast.Title | None = None
        self.points: tuple[str, ...] = ("hcp", "length")
        self.points_at = ast.NOWHERE
        self.quantities: dict[str, ast.QuantityDefinition] = {}
        self.all_settings: dict[str, ast.Amount | str] = {}
        self.scope_count = 0
        self.stack: list[str] = []
        self.renamed = 0
        self.visited = 0
        self.written_out = 0

    def complain(self, code: str, message: str, file: str, span: ast.Span, *notes: str, label: str = "") -> None:
        self.found.append(Diagnostic(code, message, file, span, notes=notes, label=label))

    def new_scope(self) -> int:
        self.scope_count += 1
        return self.scope_count

    # ------------------------------------------------------------------ files

    def file(
        self,
        tree: ast.SystemFile,
        steps: tuple[Step, ...] = (),
        outer: Scope | None = None,
        given: Mapping[str, ast.Amount | str] | None = None,
        letters: Mapping[str, ast.SuitRef] | None = None,
        scopes: tuple[int, ...] = (),
        use: ast.Use | None = None,
    ) -> None:
        """Flatten one file at a context; ``given`` are settings from ``use … with``, the line ``use``."""
        scope = Scope(tree.name, outer, use=use)
        top = outer is None
        for statement in tree.body:
            self.declare(statement, scope, top)
        file, span = (outer.file, use.span) if outer and use else (tree.name, ast.NOWHERE)
        for name, value in {**(given or {}), **(self.overrides if top else {})}.items():
            if name not in scope.settings:
                near = nearest(name, scope.settings)
                note = f"did you mean `{near}`?" if near else "it has: " + (", ".join(sorted(scope.settings)) or "none")
                self.complain("B210", f"{tree.name} has no setting `{name}`", file, span, note)
                continue
            if isinstance(value, str) != isinstance(scope.settings[name], str):
                kind = "a word" if isinstance(scope.settings[name], str) else "a range or number"
                self.complain("B210", f"the setting `{name}` wants {kind}", file, span)
                continue
            if isinstance(value, str) and value not in (choices := words_for(name, tree)) and len(choices) > 1:
                near = nearest(value, choices)
                note = f"did you mean `{near}`?" if near else "it can be: " + ", ".join(sorted(choices))
                self.complain("B210", f"the setting `{name}` cannot be `{value}`", file, span, note)
                continue
            self.found += bound_made_exact(name, scope.settings[name], value, file, span)
            scope.settings[name] = value
        if top:
            self.all_settings = dict(scope.settings)
            name = self.points[0]
            if name not in COMPONENTS and name not in scope.quantities and not scope.is_unread(name):
                self.unknown(name, nearest(name, {*COMPONENTS, *scope.quantities}), scope, self.points_at)
        self.quantities.update(scope.quantities)
        before = len(self.lines)
        self.block(tree.body, scope, steps, letters or {}, (*scopes, self.new_scope()), "", 0, steps)
        if use is not None and outer is not None and not self.check_use(use, tree, scope, outer, steps):
            del self.lines[before:]

    def check_use(
        self, use: ast.Use, tree: ast.SystemFile, scope: Scope, outer: Scope, steps: tuple[Step, ...]
    ) -> bool:
        """Whether a ``use`` gave the letters it should, and none for nothing; one message at the author's line."""
        given = [letter for letter, _ in use.letters]
        known = set(own_letters(tree))
        if scope.missing:
            wanted = list(dict.fromkeys(scope.missing))
            letters = [(x, suit) for x, suit in use.letters if x in known]
            letters += [(x, suit_for(x, steps)) for x in wanted if x not in given]
            names = " and ".join(f"`{x}`" for x in wanted)
            cure = f"use {use.name}{letters_given(letters)}"
            self.complain("B224", f"say which suit {names} is: {cure}", outer.file, use.span)
            return False
        for letter in given:
            if letter not in known:
                has = ", ".join(sorted(known)) or "none"
                message = f"`{use.name}` has no letter `{letter}`"
                self.complain("B225", message, outer.file, use.span, f"the letters of its lines: {has}")
        return True

    def declare(self, statement: ast.Statement, scope: Scope, top: bool) -> None:
        table: dict[str, Any] | None = None
        if isinstance(statement, ast.Definition):
            table = scope.definitions
        elif isinstance(statement, ast.Setting):
            table = scope.settings
        elif isinstance(statement, ast.QuantityDefinition):
            table = scope.quantities
        elif isinstance(statement, ast.Title) and top:
            self.title = statement
        elif isinstance(statement, ast.CountPoints) and top:
            self.points = statement.parts
            self.points_at = statement.span
        elif isinstance(statement, ast.Unread):
            scope.unread.add(statement.name)
        if table is None:
            return
        name = statement.name  # type: ignore[union-attr]
        if name in table:
            self.complain("B211", f"`{name}` is defined twice", scope.file, statement.span)
        if isinstance(statement, ast.Definition | ast.Setting | ast.QuantityDefinition) and not can_be_name(statement):
            self.complain(
                "B212", f"`{name}` is a word of the language and cannot be a name", scope.file, statement.span
            )
        table[name] = statement.value if isinstance(statement, ast.Setting) else statement

    # ------------------------------------------------------------------ blocks

    def block(
        self,
        body: tuple[ast.Statement, ...],
        scope: Scope,
        steps: tuple[Step, ...],
        letters: Mapping[str, ast.SuitRef],
        scopes: tuple[int, ...],
        policy: str,
        policy_scope: int,
        root: tuple[Step, ...],
    ) -> None:
        for statement in body:
            if isinstance(statement, ast.Unavailable):
                policy, policy_scope = statement.policy, scopes[-1]
        at_top = steps == root
        for statement in body:
            self.visited += 1
            if len(self.lines) > MAX_LINES or self.visited > MAX_STATEMENTS:
                if not any(d.code == "B213" for d in self.found):
                    self.complain("B213", f"the system grows beyond {MAX_LINES:,} lines", scope.file, statement.span)
                return
            if isinstance(statement, ast.Rule):
                self.rule(statement, scope, steps, letters, scopes, policy, policy_scope, root)
            elif isinstance(statement, ast.Block):
                context = substitute(statement.context, letters)
                inner = self.enter(context, scope, steps)
                if inner is None:
                    continue
                number = self.new_scope()
                inherited = number if policy == "leave" and at_top and policy_scope == scopes[-1] else policy_scope
                self.block(statement.body, scope, inner, letters, (*scopes, number), policy, inherited, root)
            elif isinstance(statement, ast.Use):
                self.use(statement, scope, steps, letters, scopes)
            elif isinstance(statement, ast.SameAs):
                same = substitute(statement, letters)
                self.lines.append(
                    Flat(
                        steps,
                        scope.file,
                        (*scopes, self.new_scope()),
                        same=same,
                        root=root,
                        span=statement.span,
                    )
                )

    def enter(self, context: ast.Context, scope: Scope, steps: tuple[Step, ...]) -> tuple[Step, ...] | None:
        """The steps inside a header."""
        condition = self.resolved(context.condition, scope)
        more: list[Step] = []
        if context.kind == "reads":
            return (*steps, Reads())
        if context.kind == "opening":
            if any(isinstance(s, Path) for s in steps):
                self.complain("B214", "`opening` cannot stand inside `after`", scope.file, context.span)
                return None
            if not any(isinstance(s, Start) for s in steps):
                more.append(Start())
            if context.seats:
                more.append(When(ast.Atom("seat", (context.seats,), span=context.span)))
        elif context.kind == "after":
            if not steps:
                more.append(Start())
            path = list(context.path)
            if not any(isinstance(s, Path) for s in steps) and (not steps or isinstance(steps[0], Start)):
                while path and all(c.kind == "pass" for c in path[0].alternatives):
                    path.pop(0)  # leading passes are ignored
                if not path:
                    self.complain(
                        "B215",
                        "leading passes are ignored in a path",
                        scope.file,
                        context.span,
                        "write  opening in 2nd seat:  for an opening after a pass",
                    )
                    return None
            more.extend(Path(self.element(e, scope)) for e in path)
        if condition is not None:
            more.append(When(condition, context.domains))
        elif context.domains:
            more.append(When(ast.All(()), context.domains))
        return (*steps, *more)

    def element(self, element: ast.PathElement, scope: Scope) -> ast.PathElement:
        return self.resolved(element, scope)  # type: ignore[no-any-return]

    def rule(
        self,
        rule: ast.Rule,
        scope: Scope,
        steps: tuple[Step, ...],
        letters: Mapping[str, ast.SuitRef],
        scopes: tuple[int, ...],
        policy: str,
        policy_scope: int,
        root: tuple[Step, ...],
    ) -> None:
        changed = substitute(rule, letters)
        condition = self.resolved(changed.condition, scope)
        changed = attrs.evolve(changed, condition=condition)
        self.check_letters(changed, steps, scope)
        self.lines.append(
            Flat(
                steps,
                scope.file,
                scopes,
                changed,
                root=root,
                policy=policy,
                policy_scope=policy_scope,
                span=rule.span,
            )
        )

    def check_letters(self, rule: ast.Rule, steps: tuple[Step, ...], scope: Scope) -> None:
        """A letter that only the condition uses, and that nothing binds, is a mistake.

        A convention checked by itself may leave letters open: they are what ``use … for x`` gives it.
        """
        if self.title is not None and self.title.kind == "convention":
            return
        known = set(letters_of((rule.calls, tuple(s.element for s in steps if isinstance(s, Path)))))
        known |= set(letters_of(tuple(s.condition for s in steps if isinstance(s, When))))
        known |= {letter for domain in rule.domains for letter in domain.letters}
        for step in steps:
            if isinstance(step, When):
                known |= {letter for domain in step.domains for letter in domain.letters}
        known |= binding_letters(rule.condition)
        for letter in letters_of((rule.condition, rule.tags)):
            if letter not in known:
                place = next(
                    (
                        n.span
                        for n in nodes((rule.condition, rule.tags))
                        if isinstance(n, ast.SuitRef) and n.value == letter
                    ),
                    rule.span,
                )
                plain_letter = letter.lstrip("0123456789")
                if scope.use is not None:
                    scope.missing.append(plain_letter)
                    continue
                note = f"use {plain_letter} in the call or the header, or write `in some suit` / `in every suit`"
                self.complain("B216", f"nothing says which suit `{plain_letter}` is", scope.file, place, note)
                return

    # ------------------------------------------------------------------ use

    def use(
        self,
        use: ast.Use,
        scope: Scope,
        steps: tuple[Step, ...],
        letters: Mapping[str, ast.SuitRef],
        scopes: tuple[int, ...],
    ) -> None:
        for name, word, wanted in use.when:
            value = scope.find("settings", name)
            if value is None:
                self.unknown_setting(name, scope, use.span)
                return
            if (value == word) != wanted:
                return
        name = use.name.lower()
        if name in self.stack:
            chain = " -> ".join([*self.stack[self.stack.index(name) :], use.name])
            self.complain("B217", f"`use {use.name}` goes round in a circle: {chain}", scope.file, use.span)
            return
        if len(self.stack) > MAX_NESTING:
            self.complain("B217", f"files use each other more than {MAX_NESTING} deep", scope.file, use.span)
            return
        opened = self.opener(use.name, scope.file)
        if opened is None:
            from bridgelang.compile.files import convention_names

            near = nearest(use.name, convention_names())
            self.complain(
                "B218",
                f"there is no convention or system `{use.name}`",
                scope.file,
                use.span,
                label=f"did you mean `{near}`?" if near else "",
            )
            return
        tree, wrong = opened
        self.found.extend(wrong)
        if tree is None:
            return
        given: dict[str, ast.Amount | str] = {}
        for name, value in use.settings:
            if isinstance(value, str) and scope.find("settings", value) is not None:
                value = scope.find("settings", value)
            given[name] = value
        shared = dict(use.letters)
        mapping = self.fresh_letters(tree, steps, shared, letters)
        self.stack.append(name)
        self.file(tree, steps, scope, given, mapping, scopes, use)
        self.stack.pop()

    def fresh_letters(
        self,
        tree: ast.SystemFile,
        steps: tuple[Step, ...],
        shared: Mapping[str, ast.SuitRef | None],
        letters: Mapping[str, ast.SuitRef],
    ) -> dict[str, ast.SuitRef]:
        """Letters of a convention that the context already uses for something else get new names."""
        bound = set(letters_of(tuple(s.element for s in steps if isinstance(s, Path))))
        bound |= set(letters_of(tuple(s.condition for s in steps if isinstance(s, When))))
        out: dict[str, ast.SuitRef] = {}
        for name, suit in shared.items():
            if suit is not None:
                out[name] = substitute(suit, letters)
            elif name in letters:
                out[name] = letters[name]
        for name in own_letters(tree):
            if name in bound and name not in shared:
                self.renamed += 1
                out[name] = ast.SuitRef("letter", f"{self.renamed}{name}")
        return out

    # ------------------------------------------------------------------ names

    def resolved(self, node: Any, scope: Scope, depth: int = 0) -> Any:
        """``node`` with definitions written out and settings replaced by their values."""
        if node is None:
            return None

        def change(item: Any) -> Any:
            if isinstance(item, ast.Atom):
                if item.kind == "named":
                    return self.named(item, scope, depth)
                if item.kind == "setting is":
                    return self.setting_is(item, scope)
            if isinstance(item, ast.Amount) and item.setting is not None:
                return self.setting_amount(item, scope)
            if isinstance(item, ast.Measure) and item.kind == "named":
                self.check_quantity(item, scope)
            return item

        return map_node(node, change)

    def named(self, atom: ast.Atom, scope: Scope, depth: int) -> ast.Condition:
        name, suits = atom.args
        definition: ast.Definition | None = scope.find("definitions", name)
        if definition is None:
            return self.named_setting(atom, scope)
        if len(suits) != len(definition.letters):
            wanted = " ".join((name, *definition.letters))
            self.complain(
                "B220",
                f"`{name}` is defined with {len(definition.letters)} suits: {wanted}",
                scope.file,
                atom.span,
            )
            return ast.All(())
        if depth > MAX_DEFINITION_DEPTH:
            self.complain("B221", f"the definition of `{name}` goes round in a circle", scope.file, definition.span)
            return ast.All(())
        body = substitute(definition.condition, dict(zip(definition.letters, suits, strict=True)))
        self.written_out += sum(1 for _ in nodes(body))
        if self.written_out > MAX_WRITTEN_OUT:
            if not any(d.code == "B221" for d in self.found):
                message = f"the definitions, written out where they are used, have more than {MAX_WRITTEN_OUT:,} parts"
                self.complain("B221", message, scope.file, definition.span)
            return ast.All(())
        home: Scope = scope
        while name not in home.definitions and home.outer is not None:
            home = home.outer
        return self.resolved(body, home, depth + 1)  # type: ignore[no-any-return]

    def named_setting(self, atom: ast.Atom, scope: Scope) -> ast.Condition:
        """A name that is no definition: `minimum hearts` with a setting for a length, or a mistake."""
        name, suits = atom.args
        value = scope.find("settings", name)
        if isinstance(value, ast.Amount) and len(suits) == 1:
            return ast.Atom("amount", (value, ast.Measure("length", suits[0])), span=atom.span)
        if value is not None:
            note = f"write  {name} hcp" if isinstance(value, ast.Amount) else f"write  {name} is {value}"
            self.complain("B219", f"`{name}` is a setting, not a condition", scope.file, atom.span, note)
        elif not scope.is_unread(name):
            near = nearest(name, known_words() | scope.names("definitions") | scope.names("settings"))
            span = attrs.evolve(atom.span, end_line=atom.span.line, end_column=atom.span.column + len(name))
            self.unknown(name, near, scope, span if atom.span.line else atom.span)
        return ast.All(())

    def unknown(self, name: str, near: str | None, scope: Scope, span: ast.Span) -> None:
        label = f"did you mean `{near}`?" if near and near != name else ""
        self.complain("B102", f"unknown word `{name}`", scope.file, span, label=label)

    def setting_is(self, atom: ast.Atom, scope: Scope) -> ast.Condition:
        name, word = atom.args
        value = scope.find("settings", name)
        if value is None:
            self.unknown_setting(name, scope, atom.span)
            return ast.All(())
        return ast.All(()) if value == word else ast.AnyOf(())

    def setting_amount(self, amount: ast.Amount, scope: Scope) -> ast.Amount:
        value = scope.find("settings", str(amount.setting))
        if not isinstance(value, ast.Amount):
            if value is None:
                self.unknown_setting(str(amount.setting), scope, amount.span)
            else:
                self.complain(
                    "B219",
                    f"the setting `{amount.setting}` is the word `{value}`, not a range",
                    scope.file,
                    amount.span,
                )
            return ast.Amount(((0, None),), span=amount.span)
        low, high = value.ranges[0]
        if amount.mode == "at least":
            return ast.Amount(((low, None),), span=amount.span)
        if amount.mode == "at most":
            return ast.Amount(((None, high),), span=amount.span)
        return ast.Amount(value.ranges, span=amount.span)

    def unknown_setting(self, name: str, scope: Scope, span: ast.Span) -> None:
        if not scope.is_unread(name):
            self.unknown(name, nearest(name, scope.names("settings") | known_words()), scope, span)

    def check_quantity(self, measure: ast.Measure, scope: Scope) -> None:
        name = measure.name
        if scope.find("quantities", name) is None and not scope.is_unread(name):
            self.unknown(name, nearest(name, known_words() | scope.names("quantities")), scope, measure.span)


def own_letters(tree: ast.SystemFile) -> list[str]:
    """The letters of a file's lines; what it says of where it belongs aside."""
    return letters_of(tuple(statement for statement in tree.body if not isinstance(statement, ast.Belongs)))


def suit_for(letter: str, steps: tuple[Step, ...]) -> ast.SuitRef | None:
    """The suit of a place that a convention's letter may well be: that of our last suit bid; None for the letter."""
    for step in reversed(steps):
        if isinstance(step, Path) and not step.element.theirs:
            for call in step.element.alternatives:
                if isinstance(call.strain, ast.SuitRef):
                    return None if call.strain.value == letter else call.strain
    return None


def words_for(name: str, tree: ast.SystemFile) -> set[str]:
    """The words a setting can be: the one it is set to, and those that the file compares it with.

    With a single word there is no telling: any other one says that it is not this one.
    """
    found: set[str] = set()
    for node in nodes(tree.body):
        if isinstance(node, ast.Setting) and node.name == name:
            found.add(str(node.value))
        elif isinstance(node, ast.Atom) and node.kind == "setting is" and node.args[0] == name:
            found.add(node.args[1])
        elif isinstance(node, ast.Use):
            found.update(word for setting, word, _ in node.when if setting == name)
    return found | ({"yes", "no"} if found & {"yes", "no"} else set())


def bound_made_exact(
    name: str, before: ast.Amount | str, value: ast.Amount | str, file: str = "", span: ast.Span = ast.NOWHERE
) -> list[Diagnostic]:
    """A hint when a setting for a least is given a plain number, which means exactly that number.

    >>> text = [one.message for one in bound_made_exact("slam", ast.Amount(((33, None),)), ast.Amount(((34, 34),)))]
    >>> print(*text)
    `slam` was 33+, and 34 means exactly 34
    """
    if isinstance(before, str) or isinstance(value, str) or before.ranges[0][1] is not None:
        return []
    least, most = value.ranges[0]
    if least != most:
        return []
    number = amount(value)
    message = f"`{name}` was {amount(before)}, and {number} means exactly {number}"
    return [Diagnostic("B223", message, file, span, "hint", notes=(f"{number}+ keeps it a bound",))]


def can_be_name(statement: ast.Definition | ast.Setting | ast.QuantityDefinition) -> bool:
    """Whether a name is no word of the language: it comes back as that name where it is used.

    A setting may be a word that only stands elsewhere: `combined slam`, `notrump hcp`.
    """
    name = statement.name
    if isinstance(statement, ast.Setting):
        if isinstance(statement.value, str):
            return not parse_condition(f"{name} is {statement.value}")[1]
        alone, counted = parse_condition(name)[0], parse_condition(f"3+ {name}")[0]
        if isinstance(counted, ast.Atom) and counted.args[1].kind != "named":
            return False
        if alone is not None:
            return alone == ast.Atom("named", (name, ()))
        found = parse_condition(f"combined {name}")[0]
        return isinstance(found, ast.Atom) and found.args[0] == ast.Amount((), name)
    if name in known_words():
        return False
    if isinstance(statement, ast.QuantityDefinition):
        measure = ast.Measure("named", name=name)
        return parse_condition(f"3+ {name}")[0] == ast.Atom("amount", (ast.Amount(((3, None),)), measure))
    suits = tuple(ast.SuitRef("letter", letter) for letter in statement.letters)
    return parse_condition(" ".join((name, *statement.letters)))[0] == ast.Atom("named", (name, suits))


def binding_letters(condition: ast.Condition | None) -> set[str]:
    """The letters that facts of the auction decide, such as ``their suit x``."""
    out: set[str] = set()
    if condition is not None:
        for item in nodes(condition):
            if isinstance(item, ast.Atom) and item.kind in BINDERS:
                out |= set(letters_of(item.args))
    return out

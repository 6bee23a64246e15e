"""The names of a file: its definitions, settings and quantities, and conditions with these names written out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import attrs
from attrs import define, field

from bridgelang.compile.complaints import Complaints
from bridgelang.compile.rewrite import map_node, substitute
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import nearest
from bridgelang.lang.parser import bare_condition
from bridgelang.lang.pieces import impossible
from bridgelang.lang.span import Span
from bridgelang.lang.walk import has_names, nodes
from bridgelang.lang.words import known_words

MAX_DEFINITION_DEPTH = 30
MAX_WRITTEN_OUT = 40_000
"""How many parts all uses of definitions may have together, written out."""

T = TypeVar("T")
Named = ast.Definition | ast.Setting | ast.QuantityDefinition
_NOTHING = ast.All(())


@define
class Scope:
    """The names of one file: definitions, settings, quantities; ``outer`` is the file that uses it.

    ``use`` is the line there that does, ``missing`` the letters that it should have given and did not, each with the
    line of this file that asks about it.
    """

    file: str
    outer: Scope | None = None
    definitions: dict[str, ast.Definition] = field(factory=dict)
    settings: dict[str, ast.Amount | str] = field(factory=dict)
    quantities: dict[str, ast.QuantityDefinition] = field(factory=dict)
    unread: set[str] = field(factory=set)
    use: ast.Use | None = None
    missing: dict[str, int] = field(factory=dict)

    def outwards(self) -> Iterator[Scope]:
        """This file and those outside, the nearest first."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.outer

    def is_unread(self, name: str) -> bool:
        """Whether a line here or outside was to define the name but could not be read."""
        return any(name in scope.unread for scope in self.outwards())

    def home_of(self, name: str) -> Scope | None:
        """The file that has the definition of a name, here or outside."""
        return next((scope for scope in self.outwards() if name in scope.definitions), None)

    def setting(self, name: str) -> ast.Amount | str | None:
        """The value of a setting here or outside."""
        return next((scope.settings[name] for scope in self.outwards() if name in scope.settings), None)

    def has_quantity(self, name: str) -> bool:
        """Whether a quantity of that name is defined here or outside."""
        return any(name in scope.quantities for scope in self.outwards())

    def names_of_definitions(self) -> set[str]:
        """Those visible here."""
        return {name for scope in self.outwards() for name in scope.definitions}

    def names_of_settings(self) -> set[str]:
        """Those visible here."""
        return {name for scope in self.outwards() for name in scope.settings}

    def names_of_quantities(self) -> set[str]:
        """Those visible here."""
        return {name for scope in self.outwards() for name in scope.quantities}


def declare(statement: ast.Statement, scope: Scope, complaints: Complaints) -> None:
    """Put what a statement defines among the names of its file."""
    if isinstance(statement, ast.Unread):
        scope.unread.add(statement.name)
    if not isinstance(statement, Named):
        return
    name = statement.name
    tables = (scope.definitions, scope.settings, scope.quantities)
    own = tables[(ast.Definition, ast.Setting, ast.QuantityDefinition).index(type(statement))]
    if name in own:
        complaints.add("B211", f"`{name}` is defined twice", scope.file, statement.span)
    if not can_be_name(statement):
        message = f"`{name}` is a word of the language and cannot be a name"
        complaints.add("B212", message, scope.file, statement.span)
    if isinstance(statement, ast.Definition):
        scope.definitions[name] = statement
    elif isinstance(statement, ast.Setting):
        scope.settings[name] = statement.value
    else:
        scope.quantities[name] = statement


class Resolver:
    """Writes definitions out and puts values for settings, in whatever file they are used."""

    def __init__(self, complaints: Complaints) -> None:
        self._complaints = complaints
        self._written_out = 0

    def resolved(self, node: T, scope: Scope, depth: int = 0) -> T:
        """``node`` with definitions written out and settings replaced by their values."""

        def change(item: object) -> object:
            if isinstance(item, ast.Atom):
                if item.kind == "named":
                    return self._named(item, scope, depth)
                if item.kind == "setting is":
                    return self._setting_is(item, scope)
                if item.kind == "amount":
                    self._check_amount(item, scope)
            if isinstance(item, ast.Amount) and item.setting is not None:
                return self._amount(item, item.setting, scope)
            if isinstance(item, ast.Measure) and item.kind == "named":
                self._check_quantity(item, scope)
            return item

        return map_node(node, change, _has_no_names)

    def _named(self, atom: ast.Atom, scope: Scope, depth: int) -> ast.Condition:
        name, suits = atom.args
        home = scope.home_of(name)
        if home is None:
            return self._named_setting(atom, scope)
        definition = home.definitions[name]
        if len(suits) != len(definition.letters):
            wanted = " ".join((name, *definition.letters))
            message = f"`{name}` is defined with {len(definition.letters)} suits: {wanted}"
            self._complaints.add("B220", message, scope.file, atom.span)
            return _NOTHING
        if depth > MAX_DEFINITION_DEPTH:
            message = f"the definition of `{name}` goes round in a circle"
            self._complaints.add("B221", message, scope.file, definition.span)
            return _NOTHING
        body = substitute(definition.condition, dict(zip(definition.letters, suits, strict=True)))
        self._written_out += sum(1 for _ in nodes(body))
        if self._written_out > MAX_WRITTEN_OUT:
            message = f"the definitions, written out where they are used, have more than {MAX_WRITTEN_OUT:,} parts"
            self._complaints.once("B221", message, scope.file, definition.span)
            return _NOTHING
        return self.resolved(body, home, depth + 1)

    def _named_setting(self, atom: ast.Atom, scope: Scope) -> ast.Condition:
        """A name that is no definition: `minimum hearts` with a setting for a length, or a mistake."""
        name, suits = atom.args
        value = scope.setting(name)
        if isinstance(value, ast.Amount) and len(suits) == 1:
            length = ast.Atom("amount", (value, ast.Measure("length", suits[0])), span=atom.span)
            self._check_amount(length, scope)
            return length
        if value is not None:
            note = f"write  {name} hcp" if isinstance(value, ast.Amount) else f"write  {name} is {value}"
            self._complaints.add("B219", f"`{name}` is a setting, not a condition", scope.file, atom.span, note)
        elif not scope.is_unread(name):
            near = nearest(name, known_words() | scope.names_of_definitions() | scope.names_of_settings())
            span = attrs.evolve(atom.span, end_line=atom.span.line, end_column=atom.span.column + len(name))
            self._complaints.unknown(name, near, scope.file, span if atom.span.line else atom.span)
        return _NOTHING

    def _setting_is(self, atom: ast.Atom, scope: Scope) -> ast.Condition:
        name, word = atom.args
        value = scope.setting(name)
        if value is None:
            self.unknown_setting(name, scope, atom.span)
            return _NOTHING
        return _NOTHING if value == word else ast.AnyOf(())

    def _amount(self, amount: ast.Amount, name: str, scope: Scope) -> ast.Amount:
        value = scope.setting(name)
        if not isinstance(value, ast.Amount):
            if value is None:
                self.unknown_setting(name, scope, amount.span)
            else:
                message = f"the setting `{name}` is the word `{value}`, not a range"
                self._complaints.add("B219", message, scope.file, amount.span)
            return ast.Amount(((0, None),), span=amount.span)
        low, high = value.ranges[0]
        if amount.mode == "at least":
            return ast.Amount(((low, None),), span=amount.span)
        if amount.mode == "at most":
            return ast.Amount(((None, high),), span=amount.span)
        return ast.Amount(value.ranges, span=amount.span)

    def unknown_setting(self, name: str, scope: Scope, span: Span) -> None:
        """Say that no file has such a setting."""
        if not scope.is_unread(name):
            self._complaints.unknown(name, nearest(name, scope.names_of_settings() | known_words()), scope.file, span)

    def _check_amount(self, atom: ast.Atom, scope: Scope) -> None:
        """Complain of a setting's value that the quantity behind it cannot be."""
        found = impossible(*atom.args)
        if found is not None:
            self._complaints.add("B121", found[0], scope.file, atom.span, "a setting gives the number")

    def _check_quantity(self, measure: ast.Measure, scope: Scope) -> None:
        name = measure.name
        if not scope.has_quantity(name) and not scope.is_unread(name):
            near = nearest(name, known_words() | scope.names_of_quantities())
            self._complaints.unknown(name, near, scope.file, measure.span)


def _has_no_names(node: object) -> bool:
    return not has_names(node)


def can_be_name(statement: Named) -> bool:
    """Whether a name is no word of the language: it comes back as that name where it is used.

    A setting may be a word that only stands elsewhere: `combined slam`, `notrump hcp`.
    """
    name = statement.name
    if isinstance(statement, ast.Setting):
        return _can_be_setting(name, statement.value)
    if name in known_words():
        return False
    if isinstance(statement, ast.QuantityDefinition):
        measure = ast.Measure("named", name=name)
        return bare_condition(f"3+ {name}") == ast.Atom("amount", (ast.Amount(((3, None),)), measure))
    suits = tuple(ast.SuitRef("letter", letter) for letter in statement.letters)
    return bare_condition(" ".join((name, *statement.letters))) == ast.Atom("named", (name, suits))


def _can_be_setting(name: str, value: ast.Amount | str) -> bool:
    if isinstance(value, str):
        return bare_condition(f"{name} is {value}") is not None
    alone, counted = bare_condition(name), bare_condition(f"3+ {name}")
    if isinstance(counted, ast.Atom) and counted.args[1].kind != "named":
        return False
    if alone is not None:
        return alone == ast.Atom("named", (name, ()))
    found = bare_condition(f"combined {name}")
    return isinstance(found, ast.Atom) and found.args[0] == ast.Amount((), name)

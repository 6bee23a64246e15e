"""What hangs on settings: a rule that only another setting brings to life is not dead.

Lines that mention a setting, and those of conventions used only ``when`` a setting has a word, are neither called
dead nor taken to kill others; and *never* is said of a line only when it holds for every word a setting can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bridgelang.compile.rewrite import nodes
from bridgelang.compile.settings import words_for
from bridgelang.lang import ast

MAX_VARIANTS = 16


def places_of_settings(trees: Mapping[str, ast.SystemFile]) -> set[tuple[str, int]]:
    """The (file, row) of the rules that mention a setting, or stand under a header that does."""
    names = {s.name for tree in trees.values() for s in tree.body if isinstance(s, ast.Setting)}
    definitions: dict[str, list[ast.Definition]] = {}
    for tree in trees.values():
        for statement in tree.body:
            if isinstance(statement, ast.Definition):
                definitions.setdefault(statement.name, []).append(statement)
    known: dict[str, bool] = {}

    def defined(name: str) -> bool:
        if name not in known:
            known[name] = False  # a definition that uses itself is an error of its own
            known[name] = any(mentions(d.condition) for d in definitions.get(name, ()))
        return known[name]

    def mentions(node: Any) -> bool:
        for item in nodes(node):
            if isinstance(item, ast.Amount) and item.setting is not None:
                return True
            if isinstance(item, ast.Atom):
                if item.kind == "setting is":
                    return True
                if item.kind == "named" and (item.args[0] in names or defined(str(item.args[0]))):
                    return True
        return False

    out: set[tuple[str, int]] = set()

    def walk(file: str, body: tuple[ast.Statement, ...], unsettled: bool) -> None:
        for statement in body:
            if isinstance(statement, ast.Rule):
                if unsettled or mentions(statement.condition):
                    out.add((file, statement.span.line))
            elif isinstance(statement, ast.Block):
                walk(file, statement.body, unsettled or mentions(statement.context))

    for file, tree in trees.items():
        walk(file, tree.body, False)
    return out


def used_when(trees: Mapping[str, ast.SystemFile]) -> set[str]:
    """The files that some ``use`` has only while a setting has a word, and those they use."""
    uses = {file: list(_uses(tree.body)) for file, tree in trees.items()}
    waiting = [_file(use.name, trees) for found in uses.values() for use in found if use.when]
    out: set[str] = set()
    while waiting:
        file = waiting.pop()
        if file and file not in out:
            out.add(file)
            waiting.extend(_file(use.name, trees) for use in uses[file])
    return out


def _uses(body: tuple[ast.Statement, ...]) -> Iterator[ast.Use]:
    for statement in body:
        if isinstance(statement, ast.Use):
            yield statement
        elif isinstance(statement, ast.Block):
            yield from _uses(statement.body)


def _file(name: str, trees: Mapping[str, ast.SystemFile]) -> str:
    return next((file for file in trees if file.replace("\\", "/").rsplit("/", 1)[-1] == name + ".bid"), "")


def variants(trees: Mapping[str, ast.SystemFile], file: str, given: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The settings with one of the file's words changed, each in turn."""
    made = 0
    for statement in trees[file].body:
        if isinstance(statement, ast.Setting) and isinstance(statement.value, str):
            now = given.get(statement.name, statement.value)
            for word in sorted(_words(statement.name, file, trees) - {now}):
                if made < MAX_VARIANTS:
                    made += 1
                    yield {**given, statement.name: word}


def _words(name: str, file: str, trees: Mapping[str, ast.SystemFile], depth: int = 0) -> set[str]:
    """The words a setting can be, those of the conventions included to which it is handed on."""
    tree = trees[file]
    found = words_for(name, tree)
    if depth < 5:
        for use in _uses(tree.body):
            if other := _file(use.name, trees):
                for inner, value in use.settings:
                    if value == name:
                        found |= _words(inner, other, trees, depth + 1)
    return found

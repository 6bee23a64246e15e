"""What hangs on settings: a rule that only another setting brings to life is not dead.

Lines that mention a setting, and those of conventions used only ``when`` a setting has a word, are neither called
dead nor taken to kill others; and *never* is said of a line only when it holds for every word a setting can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bridgelang.compile.settings import words_for
from bridgelang.lang import ast
from bridgelang.lang.walk import nodes

MAX_VARIANTS = 16


def places_of_settings(trees: Mapping[str, ast.SystemFile]) -> set[tuple[str, int]]:
    """The (file, row) of the rules that mention a setting, or stand under a header that does."""
    names = _Names(trees)
    return {place for file, tree in trees.items() for place in _unsettled(file, tree.body, names, False)}


def _unsettled(file: str, body: tuple[ast.Statement, ...], names: _Names, inherited: bool) -> Iterator[tuple[str, int]]:
    for statement in body:
        if isinstance(statement, ast.Rule):
            if inherited or names.hang_on_a_setting(statement.condition):
                yield file, statement.span.line
        elif isinstance(statement, ast.Block):
            inside = inherited or names.hang_on_a_setting(statement.context)
            yield from _unsettled(file, statement.body, names, inside)


class _Names:
    """The settings and definitions of some files."""

    def __init__(self, trees: Mapping[str, ast.SystemFile]) -> None:
        statements = [statement for tree in trees.values() for statement in tree.body]
        self._settings = {one.name for one in statements if isinstance(one, ast.Setting)}
        self._definitions: dict[str, list[ast.Definition]] = {}
        for one in statements:
            if isinstance(one, ast.Definition):
                self._definitions.setdefault(one.name, []).append(one)
        self._known: dict[str, bool] = {}

    def hang_on_a_setting(self, node: object) -> bool:
        """Whether something at or below a node speaks of a setting, by its name or through a definition."""
        return any(map(self._is_of_a_setting, nodes(node)))

    def _is_of_a_setting(self, item: object) -> bool:
        if isinstance(item, ast.Amount):
            return item.setting is not None
        if not isinstance(item, ast.Atom) or item.kind not in ("setting is", "named"):
            return False
        return item.kind == "setting is" or item.args[0] in self._settings or self._defined(str(item.args[0]))

    def _defined(self, name: str) -> bool:
        if name not in self._known:
            self._known[name] = False  # a definition that uses itself is an error of its own
            conditions = [one.condition for one in self._definitions.get(name, ())]
            self._known[name] = any(map(self.hang_on_a_setting, conditions))
        return self._known[name]


def used_when(trees: Mapping[str, ast.SystemFile]) -> set[str]:
    """The files that some ``use`` has only while a setting has a word, and those they use."""
    uses = {file: list(_uses(tree.body)) for file, tree in trees.items()}
    waiting = [file_of(use.name, trees) for found in uses.values() for use in found if use.when]
    out: set[str] = set()
    while waiting:
        file = waiting.pop()
        if file and file not in out:
            out.add(file)
            waiting.extend(file_of(use.name, trees) for use in uses[file])
    return out


def _uses(body: tuple[ast.Statement, ...]) -> Iterator[ast.Use]:
    for statement in body:
        if isinstance(statement, ast.Use):
            yield statement
        elif isinstance(statement, ast.Block):
            yield from _uses(statement.body)


def file_of(name: str, trees: Mapping[str, ast.SystemFile]) -> str:
    """The file among some in which the convention of this name stands; an empty name when none is."""
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
            if other := file_of(use.name, trees):
                for inner, value in use.settings:
                    if value == name:
                        found |= _words(inner, other, trees, depth + 1)
    return found

"""Flat lines to the compiled program: contexts shared as chains, lines in plain form.

A program is plain data (lists, numbers, words), so that it can be cached as JSON and read back by anything::

    {"format", "name", "title", "kind", "points", "quantities", "settings", "files", "chains", "stands", "lines"}

``chains``: each context is ``[parent, kind, …]``: ``["root"]`` any position, ``["start"]`` nobody has bid,
``[p, "call", theirs, alternatives, nature]``, ``[p, "when", condition, domains]``. A chain's parent stands before it.
``stands``: the chain of each line. ``lines``: what each says, one list a rule, fields as in :data:`FIELDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bridgelang.compile.flatten import Flattener
from bridgelang.compile.plain_form import plain
from bridgelang.compile.program_format import FORMAT
from bridgelang.compile.steps import Flat, Reads, Start, Step, Steps, When
from bridgelang.lang import ast
from bridgelang.lang.walk import letters_of

FIELDS = (
    "calls", "condition", "order", "tags", "note", "file", "row", "text",
    "domains", "never", "reads", "policy", "scope_end", "policy_end",
)  # fmt: skip

_PASS = ast.PathElement((ast.CallExpr("pass"),), theirs=False)
_THEIR_PASS = ast.PathElement((ast.CallExpr("pass"),), theirs=True)


class _Chains:
    """The contexts met so far; ``after`` has where each step led from each of them, the steps by identity."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = [["root"], ["start"]]
        self.known: dict[Any, int] = {}
        self.after: dict[tuple[int, str, int], tuple[int, str]] = {}

    def add(self, parent: int, key: Any, row: Callable[[], list[Any]]) -> int:
        """The number of a context: that of an equal one, or of one put in; ``row`` is what it is made of."""
        full = (parent, key)
        found = self.known.get(full)
        if found is None:
            found = self.known[full] = len(self.rows)
            self.rows.append([parent, *row()])
        return found

    def call(self, parent: int, element: ast.PathElement) -> int:
        """The context after one call of a path."""
        return self.add(
            parent, element, lambda: ["call", int(element.theirs), plain(element.alternatives), element.nature]
        )

    def of(self, steps: Steps) -> tuple[int, bool]:
        """The chain of a context at our turn, and whether its lines only explain calls."""
        chain, turn = 0, "ours"
        for step in steps:
            key = (chain, turn, id(step))
            found = self.after.get(key)
            if found is None:
                found = self.after[key] = self._step(chain, turn, step)
            chain, turn = found
        return self._to_our_turn(chain, turn), any(isinstance(step, Reads) for step in steps)

    def _step(self, chain: int, turn: str, step: Step) -> tuple[int, str]:
        """Where a step leads, and whose turn it is then."""
        if isinstance(step, Start):
            return 1, "any"
        if isinstance(step, Reads):
            return chain, turn
        if isinstance(step, When):
            when = step
            chain = self._to_our_turn(chain, turn)
            return self.add(chain, when, lambda: ["when", plain(when.condition), _suits(when.domains)]), "ours"
        theirs = step.element.theirs
        if theirs and turn == "ours":
            chain = self.call(chain, _PASS)
        elif not theirs and turn == "theirs":
            chain = self.call(chain, _THEIR_PASS)
        return self.call(chain, step.element), "ours" if theirs else "theirs"

    def _to_our_turn(self, chain: int, turn: str) -> int:
        return self.call(chain, _THEIR_PASS) if turn == "theirs" else chain


class _Said:
    """What the rules say in plain form: what copying left as it was is worked out once, and shared."""

    def __init__(self) -> None:
        self._forms: dict[int, Any] = {}  # by identity: the lines keep their rules
        self._orders: dict[tuple[str, ...], dict[str, Any]] = {}

    def form(self, node: Any) -> Any:
        """The plain form of a part of a rule."""
        found = self._forms.get(id(node))
        if found is None:
            found = self._forms[id(node)] = plain(node)
        return found

    def letters(self, rule: ast.Rule) -> dict[str, Any]:
        """The letters of a rule in order of writing, and the suits that some may be."""
        own = letters_of((rule.calls, rule.condition, rule.tags))
        if rule.domains:
            return {"order": list(own), "for": _suits(rule.domains)}
        return self._orders.setdefault(own, {"order": list(own)})


def _suits(domains: Iterable[ast.Domain]) -> dict[str, list[int]]:
    return {letter: [int(s.value) for s in d.suits] for d in domains for letter in d.letters}


def assemble(flattener: Flattener, lines: list[Flat], name: str) -> dict[str, Any]:
    """The program of a flattened system."""
    chains = _Chains()
    files: list[str] = []
    last_of_scope: dict[int, int] = {}
    for index, flat in enumerate(lines):
        for scope in flat.scopes:
            last_of_scope[scope] = index
    stands: list[int] = []
    rows: list[list[Any]] = []
    steps: Steps | None = None
    chain, reads = 0, False
    said = _Said()
    for flat in lines:
        rule = flat.rule
        assert rule is not None
        if flat.file not in files:
            files.append(flat.file)
        if flat.steps is not steps:  # the lines of a block have their steps together
            steps = flat.steps
            chain, reads = chains.of(steps)
        stands.append(chain)
        rows.append(
            [
                said.form(rule.calls),
                said.form(rule.condition),
                said.form(rule.order),
                said.form(rule.tags),
                rule.note,
                files.index(flat.file),
                flat.span.line,
                rule.text,
                said.letters(rule),
                int(rule.never),
                int(reads),
                flat.policy,
                last_of_scope[flat.scopes[-1]] + 1,
                last_of_scope.get(flat.policy_scope, last_of_scope[flat.scopes[-1]]) + 1,
            ]
        )
    title = flattener.title
    return {
        "format": FORMAT,
        "name": name,
        "title": title.text if title else "",
        "kind": title.kind if title else "system",
        "points": list(flattener.points),
        "quantities": {q.name: [list(v) for v in q.values] for q in flattener.quantities.values()},
        "settings": {k: (v if isinstance(v, str) else plain(v)) for k, v in flattener.settings.items()},
        "files": files,
        "chains": chains.rows,
        "stands": stands,
        "lines": rows,
    }

"""B319: a notrump opening that asks for no shape (a hint).

    opening:
      1NT: 15-17                             # with seven hearts too
      1H: 12+ points, 5+ hearts

What a line does not say may be anything, and the first line that fits decides. Where a line below opens a suit by its
length the word `balanced` was forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.walk import nodes
from bridgelang.lint.text.reading import Reading

_STRENGTH = frozenset(["hcp", "points"])


def find(reading: Reading) -> Iterator[Diagnostic]:
    """Natural notrump openings by strength alone, above openings by length."""
    for headers, body in reading.blocks():
        if not headers or headers[-1].context.kind != "opening":
            continue
        rules = [one for one in body if isinstance(one, ast.Rule) and not one.never]
        for number, rule in enumerate(rules):
            if _by_strength(rule) and any(map(_by_length, rules[number + 1 :])):
                message = "this takes hands of every shape, those with a long suit too"
                note = "write  balanced  behind the strength"
                yield Diagnostic("B319", message, reading.file, rule.span, "hint", notes=(note,))


def _by_strength(rule: ast.Rule) -> bool:
    call = rule.calls[0]
    if call.kind != "bid" or not isinstance(call.strain, ast.Notrump) or rule.tags or rule.condition is None:
        return False
    atoms = [node for node in nodes(rule.condition) if isinstance(node, ast.Atom)]
    return all(atom.kind == "amount" and _measured(atom) <= _STRENGTH for atom in atoms)


def _by_length(rule: ast.Rule) -> bool:
    return any("length" in _measured(node) for node in nodes(rule.condition) if isinstance(node, ast.Atom))


def _measured(atom: ast.Atom) -> set[str]:
    return {node.kind for node in nodes(atom) if isinstance(node, ast.Measure)}

"""Lint rules that need only the text: each a file with what it finds, why, and what to do about it.

A rule is a function from a :class:`Reading` to diagnostics. A missed case is acceptable, a false alarm is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.text import doubles, idle, letters, names, placeless, places, shapeless, support, tags
from bridgelang.lint.text.reading import Reading

Rule = Callable[[Reading], Iterator[Diagnostic]]

RULES: tuple[Rule, ...] = (
    doubles.find,
    names.find,
    places.find,
    tags.find,
    placeless.find,
    idle.find,
    support.find,
    shapeless.find,
    letters.find,
)
"""Every rule of this kind, in order of their codes."""


def lint(reading: Reading) -> list[Diagnostic]:
    """What all rules find in a file and those it uses."""
    return [found for rule in RULES for found in rule(reading)]

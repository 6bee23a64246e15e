"""What ``bridgelang check`` finds beyond errors: lint rules of the text, and those that look at the compiled system.

Each rule is a file with what it finds and why. They are sound: a message is only given where it is certain, judged over
every way letters can be suits; a missed case is acceptable, a false alarm is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from bridgelang.lang.diagnostics import Diagnostic, in_order
from bridgelang.lang.lint import lint
from bridgelang.lang.lint.reading import Reading
from bridgelang.system.compiler import Compilation, compile_system
from bridgelang.system.lint import answers, forced_pass, forcing_tags, impossible, orders, shadowed, unreached
from bridgelang.system.lint.survey import Survey

Rule = Callable[[Survey], Iterator[Diagnostic]]

RULES: tuple[Rule, ...] = (
    shadowed.find,
    impossible.find,
    orders.find,
    forcing_tags.find,
    unreached.find,
    forced_pass.find,
    answers.find,
)
"""The rules that look at the compiled system, in order of their codes."""


def check(name: str, settings: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """Everything that is wrong with a system, or looks wrong, in order of place.

    Raises:
        NotationError: when there is no such system, or a setting's value cannot be read.
    """
    return findings(compile_system(name, settings))


def findings(compiled: Compilation) -> list[Diagnostic]:
    """The messages of a compilation and what the lint rules find in the file itself (not in those it uses)."""
    out = list(compiled.diagnostics)
    if compiled.program is not None:
        file = next(iter(compiled.trees))
        out.extend(lint(Reading(file, compiled.trees)))
        survey = Survey(compiled.program, file, compiled.sources)
        for rule in RULES:
            out.extend(rule(survey))
    return in_order(out)

"""What ``bridgelang check`` finds beyond errors: lint rules of the text, and those that look at the compiled system.

Each rule is a file with what it finds and why; ``docs/lint.md`` tells players the same. They are sound: a message is
only given where it is certain, judged over every way letters can be suits and every word a setting can be; a missed
case is acceptable, a false alarm is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import attrs

from bridgelang.compile.pipeline import Compilation, compile_system
from bridgelang.errors import NotationError
from bridgelang.lang.diagnostics import Diagnostic, in_order
from bridgelang.lint.compiled import (
    answers,
    branches,
    closing_pass,
    forced_pass,
    forcing_tags,
    impossible,
    jumps,
    orders,
    shadowed,
    two_meanings,
    unreached,
)
from bridgelang.lint.settings import variants
from bridgelang.lint.survey import Survey
from bridgelang.lint.text import lint
from bridgelang.lint.text.reading import Reading

Rule = Callable[[Survey], Iterator[Diagnostic]]

RULES: tuple[Rule, ...] = (
    shadowed.find,
    closing_pass.find,
    impossible.find,
    orders.find,
    jumps.find,
    forcing_tags.find,
    unreached.find,
    forced_pass.find,
    answers.find,
    branches.find,
    two_meanings.find,
)
"""The rules that look at the compiled system, in order of their codes."""

NEVER: dict[str, Rule] = {
    "B301": shadowed.find,
    "B304": impossible.find,
    "B309": unreached.find,
    "B313": branches.find,
}
"""Rules that say *never*: they must hold whatever words the file's settings are (and so must B308, *nothing uses*)."""

CODES = tuple(f"B{number}" for number in range(301, 321))
"""Every code that is no error."""


def check(name: str, settings: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """Everything that is wrong with a system, or looks wrong, in order of place.

    Raises:
        NotationError: when there is no such system, or a setting's value cannot be read.
    """
    compiled = compile_system(name, settings)
    return in_order([*compiled.diagnostics, *findings_of(compiled, name, settings)])


def findings_of(compiled: Compilation, name: str, settings: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """What the lint rules find in a compiled system's own file, not in those it uses; nothing where errors are grave.

    ``name`` and ``settings`` are those it was compiled with; what is said never to happen is asked of others too.
    """
    if compiled.draft is None:
        return []
    main = next(iter(compiled.trees))
    found = findings(compiled)
    codes = _never_said(found)
    for other in variants(compiled.trees, main, settings or {}) if codes else ():
        again = _compiled(name, other)
        if again is not None and again.draft is not None:
            survey = _survey(again)
            still = {(d.code, d.span.line) for code in codes - {"B308"} for d in NEVER[code](survey)}
            still |= {(d.code, d.span.line) for d in lint(Reading.of(again))}
            found = [d for d in found if d.code not in codes or (d.code, d.span.line) in still]
            codes = _never_said(found)
        if not codes:
            break
    return in_order(found)


def _never_said(found: Iterable[Diagnostic]) -> set[str]:
    """The codes among some findings that must hold whatever the settings are."""
    return {one.code for one in found} & {*NEVER, "B308"}


def findings(compiled: Compilation) -> list[Diagnostic]:
    """What the rules find in a compiled system's own file, with the settings it was compiled with."""
    return in_order(_find(Reading.of(compiled), _survey(compiled)))


def findings_by_file(compiled: Compilation) -> dict[str, list[Diagnostic]]:
    """The same for every file the system was compiled from: a convention is judged as this system uses it."""
    survey, reading = _survey(compiled), Reading.of(compiled)
    out = {}
    for file in compiled.trees:
        survey.file = file
        out[file] = in_order(_find(attrs.evolve(reading, file=file), survey))
    return out


def _find(reading: Reading, survey: Survey) -> Iterator[Diagnostic]:
    yield from lint(reading)
    for rule in RULES:
        yield from rule(survey)


def _survey(compiled: Compilation) -> Survey:
    assert compiled.draft is not None
    return Survey(compiled.draft, next(iter(compiled.trees)), compiled.sources, compiled.trees)


def _compiled(name: str, settings: Mapping[str, str]) -> Compilation | None:
    try:
        return compile_system(name, settings)
    except NotationError:
        return None

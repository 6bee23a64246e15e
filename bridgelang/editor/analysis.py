"""Everything that takes longer than a keystroke: what `check` finds, what the rules show, how the tests fare.

Done in a process of its own (:mod:`bridgelang.editor.worker`), stage by stage, the soonest first.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from attrs import frozen

from bridgelang.bidding.load import System
from bridgelang.compile.pipeline import compile_at
from bridgelang.editor.facts import RuleFact, rule_facts
from bridgelang.editor.lenses import Lens, test_lenses
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint import findings_of


@frozen
class Findings:
    """What is wrong with a file: errors, and what the lint rules find where there are none."""

    diagnostics: tuple[Diagnostic, ...]


@frozen
class Facts:
    """What is known of a file's rules by row."""

    rules: dict[int, RuleFact]


@frozen
class Tests:
    """Remarks on how the file's tests fare."""

    __test__ = False
    lenses: tuple[Lens, ...]


Stage = Findings | Facts | Tests


def analyse(path: str, content: str) -> Iterator[Stage]:
    """What there is to say of a file as it is edited, stage by stage: errors, lint, tests, facts."""
    compiled = compile_at(path, content.encode("utf-8", "surrogatepass"))
    file = os.path.basename(path)
    errors = tuple(one for one in compiled.diagnostics if one.file == file)
    if compiled.program is None and not any(one.is_error for one in errors):
        errors += tuple(_elsewhere(one, file) for one in compiled.diagnostics if one.is_error)[:1]
    yield Findings(errors)
    if compiled.program is None:
        return
    system = System(compiled.program, path, {})
    if os.path.exists(path):
        yield Tests(tuple(test_lenses(path, system)))
        yield Findings((*errors, *findings_of(compiled, path)))
    if system.program.kind != "convention":
        yield Facts(rule_facts(system, file))


def _elsewhere(fault: Diagnostic, file: str) -> Diagnostic:
    """An error in a file that this one uses, said where the editor shows it: on the first line."""
    import attrs

    from bridgelang.lang.span import Span

    return attrs.evolve(fault, file=file, span=Span(1, 1, 1, 2), message=f"{fault.location()}: {fault.message}")

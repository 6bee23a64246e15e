"""B311: a forcing call with no rule at all for partner when they double it, or bid the cheapest suit over it.

A half-built convention measures as a loss: an artificial call is not finished until its continuations over
interference exist. With a fallback below, every position has some rule, and nothing is found.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.bidding.state import State
from bridgelang.core.calls import CALLS
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint.last_resort import always_passes
from bridgelang.lint.survey import Survey


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Forcing calls of the file after which interference leaves partner without any rule."""
    if survey.is_convention or always_passes(survey):
        return
    said: set[tuple[str, int]] = set()
    for state in survey.states():
        parent = state.parent
        if parent is None or state.call < 3 or state.made().unread or not state.made().is_forcing:
            continue
        lines = [entry.line for entry in state.made().entries if entry.line.file == survey.file]
        if not lines or (lines[0].file, lines[0].row) in said:
            continue
        silent = [CALLS[call] for call in (1, state.call + 1) if call < 38 and _silent(state, call)]
        if silent:
            said.add((lines[0].file, lines[0].row))
            over = " or ".join(str(call) for call in silent)
            message = f"no rule goes on from this forcing call when they call {over}"
            yield survey.complain("B311", message, lines[0], "hint")


def _silent(state: State, call: int) -> bool:
    """Whether partner has no rule after this call of theirs."""
    if not state.is_legal(call):
        return False
    after = state.then(call)
    return not any(True for _ in after.position().walk())

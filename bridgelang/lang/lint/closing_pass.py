"""B303: a closing `pass` that hides the fallback (a hint).

    after 1NT (2H):
      X: 8+ hcp                              [negative]
      pass                                   # every other hand stops here
    use natural

A bare `pass` at the end of a block takes every hand that is left, so that what stands below the block, a fallback
most of all, never sees the position. That is right where passing is the agreement, and wrong where the pass was only
meant to close the block: then leave it out.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.lint.reading import Reading


def find(reading: Reading) -> Iterator[Diagnostic]:
    """Bare passes that close a block after a call of theirs, in a file that goes on to a fallback."""
    body = reading.tree.body
    fallback = max((i for i, s in enumerate(body) if isinstance(s, ast.Use) and not s.letters), default=-1)
    for headers, lines in reading.blocks():
        if not headers or not _contested(headers):
            continue
        if next((i for i, s in enumerate(body) if s is headers[0]), fallback) >= fallback:
            continue
        rules = [s for s in lines if isinstance(s, ast.Rule)]
        last = rules[-1] if len(rules) > 1 else None
        if last is None or last.never or last.condition is not None or last.tags or last.note:
            continue
        if [call.kind for call in last.calls] == ["pass"]:
            used = body[fallback]
            assert isinstance(used, ast.Use)
            message = f"this pass takes every hand that is left: `use {used.name}` never sees the position"
            note = 'leave it out, or say why it is right: pass "…"'
            yield Diagnostic("B303", message, reading.file, last.span, "hint", notes=(note,))


def _contested(headers: tuple[ast.Block, ...]) -> bool:
    """Whether the innermost path ends with a call of theirs that is no pass."""
    path = headers[-1].context.path
    if not path or not path[-1].theirs:
        return False
    return all(call.kind != "pass" for call in path[-1].alternatives)

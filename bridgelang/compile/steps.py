"""What a system is once its blocks are taken apart: lines, each with the steps that lead from the root to its place.

A context is a tuple of steps (:class:`Start`, :class:`Path`, :class:`When`, :class:`Reads`), so that ``same as`` can
copy subtrees and the assembler can share what contexts have in common.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, frozen

from bridgelang.lang import ast
from bridgelang.lang.span import NOWHERE, Span
from bridgelang.lang.walk import letters_of

MAX_LINES = 20_000


@frozen
class Start:
    """Nobody has bid yet: where paths from the beginning of the auction hang."""


@frozen
class Path:
    """One call of a path."""

    element: ast.PathElement


@frozen
class When:
    """A described context; ``domains`` restrict its letters."""

    condition: ast.Condition
    domains: tuple[ast.Domain, ...] = ()


@frozen
class Reads:
    """Lines below explain calls and never choose."""


Step = Start | Path | When | Reads
Steps = tuple[Step, ...]


@define
class Flat:
    """A line in its context: a rule, or a ``same as`` until it is replaced by what it copies.

    ``scopes`` are the blocks round it, outermost first; ``root`` is where its file was used; ``policy`` says what
    becomes of a call that is not legal, in the block ``policy_scope``.
    """

    steps: Steps
    file: str
    scopes: tuple[int, ...]
    rule: ast.Rule | None = None
    same: ast.SameAs | None = None
    root: Steps = ()
    policy: str = ""
    policy_scope: int = 0
    span: Span = NOWHERE


def letters_of_steps(steps: Sequence[Step]) -> set[str]:
    """The letters that the calls and conditions of a context speak of."""
    elements = tuple(step.element for step in steps if isinstance(step, Path))
    conditions = tuple(step.condition for step in steps if isinstance(step, When))
    return set(letters_of((elements, conditions)))

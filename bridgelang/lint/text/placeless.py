"""B315: a bid that stands in no block, or in one that says nothing of the auction (a hint).

    1NT: 15-17 hcp, balanced                 # and so over their opening, and as an answer to partner's

Such a line holds at every point of every auction, which is what a convention means, and a system hardly ever: its
author forgot `opening:`. Passes, and lines with `never`, are left alone: they end a file, or forbid a call for good.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.vocabulary import KINDS
from bridgelang.lang.walk import nodes
from bridgelang.lint.text.reading import Reading

_NO_PLACE = ("vulnerable", "favourable", "unfavourable", "seat")


def find(reading: Reading) -> Iterator[Diagnostic]:
    """The first bid of each body that stands nowhere."""
    if reading.is_convention or any(isinstance(s, ast.Belongs) for s in reading.tree.body):
        return
    for headers, body in reading.blocks():
        bid = next((s for s in body if isinstance(s, ast.Rule) and _is_bid(s)), None)
        if bid is not None and all(map(_says_no_place, headers)):
            message = "this line stands in no place of the auction, and so in every one"
            notes = ("a bid that opens stands under  opening:", "a file that others use begins with  convention")
            yield Diagnostic("B315", message, reading.file, bid.span, "hint", notes=notes)


def _is_bid(rule: ast.Rule) -> bool:
    return not rule.never and not rule.calls[0].kind.startswith("pass") and not _asks(rule.condition)


def _says_no_place(header: ast.Block) -> bool:
    return header.context.kind == "when" and not _asks(header.context.condition)


def _asks(condition: ast.Condition | None) -> bool:
    """Whether a condition asks something of the auction, so that it is a place of its own."""
    kinds = {node.kind for node in nodes(condition) if isinstance(node, ast.Atom)}
    return any(KINDS[kind].about in ("auction", "fit", "call", "names") for kind in kinds.difference(_NO_PLACE))

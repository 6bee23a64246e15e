"""Lines that leave nobody without a rule: where one stands below everything else some lint rules need not look."""

from __future__ import annotations

from bridgelang.bidding.forms import NOTRUMP
from bridgelang.bidding.program import Context, Rule, pieces
from bridgelang.bidding.words.base import Word
from bridgelang.bidding.words.contract import Contract, Forced
from bridgelang.lint.survey import Survey


def always_passes(survey: Survey) -> bool:
    """Whether a player who is not forced has a rule wherever he stands: a `pass` at the margin that asks nothing."""
    return any(_asks_nothing(line, "pass") and line.context.kind == "root" for line in survey.lines)


def always_answers(survey: Survey) -> bool:
    """Whether a player has a call with any hand when partner's bid forces him: `cheapest NT`, asking nothing more."""
    return any(
        _asks_nothing(line, "cheapest")
        and line.calls[0].strain == NOTRUMP
        and all(_is_so_when_forced(context) for context in line.context.up())
        and not any(_may_go_past(other, line) for other in survey.lines)
        for line in survey.lines
    )


def _asks_nothing(line: Rule, call: str) -> bool:
    bare = line.condition is None and not (line.never or line.reads or line.policy or line.domains)
    return bare and len(line.calls) == 1 and line.calls[0].kind == call


def _is_so_when_forced(context: Context) -> bool:
    """Whether a context holds wherever partner's bid forces and next hand has passed."""
    return context.kind == "root" or (context.kind == "when" and all(map(_is_so_then, pieces(context.condition))))


def _is_so_then(word: Word) -> bool:
    return isinstance(word, Forced) or (isinstance(word, Contract) and word.fact in ("ours", "undoubled"))


def _may_go_past(other: Rule, line: Rule) -> bool:
    """Whether a line above may take the call off, or send a hand on past it."""
    ends = (other.scope_end if other.never else 0, other.policy_end if other.policy else 0)
    return other.index < line.index < max(ends)

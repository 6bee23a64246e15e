"""Lines that leave nobody without a rule: where one stands below everything else some lint rules need not look."""

from __future__ import annotations

from bridgelang.bidding.forms import NOTRUMP
from bridgelang.bidding.program import Context, Rule, pieces
from bridgelang.bidding.words.base import Word
from bridgelang.bidding.words.contract import Contract, Forced
from bridgelang.lint.survey import Survey


def always_passes(survey: Survey) -> bool:
    """Whether a player who is not forced has a rule wherever he stands: a `pass` at the margin that asks nothing."""
    return any(_asks_nothing(line) and line.context.kind == "root" for line in survey.bare("pass"))


def always_answers(survey: Survey) -> bool:
    """Whether a player has a call with any hand when partner's bid forces him: `cheapest NT`, asking nothing more."""
    return any(
        _asks_nothing(line)
        and line.calls[0].strain == NOTRUMP
        and all(_is_so_when_forced(context) for context in line.context.up())
        and not any(_may_go_past(survey, number, line) for number in range(line.index))
        for line in survey.bare("cheapest")
    )


def _asks_nothing(line: Rule) -> bool:
    return len(line.calls) == 1 and not (line.never or line.reads or line.policy or line.domains)


def _is_so_when_forced(context: Context) -> bool:
    """Whether a context holds wherever partner's bid forces and next hand has passed."""
    return context.kind == "root" or (context.kind == "when" and all(map(_is_so_then, pieces(context.condition))))


def _is_so_then(word: Word) -> bool:
    return isinstance(word, Forced) or (isinstance(word, Contract) and word.fact in ("ours", "undoubled"))


def _may_go_past(survey: Survey, number: int, line: Rule) -> bool:
    """Whether a rule above may take the call off, or send a hand on past it."""
    return line.index < max(survey.never_ends(number), survey.leaves_to(number))

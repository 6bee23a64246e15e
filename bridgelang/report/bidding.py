"""Calls and auctions in words: why a call was made, what the calls of an auction show."""

from __future__ import annotations

from collections.abc import Sequence

from bridgelang.bidding.explain import Explanation, reason_text
from bridgelang.bidding.interpreter import RuleRef
from bridgelang.bidding.meaning import Meaning
from bridgelang.bidding.wording import SAYS_NOTHING
from bridgelang.core.calls import CALLS
from bridgelang.report.columns import columns
from bridgelang.report.squeeze import squeezed


def explanation_text(found: Explanation, symbols: bool = False) -> str:
    """A decision explained: the call and its rule, what was known, and the rules passed over."""
    rule = found.decision.rule
    call = found.decision.call.pretty if symbols else str(found.decision.call)
    shows = "nothing new" if found.meaning.text in SAYS_NOTHING else found.meaning.text
    lines = [f"{call}  {rule_line(rule)}", f"     shows {shows}", "", found.hand.pretty(symbols)]
    if found.auction.calls:
        lines += ["", found.auction.table(symbols), "", "shown before this call"]
        lines.append(columns([(seat.word, words) for seat, words in found.known.items()], "  "))
    if found.passed_over:
        lines += ["", "passed over, and why"]
        lines.append(
            columns(
                [
                    (
                        CALLS[event.call] if event.call >= 0 else "-",
                        event.entry.line.location if event.entry else "",
                        reason_text(event, found.hand),
                    )
                    for event in found.passed_over
                ],
                "  ",
            )
        )
    else:
        lines += ["", "it is the first rule looked at" if rule else "no rule is about this position"]
    return "\n".join(lines)


def rule_line(rule: RuleRef | None) -> str:
    """``sayc.bid:12  1NT: 15-17 hcp, balanced``."""
    return f"{rule.location}  {squeezed(rule.text)}" if rule is not None else "no rule applies, so pass"


def meanings_text(meanings: Sequence[Meaning], symbols: bool = False, full: bool = False) -> str:
    """What each call shows, one call after another; with ``full`` all that is known, and the rules it may come from."""
    lines = []
    for meaning in meanings:
        call = meaning.call.pretty if symbols else str(meaning.call)
        lines.append(f"{meaning.seat.word:<7}{call:<5}{meaning.text}")
        if full and meaning.full != meaning.text:
            lines.append(f"{'':<12}in full: {meaning.full}")
        lines += [f"{'':<12}{rule_line(rule)}" for rule in meaning.rules]
    return "\n".join(lines)

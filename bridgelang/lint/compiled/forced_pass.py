"""B310: a hand that would have to pass partner's forcing call.

    after 1H:
      2C: 10+ points                         [game forcing]
    after 1H 2C:
      2H: 6+ hearts                          # and with five hearts?

A player who may not pass and has no rule passes all the same. The message shows such a hand, one that would have made
that player's earlier calls: it was found by looking among dealt hands, so where none is shown none was found.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.bidding.state import State
from bridgelang.core.hands import Hand
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lint import survey as surveys
from bridgelang.lint.last_resort import always_answers
from bridgelang.lint.survey import Survey, calls_of, would_call

BOARDS = 60


def find(survey: Survey) -> Iterator[Diagnostic]:
    """Forcing calls that some hand, consistent with what its player has shown, has no answer to."""
    if survey.is_convention or always_answers(survey):
        return
    hands = list(surveys.hands(BOARDS))
    said: set[tuple[str, int]] = set()
    for state in survey.states():
        if state.parent is None or state.call != 0 or state.depth < 2 or not state.forced():
            continue
        partner = state.parent
        if partner.call < 3 or not partner.made().is_forcing or partner.made().unread:
            continue
        lines = [entry.line for entry in partner.made().entries if entry.line.file == survey.file]
        if not lines or (lines[0].file, lines[0].row) in said:
            continue
        hand = stuck(state, hands)
        if hand is not None:
            said.add((lines[0].file, lines[0].row))
            message = "partner may have no answer to this forcing call"
            note = f"with {hand} no rule applies after {calls_of(state)}"
            yield survey.complain("B310", message, lines[0], "warning", note)


def stuck(state: State, hands: list[Hand]) -> Hand | None:
    """A hand with which the player to call has come here and has no rule; None when none was found."""
    holding = state.holding(state.turn)
    position = state.position()
    return next(
        (
            hand
            for hand in hands
            if holding.contains(hand) and position.choose(hand) is None and would_call(state, hand)
        ),
        None,
    )

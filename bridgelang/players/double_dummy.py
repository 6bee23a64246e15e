"""A player that sees all four hands and plays what a double-dummy solver recommends."""

from __future__ import annotations

from bridgelang.core.cards import Card
from bridgelang.errors import BridgelangError
from bridgelang.play.claims import Solver
from bridgelang.play.view import View


class DoubleDummyPlayer:
    """Takes every trick that can be taken against any play of the others.

    ``solve`` is the solver: for a state, the tricks the side to play takes from there after each legal card.
    Of equally good cards the lowest is played, of equal ranks that of the lowest suit, so that the play is
    always the same.
    """

    name = "double dummy"
    sees_all = True

    def __init__(self, solve: Solver) -> None:
        self._solve = solve

    def choose(self, view: View) -> Card:
        """The card to play; raises :class:`BridgelangError` when the view does not show all hands."""
        if view.everything is None:
            raise BridgelangError("a double-dummy player must be shown all four hands")
        legal = view.legal_cards()
        if len(legal) == 1:
            return legal[0]
        tricks = self._solve(view.everything)
        return min(legal, key=lambda card: (-tricks[card], card.rank, card.suit))

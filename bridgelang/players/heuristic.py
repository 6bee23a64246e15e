"""A player by rules of thumb: no search, no sampling, some microseconds a card."""

from __future__ import annotations

from bridgelang.core.cards import CARDS, Card
from bridgelang.play.view import View
from bridgelang.players.declarer import declarers_lead
from bridgelang.players.defence import defenders_lead
from bridgelang.players.following import follow
from bridgelang.players.opening import opening_lead


class HeuristicPlayer:
    """Leads, follows, ruffs and discards by the rules of the text books; deterministic, sees only its view."""

    name = "heuristic"
    sees_all = False

    def choose(self, view: View) -> Card:
        """The card to play."""
        legal = view.legal_mask
        if not legal & (legal - 1):
            return CARDS[legal.bit_length() - 1]
        if view.trick:
            return follow(view)
        if view.is_declarer:
            return declarers_lead(view)
        if not view.tricks:
            return opening_lead(view)
        return defenders_lead(view)

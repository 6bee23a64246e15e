"""Looking back at a board with all cards in sight: what each contract takes, which cards gave away tricks."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from bridgelang.core.cards import Card
from bridgelang.core.deals import Deal
from bridgelang.core.seats import Seat
from bridgelang.match.solver import SolverError, Table, solve_tables
from bridgelang.play.claims import Solver
from bridgelang.play.state import PlayState


class Slip(NamedTuple):
    """A card that takes ``cost`` tricks fewer than the ``best`` card there, played from ``seat`` to trick ``number``.

    Both sides are taken to play perfectly from there on, seeing everything; at the table the card may well have been
    right. ``best`` is the highest of the best cards.
    """

    number: int
    seat: Seat
    card: Card
    cost: int
    best: Card


def double_dummy(deal: Deal) -> Table | None:
    """Declarer's tricks in every contract, ``[declarer][strain]``; None when the solver is missing."""
    try:
        (results,) = solve_tables([deal])
    except SolverError:
        return None
    return results


def slips(play: PlayState, solve: Solver) -> list[Slip]:
    """Every card of a play that cost tricks against perfect play, in order.

    >>> from bridgelang.core.contracts import Contract
    >>> hands = [0b101 << 49, 0b11 << 24, 0b1 << 48 | 0b1 << 12, 0b1 << 50 | 0b1 << 23]   # north SAQ, west SK
    >>> start = PlayState.position(hands, Contract.parse("1NT by N"), Seat.SOUTH)
    >>> end = start.play(Card.parse("SJ")).play(Card.parse("SK")).play(Card.parse("SQ")).play(Card.parse("DA"))
    >>> tricks = {0: {"SJ": 2, "CA": 2}, 1: {"SK": 0}, 2: {"SA": 2, "SQ": 1}, 3: {"DA": 1, "DK": 1}}
    >>> [slip] = slips(end, lambda state: {Card.parse(c): n for c, n in tricks[len(state.trick)].items()})
    >>> print(slip.number, slip.seat, slip.card, slip.cost, slip.best)
    1 N SQ 1 SA
    """
    found = []
    for before, after in pairwise(play.history()):
        card, turn = after.card, before.turn
        if card is None or turn is None or not before.legal_mask & (before.legal_mask - 1):
            continue
        tricks = solve(before)
        most = max(tricks.values())
        if tricks[card] < most:
            best = max(other for other, count in tricks.items() if count == most)
            found.append(Slip(len(before.tricks) + 1, turn, card, most - tricks[card], best))
    return found

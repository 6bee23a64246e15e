"""What a panel says, and how much of it is heeded.

What a panel says is chosen by its votes: a line that stands a little wrong loses less than the results of a few
thousand boards can tell, but a few dozen hands may tell that all others call otherwise. The votes count by the chance
that the panel's calls gain, in auctions that go on by the system: where they surely lost, for next to nothing. One
number that would make the calls of the panel, were it moved, says most; it is charged with the hands that it would take
away from a call that the panel makes too. Of one line one number is told: the others often mean the same hands.
"""

from __future__ import annotations

from math import erf, sqrt

import numpy as np
from numpy.typing import NDArray

from bridgelang.advice.choice import CHOOSING, Choice, Mask, Moved
from bridgelang.advice.evidence import Group
from bridgelang.advice.moves import WIDEN

__all__ = ["FEWEST_OF_PANEL", "by_votes", "may_gain"]

FEWEST_OF_PANEL = 5
"""Decisions of the choosing half that a finding of a panel has at least."""
UNEXPLAINED = 0.35
"""What the votes count for when no moved number makes the panel's call: the cause may lie elsewhere."""
SELDOM = 0.005
"""What is due less often than so many times a board counts for less, by the square: there is little to be mended."""
SHARE = 0.3
"""The power of the share of a line's hands that a panel speaks of."""
APART, DIFFER = 1.0, 3.0
"""In IMPs: how far two calls mostly lie apart on average, and by how much hands differ at least, however alike those
few are that were met."""


def by_votes(group: Group, rows: Mask) -> Choice | None:
    """What a panel says: the votes of the choosing half less those against, times a power of a share and the chance
    that its calls gain.

    The share is that of the hands it speaks of among all that the line decides, or would decide with them: a line that
    others hardly ever follow is looked at before one that they follow but for a few hands; and one that decides often
    before one that hardly ever does.
    """
    if group.by is None:
        return _voted(group, rows, None, UNEXPLAINED)
    choices = [_voted(group, rows & (group.by <= by), float(by), 1.0) for by in np.unique(group.by)]
    return max((choice for choice in choices if choice is not None), key=lambda choice: choice.gain, default=None)


def _voted(group: Group, rows: Mask, by: float | None, weight: float) -> Choice | None:
    """These rows, with a number moved ``by`` so much; None when they are few, or the panel has more against it."""
    chosen = rows & (group.half == CHOOSING)
    if chosen.sum() < FEWEST_OF_PANEL:
        return None
    votes, hands, moved = (group.votes[0] - group.votes[1])[chosen].sum(), int(rows.sum()), None
    if by is not None:
        unmoved = group.unmoved
        votes += unmoved.votes[(unmoved.by <= by) & (unmoved.half == CHOOSING)].sum()
        others = int(unmoved.hands[unmoved.by <= by].sum())
        moved = Moved(group.key.bound, by, group.key.sort == WIDEN, others)
        hands += others
    if votes <= 0:
        return None
    often = min(1.0, group.uses / (SELDOM * group.boards)) ** 2
    gain = votes * weight * often * may_gain(group.gains[0][chosen]) * min(1.0, hands / group.uses) ** SHARE
    return Choice(group, rows, (), float(gain), moved)


def may_gain(gains: NDArray[np.int64]) -> float:
    """The chance that calls which gained so, some IMPs a hand, do gain on average."""
    doubt = max(float(gains.std(ddof=1)), DIFFER) / sqrt(len(gains))
    return (1 + erf(float(gains.mean()) / sqrt(2 * (doubt * doubt + APART * APART)))) / 2

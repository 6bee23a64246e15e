"""Looking at an interval after every stretch of boards, and stopping when it leaves zero out, honestly.

An ordinary 95 % interval that is looked at again and again leaves zero out sooner or later, whatever the truth. This
one is wider, and holds the true mean at all times at once in 95 % of trials:

    mean ± s · sqrt( 2 (n r² + 1) / (n² r²) · ln( sqrt(n r² + 1) / 0.05 ) )

with s the standard deviation of the n boards so far, and r so chosen that it is narrowest at :data:`TIGHTEST` boards.
It is exact for normal sums, and as good as that once many boards have differed: so nothing is decided before
:data:`FEWEST` boards with a difference.

I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, Time-uniform central limit theory and asymptotic
confidence sequences, Annals of Statistics 52 (2024).
"""

from __future__ import annotations

from math import log, sqrt

from bridgelang.match.statistics import Moments

__all__ = ["FEWEST", "is_decided", "running_half_width"]

TIGHTEST = 4000
"""The number of boards at which the interval is narrowest for its purpose."""
FEWEST = 40
"""Boards with a difference before anything is decided."""


def running_half_width(moments: Moments, level: float = 0.95) -> float:
    """Half the width of the interval that may be looked at after every board; 0 for fewer than two boards.

    >>> running_half_width(Moments(4000, 0, 4000)) > Moments(4000, 0, 4000).half_width()
    True
    """
    if moments.count < 2:
        return 0.0
    alpha = 1 - level
    rate = (-2 * log(alpha) + log(1 - 2 * log(alpha))) / TIGHTEST
    grown = moments.count * rate + 1
    return sqrt(moments.variance * 2 * grown / (moments.count**2 * rate) * log(sqrt(grown) / alpha))


def is_decided(moments: Moments, differed: int, level: float = 0.95) -> bool:
    """Whether the interval leaves zero out, ``differed`` boards having had a difference."""
    return differed >= FEWEST and abs(moments.mean) > running_half_width(moments, level)

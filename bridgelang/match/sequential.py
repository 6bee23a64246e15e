"""How many boards until the interval is narrow enough: Stein's two-stage rule.

Looking at the interval after every board and stopping as soon as it is narrow is not quite honest: one
stops when the variance happens to look small, and the interval then holds the true mean less often than it
says: 93 % instead of 95 when it takes some hundred boards, hardly less with thousands. Stein's rule looks
once. A pilot of ``n`` boards gives the standard deviation ``s``; the whole match then has

    N = max(n, the next whole number above (t s / d)²)

boards, where ``d`` is the half width wanted and ``t`` Student's quantile with n - 1 degrees of freedom,
and the interval is the mean of all N boards, plus or minus ``t s / √N``, still with the pilot's ``s``.
For values that are normally distributed it holds the true mean in at least 95 % of matches, whatever
their variance; ``benchmarks/stopping_coverage.py`` measures both rules on swings in IMPs.

C. Stein, A two-sample test for a linear hypothesis whose power is independent of the variance, Annals of
Mathematical Statistics 16 (1945).
"""

from __future__ import annotations

from math import ceil, sqrt

from bridgelang.match.statistics import Moments, student_quantile

__all__ = ["PILOT", "boards_needed", "corrected_half_width"]

PILOT = 1000
"""Boards in the pilot: enough that its standard deviation is known to about 2 %."""


def boards_needed(pilot: Moments, half_width: float, level: float = 0.95) -> int:
    """The number of boards of the whole match, by the pilot's variance.

    >>> boards_needed(Moments(1000, 100, 30_000), 0.1)
    11561

    ``half_width`` is in the unit of the values. Raises ``ValueError`` unless it is positive and the pilot
    has at least two boards.
    """
    if half_width <= 0:
        raise ValueError(f"the half width wanted must be above 0, not {half_width}")
    if pilot.count < 2:
        raise ValueError("a pilot has at least two boards")
    quantile = student_quantile((1 + level) / 2, pilot.count - 1)
    return max(pilot.count, ceil(quantile * quantile * pilot.variance / half_width**2))


def corrected_half_width(pilot: Moments, boards: int, level: float = 0.95) -> float:
    """Half the width of the interval for the mean of ``boards`` boards, the pilot's included."""
    return student_quantile((1 + level) / 2, pilot.count - 1) * sqrt(pilot.variance / boards)

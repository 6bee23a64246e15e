"""Scores of contracts (Law 77, duplicate 2017) and of comparisons (Law 78): IMPs, matchpoints and so on.

Points of a contract are from declarer's side or from North-South, as each function says; tricks are the
number taken by declarer's side, 0 to 13.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import ceil, log, sqrt

from bridgelang.core.contracts import Contract
from bridgelang.core.seats import Vulnerability

IMP_BOUNDS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The smallest difference in points worth 1, 2, … 24 IMPs (Law 78B)."""


def score(level: int, strain: int, doubled: int, vulnerable: bool, tricks: int) -> int:
    """The points declarer's side scores for a contract, negative when it fails (Law 77).

    >>> score(4, 3, 0, True, 10), score(3, 4, 1, False, 7), score(7, 4, 2, True, 13)
    (620, -300, 2980)

    ``strain`` clubs 0 … notrump 4; ``doubled`` 0, 1 or 2; ``tricks`` all those taken by declarer's side.
    Raises ValueError for a number out of range.
    """
    if not (1 <= level <= 7 and 0 <= strain <= 4 and 0 <= doubled <= 2 and 0 <= tricks <= 13):
        result = f"level {level}, strain {strain}, doubled {doubled}, tricks {tricks}"
        raise ValueError(f"there is no such result: {result}")
    over = tricks - 6 - level
    if over < 0:
        return -_undertricks(-over, doubled, vulnerable)
    each = 20 if strain < 2 else 30
    trick_points = (each * level + (10 if strain == 4 else 0)) << doubled
    if trick_points >= 100:
        points = trick_points + (500 if vulnerable else 300)
    else:
        points = trick_points + 50
    if level == 6:
        points += 750 if vulnerable else 500
    elif level == 7:
        points += 1500 if vulnerable else 1000
    if doubled:
        points += 50 * doubled
        each = (200 if vulnerable else 100) * doubled
    return points + each * over


def _undertricks(down: int, doubled: int, vulnerable: bool) -> int:
    if not doubled:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        points = 300 * down - 100
    else:
        points = (100, 300, 500)[down - 1] if down <= 3 else 300 * down - 400
    return points * doubled


def contract_score(contract: Contract | None, tricks: int, vulnerability: Vulnerability) -> int:
    """The points for North-South of a contract and declarer's tricks; a passed-out board (None) is 0.

    >>> contract_score(Contract.parse("4S by W"), 10, Vulnerability.EW)
    -620
    """
    if contract is None:
        return 0
    vulnerable = vulnerability.of(contract.declarer)
    points = score(contract.level, contract.strain, contract.doubled, vulnerable, tricks)
    return -points if contract.declarer & 1 else points


def imps(points: int) -> int:
    """The IMPs for a difference in points, with its sign (Law 78B).

    >>> imps(420 - -50), imps(-10), imps(-4000)
    (10, 0, -24)
    """
    return bisect_right(IMP_BOUNDS, points) if points >= 0 else -bisect_right(IMP_BOUNDS, -points)


def matchpoints(scores: Sequence[int]) -> list[int]:
    """Each table's matchpoints: two for each lower result, one for each equal result of another table.

    >>> matchpoints([420, 420, 450, -50])
    [3, 3, 6, 0]

    The top on N results is 2(N-1); halve for the other common scale (Law 78A).
    """
    ordered = sorted(scores)
    return [bisect_left(ordered, own) + bisect_right(ordered, own) - 1 for own in scores]


def cross_imps(scores: Sequence[int]) -> list[int]:
    """Each table's sum of the IMPs against every other table (divide by N-1 for the average comparison).

    >>> cross_imps([420, 420, 450, -50])
    [9, 9, 13, -31]
    """
    return [sum([imps(own - other) for other in scores]) for own in scores]


def butler_datum(scores: Sequence[int], drop: int = 0, ties: str = "away") -> int:
    """The mean of the results, rounded to ten points, that Butler scoring compares with.

    >>> butler_datum([420, 420, 450, -50, 420]), butler_datum([420, 420, 450, -50, 420], drop=1)
    (330, 420)

    ``drop`` highest and as many lowest results are left out first. A mean halfway between two tens is rounded
    ``"away"`` from zero, towards ``"zero"``, or to the ``"even"`` ten: organisers differ.
    Raises ValueError when nothing is left to average or ``ties`` is another word.
    """
    if ties not in ("away", "zero", "even"):
        raise ValueError(f"ties are rounded `away`, to `zero` or to `even`, not `{ties}`")
    if drop < 0 or len(scores) <= 2 * drop:
        raise ValueError(f"{len(scores)} results without the {drop} best and worst leave nothing to average")
    kept = sorted(scores)[drop : len(scores) - drop]
    unit = 10 * len(kept)
    tens, rest = divmod(abs(sum(kept)), unit)
    if 2 * rest > unit or (2 * rest == unit and (ties == "away" or (ties == "even" and tens % 2))):
        tens += 1
    return 10 * tens if sum(kept) >= 0 else -10 * tens


def butler(scores: Sequence[int], drop: int = 0, ties: str = "away") -> list[int]:
    """Each table's IMPs against the datum of :func:`butler_datum`.

    >>> butler([420, 420, 450, -50, 420])
    [3, 3, 3, -9, 3]
    """
    datum = butler_datum(scores, drop, ties)
    return [imps(own - datum) for own in scores]


def victory_points(margin: int, boards: int) -> tuple[float, float]:
    """The victory points of both sides on the WBF continuous 20-point scale (2013), own side first.

    >>> victory_points(5, 24), victory_points(-5, 24)
    ((11.23, 8.77), (8.77, 11.23))

    ``margin`` is the own side's lead in IMPs over a match of ``boards`` boards. The winner's points are
    ``10 + 10 (1 - R**(margin / B)) / (1 - R)`` with ``R = √5 - 2`` and ``B = 15 √boards``, rounded half up to
    two decimals, 20 from B on. Then, as the WBF's technical report says, while a step is larger than the step
    before it the entry between them is raised by 0.01; above 1,000 boards, where nobody publishes a scale and
    steps are mostly 0 and 0.01, that correction is left out.
    Raises ValueError for a match of no boards.
    """
    scale = _continuous_scale(boards)
    winner = scale[min(abs(margin), len(scale) - 1)]
    own, other = winner / 100, (2000 - winner) / 100
    return (own, other) if margin >= 0 else (other, own)


def victory_points_discrete(margin: int, boards: int) -> tuple[int, int]:
    """The victory points of both sides on the whole-number 20-point scale, own side first.

    >>> victory_points_discrete(7, 8), victory_points_discrete(-39, 8)
    ((13, 7), (0, 20))

    ``margin`` is the own side's lead in IMPs over a match of ``boards`` boards. The largest margin for 10 + v
    points is where the continuous scale reaches 10.5 + v, rounded down, and lowered while the next band would
    be narrower (the band of 10 points reaches to both sides of a tie).
    Raises ValueError for a match of no boards.
    """
    winner = 10 + bisect_left(_discrete_bounds(boards), abs(margin))
    return (winner, 20 - winner) if margin >= 0 else (20 - winner, winner)


_DECAY = sqrt(5) - 2
_LONGEST_CORRECTED = 1000
_continuous_scales: dict[int, tuple[int, ...]] = {}
_discrete_scales: dict[int, tuple[int, ...]] = {}


def _blitz(boards: int) -> float:
    """The margin worth 20 points: 15 √boards."""
    if boards < 1:
        raise ValueError(f"a match has at least one board, not {boards}")
    return 15 * sqrt(boards)


def _continuous_scale(boards: int) -> tuple[int, ...]:
    """The winner's points in hundredths for a margin of 0, 1, 2, …; the last entry is 2000."""
    scale = _continuous_scales.get(boards)
    if scale is None:
        blitz = _blitz(boards)
        last = ceil(blitz)
        shares = [(1 - _DECAY ** (margin / blitz)) / (1 - _DECAY) for margin in range(last)]
        points = [int(1000 + 1000 * share + 0.5) for share in shares]
        points.append(2000)
        bent = boards <= _LONGEST_CORRECTED
        while bent:
            bent = False
            for at in range(1, last):
                if points[at + 1] - points[at] > points[at] - points[at - 1]:
                    points[at] += 1
                    bent = True
        scale = _continuous_scales[boards] = tuple(points)
    return scale


def _discrete_bounds(boards: int) -> tuple[int, ...]:
    """The largest margin for 10, 11, … 19 points."""
    bounds = _discrete_scales.get(boards)
    if bounds is None:
        blitz = _blitz(boards)
        uppers = [int(blitz * log(1 - (v + 0.5) / 10 * (1 - _DECAY)) / log(_DECAY)) for v in range(10)]
        bent = True
        while bent:
            bent = False
            for at in range(9):
                width = 2 * uppers[0] + 1 if at == 0 else uppers[at] - uppers[at - 1]
                if uppers[at + 1] - uppers[at] < width:
                    uppers[at] -= 1
                    bent = True
        bounds = _discrete_scales[boards] = tuple(uppers)
    return bounds

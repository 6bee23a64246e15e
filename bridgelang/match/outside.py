"""How outside programs are treated in a match: how many processes, how long they may take, when they are given up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from bridgelang.errors import BridgelangError

__all__ = ["ENDS", "PROCESSES", "Outside", "OutsideError"]

PROCESSES = ("seat", "shared")
ENDS = ("pass", "stop")


class OutsideError(BridgelangError):
    """Outside programs cannot be treated as asked."""


@attrs.frozen
class Outside:
    """The terms for the outside programs of a match.

    ``processes`` is ``seat`` (each seat of each table has one of its own) or ``shared`` (one for all). ``seconds``
    is the time limit of an answer, also of the first hello. A bidder is given up when its programs have failed to
    answer (late, dead or endless) ``failures`` times, and once more for every hundred calls that were answered;
    ``then`` says whether it passes from there on (``pass``) or the match stops (``stop``). ``plays`` is the system, by
    name or path, by which the other side reads the program's calls; None is that side's own.

    >>> terms = Outside()
    >>> terms.is_enough(4, 0), terms.is_enough(5, 0), terms.is_enough(5, 100), terms.is_enough(6, 199)
    (False, True, False, True)

    Raises :class:`OutsideError` for other words or numbers.
    """

    processes: str = "seat"
    seconds: float = 10.0
    failures: int = 5
    then: str = "pass"
    plays: str | None = None

    def __attrs_post_init__(self) -> None:
        if self.processes not in PROCESSES:
            raise OutsideError(f"`{self.processes}` is no way to start programs: choose {' or '.join(PROCESSES)}")
        if self.then not in ENDS:
            raise OutsideError(f"a program that is given up is not `{self.then}`: choose {' or '.join(ENDS)}")
        if not 0 < self.seconds <= 86_400:
            raise OutsideError(f"the time limit is above 0 and at most 86,400 seconds, not {self.seconds}")
        if self.failures < 1:
            raise OutsideError(f"a program is given up after at least 1 failure, not {self.failures}")

    def is_enough(self, failures: int, answered: int) -> bool:
        """Whether a bidder with so many failures, and so many answers, is given up."""
        return failures >= self.failures + answered // 100

    def to_json(self) -> dict[str, Any]:
        """Plain JSON that :meth:`from_json` reads."""
        return attrs.asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Outside:
        """The terms that :meth:`to_json` wrote."""
        return cls(**data)

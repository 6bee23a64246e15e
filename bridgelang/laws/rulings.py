"""Rulings as values: what happened, which law, who chooses, among what; and the two codes of law."""

from __future__ import annotations

import attrs

from bridgelang.core.seats import Seat


@attrs.frozen
class Code:
    """A code of laws, in what matters at the table.

    ``equity``: a director restores equity where the automatic adjustment is too little (Law 64C).
    ``claims_adjudicated``: a contested claim is ruled on; otherwise it is played on with the claimer's cards
    exposed.
    """

    name: str
    equity: bool
    claims_adjudicated: bool


DUPLICATE = Code("Laws of Duplicate Bridge 2017", equity=True, claims_adjudicated=True)
RUBBER = Code("Laws of Rubber Bridge 2014", equity=False, claims_adjudicated=False)


@attrs.frozen
class Option:
    """One thing that may be chosen: ``key`` is how a program names it, ``text`` what the player is told."""

    key: str
    law: str
    text: str

    def __str__(self) -> str:
        return f"{self.key}: {self.text} ({self.law})"


@attrs.frozen
class Ruling:
    """What the laws say about an irregularity.

    ``law`` is the law that governs it, ``offender`` who committed it. ``choosers`` are the players that may
    choose among ``options`` (either of two defenders, say); both are empty when nothing is to be chosen and
    the ruling takes effect by itself.

    >>> accept = Option("accept", "Law 53A", "the lead stands")
    >>> print(Ruling("Law 56", Seat.EAST, "East has led out of turn", (Seat.SOUTH,), (accept,)))
    Law 56: East has led out of turn. South chooses:
      accept: the lead stands (Law 53A)
    """

    law: str
    offender: Seat
    text: str
    choosers: tuple[Seat, ...] = ()
    options: tuple[Option, ...] = ()

    def option(self, key: str) -> Option | None:
        """The option of this name, if there is one."""
        return next((option for option in self.options if option.key == key), None)

    def __str__(self) -> str:
        head = f"{self.law}: {self.text}."
        if not self.options:
            return head
        who = " or ".join(seat.word for seat in self.choosers)
        return "\n".join([f"{head} {who} chooses:", *(f"  {option}" for option in self.options)])

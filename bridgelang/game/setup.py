"""What a game is played with: the systems, the person's seat, the kind of game, the deals, the other players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from bridgelang.core.seats import Seat
from bridgelang.errors import NotationError

MODES = ("boards", "rubber", "chicago")
PLAYERS = ("heuristic", "single-dummy")


@attrs.frozen
class Setup:
    """``system`` is that of the person's side, ``opponents`` the other one; ``boards`` counts in the mode of that name.

    ``players`` says how the other three choose their cards. Board number n is deal n - 1 of ``seed``.
    """

    system: str
    opponents: str
    seed: int
    seat: Seat = Seat.SOUTH
    mode: str = "boards"
    boards: int = 4
    players: str = "heuristic"
    settings: tuple[tuple[str, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values that :meth:`from_json` reads."""
        return {
            "system": self.system,
            "opponents": self.opponents,
            "seed": self.seed,
            "seat": self.seat.letter,
            "mode": self.mode,
            "boards": self.boards,
            "players": self.players,
            "settings": dict(self.settings),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setup:
        """The setup that :meth:`to_json` wrote.

        Raises:
            NotationError: when the values are not those of a setup.
        """
        try:
            made = cls(
                str(data["system"]),
                str(data["opponents"]),
                int(data["seed"]),
                Seat.parse(data["seat"]),
                str(data["mode"]),
                int(data["boards"]),
                str(data["players"]),
                tuple(sorted((str(name), str(value)) for name, value in data["settings"].items())),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as fault:
            raise NotationError(f"this is not the setup of a game: {fault!r}") from fault
        if made.mode not in MODES or made.players not in PLAYERS or made.boards < 1:
            raise NotationError("this is not the setup of a game: its kind or its players are unknown")
        return made

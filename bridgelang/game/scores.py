"""The score of bidding practice, kept from one sitting to the next: a file with a line of figures for each system."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import attrs

from bridgelang.errors import NotationError
from bridgelang.game.store import write_json

FORMAT = 1
MOST_MISSED = 200
"""So many rules are remembered for a system, those missed most."""


@attrs.define
class Tally:
    """Calls made in practice and how many of them the system makes too.

    ``missed`` counts, by the place of the rule that made the system's call, how often the person called otherwise.
    """

    calls: int = 0
    right: int = 0
    sittings: int = 0
    missed: Counter[str] = attrs.field(factory=Counter)

    def count(self, agrees: bool, place: str, times: int = 1) -> None:
        """Count a call, or with ``times`` -1 take it out again."""
        self.calls += times
        self.right += times * agrees
        if not agrees:
            self.missed[place] += times
            self.missed = +self.missed  # those that are back at 0 are gone

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.calls + other.calls,
            self.right + other.right,
            self.sittings + other.sittings,
            self.missed + other.missed,
        )

    def text(self) -> str:
        """``45 of 60 calls as the system makes them (75 %)``.

        >>> Tally(60, 45).text()
        '45 of 60 calls as the system makes them (75 %)'
        """
        share = f" ({100 * self.right / self.calls:.0f} %)" if self.calls else ""
        return f"{self.right} of {self.calls} calls as the system makes them{share}"


class Scores:
    """The tallies in a file, by system."""

    def __init__(self, path: str) -> None:
        """Read the file; there need not be one.

        Raises:
            NotationError: when it is no file of scores.
            OSError: when it cannot be read.
        """
        self.path = path
        self._tallies: dict[str, Tally] = {}
        try:
            with open(path, encoding="utf-8") as stream:
                text = stream.read()
        except FileNotFoundError:
            return
        except UnicodeDecodeError:
            text = ""
        try:
            data: Any = json.loads(text)
            if data["format"] != FORMAT:
                raise NotationError(f"{path} was written by another version of this program")
            self._tallies = {str(name): _tally(figures) for name, figures in data["systems"].items()}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
            if isinstance(fault, NotationError):
                raise
            raise NotationError(
                f"{path} is not the file of practice scores: move it away, or name another with --save", path
            ) from None

    def of(self, system: str) -> Tally:
        """The tally of a system; an empty one when it was never practised."""
        return self._tallies.get(system, Tally())

    def keep(self, system: str, tally: Tally) -> None:
        """Write the file with another tally for a system, whole or not at all.

        Raises:
            OSError: when the file cannot be written.
        """
        tally.missed = Counter(dict(tally.missed.most_common(MOST_MISSED)))
        self._tallies[system] = tally
        systems = {name: attrs.asdict(one) for name, one in sorted(self._tallies.items())}
        write_json({"format": FORMAT, "systems": systems}, self.path)


def _tally(figures: Any) -> Tally:
    """The tally that a file has; raises ValueError or TypeError for what is none."""
    calls, right, sittings = (figures[name] for name in ("calls", "right", "sittings"))
    missed = figures["missed"]
    numbers = [calls, right, sittings, *missed.values()]
    if not all(type(number) is int and number >= 0 for number in numbers) or right > calls:
        raise ValueError("not the figures of a tally")
    return Tally(calls, right, sittings, Counter({str(place): times for place, times in missed.items()}))

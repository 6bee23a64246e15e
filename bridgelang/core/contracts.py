"""The final contract: level, strain, doubling, declarer."""

from __future__ import annotations

from bridgelang.core.calls import Call
from bridgelang.core.cards import STRAINS, Strain, quoted
from bridgelang.core.seats import SEATS, Seat
from bridgelang.errors import NotationError

GAME_LEVEL = (5, 5, 4, 4, 3)
"""The level of game by strain: clubs, diamonds, hearts, spades, notrump."""


class Contract:
    """A contract and who plays it; equal only when all four parts are equal.

    >>> contract = Contract.parse("4HX by S")
    >>> contract.level, contract.strain, contract.doubled, contract.declarer
    (4, <Strain.HEARTS: 2>, 1, <Seat.SOUTH: 2>)
    >>> print(Contract(3, Strain.NOTRUMP, 0, Seat.NORTH))
    3NT by N

    ``doubled`` is 0, 1 (doubled) or 2 (redoubled). Raises ValueError for a level or doubling out of range.
    """

    __slots__ = ("declarer", "doubled", "level", "strain")

    level: int
    strain: Strain
    doubled: int
    declarer: Seat

    def __init__(self, level: int, strain: int, doubled: int, declarer: int) -> None:
        if not 1 <= level <= 7:
            raise ValueError(f"a contract's level is 1 to 7, not {level}")
        if not 0 <= doubled <= 2:
            raise ValueError(f"a contract is undoubled (0), doubled (1) or redoubled (2), not {doubled}")
        if not (0 <= strain <= 4 and 0 <= declarer <= 3):
            raise ValueError(f"strains are 0 to 4 and seats 0 to 3, not {int(strain)} and {int(declarer)}")
        self.level = level
        self.strain = STRAINS[strain]
        self.doubled = doubled
        self.declarer = SEATS[declarer]

    @classmethod
    def parse(cls, text: str) -> Contract:
        """The contract written ``4HX by S``, ``4HXS``, ``3NT-N``, ``3N N`` …; raises NotationError."""
        word = text.strip().lower()
        level, rest = word[:1], word[1:]
        if level not in _LEVELS:
            raise NotationError(f"{quoted(text)} is not a contract: it starts with a level, 1 to 7", text)
        for tail in _STRAIN_TAILS:
            if rest.startswith(tail):
                strain = Strain.parse(tail)
                rest = rest[len(tail) :]
                break
        else:
            raise NotationError(f"{quoted(text)} is not a contract: C, D, H, S or NT follows the level", text)
        rest = rest.lstrip()
        doubled = len(rest) - len(rest.lstrip("x"))
        if doubled > 2:
            raise NotationError(f"{quoted(text)} is not a contract: X is doubled, XX redoubled", text)
        rest = rest[doubled:].lstrip(" -,")
        if rest.startswith("by "):
            rest = rest[3:]
        if not rest:
            raise NotationError(f"{quoted(text)} does not say who plays it: write {word.upper()} by S", text)
        try:
            declarer = Seat.parse(rest)
        except NotationError:
            raise NotationError(
                f"{quoted(text)} is not a contract: the declarer is N, E, S or W, not {quoted(rest)}", text
            ) from None
        return cls(int(level), strain, doubled, declarer)

    @property
    def bid(self) -> Call:
        """The bid that became the contract."""
        return Call.bid(self.level, self.strain)

    @property
    def tricks_needed(self) -> int:
        """How many of the 13 tricks declarer's side must take: six and the level."""
        return 6 + self.level

    @property
    def denomination(self) -> str:
        """The contract without its declarer, as PBN's Contract tag writes it: ``4HX``."""
        return f"{self.level}{self.strain.letter}{'X' * self.doubled}"

    def pretty(self, symbols: bool = False) -> str:
        """The contract for a person, with suit symbols if wanted: ``4♥X by South``."""
        strain = self.strain.symbol if symbols else self.strain.letter
        return f"{self.level}{strain}{'X' * self.doubled} by {self.declarer.word}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Contract):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int, int, int]:
        return (self.level, self.strain, self.doubled, self.declarer)

    def __str__(self) -> str:
        return f"{self.denomination} by {self.declarer.letter}"

    def __repr__(self) -> str:
        return f"Contract.parse({str(self)!r})"

    def __reduce__(self) -> tuple[type[Contract], tuple[int, int, int, int]]:
        return (Contract, (self.level, int(self.strain), self.doubled, int(self.declarer)))


_LEVELS = ("1", "2", "3", "4", "5", "6", "7")
_STRAIN_TAILS = ("nt", "n", "c", "d", "h", "s", "♣", "♦", "♥", "♠")  # the longer first, for 3NTN

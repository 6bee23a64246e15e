"""Seats, sides, vulnerability, and the board cycle.

Encodings: seats clockwise, north 0, east 1, south 2, west 3; sides: North-South 0, East-West 1 (= seat & 1);
vulnerability is a bit mask, bit = side: none 0, NS 1, EW 2, all 3.
"""

from __future__ import annotations

from enum import IntEnum

from bridgelang.core.cards import quoted
from bridgelang.errors import NotationError


class Side(IntEnum):
    """One of the two partnerships.

    >>> Side.NS.other, str(Side.EW)
    (<Side.EW: 1>, 'EW')
    """

    NS = 0
    EW = 1

    other: Side

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return self.name.__format__(spec)

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The two seats of the side: north and south, or east and west."""
        return (SEATS[self], SEATS[self + 2])

    @classmethod
    def parse(cls, text: str) -> Side:
        """The side written ``NS``, ``N/S``, ``north-south``, …; raises NotationError."""
        side = _SIDE_WORDS.get(text.strip().lower())
        if side is None:
            raise NotationError(f"{quoted(text)} is not a side: write NS or EW", text)
        return side


class Seat(IntEnum):
    """One of the four seats at the table, clockwise from north.

    >>> Seat.parse("south").lho, Seat.NORTH.partner
    (<Seat.WEST: 3>, <Seat.SOUTH: 2>)
    """

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    letter: str
    word: str  # "North"
    lho: Seat  # the player to the left, who acts next
    partner: Seat
    rho: Seat
    side: Side

    def __str__(self) -> str:
        return self.letter

    def __format__(self, spec: str) -> str:
        return self.letter.__format__(spec)

    @classmethod
    def parse(cls, text: str) -> Seat:
        """The seat written as a letter or an English word; raises NotationError."""
        seat = _SEAT_WORDS.get(text.strip().lower())
        if seat is None:
            raise NotationError(f"{quoted(text)} is not a seat: write N, E, S or W", text)
        return seat


SIDES = tuple(Side)
SEATS = tuple(Seat)

Side.NS.other, Side.EW.other = Side.EW, Side.NS
for _seat in SEATS:
    _seat.letter, _seat.word, _seat.side = "NESW"[_seat], _seat.name.capitalize(), SIDES[_seat & 1]
    _seat.lho, _seat.partner, _seat.rho = SEATS[(_seat + 1) & 3], SEATS[_seat ^ 2], SEATS[(_seat + 3) & 3]

_SEAT_WORDS = {word: seat for seat in SEATS for word in (seat.letter.lower(), seat.name.lower())}
_SIDE_WORDS = {
    "ns": Side.NS, "n/s": Side.NS, "n-s": Side.NS, "north-south": Side.NS, "north/south": Side.NS,
    "ew": Side.EW, "e/w": Side.EW, "e-w": Side.EW, "east-west": Side.EW, "east/west": Side.EW,
}  # fmt: skip


class Vulnerability(IntEnum):
    """Which sides are vulnerable, as a bit mask.

    >>> Vulnerability.parse("both").of(Seat.WEST), str(Vulnerability.NS), Vulnerability.ALL.pbn
    (True, 'ns', 'All')
    """

    NONE = 0
    NS = 1
    EW = 2
    ALL = 3

    pbn: str

    def of(self, who: Seat | Side) -> bool:
        """Whether this seat's side, or this side, is vulnerable."""
        return bool(self >> (who & 1) & 1)

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        return self.name.lower().__format__(spec)

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        """The vulnerability written none, ns, ew or all (also love, -, both, n/s); raises NotationError."""
        vulnerability = _VULNERABILITY_WORDS.get(text.strip().lower())
        if vulnerability is None:
            raise NotationError(f"{quoted(text)} is not a vulnerability: write none, ns, ew or all", text)
        return vulnerability


for _vulnerability in Vulnerability:
    _vulnerability.pbn = ("None", "NS", "EW", "All")[_vulnerability]

_VULNERABILITY_WORDS = {
    "none": Vulnerability.NONE,
    "neither": Vulnerability.NONE,
    "love": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "all": Vulnerability.ALL,
    "both": Vulnerability.ALL,
}
for _word, _side in _SIDE_WORDS.items():
    _VULNERABILITY_WORDS[_word] = Vulnerability(1 << _side)

_CYCLE = tuple(Vulnerability)


def dealer_of(board: int) -> Seat:
    """The dealer of a board by its number, Law 2: north deals board 1, then clockwise.

    >>> dealer_of(1), dealer_of(16)
    (<Seat.NORTH: 0>, <Seat.WEST: 3>)

    Raises ValueError for a number below 1.
    """
    _check_board(board)
    return SEATS[(board - 1) & 3]


def vulnerability_of(board: int) -> Vulnerability:
    """The vulnerability of a board by its number, Law 2; the cycle has 16 boards.

    >>> [str(vulnerability_of(board)) for board in (1, 2, 3, 4, 5, 16, 17)]
    ['none', 'ns', 'ew', 'all', 'ns', 'ew', 'none']

    Raises ValueError for a number below 1.
    """
    _check_board(board)
    return _CYCLE[((board - 1) + (board - 1) // 4) & 3]


def _check_board(board: int) -> None:
    if board < 1:
        raise ValueError(f"{board} is not a board number: boards are numbered from 1")

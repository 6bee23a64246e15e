"""The 38 calls.

Encoding: pass 0, double 1, redouble 2, then the 35 bids in ladder order, 1C 3 … 7NT 37, so that of two bids
the larger number is the higher bid.
"""

from __future__ import annotations

from bridgelang.core.cards import STRAINS, Strain, quoted
from bridgelang.errors import NotationError


class Call(int):
    """A call: an integer 0 … 37; each number has one object, kept in ``CALLS``.

    >>> Call.parse("1N"), Call.parse("dbl"), Call.parse("2♠").strain
    (Call.parse('1NT'), Call.parse('X'), <Strain.SPADES: 3>)
    >>> Call.bid(1, Strain.NOTRUMP) < Call.bid(2, Strain.CLUBS)
    True

    ``level`` is 0 and ``strain`` None when the call is no bid. Raises ValueError for a number out of range.
    """

    is_bid: bool
    level: int
    strain: Strain | None
    _text: str

    def __new__(cls, value: int) -> Call:
        if 0 <= value < 38:
            return CALLS[value]
        raise ValueError(f"{value} is not a call: calls are 0 to 37")

    @classmethod
    def bid(cls, level: int, strain: int) -> Call:
        """The bid of this level (1 to 7) in this strain; raises ValueError out of that range."""
        if 1 <= level <= 7 and 0 <= strain <= 4:
            return CALLS[5 * level - 2 + strain]
        raise ValueError(f"level {level}, strain {strain} is not a bid: levels are 1 to 7, strains 0 to 4")

    @classmethod
    def parse(cls, text: str) -> Call:
        """The call in any usual spelling: ``P`` ``pass``, ``X`` ``dbl``, ``XX`` ``redouble``, ``1NT`` ``1n``.

        Raises NotationError.
        """
        call = _CALL_WORDS.get(text)
        if call is None:
            call = _CALL_WORDS.get(text.strip().lower())
            if call is None:
                raise _unreadable(text)
        return call

    @property
    def pbn(self) -> str:
        """The call as PBN writes it: ``Pass``, ``X``, ``XX``, ``1C`` … ``7NT``."""
        return self._text if self else "Pass"

    @property
    def pretty(self) -> str:
        """The call with its suit symbol, such as ``1♠``; the calls without a suit as in PBN."""
        return f"{self.level}{self.strain.symbol}" if self.strain is not None else self.pbn

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Call.parse({self._text!r})"

    def __format__(self, spec: str) -> str:
        return self._text.__format__(spec)

    def __reduce__(self) -> tuple[type[Call], tuple[int]]:
        return (Call, (int(self),))


def _make_call(value: int) -> Call:
    call = int.__new__(Call, value)
    call.is_bid = value > 2
    if value > 2:
        call.level, call.strain = (value + 2) // 5, STRAINS[(value - 3) % 5]
        call._text = f"{call.level}{call.strain.letter}"
    else:
        call.level, call.strain = 0, None
        call._text = ("P", "X", "XX")[value]
    return call


def _unreadable(text: str) -> NotationError:
    word = text.strip().lower()
    if len(word) > 1 and word[0] in "089" and word[1:] in _BID_TAILS:
        return NotationError(f"{quoted(text)} is not a bid: the levels are one to seven", text)
    return NotationError(f"{quoted(text)} is not a call: write P, X, XX, or a bid such as 1C or 3NT", text)


CALLS: tuple[Call, ...] = tuple([_make_call(value) for value in range(38)])
PASS, DOUBLE, REDOUBLE = CALLS[:3]

_BID_TAILS = {
    "c": 0, "d": 1, "h": 2, "s": 3, "n": 4, "nt": 4,
    "♣": 0, "♦": 1, "♥": 2, "♠": 3, "♧": 0, "♢": 1, "♡": 2, "♤": 3,
}  # fmt: skip
_CALL_WORDS: dict[str, Call] = {
    "p": PASS, "pass": PASS, "x": DOUBLE, "dbl": DOUBLE, "double": DOUBLE,
    "xx": REDOUBLE, "rdbl": REDOUBLE, "redbl": REDOUBLE, "redouble": REDOUBLE,
}  # fmt: skip
for _level in range(1, 8):
    for _tail, _strain in _BID_TAILS.items():
        _CALL_WORDS[f"{_level}{_tail}"] = CALLS[5 * _level - 2 + _strain]
for _call in CALLS:
    _CALL_WORDS[_call._text] = _call

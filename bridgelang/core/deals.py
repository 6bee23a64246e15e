"""Four hands that make up the pack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bridgelang.core.cards import CARDS, quoted
from bridgelang.core.hands import EXAMPLE, FULL_DECK, Hand, count_text, suit_lines
from bridgelang.core.seats import SEATS, Seat
from bridgelang.errors import NotationError


class Deal:
    """The 52 cards dealt to four seats; ``deal[Seat.NORTH]`` is north's hand.

    >>> deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    >>> print(deal[Seat.WEST])
    2.5432.5432.5432

    ``hands`` is the tuple north, east, south, west.
    Raises ValueError unless there are four hands of 13 cards, all different.
    """

    __slots__ = ("hands",)

    hands: tuple[Hand, Hand, Hand, Hand]

    def __init__(self, hands: Sequence[Hand]) -> None:
        if len(hands) != 4:
            raise ValueError(f"a deal has four hands, not {len(hands)}")
        fault = _fault(hands)
        if fault:
            raise ValueError(fault)
        north, east, south, west = hands
        self.hands = (north, east, south, west)

    @classmethod
    def parse(cls, text: str, *, complete: bool = False) -> Deal:
        """The deal in PBN's notation: a seat, a colon, four hands clockwise from that seat.

        With ``complete``, one hand may be ``-`` or missing at the end: it gets the cards that are left.

        >>> deal = Deal.parse("E:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 -", complete=True)
        >>> deal[Seat.NORTH].lengths
        (4, 4, 4, 1)

        Raises NotationError: names a card dealt twice and to whom, and counts the cards of a hand without 13.
        """
        seat_text, colon, rest = text.strip().partition(":")
        if not colon:
            raise NotationError(f"{quoted(text)} is not a deal: write a seat, a colon and four hands", text)
        first = Seat.parse(seat_text)
        words = rest.split()
        if complete and len(words) == 3:
            words.append("-")
        if len(words) != 4:
            raise NotationError(
                f"{quoted(text)} has {len(words)} hands; a deal has four, clockwise from {first.word}", text
            )
        hands: list[Hand | None] = [None] * 4
        for index, word in enumerate(words):
            seat = SEATS[(first + index) & 3]
            if word != "-":
                hands[seat] = _parse_hand(word, seat, text)
            elif not complete or words.count("-") > 1:
                raise NotationError(f"{seat.word}'s hand is not given in {quoted(text)}", text)
        problem = _fault(hands)
        if problem:
            raise NotationError(problem, text)
        return cls.complete(hands)

    @classmethod
    def complete(cls, hands: Sequence[Hand | None]) -> Deal:
        """The deal of these hands, north first, where one may be None: it gets the cards that are left."""
        missing = [seat for seat, hand in enumerate(hands) if hand is None]
        if len(missing) > 1:
            raise ValueError(f"one hand can be completed, not {len(missing)}")
        fault = _fault(hands)
        if fault:
            raise ValueError(fault)
        left = FULL_DECK
        for hand in hands:
            left &= ~hand.mask if hand is not None else FULL_DECK
        return cls([hand if hand is not None else Hand(left) for hand in hands])

    def __getitem__(self, seat: int) -> Hand:
        return self.hands[seat]

    def __iter__(self) -> Iterator[Hand]:
        return iter(self.hands)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self.hands == other.hands

    def __hash__(self) -> int:
        return hash(self.hands)

    def __str__(self) -> str:
        return self.to_pbn()

    def __repr__(self) -> str:
        return f"Deal.parse('{self}')"

    def __reduce__(self) -> tuple[type[Deal], tuple[tuple[Hand, Hand, Hand, Hand]]]:
        return (Deal, (self.hands,))

    def owner(self, card: int) -> Seat:
        """The seat that was dealt this card."""
        for seat in SEATS:
            if self.hands[seat].mask >> card & 1:
                return seat
        raise ValueError(f"{card} is not a card")

    def to_pbn(self, first: int = Seat.NORTH) -> str:
        """The deal as PBN writes it, from the seat ``first`` clockwise."""
        return f"{SEATS[first]}:" + " ".join([str(self.hands[(first + index) & 3]) for index in range(4)])

    def diagram(self, symbols: bool = False) -> str:
        """The four hands as books print them, north on top; lines have no trailing blanks.

        >>> deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
        >>> print(deal.diagram())
                      North
                      S AKQJ
                      H AKQ
                      D AKQ
                      C AKQ
        West                        East
        S 2                         S T987
        H 5432                      H JT9
        D 5432                      D JT9
        C 5432                      C JT9
                      South
                      S 6543
                      H 876
                      D 876
                      C 876
        """
        north, east, south, west = ([seat.word, *suit_lines(self.hands[seat], symbols)] for seat in SEATS)
        indent = " " * 14
        lines = [indent + line for line in north]
        lines += [f"{left:<28}{right}" for left, right in zip(west, east, strict=True)]
        lines += [indent + line for line in south]
        return "\n".join(lines)


def _parse_hand(word: str, seat: Seat, text: str) -> Hand:
    if "." not in word:
        raise NotationError(f"{seat.word}'s hand is {quoted(word)}: write it as in {EXAMPLE}", text)
    try:
        return Hand.parse(word, partial=True)
    except NotationError as fault:
        raise NotationError(f"{seat.word}'s hand: {fault}", text) from None


def _fault(hands: Sequence[Hand | None]) -> str:
    """What is wrong with these hands, in words, or nothing: a card dealt twice first, then a wrong count."""
    for seat, hand in zip(SEATS, hands, strict=True):
        for other, earlier in zip(SEATS, hands[:seat], strict=False):
            both = hand.mask & earlier.mask if hand is not None and earlier is not None else 0
            if both:
                card = CARDS[both.bit_length() - 1]
                return f"the card {card} is dealt twice, to {other.word} and to {seat.word}"
    for seat, hand in zip(SEATS, hands, strict=True):
        if hand is not None and len(hand) != 13:
            return f"{seat.word}'s hand has {count_text(hand.mask)}; a hand has 13"
    return ""

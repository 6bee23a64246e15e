"""A hand of cards as one 52-bit mask.

Encoding: bit index = card number (``13 * suit + rank``), so clubs are bits 0-12, diamonds 13-25, hearts 26-38
and spades 39-51. Tuples over suits run clubs, diamonds, hearts, spades; text runs spades first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bridgelang.core.cards import CARDS, Card, Suit, holding_text, parse_holding, quoted
from bridgelang.errors import NotationError

FULL_DECK = (1 << 52) - 1
ACES = 0x8004002001000
KINGS = ACES >> 1
QUEENS = ACES >> 2
JACKS = ACES >> 3
HIGH_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
EXAMPLE = "AKQ2.J53.T98.642"

TYPE_CHECKING = False


class Hand:
    """Thirteen cards, immutable; :meth:`partial` makes hands of another size.

    >>> hand = Hand.parse("AKQ2.J53.T98.642")
    >>> hand.hcp, hand.lengths, hand.length(Suit.SPADES)
    (10, (3, 3, 3, 4), 4)
    >>> Card.parse("SA") in hand, str(hand)
    (True, 'AKQ2.J53.T98.642')

    ``mask`` is the 52-bit mask; ``holdings`` four 13-bit masks and ``lengths`` four counts, clubs first;
    ``hcp`` the high-card points (ace 4, king 3, queen 2, jack 1). All but the mask are worked out when first
    asked for.
    Raises ValueError unless the mask has exactly 13 cards of the 52.
    """

    __slots__ = ("hcp", "holdings", "lengths", "mask")

    mask: int
    hcp: int
    lengths: tuple[int, int, int, int]
    holdings: tuple[int, int, int, int]

    def __init__(self, mask: int) -> None:
        if mask.bit_count() != 13 or not 0 < mask <= FULL_DECK:
            raise ValueError(f"a hand has 13 cards of the 52, this mask has {mask.bit_count()}")
        self.mask = mask

    if not TYPE_CHECKING:

        def __getattr__(self, name):  # called for a slot not filled yet; later reads are plain slot reads
            mask = self.mask
            if name == "hcp":
                value = (
                    (mask & JACKS).bit_count()
                    + 2 * (mask & QUEENS).bit_count()
                    + 3 * (mask & KINGS).bit_count()
                    + 4 * (mask & ACES).bit_count()
                )
                self.hcp = value
                return value
            if name == "holdings":
                value = (mask & 0x1FFF, mask >> 13 & 0x1FFF, mask >> 26 & 0x1FFF, mask >> 39)
                self.holdings = value
                return value
            if name == "lengths":
                value = (
                    (mask & 0x1FFF).bit_count(),
                    (mask >> 13 & 0x1FFF).bit_count(),
                    (mask >> 26 & 0x1FFF).bit_count(),
                    (mask >> 39).bit_count(),
                )
                self.lengths = value
                return value
            raise AttributeError(f"a hand has no `{name}`", name=name, obj=self)

    @classmethod
    def partial(cls, mask: int) -> Hand:
        """A hand of any size, for positions in mid-play; raises ValueError for a bit beyond the 52 cards."""
        if not 0 <= mask <= FULL_DECK:
            raise ValueError("a hand's mask has bits for the 52 cards only")
        hand = cls.__new__(cls)
        hand.mask = mask
        return hand

    @classmethod
    def of(cls, cards: Iterable[int]) -> Hand:
        """The hand of these 13 different cards; raises ValueError."""
        mask = 0
        for card in cards:
            if mask >> card & 1:
                raise ValueError(f"the card {CARDS[card]} stands twice in the hand")
            mask |= 1 << card
        return cls(mask)

    @classmethod
    def parse(cls, text: str, *, partial: bool = False) -> Hand:
        """The hand in any notation: dotted, card by card, or suit by suit; case is ignored.

        Read are ``AKQ2.J53.T98.642`` (spades.hearts.diamonds.clubs, ``10`` for ``T``, ``-`` or nothing for a
        void), cards in any order (``5C 7H AS 10H`` …), and suits by name (``S AKQ2 H J53 D T98 C 642``).

        >>> Hand.parse("-.QJT9.akq10.AKQ32") == Hand.parse("H QJT9 D AKQT C AKQ32")
        True

        Raises NotationError: names a card that stands twice, counts the cards when there are not 13
        (any number will do with ``partial``).
        """
        if "." not in text and (dotted := _meant_dotted(text)):
            raise NotationError(f"{quoted(text)}: the suits of a hand are parted by dots, {dotted}", text)
        mask = _parse_dotted(text) if "." in text else _parse_cards(text)
        if mask.bit_count() != 13 and not partial:
            raise NotationError(f"{quoted(text)} has {count_text(mask)}; a hand has 13", text)
        return cls.partial(mask)

    def holding(self, suit: int) -> int:
        """The 13-bit mask of one suit."""
        return self.mask >> 13 * suit & 0x1FFF

    def length(self, suit: int) -> int:
        """The number of cards in one suit."""
        return (self.mask >> 13 * suit & 0x1FFF).bit_count()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, spades first, each suit from high to low."""
        mask, found = self.mask, []
        while mask:
            top = mask.bit_length() - 1
            found.append(CARDS[top])
            mask ^= 1 << top
        return tuple(found)

    def __contains__(self, card: int) -> bool:
        return bool(self.mask >> card & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __str__(self) -> str:
        clubs, diamonds, hearts, spades = self.holdings
        return f"{holding_text(spades)}.{holding_text(hearts)}.{holding_text(diamonds)}.{holding_text(clubs)}"

    def __repr__(self) -> str:
        return f"Hand.parse('{self}')" if len(self) == 13 else f"Hand.parse('{self}', partial=True)"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return (Hand.partial, (self.mask,))

    def pretty(self, symbols: bool = False) -> str:
        """The hand by suits on one line, spades first, a void as ``-``.

        >>> Hand.parse("AKQ2.J53..T98642").pretty()
        'S AKQ2  H J53  D -  C T98642'
        """
        return "  ".join(suit_lines(self, symbols))


def suit_lines(hand: Hand, symbols: bool = False) -> list[str]:
    """The four lines of a hand in a diagram, spades first: ``S AKQ2``, a void as ``S -``."""
    return [
        f"{suit.symbol if symbols else suit.letter} {holding_text(hand.holding(suit)) or '-'}" for suit in HIGH_SUITS
    ]


def count_text(mask: int) -> str:
    """How many cards, in all and by suit, for a message: ``12 cards (4 spades, 3 hearts, …)``."""
    total = mask.bit_count()
    parts = []
    for suit in HIGH_SUITS:
        length = (mask >> 13 * suit & 0x1FFF).bit_count()
        parts.append(f"{length} {suit.name_lower if length != 1 else suit.name_lower[:-1]}")
    return f"{total} card{'' if total == 1 else 's'} ({', '.join(parts)})"


def _meant_dotted(text: str) -> str:
    """How to write a hand whose ranks stand without dots; empty when the text is something else.

    >>> _meant_dotted("AKQ2 KQ2 432 432")
    'as in AKQ2.KQ2.432.432'
    """
    import re

    plain = text.strip().upper().replace("10", "T")
    suits = re.split(r"[\s,;/|-]+", plain)
    if sum(map(len, suits)) != 13 or not all(re.fullmatch("[AKQJT2-9]+", suit) for suit in suits):
        return ""
    return "as in " + ".".join(suits) if len(suits) == 4 else "spades first, as in AKQ2.J53.T98.642"


def _parse_dotted(text: str) -> int:
    parts = text.split(".")
    if len(parts) != 4:
        raise NotationError(
            f"{quoted(text)} has {len(parts)} suits; write four with dots between, as in {EXAMPLE}", text
        )
    mask = at = 0
    for suit, part in zip(HIGH_SUITS, parts, strict=True):
        mask |= parse_holding(part, suit, text, at) << 13 * suit
        at += len(part) + 1
    return mask


def _parse_cards(text: str) -> int:
    """``5C 7H AS 10H …``, or by suit when there are at most four suit marks and one comes first."""
    words = text.replace(",", " ").split()
    marks = [letter for letter in text.lower() if letter in _SUIT_MARKS]
    if words and 0 < len(marks) <= 4 and words[0][0].lower() in _SUIT_MARKS:
        return _parse_by_suit(text, words)
    if len(words) < 2:
        raise NotationError(f"{quoted(text)} is not a hand: write one as in {EXAMPLE}", text)
    mask = 0
    for word in words:
        try:
            card = Card.parse(word)
        except NotationError as fault:
            raise NotationError(f"{fault} (in {quoted(text)})", text, text.find(word)) from None
        if mask & card.bit:
            raise NotationError(f"the card {card} stands twice in {quoted(text)}", text)
        mask |= card.bit
    return mask


_SUIT_MARKS = {letter: suit for suit in HIGH_SUITS for letter in (suit.letter.lower(), suit.symbol, "♧♢♡♤"[suit])}


def _parse_by_suit(text: str, words: list[str]) -> int:
    """``S AKQ2 H J53 …``: every suit mark opens its suit, once; colons and blanks do not matter."""
    holdings: dict[Suit, str] = {}
    suit = Suit.SPADES
    for letter in "".join(words).replace(":", ""):
        mark = _SUIT_MARKS.get(letter.lower())
        if mark is None:
            holdings[suit] += letter
        elif mark in holdings:
            raise NotationError(f"the {mark.name_lower} come twice in {quoted(text)}", text)
        else:
            suit = mark
            holdings[suit] = ""
    return sum([parse_holding(ranks, suit, text, None) << 13 * suit for suit, ranks in holdings.items()])

"""Suits, strains, ranks and cards.

Encodings, used by every other module:

* suit: clubs 0, diamonds 1, hearts 2, spades 3; strain: the same, and notrump 4;
* rank: two 0 … ace 12; card: ``13 * suit + rank``, so 0 is the club two and 51 the spade ace;
* holding: a 13-bit mask, bit index = rank.

All of them are integers, so equal numbers of different kinds compare equal: never mix kinds as dictionary
keys.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache

from bridgelang.errors import NotationError

RANK_LETTERS = "23456789TJQKA"
HOLDING_BITS = 0x1FFF


class Suit(IntEnum):
    """One of the four suits, in the order of the bidding ladder.

    >>> Suit.parse("hearts"), Suit.SPADES.symbol
    (<Suit.HEARTS: 2>, '♠')
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    letter: str
    symbol: str
    name_lower: str

    def __str__(self) -> str:
        return self.letter

    def __format__(self, spec: str) -> str:
        return self.letter.__format__(spec)

    @classmethod
    def parse(cls, text: str) -> Suit:
        """The suit written as a letter, an English word or a symbol; raises NotationError."""
        suit = _SUIT_WORDS.get(text.strip().lower())
        if suit is None:
            raise NotationError(f"{quoted(text)} is not a suit: write S, H, D or C", text)
        return suit


class Strain(IntEnum):
    """What a bid names: one of the four suits, or notrump above them.

    >>> Strain.parse("NT") > Strain.SPADES, Strain.parse("c").suit
    (True, <Suit.CLUBS: 0>)
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NOTRUMP = 4

    letter: str
    symbol: str
    name_lower: str
    suit: Suit | None

    def __str__(self) -> str:
        return self.letter

    def __format__(self, spec: str) -> str:
        return self.letter.__format__(spec)

    @classmethod
    def parse(cls, text: str) -> Strain:
        """The strain written as C, D, H, S, N or NT, a word or a symbol; raises NotationError."""
        strain = _STRAIN_WORDS.get(text.strip().lower())
        if strain is None:
            raise NotationError(f"{quoted(text)} is not a strain: write C, D, H, S or NT", text)
        return strain


class Rank(IntEnum):
    """The rank of a card, two to ace.

    >>> Rank.parse("10"), Rank.ACE.letter
    (<Rank.TEN: 8>, 'A')
    """

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    letter: str
    name_lower: str

    def __str__(self) -> str:
        return self.letter

    def __format__(self, spec: str) -> str:
        return self.letter.__format__(spec)

    @classmethod
    def parse(cls, text: str) -> Rank:
        """The rank written as 2 to 9, T or 10, J, Q, K, A, or as a word; raises NotationError."""
        rank = _RANK_WORDS.get(text.strip().lower())
        if rank is None:
            raise NotationError(f"{quoted(text)} is not a rank: write 2 to 9, T (or 10), J, Q, K or A", text)
        return rank


def quoted(text: str, limit: int = 60) -> str:
    """The text in back quotes for a message, cut when it is long."""
    return f"`{text}`" if len(text) <= limit else f"`{text[: limit - 1]}…`"


SUITS = tuple(Suit)
STRAINS = tuple(Strain)
RANKS = tuple(Rank)
MAJORS = (Suit.HEARTS, Suit.SPADES)
MINORS = (Suit.CLUBS, Suit.DIAMONDS)

for _suit in SUITS:
    _suit.letter, _suit.symbol, _suit.name_lower = "CDHS"[_suit], "♣♦♥♠"[_suit], _suit.name.lower()
for _strain in STRAINS:
    _strain.letter = ("C", "D", "H", "S", "NT")[_strain]
    _strain.symbol = ("♣", "♦", "♥", "♠", "NT")[_strain]
    _strain.name_lower = _strain.name.lower()
    _strain.suit = SUITS[_strain] if _strain < 4 else None
for _rank in RANKS:
    _rank.letter, _rank.name_lower = RANK_LETTERS[_rank], _rank.name.lower()

_SUIT_WORDS: dict[str, Suit] = {}
for _suit in SUITS:
    for _word in (_suit.letter.lower(), _suit.symbol, "♧♢♡♤"[_suit], _suit.name_lower, _suit.name_lower[:-1]):
        _SUIT_WORDS[_word] = _suit
_STRAIN_WORDS = {_word: STRAINS[_suit] for _word, _suit in _SUIT_WORDS.items()}
for _word in ("n", "nt", "notrump", "notrumps", "no trump", "no trumps"):
    _STRAIN_WORDS[_word] = Strain.NOTRUMP
_RANK_WORDS = {"10": Rank.TEN}
for _rank in RANKS:
    _RANK_WORDS[_rank.letter.lower()] = _RANK_WORDS[_rank.name_lower] = _rank


class Card(int):
    """A playing card: an integer 0 … 51, ``13 * suit + rank``; each number has one object, kept in ``CARDS``.

    >>> Card.parse("10H"), Card.parse("♠A").suit, str(Card(51))
    (Card.parse('HT'), <Suit.SPADES: 3>, 'SA')

    Raises ValueError for a number out of range.
    """

    suit: Suit
    rank: Rank
    bit: int  # 1 << card, its place in a hand's 52-bit mask
    _text: str

    def __new__(cls, value: int) -> Card:
        if 0 <= value < 52:
            return CARDS[value]
        raise ValueError(f"{value} is not a card: cards are 0 to 51")

    @classmethod
    def of(cls, suit: int, rank: int) -> Card:
        """The card of this suit and rank."""
        return CARDS[13 * suit + rank]

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written suit or rank first (``SA``, ``AS``, ``10H``, ``♠A``); raises NotationError."""
        card = _card_words().get(text.strip().lower())
        if card is None:
            raise NotationError(f"{quoted(text)} is not a card: write suit and rank, such as SA or H10", text)
        return card

    @property
    def pretty(self) -> str:
        """The card with its suit symbol, such as ``♠A``."""
        return self.suit.symbol + self.rank.letter

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card.parse({self._text!r})"

    def __format__(self, spec: str) -> str:
        return self._text.__format__(spec)

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return (Card, (int(self),))


def _make_card(value: int) -> Card:
    card = int.__new__(Card, value)
    card.suit, card.rank, card.bit = SUITS[value // 13], RANKS[value % 13], 1 << value
    card._text = card.suit.letter + card.rank.letter
    return card


CARDS: tuple[Card, ...] = tuple([_make_card(value) for value in range(52)])

_card_spellings: dict[str, Card] = {}


def _card_words() -> dict[str, Card]:
    if not _card_spellings:
        for card in CARDS:
            ranks = ("t", "10") if card.rank == Rank.TEN else (card.rank.letter.lower(),)
            suits = (card.suit.letter.lower(), card.suit.symbol, "♧♢♡♤"[card.suit])
            for suit in suits:
                for rank in ranks:
                    _card_spellings[suit + rank] = _card_spellings[rank + suit] = card
    return _card_spellings


_HIGH_TO_LOW = tuple([(RANK_LETTERS[rank], 1 << rank) for rank in range(12, -1, -1)])
_BIT_OF_LETTER = dict(_HIGH_TO_LOW) | {letter.lower(): bit for letter, bit in _HIGH_TO_LOW}


@cache
def holding_text(mask: int) -> str:
    """The cards of one suit from a 13-bit mask, high to low; a void is the empty text.

    >>> holding_text(0b1_1001_0000_0001)
    'AKT2'
    """
    return "".join([letter for letter, bit in _HIGH_TO_LOW if mask & bit])


def parse_holding(text: str, suit: Suit | None = None, whole: str | None = None, offset: int | None = 0) -> int:
    """The 13-bit mask of one suit's cards, in any order; ``10`` is ``T``; empty or ``-`` is a void.

    >>> bin(parse_holding("AK102"))
    '0b1100100000001'

    For the messages: ``suit`` names the card, ``whole`` is the larger text this is part of, ``offset`` where.
    Raises NotationError for anything that is not a rank and for a rank that stands twice.
    """
    body = text.strip()
    if body == "-":
        return 0
    whole = text if whole is None else whole
    mask, at = 0, text.find(body)
    end = at + len(body)
    while at < end:
        letter = text[at]
        width = 2 if letter == "1" and text[at + 1 : at + 2] == "0" else 1
        bit = 0x100 if width == 2 else _BIT_OF_LETTER.get(letter)
        place = None if offset is None else offset + at
        if bit is None:
            where = "" if suit is None else f", in the {suit.name_lower},"
            raise NotationError(
                f"`{letter}` in {quoted(whole)}{where} is not a rank: write 2 to 9, T (or 10), J, Q, K or A",
                whole,
                place,
            )
        if mask & bit:
            card = f"{suit.letter if suit is not None else ''}{holding_text(bit)}"
            raise NotationError(f"the card {card} stands twice in {quoted(whole)}", whole, place)
        mask |= bit
        at += width
    return mask

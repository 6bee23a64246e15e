"""The values of PBN's standard tags: reading them tolerantly, writing them as the export format wants.

Source: PBN 2.1, section 3.4 and chapter 4.2. Readers raise NotationError with a message for people; where a
spelling is not the standard's but clear, they say so through ``dialect(message)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from attrs import frozen

from bridgelang.core.calls import PASS, Call
from bridgelang.core.cards import CARDS, Strain, quoted
from bridgelang.core.hands import Hand, count_text
from bridgelang.core.seats import SEATS, Seat, Side, Vulnerability
from bridgelang.errors import NotationError
from bridgelang.interop.board import Board, Hands, Stated

Dialect = Callable[[str], None]
UNKNOWN = ("", "?")

_CONTRACT = re.compile(
    r"([1-7])\s*(NT|N|S|H|D|C|[♠♥♦♣])\s*(XX|RDBL|REDOUBLED|R|\*\*|X|DBL|DOUBLED|D|\*|)", re.IGNORECASE
)
_DOUBLING = {"": 0, "x": 1, "dbl": 1, "doubled": 1, "d": 1, "*": 1}
_PASSED_OUT = ("pass", "passed out", "passed", "p", "all pass", "ap", "po")
_RESULT_SIDES = re.compile(r"(NS|EW)\s*(\d{1,2})(?:\s+(NS|EW)\s*(\d{1,2}))?", re.IGNORECASE)
_RESULT_RELATIVE = re.compile(r"=|[+-]\s*\d{1,2}")
_SCORE_SIDES = re.compile(r"(NS|EW)\s*(\S+)(?:\s+(NS|EW)\s*(\S+))?", re.IGNORECASE)
_HISTORY = re.compile(r"NS (\d+) (\d+)/(\d+(?: \d+){0,2}) EW (\d+) (\d+)/(\d+(?: \d+){0,2})")


def _silent(message: str) -> None:
    """For readers whose departures from the standard are of no interest."""


# -- deals ----------------------------------------------------------------------------------------


def read_deal(value: str, dialect: Dialect = _silent) -> tuple[Seat, Hands]:
    """The first seat and the hands, north first, of ``N:hand hand hand hand``; ``-`` is an unknown hand.

    Raises NotationError when the hands do not fit together; hands of equal size below 13 are an end position.
    """
    seat_text, colon, rest = value.strip().partition(":")
    if not colon:
        raise NotationError(f"{quoted(value)} is not a deal: write a seat, a colon and four hands", value)
    first = Seat.parse(seat_text)
    words = rest.split()
    if len(words) > 4:
        raise NotationError(f"{quoted(value)} has {len(words)} hands; a deal has four", value)
    if len(words) < 4:
        dialect(f"the deal has {len(words)} hands; those missing count as unknown (write - for them)")
    hands: list[Hand | None] = [None] * 4
    for index, word in enumerate(words):
        if word != "-":
            seat = SEATS[(first + index) & 3]
            hands[seat] = _read_hand(word, seat, hands, value)
    if "10" in rest:
        dialect("the deal writes 10 for T")
    if any("-" in word and word != "-" for word in words):
        dialect("the deal writes - for a void; nothing stands between the dots in PBN")
    _check_sizes(hands, value)
    return first, (hands[0], hands[1], hands[2], hands[3])


def _read_hand(word: str, seat: Seat, hands: Sequence[Hand | None], value: str) -> Hand:
    """One hand of a deal, none of whose cards is in those read before."""
    if "." not in word:
        form = "write spades.hearts.diamonds.clubs"
        raise NotationError(f"{seat.word}'s hand is {quoted(word)}: {form}", value)
    try:
        hand = Hand.parse(word, partial=True)
    except NotationError as fault:
        raise NotationError(f"{seat.word}'s hand: {fault}", value) from None
    twice = max((held.mask & hand.mask for held in hands if held is not None), default=0)
    if twice:
        card = CARDS[twice.bit_length() - 1]
        owner = next(other for other in SEATS if (held := hands[other]) is not None and card in held)
        raise NotationError(f"the card {card} is dealt twice, to {owner.word} and to {seat.word}", value)
    return hand


def _check_sizes(hands: Sequence[Hand | None], value: str) -> None:
    """The hands of a deal have 13 cards, those of an end position fewer."""
    known = [(seat, hand) for seat, hand in zip(SEATS, hands, strict=True) if hand is not None]
    most = max((len(hand) for _, hand in known), default=0)
    for seat, hand in known:
        if len(hand) > 13 or (most == 13 and len(hand) < 13):
            raise NotationError(f"{seat.word}'s hand has {count_text(hand.mask)}; a hand has 13", value)


def deal_text(hands: Hands, first: Seat) -> str:
    """The Deal tag's value, from the seat ``first`` clockwise, ranks descending."""
    words = []
    for index in range(4):
        hand = hands[(first + index) & 3]
        words.append("-" if hand is None else str(hand))
    return f"{first.letter}:{' '.join(words)}"


# -- contracts and results ------------------------------------------------------------------------


def read_contract(value: str, dialect: Dialect = _silent) -> Stated:
    """What the Contract tag states, without the declarer; raises NotationError.

    >>> read_contract("2hr").doubled, read_contract("NT").strain
    (2, <Strain.NOTRUMP: 4>)
    """
    text = value.strip()
    if text in UNKNOWN:
        return Stated()
    lower = text.lower()
    if lower in _PASSED_OUT:
        if lower != "pass":
            dialect(f"the contract {quoted(value)} is read as Pass")
        return Stated(bid=PASS)
    found = _CONTRACT.fullmatch(text)
    if found is not None:
        strain = Strain.parse(found[2])
        doubled = _DOUBLING.get(found[3].lower(), 2)
        stated = Stated(Call.bid(int(found[1]), strain), doubled)
        if lower != contract_text(stated).lower():
            dialect(f"the contract {quoted(value)} is read as {contract_text(stated)}")
        return stated
    try:
        return Stated(strain=Strain.parse(text))
    except NotationError:
        fault = f"{quoted(value)} is not a contract: write Pass, or such as 3NT or 4SX"
        raise NotationError(fault, value) from None


def contract_text(stated: Stated) -> str:
    """The Contract tag's value; empty when nothing is stated."""
    if stated.strain is not None:
        return stated.strain.letter
    bid = stated.bid
    if bid is None:
        return ""
    return "Pass" if bid == PASS else f"{bid}{'X' * stated.doubled}"


def read_declarer(value: str) -> tuple[Seat | None, bool]:
    """The declarer and whether declarer and dummy were swapped (``^S``); raises NotationError."""
    text = value.strip()
    swapped = text.startswith("^")
    text = text.removeprefix("^").strip()
    return (None if text in UNKNOWN else Seat.parse(text)), swapped


@frozen
class Result:
    """What the Result tag says: tricks by declarer's side or by side, as far as given.

    ``relative`` counts from the contract: 0 made exactly, -1 one down. ``disputed`` is PBN's ``^``: the
    number agreed is not the number won.
    """

    tricks: int | None = None
    ns: int | None = None
    ew: int | None = None
    relative: int | None = None
    disputed: bool = False

    def by_declarer(self, declarer: Seat | None, level: int, in_play: int = 13) -> int | None:
        """The tricks won by declarer's side of the ``in_play`` there are, None when that cannot be told."""
        if self.tricks is not None:
            return self.tricks
        if self.relative is not None:
            return 6 + level + self.relative if level else None
        if declarer is None:
            return None
        own, other = (self.ns, self.ew) if declarer.side == Side.NS else (self.ew, self.ns)
        if own is not None:
            return own
        return None if other is None else in_play - other


def read_result(value: str, dialect: Dialect = _silent) -> Result | None:
    """What the Result tag says, None when it says nothing; raises NotationError.

    >>> read_result("EW 5 NS 8").by_declarer(Seat.SOUTH, 3), read_result("^9").disputed
    (8, True)
    """
    text = value.strip()
    disputed = text.startswith("^")
    text = text.removeprefix("^").strip()
    if text in UNKNOWN:
        return None
    if text.isascii() and text.isdigit() and int(text[:4]) <= 13:
        return Result(tricks=int(text), disputed=disputed)
    sides = _RESULT_SIDES.fullmatch(text)
    if sides is not None:
        won = {sides[1].upper(): int(sides[2])}
        if sides[3] is not None:
            won[sides[3].upper()] = int(sides[4])
        if all(tricks <= 13 for tricks in won.values()):
            return Result(ns=won.get("NS"), ew=won.get("EW"), disputed=disputed)
    if _RESULT_RELATIVE.fullmatch(text):
        dialect(f"the result {quoted(value)} is read as relative to the contract; PBN counts tricks")
        return Result(relative=0 if text == "=" else int("".join(text.split())), disputed=disputed)
    raise NotationError(f"{quoted(value)} is not a result: write the number of tricks, 0 to 13", value)


# -- the tags a board's fields speak for ------------------------------------------------------------


def _first_known(*seats: Seat | None) -> Seat:
    """The first seat that is known, North when none is."""
    return next((seat for seat in seats if seat is not None), Seat.NORTH)


def field_texts(board: Board, first: Seat | None = None) -> dict[str, str]:
    """The tags whose values the board's fields give, in export spelling; a field that is None gives none.

    ``first`` is the seat the deal starts with, by default the dealer.
    """
    texts: dict[str, str] = {}
    if board.number is not None:
        texts["Board"] = str(board.number)
    if board.dealer is not None:
        texts["Dealer"] = board.dealer.letter
    if board.vulnerability is not None:
        texts["Vulnerable"] = board.vulnerability.pbn
    if any(hand is not None for hand in board.hands):
        texts["Deal"] = deal_text(board.hands, _first_known(first, board.dealer))
    stated = board.stated
    if stated.declarer is not None:
        texts["Declarer"] = f"{'^' if stated.swapped else ''}{stated.declarer.letter}"
    contract = contract_text(stated)
    if contract:
        texts["Contract"] = contract
    if board.tricks is not None:
        texts["Result"] = f"{'^' if board.disputed else ''}{board.tricks}"
    return texts


def says_the_same(board: Board, name: str, value: str) -> bool:
    """Whether a standard tag's value, as it stands, says what the board's field says."""
    try:
        if name == "Board":
            return read_number(value) == board.number
        if name == "Dealer":
            return Seat.parse(value) == board.dealer
        if name == "Vulnerable":
            return Vulnerability.parse(value) == board.vulnerability
        if name == "Deal":
            return read_deal(value)[1] == board.hands
        if name == "Declarer":
            return read_declarer(value) == (board.stated.declarer, board.stated.swapped)
        if name == "Contract":
            stated, mine = read_contract(value), board.stated
            return (stated.bid, stated.doubled, stated.strain) == (mine.bid, mine.doubled, mine.strain)
        if name == "Result":
            result = read_result(value)
            if result is None:
                return board.tricks is None
            contract = board.contract
            level = 0 if contract is None else contract.level
            tricks = result.by_declarer(board.declarer, level, tricks_in_play(board))
            return tricks == board.tricks and result.disputed == board.disputed
    except NotationError:
        return False
    return True


def tricks_in_play(board: Board) -> int:
    """How many tricks there are to win: 13, or fewer in an end position."""
    return max([len(hand) for hand in board.hands if hand is not None], default=13)


def read_number(value: str) -> int | None:
    """The board number, None for an unknown one; raises NotationError."""
    text = value.strip()
    if text in UNKNOWN:
        return None
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise NotationError(f"{quoted(value)} is not a board number: write a number such as 7", value)


# -- scores ---------------------------------------------------------------------------------------


def read_score(value: str, declarer: Seat | None = None) -> tuple[float | None, float | None]:
    """A Score, ScoreIMP, ScoreMP or ScorePercentage value as (North-South, East-West), None where not given.

    A plain number is declarer's side's.

    >>> read_score("NS 420"), read_score("EW -50 NS 60"), read_score("-100", Seat.EAST)
    ((420.0, None), (60.0, -50.0), (None, -100.0))

    Raises NotationError.
    """
    parts = _by_side(value, declarer)
    try:
        ns, ew = (None if part is None else float(part) for part in parts)
    except ValueError:
        raise NotationError(f"{quoted(value)} is not a score: write such as NS 420", value) from None
    return ns, ew


Above = tuple[int, int]


def read_rubber_score(value: str, declarer: Seat | None = None) -> tuple[Above | None, Above | None]:
    """A ScoreRubber value as points above and below the line for (North-South, East-West).

    >>> read_rubber_score("NS 30/60")
    ((30, 60), None)

    Raises NotationError.
    """
    scores: list[Above | None] = []
    for part in _by_side(value, declarer):
        above, slash, below = (part or "0/0").partition("/")
        if not (slash and above.isdigit() and below.isdigit()):
            raise NotationError(f"{quoted(value)} is not a rubber score: write such as NS 30/60", value)
        scores.append(None if part is None else (int(above), int(below)))
    return scores[0], scores[1]


@frozen
class RubberHistory:
    """One side's points when a deal of a rubber begins.

    ``earlier`` are the points above the line in rubbers before, ``above`` those of this rubber, ``below`` the
    points below the line game by game.
    """

    earlier: int
    above: int
    below: tuple[int, ...]


def read_rubber_history(value: str) -> tuple[RubberHistory, RubberHistory]:
    """A ScoreRubberHistory value for North-South and East-West; raises NotationError.

    >>> read_rubber_history("NS 700 50/120 40 EW 0 100/60 0")[0].below
    (120, 40)
    """
    found = _HISTORY.fullmatch(" ".join(value.split()))
    if found is None:
        raise NotationError(f"{quoted(value)} is not a rubber history: write NS 0 50/120 EW 0 0/60", value)
    sides = []
    for at in (1, 4):
        below = tuple(int(points) for points in found[at + 2].split())
        sides.append(RubberHistory(int(found[at]), int(found[at + 1]), below))
    return sides[0], sides[1]


def _by_side(value: str, declarer: Seat | None) -> tuple[str | None, str | None]:
    text = value.strip()
    found = _SCORE_SIDES.fullmatch(text)
    if found is None:
        if declarer is None:
            raise NotationError(f"{quoted(value)} is declarer's score, and the declarer is not known", value)
        return (text, None) if declarer.side == Side.NS else (None, text)
    sides = {found[1].upper(): found[2]}
    if found[3] is not None:
        sides[found[3].upper()] = found[4]
    return sides.get("NS"), sides.get("EW")

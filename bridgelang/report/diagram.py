"""A board from a file, for a person: hands, auction with its notes, contract, result, and the play if wanted.

The text is ASCII but for names and remarks, or has suit symbols, and keeps to a width (80 unless told).
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence

from bridgelang.core.cards import SUITS, Strain
from bridgelang.core.hands import suit_lines
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.interop.board import Board, Hands
from bridgelang.interop.records import Marks, RecordedAuction, RecordedCall, RecordedPlay

WIDTH = 80
_COLUMN = 28  # of west's hand, and twice the indent of north's and south's
_TABLE = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_CODE = re.compile(r"[!\\]([SHDCshdc])(?![A-Za-z])")
_SUFFIXES = ("", "!", "?", "!!", "??", "!?", "?!")
_VULNERABLE = {
    Vulnerability.NONE: "nobody vulnerable",
    Vulnerability.NS: "NS vulnerable",
    Vulnerability.EW: "EW vulnerable",
    Vulnerability.ALL: "all vulnerable",
}


def board_text(
    board: Board, *, symbols: bool = False, width: int = WIDTH, notes: bool = True, play: bool = False
) -> str:
    """The whole board; parts that are not known are left out, and the text ends without a line end.

    >>> from bridgelang.core.auctions import Auction
    >>> from bridgelang.core.deals import Deal
    >>> deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    >>> print(board_text(Board.of(deal, number=1, auction=Auction.parse("7NT P P P"), tricks=13)))
    Board 1, North deals, nobody vulnerable
    <BLANKLINE>
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
    <BLANKLINE>
    West   North  East   South
           7NT    Pass   Pass
    Pass
    <BLANKLINE>
    7NT by North, made with 13 tricks: NS +1520
    """
    parts = [heading(board, width), hands_text(board.hands, _names(board), symbols, width)]
    if board.auction is not None and (board.auction.entries or board.auction.ending):
        parts.append(auction_text(board.auction, symbols, width, notes))
    parts.append(textwrap.fill(result_text(board, symbols), width))
    if play and board.play is not None and not board.play.is_empty:
        parts.append(play_text(board.play, board.strain, symbols))
    return "\n\n".join([part for part in parts if part])


def heading(board: Board, width: int = WIDTH) -> str:
    """Number, dealer and vulnerability on a line, the event and the room on another."""
    first = [] if board.number is None else [f"Board {board.number}"]
    if board.dealer is not None:
        first.append(f"{board.dealer.word} deals")
    if board.vulnerability is not None:
        first.append(_VULNERABLE[board.vulnerability])
    given = (board.tag(name) for name in ("Event", "Stage", "Round", "Room"))
    second = [value for value in given if value not in ("", "?", "-")]
    lines = [", ".join(first), ", ".join(second)]
    return "\n".join([_clip(line, width) for line in lines if line])


def hands_text(hands: Hands, names: Sequence[str] = ("", "", "", ""), symbols: bool = False, width: int = WIDTH) -> str:
    """The hands round the table, north on top; one that is not known is its name alone; none at all is nothing.

    ``names`` are the players', north first.
    """
    if not any(hand is not None for hand in hands):
        return ""
    blocks = []
    for seat, hand, name in zip(SEATS, hands, names, strict=True):
        title = f"{seat.word} ({name})" if name else seat.word
        blocks.append([title, *(suit_lines(hand, symbols) if hand is not None else ["?", "", "", ""])])
    north, east, south, west = blocks
    indent = " " * (_COLUMN // 2)
    lines = [indent + line for line in north]
    lines += [f"{_clip(left, _COLUMN - 1):<{_COLUMN}}{right}" for left, right in zip(west, east, strict=True)]
    lines += [indent + line for line in south]
    return "\n".join([_clip(line.rstrip(), width) for line in lines])


def auction_text(record: RecordedAuction, symbols: bool = False, width: int = WIDTH, notes: bool = True) -> str:
    """The auction in four columns, west first, with numbered notes below.

    ``!`` behind a call is an alert without words, ``^`` before it an insufficient bid that was accepted, ``-`` a
    player who was skipped, ``?`` the call that is to come.
    """
    numbers: dict[str, int] = {}
    cells = [""] * _TABLE.index(record.start)
    for entry in record.entries:
        cells.append(_cell(entry, numbers, symbols, notes))
    if record.ending == "+" or not (record.is_over or record.ending):
        cells.append("?")
    size = max(7, 1 + max(map(len, cells), default=0))
    size = min(size, width // 4)
    rows = [[seat.word for seat in _TABLE], *_rows(cells)]
    lines = ["".join([f"{_clip(cell, size - 1):<{size}}" for cell in row]).rstrip() for row in rows]
    for text, number in numbers.items():
        said = _suit_codes(text, symbols)
        lines += textwrap.wrap(f"({number}) {said}", width, subsequent_indent=" " * len(f"({number}) "))
    return "\n".join(lines)


def _cell(entry: RecordedCall, numbers: dict[str, int], symbols: bool, notes: bool) -> str:
    if entry.skipped:
        return "-"
    if entry.call is None:
        return f"`{entry.text}`"
    call = entry.call.pretty if symbols else entry.call.pbn
    marks = entry.marks
    glyphs = [_SUFFIXES[nag] for nag in marks.nags if 0 < nag < len(_SUFFIXES)]
    text = f"{'^' if entry.insufficient else ''}{call}{''.join(glyphs)}"
    if notes and marks.note:
        number = numbers.setdefault(_note(marks), len(numbers) + 1)
        return f"{text} ({number})"
    return f"{text} !" if marks.alert else text


def _note(marks: Marks) -> str:
    return f"Alert. {marks.note}" if marks.alert else (marks.note or "").strip()


def result_text(board: Board, symbols: bool = False) -> str:
    """The contract and how it went, with North-South's points; empty when there is no contract."""
    if board.is_passed_out:
        return "Passed out"
    contract = board.contract
    if contract is None:
        strain = board.strain
        return "" if strain is None else f"Played in {strain.name_lower}"
    text = contract.pretty(symbols)
    if board.stated.swapped:
        text += " (who was to be dummy)"
    if board.tricks is None:
        return text
    over = board.tricks - contract.tricks_needed
    text += f", {'made' if over >= 0 else f'{-over} down'} with {board.tricks} trick{'s' * (board.tricks != 1)}"
    if board.disputed:
        text += " (as agreed; not as played)"
    score = board.score
    return text if score is None else f"{text}: NS {score:+}"


def play_text(record: RecordedPlay, strain: Strain | None, symbols: bool = False) -> str:
    """The tricks in rows, seats in columns from the opening leader; ``>`` marks who led the trick.

    ``-`` is a card not known or not played, ``^`` stands before a revoke that stood.
    """
    leaders = [leader for leader, _ in record.tricks(strain)]
    order = [SEATS[(record.first + column) & 3] for column in range(4)]
    lines = ["      " + "".join([f"{seat.word:<7}" for seat in order]).rstrip()]
    for number, row in enumerate(record.rows):
        cells = []
        for entry in row:
            card = entry.card
            shown = "-" if card is None else card.pretty if symbols else str(card)
            led = number < len(leaders) and leaders[number] == entry.seat
            cells.append(f"{'>' if led else ' '}{'^' if entry.revoke else ''}{'?' if entry.to_play else shown}")
        lines.append(f"{number + 1:>3}. " + "".join([f"{cell:<7}" for cell in cells]).rstrip())
    if record.ending == "*":
        lines.append("      the rest was not played")
    return "\n".join(lines)


def _names(board: Board) -> list[str]:
    found = [board.tag(seat.word) for seat in SEATS]
    return ["" if name in ("?", "-") else name for name in found]


def _rows(cells: Sequence[str]) -> Iterable[Sequence[str]]:
    return [cells[start : start + 4] for start in range(0, len(cells), 4)]


def _clip(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(0, width - 2)] + ".."


def _suit_codes(text: str, symbols: bool) -> str:
    r"""``!S`` and ``\S`` in notes are suits.

    >>> _suit_codes(r"5+ !H, 4 \s", symbols=True)
    '5+ ♥, 4 ♠'
    """
    pretty = {suit.letter: suit.symbol if symbols else suit.letter for suit in SUITS}
    return _CODE.sub(lambda found: pretty[found[1].upper()], text)

"""A board while it is played, for the person at the table: hands in view, the trick, what happened, the review.

Everything fits 80 columns; suits are letters or symbols.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bridgelang.bidding.meaning import Meaning
from bridgelang.core.calls import Call
from bridgelang.core.cards import SUITS, Card, holding_text
from bridgelang.core.contracts import Contract
from bridgelang.core.seats import SEATS, SIDES, Seat, Side
from bridgelang.play.board import Accept, Board, Event, Object, PlayOn, Settle
from bridgelang.play.claims import Claim
from bridgelang.play.state import PlayState
from bridgelang.report.columns import columns

_DOWN = tuple(reversed(SUITS))
_WIDTH = 26  # of west's block; north and south are indented as much
_CENTRE = 20
VULNERABLE = ("nobody vulnerable", "NS vulnerable", "EW vulnerable", "all vulnerable")


def card_text(card: Card, symbols: bool = False) -> str:
    """A card: ``SA``, or with its symbol."""
    return card.pretty if symbols else str(card)


def call_text(call: Call, symbols: bool = False) -> str:
    """A call: ``1H``, ``Pass``, ``X``."""
    return call.pretty if symbols else call.pbn


def head_text(number: int, board: Board) -> str:
    """``Board 3, dealer South, EW vulnerable``."""
    return f"Board {number}, dealer {board.dealer.word}, {VULNERABLE[board.vulnerability]}"


def hand_line(mask: int, symbols: bool = False) -> str:
    """Cards by suits on one line: ``S AK2  H J53  D -  C T98``."""
    return "  ".join(suit_texts(mask, symbols))


def suit_texts(mask: int, symbols: bool = False) -> list[str]:
    """The four lines of a hand, spades first."""
    return [
        f"{suit.symbol if symbols else suit.letter} {holding_text(mask >> 13 * suit & 0x1FFF) or '-'}" for suit in _DOWN
    ]


def table_text(board: Board, visible: Collection[Seat], chair: Seat, symbols: bool = False) -> str:
    """The table in the play: the hands in view, the trick in progress, the tricks won."""
    play = board.play
    assert play is not None
    blocks = [_block(play, seat, seat in visible, chair, symbols) for seat in SEATS]
    trick = {(play.leader + place) & 3: card_text(card, symbols) for place, card in enumerate(play.trick)}
    centre = [
        "",
        trick.get(Seat.NORTH, "").center(_CENTRE),
        f"{trick.get(Seat.WEST, ''):<{_CENTRE // 2 - 2}}{'':4}{trick.get(Seat.EAST, ''):>{_CENTRE // 2 - 2}}",
        trick.get(Seat.SOUTH, "").center(_CENTRE),
        "",
    ]
    indent = " " * _WIDTH
    lines = [tricks_line(play, symbols), ""]
    lines += [indent + line for line in blocks[Seat.NORTH]]
    lines += [
        f"{west:<{_WIDTH}}{middle:<{_CENTRE}}  {east}"
        for west, middle, east in zip(blocks[Seat.WEST], centre, blocks[Seat.EAST], strict=True)
    ]
    lines += [indent + line for line in blocks[Seat.SOUTH]]
    return "\n".join(line.rstrip() for line in lines)


def hands_lines(board: Board, visible: Collection[Seat], chair: Seat, symbols: bool = False) -> str:
    """The hands in view as they were dealt, a line each: ``North (you)   S AK2  H J53  D -  C T98``."""
    assert board.deal is not None
    dummy = board.contract.declarer.partner if board.contract is not None else None
    return "\n".join(
        f"{_title(seat, chair, dummy):<14}{hand_line(board.deal[seat].mask, symbols)}"
        for seat in SEATS
        if seat in visible
    )


def _title(seat: Seat, chair: Seat, dummy: Seat | None) -> str:
    """A seat with who sits there for the person: ``North (you)``, ``South (dummy)``, ``East``."""
    mark = " (you)" if seat == chair else " (dummy)" if seat == dummy else ""
    return f"{seat.word}{mark}"


def tricks_line(play: PlayState, symbols: bool = False) -> str:
    """``Trick 5, 4HX by South: declarer has 3 tricks, the defenders 1``."""
    ours = play.declarer_tricks
    number = min(13, len(play.tricks) + 1)
    return (
        f"Trick {number}, {play.contract.pretty(symbols)}: "
        f"declarer has {_tricks(ours)}, the defenders {len(play.tricks) - ours}"
    )


def _tricks(count: int) -> str:
    return f"{count} trick{'s' * (count != 1)}"


def _block(play: PlayState, seat: Seat, shown: bool, chair: Seat, symbols: bool) -> list[str]:
    title = _title(seat, chair, play.dummy)
    mask = play.hands[seat]
    if shown:
        return [title, *suit_texts(mask, symbols)]
    count = mask.bit_count()
    cards = f"{count} card{'s' * (count != 1)}"
    return [f"{title}, {cards}"] if seat.side == Side.NS else [title, cards, "", "", ""]


def numbered(cards: Sequence[Card], symbols: bool = False, width: int = 79) -> str:
    """Cards with numbers to choose by: ``1 SA  2 SK``, broken into lines."""
    import textwrap

    words = [f"{number}\xa0{card_text(card, symbols)}\xa0" for number, card in enumerate(cards, 1)]
    return "\n".join(line.replace("\xa0", " ").rstrip() for line in textwrap.wrap(" ".join(words), width))


def event_text(before: Board, event: Event, after: Board, symbols: bool = False) -> str:
    """What just happened, in a line; empty for what needs no words."""
    if isinstance(event, Call):
        assert before.auction.turn is not None
        return f"{before.auction.turn.word:<6}{call_text(event, symbols)}"
    if isinstance(event, Card):
        return _card_event(before, event, after, symbols)
    if isinstance(event, Claim):
        return str(event)
    if isinstance(event, Accept):
        return f"{event.seat.word} agrees"
    if isinstance(event, Object):
        return f"{event.seat.word} does not agree"
    if isinstance(event, Settle):
        return f"the claim is settled: {_tricks(event.tricks)} to the claimer's side"
    if isinstance(event, PlayOn):
        return "the claim is void; play goes on"
    return ""


def _card_event(before: Board, card: Card, after: Board, symbols: bool) -> str:
    assert before.play is not None and after.play is not None and before.play.turn is not None
    seat = before.play.turn
    whose = f"{seat.word} (dummy)" if seat == before.play.dummy else seat.word
    verb = "leads" if not before.play.trick else "plays"
    text = f"{whose} {verb} {card_text(card, symbols)}"
    if len(after.play.tricks) > len(before.play.tricks):
        text += f"; {after.play.tricks[-1].winner.word} wins the trick"
    return text


def contract_line(board: Board, symbols: bool = False) -> str:
    """How the auction ended."""
    contract = board.contract
    if contract is None:
        return "All pass."
    return f"The contract is {contract.pretty(symbols)}; {contract.declarer.lho.word} leads."


def result_line(board: Board, symbols: bool = False) -> str:
    """What came of a board that is done: ``4H by South, made with 1 over: NS +450``."""
    contract = board.contract
    if contract is None:
        return "Passed out: NS +0"
    tricks = board.tricks or 0
    return f"{contract.pretty(symbols)}, {made_text(contract, tricks)}: NS {board.score or 0:+,}"


def made_text(contract: Contract, tricks: int) -> str:
    """``made``, ``made with 2 over``, ``3 down``.

    >>> made_text(Contract.parse("4S by N"), 8)
    '2 down'
    """
    over = tricks - contract.tricks_needed
    if over < 0:
        return f"{-over} down"
    return f"made with {over} over" if over else "made"


def tricks_table(play: PlayState, symbols: bool = False) -> str:
    """The tricks so far, a row each, the leader's card marked with a star."""
    order = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
    rows: list[Sequence[object]] = [("", *(seat.word for seat in order), "won by")]
    for number, trick in enumerate(play.tricks, 1):
        cells = [card_text(trick.by_seat(seat), symbols) + ("*" if seat == trick.leader else "") for seat in order]
        rows.append((number, *cells, trick.winner.word))
    return columns(rows, right=[0])


def slip_line(number: int, seat: Seat, card: Card, cost: int, best: Card, symbols: bool = False) -> str:
    """A card that cost tricks, with a better one.

    >>> slip_line(3, Seat.WEST, Card.parse("H2"), 1, Card.parse("HK"))
    '  trick  3: West  H2 cost 1 trick; better was HK'
    """
    lost = f"{card_text(card, symbols)} cost {_tricks(cost)}"
    return f"  trick {number:>2}: {seat.word:<5} {lost}; better was {card_text(best, symbols)}"


def meanings_lines(meanings: Iterable[Meaning], symbols: bool = False) -> str:
    """Each call with what it shows, without the rules."""
    rows = [(meaning.seat.word, call_text(meaning.call, symbols), meaning.text) for meaning in meanings]
    return wrapped(rows)


def wrapped(rows: Iterable[tuple[str, str, str]], width: int = 79) -> str:
    """Rows of seat, call and text, long texts broken under themselves."""
    import textwrap

    lines = []
    for seat, call, text in rows:
        head = f"{seat:<6} {call:<5}"
        lines.append(textwrap.fill(text, width, initial_indent=head, subsequent_indent=" " * len(head)))
    return "\n".join(lines)


def scores_table(boards: Sequence[Board], symbols: bool = False) -> str:
    """The boards that are done with their results and totals, in points."""
    rows: list[Sequence[object]] = [("board", "contract", "result", "NS", "EW")]
    totals = [0, 0]
    for number, board in enumerate(boards, 1):
        score = board.score or 0
        points = (score, -score)
        totals = [total + max(0, own) for total, own in zip(totals, points, strict=True)]
        contract = board.contract
        result = made_text(contract, board.tricks or 0) if contract is not None else ""
        said = contract.pretty(symbols) if contract is not None else "passed out"
        rows.append((number, said, result, *(own if own > 0 else "" for own in points)))
    rows.append(("total", "", "", *totals))
    return columns(rows, right=[0, 3, 4])


def winner_line(ns: int, ew: int) -> str:
    """Who is ahead, and by how much."""
    if ns == ew:
        return "The sides are level."
    side = SIDES[ew > ns]
    return f"{'North-South' if side == 0 else 'East-West'} lead by {abs(ns - ew):,}."

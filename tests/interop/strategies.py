"""Boards for property tests: deals with legal auctions and plays, and everything PBN can hang on them."""

from __future__ import annotations

import random

from attrs import evolve
from hypothesis import strategies as st

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import PASS
from bridgelang.core.cards import CARDS, Card
from bridgelang.core.dealing import deal as dealt
from bridgelang.core.deals import Deal
from bridgelang.core.seats import SEATS, Vulnerability
from bridgelang.interop.board import Board
from bridgelang.interop.records import (
    Comment,
    Marks,
    RecordedCard,
    RecordedPlay,
    Tag,
)

WORDS = st.text(
    st.characters(codec="utf-8", exclude_characters="\r\n\0\x1a\x0b\x0c", exclude_categories=["Cs"]),
    max_size=12,
)
"""One line of any text."""

VALUES = WORDS.filter(lambda text: not text.startswith("#") and text not in ("", "?"))
BRACED = st.text(st.sampled_from('ab {;[]"\\%\n=*é♠'), max_size=12).filter(lambda text: "}" not in text)
COMMENTS = st.one_of(
    st.builds(Comment, st.just("{"), BRACED),
    st.builds(Comment, st.just(";"), WORDS),
)


@st.composite
def auctions(draw: st.DrawFn, finished: bool = False) -> Auction:
    """A legal auction, mostly of the length people bid, over or not."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    auction = Auction(draw(st.sampled_from(SEATS)), draw(st.sampled_from(Vulnerability)))
    limit = 400 if finished else draw(st.integers(0, 30))
    while not auction.is_over and len(auction.calls) < limit:
        legal = auction.legal_calls()
        near = legal[: 1 + chance.randrange(min(8, len(legal)))]
        auction = auction.then(PASS if chance.random() < 0.4 else near[-1])
    return auction


def random_play(deal: Deal, auction: Auction, cards: int, seed: int) -> list[Card]:
    """Legal cards in the order played, chosen blindly."""
    contract = auction.contract
    assert contract is not None
    chance, hands = random.Random(seed), [hand.mask for hand in deal]
    played: list[Card] = []
    turn = contract.declarer.lho
    while len(played) < cards:
        trick = played[len(played) // 4 * 4 :]
        follow = [card for card in CARDS if hands[turn] >> card & 1 and trick and card.suit == trick[0].suit]
        card = chance.choice(follow or [card for card in CARDS if hands[turn] >> card & 1])
        hands[turn] &= ~(1 << card)
        played.append(card)
        turn = turn.lho
        if len(played) % 4 == 0:
            trick = played[-4:]
            best = trick[0]
            for other in trick[1:]:
                ruff = other.suit == contract.strain.suit != best.suit
                if ruff or (other.suit == best.suit and other > best):
                    best = other
            turn = SEATS[(turn + trick.index(best)) & 3]
    return played


@st.composite
def marks(draw: st.DrawFn, glyphs: tuple[int, ...]) -> Marks:
    """What may stand beside a call or a card."""
    alert = draw(st.booleans())
    text = st.text(st.sampled_from('ab: "\\=é'), max_size=8)
    note = draw(text if alert else st.none() | text)
    nags = draw(st.lists(st.sampled_from(glyphs), max_size=3, unique=True))
    comments = draw(st.lists(COMMENTS, max_size=2))
    return Marks(
        note,
        draw(st.none() | st.integers(1, 32)) if note is not None else None,
        alert,
        tuple(sorted(nags)),
        tuple(comments),
    )


@st.composite
def boards(draw: st.DrawFn, marked: bool = True) -> Board:
    """A board with any part missing; its tags are what a file of it would have."""
    deal = dealt(draw(st.integers(0, 99)), draw(st.integers(0, 9999)))
    number = draw(st.none() | st.integers(1, 999))
    auction = draw(st.none() | auctions(finished=draw(st.booleans())))
    board = Board.of(deal, number=number, auction=auction)
    if auction is None:
        board = evolve(
            board,
            dealer=draw(st.none() | st.sampled_from(SEATS)),
            vulnerability=draw(st.none() | st.sampled_from(Vulnerability)),
        )
    if draw(st.booleans()):
        known = draw(st.lists(st.booleans(), min_size=4, max_size=4))
        n, e, s, w = (hand if keep else None for hand, keep in zip(board.hands, known, strict=True))
        board = evolve(board, hands=(n, e, s, w))
    if auction is not None and auction.is_over and auction.contract is not None:
        board = evolve(board, tricks=draw(st.none() | st.integers(0, 13)), disputed=False)
        cards = draw(st.none() | st.sampled_from([0, 1, 3, 4, 6, 17, 51, 52]))
        if cards is not None:
            contract = auction.contract
            played = random_play(deal, auction, cards, draw(st.integers(0, 999)))
            ending = "*" if cards < 52 else ""
            board = evolve(board, play=RecordedPlay.of(contract.declarer.lho, played, contract.strain, ending))
    if marked:
        board = draw(with_marks(board))
    names = draw(st.lists(st.sampled_from(("Event", "Site", "Room", "Hidden", "Zeta", "Annotator")), unique=True))
    extra = tuple(Tag(name, draw(VALUES), (), tuple(draw(st.lists(COMMENTS, max_size=1)))) for name in names)
    return evolve(board, tags=extra, comments=tuple(draw(st.lists(COMMENTS, max_size=1))))


@st.composite
def with_marks(draw: st.DrawFn, board: Board) -> Board:
    """The board with notes, glyphs, comments and irregularities here and there."""
    record, play = board.auction, board.play
    if record is not None and record.entries:
        entries = list(record.entries)
        for index in draw(st.lists(st.integers(0, len(entries) - 1), max_size=4, unique=True)):
            entries[index] = evolve(entries[index], marks=draw(marks((1, 2, 3, 4, 5, 6, 13, 25, 255))))
        spare = tuple(draw(st.lists(st.sampled_from(["x", "y", ""]), max_size=2)))
        board = evolve(board, auction=evolve(record, entries=tuple(entries), spare_notes=spare))
    if play is not None and play.rows:
        rows = [list(row) for row in play.rows]
        for index in draw(st.lists(st.integers(0, 4 * len(rows) - 1), max_size=4, unique=True)):
            entry = rows[index // 4][index % 4]
            odd = draw(st.sampled_from(["", "revoke", "out_of_turn", "to_play"]))
            changed = RecordedCard(entry.seat, None if odd == "to_play" else entry.card)
            if changed.card is not None and odd:
                changed = evolve(changed, **{odd: True})
            elif odd == "to_play":
                changed = evolve(changed, to_play=True)
            rows[index // 4][index % 4] = evolve(changed, marks=draw(marks((7, 8, 9, 10, 11, 12, 14, 200))))
        full = tuple((row[0], row[1], row[2], row[3]) for row in rows)
        board = evolve(board, play=evolve(play, rows=full))
    return board

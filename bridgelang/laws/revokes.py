"""Revokes: finding them in a record, when they are established, what they cost (Laws 61 to 64).

A revoke is established when the offender or his partner leads or plays to the *next* trick, or names a card
to it, or when their side claims or agrees to a claim (Law 63A), not when the trick is complete.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from bridgelang.core.cards import Card, Suit
from bridgelang.core.seats import SEATS, Seat
from bridgelang.laws.rulings import Ruling
from bridgelang.play.state import Trick


@attrs.frozen
class Revoke:
    """A failure to follow suit, or to lead or play as the law required, by one who could have (Law 61A).

    ``trick`` counts from 1; ``suit`` is the suit that should have been played. ``faced``: the card that
    should have been played lay faced on the table, in dummy or as a penalty card (Law 64B3).
    """

    seat: Seat
    trick: int
    card: Card
    suit: Suit
    faced: bool = False
    established: bool = False

    def __str__(self) -> str:
        return f"{self.seat.word} revoked in trick {self.trick}: {self.card}, holding {self.suit.name_lower}"


@attrs.frozen
class RevokeTransfer:
    """The tricks that go to the other side at the end of play, 0 to 2, and the law that says so."""

    tricks: int
    law: str
    text: str


def find_revokes(dealt: Sequence[int], tricks: Sequence[Trick], dummy: Seat | None = None) -> tuple[Revoke, ...]:
    """Every revoke in a record, from the hands dealt (masks, north first) and the tricks in order.

    Found are failures to follow suit; all are established but one in the last trick given. ``dummy`` tells
    whose cards lie faced.

    >>> from bridgelang.core.hands import Hand
    >>> dealt = [Hand.parse(h, partial=True).mask for h in ("SA HA", "S2 H2", "S3 H3", "S4 H4")]
    >>> cards = lambda text: tuple(Card.parse(word) for word in text.split())
    >>> tricks = [Trick(Seat.NORTH, cards("SA H2 S3 S4"), Seat.NORTH)]
    >>> [str(revoke) for revoke in find_revokes(dealt, tricks)]
    ['East revoked in trick 1: H2, holding spades']
    """
    hands, found = list(dealt), []
    for number, trick in enumerate(tricks, 1):
        led = trick.cards[0].suit
        for place, card in enumerate(trick.cards):
            seat = SEATS[(trick.leader + place) & 3]
            if card.suit is not led and hands[seat] >> 13 * led & 0x1FFF:
                established = number < len(tricks)
                found.append(Revoke(seat, number, card, led, seat == dummy, established))
            hands[seat] &= ~card.bit
    return tuple(found)


def transfer(
    winners: Sequence[Seat],
    trick: int,
    offender: Seat,
    *,
    by_dummy: bool = False,
    faced_card: bool = False,
    second_same_suit: bool = False,
    both_sides: bool = False,
    after_next_deal_call: bool = False,
    after_round: bool = False,
    corrected_both: bool = False,
) -> RevokeTransfer:
    """The automatic trick adjustment of Law 64 for an established revoke.

    ``winners`` are the seats that won tricks 1 to 13, ``trick`` the number of the revoke trick. The flags are
    the cases of Law 64B without adjustment: the revoke was dummy's or of another faced card (B3), a second
    one in the suit by the player (B2), attention came after a non-offender called on the next deal (B4) or
    after the round (B5), both sides revoked and both are established (B7), it was corrected under 62C3 (B8).

    >>> S, E = Seat.SOUTH, Seat.EAST
    >>> transfer([S, S, S, S, E, S, S, S, S, S, S, S, E], 5, E).tricks         # won by the offender himself
    2
    >>> transfer([S, S, S, S, S, S, S, S, S, S, S, S, E], 5, E).tricks         # a later trick only
    1

    Raises ``ValueError`` when the trick is not one of those played.
    """
    if not 1 <= trick <= len(winners):
        raise ValueError(f"there is no trick {trick}: {len(winners)} were played")
    exceptions = (
        (second_same_suit, "Law 64B2", "a second revoke in the suit by the same player"),
        (by_dummy or faced_card, "Law 64B3", "the card not played was faced, in dummy or as a penalty card"),
        (after_next_deal_call, "Law 64B4", "attention came after a call on the next deal"),
        (after_round, "Law 64B5", "attention came after the round"),
        (trick == 12, "Law 64B6", "a revoke in trick 12 is corrected"),
        (both_sides, "Law 64B7", "both sides have revoked"),
        (corrected_both, "Law 64B8", "both revokes in the trick have been corrected"),
    )
    for applies, law, text in exceptions:
        if applies:
            return RevokeTransfer(0, law, text)
    rest = winners[trick - 1 :]
    won = sum(seat.side == offender.side for seat in rest)
    if not won:
        return RevokeTransfer(0, "Law 64B1", "the side won neither the revoke trick nor a later one")
    if rest[0] == offender:
        count = min(2, won)
        later = " and one later trick" if count == 2 else ""
        return RevokeTransfer(count, "Law 64A1", f"the offender won the revoke trick: that trick{later}")
    return RevokeTransfer(1, "Law 64A2", "the side won the revoke trick or a later one: one trick")


def transfers(
    revokes: Sequence[Revoke], winners: Sequence[Seat], dummy: Seat
) -> tuple[tuple[Revoke, RevokeTransfer], ...]:
    """The adjustment for each established revoke of a deal, in the order of the tricks.

    What one revoke has taken is not taken again by another of the same side.
    """
    made = [revoke for revoke in revokes if revoke.established]
    both = len({revoke.seat.side for revoke in made}) == 2
    result: list[tuple[Revoke, RevokeTransfer]] = []
    seen: set[tuple[Seat, Suit]] = set()
    for revoke in sorted(made, key=lambda revoke: revoke.trick):
        key = (revoke.seat, revoke.suit)
        ruled = transfer(
            winners,
            revoke.trick,
            revoke.seat,
            by_dummy=revoke.seat == dummy,
            faced_card=revoke.faced,
            second_same_suit=key in seen,
            both_sides=both,
        )
        seen.add(key)
        result.append((revoke, ruled))
    return tuple(result)


def adjusted_tricks(
    revokes: Sequence[Revoke], winners: Sequence[Seat], declarer: Seat
) -> tuple[int, tuple[Ruling, ...]]:
    """Declarer's tricks after Law 64, and the rulings that led there.

    No side can lose more tricks than it won from its first revoke on.
    """
    tricks = sum(seat.side == declarer.side for seat in winners)
    rulings = []
    taken = dict.fromkeys((declarer.side, declarer.side.other), 0)
    for revoke, ruled in transfers(revokes, winners, declarer.partner):
        side = revoke.seat.side
        first = min(r.trick for r in revokes if r.established and r.seat.side == side)
        available = sum(seat.side == side for seat in winners[first - 1 :]) - taken[side]
        count = min(ruled.tricks, available)
        taken[side] += count
        tricks += count if side != declarer.side else -count
        given = f"{count} trick{'s' * (count != 1)} to {side.other}"
        rulings.append(Ruling(ruled.law, revoke.seat, f"{revoke}; {ruled.text}: {given}"))
    return tricks, tuple(rulings)


def equity_note(revoke: Revoke) -> Ruling:
    """Who looks after a side that the automatic adjustment leaves short (Law 64C)."""
    side = revoke.seat.side.other
    text = f"the director adjusts the score if {side} lost more by the revoke than the automatic adjustment returns"
    return Ruling("Law 64C", revoke.seat, text)

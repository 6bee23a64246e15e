"""Whether the cards a record says were played can have been played."""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.interop.board import Hands
from bridgelang.interop.records import RecordedPlay


def card_faults(hands: Hands, play: RecordedPlay) -> Iterator[tuple[int, str]]:
    """Cards played twice or from a hand that did not hold them: the row's index and what is wrong."""
    seen = 0
    for index, row in enumerate(play.rows):
        for entry in row:
            card = entry.card
            if card is None:
                continue
            hand = hands[entry.seat]
            if seen >> card & 1:
                yield index, f"the card {card} is played twice"
            elif hand is not None and card not in hand:
                yield index, f"{entry.seat.word} plays {card}, which is not in the hand"
            seen |= 1 << card

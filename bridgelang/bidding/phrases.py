"""What a call shows in one sentence, as a partner would say it at the table.

First what the author calls it (his note, or the tag's name), then strength on the author's scale, shape, what else is
promised, and whether the call is forcing. What is not new, and bounds that take next to no hands away, stay unsaid;
where a call may be made with different sorts of hands they are named one by one. :func:`sentence` is the short form;
everything that is known is :meth:`Holding.describe`.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridgelang.bidding.shown import Shown
from bridgelang.bidding.state import State
from bridgelang.bidding.told import WIDTH, Told
from bridgelang.bidding.told_shape import Piece, pass_shape, shape
from bridgelang.bidding.told_sorts import OVERLAP, any_way, apart
from bridgelang.bidding.told_strength import strength
from bridgelang.bidding.ways import extra_text, is_measure
from bridgelang.bidding.wording import ENDINGS, NAMED, SAYS_NOTHING, ask_words


def sentence(state: State, reading: Shown) -> str:
    """What ``reading``'s call shows, made in ``state`` by the player to call.

    Pieces that matter least go first when it grows longer than :data:`WIDTH`.
    """
    if reading.unread:
        return "no rule makes this call here: nothing new is known"
    told = Told(state, reading)
    head = _head(told)
    sorts = "" if head else apart(told)
    pieces = [(0, sorts)] if sorts else _pieces(told)
    ending = _ending(reading)
    if not any(text for _, text in pieces):
        sorts = apart(told, overlap=OVERLAP) or any_way(told)
        pieces = [(0, sorts)] if sorts else []
    if not pieces and not head and not ending:
        return _nothing(told)
    return _fitting(head, pieces, ending)


def _pieces(told: Told) -> list[Piece]:
    found = strength(told)
    pieces = [(0, found)] if found else []
    pieces += pass_shape(told) if told.is_pass else shape(told)
    return pieces + [(3, extra) for extra in _extras(told)]


def _head(told: Told) -> str:
    """What the call is called: the author's note, else what its tags are called."""
    note = told.note
    tags = sorted(told.reading.all_tags, key=str)
    named = next((NAMED[name] for name, _ in tags if name in NAMED), "")
    asks = next((words for name, value in tags if (words := ask_words(name, value))), "")
    if note and asks and note.lower() not in asks:
        return f"{note}, {asks}" if len(note) < 20 else note
    if note and named == "transfer":
        return f"{named}, {note}"
    return note or asks or named


def _ending(reading: Shown) -> str:
    """How far it is forcing."""
    tags = reading.names
    if "transfer" in tags or any(ask_words(name, value) for name, value in reading.all_tags):
        return ""
    for name, words in ENDINGS:
        if name in tags:
            if name == "forcing to":
                values = [value for tag, value in reading.all_tags if tag == name and value]
                return f"{words} {_call_text(min(values))}" if values else words
            return words
    return ""


def _nothing(told: Told) -> str:
    """Words for a call that tells nothing new."""
    after = told.state.last_call_of((told.state.turn + 2) & 3)
    if after is not None and after.call and told.reading.call:
        made = after.made()
        strain = (told.reading.call - 3) % 5
        if ("transfer", strain) in made.all_tags:
            return "completes the transfer"
        if made.is_forcing and made.has("artificial") and len(told.reading.entries) == 1:
            return "as asked"
    return SAYS_NOTHING[0] if told.reading.call == 0 else SAYS_NOTHING[1]


def _extras(told: Told) -> Iterator[str]:
    """Stoppers, honours, aces and the like that every way promises; an ask is not measured."""
    asks = any(ask_words(name, value) for name, value in told.reading.all_tags)
    suit = (told.reading.call - 3) % 5 if told.reading.call > 2 else 4
    for part in told.promised:
        text = extra_text(part, suit)
        if text and not (asks and is_measure(part)):
            yield text


def _call_text(number: int) -> str:
    from bridgelang.core.calls import CALLS

    return str(CALLS[number])


def _fitting(head: str, pieces: list[Piece], ending: str) -> str:
    """The sentence with as many pieces as there is room for."""
    kept = list(pieces)

    def whole() -> str:
        body = ", ".join(text for _, text in kept)
        joint = " " if head.endswith("?") else ": "
        first = f"{head}{joint}{body}" if head and body else head or body
        return f"{first}, {ending}" if first and ending else first or ending

    while len(whole()) > WIDTH and any(rank for rank, _ in kept):
        del kept[max(range(len(kept)), key=lambda at: (kept[at][0], at))]
    return whole()

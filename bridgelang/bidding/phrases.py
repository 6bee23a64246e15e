"""What a call shows in one sentence, as a partner would say it at the table.

First what the author calls it (his note, or the tag's name), then strength on the author's scale, shape, what else is
promised, and whether the call is forcing. What is not new, and bounds that take next to no hands away, stay unsaid;
where a call may be made with different sorts of hands they are named one by one. :func:`sentence` is the short form;
everything that is known is :meth:`Holding.describe`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from bridgelang.bidding.shown import Shown
from bridgelang.bidding.state import State
from bridgelang.bidding.ways import (
    RARE,
    chances_in,
    common_note,
    extra_text,
    likely_ways,
    long_suits,
    said_outright,
    suit_text,
    way_text,
    ways_of,
)
from bridgelang.bidding.wording import ENDINGS, NAMED, SAYS_NOTHING, ask_words
from bridgelang.constraints import shapes
from bridgelang.constraints.cells import ALL_CELLS
from bridgelang.constraints.likely import Spread
from bridgelang.constraints.nodes import Shape, Within
from bridgelang.features.quantities import Quantity, quantity

WIDTH = 80
_TAIL = 0.015  # the rarest hands at either end of a range that nobody wrote are not spoken of
_TELLS = 0.06  # a bound is said when it takes away so many of the hands
_OPENING_TELLS = 0.02  # fewer for an opening bid
_PASS_TELLS = 0.2  # more for a pass, which is rarely asked about
_MOSTLY = 0.88  # a hand is called balanced when so many are
_DENIES = 0.2  # and a suit is denied when so many would have had it
_MOST_WAYS = 3
_OVERLAP = 3
_HCP = quantity("hcp")


def sentence(state: State, reading: Shown) -> str:
    """What ``reading``'s call shows, made in ``state`` by the player to call."""
    if reading.unread:
        return "no rule makes this call here: nothing new is known"
    return _Sentence(state, reading).text()


class _Sentence:
    """The pieces of one sentence."""

    def __init__(self, state: State, reading: Shown) -> None:
        self.state = state
        self.reading = reading
        self.before = state.holding(state.turn)
        chance = chances_in(state)
        self.ways = likely_ways(ways_of(reading, chance))
        weights = sum((way.spread.weights for way in self.ways), start=0 * chance)
        self.spread = Spread(weights) if self.ways else Spread.of(reading.holding.cells, chance)
        self.known = Spread.of(self.before.cells, chance)
        self.anything = Spread.of(ALL_CELLS, chance)
        self.note = common_note(self.ways)
        self.is_pass = reading.call == 0
        self.tells = _PASS_TELLS if self.is_pass else _OPENING_TELLS if state.last_bidder < 0 else _TELLS
        self.theirs = state.shown_suits(1 - (state.turn & 1))

    def text(self) -> str:
        """The sentence: pieces that matter least go first when it grows too long."""
        head = self.head()
        named = bool(head)
        apart = self.apart() if not named else ""
        if apart:
            pieces = [(0, apart)]
        else:
            strength = self.strength()
            pieces = [(0, strength)] if strength else []
            pieces += self.pass_shape() if self.is_pass else self.shape()
            pieces += [(3, extra) for extra in self.extras()]
        ending = self.ending(any(text for _, text in pieces))
        if not any(text for _, text in pieces):
            pieces = [(0, apart)] if (apart := self.apart(overlap=_OVERLAP) or self.any_way()) else []
        if not pieces and not head and not ending:
            return self.nothing()
        return _fitting(head, pieces, ending)

    # ------------------------------------------------------------------ its name

    def head(self) -> str:
        """What the call is called: the author's note, else what its tags are called."""
        note = self.note
        tags = sorted(self.reading.all_tags, key=str)
        named = next((NAMED[name] for name, _ in tags if name in NAMED), "")
        asks = next((words for name, value in tags if (words := ask_words(name, value))), "")
        if note and asks and note.lower() not in asks:
            return f"{note}, {asks}" if len(note) < 20 else note
        if note and named == "transfer":
            return f"{named}, {note}"
        return note or asks or named

    def ending(self, says_more: bool) -> str:
        """How far it is forcing."""
        tags = self.reading.names
        if "transfer" in tags or any(ask_words(name, value) for name, value in self.reading.all_tags):
            return ""
        for name, words in ENDINGS:
            if name in tags:
                if name == "forcing to":
                    values = [value for tag, value in self.reading.all_tags if tag == name and value]
                    return f"{words} {_call_text(min(values))}" if values else words
                return words
        return ""

    def nothing(self) -> str:
        """Words for a call that tells nothing new."""
        after = self.state.last_call_of((self.state.turn + 2) & 3)
        if after is not None and after.call and self.reading.call:
            made = after.made()
            strain = (self.reading.call - 3) % 5
            if ("transfer", strain) in made.all_tags:
                return "completes the transfer"
            if made.is_forcing and made.has("artificial") and len(self.reading.entries) == 1:
                return "as asked"
        return SAYS_NOTHING[0] if self.reading.call == 0 else SAYS_NOTHING[1]

    # ------------------------------------------------------------------ strength

    def strength(self) -> str:
        """The range, on the author's scale; empty when it says nothing new."""
        stated = self.stated()
        if stated is not None:
            q, low, high = stated
            return self._range(q, low, high)
        scale = self.state.program_of(self.state.turn).counts.points
        if not scale.exact:
            scale = _HCP
        texts = [self._range(q, None, None) for q in dict.fromkeys((scale, _HCP))]
        if len(texts) == 2 and texts[1] and self._narrower(_HCP, scale):
            return texts[1]
        return texts[0]

    def stated(self) -> tuple[Quantity, int | None, int | None] | None:
        """The range that the lines state, when all state one on the same scale."""
        low: int | None = None
        high: int | None = None
        scale: Quantity | None = None
        first = True
        for way in self.ways:
            said = said_outright(way.parts)
            if said is None or (scale is not None and said[0] is not scale):
                return None
            scale, bottom, top = said
            low = bottom if first else None if low is None or bottom is None else min(low, bottom)
            high = top if first else None if high is None or top is None else max(high, top)
            first = False
        return None if scale is None or not scale.exact else (scale, low, high)

    def _range(self, q: Quantity, low: int | None, high: int | None) -> str:
        """A range in words; ends that are not stated are taken from the hands, if they say anything."""
        least, most = self.spread.range(q, _TAIL)
        sure, _ = self.spread.range(q)
        new_low, new_high = low is not None, high is not None
        if low is None or low < sure:
            low = max(least, low or q.low)
        if high is None or high < sure:
            high = most
            new_high = False
        rest = self._rest()
        free = rest.between(q, low, q.high)
        if not new_high and free.share(free.between(q, high + 1, q.high)) < self.tells:
            high = q.high
        free = rest.between(q, q.low, high)
        if not new_low and free.share(free.between(q, q.low, low - 1)) < self.tells:
            low = q.low
        if new_low and rest.share(rest.between(q, q.low, low - 1)) < RARE and not new_high:
            low = q.low
        if low <= q.low and high >= q.high:
            return ""
        if low <= q.low and (free := self.anything.between(q, q.low, high)).total:
            least = max(least, q.low)
            if (
                free.share(free.between(q, q.low, least - 1)) >= self.tells
            ):  # known before, and the range now has two ends
                low = least
        kind = "support points" if q.kind == "support points" else q.name
        return q.unit_text(low, high).replace(q.name, kind)

    def _rest(self) -> Spread:
        """The hands with what is known and the shape now shown, whatever their strength."""
        here = self.spread.weights.sum(axis=1) > 0
        return Spread(self.known.weights * here[:, None])

    def _narrower(self, one: Quantity, other: Quantity) -> bool:
        """Whether the range of one quantity leaves clearly fewer hands than that of the other."""
        rest = self._rest()
        first = rest.between(one, *self.spread.range(one, _TAIL))
        second = rest.between(other, *self.spread.range(other, _TAIL))
        return first.total < 0.9 * second.total

    # ------------------------------------------------------------------ shape

    def shape(self) -> list[tuple[int, str]]:
        """Balance and suits, each with how soon it may be left out (0 never)."""
        out: list[tuple[int, str]] = []
        takeout = self.reading.has("takeout")  # which is about shape in itself
        balance = "" if takeout else self.balance()
        if balance:
            out.append((0, balance))
        longs, bounds = self.suits(4 if balance or takeout else 3)
        if takeout:
            return [(0, text) for text in longs]
        out += [(0, text) for text in longs]
        either = self.either(longs)
        if either:
            out.append((1, either))
        if self.unbalanced():
            out.append((4, "unbalanced"))
        if self.note:  # what its author says of it tells what it denies
            bounds = [text for text in bounds if text[0] in "0v"]
        return out + [(2, text) for text in bounds]

    def pass_shape(self) -> list[tuple[int, str]]:
        """The suits that the lines of a pass ask for: those of a pass for penalties."""
        texts = [long_suits(way, self.before) for way in self.ways]
        return [(0, text) for text in texts[0] if all(text in others for others in texts)] if texts else []

    def balance(self) -> str:
        """``balanced`` when it is so and was not known, with the word on majors when the author says so."""
        mask = shapes.balanced()
        here, known = self.spread, self.known
        if here.share(here.shapes(mask)) < _MOSTLY or known.share(known.shapes(mask)) > 1 - RARE:
            return ""
        tops = [here.length_range(suit)[1] for suit in (2, 3)]
        opening = self.state.last_bidder < 0
        return "balanced, no 5-card major" if opening and tops == [4, 4] else "balanced"

    def unbalanced(self) -> bool:
        """Whether the author asks for an unbalanced hand."""
        return all(
            any(isinstance(part, Shape) and part.label == "unbalanced" for part in way.parts) for way in self.ways
        )

    def suits(self, fewest: int) -> tuple[list[str], list[str]]:
        """The suits that are shown with ``fewest`` cards or more, and those that are limited or denied."""
        long: list[tuple[int, int, str]] = []
        bounds: list[str] = []
        denied: list[int] = []
        partner = self.state.suits((self.state.turn + 2) & 3)
        mine = self.state.suits(self.state.turn)
        asked = self.reading.call > 2 and self.reading.natural
        for suit in (3, 2, 1, 0):
            low, high = self.spread.length_range(suit)
            known_low, known_high = self.before.length_range(suit)
            low = max(low, self.spread.length_range(suit, 0.004)[0])
            top = high if high < known_high or low == high else 13
            least = 5 if suit in mine else fewest
            if low > known_low and low >= least:
                told = top if low == top or self._stated_top(suit) or self._denies(suit, low, top) else 13
                said = 0 if suit == asked and suit >= 0 else 1
                long.append((said, -low, suit_text(suit, low, told)))
            elif top < 13 and (self._stated_top(suit) or (suit in (2, 3) and top <= 3) or top <= 1):
                if (suit in self.theirs and top > 1) or not self._denies(suit, 0, top):
                    continue
                if suit in partner or top <= 1 or (suit > 1 and top <= 3):
                    denied.append(suit)
                    bounds.append(suit_text(suit, 0, top))
        if {2, 3} <= set(denied) and all(self.spread.length_range(suit)[1] == 3 for suit in (2, 3)):
            bounds = ["no 4-card major", *[text for text in bounds if "hearts" not in text and "spades" not in text]]
        long.sort(key=lambda found: found[:2])
        return [text for _, _, text in long], bounds

    def _stated_top(self, suit: int) -> bool:
        length = quantity("length", suit)
        return all(
            any(isinstance(part, Within) and part.quantity is length and part.hi < 13 for part in way.parts)
            for way in self.ways
        )

    def _denies(self, suit: int, low: int, top: int) -> bool:
        """Whether a bound takes away many of the hands that have the rest of what is shown."""
        rest = self.known
        for other in range(4):
            if other != suit:
                least, _ = self.spread.length_range(other)
                rest = rest.lengths(other, least, 13)
        if self.balance():
            rest = rest.shapes(shapes.balanced())
        rest = rest.lengths(suit, low, 13)
        return rest.share(rest.lengths(suit, top + 1, 13)) >= _DENIES

    def either(self, common: list[str]) -> str:
        """Suits that are shown one or the other: ``6+ clubs or 6+ diamonds``."""
        found: dict[str, None] = {}
        told = {text.split()[-1] for text in common}
        for way in self.ways:
            texts = [text for text in long_suits(way, self.before) if not told & {text.split()[-1]}]
            if not texts:
                return ""
            found[" and ".join(texts)] = None
        if len({text.split()[-1] for text in found}) == 1:
            return ""
        return " or ".join(found) if 1 < len(found) <= (2 if self.note else _MOST_WAYS) else ""

    # ------------------------------------------------------------------ different sorts of hands

    def apart(self, overlap: int = 0) -> str:
        """Two or three sorts of hands that differ in strength as well as shape, named one by one.

        The weakest and the strongest have no more than ``overlap`` points in common.
        """
        groups: dict[tuple[str, str], tuple[int, int]] = {}
        ends: list[tuple[int, int]] = []
        scale = self.state.program_of(self.state.turn).counts.points
        if not 2 <= len(self.ways) <= 2 * _MOST_WAYS or not scale.exact:
            return ""
        for way in self.ways:
            said = said_outright(way.parts)
            if said is None or not said[0].exact:
                return ""
            q, low, high = said
            body = way_text(way, self.before)
            text = q.unit_text(q.low if low is None else low, q.high if high is None else high)
            if (text, body) in groups:
                continue
            if any(text == other for other, _ in groups):
                return ""
            groups[text, body] = way.spread.range(scale, _TAIL)
            ends.append((q.low if low is None else low, q.high if high is None else high))
        if not 2 <= len(groups) <= _MOST_WAYS:
            return ""
        spans = list(groups.values())
        ends.sort()
        if len({body for _, body in groups}) == 1 and any(a[1] >= b[0] for a, b in pairwise(ends)):
            return ""
        if max(low for low, _ in spans) < min(high for _, high in spans) - overlap:
            return ""
        if len({body for _, body in groups}) == 1:
            *firsts, last = [text for text, _ in groups]
            text = " or ".join([*[first.split(" ")[0] for first in firsts], last]) + body
        else:
            text = ", or ".join(text + body for text, body in groups)
        return text if len(text) + 15 <= WIDTH else ""

    def any_way(self) -> str:
        """Two sorts of hands with nothing in common, each by what its line says: ``14+ hcp, or 3+ hearts``.

        Sorts that differ in strength only, one from where the other is, are one: ``20+ hcp``, not ``22+ or 20+``.
        """
        sorts: dict[tuple[Quantity | None, str], tuple[int, int]] = {}
        for way in self.ways:
            said = said_outright(way.parts)
            q, low, high = said if said is not None else (None, None, None)
            suits = ", ".join(long_suits(way, self.before, least=3))
            if q is None and not suits:
                return ""
            bounds = (0, 0) if q is None else (q.low if low is None else low, q.high if high is None else high)
            known = sorts.get((q, suits), bounds)
            if max(bounds[0], known[0]) > min(bounds[1], known[1]) + 1:
                return ""
            sorts[q, suits] = (min(bounds[0], known[0]), max(bounds[1], known[1]))
        if not sorts or len(sorts) > 2:
            return ""
        texts = [[q.unit_text(*bounds)] if q is not None else [] for (q, _), bounds in sorts.items()]
        return ", or ".join(
            ", ".join([*strength, *([suits] if suits else [])])
            for strength, (_, suits) in zip(texts, sorts, strict=True)
        )

    # ------------------------------------------------------------------ what else

    def extras(self) -> Iterator[str]:
        """Stoppers, honours, aces and the like that every way promises."""
        if not self.ways:
            return
        common = [part for part in self.ways[0].parts if all(part in way.parts for way in self.ways)]
        suit = (self.reading.call - 3) % 5 if self.reading.call > 2 else 4
        for part in common:
            text = extra_text(part, suit)
            if text:
                yield text


def _call_text(number: int) -> str:
    from bridgelang.core.calls import CALLS

    return str(CALLS[number])


def _fitting(head: str, pieces: list[tuple[int, str]], ending: str) -> str:
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

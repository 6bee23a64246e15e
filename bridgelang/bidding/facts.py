"""Facts of the auction: what has been called, shown, agreed and forced, as the player to call sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bridgelang.bidding.state import State, is_game

if TYPE_CHECKING:
    from bridgelang.bidding.reading import Reading
    from bridgelang.bidding.specialise import Place

Plain = Any
Fact = Callable[[Plain, "Place"], bool]


OFFSETS = {"me": (0,), "lho": (1,), "partner": (2,), "rho": (3,), "we": (0, 2), "they": (1, 3)}
"""The seats that a subject names, counted clockwise from the player to call."""

_SEATS = {
    who: tuple(tuple((seat + offset) & 3 for offset in offsets) for seat in range(4))
    for who, offsets in OFFSETS.items()
}


def seats_of(who: str, q: Place) -> tuple[int, ...]:
    """The seats a subject names."""
    return _SEATS[who][q.seat]


def suit_phrase(phrase: str, q: Place) -> int:
    """The suit of ``their suit``, ``partner's suit``, …: exactly one, or -1."""
    state = q.state
    if phrase == "their suit":
        suits = state.shown_suits(1 - q.side)
    elif phrase == "partner's suit":
        suits = state.suits(q.partner)
    elif phrase == "my suit":
        suits = state.suits(q.seat)
    elif phrase == "the agreed suit":
        return state.agreed(q.side)
    elif phrase == "trumps":
        agreed = state.agreed(q.side)
        if agreed >= 0:
            return agreed
        suits = state.suits(q.partner)[-1:]
    elif phrase == "the doubled suit":
        strain = (state.last_bid - 3) % 5
        return strain if state.last_bid and state.doubled and strain < 4 else -1
    else:
        return -1
    return suits[0] if len(suits) == 1 else -1


def _strain(ref: Plain, q: Place) -> int:
    return 4 if ref == "NT" else q.suit(ref)


def _bid_fits(pattern: Plain, call: int, q: Place) -> bool:
    """Whether a bid is the one a pattern (``bid`` or ``strain``) names."""
    if call < 3:
        return False
    if pattern is None:
        return True
    if pattern[0] == "bid":
        return (call + 2) // 5 == pattern[1] and (call - 3) % 5 == _strain(pattern[2], q)
    return (call - 3) % 5 == _strain(pattern[1], q)


def _opened(c: Plain, q: Place) -> bool:
    opener = q.state.opener()
    if opener < 0 or opener not in seats_of(c[1], q):
        return False
    return c[2] is None or _bid_fits(c[2], q.state.opening, q)


def _has_bid(c: Plain, q: Place) -> bool:
    return any(_bid_fits(c[2], s.call, q) for seat in seats_of(c[1], q) for s in q.state.made_by(seat))


def _only_passed(c: Plain, q: Place) -> bool:
    return not any(q.state.has_acted(seat) for seat in seats_of(c[1], q))


def _has_called(c: Plain, q: Place) -> bool:
    tag = c[2]
    wanted = WIDER.get(tag[0], (tag[0],))
    for seat in seats_of(c[1], q):
        if q.state.could_have_called(seat).isdisjoint(wanted):
            continue
        for after in q.state.made_by(seat):
            if _can_carry(tag[0], after) and _tag_fits(tag, after.made(), q, "all_tags"):
                return True
    return False


def _last_call(c: Plain, q: Place) -> bool:
    seats = seats_of(c[1], q)
    states = [q.state.last_call_of(seat) for seat in seats]
    found = [s for s in states if s is not None]
    if c[2] == "passed":
        return len(found) == len(seats) and all(s.call == 0 for s in found)
    if c[2] == "doubled":
        return any(s.call == 1 for s in found)
    if c[2] == "redoubled":
        return any(s.call == 2 for s in found)
    return any(_bid_fits(c[3], s.call, q) for s in found)


def _passed_hand(c: Plain, q: Place) -> bool:
    return all(q.state.is_passed_hand(seat) for seat in seats_of(c[1], q))


def _vulnerable(c: Plain, q: Place) -> bool:
    side = q.side if c[1] == "we" else 1 - q.side
    return q.state.sides.vulnerable[side]


def _favourable(c: Plain, q: Place) -> bool:
    vul = q.state.sides.vulnerable
    return vul[1 - q.side] and not vul[q.side]


def _unfavourable(c: Plain, q: Place) -> bool:
    vul = q.state.sides.vulnerable
    return vul[q.side] and not vul[1 - q.side]


def _picked(whose: str, which: str, noun: str, q: Place) -> State | None:
    """The state just after the call that ``my first bid``, ``partner's last call``, … names."""
    seats = seats_of(whose, q)
    if which == "last" and len(seats) == 1:
        after = q.state.last_call_of(seats[0])
        if noun == "call":
            return after
        while after is not None and after.call < 3:
            assert after.parent is not None
            after = after.parent.last_call_of(seats[0])
        return after
    made = [s for seat in seats for s in q.state.made_by(seat)]
    if noun == "bid":
        made = [s for s in made if s.call > 2]
    made.sort(key=lambda s: s.depth)
    if which == "first":
        return made[0] if made else None
    if which == "last":
        return made[-1] if made else None
    if which == "second":
        return made[1] if len(made) > 1 else None
    return made[-2] if len(made) > 1 else None  # previous


def _call_is(c: Plain, q: Place) -> bool:
    pattern = c[4]
    kind = pattern[0]
    state = _picked(c[1], c[2], c[3], q)
    if state is None or (kind == "tag" and not _can_carry(pattern[1][0], state)):
        return False
    if kind in ("bid", "strain"):
        return _bid_fits(pattern, state.call, q)
    if kind in ("pass", "double", "redouble"):
        return state.call == ("pass", "double", "redouble").index(kind)
    if kind == "sort":
        return _is_sort(pattern[1], state)
    return _tag_fits(pattern[1], state.made(), q, "all_tags")


def _call_may_be(c: Plain, q: Place) -> bool:
    state = _picked(c[1], c[2], c[3], q)
    return state is not None and _can_carry(c[4][0], state) and _tag_fits(c[4], state.made(), q, "any_tags")


def _can_carry(name: str, after: State) -> bool:
    """Whether any rule of the maker's system could give his call a tag of this name: saves reading the call."""
    assert after.parent is not None
    names = after.parent.program_of(after.parent.turn).tags_of_call(after.call)
    wider = WIDER.get(name)
    return name in names if wider is None else any(one in names for one in wider)


WIDER = {"forcing": ("forcing", "game forcing", "forcing to")}


def _tag_fits(tag: Plain, reading: Reading, q: Place, table: str) -> bool:
    names = WIDER.get(tag[0], (tag[0],))
    suit = None if tag[1] is None else q.suit(tag[1])
    return any(name in names and (suit is None or value == suit) for name, value in getattr(reading, table))


def _is_sort(word: str, after: State) -> bool:
    """Whether a call made is a jump, a raise, a reverse, a cue or any bid."""
    before = after.parent
    call = after.call
    if before is None or call < 3:
        return False
    if word == "bid":
        return True
    suit = (call - 3) % 5
    if word == "jump":
        return call - lowest_bid(before, suit) >= 5
    if word == "raise":
        return suit < 4 and suit in before.suits((before.turn + 2) & 3)
    if word == "cue":
        return suit < 4 and suit in before.shown_suits(1 - (before.turn & 1))
    return is_reverse(before, call)


def lowest_bid(state: State, strain: int) -> int:
    """The cheapest sufficient bid in a strain (may be beyond 7NT)."""
    floor = state.last_bid + 1 if state.last_bid else 3
    return floor + (strain - (floor - 3)) % 5


def is_reverse(state: State, call: int) -> bool:
    """A rebid at the two level above my first suit, partner not having raised."""
    mine = state.suits(state.turn)
    suit = (call - 3) % 5
    if not mine or suit == 4 or (call + 2) // 5 != 2 or suit <= mine[0] or suit in mine:
        return False
    partner = (state.turn + 2) & 3
    if suit in state.suits(partner) or mine[0] in state.suits(partner):
        return False
    return state.last_bid < 5 * 2 - 2 + mine[0]


def _the_suit_is(c: Plain, q: Place) -> bool:
    suit = q.suit(c[2])
    return suit >= 0 and suit_phrase(c[1], q) == suit


def _their_last_suit(c: Plain, q: Place) -> bool:
    """The suit the opponents showed last."""
    state: State | None = q.state
    side = 1 - q.side
    while state is not None and state.parent is not None:
        if state.parent.turn & 1 == side and state.call:
            natural = state.made().natural
            if natural >= 0:
                return natural == q.suit(c[1])
        state = state.parent
    return False


def _their_suits(c: Plain, q: Place) -> bool:
    suits = q.state.shown_suits(1 - q.side)
    return len(suits) == 2 and set(suits) == {q.suit(c[1]), q.suit(c[2])}


def _a_suit_of(c: Plain, q: Place) -> bool:
    suit = q.suit(c[1])
    return any(suit in q.state.suits(seat) for seat in seats_of(c[2], q))


def _fourth_suit(c: Plain, q: Place) -> bool:
    ours = q.state.shown_suits(q.side)
    return len(ours) == 3 and q.suit(c[1]) not in ours and q.suit(c[1]) >= 0


def _unbid(c: Plain, q: Place) -> bool:
    suit = q.suit(c[1])
    return suit >= 0 and suit not in q.state.shown_suits(0) and suit not in q.state.shown_suits(1)


def _agreed(c: Plain, q: Place) -> bool:
    agreed = q.state.agreed(q.side)
    return agreed >= 0 if c[1] is None else agreed >= 0 and agreed == q.suit(c[1])


def _seat(c: Plain, q: Place) -> bool:
    return q.seat + 1 in c[1]


def _first_turn(c: Plain, q: Place) -> bool:
    return q.state.depth < 4


def _contested(c: Plain, q: Place) -> bool:
    return any(q.state.has_acted(seat) for seat in seats_of("they", q))


def _balancing(c: Plain, q: Place) -> bool:
    state = q.state
    return state.last_bidder >= 0 and state.passes == 2


def _contract(c: Plain, q: Place) -> bool:
    state = q.state
    fact = c[1]
    if state.last_bidder < 0:
        return False
    if fact == "ours":
        return state.last_bidder & 1 == q.side
    if fact == "theirs":
        return state.last_bidder & 1 != q.side
    if fact in ("undoubled", "doubled", "redoubled"):
        return state.doubled == ("undoubled", "doubled", "redoubled").index(fact)
    level, strain = (state.last_bid + 2) // 5, (state.last_bid - 3) % 5
    if fact == "game":
        return is_game(state.last_bid) and level < 6
    if fact == "partscore":
        return not is_game(state.last_bid)
    if fact == "slam":
        return level >= 6
    if fact == "bid":
        return level == c[2][1] and strain == _strain(c[2][2], q)
    if fact == "in":
        return strain == _strain(c[2], q)
    if fact == "game in":
        return is_game(state.last_bid) and level < 6 and strain == _strain(c[2], q)
    low: int = c[2]
    high: int = c[3]
    return low <= level <= high  # level


def _bid_limit(c: Plain, q: Place) -> bool:
    strain = _strain(c[2][2], q)
    if strain < 0 or q.state.last_bidder < 0:
        return False
    limit: int = 5 * c[2][1] - 2 + strain
    last = q.state.last_bid
    return {
        "at most": last <= limit,
        "at least": last >= limit,
        "below": last < limit,
        "above": last > limit,
    }[c[1]]


def compiled(c: Plain) -> Callable[[Place], bool] | None:
    """A fact as a function of a place, its words looked up once; None for facts with no such short form."""
    kind = c[0]
    offsets = OFFSETS.get(c[1]) if len(c) > 1 and c[1].__class__ is str else None
    single = offsets[0] if offsets is not None and len(offsets) == 1 else -1
    if kind == "call is" and single >= 0 and c[2] == "last":
        if c[3] == "call" and c[4][0] == "tag":
            name, suit, _ = c[4][1]
            if suit is None:
                return _last_carries(single, frozenset(WIDER.get(name, (name,))))
        elif c[4][0] in ("bid", "strain"):
            return _among(_last_call_at(single) if c[3] == "call" else _last_bid_at(single), bids_of(c[4]))
    if kind == "last call" and single >= 0 and (c[2] != "bid" or c[3] is None):
        return _last_was(single, {"passed": 0, "doubled": 1, "redoubled": 2}.get(c[2], 3))
    if kind == "last call" and single >= 0:
        return _among(_last_call_at(single), bids_of(c[3]))
    if kind == "opened" and offsets is not None:
        bids = None if c[2] is None else bids_of(c[2])
        if c[2] is None or bids is not None:
            return _opened_by(offsets, bids)
    if kind == "contract" and c[1] == "in":
        return _among(lambda q: q.state.last_bid, bids_of(("strain", c[2])))
    fact = FACTS.get(kind)
    return None if fact is None else lambda q: fact(c, q)


def bids_of(pattern: Plain) -> frozenset[int] | None:
    """The bids that a pattern (``bid`` or ``strain``) names; None when only the auction tells."""
    strain = 4 if pattern[-1] == "NT" else pattern[-1]
    if strain.__class__ is not int:
        return None
    levels = (pattern[1],) if pattern[0] == "bid" else range(1, 8)
    return frozenset([5 * level - 2 + strain for level in levels])


def _among(caller: Caller, bids: frozenset[int] | None) -> Callable[[Place], bool] | None:
    return None if bids is None else lambda q: caller(q) in bids


def _opened_by(offsets: tuple[int, ...], bids: frozenset[int] | None) -> Callable[[Place], bool]:
    def test(q: Place) -> bool:
        state = q.state
        if state.first_bid < 0 or (state.first_bid - state.turn) & 3 not in offsets:
            return False
        return bids is None or state.opening in bids

    return test


def _last_carries(offset: int, wanted: frozenset[str]) -> Callable[[Place], bool]:
    def test(q: Place) -> bool:
        state = q.state
        after = state.last_call_of((state.turn + offset) & 3)
        if after is None:
            return False
        before = after.parent
        assert before is not None
        if wanted.isdisjoint(before.program_of(before.turn).tags_of_call(after.call)):
            return False
        return any(name in wanted for name, _ in before.reading(after.call).all_tags)

    return test


def _last_was(offset: int, wanted: int) -> Callable[[Place], bool]:
    call_at = _last_call_at(offset)

    def test(q: Place) -> bool:
        call = call_at(q)
        return call == wanted if wanted < 3 else call > 2

    return test


Caller = Callable[["Place"], int]
"""A function that gives one of the calls of an auction, -1 (or 0 for a bid) when there is none."""


def _last_call_at(offset: int) -> Caller:
    """The last call of the player at an offset."""
    if offset == 3:
        return lambda q: q.state.call

    def call(q: Place) -> int:
        state = q.state
        after = state.last_call_of((state.turn + offset) & 3)
        return -1 if after is None else after.call

    return call


def _last_bid_at(offset: int) -> Caller:
    def call(q: Place) -> int:
        state = q.state
        return state.last_bids[state.turn + offset & 3]

    return call


Binder = Callable[["Place"], tuple[int, ...]]


def binder(c: Plain, letter: str) -> Binder | None:
    """A function that gives the suits for which a fact can hold when they stand for ``letter``.

    A short cut for the facts that name a suit, so that headers do not try all four; None when only trying tells.
    """
    kind = c[0]
    if kind == "agreed" and c[1] == letter:
        return lambda q: _known(q.state.agreed(q.side))
    if kind == "the suit is" and c[2] == letter:
        phrase = c[1]
        return lambda q: _known(suit_phrase(phrase, q))
    if kind == "a suit of" and c[1] == letter:
        return lambda q: tuple(s for seat in seats_of(c[2], q) for s in q.state.suits(seat))
    if kind == "their suits" and letter in (c[1], c[2]):
        return lambda q: q.state.shown_suits(1 - q.side) if len(q.state.shown_suits(1 - q.side)) == 2 else ()
    if kind == "call may be" or (kind == "call is" and c[4][0] in ("tag", "bid", "strain")):
        return _binder_of_call(c, letter)
    if kind == "last call" and c[2] == "bid" and c[3] is not None and c[3][-1] == letter:
        return _strains_at(OFFSETS[c[1]], _last_call_at)
    if kind == "opened" and c[2] is not None and c[2][-1] == letter:
        return lambda q: _STRAIN_OF[q.state.opening]
    if kind == "contract" and c[1] in ("in", "game in", "bid") and (c[2][2] if c[1] == "bid" else c[2]) == letter:
        return lambda q: _STRAIN_OF[q.state.last_bid]
    return None


_STRAIN_OF: tuple[tuple[int, ...], ...] = (*[()] * 3, *[((call - 3) % 5,) for call in range(3, 38)], ())
"""The strain of each bid; nothing for other calls, and for -1."""


def _strains_at(offsets: tuple[int, ...], caller: Callable[[int], Caller]) -> Binder:
    first = caller(offsets[0])
    if len(offsets) == 1:
        return lambda q: _STRAIN_OF[first(q)]
    second = caller(offsets[1])
    return lambda q: _STRAIN_OF[first(q)] + _STRAIN_OF[second(q)]


def _binder_of_call(c: Plain, letter: str) -> Binder | None:
    """The suits a letter can be in ``partner's last bid is 1x``, ``my last call may be ace ask for x``."""
    whose, which, noun, pattern = c[1], c[2], c[3], c[4]
    if c[0] == "call is" and pattern[0] in ("bid", "strain"):
        if pattern[-1] != letter:
            return None
        if which == "last" and len(OFFSETS[whose]) == 1:
            return _strains_at(OFFSETS[whose], _last_call_at if noun == "call" else _last_bid_at)
        return lambda q: _strain_of_state(_picked(whose, which, noun, q))
    tag = pattern[1] if c[0] == "call is" else pattern
    if tag[1] != letter:
        return None
    names = WIDER.get(tag[0], (tag[0],))
    table = "all_tags" if c[0] == "call is" else "any_tags"

    def suits(q: Place) -> tuple[int, ...]:
        after = _picked(whose, which, noun, q)
        if after is None or not _can_carry(tag[0], after):
            return ()
        return tuple(v for n, v in getattr(after.made(), table) if n in names and v is not None)

    return suits


def _strain_of_state(after: State | None) -> tuple[int, ...]:
    return () if after is None else _STRAIN_OF[after.call]


def _known(suit: int) -> tuple[int, ...]:
    return (suit,) if suit >= 0 else ()


FACTS: dict[str, Fact] = {
    "opened": _opened,
    "has bid": _has_bid,
    "only passed": _only_passed,
    "has called": _has_called,
    "last call": _last_call,
    "passed hand": _passed_hand,
    "vulnerable": _vulnerable,
    "favourable": _favourable,
    "unfavourable": _unfavourable,
    "call is": _call_is,
    "call may be": _call_may_be,
    "the suit is": _the_suit_is,
    "their last suit": _their_last_suit,
    "their suits": _their_suits,
    "a suit of": _a_suit_of,
    "fourth suit": _fourth_suit,
    "unbid": _unbid,
    "agreed": _agreed,
    "seat": _seat,
    "first turn": _first_turn,
    "contested": _contested,
    "uncontested": lambda c, q: not _contested(c, q),
    "balancing": _balancing,
    "contract": _contract,
    "bid limit": _bid_limit,
    "game reached": lambda c, q: q.state.game_reached(),
    "slam reached": lambda c, q: (q.state.last_bid + 2) // 5 >= 6,
    "forced": lambda c, q: q.state.forced(),
    "game forced": lambda c, q: q.state.force_level(q.side) == 99,
}

CALL_FACTS: dict[str, Fact] = {
    "jump": lambda c, q: q.call > 2 and q.call - lowest_bid(q.state, q.strain) >= 5,
    "nonjump": lambda c, q: q.call > 2 and q.call - lowest_bid(q.state, q.strain) < 5,
    "reverse": lambda c, q: q.call > 2 and is_reverse(q.state, q.call),
    "below game": lambda c, q: q.call > 2 and not is_game(q.call),
}

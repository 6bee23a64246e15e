"""Claims and concessions, and what a contested claim is worth (Laws 68 to 71).

A contested claim is worth what it makes on its *worst normal line*: every line the claimer might play that is
careless or inferior but not irrational, against any defence, with every doubt resolved against the claimer
(Law 70A). What counts as normal here, for both hands of the claiming side:

* on lead, cash a winner (the highest card left of a suit) from the top, or lead towards partner's winner, in
  any order of suits; with no winner left, any suit. Trumps come first only where the claim said so: a claimer
  who did not mention them may have forgotten that one is out (Law 70C);
* following, win with the cheapest or the highest card when the trick is not yet safe, otherwise play low; no
  finesse is refused or granted, both cards are tried and the worse one counts (Law 70E);
* void, ruff when the trick is not safe, otherwise discard low from any suit, no winner while a loser is held.

The other side may play any suit, and low, high, or as cheaply as wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from bridgelang.core.cards import CARDS, Card
from bridgelang.core.seats import SEATS, Seat, Side
from bridgelang.errors import IllegalAction
from bridgelang.play.state import SUIT_MASKS, Masks, PlayState


class Claim(NamedTuple):
    """A player's statement that his side takes ``tricks`` of those left, and concedes the others.

    The trick in progress counts among them. ``statement`` is the line of play in words (Law 68C);
    ``draws_trumps`` says that it begins with the outstanding trumps. A concession of everything is a claim of
    no tricks (Law 68B1).
    """

    seat: Seat
    tricks: int
    statement: str = ""
    draws_trumps: bool = False

    def __str__(self) -> str:
        said = f": {self.statement}" if self.statement else ""
        return f"{self.seat.word} claims {self.tricks}{said}"


def concession(state: PlayState, seat: Seat, tricks: int, statement: str = "") -> Claim:
    """The claim that a concession of ``tricks`` amounts to (Law 68B1)."""
    return Claim(seat, state.tricks_left - tricks, statement)


def check_claim(state: PlayState, claim: Claim) -> None:
    """Is this a claim at all? Raises :class:`IllegalAction` when not.

    A claim must refer to tricks other than the one in progress, and dummy may not make one (Laws 68, 43A).
    """
    left = state.tricks_left
    if claim.seat == state.dummy:
        raise IllegalAction(f"{claim.seat.word} is dummy and may not claim", "Law 43A")
    if left - bool(state.trick) < 1:
        raise IllegalAction("the last trick is in progress: there is nothing left to claim", "Law 68")
    if not 0 <= claim.tricks <= left:
        raise IllegalAction(f"{claim.tricks} tricks cannot be claimed: {left} are left", "Law 68A")


def declarer_total(state: PlayState, claim: Claim, tricks: int) -> int:
    """Declarer's tricks on the whole board when the claimer's side is given ``tricks`` of those left."""
    if claim.seat.side == state.contract.declarer.side:
        return state.declarer_tricks + tricks
    return state.declarer_tricks + state.tricks_left - tricks


Solver = Callable[[PlayState], "dict[Card, int]"]
"""Double-dummy: the tricks the side to play takes from here on (this trick included) after each legal card.
"""


def worst_normal_line(
    state: PlayState,
    side: Side,
    draws_trumps: bool = False,
    solve: Solver | None = None,
    budget: int = 30_000,
    most: int = 13,
) -> int:
    """The tricks ``side`` takes of those left on its worst normal line against any play of the others, or ``most``
    where it is more than that.

    The search is exhaustive over the lines described at the top of this module for the first ``budget``
    positions between tricks; claims before the second trick sometimes need more, later ones hardly ever. What then
    remains is valued by ``solve``, double-dummy, or without it by one line played straight through. With ``solve``
    the answer is also never more than perfect play on both sides makes.

    >>> from bridgelang.core.contracts import Contract
    >>> hands = [0b11 << 50, 0b11 << 37, 0b11 << 11, 0b1 << 13 | 0b1 << 49]    # north SAK, west SQ D2
    >>> state = PlayState.position(hands, Contract.parse("3NT by N"), Seat.NORTH)
    >>> worst_normal_line(state, Side.NS)
    2
    """
    return _Search(state, side, draws_trumps, solve, budget).value(most)


def settle(state: PlayState, claim: Claim, solve: Solver | None = None) -> int:
    """What a contested claim is worth to the claimer's side: the worst normal line, at most what was claimed."""
    return worst_normal_line(state, claim.seat.side, claim.draws_trumps, solve, most=claim.tricks)


def withdrawable_concession(state: PlayState, claim: Claim, solve: Solver | None = None) -> int:
    """How many of the tricks conceded could not have been lost by any normal play; they are given back (Law
    71B).

    >>> from bridgelang.core.contracts import Contract
    >>> hands = [0b11 << 50, 0b11 << 37, 0b11 << 11, 0b1 << 13 | 0b1 << 49]
    >>> state = PlayState.position(hands, Contract.parse("3NT by N"), Seat.NORTH)
    >>> withdrawable_concession(state, Claim(Seat.NORTH, 1))
    1
    """
    return max(0, worst_normal_line(state, claim.seat.side, False, solve) - claim.tricks)


class _Search:
    """Minimise the claiming side's tricks over its normal plays and everybody else's sensible ones.

    Everybody minimises, so a line is given up as soon as it has as many tricks as the worst one found so far. Positions
    are remembered by who holds the highest card left of each suit, who the next one, and so on: what has gone does not
    matter. ``seen`` has for each the worst from there and whether that is exact; if not, it is at least so much.
    """

    def __init__(self, state: PlayState, side: Side, draws_trumps: bool, solve: Solver | None, budget: int) -> None:
        self.state = state
        self.side = int(side)
        self.draws_trumps = draws_trumps
        self.solve = solve
        self.budget = budget
        trumps = state.contract.strain.suit
        self.trumps = SUIT_MASKS[trumps] if trumps is not None else 0
        self.seen: dict[tuple[int, ...], tuple[int, bool]] = {}
        self.searched = 0
        self.strengths = state._strengths

    @property
    def exhausted(self) -> bool:
        return self.searched >= self.budget

    def value(self, most: int = 13) -> int:
        """The worst, or ``most`` if that is less."""
        hands, leader, cards = self.state.hands, self.state.leader, tuple(self.state.trick)
        if self.state.is_over:
            return 0
        if self.solve is not None:
            most = min(most, self.double_dummy(hands, leader, cards, self.solve))
        return min(most, self.trick(hands, leader, cards, self.winning(cards), most))

    def rest(self, hands: Masks, leader: int, limit: int) -> int:
        """The worst for the claiming side from a position between tricks; anything from ``limit`` if not below."""
        if not hands[leader]:
            return 0
        key = _order(hands, leader)
        known = self.seen.get(key)
        if known is not None:
            least, exact = known
            if exact or least >= limit:
                return least
        self.searched += 1
        worst = self.trick(hands, leader, (), 0, limit)
        self.seen[key] = (worst, worst < limit)
        return worst

    def double_dummy(self, hands: Masks, leader: int, cards: tuple[int, ...], solve: Solver) -> int:
        """The value for the claiming side when both sides play perfectly from here."""
        before = list(hands)
        for place, card in enumerate(cards):
            before[(leader + place) & 3] |= 1 << card
        state = PlayState.position(before, self.state.contract, SEATS[leader])
        for card in cards:
            state = state.play_unchecked(CARDS[card])
        best = max(solve(state).values())
        return best if (leader + len(cards)) & 1 == self.side else state.tricks_left - best

    def trick(self, hands: Masks, leader: int, cards: tuple[int, ...], place: int, limit: int) -> int:
        """The worst from the middle of a trick; anything from ``limit`` when it is not below that.

        ``place`` is that of the card winning so far.
        """
        if len(cards) == 4:
            winner = (leader + place) & 3
            won = int(winner & 1 == self.side)
            return won + self.rest(hands, winner, limit - won) if won < limit else limit
        if self.solve is not None and self.exhausted:
            return self.double_dummy(hands, leader, cards, self.solve)
        seat = (leader + len(cards)) & 3
        choices = self.choices(hands, leader, seat, cards, place)
        strengths = self.strengths[cards[0] // 13] if cards else ()
        best = strengths[cards[place]] if cards else 0
        for card in choices[:1] if self.exhausted else choices:
            north, east, south, west = hands
            bit = 1 << card
            after = (
                north ^ bit if seat == 0 else north,
                east ^ bit if seat == 1 else east,
                south ^ bit if seat == 2 else south,
                west ^ bit if seat == 3 else west,
            )
            now = len(cards) if cards and strengths[card] > best else place
            worst = self.trick(after, leader, (*cards, card), now, limit)
            if worst < limit:
                limit = worst
                if limit == 0:
                    break
        return limit

    def winning(self, cards: tuple[int, ...]) -> int:
        """The place of the card winning so far; 0 before the first."""
        if not cards:
            return 0
        table = self.strengths[cards[0] // 13]
        return max(range(len(cards)), key=lambda place: table[cards[place]])

    def choices(self, hands: Masks, leader: int, seat: int, cards: tuple[int, ...], place: int) -> list[int]:
        """The cards worth trying for ``seat``, as card numbers."""
        hand = hands[seat]
        claiming = seat & 1 == self.side
        if not cards:
            return self.leads(hands, seat) if claiming else _ends(hand)
        follow = hand & SUIT_MASKS[cards[0] // 13]
        if not claiming:
            return self.defence(hand, follow, cards[place], (leader + place) & 1 == seat & 1)
        if follow:
            return self.following(hands, leader, follow, cards, place)
        return self.void(hands, leader, seat, cards, place)

    def following(self, hands: Masks, leader: int, follow: int, cards: tuple[int, ...], place: int) -> list[int]:
        """The claiming side follows suit: low when it need not win, else the cheapest winner or the highest."""
        led, best = SUIT_MASKS[cards[0] // 13], cards[place]
        beats = follow >> best << best if best in _suit_range(led) else 0  # otherwise the trick has been ruffed
        ours = (leader + place) & 1 == self.side
        if not beats or (ours and self.safe(hands, leader, len(cards), led, best)):
            return [_low(follow)]
        return _low_and_high(beats)

    def void(self, hands: Masks, leader: int, seat: int, cards: tuple[int, ...], place: int) -> list[int]:
        """The claiming side has none of the suit led: it ruffs when the trick is not safe, else discards."""
        hand, best = hands[seat], cards[place]
        trumps, plain = hand & self.trumps, hand & ~self.trumps
        over = self.over(trumps, best)
        ours = (leader + place) & 1 == self.side
        if over and not (ours and self.safe(hands, leader, len(cards), SUIT_MASKS[cards[0] // 13], best)):
            return _low_and_high(over)
        return self.discards(hands, seat, plain or trumps)

    def defence(self, hand: int, follow: int, best: int, ours: bool) -> list[int]:
        """The other side may play low, high, or as cheaply as wins; void, it ruffs low or throws any suit."""
        if follow:
            if not SUIT_MASKS[best // 13] & follow:
                return _low_and_high(follow)
            beats = follow >> best << best
            return sorted({_low(follow), *(_low_and_high(beats) if beats else ())})
        trumps, plain = hand & self.trumps, hand & ~self.trumps
        over = self.over(trumps, best)
        ruffs = [_low(over)] if over and not ours else []
        return ruffs + [_low(suit) for suit in _suits(plain)] or [_low(trumps)]

    def over(self, trumps: int, best: int) -> int:
        """The trumps that beat the card winning so far, where a card of another suit was led."""
        return trumps >> best << best if best in _suit_range(self.trumps) else trumps

    def leads(self, hands: Masks, seat: int) -> list[int]:
        """The claiming side's normal leads: winners from the top, low towards partner's, any suit when there
        are none.
        """
        hand, partner = hands[seat], hands[seat ^ 2]
        others = hands[(seat + 1) & 3] | hands[(seat + 3) & 3]
        if self.draws_trumps and others & self.trumps and hand & self.trumps:
            return [_top(hand & self.trumps)]
        leads = []
        for suit in SUIT_MASKS:
            own = hand & suit
            if not own:
                continue
            against = others & suit
            if own > against:
                leads.append(_top(own))
            elif partner & suit > against:
                leads += _low_and_high(own)
        return leads or _ends(hand)

    def discards(self, hands: Masks, seat: int, mask: int) -> list[int]:
        """A low card of any suit, but one that would win a trick only when there is nothing else.

        A card below one of partner's is not needed: partner's wins that trick.
        """
        lows = [_low(suit) for suit in _suits(mask)]
        above = hands[(seat + 1) & 3] | hands[seat ^ 2] | hands[(seat + 3) & 3]
        return [card for card in lows if 1 << card < above & SUIT_MASKS[card // 13]] or lows

    def safe(self, hands: Masks, leader: int, played: int, led: int, best: int) -> bool:
        """Can nobody of the other side who is still to play beat the card winning now?"""
        for place in range(played + 1, 4):
            hand = hands[(leader + place) & 3]
            if (leader + place) & 1 == self.side:
                continue
            if best in _suit_range(led):
                if (hand & led) >> best or (not hand & led and hand & self.trumps):
                    return False
            elif not hand & led and (hand & self.trumps) >> best:
                return False
        return True


def _order(hands: Masks, leader: int) -> tuple[int, ...]:
    """The position by who leads and who holds which place among the cards left of each suit (two bits a card)."""
    north, east, south, west = hands
    odd, upper = east | west, south | west
    left = north | east | south | west
    found = [leader]
    for suit in SUIT_MASKS:
        rest = left & suit
        code = 1
        while rest:
            low = rest & -rest
            code = code << 2 | (2 if upper & low else 0) | (1 if odd & low else 0)
            rest ^= low
        found.append(code)
    return tuple(found)


def _low(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _top(mask: int) -> int:
    return mask.bit_length() - 1


def _low_and_high(mask: int) -> list[int]:
    low, top = _low(mask), _top(mask)
    return [low] if low == top else [low, top]


def _suits(mask: int) -> Iterator[int]:
    return (mask & suit for suit in SUIT_MASKS if mask & suit)


def _ends(mask: int) -> list[int]:
    """The top and the bottom of every suit."""
    return [card for suit in _suits(mask) for card in _low_and_high(suit)]


def _suit_range(mask: int) -> range:
    """The card numbers of a whole suit's mask; empty for no suit."""
    if not mask:
        return range(0)
    low = _low(mask)
    return range(low, low + 13)

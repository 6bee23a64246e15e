"""The auction: which calls are legal, when it ends, and what contract it leaves (Laws 17 to 22).

An auction never changes: ``then`` gives a new one. What legality needs is carried along from call to call, so
adding a call does not look back at the earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bridgelang.core.calls import CALLS, DOUBLE, PASS, REDOUBLE, Call
from bridgelang.core.cards import quoted
from bridgelang.core.contracts import Contract
from bridgelang.core.seats import SEATS, Seat, Vulnerability
from bridgelang.errors import IllegalAction, NotationError


class Auction:
    """A legal sequence of calls from the dealer on; immutable.

    >>> auction = Auction.parse("1NT P 2C", dealer="N", vulnerability="none")
    >>> auction.turn, auction.last_bid, auction.is_over
    (<Seat.WEST: 3>, Call.parse('2C'), False)
    >>> str(auction.then(DOUBLE))
    '1NT P 2C X'

    ``turn`` is the seat to call, None when the auction is over; ``doubled`` 0, 1 or 2, of the last bid;
    ``last_bid`` and ``last_bidder`` are None while nobody has bid.
    Raises IllegalAction for a call the laws do not allow, naming the call and its place.
    """

    __slots__ = (
        "_named",
        "_passes",
        "calls",
        "dealer",
        "doubled",
        "last_bid",
        "last_bidder",
        "turn",
        "vulnerability",
    )

    calls: tuple[Call, ...]
    dealer: Seat
    vulnerability: Vulnerability
    turn: Seat | None
    last_bid: Call | None
    last_bidder: Seat | None
    doubled: int
    _passes: int  # the passes since the last call that was no pass
    _named: int  # who first named each strain: seat + 1 (0 nobody) at bit 3 * (5 * side + strain)

    def __init__(
        self,
        dealer: Seat = Seat.NORTH,
        vulnerability: Vulnerability = Vulnerability.NONE,
        calls: Iterable[Call] = (),
    ) -> None:
        self.dealer = self.turn = SEATS[dealer]
        self.vulnerability = Vulnerability(vulnerability)
        self.calls = ()
        self.last_bid = self.last_bidder = None
        self.doubled = self._passes = self._named = 0
        auction = self
        for call in calls:
            auction = auction.then(Call(call))
        if auction is not self:
            self._become(auction)

    @classmethod
    def parse(
        cls,
        text: str,
        dealer: Seat | str = Seat.NORTH,
        vulnerability: Vulnerability | str = Vulnerability.NONE,
    ) -> Auction:
        """The auction written as calls between blanks, commas or dashes; a ``?`` at the end is ignored.

        One side's calls may stand in parentheses, as the other side's do in notes; no call is left out, a pass neither.

        >>> str(Auction.parse("1n-pass-2♣ ?", "S")), str(Auction.parse("1S (P) 2S"))
        ('1NT P 2C', '1S P 2S')

        Raises NotationError for a word that is no call and for parentheses round some calls of a side, IllegalAction
        for a call that is not legal.
        """
        auction = cls(
            Seat.parse(dealer) if isinstance(dealer, str) else dealer,
            Vulnerability.parse(vulnerability) if isinstance(vulnerability, str) else vulnerability,
        )
        spaced = text.replace(",", " ").replace("-", " ")
        words, at = spaced.rstrip().removesuffix("?").split(), 0
        theirs = next((number & 1 for number, word in enumerate(words, 1) if _in_parentheses(word)), None)
        for number, word in enumerate(words, 1):
            at = spaced.index(word, at)
            inside = number & 1 == theirs
            if _in_parentheses(word) != inside:
                how = "not in" if inside else "in"
                message = f"call {number} of {quoted(text)} is {how} parentheses, unlike others of its side"
                raise NotationError(f"{message}: write every call, the passes too", text, at)
            try:
                call = Call.parse(word[1:-1] if inside else word)
            except NotationError as fault:
                place = f" (call {number} of {quoted(text)})" if len(words) > 1 else ""
                raise NotationError(f"{fault}{place}", text, at) from None
            auction = auction.then(call)
            at += len(word)
        return auction

    def then(self, call: Call) -> Auction:
        """The auction with one more call; raises IllegalAction when the call is not legal here."""
        if not self.is_legal(call):
            raise self._refusal(call)
        return self._then_unchecked(call)

    def through(self, calls: Sequence[Call]) -> Auction:
        """The auction after more calls, members of ``CALLS`` known to be legal."""
        after = _new(Auction)
        after.dealer = self.dealer
        after.vulnerability = self.vulnerability
        after.calls = (*self.calls, *calls)
        last_bid, last_bidder, doubled = self.last_bid, self.last_bidder, self.doubled
        named, passes, turn = self._named, self._passes, int(self.turn)  # type: ignore[arg-type]  # somebody is to call
        for call in calls:
            if call > 2:
                last_bid, last_bidder, doubled, passes = call, SEATS[turn], 0, 0
                slot = ((turn & 1) * 5 + (call - 3) % 5) * 3
                if not named >> slot & 7:
                    named |= (turn + 1) << slot
            elif call:
                doubled, passes = int(call), 0
            else:
                passes += 1
            turn = turn + 1 & 3
        after.last_bid, after.last_bidder, after.doubled = last_bid, last_bidder, doubled
        after._named, after._passes = named, passes
        after.turn = None if passes > 2 and (last_bid is not None or passes > 3) else SEATS[turn]
        return after

    def _then_unchecked(self, call: Call) -> Auction:
        """As :meth:`then`, for a call known to be legal and to be one of ``CALLS``."""
        after = _new(Auction)
        after.dealer = self.dealer
        after.vulnerability = self.vulnerability
        after.calls = (*self.calls, call)
        turn: Seat = self.turn  # type: ignore[assignment]  # a legal call has somebody to make it
        if call > 2:
            after.last_bid, after.last_bidder, after.doubled = call, turn, 0
            slot = ((turn & 1) * 5 + (call - 3) % 5) * 3
            named = self._named
            after._named = named if named >> slot & 7 else named | (turn + 1) << slot
            after._passes = 0
            after.turn = turn.lho
            return after
        after.last_bid = self.last_bid
        after.last_bidder = self.last_bidder
        after._named = self._named
        if call:
            after.doubled = 1 if call == 1 else 2
            after._passes = 0
            after.turn = turn.lho
            return after
        after.doubled = self.doubled
        passes = after._passes = self._passes + 1
        over = passes > 2 and (self.last_bid is not None or passes > 3)
        after.turn = None if over else turn.lho
        return after

    def _become(self, other: Auction) -> None:
        for name in Auction.__slots__:
            setattr(self, name, getattr(other, name))

    def undo(self) -> Auction:
        """The auction without its last call; raises IllegalAction when there is none."""
        if not self.calls:
            raise IllegalAction("there is no call to take back")
        auction = Auction(self.dealer, self.vulnerability)
        for call in self.calls[:-1]:
            auction = auction._then_unchecked(call)
        return auction

    def is_legal(self, call: Call) -> bool:
        """Whether the player to call may make this call (Laws 18 and 19); False for every call when over."""
        turn = self.turn
        if turn is None:
            return False
        if call > 2:
            last = self.last_bid
            return last is None or call > last
        if not call:
            return True
        bidder = self.last_bidder
        if bidder is None or self.doubled != call - 1:
            return False
        return (turn ^ bidder) & 1 == call & 1  # X: the last bidder is an opponent; XX: of the own side

    def legal_calls(self) -> tuple[Call, ...]:
        """Every call the player to call may make, in the order of ``CALLS``; empty when over."""
        turn, bidder = self.turn, self.last_bidder
        if turn is None:
            return ()
        action = 0
        if bidder is not None and self.doubled < 2 and (turn ^ bidder) & 1 != self.doubled:
            action = self.doubled + 1
        last = self.last_bid or 2
        key = last * 4 + action
        calls = _legal_sets.get(key)
        if calls is None:
            calls = (PASS, *((CALLS[action],) if action else ()), *CALLS[last + 1 :])
            _legal_sets[key] = calls
        return calls

    @property
    def is_over(self) -> bool:
        """Whether the auction has ended: three passes after a bid, or four with no bid (Law 22A)."""
        return self.turn is None

    @property
    def is_passed_out(self) -> bool:
        """Whether all four players passed and nobody bid (Law 22A)."""
        return self.turn is None and self.last_bid is None

    @property
    def declarer(self) -> Seat | None:
        """Of the side that bid last, who first named the strain (laws, Definitions); None without a bid."""
        bid, bidder = self.last_bid, self.last_bidder
        if bid is None or bidder is None:
            return None
        return SEATS[(self._named >> ((bidder & 1) * 5 + (bid - 3) % 5) * 3 & 7) - 1]

    @property
    def contract(self) -> Contract | None:
        """The contract, or in mid-auction the one that would stand if all passed now; None without a bid."""
        bid, declarer = self.last_bid, self.declarer
        if bid is None or bid.strain is None or declarer is None:
            return None
        return Contract(bid.level, bid.strain, self.doubled, declarer)

    def seat_of(self, index: int) -> Seat:
        """The seat that makes call number ``index``, counted from 0 at the dealer."""
        return SEATS[(self.dealer + index) & 3]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Auction):
            return NotImplemented
        return self.calls == other.calls and self.dealer == other.dealer and self.vulnerability == other.vulnerability

    def __hash__(self) -> int:
        return hash((self.calls, self.dealer, self.vulnerability))

    def __str__(self) -> str:
        return " ".join([call._text for call in self.calls])

    def __repr__(self) -> str:
        return f"Auction.parse('{self}', '{self.dealer}', '{self.vulnerability}')"

    def __reduce__(self) -> tuple[type[Auction], tuple[Seat, Vulnerability, tuple[Call, ...]]]:
        return (Auction, (self.dealer, self.vulnerability, self.calls))

    def table(self, symbols: bool = False) -> str:
        """The auction as a bidding diagram, west first; ``?`` marks the player to call.

        >>> print(Auction.parse("1NT P 2C P 2D", "N").table())
        West   North  East   South
               1NT    Pass   2C
        Pass   2D     ?
        """
        cells = [""] * self.dealer.lho + [call.pretty if symbols else call.pbn for call in self.calls]
        if self.turn is not None:
            cells.append("?")
        rows = [[seat.word for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)]]
        rows += [cells[start : start + 4] for start in range(0, len(cells), 4)]
        return "\n".join(["".join([f"{cell:<7}" for cell in row]).rstrip() for row in rows])

    def _refusal(self, call: Call) -> IllegalAction:
        """Why the call is not legal here, in words."""
        number = len(self.calls) + 1
        last, bidder = self.last_bid, self.last_bidder
        if self.turn is None:
            contract = self.contract
            end = "with four passes" if contract is None else f"in {contract}"
            return IllegalAction(f"{call} is too late: the auction ended {end} (call {number})", "Law 39")
        place = f"(call {number}, by {self.turn.word})"
        if call.strain is not None and last is not None:
            lowest = next((bid for bid in CALLS[last + 1 :] if bid.strain == call.strain), None)
            noun = call.strain.name_lower.removesuffix("s")
            hint = f"the lowest {noun} bid is {lowest}" if lowest is not None else f"no {noun} bid is left"
            return IllegalAction(f"{call} is not sufficient over {last}; {hint} {place}", "Law 18")
        if last is None or bidder is None:
            reason = f"there is no bid to {'double' if call == DOUBLE else 'redouble'}"
        elif self.doubled == 2:
            reason = f"{last} is already redoubled"
        elif call == DOUBLE and self.doubled == 1:
            reason = f"{last} is already doubled"
        elif call == REDOUBLE and self.doubled == 0:
            reason = f"{last} is not doubled"
        elif call == DOUBLE:
            reason = f"{last} was bid by {bidder.word}, the partner"
        else:
            reason = f"{last} was bid by the other side"
        return IllegalAction(f"{call} is not legal: {reason} {place}", "Law 19")


_new = object.__new__
_legal_sets: dict[int, tuple[Call, ...]] = {}


def _in_parentheses(word: str) -> bool:
    return word.startswith("(") and word.endswith(")")

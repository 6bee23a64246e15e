"""One board as files carry it, whatever the format: the deal, the auction, the play, the result, the tags."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, field, frozen

from bridgelang.core.auctions import Auction
from bridgelang.core.calls import PASS, Call
from bridgelang.core.cards import Strain
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.scoring import contract_score
from bridgelang.core.seats import SEATS, Seat, Vulnerability, dealer_of, vulnerability_of
from bridgelang.interop.records import Comment, RecordedAuction, RecordedPlay, Tag

Hands = tuple[Hand | None, Hand | None, Hand | None, Hand | None]
NO_HANDS: Hands = (None, None, None, None)


@frozen
class Stated:
    """The contract a file states apart from its auction.

    ``bid`` is PASS for a board passed out and None when no contract is stated; ``doubled`` 0, 1 or 2;
    ``strain`` is given alone by end positions; ``swapped`` says that declarer and dummy changed places after
    a lead out of turn (Law 54), ``declarer`` being the one who played.
    """

    bid: Call | None = None
    doubled: int = 0
    strain: Strain | None = None
    declarer: Seat | None = None
    swapped: bool = False


NOTHING_STATED = Stated()


@frozen
class Board:
    """A board read from a file or made to be written to one; what is not known is None.

    ``hands`` run north, east, south, west; hands of fewer than 13 cards make an end position. ``tricks`` are
    those won by declarer's side, ``disputed`` that the players agreed on a wrong number. ``tags`` hold every
    tag in the file's order, as the file has it but for inheritance, and so repeat what the other fields say;
    the fields count where both speak. ``line`` and ``file`` say where the board was read; they and nothing
    else are left out of comparisons.

    >>> deal = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
    >>> board = Board.of(deal, number=1, auction=Auction.parse("7NT P P P"), tricks=13)
    >>> print(board.contract, board.dealer, board.vulnerability, board.score)
    7NT by N N none 1520
    """

    number: int | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    hands: Hands = NO_HANDS
    auction: RecordedAuction | None = None
    stated: Stated = NOTHING_STATED
    tricks: int | None = None
    disputed: bool = False
    play: RecordedPlay | None = None
    tags: tuple[Tag, ...] = field(default=(), repr=False)
    comments: tuple[Comment, ...] = field(default=(), repr=False)
    line: int = field(default=0, eq=False, repr=False)
    file: str = field(default="", eq=False, repr=False)

    @classmethod
    def of(
        cls,
        deal: Deal | None = None,
        *,
        number: int | None = None,
        dealer: Seat | None = None,
        vulnerability: Vulnerability | None = None,
        auction: Auction | RecordedAuction | None = None,
        contract: Contract | None = None,
        tricks: int | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> Board:
        """A board from the core values; dealer and vulnerability come from the auction or the board number.

        ``contract`` is needed only without an auction. A finished auction states its own contract.
        """
        if isinstance(auction, Auction):
            dealer, vulnerability = auction.dealer, auction.vulnerability
            record: RecordedAuction | None = RecordedAuction.of(auction)
        else:
            record = auction
            dealer = record.start if record is not None and dealer is None else dealer
        if number is not None:
            dealer = dealer_of(number) if dealer is None else dealer
            vulnerability = vulnerability_of(number) if vulnerability is None else vulnerability
        stated = NOTHING_STATED
        if contract is None and record is not None and record.is_over:
            contract = record.contract
            if contract is None:
                stated = Stated(bid=PASS)
        if contract is not None:
            stated = Stated(contract.bid, contract.doubled, None, contract.declarer)
        pairs = tuple(Tag(name, value) for name, value in (tags or {}).items())
        hands: Hands = NO_HANDS if deal is None else deal.hands
        return cls(number, dealer, vulnerability, hands, record, stated, tricks, tags=pairs)

    @property
    def deal(self) -> Deal | None:
        """The whole deal, when at least three hands of 13 cards are known."""
        known = [hand for hand in self.hands if hand is not None]
        if len(known) < 3 or any(len(hand) != 13 for hand in known):
            return None
        return Deal.complete(self.hands)

    @property
    def is_end_position(self) -> bool:
        """Whether the hands known have fewer than 13 cards."""
        return any(hand is not None and len(hand) < 13 for hand in self.hands)

    @property
    def contract(self) -> Contract | None:
        """The contract: the one stated, else the one a finished auction leads to; None when passed out."""
        stated = self.stated
        if stated.bid is None:
            return self._auction_contract()
        if stated.bid.strain is None:
            return None
        declarer = stated.declarer
        if declarer is None:
            bid = self._auction_contract()
            if bid is None or bid.bid != stated.bid:
                return None
            declarer = bid.declarer
        return Contract(stated.bid.level, stated.bid.strain, stated.doubled, declarer)

    def _auction_contract(self) -> Contract | None:
        record = self.auction
        if record is None or not record.is_over or any(entry.text for entry in record.entries):
            return None
        contract = record.contract
        if contract is not None and self.stated.declarer is not None:
            return Contract(contract.level, contract.strain, contract.doubled, self.stated.declarer)
        return contract

    @property
    def declarer(self) -> Seat | None:
        """Who plays the contract."""
        if self.stated.declarer is not None:
            return self.stated.declarer
        contract = self.contract
        return None if contract is None else contract.declarer

    @property
    def strain(self) -> Strain | None:
        """The strain played in, by the contract or as an end position gives it."""
        if self.stated.strain is not None:
            return self.stated.strain
        if self.stated.bid is not None:
            return self.stated.bid.strain
        contract = self.contract
        return None if contract is None else contract.strain

    @property
    def is_passed_out(self) -> bool:
        """Whether nobody bid."""
        if self.stated.bid is not None:
            return self.stated.bid == PASS
        return self.auction is not None and self.auction.is_passed_out

    @property
    def score(self) -> int | None:
        """The duplicate score in points for North-South, None while anything it needs is unknown.

        A board passed out scores 0 (Law 77).
        """
        if self.is_passed_out:
            return 0
        contract = self.contract
        if contract is None or self.tricks is None or self.vulnerability is None:
            return None
        return contract_score(contract, self.tricks, self.vulnerability)

    def tag(self, name: str, default: str = "") -> str:
        """The value of a tag, or ``default``; where a file repeats a tag the first counts."""
        for tag in self.tags:
            if tag.name == name:
                return tag.value
        return default

    def named_tags(self, name: str) -> Iterator[Tag]:
        """Every tag of this name."""
        return (tag for tag in self.tags if tag.name == name)

    def with_tags(self, **values: str) -> Board:
        """The board with these tag values set, each in the place of the old tag or at the end."""
        tags = list(self.tags)
        for name, value in values.items():
            for index, tag in enumerate(tags):
                if tag.name == name:
                    tags[index] = evolve(tag, value=value)
                    break
            else:
                tags.append(Tag(name, value))
        return evolve(self, tags=tuple(tags))

    def with_cycle(self) -> Board:
        """The board with dealer and vulnerability filled in from its number where unknown (Law 2)."""
        if self.number is None or self.number < 1:
            return self
        dealer = dealer_of(self.number) if self.dealer is None else self.dealer
        vulnerability = vulnerability_of(self.number) if self.vulnerability is None else self.vulnerability
        return evolve(self, dealer=dealer, vulnerability=vulnerability)

    @property
    def opening_leader(self) -> Seat | None:
        """The player to the left of declarer (Law 41A), unless the play says who led."""
        if self.play is not None and not self.play.is_empty:
            return self.play.first
        declarer = self.declarer
        return None if declarer is None else SEATS[(declarer + 1) & 3]

"""Whether slams are bid: self-play on solved boards, those that hold a making slam and those where one was bid.

    python benchmarks/slams.py sayc two-over-one             10,000 boards of the reference deck
    python benchmarks/slams.py sayc --deck mine.deck         the boards of a deck file
    python benchmarks/slams.py sayc --show missed --limit 20 the auctions of one class, dearest first
    python benchmarks/slams.py --library F --card F          what BBA's library bids on the same boards

A slam is there when the side takes twelve tricks double dummy, a grand slam when it takes thirteen. Double dummy
makes some slams that nobody should bid and fails some that everybody should, so beside the shares of those there
and of those bid that make stand the IMPs that the side would gain, on balance, had it played every deal in the best
of its making games and slams at the level reached double dummy (``par``), and the same where it held 31 points or more.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import attrs
from against_bba import VULNERABLE, Bba, Kept

from bridgelang import load_system
from bridgelang.bidding.load import System
from bridgelang.cli.options import read_settings
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.scoring import contract_score, imps
from bridgelang.core.seats import Seat, Vulnerability, dealer_of, vulnerability_of
from bridgelang.match.deck import Deck, confirming_deck, reference_deck

KINDS = ("there", "grand", "bid", "grand bid")


@attrs.frozen
class Slam:
    """A side's deal: the tricks it can take, what it bid. ``cost`` is in IMPs against its best making contract."""

    number: int
    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    side: int
    best: int
    contract: Contract | None
    tricks: int
    cost: int
    auction: Auction

    @property
    def level(self) -> int:
        """The level the side bid, 0 when it did not declare."""
        return self.contract.level if self.contract is not None and self.contract.declarer % 2 == self.side else 0

    @property
    def made(self) -> bool:
        return self.level > 0 and self.contract is not None and self.tricks >= 6 + self.contract.level

    @property
    def joint(self) -> int:
        return self.deal[Seat(self.side)].hcp + self.deal[Seat(self.side + 2)].hcp


Bidder = Callable[[Deal, Seat, Vulnerability], Auction]
"""Bids all four hands of a deal."""


def bid_by_bba(bba: Bba, deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> Auction:
    """All four hands of a deal bid by BBA's library."""
    auction = Auction(dealer, vulnerability)
    while not auction.is_over:
        calls = tuple(int(call) for call in auction.calls)
        hand = deal[Seat((dealer + len(calls)) % 4)]
        auction = auction.then(CALLS[bba.call(hand, int(dealer), VULNERABLE[vulnerability], calls)])
    return auction


def played(bid: Bidder, deck: Deck, first: int, count: int) -> Iterator[Slam]:
    """The sides that can take twelve tricks or bid a slam, all four hands bid alike."""
    for index in range(first, min(first + count, len(deck))):
        number = deck.first + index
        deal = Deal(tuple(Hand(int(mask)) for mask in deck.masks[index]))
        dealer, vulnerability = dealer_of(number), vulnerability_of(number)
        auction = bid(deal, dealer, vulnerability)
        contract = auction.contract
        for side in (0, 1):
            best = int(deck.tables[index][[side, side + 2]].max())
            ours = contract is not None and contract.declarer % 2 == side
            if best < 12 and not (ours and contract is not None and contract.level > 5):
                continue
            tricks = 0 if contract is None else int(deck.tables[index][contract.declarer][contract.strain])
            points = 0 if contract is None else contract_score(contract, tricks, vulnerability)
            sign = 1 if side == 0 else -1
            cost = sign * imps(int(deck.par[index]) - points)
            yield Slam(number, deal, dealer, vulnerability, side, best, contract, tricks, cost, auction)


def report(name: str, slams: list[Slam]) -> str:
    """The figures of one system, in a few lines."""

    def share(part: list[Slam], of: list[Slam]) -> str:
        return f"{len(part):5d} of {len(of):5d} ({100 * len(part) / max(1, len(of)):4.1f} %)"

    lines = [name]
    for least in (0, 31, 33):
        some = [s for s in slams if s.joint >= least]
        there = [s for s in some if s.best >= 12]
        grand = [s for s in some if s.best == 13]
        bid = [s for s in some if s.level > 5]
        sevens = [s for s in bid if s.level == 7]
        lines += [
            f"  with {least}+ points together" if least else "  all",
            f"    slams there and bid       {share([s for s in there if s.level > 5 and s.made], there)}",
            f"    grand slams there and bid {share([s for s in grand if s.level == 7 and s.made], grand)}",
            f"    slams bid that fail       {share([s for s in bid if not s.made], bid)}",
            f"    grand slams bid that fail {share([s for s in sevens if not s.made], sevens)}",
            f"    IMPs from par, a deal     {sum(s.cost for s in some) / max(1, len(some)):.2f}",
        ]
    return "\n".join(lines)


def told(system: System, slam: Slam) -> str:
    """A deal with its auction, each call of the side with the rule behind it."""
    state = system.table().root(slam.dealer, slam.vulnerability)
    words = []
    for index, call in enumerate(slam.auction.calls):
        seat = slam.auction.seat_of(index)
        entry = state.position().choose(slam.deal[seat])
        place = f" {str(entry.line.location).rpartition('/')[2]}" if entry and str(call) != "P" else ""
        words.append(f"{call}{place}" if seat % 2 == slam.side else f"({call})")
        state = state.then(int(call))
    mine, partners = slam.deal[Seat(slam.side)], slam.deal[Seat(slam.side + 2)]
    return (
        f"{slam.number}: {mine} and {partners}, {slam.joint} points, {slam.best} tricks; "
        f"{slam.contract} makes {slam.tricks}, {slam.cost} IMPs\n    " + " ".join(words)
    )


CLASSES: dict[str, Callable[[Slam], bool]] = {
    "missed": lambda s: s.best >= 12 and s.level < 6,
    "grand": lambda s: s.best == 13 and s.level == 6,
    "failed": lambda s: s.level > 5 and not s.made,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("systems", nargs="*")
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--deck", help="confirming, or a deck file, in place of the reference deck")
    parser.add_argument("--show", choices=CLASSES, help="print the deals of a class, dearest first")
    parser.add_argument("--least", type=int, default=0, help="show only deals with so many points together")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of the systems")
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument("--library", help="BBA's library: bid the boards with it too, by --card")
    parser.add_argument("--card", help="BBA's convention card")
    options = parser.parse_args()
    if not options.systems and not options.library:
        parser.error("name a system, or BBA's --library and --card")
    if options.deck == "confirming" and options.show:
        parser.error("no board of the confirming deck is shown")
    shipped = {None: reference_deck, "confirming": confirming_deck}.get(options.deck)
    deck = Deck.read(options.deck) if shipped is None else shipped()
    if options.library:
        bba = partial(bid_by_bba, Bba(options.library, options.card, None, Kept(None)))
        print(report("BBA", list(played(bba, deck, options.first - 1, options.boards))))
    for name in options.systems:
        system: System = load_system(name, read_settings(options.set))
        slams = list(played(system.table().bid, deck, options.first - 1, options.boards))
        print(report(name, slams))
        if options.show:
            wanted = [s for s in slams if CLASSES[options.show](s) and s.joint >= options.least]
            endings = Counter(" ".join(str(c) for c in s.auction.calls) for s in wanted)
            print(f"{len(wanted)} {options.show}, {len(endings)} auctions")
            for slam in sorted(wanted, key=lambda s: -s.cost)[: options.limit]:
                print(told(system, slam))


if __name__ == "__main__":
    main()

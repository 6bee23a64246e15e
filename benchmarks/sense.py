"""Whether a system's contracts make sense: self-play measured against double dummy.

    python benchmarks/sense.py sayc                       1,000 boards of the reference deck
    python benchmarks/sense.py sayc --file sayc.pbn       the deals of a file: its own auctions, then the system's
    python benchmarks/sense.py sayc --worst 30            and the boards furthest from par, with the rules that bid them

For every board the contract reached is scored with the tricks that perfect play on both sides gives, and compared
with par. Printed: the mean distance from par in IMPs a board; how many boards are played in game (below slam) and in
slam, and how many of those make; contracts that fail by five or more. The standard error of the mean stands
beside it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import islice
from statistics import mean, stdev

import attrs

from bridgelang import load_system
from bridgelang.bidding.forms import is_game
from bridgelang.bidding.load import System
from bridgelang.bidding.state import State
from bridgelang.cli.options import read_settings
from bridgelang.core.auctions import Auction
from bridgelang.core.cards import STRAINS
from bridgelang.core.contracts import Contract
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.scoring import contract_score, imps
from bridgelang.core.seats import SEATS, Seat, Vulnerability, dealer_of, vulnerability_of
from bridgelang.interop.pbn import read_pbn
from bridgelang.match.ddcache import DoubleDummyCache
from bridgelang.match.deck import reference_deck
from bridgelang.match.par import par
from bridgelang.match.solver import Table, solve_tables

CHUNK = 40  # boards solved between two looks at the cache


@attrs.frozen
class Problem:
    """A board with its double-dummy tricks ``table[seat][strain]`` and, from a file, the contract it was played in."""

    name: str
    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    table: Table
    par: int
    contract: Contract | None = None


@attrs.frozen
class Result:
    """What a contract is worth on a problem: ``distance`` in IMPs from par, ``over`` tricks above the contract."""

    problem: Problem
    contract: Contract | None
    distance: int
    over: int
    auction: Auction | None = None


def deck_problems(first: int, count: int) -> Iterator[Problem]:
    """Boards of the reference deck, from number ``first``."""
    deck = reference_deck()
    for index in range(first - 1, first - 1 + count):
        hands = tuple(Hand(int(mask)) for mask in deck.masks[index])
        table = tuple(tuple(int(t) for t in row) for row in deck.tables[index])
        number = deck.first + index
        yield Problem(
            str(number), Deal(hands), dealer_of(number), vulnerability_of(number), table, int(deck.par[index])
        )


def file_problems(path: str, first: int, count: int) -> Iterator[Problem]:
    """Boards of a PBN file with the contracts recorded there; solved, and kept in the user's cache."""
    with DoubleDummyCache() as cache:
        rows = islice(read_pbn(path), first - 1, first - 1 + count)
        while chunk := list(islice(rows, CHUNK)):
            deals = [board.deal for board in chunk]
            known = [deal for deal in deals if deal is not None]
            for board, deal, table in zip(chunk, known, cached_tables(known, cache), strict=True):
                assert deal is not None and board.dealer is not None and board.vulnerability is not None
                points = par(table, board.dealer, board.vulnerability).score
                yield Problem(str(board.number), deal, board.dealer, board.vulnerability, table, points, board.contract)


def cached_tables(deals: list[Deal], cache: DoubleDummyCache) -> list[Table]:
    """The full tables of some deals, from the cache where it has all twenty results."""
    questions = [[(deal, seat, strain) for seat in SEATS for strain in STRAINS] for deal in deals]
    found = [cache.get(asked) for asked in questions]
    missing = [i for i, tricks in enumerate(found) if None in tricks]
    for i, table in zip(missing, solve_tables([deals[i] for i in missing], 1), strict=True):
        found[i] = [tricks for row in table for tricks in row]
        cache.put(questions[i], [tricks for row in table for tricks in row])
    return [tuple(tuple(int(t or 0) for t in tricks[5 * s : 5 * s + 5]) for s in range(4)) for tricks in found]


def judge(problem: Problem, contract: Contract | None, auction: Auction | None = None) -> Result:
    """A contract's result on a problem."""
    if contract is None:
        return Result(problem, None, abs(imps(problem.par)), 0, auction)
    tricks = problem.table[contract.declarer][contract.strain]
    points = contract_score(contract, tricks, problem.vulnerability)
    return Result(problem, contract, abs(imps(points - problem.par)), tricks - 6 - contract.level, auction)


def self_play(system: System, problems: Iterable[Problem]) -> Iterator[Result]:
    """All four hands bid by one system."""
    table = system.table()
    for problem in problems:
        auction = table.bid(problem.deal, problem.dealer, problem.vulnerability)
        yield judge(problem, auction.contract, auction)


def report(name: str, results: list[Result]) -> str:
    """The figures of one set of results, in a few lines."""
    distances = [r.distance for r in results]
    played = [r for r in results if r.contract is not None]
    games = [r for r in played if r.contract is not None and is_game(int(r.contract.bid)) and r.contract.level < 6]
    slams = [r for r in played if r.contract is not None and r.contract.level > 5]
    parts = [r for r in played if r.contract is not None and not is_game(int(r.contract.bid))]
    doubled = [r for r in played if r.contract is not None and r.contract.doubled]
    far = [r for r in played if r.over <= -5]
    count = len(results)
    error = stdev(distances) / count**0.5

    def share(some: list[Result]) -> str:
        made = sum(r.over >= 0 for r in some)
        away = mean(r.distance for r in some) if some else 0
        rate = 100 * made / len(some) if some else 0
        part = 100 * len(some) / count
        return f"{len(some):5d} ({part:4.1f} %), making {made:4d} ({rate:4.1f} %), distance {away:.2f}"

    return "\n".join(
        (
            f"{name}: {count} boards, mean distance from par {mean(distances):.3f} IMPs (+-{error:.3f})",
            f"  games      {share(games)}",
            f"  slams      {share(slams)}",
            f"  partscores {share(parts)}",
            f"  doubled    {share(doubled)}",
            f"  passed out {count - len(played)}; failing by five or more {len(far)} ({100 * len(far) / count:.2f} %)",
        )
    )


def told(system: System, result: Result) -> str:
    """A board with its auction, each call with the rule behind it."""
    problem = result.problem
    lines = [
        f"board {problem.name}, dealer {problem.dealer.letter}, vulnerable {problem.vulnerability}: "
        f"{result.contract or 'passed out'}, {result.over:+d} tricks, par {problem.par:+d}, "
        f"{result.distance} IMPs away",
        *(f"  {seat.letter} {problem.deal[seat]}" for seat in SEATS),
    ]
    if result.auction is not None:
        state: State = system.table().root(problem.dealer, problem.vulnerability)
        words = []
        for index, call in enumerate(result.auction.calls):
            seat = result.auction.seat_of(index)
            entry = state.position().choose(problem.deal[seat])
            words.append(f"{seat.letter}:{call} {entry.line.location if entry else 'default'}")
            state = state.then(int(call))
        lines.append("  " + "   ".join(words))
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("system", nargs="?", default="sayc")
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1, help="number of the first board")
    parser.add_argument("--file", help="a PBN file whose deals and contracts are measured")
    parser.add_argument("--worst", type=int, default=0, help="print the boards furthest from par")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of the system")
    options = parser.parse_args()
    system = load_system(options.system, read_settings(options.set))
    if options.file:
        problems = list(file_problems(options.file, options.first, options.boards))
        theirs = [judge(problem, problem.contract) for problem in problems]
        print(report(options.file, theirs))
    else:
        problems = list(deck_problems(options.first, options.boards))
        theirs = []
    ours = list(self_play(system, problems))
    print(report(f"{options.system} self-play", ours))
    if theirs:
        ratio = mean(r.distance for r in ours) / mean(r.distance for r in theirs)
        print(f"ratio of the distances: {ratio:.3f}")
    for result in sorted(ours, key=lambda r: -r.distance)[: options.worst]:
        print(told(system, result))


if __name__ == "__main__":
    main()

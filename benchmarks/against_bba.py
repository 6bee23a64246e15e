"""What a change of text is worth against BBA's library (examples/bba) and against the text before it.

    python benchmarks/against_bba.py NEW --library F --card F                      NEW against BBA
    python benchmarks/against_bba.py NEW --old OLD --library F --card F            and what it gains over OLD
    python benchmarks/against_bba.py sayc --set openings=light --old sayc --library F --card F   what a setting gains
    python benchmarks/against_bba.py NEW --library F --card F --where rules        which last call of ours lost it
    python benchmarks/against_bba.py NEW --library F --card F --seed 50123         fresh boards
    python benchmarks/against_bba.py precision --plays sayc --library F --card F   its calls read as sayc's, not as ours
    python benchmarks/against_bba.py NEW --library F --card F --first 20000 --boards 20000     the confirming deck

Every board is played at both tables and scored double dummy. BBA is in this process. Its calls, the solver's tricks
and the tables of OLD are kept in `--cache`: a second trial costs half. Boards of the
confirming deck, and of seeds from 50,000 up, are for confirming: only totals are printed of them.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import pickle
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import numpy as np

from bridgelang import load_system
from bridgelang.bidding.engine import rules_at, settled
from bridgelang.bidding.load import System
from bridgelang.bidding.table import BiddingTable
from bridgelang.cli.options import read_settings
from bridgelang.constraints.cells import cell_of
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import CALLS
from bridgelang.core.dealing import deal_masks
from bridgelang.core.hands import Hand
from bridgelang.core.scoring import contract_score, imps
from bridgelang.core.seats import Vulnerability, dealer_of, vulnerability_of
from bridgelang.match.deck import REFERENCE_SEED, confirming_deck, reference_deck
from bridgelang.match.solver import solve_contracts

BIDDER = Path(__file__).parent.parent / "examples" / "bba" / "bidder.py"
FRESH = 50_000
VULNERABLE = {Vulnerability.NONE: 0, Vulnerability.EW: 1, Vulnerability.NS: 2, Vulnerability.ALL: 3}


@attrs.define
class Kept:
    """BBA's calls and the solver's tricks, in a file between runs."""

    path: Path | None
    calls: dict[Any, int] = attrs.field(factory=dict)
    tricks: dict[Any, int] = attrs.field(factory=dict)
    tables: dict[Any, Any] = attrs.field(factory=dict)
    """Tables of the text before, by a digest of it, the opponent, the board and the side."""

    @classmethod
    def read(cls, path: Path | None) -> Kept:
        if path is None or not path.exists():
            return cls(path)
        return cls(path, *pickle.loads(path.read_bytes()))

    def write(self) -> None:
        if self.path is not None:
            beside = self.path.with_suffix(".new")
            beside.write_bytes(pickle.dumps((self.calls, self.tricks, self.tables)))
            beside.replace(self.path)


class Bba:
    """BBA's calls; a call is a number as in :data:`bridgelang.core.calls.CALLS`."""

    def __init__(self, library: str, card: str, their_card: str | None, kept: Kept) -> None:
        self._bidder = _bidder()
        ours = self._bidder.Card.read(card)
        theirs = self._bidder.Card.read(their_card) if their_card else ours
        self._player = self._bidder.Player(self._bidder.Library(library), ours, theirs)
        self._kept = kept.calls
        self.name = (Path(card).stem, Path(their_card or card).stem)
        self._number = {str(call).upper().replace("PASS", "P"): int(call) for call in CALLS}
        self._code = [self._bidder.CODES[str(call).upper().replace("PASS", "P")] for call in CALLS]

    def call(self, hand: Hand, dealer: int, vulnerability: int, calls: tuple[int, ...]) -> int:
        key = (self.name, hand.mask, dealer, vulnerability, calls)
        if key not in self._kept:
            request = self._bidder.Request(
                hand="\n".join(reversed(str(hand).split("."))),
                seat=(dealer + len(calls)) % 4,
                dealer=dealer,
                vulnerability=vulnerability,
                auction=tuple(self._code[call] for call in calls),
            )
            self._kept[key] = self._number[self._player.call(request)[0]]
        return self._kept[key]


def _bidder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bba_bidder", BIDDER)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bba_bidder"] = module
    spec.loader.exec_module(module)
    return module


@attrs.frozen
class Board:
    """A board of a stream; ``index`` counts from nought."""

    seed: int
    index: int
    hands: tuple[Hand, ...]

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def vulnerability(self) -> Vulnerability:
        return vulnerability_of(self.number)


@attrs.frozen
class Step:
    """A decision of ours: after how many calls, the rule that made it, the phase of the auction."""

    place: int
    rule: str
    text: str
    phase: str


@attrs.frozen
class Played:
    """One table of a board: its auction, our decisions, and North-South's score."""

    auction: Auction
    steps: tuple[Step, ...]
    score: int


class Player:
    """A system at both tables against BBA, or against another system."""

    def __init__(
        self, system: System, bba: Bba | None, other: System | None, kept: Kept, borrowed: str = "", digest: str = ""
    ) -> None:
        """Against BBA, ``other`` is the system by which its calls are read; without one, our own."""
        self._bba, self._kept, self._borrowed, self._digest = bba, kept, borrowed, digest
        other = other or system
        self._tables = (system.table(other), other.table(system))

    def board(self, board: Board) -> tuple[Played, Played]:
        """The table where the system sits North-South, then the other."""
        return self._kept_or_played(board, 0), self._kept_or_played(board, 1)

    def _kept_or_played(self, board: Board, ours: int) -> Played:
        if not self._digest:
            return self._play(board, ours)
        key = (self._digest, "" if self._bba is None else self._bba.name, board.seed, board.index, ours)
        if key not in self._kept.tables:
            self._kept.tables[key] = self._play(board, ours)
        table: Played = self._kept.tables[key]
        return table

    def _play(self, board: Board, ours: int) -> Played:
        dealer, vulnerability = int(dealer_of(board.number)), int(board.vulnerability)
        table: BiddingTable = self._tables[ours]
        point = table.engine.root(table.books[dealer & 1])
        who = vulnerability if dealer & 1 == 0 else vulnerability >> 1 | (vulnerability & 1) << 1
        cells = [cell_of(hand) for hand in board.hands]
        calls: list[int] = []
        steps = []
        while point.passes < 3 or not point.is_over:
            seat = (dealer + len(calls)) & 3
            by_bba = self._bba is not None and seat & 1 != ours
            if by_bba and self._bba is not None:
                call = self._bba.call(board.hands[seat], dealer, VULNERABLE[board.vulnerability], tuple(calls))
            else:
                position = rules_at(point, who) or settled(point).settle(point, who)
                cell = cells[seat]
                offer = position.chosen_for(board.hands[seat], cell >> 3, 1 << (cell & 7))
                call = 0 if offer is None else offer.call
                if seat & 1 == ours:
                    rule = None if offer is None else offer.rule
                    where = "" if rule is None else rule.location
                    phase = phase_of(calls)
                    steps.append(Step(len(calls), where, "" if rule is None else rule.text, phase))
                    if self._bba is not None and phase in self._borrowed.split(","):
                        call = self._bba.call(board.hands[seat], dealer, VULNERABLE[board.vulnerability], tuple(calls))
            calls.append(call)
            point.visits += 1
            point = point.child(call, who)
        auction = Auction(dealer_of(board.number), board.vulnerability).through([CALLS[call] for call in calls])
        return Played(auction, tuple(steps), self._score(board, auction))

    def _score(self, board: Board, auction: Auction) -> int:
        contract = auction.contract
        if contract is None:
            return 0
        key = (board.seed, board.index, int(contract.declarer), int(contract.strain))
        if key not in self._kept.tricks:
            masks = [hand.mask for hand in board.hands]
            self._kept.tricks[key] = solve_contracts([(masks, contract.declarer, contract.strain)])[0]
        return contract_score(contract, self._kept.tricks[key], board.vulnerability)


def phase_of(calls: list[int]) -> str:
    """Who opened, and whether the other side has come in, for the player to call."""
    bids = [place for place, call in enumerate(calls) if call != 0]
    if not bids:
        return "opening"
    we = [place for place in bids if (len(calls) - place) % 2 == 0]
    if bids[0] % 2 != len(calls) % 2:
        return "they-opened-first" if not we else "they-opened-later"
    return "uncontested" if len(we) == len(bids) else "we-opened"


def digest_of(path: str) -> str:
    """A digest of a system's file and of all texts that stand beside it."""
    sums = hashlib.sha256()
    for file in sorted(Path(path).parent.rglob("*.bid")):
        sums.update(file.name.encode() + file.read_bytes())
    return Path(path).stem + sums.hexdigest()


def boards(seed: int, first: int, count: int, kept: Kept) -> list[Board]:
    if seed == REFERENCE_SEED:
        for deck in (reference_deck(), confirming_deck()):
            begin = deck.first - 1
            low, high = max(first, begin), min(first + count, begin + len(deck))
            for index, table in enumerate(deck.tables[max(low - begin, 0) : max(high - begin, 0)].tolist(), low):
                for seat, row in enumerate(table):
                    for strain, tricks in enumerate(row):
                        kept.tricks[seed, index, seat, strain] = tricks
    return [
        Board(seed, index, tuple(Hand(mask) for mask in deal_masks(seed, index)))
        for index in range(first, first + count)
    ]


def figure(values: Iterable[float]) -> str:
    """The mean with half its 95 % interval."""
    array = np.array(list(values), float)
    return f"{array.mean():+.3f} +- {1.96 * array.std() / len(array) ** 0.5:.3f}"


def swing(tables: tuple[Played, Played]) -> int:
    return imps(tables[0].score - tables[1].score)


def print_where(results: list[tuple[Board, tuple[Played, Played]]], by: str, limit: int) -> None:
    """The IMPs of the boards by the last call of ours that was no forced matter, at each table half."""
    sums: dict[str, list[float]] = defaultdict(list)
    for _, tables in results:
        for table in tables:
            if table.steps:
                last = table.steps[-1]
                sums[last.phase if by == "phases" else f"{last.rule} {last.text}"].append(swing(tables) / 2)
    for name, values in sorted(sums.items(), key=lambda item: sum(item[1]))[:limit]:
        print(f"{sum(values) / len(results):+.4f} {np.mean(values):+.2f} x {len(values):5d}  {name[:150]}")


Tables = tuple[Played, Played]


def changed(old: list[Tables], new: list[Tables]) -> int:
    """How many auctions differ."""
    return sum(a[side].auction != b[side].auction for a, b in zip(old, new, strict=True) for side in (0, 1))


def print_gains(deals: list[Board], old: list[Tables], new: list[Tables], show: int, limit: int) -> None:
    """What was won and lost where auctions differ, by the line that decided before and the one that decides now."""
    by_pair: dict[str, list[float]] = defaultdict(list)
    by_line: dict[str, list[float]] = defaultdict(list)
    shown = []
    for board, before, after in zip(deals, old, new, strict=True):
        middle = imps(after[0].score - before[1].score)
        for side, gain in ((0, middle - swing(before)), (1, swing(after) - middle)):
            if before[side].auction != after[side].auction:
                was, now = parting(before[side], after[side])
                by_pair[f"{was} -> {now}"].append(gain)
                by_line[now].append(gain)
                shown.append((gain, board, before[side], after[side], now, side))
    print_sums(by_pair, limit)
    print("   by the new line")
    print_sums(by_line, limit)
    for gain, board, before_it, after_it, line, side in sorted(shown, key=lambda row: row[0])[:show]:
        print(f"{gain:+d} board {board.number} {('NS', 'EW')[side]}: {line}")
        print(f"   {before_it.auction}\n   {after_it.auction}\n   {' '.join(map(str, board.hands))}")


def parting(before: Played, after: Played) -> tuple[str, str]:
    """The lines behind the first call that differs."""
    pairs = enumerate(zip(before.auction.calls, after.auction.calls, strict=False))
    place = next((place for place, (one, other) in pairs if one != other), -1)
    one, other = (
        next((f"{step.rule} {step.text[:60]}" for step in table.steps if step.place == place), "(their call)")
        for table in (before, after)
    )
    return one, other


def print_sums(gains: dict[str, list[float]], limit: int) -> None:
    """The groups that lost and won most, each with two standard errors of its sum."""
    ordered = sorted(gains.items(), key=lambda item: sum(item[1]))
    for name, values in ordered if len(ordered) <= 2 * limit else [*ordered[:limit], *ordered[-limit:]]:
        half = 2 * sum(value * value for value in values) ** 0.5
        print(f"   {sum(values):+5.0f} +-{half:3.0f} in {len(values):4d}  {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE",
                        help="a setting of the system, not of the text before; repeatable")  # fmt: skip
    parser.add_argument("--old", help="the text before")
    parser.add_argument("--library", required=True)
    parser.add_argument("--card", required=True)
    parser.add_argument("--their-card")
    parser.add_argument("--plays", help="the system by which we read BBA's calls; without it, our own")
    parser.add_argument("--seed", type=int, default=REFERENCE_SEED)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--borrow", default="", help="phases in which BBA makes our calls too")
    parser.add_argument("--where", choices=("phases", "rules"))
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--limit", type=int, default=12)
    options = parser.parse_args()
    kept = Kept.read(options.cache)
    bba = Bba(options.library, options.card, options.their_card, kept)
    deals = boards(options.seed, options.first, options.boards, kept)
    system = load_system(options.system, read_settings(options.set))
    plays = load_system(options.plays) if options.plays else None
    aside = options.seed == REFERENCE_SEED and options.first + options.boards > len(reference_deck())
    quiet = options.seed >= FRESH or aside
    if options.old is None:
        player = Player(system, bba, plays, kept, options.borrow)
        results = [player.board(board) for board in deals]
        print(f"{system.name} against BBA: {figure(map(swing, results))} IMPs a board on {len(deals)} boards")
        if options.where and not quiet:
            print_where(list(zip(deals, results, strict=True)), options.where, options.limit)
    else:
        before, digest = load_system(options.old), digest_of(options.old)
        if options.plays:
            digest += f" against {digest_of(options.plays)}"
        for name, opponent, other in (("BBA", bba, plays), ("the old text", None, before)):
            players = (Player(before, opponent, other, kept, digest=digest), Player(system, opponent, other, kept))
            old, new = ([player.board(board) for board in deals] for player in players)
            print(f"against {name}: {figure(map(swing, new))}, before {figure(map(swing, old))}")
            gain = figure(swing(b) - swing(a) for a, b in zip(old, new, strict=True))
            print(f"  the change gains {gain}; {changed(old, new)} auctions changed")
            if not quiet:
                print_gains(deals, old, new, options.show, options.limit)
    kept.write()


if __name__ == "__main__":
    main()

"""Whether what calls show is true, and how much it says.

    python benchmarks/soundness.py                         every shipped system, 20,000 boards of self-play each
    python benchmarks/soundness.py sayc acol --boards 2000
    python benchmarks/soundness.py sayc acol --pair        the two against each other

At every call the hand that makes it must lie in what its player is then said to hold: violations are counted, and
printed, and there must be none. Counted too: passes when partner's last call was forcing, and the passes where it
only may have been. Informative: at the end of each auction, for each player who made two bids or more, the width in
high-card points of the central 90 % of the hands shown (each cell weighted by the hands it stands for), and of all of
them; after openings of one of a major, weak twos and preempts, how often the shown minimum of the suit is within a
card of its true length; the least that 1C and 1D show in their suits.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import pairwise
from statistics import mean

import attrs

from bridgelang import load_system
from bridgelang.bidding.load import System
from bridgelang.bidding.state import State
from bridgelang.compile.files import system_names
from bridgelang.constraints.holding import Holding
from bridgelang.core.calls import CALLS
from bridgelang.core.cards import Suit
from bridgelang.core.dealing import deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import Seat, dealer_of, vulnerability_of

SHOWN = 10  # examples printed of each kind


@attrs.define
class Tally:
    """What was counted over some boards."""

    boards: int = 0
    calls: int = 0
    unread: int = 0
    violations: list[str] = attrs.field(factory=list)
    passed_forcing: list[str] = attrs.field(factory=list)
    maybe_forcing: Counter[str] = attrs.field(factory=Counter)
    widths: list[int] = attrs.field(factory=list)
    whole_widths: list[int] = attrs.field(factory=list)
    openings: Counter[str] = attrs.field(factory=Counter)
    within_one: Counter[str] = attrs.field(factory=Counter)
    least: dict[str, int] = attrs.field(factory=dict)


def play(first: System, second: System, seed: int, index: int, tally: Tally) -> None:
    """Bid one board, the first system North-South on even boards, and look at every call."""
    board = deal(seed, index)
    dealer, vulnerability = dealer_of(index + 1), vulnerability_of(index + 1)
    north, east = (first, second) if index % 2 == 0 else (second, first)
    state: State = north.table(east).root(dealer, vulnerability)
    hands = [board[Seat((dealer + i) & 3)] for i in range(4)]
    calls: list[str] = []
    tally.boards += 1
    while not state.is_over:
        turn = state.turn
        hand = hands[turn]
        entry = state.position().choose(hand)
        call = 0 if entry is None else entry.call
        where = entry.line.location if entry else "no rule"
        text = f"board {index}: {hand} after {' '.join(calls) or '-'}: {CALLS[call]} by {where}"
        if call == 0 and state.depth > 1 and state.call == 0 and state.parent is not None and state.parent.call > 0:
            partners = state.parent.made()
            forcing = [n for n, _ in partners.any_tags if n in ("forcing", "game forcing", "forcing to")]
            even = entry is not None and entry.line.calls[0][0] == "pass even if forced"
            if partners.is_forcing and not even and not state.last_bid > 32:
                if state.force_level(turn & 1) != 99 or not state.game_reached():
                    tally.passed_forcing.append(text)
            elif forcing and not even:
                tally.maybe_forcing[where] += 1
        reading = state.reading(call)
        tally.calls += 1
        tally.unread += reading.unread
        if not reading.holding.contains(hand):
            tally.violations.append(f"{text}: shows {reading.holding.describe()}")
        if state.first_bid < 0 and reading.natural >= 0:
            _opening(call, hand, reading.holding, tally)
        calls.append(str(CALLS[call]))
        state = state.then(call)
    for seat in range(4):
        if sum(s.call > 2 for s in state.made_by(seat)) > 1:
            held = state.holding(seat)
            low, high = held.hcp_quantiles((0.05, 0.95))
            tally.widths.append(high - low)
            tally.whole_widths.append(held.hcp_range[1] - held.hcp_range[0])


def _opening(call: int, hand: Hand, held: Holding, tally: Tally) -> None:
    """What a natural opening in a suit says of its length."""
    name = str(CALLS[call])
    suit = CALLS[call].strain
    assert suit is not None
    low, _ = held.length_range(int(suit))
    tally.openings[name] += 1
    tally.within_one[name] += hand.length(Suit(int(suit))) - low <= 1
    tally.least[name] = min(low, tally.least.get(name, 13))


def report(name: str, tally: Tally, seconds: float) -> str:
    """The figures of one tally."""
    lines = [
        f"{name}: {tally.boards} boards, {tally.calls} calls, {tally.boards / seconds:.0f} boards a second",
        f"  hands outside what their call shows: {len(tally.violations)}; calls no rule explains: {tally.unread}",
        f"  passes of a forcing call: {len(tally.passed_forcing)}, of one that may be: {tally.maybe_forcing.total()}",
    ]
    if tally.widths:
        lines.append(
            f"  after two bids: central 90 % {mean(tally.widths):.2f} hcp wide, all {mean(tally.whole_widths):.2f}"
        )
    long = [n for n in tally.openings if n not in ("1C", "1D")]
    count = sum(tally.openings[n] for n in long)
    if count:
        close = 100 * sum(tally.within_one[n] for n in long) / count
        lines.append(f"  major and preemptive openings whose suit is within a card of what is shown: {close:.1f} %")
    lines += [f"  {n} shows {tally.least[n]}+ cards at least" for n in ("1C", "1D") if n in tally.least]
    lines += [f"  VIOLATION {text}" for text in tally.violations[:SHOWN]]
    lines += [f"  PASSED A FORCING CALL {text}" for text in tally.passed_forcing[:SHOWN]]
    lines += [f"  may be forcing: {where} {n} times" for where, n in tally.maybe_forcing.most_common(SHOWN)]
    return "\n".join(lines)


def measure(first: System, second: System, boards: int, seed: int = 2020) -> Tally:
    """Bid some boards of a seed and count."""
    tally = Tally()
    for index in range(boards):
        play(first, second, seed, index, tally)
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("systems", nargs="*")
    parser.add_argument("--boards", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=2020)
    parser.add_argument("--pair", action="store_true", help="each system against the next one")
    options = parser.parse_args()
    names = options.systems or system_names()
    pairs = list(pairwise(names)) if options.pair else [(name, name) for name in names]
    bad = 0
    for a, b in pairs:
        first = load_system(a)
        second = first if a == b else load_system(b)
        start = time.perf_counter()
        tally = measure(first, second, options.boards, options.seed)
        print(report(a if a == b else f"{a} against {b}", tally, time.perf_counter() - start), flush=True)
        bad += len(tally.violations) + len(tally.passed_forcing)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

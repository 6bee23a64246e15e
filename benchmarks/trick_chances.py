"""The chance of so many tricks by what a player knows, fitted on solved deals: features/data/trick_chances.csv.

    python benchmarks/trick_chances.py                             fit, and tell how it holds on boards kept aside
    python benchmarks/trick_chances.py --write FILE                and write the table
    python benchmarks/trick_chances.py sayc acol --boards 4000     with other auctions, or fewer boards

Each system bids the boards of the reference deck; at some turns of each auction stands what the player knows: his hand,
and what his partner should have as the calls of all three tell it. The tricks are double dummy, by either hand. For
each number of tricks a logistic regression gives the weights. First it is fitted to even boards, and printed how often
so many tricks were there on the odd ones, by the chance told: `0.45/0.46` is 45 % told and 46 % come true. The table
is fitted to all.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bridgelang import load_system
from bridgelang.core.deals import Deal
from bridgelang.core.hands import Hand
from bridgelang.core.seats import dealer_of, vulnerability_of
from bridgelang.features.trick_chances import FEWEST, MOST, Odds
from bridgelang.match.deck import Deck, reference_deck

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

TURNS = 3
"""Turns taken from one auction: more of the same deal tell little that is new."""

LEAST_TRUMPS = 5.5
OPEN = 0.1
"""A chance of so much or more, and of so much or more that it fails."""


def seen(name: str, deck: Deck, boards: int) -> Floats:
    """A row for each turn and strain: board, strain, what :class:`Odds` weighs, tricks on average of both declarers."""
    table, rng = load_system(name).table(), random.Random(name)
    rows: list[tuple[float, ...]] = []
    for index in range(boards):
        hands = tuple(Hand(int(mask)) for mask in deck.masks[index])
        number = deck.first + index
        dealer = dealer_of(number)
        auction = table.bid(Deal(hands), dealer, vulnerability_of(number))
        state, turns = table.root(auction.dealer, auction.vulnerability), []
        for call in auction.calls:
            if state.point.last_bidder >= 0:
                turns.append(state.point)
            state = state.then(int(call))
        for point in rng.sample(turns, min(TURNS, len(turns))):
            seat = (dealer + point.turn) & 3
            mine = hands[seat]
            hcp = mine.hcp + point.share(2, 4).by(mine.hcp)
            tricks = (deck.tables[index][seat].astype(int) + deck.tables[index][seat ^ 2]) / 2
            for strain in range(4):
                side = [length for suit, length in enumerate(mine.lengths) if suit != strain]
                trumps = mine.lengths[strain] + point.share(2, strain).by(mine.lengths[strain])
                if trumps >= LEAST_TRUMPS:
                    short = (side.count(0), side.count(1))
                    rows.append((index, strain, 1.0, hcp, trumps, max(0.0, 8 - trumps), *short, tricks[strain]))
            rows.append((index, 4, 1.0, hcp, 0.0, 0.0, 0.0, 0.0, tricks[4]))
    return np.array(rows, dtype=np.float64)


def fitted(weighed: Floats, wanted: Floats) -> Floats:
    """The weights, fitted once to all and then to the turns at which it is open: the decisions lie there."""
    weights = regression(weighed, wanted)
    for _ in range(3):
        told = 1 / (1 + np.exp(-weighed @ weights))
        still_open = (told > OPEN) & (told < 1 - OPEN)
        weights = regression(weighed[still_open], wanted[still_open])
    return weights


def regression(weighed: Floats, wanted: Floats) -> Floats:
    """The weights of a logistic regression, by Newton's method; what is always nought gets none."""
    used = weighed.any(axis=0)
    columns = weighed[:, used]
    weights = np.zeros(columns.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-columns @ weights))
        curve = (columns * (chance * (1 - chance))[:, None]).T @ columns
        step = np.linalg.solve(curve + 1e-6 * np.eye(len(weights)), columns.T @ (wanted - chance))
        weights += step
    found = np.zeros(weighed.shape[1])
    found[used] = weights
    return found


def come_true(weighed: Floats, weights: Floats, there: Floats) -> str:
    """How often it came true where it was told with a chance of 0-10 %, 10-20 %, …"""
    told = 1 / (1 + np.exp(-weighed @ weights))
    parts = []
    for low in range(10):
        some = (told * 10 >= low) & (told * 10 < low + 1)
        if some.sum() >= 50:
            parts.append(f"{told[some].mean():.2f}/{there[some].mean():.2f}")
    return " ".join(parts)


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("systems", nargs="*", default=["sayc", "two-over-one", "acol", "precision"])
    options.add_argument("--boards", type=int, default=20_000)
    options.add_argument("--write", type=Path)
    chosen = options.parse_args()
    deck = reference_deck()
    rows = np.concatenate([seen(name, deck, chosen.boards) for name in chosen.systems])
    lines = [",".join(["kind", "tricks", *Odds._fields])]
    for kind, of_kind in (("suit", rows[:, 1] < 4), ("notrump", rows[:, 1] == 4)):
        board, weighed, tricks = rows[of_kind, 0], rows[of_kind, 2:-1], rows[of_kind, -1]
        even = board % 2 == 0
        for needed in range(FEWEST, MOST + 1):
            there = ((tricks >= needed) * 0.5 + (tricks >= needed - 0.5) * 0.5).astype(np.float64)
            told_by = fitted(weighed[even], there[even])
            print(f"{kind} {needed}: {come_true(weighed[~even], told_by, there[~even])}")
            lines.append(",".join([kind, str(needed), *(f"{weight:.3f}" for weight in fitted(weighed, there))]))
    print("\n".join(lines))
    if chosen.write:
        chosen.write.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

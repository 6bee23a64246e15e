"""How often each line of the fallback decides, and whether its last line ever fails a player.

    python benchmarks/natural_lines.py sayc acol --boards 5000

Boards are bid in self-play. Printed: the share of calls that `common-sense` decides, its lines with the number of calls
each made, and the lines that made none; and every case where its last line (a pass) decides while the player is forced
or opposite a game force below game.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from bridgelang import load_system
from bridgelang.bidding.state import State
from bridgelang.core.calls import CALLS
from bridgelang.core.dealing import deal
from bridgelang.core.seats import Seat, dealer_of, vulnerability_of

FILE = "common-sense.bid"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("systems", nargs="*", default=["sayc"])
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    made: Counter[int] = Counter()
    texts: dict[int, str] = {}
    calls = 0
    failed: list[str] = []
    for name in options.systems:
        system = load_system(name)
        for line in system.program.rules():
            if line.file == FILE:
                texts[line.row] = " ".join(line.text.split())
        last = max(texts)
        for index in range(options.boards):
            board = deal(options.seed, index)
            dealer = dealer_of(index + 1)
            state: State = system.table().root(dealer, vulnerability_of(index + 1))
            said: list[str] = []
            while not state.is_over:
                hand = board[Seat((dealer + state.turn) & 3)]
                entry = state.position().choose(hand)
                calls += 1
                call = 0 if entry is None else entry.call
                ours = entry is None or entry.line.file == FILE
                if ours:
                    row = last if entry is None else entry.line.row
                    made[row] += 1
                    forced = state.forced() or (
                        state.force_level(state.turn & 1) == 99 and not state.game_reached() and state.last_bidder >= 0
                    )
                    if row == last and forced:
                        failed.append(f"{name} board {index}: {hand} after {' '.join(said)}: {CALLS[call]}")
                said.append(str(CALLS[call]))
                state = state.then(call)
    total = sum(made.values())
    print(f"{FILE} decides {total} of {calls} calls ({100 * total / calls:.1f} %)")
    for row in sorted(texts):
        print(f"{made[row]:7d}  {row:4d}  {texts[row]}")
    print(f"its last line decides {len(failed)} times while the player is forced or opposite a game force")
    for text in failed[:20]:
        print("  " + text)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

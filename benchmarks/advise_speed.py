"""How many what-ifs a second and core: on boards not met before, and on boards met before.

    python benchmarks/advise_speed.py [SYSTEM] [--against SYSTEM] [--warm 1000] [--boards 500]

First --warm boards are looked at, so that the rules of the common auctions are worked out; then --boards others are
timed (each meets new auctions: replaced calls lead where nobody has been), then the same ones once more. The bar:
2,000 a second once warm. Time is the processor's, so that other work on the machine does not count. Exit status 1 when
the bar is not met on boards not met before.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the workers of advise have it

from bridgelang.advice.advise import STRETCH
from bridgelang.advice.whatif_play import Focus, WhatIfPlayer
from bridgelang.match.boards import SolvedBoards
from bridgelang.match.entries import Entry
from bridgelang.match.tricks import DoubleDummyTricks

BAR = 2000


def timed(player: WhatIfPlayer, start: int, boards: int) -> tuple[int, float]:
    """How many what-ifs these boards have, and how many a second were worked out."""
    began, count = time.process_time(), 0
    for place in range(start, start + boards, STRETCH):
        chunk = player.play(place, min(STRETCH, start + boards - place))
        count += sum(len(decision[-1]) for decision in chunk["decisions"])
    return count, count / (time.process_time() - began)


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("system", nargs="?", default="sayc")
    arguments.add_argument("--against", action="append", default=[])
    arguments.add_argument("--warm", type=int, default=1000)
    arguments.add_argument("--boards", type=int, default=500)
    arguments.add_argument("--contested", action="store_true")
    options = arguments.parse_args()
    gc.disable()
    system = Entry.parse(options.system)
    pool = [Entry.parse(one) for one in options.against] or [system]
    focus = Focus(contested=options.contested)
    player = WhatIfPlayer(system, pool, SolvedBoards.open(), DoubleDummyTricks(), focus)
    count, rate = timed(player, 0, options.warm)
    print(f"{count:,} what-ifs on the first {options.warm:,} boards: {rate:,.0f} a second, nothing being known")
    count, fresh = timed(player, options.warm, options.boards)
    print(f"{count:,} on {options.boards:,} others: {fresh:,.0f} a second")
    count, again = timed(player, options.warm, options.boards)
    print(f"{count:,} on the same once more: {again:,.0f} a second")
    print(f"the bar is {BAR:,} a second on boards not met before: {'met' if fresh >= BAR else 'not met'}")
    sys.exit(fresh < BAR)


if __name__ == "__main__":
    main()

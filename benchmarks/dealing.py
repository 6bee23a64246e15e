"""The bars about dealing: deals a second and core, alone, under a condition, and beside the C program `dealer`.

    python benchmarks/dealing.py [--deals N] [--dealer PROGRAM]

Rates are by the processor's time, so that other work on the machine counts less. `dealer` (Debian's package of that
name) looks at as many deals under the same condition; without it that part is skipped. At the end, rare conditions from
the command line, a process each, start-up included.
"""

from __future__ import annotations

import argparse
import re
import resource
import shutil
import subprocess
import sys
import time

import numpy as np
from match_speed import machine

from bridgelang.batch.dealing import deal_lines, deal_masks
from bridgelang.batch.where import DealStream, read_where
from bridgelang.core.dealing import deal

CONDITION = "north: 15-17 hcp, balanced"
DEALER = """generate {deals}
produce {deals}
condition hcp(north)>=15 && hcp(north)<=17 && shape(north, any 4333 + any 4432 + any 5332)
action {action}
"""
RARE = [
    ["north: 23+ hcp", "south: 7+ spades"],
    ["north: 8+ hearts, 0 spades"],
    ["north: 10+ spades", "south: 20+ hcp"],
    ["north: 4 aces, 6+ spades", "south: 4 kings"],
    ["north: 30+ hcp", "south: 9+ spades", "east: 6+ hearts"],
]


def rate(deals: int, began: float) -> float:
    """Deals a second of this process since then."""
    return deals / (time.process_time() - began)


def alone(deals: int) -> None:
    deal_masks(1, 0, 10)
    began = time.process_time()
    for start in range(0, deals, 100_000):
        deal_masks(1, start, min(100_000, deals - start))
    many = rate(deals, began)
    began = time.process_time()
    for index in range(5000):
        deal(1, index)
    print(f"deals a second and core: {many:,.0f} in columns (bar: 300,000), {rate(5000, began):,.0f} one at a time")


def under_a_condition(deals: int) -> dict[str, float]:
    """Deals examined a second: counted only, and with those found written as lines."""
    stream = DealStream(1, read_where([CONDITION]))
    found = []
    began = time.process_time()
    for _, masks in stream.blocks(deals):
        found.append(masks)
    counted = rate(deals, began)
    lines = deal_lines(np.concatenate(found))
    printed = rate(deals, began)
    print(f"`deal --where '{CONDITION}'`: {len(lines):,} of {deals:,} deals")
    return {"counted": counted, "printed": printed}


def of_dealer(program: str, deals: int) -> dict[str, float]:
    """The same for the C program."""
    rates = {}
    for name, action in (("counted", 'average "hcp" hcp(north)'), ("printed", "printoneline")):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        text = DEALER.format(deals=deals, action=action)
        run = subprocess.run([program, "-s", "1"], input=text, capture_output=True, text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        generated = re.search(r"Generated (\d+) hands", run.stdout + run.stderr)
        looked_at = int(generated[1]) if generated else deals
        rates[name] = looked_at / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return rates


def rare(conditions: list[str]) -> None:
    words = [sys.executable, "-m", "bridgelang", "deal", "--seed", "1", "--boards", "100"]
    words += [word for text in conditions for word in ("--where", text)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(words, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"  {took:5.2f} s  {'; '.join(conditions)}: {run.stderr.strip()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=2_000_000)
    parser.add_argument("--dealer", default=shutil.which("dealer"), help="the C program [default: the one installed]")
    options = parser.parse_args()
    print(machine())
    alone(options.deals)
    ours = under_a_condition(options.deals)
    theirs = of_dealer(options.dealer, options.deals) if options.dealer else {}
    for name, value in ours.items():
        beside = f", {theirs[name]:,.0f} by dealer: {value / theirs[name]:.2f} times (bar: 1)" if theirs else ""
        print(f"  deals examined a second, those found {name}: {value:,.0f}{beside}")
    if not theirs:
        print("  (the program `dealer` is not installed: no comparison)")
    print("100 deals under rare conditions, a process each:")
    for conditions in RARE:
        rare(conditions)


if __name__ == "__main__":
    main()

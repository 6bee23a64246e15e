"""Every shipped system against every other on the reference deck: the table of docs/systems.md.

    python benchmarks/round_robin.py                     1,000 boards a pair, a line a pair and a table in Markdown
    python benchmarks/round_robin.py --boards 200

IMPs a board from the row's point of view with half of the 95 % interval. A gap of more than 2 IMPs a board between two
systems is worth a look: one of them has a fault (the tiny `acol-first`, which only opens the bidding, is left out).
"""

from __future__ import annotations

import argparse
from itertools import combinations

from bridgelang.match import play_match
from bridgelang.system.files import system_names

LEFT_OUT = ("acol-first", "natural")


def main() -> None:
    """Print the results as they come, then the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    names = [name for name in system_names() if name not in LEFT_OUT]
    found: dict[tuple[str, str], tuple[float, float]] = {}
    for a, b in combinations(names, 2):
        result = play_match(a, b, boards=options.boards, deck="reference", jobs=options.jobs)
        half = (result.interval[1] - result.interval[0]) / 2
        found[a, b], found[b, a] = (result.mean, half), (-result.mean, half)
        print(f"{a:18} {b:18} {result.mean:+.2f} +-{half:.2f}", flush=True)
    print(f"\n|  | {' | '.join(names)} | mean |\n|---|{'---|' * (len(names) + 1)}")
    for a in names:
        cells = [f"{found[a, b][0]:+.2f} ± {found[a, b][1]:.2f}" if a != b else "" for b in names]
        mean = sum(found[a, b][0] for b in names if b != a) / max(1, len(names) - 1)
        print(f"| **{a}** | {' | '.join(cells)} | {mean:+.2f} |")


if __name__ == "__main__":
    main()

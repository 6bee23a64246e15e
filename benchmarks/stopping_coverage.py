"""How often the interval of a match with `until` holds the true mean: the two-stage rule and the naive one.

    python benchmarks/stopping_coverage.py [A B] [--matches 4000]

The boards of the reference deck, played by A and B, stand for all boards: matches are drawn from their swings at
random, so that the true mean is known. The naive rule looks at the ordinary interval after every board from the
25th on and stops when it is narrow enough.
"""

from __future__ import annotations

import argparse

import numpy as np

from bridgelang.match import play_match
from bridgelang.match.sequential import boards_needed, corrected_half_width
from bridgelang.match.statistics import Moments, student_quantile

LONGEST = 12_000


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("a", nargs="?", default="sayc")
    parser.add_argument("b", nargs="?", default="acol")
    parser.add_argument("--matches", type=int, default=4000)
    options = parser.parse_args()
    played = play_match(options.a, options.b, boards=10_000, deck="reference", jobs=2)
    swings = np.array(played.values)
    print(f"{played.a} against {played.b}: mean {swings.mean():+.3f}, standard deviation {swings.std():.2f} IMPs")
    rng = np.random.default_rng(1)
    for width, pilot_size in ((0.75, 100), (0.4, 300), (0.2, 1000)):
        two_stage = naive = boards = naive_boards = 0
        for _ in range(options.matches):
            values = rng.choice(swings, LONGEST)
            pilot = Moments.of(values[:pilot_size].tolist())
            needed = min(LONGEST, boards_needed(pilot, width))
            half_width = corrected_half_width(pilot, needed)
            two_stage += abs(values[:needed].mean() - swings.mean()) <= half_width
            boards += needed
            count = np.arange(1, LONGEST + 1)
            total, squares = values.cumsum(), (values * values).cumsum()
            variance = (squares - total * total / count)[24:] / (count[24:] - 1)
            quantile = np.array([student_quantile(0.975, int(n) - 1) for n in (25, 30, 50, 100, 1000, LONGEST)])
            quantiles = np.interp(count[24:], (25, 30, 50, 100, 1000, LONGEST), quantile)
            half_widths = quantiles * np.sqrt(variance / count[24:])
            narrow = half_widths <= width
            stop = int(narrow.argmax()) if narrow.any() else len(narrow) - 1
            n = stop + 25
            naive += abs(total[n - 1] / n - swings.mean()) <= half_widths[stop]
            naive_boards += n
        each = options.matches
        error = 100 * (0.95 * 0.05 / each) ** 0.5
        print(
            f"+-{width:g}: two-stage, pilot {pilot_size}: {100 * two_stage / each:.1f} % of intervals hold the mean, "
            f"{boards / each:.0f} boards on average; looking after every board: {100 * naive / each:.1f} %, "
            f"{naive_boards / each:.0f} boards (+-{error:.1f} %)"
        )


if __name__ == "__main__":
    main()

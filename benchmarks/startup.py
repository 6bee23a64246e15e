"""How long a command takes to start, beside what importing its libraries alone costs.

    python benchmarks/startup.py [ROUNDS]

Each row is the best of ten interleaved runs, each a fresh interpreter; ratios are within one run. The bars:
a warm `bid` at most 2 times `import lark, click`, `--help` at most 1.5 times `import click`, and neither lark nor
numpy nor endplay nor attrs nor pathlib imported for a warm bid. Exit status 1 when a bar does not hold.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HAND = "AKQ2.J53.T98.642"
RUN = "import sys; from bridgelang.cli.main import main; sys.exit(main())"
BID = ["-c", RUN, "bid", "sayc", HAND]
ROWS = {
    "python -c pass": ["-c", "pass"],
    "import click": ["-c", "import click"],
    "import lark, click": ["-c", "import lark, click"],
    "bridgelang --help": ["-c", RUN, "--help"],
    f"bridgelang bid sayc {HAND}": BID,
    "the same with --explain": [*BID, "--explain"],
    "the same, nothing cached": BID,
}
COLD = "the same, nothing cached"
HEAVY = ("attr", "attrs", "endplay", "lark", "numpy", "pathlib", "yaml")


def surroundings(cache: str) -> dict[str, str]:
    """The environment of a run: our own cache, and compiled modules kept there too, whatever the user's settings."""
    environment = os.environ | {"BRIDGELANG_CACHE": cache, "PYTHONPYCACHEPREFIX": str(Path(cache).parent / "modules")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def seconds(arguments: list[str], cache: str) -> float:
    """How long one run takes, in seconds."""
    start = time.perf_counter()
    environment = surroundings(cache)
    ran = subprocess.run([sys.executable, *arguments], capture_output=True, env=environment, check=False)
    taken = time.perf_counter() - start
    if ran.returncode:
        raise SystemExit(f"{arguments} failed:\n{ran.stderr.decode()}")
    return taken


def heavy_modules(cache: str) -> list[str]:
    """What of the heavy packages a warm bid imports."""
    code = f"import sys; from bridgelang.cli.main import main; main(['bid', 'sayc', '{HAND}'])"
    code += f"; print(*[name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    environment = surroundings(cache)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    return ran.stderr.split()


def main(rounds: int) -> int:
    """Print the table and the verdicts; 1 when a bar does not hold."""
    best = dict.fromkeys(ROWS, float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        warm = str(Path(folder, "warm"))
        for arguments in ROWS.values():
            seconds(arguments, warm)  # fills the caches
        for turn in range(rounds):
            for name, arguments in ROWS.items():
                cache = str(Path(folder, f"cold-{turn}")) if name == COLD else warm
                best[name] = min(best[name], seconds(arguments, cache))
        heavy = heavy_modules(warm)
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; best of {rounds} runs")
    for name, taken in best.items():
        print(f"  {name:<42}{1000 * taken:8.1f} ms")
    bid = best[f"bridgelang bid sayc {HAND}"] / best["import lark, click"]
    shown = best["bridgelang --help"] / best["import click"]
    print(f"  bid / import lark, click   {bid:5.2f}   (bar: 2)")
    print(f"  --help / import click      {shown:5.2f}   (bar: 1.5)")
    print(f"  heavy modules imported by a warm bid: {', '.join(heavy) or 'none'}")
    return int(bid > 2 or shown > 1.5 or bool(heavy))


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("rounds", nargs="?", type=int, default=10)
    sys.exit(main(arguments.parse_args().rounds))

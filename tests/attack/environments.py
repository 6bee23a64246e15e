"""Commands in places nobody would want to work in, without end: streams closed or full, other locales, no home, no
cache, folders that cannot be written to, names that are no text.

    python -m tests.attack.environments --minutes 10 --seed 1
    python -m tests.attack.environments --seed 1 --only 17

Each command must end within 120 seconds with a status of 0, 1, 2 or 141 and without a traceback or a fault of its own,
and leave no half of a file. Prints the runs and every fault; the exit status is 1 when there was one.
"""

from __future__ import annotations

import argparse
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"
SMALL = DATA / "cli" / "small.bid"
SAMPLE = DATA / "pbn_samples" / "quirks.pbn"
HAND = "AKQ2.J53.T98.642"

COMMANDS = [
    "--help",
    "--version",
    "nonsense",
    f"bid NAME.bid {HAND}",
    f"bid NAME.bid {HAND} --explain",
    f"bid natural {HAND} --json",
    "bid NAME.bid -",
    "check NAME.bid",
    "check broken.bid",
    "check NAME.bid --format json",
    "fmt NAME.bid",
    "fmt NAME.bid --check",
    "fmt NAME.bid --diff",
    "book NAME.bid --depth 1",
    "book NAME.bid --depth 1 --html OUT.html",
    "systems",
    "systems NAME.bid",
    "convert NAME.pbn OUT.lin",
    "convert NAME.pbn OUT.jsonl",
    "convert NAME.pbn -",
    "convert NAME.pbn - --to text",
    "score 3NTX +1",
    f"hand {HAND}",
    "deal --boards 3 --seed 1",
    "deal --boards 3 --seed 1 --out OUT.pbn",
    'meaning NAME.bid "1NT P 2C"',
    "test NAME.bid",
    "practice NAME.bid --boards 1 --seed 1",
    "play --system NAME.bid --boards 1 --seed 1 --save OUT.json",
    "bot NAME.bid",
    "compare NAME.bid NAME.pbn",
    "coverage NAME.bid --boards 2",
]
STREAMS = [
    "",
    "",
    "",
    "</dev/null",
    ">&-",
    "<&-",
    "2>&-",
    ">&- <&-",
    ">&- 2>&-",
    ">&- <&- 2>&-",
    ">/dev/full",
    "2>/dev/full",
    ">/dev/full 2>/dev/full",
    "| head -c 1 >/dev/null",
    "</dev/zero",
    "<.",
    ">/dev/null",
]
LOCALES = [
    {},
    {"LC_ALL": "C"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "utf-16"},
    {"LC_ALL": "no_SUCH.LOCALE"},
    {"LANG": "de_DE.ISO-8859-1", "PYTHONUTF8": "0"},
    {"TERM": "dumb", "NO_COLOR": "1"},
    {"COLUMNS": "1"},
    {"COLUMNS": "x", "LINES": "-1"},
]
HOMES = [
    {},
    {"HOME": "/proc/nowhere"},
    {"HOME": ""},
    {"HOME": "/dev/null"},
    {"XDG_CACHE_HOME": "/proc", "XDG_STATE_HOME": "/proc"},
    {"HOME": "relative"},
    {"HOME": "/dev/full"},
]
CACHES = [
    None,
    None,
    "/proc/cache",
    "/dev/null",
    "/dev/full",
    "a file",
    "",
    "relative/cache",
    "no\udcfftext",
    "garbage",
    "x" * 300,
]
NAMES = ["my", "my", "n\udcffme", "two words", "-x", "ünï♠", "n\x1b[2Jx", "new\nline", "a'b\"c$(d)"]
BOUNDS = {0, 1, 2, 141}


def prepared(folder: Path, name: str, cache: str | None) -> dict[str, str]:
    """A folder with the files the commands name; the environment that says where the cache is."""
    for ending, source in ((".bid", SMALL), (".pbn", SAMPLE)):
        (folder / f"{name}{ending}").write_bytes(source.read_bytes())
    (folder / "broken.bid").write_text("opening:\n  1NT: 15-17 hcp, ballanced\n")
    (folder / f"{name}.tests.yaml").write_text(f"cases:\n  - {HAND} | - | P | too weak\n")
    if cache == "a file":
        cache = str(folder / "broken.bid")
    elif cache == "garbage":
        cache = str(folder / "cache")
        (folder / "cache" / "systems").mkdir(parents=True)
        (folder / "cache" / "systems" / "key").write_bytes(b"short")
    return {} if cache is None else {"BRIDGELANG_CACHE": cache}


def run(seed: int, number: int) -> tuple[str, str]:
    """One command in one environment: what was run, and what is wrong; empty when nothing is."""
    chance = random.Random(f"environment {seed} {number}")
    name, template, streams = chance.choice(NAMES), chance.choice(COMMANDS), chance.choice(STREAMS)
    if name == "-x":
        name = "./-x"
    with tempfile.TemporaryDirectory(prefix="attack") as made:
        folder = Path(made)
        settings = {**chance.choice(LOCALES), **chance.choice(HOMES)}
        settings |= {"BRIDGELANG_CACHE": str(folder / "own")} | prepared(folder, name, chance.choice(CACHES))
        out = chance.choice(["out", "out", "/proc/out", "missing/out", "/dev/full/out"])
        if template.startswith("bot") and streams == "</dev/zero":
            streams = "</dev/null"  # what never ends is read without end, a line at a time
        words = [word.replace("NAME", name).replace("OUT", out) for word in shlex.split(template)]
        quoted = " ".join(
            "'" + word.replace("'", "'\\''") + "'" for word in (sys.executable, "-m", "bridgelang", *words)
        )
        line = f"{quoted} {streams}"
        told = f"{template!r} with NAME {name!r}, OUT {out!r}, {streams!r}, {settings}"
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **settings}
        script = f"{line}; status=$?; exit $status" if "|" not in streams else f"({line})"
        try:
            ran = subprocess.run(
                ["/bin/sh", "-c", script.encode("utf-8", "surrogateescape")],
                cwd=folder,
                env=environment,
                capture_output=True,
                timeout=120,
                check=False,
                stdin=None if "<" in streams else subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            return told, "longer than 120 s"
        printed = ran.stdout + ran.stderr
        if b"Traceback" in printed or b"internal error" in printed or b"Exception ignored" in printed:
            return told, printed.decode("utf-8", "replace")[-900:]
        if ran.returncode not in BOUNDS:
            return told, f"status {ran.returncode}: {printed.decode('utf-8', 'replace')[-300:]}"
        left = [path.name for path in folder.rglob("*.part")]
        if left:
            return told, f"half a file was left: {left}"
        if b"\x1b" in ran.stdout + ran.stderr:
            return told, "an escape of a file's name reached the terminal"
    return told, ""


def main(arguments: list[str] | None = None) -> int:
    """The command line; see the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="run this one again")
    chosen = parser.parse_args(arguments)
    end = time.monotonic() + 60 * chosen.minutes
    number = faults = 0
    while time.monotonic() < end if chosen.only is None else not number:
        at = number if chosen.only is None else chosen.only
        told, wrong = run(chosen.seed, at)
        number += 1
        if wrong:
            faults += 1
            sys.stdout.write(f"seed {chosen.seed}, number {at}: {told}\n{wrong}\n".encode("utf-8", "replace").decode())
            sys.stdout.flush()
    sys.stdout.write(f"{number:,} commands, {faults} faults\n")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())

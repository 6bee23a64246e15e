"""Kill a match at ten random moments, resume it each time, and compare the file with an uninterrupted one.

    python benchmarks/kill_and_resume.py [A B] [--boards 5000] [--jobs 2] [--cluster local:2]

With `--cluster` it is a worker of the Dask cluster that is killed, again and again, while the match goes on.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUN = """
import sys
from bridgelang.match import play_match
a, b, out, boards, jobs, cluster = sys.argv[1:]
play_match(a, b, boards=int(boards), deck="reference", cache=False, out=out, resume=True, jobs=int(jobs),
           cluster=cluster or None, progress=lambda done, planned: print(done, flush=True))
"""


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def children(process: int) -> list[int]:
    """The processes started by this one, and by those, on Linux."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == process:
                found += [int(folder.name), *children(int(folder.name))]
    return found


def dask_workers(process: int) -> list[int]:
    """Those of the process's children that play chunks."""
    workers = []
    for child in children(process):
        try:
            words = Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if any(b"spawn_main" in word for word in words):
            workers.append(child)
    return workers


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("a", nargs="?", default="sayc")
    parser.add_argument("b", nargs="?", default="acol")
    parser.add_argument("--boards", type=int, default=5000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cluster", default="")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        whole, parts = Path(folder, "whole.match"), Path(folder, "parts.match")
        command = [sys.executable, "-c", RUN, options.a, options.b]
        began = time.perf_counter()
        rest = [str(options.boards), str(options.jobs), ""]
        subprocess.run([*command, str(whole), *rest], check=True, stdout=subprocess.DEVNULL)
        took = time.perf_counter() - began
        print(f"{options.boards} boards uninterrupted: {took:.1f} s")
        rest[2] = options.cluster
        kills = 0
        while kills < 10:
            process = subprocess.Popen([*command, str(parts), *rest], stdout=subprocess.PIPE)
            assert process.stdout is not None
            if options.cluster:
                while kills < 10 and process.stdout.readline():
                    victims = dask_workers(process.pid)
                    if victims and rng.random() < 0.7:
                        os.kill(rng.choice(victims), signal.SIGKILL)
                        kills += 1
                process.stdout.read()
                assert process.wait() == 0
                print(f"{kills} workers killed while it ran")
                break
            try:  # any moment of a whole run, so that loading, bidding and writing are all hit
                process.wait(rng.uniform(0.2, 0.35 * took))
            except subprocess.TimeoutExpired:
                process.kill()
                kills += 1
            else:
                parts.unlink()  # it had finished: begin again
            process.stdout.close()
            process.wait()
        subprocess.run([*command, str(parts), *rest], check=True, stdout=subprocess.DEVNULL)
        same = digest(whole) == digest(parts)
        verdict = "identical bytes" if same else "DIFFERENT BYTES"
        print(f"killed {kills} times and resumed: {verdict} ({digest(parts)[:16]})")
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()

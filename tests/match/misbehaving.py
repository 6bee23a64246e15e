"""An outside bidder that does everything wrong, one thing at a time: `python misbehaving.py KIND [AFTER]`.

It passes properly AFTER times (default 3) and then misbehaves, once or for ever according to KIND.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

kind = sys.argv[1]
after = int(sys.argv[2]) if len(sys.argv) > 2 else 3


def say(message: object) -> None:
    print(message if isinstance(message, str) else json.dumps(message), flush=True)


def family(far: bool) -> list[int]:
    """A child and a grandchild that sleep; far ones have a session of their own, and a parent that is gone."""
    words = [sys.executable, "-c", "import time; time.sleep(600)"]
    if not far:
        nested = "import subprocess, sys; p = subprocess.Popen(sys.argv[1:]); print(p.pid, flush=True); p.wait()"
        child = subprocess.Popen([sys.executable, "-c", nested, *words], stdout=subprocess.PIPE)
        return [child.pid, int(child.stdout.readline())]
    made = []
    for _ in range(2):
        leaving = (
            "import os, subprocess, sys; os.setsid(); "
            "print(subprocess.Popen(sys.argv[1:], start_new_session=True, env={}).pid, flush=True); os._exit(0)"
        )
        child = subprocess.Popen([sys.executable, "-c", leaving, *words], stdout=subprocess.PIPE)
        made.append(int(child.stdout.readline()))
        child.wait()
    return made


if kind == "dies at once":
    sys.exit(3)
if kind == "never reads":
    sys.stdin.close()
    while True:
        input_is_gone = True
held: list[object] = []
asked = 0
for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "bye":
        break
    if request["type"] == "hello":
        if kind == "rude":
            say("what?")
        elif kind == "surrogate":
            say('{"type":"hello","name":"half a \\ud800 pair","version":"\\udfff"}')
        elif kind == "escapes":
            say({"type": "hello", "name": "\x1b[2J\x1b]0;mine\x07\u202eback\x00", "version": "\x9b31m"})
        elif kind != "silent":
            say({"type": "hello", "name": f"bad {kind}", "version": "0", "batch": kind == "batch"})
        continue
    answer = {"id": request["id"], "call": "P", "explanation": "nothing to say"}
    asked += 1
    if asked <= after:
        say(answer)
    elif kind == "illegal once" and asked == after + 1:
        say({**answer, "call": "8H"})
    elif kind == "insufficient":
        say({**answer, "call": "1C" if request["auction"] else "XX"})
    elif kind == "no call":
        say({"id": request["id"]})
    elif kind == "garbage":
        say("\x00\x01 not json")
        say([1, 2, 3])
        say({"id": "seven", "call": "P"})
        say({"id": 10**9, "call": "P"})
        say("[" * 20_000)
        say(answer)
    elif kind == "surrogate":
        say({**answer, "explanation": "\ud83c"})
    elif kind == "escapes":
        say({**answer, "explanation": "\x1b[31mred\r\n\u2028"})
    elif kind == "tells its number":
        say({**answer, "explanation": str(os.getpid())})
    elif kind == "flood":
        while True:
            say("x" * 60_000)
    elif kind in ("family", "far family"):
        say({**answer, "explanation": " ".join(str(process) for process in [os.getpid(), *family(kind != "family")])})
    elif kind == "dead":
        sys.exit(5)
    elif kind == "half a line":
        sys.stdout.write('{"id":')
        sys.stdout.flush()
        sys.exit(0)
    elif kind == "endless":
        sys.stdout.write("x" * 1_000_000)
        sys.stdout.flush()
        say("")
    elif kind == "late once" and asked == after + 1:
        held.append(answer)
    elif kind == "late" or kind == "silent":
        pass
    elif kind == "batch":
        held.append(answer)
        if len(held) == 4:
            for item in reversed(held):  # in any order
                say(item)
            held.clear()
    else:
        for item in held:  # the late answer comes now, before the right one
            say(item)
        held.clear()
        say(answer)

"""An outside bidder that attacks the match: `python hostile.py KIND LOG`.

Each function below is a kind of attack, told apart by its name; what it does instead of answering properly stands in
it. Every request is written to LOG with the number of the process, and so is every process that is started.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

ATTACKS: dict[str, Callable[[], Any]] = {}
LOG = sys.argv[2] if __name__ == "__main__" else ""
SLEEPER = [sys.executable, "-S", "-c", "import time; time.sleep(300)"]


def attack(function: Callable[[], Any]) -> Callable[[], Any]:
    ATTACKS[function.__name__.replace("_", " ")] = function
    return function


def log(**entry: Any) -> None:
    with open(LOG, "a", encoding="utf-8") as room:
        room.write(json.dumps({"process": os.getpid(), "time": time.monotonic(), **entry}) + "\n")


def write(data: bytes | str) -> None:
    rest = memoryview(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
    while rest:
        rest = rest[os.write(1, rest) :]


def say(message: Any) -> None:
    write(json.dumps(message) + "\n")


def requests() -> Any:
    """The requests, each written to the log as it comes."""
    for line in sys.stdin:
        message = json.loads(line)
        log(request=message)
        yield message


def serve(answer: Callable[[dict[str, Any]], Any], hello: Any = None, **extra: Any) -> None:
    """Answer calls by a function; what is not None is said."""
    for request in requests():
        if request["type"] == "bye":
            return
        if request["type"] == "hello":
            said = {"type": "hello", "name": "robot", "version": "1", **extra} if hello is None else hello
        else:
            said = answer(request)
        if isinstance(said, bytes | str):
            write(said)
        elif said is not None:
            say(said)


def proper(request: dict[str, Any]) -> dict[str, Any]:
    """Opens one of the longest suit with 12 points, and passes otherwise."""
    suits = request["hand"].split(".")
    points = sum(4 - "AKQJ".index(card) for suit in suits for card in suit if card in "AKQJ")
    opens = points >= 12 and all(call == "P" for call in request["auction"])
    longest = max(range(4), key=lambda place: len(suits[place]))
    return {"id": request["id"], "call": f"1{'SHDC'[longest]}" if opens else "P", "explanation": "as usual"}


# ---------------------------------------------------------------- ends


@attack
def is_honest() -> None:
    serve(proper)


@attack
def dies_at_once() -> None:
    sys.exit(3)


@attack
def ends_without_a_word() -> None:
    sys.exit(0)


@attack
def dies_after_hello() -> None:
    serve(lambda request: os._exit(1))


@attack
def dies_after_three_answers() -> None:
    serve(lambda request: proper(request) if request["id"] <= 3 else os._exit(1))


@attack
def dies_in_the_middle_of_a_line() -> None:
    serve(lambda request: (write('{"id":'), os._exit(0)))


@attack
def kills_itself() -> None:
    serve(lambda request: os.kill(os.getpid(), signal.SIGKILL))


@attack
def kills_its_group() -> None:
    serve(lambda request: os.killpg(0, signal.SIGKILL))


@attack
def kills_its_parent() -> None:
    serve(lambda request: (os.kill(os.getppid(), signal.SIGKILL), proper(request))[1])


@attack
def stops_its_parent() -> None:
    serve(lambda request: (os.kill(os.getppid(), signal.SIGSTOP), proper(request))[1])


@attack
def stops_itself() -> None:
    serve(lambda request: os.kill(os.getpid(), signal.SIGSTOP))


# ---------------------------------------------------------------- silence


@attack
def never_reads() -> None:
    time.sleep(300)


@attack
def closes_its_input() -> None:
    os.close(0)
    time.sleep(300)


@attack
def closes_its_output() -> None:
    os.close(1)
    time.sleep(300)


@attack
def never_says_hello() -> None:
    serve(lambda request: None, hello=b"")


@attack
def answers_nothing() -> None:
    serve(lambda request: None)


@attack
def is_always_late() -> None:
    serve(lambda request: (time.sleep(0.9), proper(request))[1])


@attack
def is_late_every_other_time() -> None:
    serve(lambda request: (time.sleep(0.9 if request["id"] % 2 else 0), proper(request))[1])


@attack
def drips() -> None:
    def slowly(request: dict[str, Any]) -> None:
        for sign in json.dumps(proper(request)):
            write(sign)
            time.sleep(0.1)

    serve(slowly)


@attack
def takes_several_and_answers_none() -> None:
    serve(lambda request: None, batch=True)


# ---------------------------------------------------------------- floods


def for_ever(data: bytes) -> Callable[[dict[str, Any]], None]:
    def flood(request: dict[str, Any]) -> None:
        while True:
            write(data)

    return flood


@attack
def a_line_without_end() -> None:
    serve(for_ever(b"x" * 60_000))


@attack
def a_line_of_spaces_without_end() -> None:
    serve(for_ever(b" " * 60_000))


@attack
def zeros_without_end() -> None:
    serve(for_ever(bytes(60_000)))


@attack
def short_lines_without_end() -> None:
    serve(for_ever(b"\n" * 60_000))


@attack
def long_lines_without_end() -> None:
    serve(for_ever(b"x" * 65_000 + b"\n"))


@attack
def stale_answers_without_end() -> None:
    serve(for_ever(b'{"id":1,"call":"P"}\n' * 1000))


@attack
def floods_before_hello() -> None:
    for_ever(b"hello\n" * 5000)({})


@attack
def complains_without_end() -> None:
    """On standard error, beside proper answers."""
    serve(lambda request: (os.write(2, b"\n" * 20_000), proper(request))[1])


# ---------------------------------------------------------------- nonsense


@attack
def is_no_utf_8() -> None:
    serve(lambda request: b'{"id":%d,"call":"\xff\xfe"}\n' % request["id"])


@attack
def is_utf_16() -> None:
    serve(
        lambda request: (json.dumps(proper(request)) + "\n").encode("utf-16"),
        hello='{"type":"hello"}\n'.encode("utf-16"),
    )


@attack
def half_a_pair_in_hello() -> None:
    serve(proper, hello='{"type":"hello","name":"\\ud800","version":"\\udfff","batch":"\\ud800"}\n')


@attack
def half_a_pair_in_answers() -> None:
    serve(lambda request: {**proper(request), "explanation": "\ud83c", "\udfff": "\udfff"})


@attack
def half_a_pair_for_a_call() -> None:
    serve(lambda request: {**proper(request), "call": "\ud83c"})


@attack
def escapes_of_a_terminal() -> None:
    signs = "\x1b[2J\x1b]0;mine\x07\x9b31m\u202e\u2028\x00\r\n"
    serve(lambda request: {**proper(request), "explanation": signs}, name=f"a{signs}b", version=signs)


@attack
def brackets() -> None:
    serve(lambda request: "[" * 60_000 + "\n")


@attack
def braces() -> None:
    serve(lambda request: '{"id":' * 9_000 + "\n")


@attack
def endless_numbers() -> None:
    serve(lambda request: '{"id":' + "9" * 50_000 + "}\n")


@attack
def strange_ids() -> None:
    strange = ["true", "1e999", "-1", '"1"', "null", "[1]", "1.0", "NaN"]
    serve(lambda request: f'{{"id":{strange[request["id"] % len(strange)]},"call":"P"}}\n')


@attack
def strange_calls() -> None:
    strange: list[Any] = [7, None, [], {}, True, "", "8NT", "٣C", "P" * 60_000, "1" * 9, "1C 1D", "pass\n", "XX"]
    serve(lambda request: {**proper(request), "call": strange[request["id"] % len(strange)]})


@attack
def insufficient_bids() -> None:
    serve(lambda request: {**proper(request), "call": "1C" if request["auction"] else "X"})


@attack
def answers_ahead() -> None:
    def ahead(request: dict[str, Any]) -> None:
        for number in range(request["id"] + 40, request["id"], -1):
            say({"id": number, "call": "7NT"})
        say(proper(request))

    serve(ahead)


@attack
def answers_twice() -> None:
    serve(lambda request: (say(proper(request)), {**proper(request), "call": "7NT"})[1])


@attack
def greets_instead_of_answering() -> None:
    serve(lambda request: {"type": "hello", "name": f"robot {request['id']}"})


@attack
def has_a_long_name() -> None:
    serve(proper, name="n" * 60_000, version=[[[[["v"]]]]])


@attack
def five_thousand_names() -> None:
    serve(lambda request: {**{str(number): number for number in range(5000)}, **proper(request)})


@attack
def reports_errors() -> None:
    serve(lambda request: {"id": request["id"], "error": "no idea"})


@attack
def answers_in_reverse() -> None:
    held: list[dict[str, Any]] = []

    def reverse(request: dict[str, Any]) -> None:
        held.append(proper(request))
        if len(held) == 3:
            for answer in reversed(held):
                say(answer)
            held.clear()

    serve(reverse, batch=True)


@attack
def one_answer_for_all() -> None:
    serve(lambda request: {"id": 1, "call": "P"}, batch=True)


# ---------------------------------------------------------------- families


@attack
def has_children() -> None:
    def child(request: dict[str, Any]) -> dict[str, Any]:
        log(started=subprocess.Popen(SLEEPER).pid)
        return proper(request)

    serve(child)


@attack
def has_daemons() -> None:
    """In sessions of their own, without environment, and with a parent that has gone."""

    def daemon(request: dict[str, Any]) -> dict[str, Any]:
        code = (
            "import subprocess, sys; nothing = subprocess.DEVNULL; "
            "print(subprocess.Popen(sys.argv[1:], start_new_session=True, env={}, stdout=nothing).pid)"
        )
        words = [sys.executable, "-S", "-c", code, *SLEEPER]
        log(started=int(subprocess.run(words, stdout=subprocess.PIPE, start_new_session=True, check=True).stdout))
        return proper(request)

    serve(daemon)


@attack
def multiplies() -> None:
    """Each process that is ended has started two others, up to a hundred."""

    def bomb(request: dict[str, Any]) -> dict[str, Any]:
        if request["id"] == 1:
            for _ in range(6):
                if not os.fork():
                    os.setsid()
                    for _ in range(3):
                        if not os.fork():
                            log(started=os.getpid())
                            time.sleep(300)
                            os._exit(0)
                    log(started=os.getpid())
                    time.sleep(300)
                    os._exit(0)
        return proper(request)

    serve(bomb)


@attack
def will_not_go() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    serve(proper)
    time.sleep(300)


@attack
def leaves_its_pipes_to_a_child() -> None:
    def child(request: dict[str, Any]) -> None:
        log(started=subprocess.Popen(SLEEPER).pid)
        os._exit(0)

    serve(child)


# ---------------------------------------------------------------- cheats


@attack
def looks_around() -> None:
    """Open files, its parent's words and environment: whatever looks like a hand is written down."""

    def look(request: dict[str, Any]) -> dict[str, Any]:
        seen = [
            f"{name} {os.readlink(f'/proc/self/fd/{name}')}"
            for name in os.listdir("/proc/self/fd")
            if int(name) > 2 and os.path.lexists(f"/proc/self/fd/{name}")
        ]
        for name in ("cmdline", "environ"):
            for who in ("self", str(os.getppid())):
                with open(f"/proc/{who}/{name}", encoding="utf-8", errors="replace") as file:
                    seen += re.findall(r"[2-9TJQKA]*(?:\.[2-9TJQKA]*){3}", file.read())
        log(seen=[one for one in seen if len(one) >= 13 and LOG not in one])
        return proper(request)

    serve(look)


if __name__ == "__main__":
    kind = sys.argv[1]
    if kind != "complains without end":
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    log(started=os.getpid())
    try:
        ATTACKS[kind]()
    except (OSError, ValueError, KeyboardInterrupt):
        os._exit(1)

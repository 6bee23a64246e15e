"""Runs an outside program, and ends with it everything that it started: ``guard.py LINE WORD…``.

A process between the match and the program. ``LINE`` is the number of a socket whose other end the match holds:
the guard writes one line on it, empty when the program runs or else the number of the error; and when the other end
is closed, by the match or because its process was killed, the program is ended. A program that has ended by itself
leaves nothing behind either. Its children and theirs are found by the process group, and on Linux also those that
left it: the guard becomes the parent of every orphan among them.

It uses nothing but a few modules that load at once, and none of this project's.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from contextlib import suppress

_SUBREAPER, _SIGNAL_AT_PARENTS_DEATH = 36, 1  # numbers of Linux's prctl
_SECONDS = 5.0  # how long processes that start others are hunted
_USUAL = ("SIGPIPE", "SIGXFSZ", "SIGINT")  # what an interpreter changes, and a program expects unchanged


def main() -> None:
    """The program's whole life."""
    line, words = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(line, False)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)  # the match decides, by its end of the line
    _ask_kernel(_SUBREAPER, 1)
    woken, waker = os.pipe()
    for end in (woken, waker):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(waker)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    child = _start(words, line)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    while not _has_ended(child):
        ready, _, _ = select.select([line, woken], [], [])
        if line in ready:
            break
        with suppress(BlockingIOError):
            os.read(woken, 4096)
    _end_all(child)


def _start(words: list[str], line: int) -> int:
    """The program's process, in a session of its own; says on the line how it went."""
    error, report = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.setsid()
            signal.set_wakeup_fd(-1)
            for name in (*_USUAL, "SIGTERM", "SIGHUP", "SIGCHLD"):
                signal.signal(getattr(signal, name), signal.SIG_DFL)
            _ask_kernel(_SIGNAL_AT_PARENTS_DEATH, signal.SIGKILL)
            os.execvp(words[0], words)
        except OSError as fault:
            os.write(report, str(fault.errno).encode())
        finally:
            os._exit(127)
    os.close(report)
    with suppress(OSError):
        os.write(line, os.read(error, 16) + b"\n")
    os.close(error)
    return child


def _ask_kernel(option: int, value: int) -> None:
    """Linux's prctl; nothing elsewhere."""
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _has_ended(child: int) -> bool:
    """Whether the program has; it is not yet laid to rest, so that nobody else gets its number."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end_all(child: int) -> None:
    """Kill the program's group, and whatever else descends from this process, until nothing is left."""
    with suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    deadline = time.monotonic() + _SECONDS
    while time.monotonic() < deadline:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        for process in _descendants():
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.002)


def _descendants() -> list[int]:
    """The processes that descend from this one, by Linux's list of processes; elsewhere none."""
    children: dict[int, list[int]] = {}
    with suppress(OSError):
        for name in os.listdir("/proc"):
            if name.isdecimal():
                with suppress(OSError, ValueError), open(f"/proc/{name}/stat", "rb") as file:
                    parent = int(file.read().rpartition(b")")[2].split()[1])
                    children.setdefault(parent, []).append(int(name))
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


if __name__ == "__main__":
    main()

"""Ctrl-C: one line and status 130 at once, whatever the program is doing.

Python tells a program of an interrupt by an exception, at some point of its main thread: in the middle of an import,
where it ends in a traceback; in a finalizer, where it is lost; or not before a call of the solver returns. So a process
that is the program itself (:func:`own_process`), and not a library in somebody else's, ends in other ways:

* while it starts, and in commands that hold nothing but files written whole, by a handler that writes the line and ends
  the process at once;
* where a library may keep the main thread for long (:func:`at_once`), by a thread that the signal itself wakes.

Worker processes and outside programs notice by their pipes that the process is gone. Other commands go by the
exception: a game is saved, and a half-written file removed.
"""

from __future__ import annotations

import _thread
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

INTERRUPTED = 130
_own = False
_ending = _thread.allocate_lock()


def own_process() -> None:
    """This process is the program: from here to :func:`as_exception` an interrupt ends it without a traceback.

    A process that was started with interrupts ignored goes on ignoring them.
    """
    global _own
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _own = True
        signal.signal(signal.SIGINT, lambda number, frame: _end())


def is_own_process() -> bool:
    """Whether this process is the program, and ends with it."""
    return _own


def as_exception() -> None:
    """Interrupts are KeyboardInterrupt from here on."""
    if _own:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def ignored() -> None:
    """The answer is out and the process about to end: too late for an interrupt."""
    if _own:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def at_once() -> Iterator[None]:
    """Meanwhile an interrupt ends the program within milliseconds, even in the middle of a call of the solver.

    Nothing else happens: no ``finally``, no work is finished. In a process that is not the program nothing changes.
    """
    if not _own:
        yield
        return
    import threading

    woken, waker = os.pipe()
    os.set_blocking(waker, False)

    def watch() -> None:
        while numbers := os.read(woken, 16):
            if signal.SIGINT in numbers:
                _end()

    threading.Thread(target=watch, daemon=True).start()
    before = signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(waker)  # which ends the thread


def _end() -> None:
    """The line, in place of a progress bar if one stands there, and the end."""
    if not _ending.acquire(blocking=False):
        return  # the thread and the handler are both told
    shown = b""
    with suppress(OSError):
        if os.isatty(2):
            shown = b"\r\x1b[K\x1b[?25h"  # the bar goes, the cursor comes back
        os.write(2, shown + b"interrupted\n")
    os._exit(INTERRUPTED)

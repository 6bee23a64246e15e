"""For processes that a match starts: they end with it, also when it is killed."""

from __future__ import annotations

import os
import queue
import sys
import threading

__all__ = ["end_with_parent"]


def end_with_parent() -> queue.SimpleQueue[bytes]:
    """From now on this process ends when standard input does, whatever it is doing; gives the lines as they come.

    The pipe is read past `sys.stdin`: an interpreter that ends of its own accord, as at an interrupt, must not find the
    lock of that buffer held by a thread.
    """
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    pipe = sys.stdin.fileno()

    def read() -> None:
        rest = b""
        while some := os.read(pipe, 1 << 16):
            *whole, rest = (rest + some).split(b"\n")
            for line in whole:
                lines.put(line + b"\n")
        if rest:
            lines.put(rest)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return lines

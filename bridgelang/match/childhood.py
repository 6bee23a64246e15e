"""For processes that a match starts: they end with it, also when it is killed."""

from __future__ import annotations

import os
import queue
import sys
import threading

__all__ = ["end_with_parent"]


def end_with_parent() -> queue.SimpleQueue[bytes]:
    """From now on this process ends when standard input does, whatever it is doing; gives the lines as they come."""
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return lines

"""How soon an author is answered: `check` and `fmt` from cold, and the language server after a change.

    python benchmarks/editor_speed.py [SYSTEM] [--changes 5] [--rounds 3]

`check` and `fmt` are whole runs of the program with an empty cache, the best of --rounds. The server is started as an
editor starts it and given the whole text after each change: a misspelt word in another line each time, and then its
cure. Times are until the message about the word is published, until a hover is answered while the file is being
analysed, and until everything `check` finds is there. The bars: check 2 s, fmt 1 s, a change answered in 200 ms.
Exit status 1 when a bar does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from bridgelang.compile.files import find_system

BARS = {"check": 2.0, "fmt": 1.0, "change": 0.2}


def command_seconds(arguments: list[str], rounds: int) -> tuple[float, float]:
    """The best of some runs with an empty cache: seconds by the clock, and of the processor."""
    best = (float("inf"), float("inf"))
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            environment = os.environ | {"BRIDGELANG_CACHE": cache}
            start, busy = time.perf_counter(), _busy()
            command = [sys.executable, "-m", "bridgelang", *arguments]
            subprocess.run(command, env=environment, capture_output=True, check=False)
            best = min(best, (time.perf_counter() - start, _busy() - busy))
    return best


def _busy() -> float:
    """The processor's seconds that the processes started from here have used and ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Client(LanguageClient):
    """A client that notes when diagnostics come."""

    def __init__(self) -> None:
        super().__init__("benchmark", "1")
        self.published: asyncio.Queue[tuple[int | None, int, float]] = asyncio.Queue()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def published(ls: Client, params: lsp.PublishDiagnosticsParams) -> None:
            ls.published.put_nowait((params.version, len(params.diagnostics), time.perf_counter()))

    async def when(self, version: int, nth: int = 1, some: bool = False) -> float:
        """When the nth answer about a version came; with ``some`` the first one that has a message."""
        while True:
            got, count, moment = await self.published.get()
            if got == version and (count or not some):
                nth -= 1
                if nth < 1:
                    return moment


async def session(system: str, changes: int) -> tuple[list[float], list[float], list[float]]:
    """Seconds until a change was answered, until a hover was, and until the whole analysis of the cure was there."""
    text = Path(find_system(system)).read_text(encoding="utf-8")
    rows = [number for number, line in enumerate(text.split("\n")) if " hcp" in line]
    client = Client()
    answered, hovered, analysed = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{system}.bid"
        path.write_text(text, encoding="utf-8")
        uri = path.as_uri()
        await client.start_io(sys.executable, "-m", "bridgelang", "lsp")
        await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
        client.initialized(lsp.InitializedParams())
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "bid", 1, text)))
        await client.when(1, nth=3)
        for number in range(changes):
            row = rows[(number * 37) % len(rows)]
            lines = text.split("\n")
            lines[row] = lines[row].replace(" hcp", " hpc", 1)
            for version, content in ((2 * number + 2, "\n".join(lines)), (2 * number + 3, text)):
                start = time.perf_counter()
                whole = lsp.TextDocumentContentChangeWholeDocument(content)
                client.text_document_did_change(
                    lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(version, uri), [whole])
                )
                if content != text:
                    answered.append(await client.when(version, some=True) - start)
                else:
                    where = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(row, 6))
                    await client.text_document_hover_async(where)
                    hovered.append(time.perf_counter() - start)
                    analysed.append(await client.when(version, nth=3) - start)
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()  # type: ignore[no-untyped-call]
    return answered, hovered, analysed


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("system", nargs="?", default="sayc")
    parser.add_argument("--changes", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    found = {}
    for name, words in (("check", ["check", options.system]), ("fmt", ["fmt", options.system, "--check"])):
        found[name], busy = command_seconds(words, options.rounds)
        print(f"{name:<8}{found[name]:6.2f} s, of the processor {busy:.2f} s   bar {BARS[name]:.1f} s", flush=True)
    answered, hovered, analysed = asyncio.run(session(options.system, options.changes))
    found["change"] = max(answered)
    print(f"a change answered: {', '.join(f'{1000 * one:.0f} ms' for one in answered)}")
    print(f"a hover meanwhile: {', '.join(f'{1000 * one:.0f} ms' for one in hovered)}")
    print(f"all that check finds: {', '.join(f'{one:.1f} s' for one in analysed)}")
    return int(any(found[name] > bar for name, bar in BARS.items()))


if __name__ == "__main__":
    sys.exit(main())

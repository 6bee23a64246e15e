"""A real client and the language server, talking over standard input and output."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds until an answer that does not come is a failure

MINE = """\
language 1
system Mine "mine"
set notrump = 15-17
define good x: 2 of top 3 in x

opening:
  1NT: notrump hcp, balanced
  1M: 12+ points, 5+ M ; longest first, higher if equal
  2y: 5-10 hcp, 6+ y, good y ; longest first for y in diamonds, hearts
  1C: 12+ points
  pass
after 1NT:
  use stayman
  pass
after 1NT (X): same as after 1NT
"""
TESTS = """\
system: mine
cases:
  - AQ3.K54.QJ87.A32 | - | 1NT | sixteen
  - AQ3.K54.QJ87.A32 | - | 1C | wrong
"""


class Session(LanguageClient):
    """A client that keeps what the server publishes."""

    def __init__(self) -> None:
        super().__init__("tests", "1")
        self.published: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()
        self.refreshed = asyncio.Event()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(ls: Session, params: lsp.PublishDiagnosticsParams) -> None:
            ls.published.put_nowait(params)

        @self.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)
        def refreshed(ls: Session, params: Any) -> None:
            ls.refreshed.set()

    async def until(self, version: int, codes: list[str]) -> lsp.PublishDiagnosticsParams:
        """What is published of a version once it has these codes."""
        while True:
            found = await asyncio.wait_for(self.published.get(), PATIENCE)
            if found.version == version and [one.code for one in found.diagnostics] == codes:
                return found


def place(text: str, word: str, nth: int = 0, inside: int = 0) -> lsp.Position:
    """Where the nth occurrence of a word begins."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(word, at + 1)
    before = text[: at + inside].split("\n")
    return lsp.Position(len(before) - 1, len(before[-1]))


async def converse(folder: Path) -> None:
    path = folder / "mine.bid"
    path.write_text(MINE)
    (folder / "mine.tests.yaml").write_text(TESTS)
    uri = path.as_uri()
    this = lsp.TextDocumentIdentifier(uri)
    client = Session()
    await client.start_io(sys.executable, "-m", "bridgelang", "lsp", cwd=str(folder))
    await client.initialize_async(
        lsp.InitializeParams(
            capabilities=lsp.ClientCapabilities(
                workspace=lsp.WorkspaceClientCapabilities(
                    code_lens=lsp.CodeLensWorkspaceClientCapabilities(refresh_support=True)
                )
            ),
            root_uri=folder.as_uri(),
        )
    )
    client.initialized(lsp.InitializedParams())
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "bridgelang", 1, MINE)))
    await client.until(1, [])
    await _looks(client, this)
    await _renames(client, this)
    await _changes(client, this)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()


async def _looks(client: Session, this: lsp.TextDocumentIdentifier) -> None:
    said = None
    async with asyncio.timeout(PATIENCE):  # what the rules show is known last
        while said is None:
            said = await client.text_document_hover_async(lsp.HoverParams(this, place(MINE, "1NT: notrump")))
    assert "**1NT** as an opening shows 15-17 hcp, balanced" in said.contents.value
    assert "on 300 dealt boards" in said.contents.value
    said = await client.text_document_hover_async(lsp.HoverParams(this, place(MINE, "stayman")))
    assert "clubs ask for a four-card major" in said.contents.value

    await asyncio.wait_for(client.refreshed.wait(), PATIENCE)
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(this))
    assert [(one.range.start.line, one.command.title) for one in lenses] == [
        (0, "1 of 2 tests pass (mine.tests.yaml)"),
        (6, "mine.tests.yaml:4 fails: expected 1C, got 1NT"),
    ]
    offered = await client.text_document_completion_async(
        lsp.CompletionParams(this, place(MINE, "balanced", 0, inside=3))
    )
    assert [one.label for one in offered] == ["balanced", "balancing"]
    there = await client.text_document_definition_async(lsp.DefinitionParams(this, place(MINE, "good y")))
    assert there.range.start == place(MINE, "good x") and there.uri == this.uri
    there = await client.text_document_definition_async(lsp.DefinitionParams(this, place(MINE, "stayman")))
    assert there.uri.endswith("/stayman.bid")
    there = await client.text_document_definition_async(lsp.DefinitionParams(this, place(MINE, "same as")))
    assert there.range.start == place(MINE, "after 1NT:")


async def _renames(client: Session, this: lsp.TextDocumentIdentifier) -> None:
    made = await client.text_document_rename_async(lsp.RenameParams(this, place(MINE, "good"), "sound"))
    starts = [edit.range.start for edit in made.changes[this.uri]]
    assert starts == [place(MINE, "good"), place(MINE, "good", 1)]
    made = await client.text_document_rename_async(lsp.RenameParams(this, place(MINE, "6+ y", inside=3), "z"))
    assert len(made.changes[this.uri]) == 4
    with pytest.raises(JsonRpcException, match="always means a major"):
        await client.text_document_rename_async(lsp.RenameParams(this, place(MINE, "5+ M", inside=3), "z"))


async def _changes(client: Session, this: lsp.TextDocumentIdentifier) -> None:
    def change(version: int, text: str) -> None:
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(version, this.uri), [whole])
        )

    change(2, MINE.replace("balanced", "ballanced"))
    found = (await client.until(2, ["B102"])).diagnostics[0]
    start = place(MINE, "balanced")
    assert found.range == lsp.Range(start, lsp.Position(start.line, start.character + len("ballanced")))
    assert "did you mean `balanced`?" in found.message and found.severity == lsp.DiagnosticSeverity.Error
    change(3, MINE.replace("  1C: 12+ points\n", "  1C: 12+ points\n  1C: 14+ points\n"))
    found = (await client.until(3, ["B301"])).diagnostics[0]
    assert found.range.start.line == 10 and found.severity == lsp.DiagnosticSeverity.Warning
    change(4, MINE.replace("  1C: 12+ points", '  1C:12+ points "♣♣"  [ forcing ]'))
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(this, lsp.FormattingOptions(tab_size=2, insert_spaces=True))
    )
    assert '"♣♣" [forcing]\n' in edits[0].new_text and "  1C: 12+ points " in edits[0].new_text


def test_a_session(tmp_path, monkeypatch):
    monkeypatch.setenv("BRIDGELANG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    asyncio.run(converse(tmp_path))

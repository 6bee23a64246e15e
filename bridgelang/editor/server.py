"""``bridgelang lsp``: the language server, a thin layer of the protocol over the modules beside it.

A change is answered at once with what the grammar alone can tell; what takes longer comes from a process of its own as
soon as it is known, and is dropped when the text has changed meanwhile.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument

import bridgelang
from bridgelang.editor import completion, definition, hover, rename
from bridgelang.editor.analysis import Facts, Findings, Stage
from bridgelang.editor.facts import BOARDS, RuleFact
from bridgelang.editor.lenses import Lens
from bridgelang.editor.text import Place, Text, read_text, unknown_words
from bridgelang.editor.worker import Worker
from bridgelang.errors import NotationError
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.formatter import format_text

_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "hint": lsp.DiagnosticSeverity.Hint,
}
_KINDS = {
    "word": lsp.CompletionItemKind.Keyword,
    "tag": lsp.CompletionItemKind.EnumMember,
    "definition": lsp.CompletionItemKind.Function,
    "setting": lsp.CompletionItemKind.Variable,
    "quantity": lsp.CompletionItemKind.Variable,
    "convention": lsp.CompletionItemKind.Module,
}


class BidServer(LanguageServer):
    """The server with what it knows of each open file, by path."""

    def __init__(self) -> None:
        super().__init__("bridgelang", bridgelang.__version__)
        self.facts: dict[str, dict[int, RuleFact]] = {}
        self.lenses: dict[str, tuple[Lens, ...]] = {}
        self.kept: dict[str, tuple[tuple[Diagnostic, str], ...]] = {}  # what was found last, each with its line
        self.uris: dict[str, str] = {}
        self._worker: Worker | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def text(self, uri: str) -> tuple[TextDocument, Text]:
        """An open file, and its text taken apart."""
        document = self.workspace.get_text_document(uri)
        return document, read_text(document.source, os.path.basename(path_of(uri)))

    def changed(self, uri: str) -> None:
        """Answer a change: what the grammar tells at once, the rest later."""
        document, text = self.text(uri)
        version = document.version or 0
        path = path_of(uri)
        faults = text.faults or tuple(unknown_words(text))
        kept = () if faults else self.kept.get(path, ())
        self.publish(document, (*faults, *(one for one, line in kept if text.line(one.span.line) == line)))
        self.uris[path] = uri
        if self._worker is None:
            self._loop = asyncio.get_running_loop()
            self._worker = Worker(self._analysed)
        self._worker.analyse(path, version, document.source)

    def publish(self, document: TextDocument, found: tuple[Diagnostic, ...]) -> None:
        """Send what was found in a version of a file."""
        shown = [_diagnostic(document, one) for one in found]
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri=document.uri, version=document.version, diagnostics=shown)
        )

    def stop(self) -> None:
        """Let go of the worker."""
        if self._worker is not None:
            self._worker.stop()
            self._worker = None

    def _analysed(self, path: str, version: int, stage: Stage) -> None:
        """A stage of an analysis is there (in the worker's thread): take it up where the server runs."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._take_up, path, version, stage)

    def _take_up(self, path: str, version: int, stage: Stage) -> None:
        uri = self.uris.get(path)
        if uri is None:
            return
        document = self.workspace.get_text_document(uri)
        if (document.version or 0) != version:
            return
        if isinstance(stage, Findings):
            text = self.text(uri)[1]
            self.kept[path] = tuple((one, text.line(one.span.line)) for one in stage.diagnostics)
            self.publish(document, stage.diagnostics)
        elif isinstance(stage, Facts):
            self.facts[path] = stage.rules
        else:
            self.lenses[path] = stage.lenses
            capabilities = self.client_capabilities.workspace
            if capabilities is not None and capabilities.code_lens is not None:
                self.workspace_code_lens_refresh(None)


def path_of(uri: str) -> str:
    """The path of a file by its URI; of one that was never saved, a name in this folder."""
    return to_fs_path(uri) or os.path.join(os.getcwd(), "untitled.bid")


def _range(document: TextDocument, first: tuple[int, int], last: tuple[int, int]) -> lsp.Range:
    """Rows and columns, 1-based characters, as the client counts."""
    mine = lsp.Range(
        lsp.Position(max(first[0] - 1, 0), max(first[1] - 1, 0)), lsp.Position(max(last[0] - 1, 0), max(last[1] - 1, 0))
    )
    return document.position_codec.range_to_client_units(document.lines or [""], mine)


def _place(document: TextDocument, place: Place) -> lsp.Range:
    return _range(document, (place.row, place.column), (place.row, place.end))


def _cursor(document: TextDocument, position: lsp.Position) -> tuple[int, int]:
    """Row and column, 1-based characters, of a place as the client counts."""
    mine = document.position_codec.position_from_client_units(document.lines or [""], position)
    return mine.line + 1, mine.character + 1


def _diagnostic(document: TextDocument, one: Diagnostic) -> lsp.Diagnostic:
    said = [one.message, one.label, *one.notes]
    span = one.span
    return lsp.Diagnostic(
        range=_range(document, (span.line, span.column), (span.end_line, span.end_column)),
        message="\n".join(part for part in said if part),
        severity=_SEVERITIES[one.severity],
        code=one.code,
        source="bridgelang",
    )


def make_server() -> BidServer:
    """A server with all its features, not started yet."""
    server = BidServer()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: BidServer, params: lsp.DidOpenTextDocumentParams) -> None:
        ls.changed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def edited(ls: BidServer, params: lsp.DidChangeTextDocumentParams) -> None:
        ls.changed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: BidServer, params: lsp.DidSaveTextDocumentParams) -> None:
        for uri in list(ls.uris.values()):  # a convention that another file uses may have changed
            ls.changed(uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: BidServer, params: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        for known in (ls.uris, ls.facts, ls.lenses, ls.kept):
            known.pop(path, None)
        ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))

    @server.feature(lsp.SHUTDOWN)
    def ended(ls: BidServer, params: Any) -> None:
        ls.stop()

    _looking(server)
    _changing(server)
    return server


def _looking(server: BidServer) -> None:
    """The features that only look."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(ls: BidServer, params: lsp.HoverParams) -> lsp.Hover | None:
        document, text = ls.text(params.text_document.uri)
        path = path_of(document.uri)
        row, column = _cursor(document, params.position)
        said = hover.hover(text, row, column, ls.facts.get(path, {}), BOARDS, os.path.dirname(path))
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said)) if said else None

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["[", " "]))
    def completed(ls: BidServer, params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        document, text = ls.text(params.text_document.uri)
        row, column = _cursor(document, params.position)
        offers = completion.complete(text, row, column, os.path.dirname(path_of(document.uri)))
        return [lsp.CompletionItem(one.word, kind=_KINDS[one.kind], detail=one.about or None) for one in offers]

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(ls: BidServer, params: lsp.DefinitionParams) -> lsp.Location | None:
        document, text = ls.text(params.text_document.uri)
        row, column = _cursor(document, params.position)
        found = definition.definition(text, row, column, os.path.dirname(path_of(document.uri)))
        if found is None:
            return None
        uri = from_fs_path(os.path.abspath(found.path)) if found.path else document.uri
        assert uri is not None
        return lsp.Location(uri, _place(ls.workspace.get_text_document(uri), found.place))

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lenses(ls: BidServer, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        document = ls.workspace.get_text_document(params.text_document.uri)
        return [
            lsp.CodeLens(_range(document, (one.row, 1), (one.row, 1)), lsp.Command(one.text, ""))
            for one in ls.lenses.get(path_of(document.uri), ())
        ]


def _changing(server: BidServer) -> None:
    """The features that change the text."""

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def renamed(ls: BidServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        document, text = ls.text(params.text_document.uri)
        try:
            places = rename.rename(text, *_cursor(document, params.position), params.new_name)
        except NotationError as error:
            raise JsonRpcInvalidParams(str(error)) from None
        edits = [lsp.TextEdit(_place(document, place), params.new_name) for place in places]
        return lsp.WorkspaceEdit(changes={document.uri: edits})

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def can_rename(ls: BidServer, params: lsp.PrepareRenameParams) -> lsp.Range | None:
        document, text = ls.text(params.text_document.uri)
        cursor = _cursor(document, params.position)
        letter = rename.letter_at(text, *cursor)
        word = text.word_at(*cursor)
        if letter is not None:
            return _place(document, letter[1])
        return _place(document, word[1]) if word is not None and word[0] in text.names() else None

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatted(ls: BidServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        document, text = ls.text(params.text_document.uri)
        made = format_text(document.source, text.name)
        if made.text is None or not made.changed:
            return []
        return [lsp.TextEdit(_range(document, (1, 1), (len(document.lines) + 1, 1)), made.text)]


def serve() -> None:
    """Serve one client over standard input and output, until it is done."""
    server = make_server()
    try:
        server.start_io()
    finally:
        server.stop()

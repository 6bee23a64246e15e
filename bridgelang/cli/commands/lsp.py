"""``bridgelang lsp``: the language server for editors."""

from __future__ import annotations

import click

from bridgelang.cli.options import example
from bridgelang.errors import BridgelangError


@click.command(
    short_help="The language server, for editors.",
    epilog=example("bridgelang lsp --check"),
)
@click.option("--check", is_flag=True, help="Say whether the server could start, and end.")
def command(check: bool) -> int:
    """Serve an editor over standard input and output, by the Language Server Protocol.

    Faults as you type, what a call shows and how often it comes up, completion, go to definition, renaming of letters
    and names, layout, and how the tests fare. It needs `pip install 'bridgelang[lsp]'`; examples/editors has what VS
    Code, Vim and Helix want.
    """
    try:
        from bridgelang.editor.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise BridgelangError("the language server needs a package more: pip install 'bridgelang[lsp]'") from None
    if check:
        from bridgelang.cli.output import say

        say("the language server is ready: an editor starts it as `bridgelang lsp`")
        return 0
    serve()
    return 0

"""``bridgelang bot``: a system as a program for other people's software."""

from __future__ import annotations

import sys

import click

from bridgelang.cli.options import example, read_system, set_option


@click.command(
    short_help="A system as a bidder for other programs.",
    epilog=example('echo \'{"type":"hello","protocol":1}\' | bridgelang bot sayc'),
)
@click.argument("system")
@set_option
def command(system: str, settings: tuple[str, ...]) -> int:
    """Answer the external-bidder protocol for SYSTEM: one JSON object a line, in and out, until `bye`.

    What a program sends is {"type":"call","id":7,"hand":...,"seat":...,"dealer":...,"vulnerability":...,
    "auction":[...]}; what it gets back {"id":7,"call":"2C","explanation":...}. docs/protocol.md has all of it.
    """
    from bridgelang.match.bot import serve

    serve(read_system(system, settings), sys.stdin.buffer, sys.stdout.buffer, read_system)
    return 0

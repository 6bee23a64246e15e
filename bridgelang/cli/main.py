"""The entry point: finds the command, runs it, and turns whatever goes wrong into a message and an exit status.

Exit status: 0 fine, 1 findings or failed tests, 2 usage or unreadable input, 3 a fault of the program itself,
130 interrupted, 141 nobody reads the output any more.
"""

from __future__ import annotations

import atexit
import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

import bridgelang
from bridgelang.cli import interrupts
from bridgelang.cli.catalogue import COMMANDS, OTHER_NAMES
from bridgelang.cli.streams import take_up_closed_streams
from bridgelang.core.printable import printable
from bridgelang.errors import BridgelangError, SystemTextError

COMPLETING = "_BRIDGELANG_COMPLETE"  # set by a shell that asks what a word may become
UNREADABLE, INTERNAL, INTERRUPTED, UNREAD = 2, 3, interrupts.INTERRUPTED, 141
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # nothing more can be written


class LazyGroup(click.Group):
    """A group that imports a command's module only when that command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        from importlib import import_module

        found: click.Command = import_module(f"bridgelang.cli.commands.{name.replace('-', '_')}").command
        if COMPLETING in os.environ:
            from bridgelang.cli.completing import prepare

            prepare(found)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and name not in COMMANDS and not name.startswith("-"):
            import difflib

            known = OTHER_NAMES.get(name.lower()) or next(iter(difflib.get_close_matches(name, COMMANDS, n=1)), None)
            hint = f"did you mean `{known}`?" if known else "`bridgelang --help` lists them"
            raise click.UsageError(f"there is no command `{name}`; {hint}", ctx)
        found, command, arguments = super().resolve_command(ctx, args)
        if command is not None:
            from bridgelang.cli.remarks import remarks

            for remark in remarks(name, command, arguments, ctx):
                _complain(remark)
        return found, command, arguments


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nA first look:\n  bridgelang bid sayc AQ32.K54.J987.32 --auction '1NT P' --explain",
)
@click.version_option(bridgelang.__version__, package_name="bridgelang", message="%(prog)s %(version)s")
def cli() -> None:
    """Write, test and compare contract-bridge bidding systems in plain text."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status; never raises and never prints a traceback."""
    take_up_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        status = _run([_shielded(text) for text in (sys.argv[1:] if arguments is None else arguments)])
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = _complain("interrupted") or INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return UNREAD
    except OSError as error:  # what was printed last could not be written
        _discard_output()
        return _complain(f"error: the output cannot be written: {error.strerror or error}") or UNREADABLE
    return status


def run() -> NoReturn:
    """The program: :func:`main`, and then the end at once.

    A match leaves millions of objects behind, and the interpreter would take seconds to let go of each of them.
    """
    status = main()
    interrupts.ignored()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            status = status or UNREAD
    os._exit(status)


def _shielded(text: str) -> str:
    """A hand that begins with a void, ``-.AKQ2.…``, must not be taken for an option: the void may be left empty."""
    return text[1:] if text.startswith("-.") else text


def _run(arguments: list[str]) -> int:
    if COMPLETING in os.environ:
        cli.main(arguments, prog_name="bridgelang")
    try:
        with cli.make_context("bridgelang", arguments) as context:
            result = cli.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        return _complain(shown.getvalue().rstrip("\n")) or error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return _complain("interrupted") or INTERRUPTED
    except SystemTextError as error:
        return _complain(str(error)) or UNREADABLE
    except BridgelangError as error:
        return _complain(f"error: {error}") or UNREADABLE
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is None and error.errno in _FULL:
            raise
        if error.filename is None:
            return _internal(error)
        return _complain(f"error: {error.filename}: {error.strerror or error}") or UNREADABLE
    except Exception as error:
        return _internal(error)
    return result if isinstance(result, int) else 0


def _complain(text: str) -> int:
    import contextlib

    with contextlib.suppress(OSError):
        click.echo(printable(text), err=True)
    return 0


def _internal(error: Exception) -> int:
    """A fault of ours: say so, and how to report it."""
    import platform
    import shlex
    import traceback

    _complain(
        f"internal error: {type(error).__name__}: {error}\n"
        f"This is a fault in bridgelang {bridgelang.__version__} "
        f"(Python {platform.python_version()}, {platform.system()}), not in what you typed.\n"
        f"Please report it with the command: {shlex.join(['bridgelang', *sys.argv[1:]])}\n"
        "and with what it prints when run again with BRIDGELANG_DEBUG=1 in the environment."
    )
    if os.environ.get("BRIDGELANG_DEBUG"):
        _complain("".join(traceback.format_exception(error)))
    return INTERNAL


def _discard_output() -> None:
    """Nobody reads: point the output at nothing, so that the interpreter's last flush stays quiet."""
    import contextlib

    with contextlib.suppress(OSError, ValueError):  # one that was closed from the beginning has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

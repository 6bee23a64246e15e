"""``bridgelang completion``: what a shell needs to complete commands, options and systems."""

from __future__ import annotations

import click

from bridgelang.cli.options import example
from bridgelang.cli.output import say

_WHERE = {
    "bash": "bridgelang completion bash >> ~/.bashrc",
    "zsh": "bridgelang completion zsh >> ~/.zshrc",
    "fish": "bridgelang completion fish > ~/.config/fish/completions/bridgelang.fish",
}


@click.command(
    short_help="Completion by the tab key, for a shell.",
    epilog=example("bridgelang completion bash", "bridgelang completion fish"),
)
@click.argument("shell", type=click.Choice(list(_WHERE)), metavar="bash|zsh|fish")
def command(shell: str) -> int:
    """Print the lines with which the shell completes commands, options, systems and codes of messages.

    Put them where the shell reads them when it starts; the first printed line says where that is.
    """
    from click.shell_completion import get_completion_class

    from bridgelang.cli.main import COMPLETING, cli

    made = get_completion_class(shell)
    assert made is not None
    script = made(cli, {}, "bridgelang", COMPLETING)
    say(f"# {_WHERE[shell]}")
    say(script.source_template % script.source_vars())
    return 0

"""What a shell offers to complete: the shipped systems and files where a system is wanted, the codes of messages."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import CompletionItem

SYSTEMS = ("system", "systems", "a", "b", "opponents", "ns", "ew", "name")
CODES = ("codes", "ignore")


class SystemName(click.types.StringParamType):
    """A shipped name or a path."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from bridgelang.compile.files import convention_names, system_names

        names = [*system_names(), *(convention_names() if incomplete else ())]
        found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return [*found, CompletionItem(incomplete, type="file")]


class MessageCode(click.types.StringParamType):
    """The code of a message."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from bridgelang.lang.codes import explanations

        wanted = incomplete.upper()
        return [
            CompletionItem(one.code, help=one.title) for one in explanations().values() if one.code.startswith(wanted)
        ]


def prepare(command: click.Command) -> None:
    """Let the parameters of a command that are systems or codes offer them."""
    kinds: dict[str, Any] = dict.fromkeys(SYSTEMS, SystemName()) | dict.fromkeys(CODES, MessageCode())
    for parameter in command.params:
        if parameter.name in kinds and isinstance(parameter.type, click.types.StringParamType):
            parameter.type = kinds[parameter.name]

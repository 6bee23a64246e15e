"""What is said of a command line that can be run and was hardly meant: an option given twice, boards without end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import click

MANY = 100_000
"""So many boards to bid are remarked upon."""
_CHEAP = ("deal",)
_SETTING = "NAME=VALUE"


def remarks(name: str, command: click.Command, arguments: Sequence[str], parent: click.Context) -> list[str]:
    """What to say before a command runs; nothing of a command line that it will refuse."""
    try:
        context = click.Context(command, parent=parent, info_name=name)
        values, _, order = command.make_parser(context).parse_args(list(arguments))
    except click.ClickException:
        return []
    given = Counter(
        option for option in order if isinstance(option, click.Option) and not (option.multiple or option.is_flag)
    )
    said = [
        f"note: {option.opts[0]} is given {times} times; the last holds: {values.get(option.name or '')}"
        for option, times in given.items()
        if times > 1
    ]
    for option in command.params:
        if option.metavar == _SETTING:
            said += _set_twice(values.get(option.name or "") or ())
    boards = str(values.get("boards", ""))
    if boards.isdecimal() and int(boards) > MANY and name not in _CHEAP:
        kept = any(option.name == "resume" for option in command.params)
        how = ", and with --out --resume goes on later" if kept else ""
        said.append(f"note: {int(boards):,} boards may take hours; Ctrl-C ends it{how}")
    return said


def _set_twice(pairs: Sequence[str]) -> list[str]:
    """What to say of settings that are given different values."""
    said = []
    held: dict[str, str] = {}
    for pair in pairs:
        name, _, value = (part.strip() for part in pair.partition("="))
        if held.setdefault(name, value) != value:
            said.append(f"note: `{name}` is set twice; the last holds: {value}")
        held[name] = value
    return said

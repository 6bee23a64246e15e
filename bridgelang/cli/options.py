"""What several commands read alike: systems, settings, seats, auctions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bridgelang.errors import NotationError

if TYPE_CHECKING:
    from bridgelang.bidding.load import System
    from bridgelang.core.auctions import Auction

Function = TypeVar("Function", bound=Callable[..., Any])


def example(*lines: str) -> str:
    """The last part of a command's help: commands that run as they stand."""
    head = "Examples:" if len(lines) > 1 else "Example:"
    return "\n".join(["\b", head, *(f"  {line}" for line in lines)])


def table_options(function: Function) -> Function:
    """``--auction``, ``--dealer`` and ``--vul``."""
    for option in (
        click.option("--vul", default="none", metavar="none|ns|ew|all", help="Who is vulnerable.  [default: none]"),
        click.option("--dealer", default="N", metavar="N|E|S|W", help="Who calls first.  [default: N]"),
        click.option("--auction", default="", metavar="CALLS", help='The calls so far, such as "1NT P" or "1NT (P)".'),
    ):
        function = option(function)
    return function


def board_options(function: Function) -> Function:
    """``--dealer`` and ``--vul`` for boards that have numbers."""
    for option in (
        click.option("--vul", metavar="none|ns|ew|all", help="Who is vulnerable.  [default: by the board's number]"),
        click.option("--dealer", metavar="N|E|S|W", help="Who calls first.  [default: by the board's number]"),
    ):
        function = option(function)
    return function


def set_option(function: Function) -> Function:
    """``--set NAME=VALUE``, as often as wanted."""
    return click.option(
        "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Override a setting of the system; repeatable."
    )(function)


def json_option(function: Function) -> Function:
    """``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")(function)


def read_settings(pairs: Iterable[str]) -> dict[str, str]:
    """The settings written ``NAME=VALUE``.

    >>> read_settings(["notrump=12-14"])
    {'notrump': '12-14'}

    Raises:
        NotationError: for anything else.
    """
    settings = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise NotationError(f"`{pair}` is no setting: write NAME=VALUE, as in notrump=12-14", pair)
        settings[name.strip()] = value.strip()
    return settings


def read_system(name: str, settings: Iterable[str] = ()) -> System:
    """The system with a shipped name or at a path, ready to bid."""
    from bridgelang.bidding.load import load_system

    wanted = read_settings(settings)
    found = load_system(name, settings=wanted)
    tell_exact(name, wanted)
    return found


def tell_exact(name: str, settings: Mapping[str, str]) -> None:
    """Say so where a plain number overrides a setting for a least: `17` for `16+` means exactly 17."""
    if not any(value.isdecimal() for value in settings.values()) or ":" in name:
        return
    from bridgelang.cli.output import note
    from bridgelang.compile.shipped import header

    for setting, before, _ in header(name).settings:
        value = settings.get(setting, "")
        if value.isdecimal() and re.fullmatch(r"\d+\+", before):
            note(f"note: `{setting}` was {before}, and {value} means exactly {value}; {value}+ keeps it a bound")


def read_auction(calls: str, dealer: str, vul: str) -> Auction:
    """The auction of ``--auction``, ``--dealer`` and ``--vul``."""
    from bridgelang.core.auctions import Auction

    return Auction.parse(calls, dealer=dealer, vulnerability=vul)

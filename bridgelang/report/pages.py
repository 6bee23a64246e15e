"""Pages from the templates in ``templates/``: one style for the book, the convention card and the match report."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from bridgelang.core.hands import Hand

if TYPE_CHECKING:
    from jinja2 import Environment

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_RUN = re.compile(r"\b([1-7])([CDHS])(X{0,2})\b")


def render(template: str, **values: Any) -> str:
    """A whole page; it needs no other file and no network."""
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("bridgelang.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters["suits"] = suits
    return made


def suits(text: object) -> Any:
    """Text as HTML, the calls in it with coloured suit signs.

    >>> print(suits("after 1H & 2NT"))
    after 1<i class="H">♥</i> &amp; 2NT
    """
    from markupsafe import Markup

    return Markup(_RUN.sub(_sign, escape(str(text))))


def _sign(found: re.Match[str]) -> str:
    level, suit, doubled = found.groups()
    return f'{level}<i class="{suit}">{SIGNS[suit]}</i>{doubled}'


def hand_parts(hand: Hand) -> list[tuple[str, str, str]]:
    """A hand as (sign, letter, cards) for each suit, spades first; a void is a dash."""
    held = str(hand).split(".")
    return [(sign, letter, cards or "–") for (letter, sign), cards in zip(SIGNS.items(), held, strict=True)]

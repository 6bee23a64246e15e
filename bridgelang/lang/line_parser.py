"""The LALR parser of one logical line: its tables are made of the grammar once, and then kept in the user's cache.

Making them takes ten times as long as reading them. They are found by the text of the grammar and the version of Lark,
and are data: numbers, names and the expressions of the words. What cannot be believed is made again, silently.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
from typing import Any

import lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from bridgelang.core.sealed import NotOurs, cache_folder, digest, keep_sealed, read_sealed
from bridgelang.lang.grammar import grammar_text

_OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "start": ["line", "cond"],
    "propagate_positions": True,
    "maybe_placeholders": True,
}


@functools.cache
def line_parser() -> lark.Lark:
    """The parser of one logical line."""
    text = grammar_text()
    path = entry_path(text)
    with contextlib.suppress(OSError, NotOurs):
        kept = read_sealed(path)
        with contextlib.suppress(Exception):  # whatever Lark makes of tables that are none
            return unpacked(kept)
    made = lark.Lark(text, **_OPTIONS)
    with contextlib.suppress(OSError, NotOurs):
        keep_sealed(path, packed(made))
    return made


def entry_path(grammar: str) -> str:
    """Where the cache keeps the tables of a grammar."""
    name = digest(grammar.encode(), json.dumps(_OPTIONS).encode(), lark.__version__.encode())
    return os.path.join(cache_folder(), "grammar", name + ".json")


def packed(parser: lark.Lark) -> bytes:
    """The tables of a parser as JSON."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    return json.dumps([data, memo], separators=(",", ":")).encode()


def unpacked(tables: bytes) -> lark.Lark:
    """The parser with these tables."""
    data, memo = json.loads(tables, object_hook=_numbered)
    loaded: lark.Lark = lark.Lark._load_from_dict(data, memo)  # type: ignore[no-untyped-call]  # as its own parsers do
    return loaded


def _numbered(found: dict[str, Any]) -> dict[Any, Any]:
    """A mapping with the numbers that were its keys: JSON has made words of them."""
    return {int(key): value for key, value in found.items()} if found and next(iter(found)).isdigit() else found

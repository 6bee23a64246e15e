"""The parse tree of one line: its words and the rules of the grammar that they meet, each with its place."""

from __future__ import annotations

from typing import Any


class Token(str):
    """A word of a line: the text, which terminal of the grammar it is, and where it stands, the end not included."""

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    start_pos: int
    end_pos: int


class Tree:
    """What a rule of the grammar has matched: the rule's name, and what stands below it.

    Where nothing of the line belongs to it, both places are None.
    """

    __slots__ = ("children", "data", "end_pos", "start_pos")

    def __init__(self, data: str, children: list[Any], start_pos: int | None, end_pos: int | None) -> None:
        self.data = data
        self.children = children
        self.start_pos = start_pos
        self.end_pos = end_pos

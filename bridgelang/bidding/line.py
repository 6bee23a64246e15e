"""A rule as its text has it: where it stands, what it is called, the tags it carries."""

from __future__ import annotations

from bridgelang.bidding.forms import Tag


class Line:
    """One rule of a program: ``index`` is its number, ``file`` and ``row`` its place in a text.

    ``never`` takes calls off, ``reads`` only explains them. A ``policy`` says what becomes of a hand whose call is not
    legal: it passes, or leaves the block and goes on at line ``policy_end``; the block ends before ``scope_end``.
    """

    __slots__ = (
        "file", "index", "never", "note", "policy", "policy_end", "reads", "row", "scope_end", "tags", "text",
    )  # fmt: skip

    index: int
    file: str
    row: int
    text: str
    note: str
    tags: tuple[Tag, ...]
    never: bool
    reads: bool
    policy: str
    policy_end: int
    scope_end: int

    @property
    def location(self) -> str:
        """``sayc.bid:12``."""
        return f"{self.file}:{self.row}"

"""The exception types of the project: three failures, three types (plus one for the program's own mistakes).

*cannot read it* (:class:`NotationError`), *not legal now* (:class:`IllegalAction`, and the state is unchanged),
*bad system text* (:class:`SystemTextError`, which wraps diagnostics that are plain values).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class BridgelangError(Exception):
    """The root of every error this package raises on purpose."""


class NotationError(BridgelangError, ValueError):
    """A text is not in the notation expected; quotes the text and, where known, the place.

    ``text`` is the whole input, ``position`` the 0-based offset of the fault or None.
    """

    def __init__(self, message: str, text: str = "", position: int | None = None) -> None:
        super().__init__(message)
        self.text = text
        self.position = position


class IllegalAction(BridgelangError):
    """An action that the laws do not allow in this state; the state is unchanged.

    ``law`` cites the law, for example ``"Law 18"``, where there is one.
    """

    def __init__(self, message: str, law: str = "") -> None:
        super().__init__(message)
        self.law = law


class SystemTextError(BridgelangError):
    """A system file has errors; ``diagnostics`` holds them as plain values, in order of place."""

    def __init__(self, diagnostics: Sequence[Any], text: str = "") -> None:
        super().__init__(text or "; ".join(str(d) for d in diagnostics))
        self.diagnostics = tuple(diagnostics)

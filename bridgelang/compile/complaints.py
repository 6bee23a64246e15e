"""What a pass of the compiler finds wrong, collected."""

from __future__ import annotations

from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.span import Span


class Complaints:
    """Messages in the order in which they came up."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []

    def add(self, code: str, message: str, file: str, span: Span, *notes: str, label: str = "") -> None:
        """One message more."""
        self.found.append(Diagnostic(code, message, file, span, notes=notes, label=label))

    def once(self, code: str, message: str, file: str, span: Span) -> None:
        """The same, unless something of this code was said already."""
        if not any(one.code == code for one in self.found):
            self.add(code, message, file, span)

    def unknown(self, name: str, near: str | None, file: str, span: Span) -> None:
        """A word that nobody knows, with one that it may be meant for."""
        self.add("B102", f"unknown word `{name}`", file, span, label=did_you_mean(near) if near != name else "")


def did_you_mean(near: str | None) -> str:
    """The question, or nothing where nothing is near."""
    return f"did you mean `{near}`?" if near else ""

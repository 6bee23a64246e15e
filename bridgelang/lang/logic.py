"""The one reading of a run of `and`, `or`, `not`, `both`, `either`, or a refusal that shows the readings.

Silent misreading is worse than a message: wherever two bridge players could read a line differently, it is an
error that names both readings and how to write each.
"""

from __future__ import annotations

from collections.abc import Sequence

from bridgelang.lang.ast import All, AnyOf, Condition, Not, Span
from bridgelang.lang.diagnostics import Diagnostic


class Misread(Exception):
    """Carries the one diagnostic of a run that has no single reading."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Joint:
    """A word between or before operands: and, or, not, both, either."""

    __slots__ = ("span", "word")

    def __init__(self, word: str, span: Span) -> None:
        self.word = word
        self.span = span


class Operand:
    """A condition with the words it was written in."""

    __slots__ = ("condition", "span", "text")

    def __init__(self, condition: Condition, text: str, span: Span) -> None:
        self.condition = condition
        self.text = text
        self.span = span


Part = Joint | Operand


def resolve(parts: Sequence[Part], span: Span) -> Condition:
    """The condition a run stands for.

    Raises:
        Misread: when the run could be read in two ways, or is incomplete.
    """
    reader = _Reader(list(parts), span)
    result = reader.run(inside="")
    if reader.index < len(reader.parts):
        rest = reader.parts[reader.index]
        word = rest.word if isinstance(rest, Joint) else rest.text
        raise Misread(Diagnostic("B111", f"`{word}` does not fit here", span=rest.span))
    return result


class _Reader:
    def __init__(self, parts: list[Part], span: Span) -> None:
        self.parts = parts
        self.index = 0
        self.span = span

    def peek(self) -> str:
        if self.index < len(self.parts):
            part = self.parts[self.index]
            if isinstance(part, Joint):
                return part.word
        return ""

    def run(self, inside: str) -> Condition:
        first_index = self.index
        negated = self.peek() == "not"
        paired = self.peek() in ("both", "either")
        items = [self.operand()]
        word = self.peek()
        if word not in ("and", "or"):
            return items[0]
        if negated and word == "or":
            self.mixed_not(first_index)
        if paired:
            self.mixed(first_index)
        while self.peek() in ("and", "or"):
            if self.peek() != word:
                self.mixed(first_index)
            self.index += 1
            if self.peek() == "not" and word == "or":
                pass
            if self.peek() in ("both", "either"):
                self.mixed(first_index)
            items.append(self.operand())
        return _joined(items, word, self.span)

    def operand(self) -> Condition:
        if self.index >= len(self.parts):
            last = self.parts[-1] if self.parts else None
            raise Misread(
                Diagnostic("B111", "a condition is missing at the end", span=last.span if last else self.span)
            )
        part = self.parts[self.index]
        self.index += 1
        if isinstance(part, Operand):
            return part.condition
        if part.word == "not":
            return Not(self.operand(), span=part.span)
        if part.word == "both":
            first = self.operand()
            if self.peek() == "and":
                self.index += 1
            elif self.peek() or self.index >= len(self.parts):
                raise Misread(Diagnostic("B111", "`both` needs two conditions: both A and B", span=part.span))
            return _joined([first, self.operand()], "and", part.span)
        if part.word == "either":
            start = self.index - 1
            items = [self.operand()]
            if self.peek() != "or" and (self.peek() or self.index >= len(self.parts)):
                raise Misread(Diagnostic("B111", "`either` needs two conditions: either A or B", span=part.span))
            if self.peek() == "":
                items.append(self.operand())
            while self.peek() == "or":
                self.index += 1
                items.append(self.operand())
            if self.peek() == "and":
                self.mixed(start)
            return _joined(items, "or", part.span)
        raise Misread(Diagnostic("B111", f"a condition is missing before `{part.word}`", span=part.span))

    def mixed(self, start: int) -> None:
        """Refuse a run that mixes `and` and `or`, showing the readings."""
        words = self.words(start)
        text = " ".join(words)
        if any(word in ("both", "either") for word in words):
            raise Misread(
                Diagnostic(
                    "B110",
                    "this could be read in more than one way: group with parentheses or commas",
                    span=self.span_from(start),
                    notes=(
                        f"`{text}`",
                        "a comma binds loosest:  A, B or C  is A and (B or C)",
                        "parentheses group:  (A and B) or C",
                    ),
                )
            )
        split_and = [part.split(" or ") for part in _split(words, "and")]
        loose = ", ".join(" or ".join(p) for p in split_and)
        tight_parts = [
            " and ".join(chunk) for chunk in ([*part] for part in _chunks(words, "or", "and"))
        ]
        tight = " or ".join(f"({p})" if " and " in p else p for p in tight_parts)
        raise Misread(
            Diagnostic(
                "B110",
                "`and` and `or` are mixed without grouping",
                span=self.span_from(start),
                notes=(f"write  {loose}", f"or     {tight}"),
            )
        )

    def mixed_not(self, start: int) -> None:
        words = self.words(start)
        first = " ".join(words[1 : words.index("or")])
        rest = " ".join(words[words.index("or") + 1 :])
        raise Misread(
            Diagnostic(
                "B110",
                "`not A or B` could be read in two ways",
                span=self.span_from(start),
                notes=(f"write  (not {first}) or {rest}", f"or     not ({first} or {rest})"),
            )
        )

    def words(self, start: int) -> list[str]:
        return [p.word if isinstance(p, Joint) else p.text for p in self.parts[start:]]

    def span_from(self, start: int) -> Span:
        first, last = self.parts[start].span, self.parts[-1].span
        return Span(first.line, first.column, last.end_line, last.end_column)


def _split(words: list[str], at: str) -> list[str]:
    out: list[list[str]] = [[]]
    for word in words:
        if word == at:
            out.append([])
        else:
            out[-1].append(word)
    return [" ".join(w) for w in out]


def _chunks(words: list[str], outer: str, inner: str) -> list[list[str]]:
    return [_split(part, inner) for part in _split_lists(words, outer)]


def _split_lists(words: list[str], at: str) -> list[list[str]]:
    out: list[list[str]] = [[]]
    for word in words:
        if word == at:
            out.append([])
        else:
            out[-1].append(word)
    return out


def _joined(items: list[Condition], word: str, span: Span) -> Condition:
    """``items`` joined by and/or, with nested joins of the same kind laid flat."""
    kind: type[All] | type[AnyOf] = All if word == "and" else AnyOf
    flat: list[Condition] = []
    for item in items:
        if isinstance(item, kind):
            flat.extend(item.parts)
        else:
            flat.append(item)
    return kind(tuple(flat), span=span)

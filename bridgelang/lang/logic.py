"""The one reading of a run of `and`, `or`, `not`, `both`, `either`, or a refusal that shows the readings.

Silent misreading is worse than a message: wherever two bridge players could read a line differently, it is an
error that names both readings and how to write each. `either A or B` and `both A and B` group what they hold, so
they may stand beside the other word as long as nothing follows that could belong to either of the two.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from bridgelang.lang.ast import All, AnyOf, Condition, Not
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.source import MAX_NESTING
from bridgelang.lang.span import Span


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
    result = reader.run()
    if reader.index < len(reader.parts):
        rest = reader.parts[reader.index]
        word = rest.word if isinstance(rest, Joint) else rest.text
        raise Misread(Diagnostic("B111", f"`{word}` does not fit here", span=rest.span, label="expected a comma"))
    return result


class _Reader:
    def __init__(self, parts: list[Part], span: Span) -> None:
        self.parts = parts
        self.index = 0
        self.span = span
        self.depth = 0

    def peek(self) -> str:
        """The word that comes next; empty before an operand and at the end."""
        if self.index < len(self.parts):
            part = self.parts[self.index]
            if isinstance(part, Joint):
                return part.word
        return ""

    def run(self) -> Condition:
        """Terms joined by one and the same word."""
        items: list[Condition] = []
        word = ""
        while True:
            start, first = self.index, self.peek()
            items.append(self.term(""))
            after = self.peek()
            if after not in ("and", "or"):
                return items[0] if len(items) == 1 else joined(items, word, self.span)
            if first == "not" and after == "or":
                self.negated(start)
            if word and after != word:
                self.mixed()
            word = after
            self.index += 1

    def term(self, awaited: str) -> Condition:
        """One operand with the words in front of it; ``awaited`` is what an outer `both` or `either` still needs."""
        if self.index >= len(self.parts):
            last = self.parts[-1].span if self.parts else self.span
            raise Misread(Diagnostic("B111", "a condition is missing at the end", span=last))
        part = self.parts[self.index]
        if isinstance(part, Operand):
            self.index += 1
            return part.condition
        if part.word in ("and", "or"):
            raise Misread(Diagnostic("B111", f"a condition is missing before `{part.word}`", span=part.span))
        self.depth += 1
        if self.depth > MAX_NESTING:
            message = f"more than {MAX_NESTING} of `not`, `both` and `either` in one condition"
            raise Misread(Diagnostic("B007", message, span=part.span))
        self.index += 1
        if part.word == "not":
            return Not(self.term(awaited), span=part.span)
        return self.group(part, awaited)

    def group(self, part: Joint, awaited: str) -> Condition:
        """`both A and B …`, `either A or B …`; the joining word may be left out between two: `both (A) (B)`."""
        own, other = ("and", "or") if part.word == "both" else ("or", "and")
        items = [self.term(own)]
        after = self.peek()
        if after == other or (not after and self.index >= len(self.parts)):
            if after:
                self.mixed()
            example = "both A and B" if part.word == "both" else "either A or B"
            raise Misread(Diagnostic("B111", f"`{part.word}` needs two conditions: {example}", span=part.span))
        if after != own:
            items.append(self.term(awaited))
        while self.peek() == own:
            self.index += 1
            items.append(self.term(awaited))
            if own == awaited:
                break
        if self.peek() == other and awaited != other:
            self.mixed()
        return joined(items, own, part.span)

    # ------------------------------------------------------------------ refusals

    def mixed(self) -> None:
        """Refuse a run that mixes `and` and `or`, showing the readings."""
        words = [p.word if isinstance(p, Joint) else p.text for p in self.parts]
        for word, after in itertools.pairwise([*words, "and"]):
            if word in ("and", "or") and after in ("and", "or"):
                raise Misread(Diagnostic("B111", f"a condition is missing after `{word}`", span=self.span))
        if words[0] in ("both", "either"):
            words = words[1:]
        raise Misread(
            Diagnostic(
                "B110",
                "`and` and `or` are mixed without grouping",
                span=self.span_from(0),
                notes=readings(words),
            )
        )

    def negated(self, start: int) -> None:
        """Refuse `not A or B`."""
        words = [p.word if isinstance(p, Joint) else p.text for p in self.parts[start:]]
        cut = words.index("or")
        first, rest = " ".join(words[1:cut]), " ".join(words[cut + 1 :])
        raise Misread(
            Diagnostic(
                "B110",
                "`not A or B` could be read in two ways",
                span=self.span_from(start),
                notes=(f"it could mean  (not {first}) or {rest}", f"or             not ({first} or {rest})"),
            )
        )

    def span_from(self, start: int) -> Span:
        first, last = self.parts[start].span, self.parts[-1].span
        return Span(first.line, first.column, last.end_line, last.end_column)


def readings(words: Sequence[str]) -> tuple[str, ...]:
    """The two readings of a run that mixes `and` with `or`, each as it should be written.

    >>> readings(["8+ hcp", "and", "4 hearts", "or", "4 spades"])[1]
    'or             either both 8+ hcp and 4 hearts or 4 spades'
    """
    if any(word in ("both", "either") for word in words):
        return ("a comma binds loosest:  A, B or C  is A and (B or C)", "parentheses group:  (A and B) or C")
    operands = _with_not(words)
    by_and = [_cut(chunk, "or") for chunk in _cut(operands, "and")]
    by_or = [_cut(chunk, "and") for chunk in _cut(operands, "or")]
    loose = ", ".join(" or ".join(c[0] for c in chunk) for chunk in by_and)
    said = " and ".join("either " * (len(chunk) > 1) + " or ".join(c[0] for c in chunk) for chunk in by_and)
    tight = "either " + " or ".join("both " * (len(chunk) > 1) + " and ".join(c[0] for c in chunk) for chunk in by_or)
    return (f"it could mean  {said}      (write: {loose})", f"or             {tight}")


def _with_not(words: Sequence[str]) -> list[str]:
    """`not` and its operand as one."""
    out: list[str] = []
    for word in words:
        if out and (out[-1] == "not" or out[-1].endswith(" not")):
            out[-1] += " " + word
        else:
            out.append(word)
    return out


def _cut(words: Sequence[str], at: str) -> list[list[str]]:
    out: list[list[str]] = [[]]
    for word in words:
        if word == at:
            out.append([])
        else:
            out[-1].append(word)
    return out


def joined(items: Sequence[Condition], word: str, span: Span) -> Condition:
    """``items`` joined by and/or, with nested joins of the same kind laid flat."""
    kind: type[All] | type[AnyOf] = All if word == "and" else AnyOf
    flat: list[Condition] = []
    for item in items:
        if isinstance(item, kind):
            flat.extend(item.parts)
        else:
            flat.append(item)
    return kind(tuple(flat), span=span)

"""What is said of a line that cannot be read: the habit it comes from, the mark that is missing, the word nobody knows.

Lark tells where the grammar could not go on, and with what it could have.
"""

from __future__ import annotations

import re
from itertools import islice

import attrs
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

from bridgelang.lang import source
from bridgelang.lang.diagnostics import Diagnostic, nearest
from bridgelang.lang.habit import RUN_ON
from bridgelang.lang.habits import Found, found_in
from bridgelang.lang.habits_words import word_hint
from bridgelang.lang.line_parser import line_parser
from bridgelang.lang.line_reader import Unread, line_reader
from bridgelang.lang.span import Span
from bridgelang.lang.words import EXPECTED, known_words

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9'_-]*")


def habit_at(line: source.LogicalLine, said: Diagnostic, rule: str) -> Diagnostic | None:
    """The habit that a refusal of a bid, of a lone `both` or of a range comes from; it must reach over its place."""
    if said.code not in ("B111", "B112", "B120"):
        return None
    for habit in islice(found_in(line.text), MAX_TRIED):
        span = line.span(habit.start, habit.end)
        if habit.cured is not None and _covers(span, said.span) and _reads(habit.cured, rule):
            return Diagnostic("B105", habit.message, span=span)
    return None


def _covers(outer: Span, inner: Span) -> bool:
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return start <= (inner.line, inner.column) < end


def read_again(text: str, column: int) -> tuple[str, int, int] | None:
    """What is to be said of a line that was read, but with a word that nobody knows at ``column`` (from 0).

    The habit it is written in, or the comma that is missing: (message, first and last column); None for neither.
    """
    for habit in islice(found_in(text), MAX_TRIED):
        if habit.start <= column < habit.end and (habit.cured is None or _reads(habit.cured, "line")):
            return habit.message, habit.start, habit.end
    return None


def is_read(text: str) -> bool:
    """Whether a line by itself can be read."""
    return _reads(text, "line")


def _stop(text: str, rule: str) -> tuple[int, set[str]]:
    """Where reading a line could not go on, and what it could have gone on with; its end and nothing for a good one."""
    try:
        line_parser().parse(text, start=rule)
    except UnexpectedToken as error:
        start = len(text) if error.token.type == "$END" else error.token.start_pos or 0
        return start, set(error.accepts or error.expected or ())
    except UnexpectedCharacters as error:
        return error.pos_in_stream or 0, set(error.allowed or ())
    except UnexpectedEOF as error:
        return len(text), set(error.expected or ())
    return len(text), set()


def syntax_error(line: source.LogicalLine, name: str, rule: str) -> Diagnostic:
    """What the grammar could not go on with, as one sentence for a player."""
    text = line.text
    start, expected = _stop(text, rule)
    header = _header_without_colon(line)
    if header >= 0:
        message = "a colon is missing at the end of this header"
        return Diagnostic("B103", message, name, line.span(header, header + 1))
    if (below := _answers_below(line)) is not None:
        return attrs.evolve(below, file=name)
    fault = _unclosed(text)
    habit = (_habit_of_header(line, start) or _habit(text, start, rule)) if fault is None else None
    if habit is not None:
        return Diagnostic("B105", habit.message, name, line.span(habit.start, habit.end))
    fault = fault or _known_fault(text, start)
    if fault is not None:
        message, first, last, label = fault
        return Diagnostic("B103", message, name, line.span(first, last), label=label)
    wanted = _repair(text, start, expected, rule) or _wanted(expected)
    if start >= len(text):
        last = max(len(text) - 1, 0)
        message = "a condition is missing after the colon" if text.endswith(":") else "the line ends too early"
        return Diagnostic("B103", message, name, line.span(last, last + 1), label=wanted)
    start = _beginning(text, start)
    found = _PIECE.match(text, start)
    word = found.group() if found else text[start]
    span = line.span(start, start + len(word))
    notes = _continued(line, start)
    shown = word if len(word) <= 40 else word[:40] + "…"
    if _LOWER_CALL.fullmatch(word) and word.upper() != word:
        return Diagnostic("B102", f"unknown word `{shown}`", name, span, label=f"a call is written `{word.upper()}`")
    if _WORD.fullmatch(word) and word not in known_words():
        near = nearest(word, known_words())
        hint = wanted if wanted == _NO_COLON else word_hint(word)
        label = hint or (f"did you mean `{near}`?" if near else wanted)
        return Diagnostic("B102", f"unknown word `{shown}`", name, span, label=label, notes=notes)
    return Diagnostic("B101", f"`{shown}` cannot stand here", name, span, label=wanted, notes=notes)


def _beginning(text: str, start: int) -> int:
    """Where the word begins of which the grammar took the front for a word of its own (`P` of passed)."""
    for word in _WORD.finditer(text):
        if word.start() < start < word.end():
            return word.start()
    return start


_PIECE = re.compile(r"[A-Za-z][A-Za-z0-9'_-]*|[0-9][A-Za-z0-9½.+=♣♦♥♠-]*|\[[^\]]*\]?|\"[^\"]*\"?|[^\s]")
_LOWER_CALL = re.compile(r"[1-7](nt|n|[cdhs])", re.IGNORECASE)
_FROM_TO = re.compile(r"(?<![0-9])([0-9]+)\s+to\s+([0-9]+)")


Sentence = tuple[str, int, int, str]
"""A fault with a sentence of its own: message, first and last character, label."""


def _unclosed(text: str) -> Sentence | None:
    """Quotation marks, brackets and parentheses that are opened and not closed, or the other way about."""
    if text.count('"') % 2:
        first = text.rindex('"')
        return 'a quotation mark `"` is not closed', first, len(text), ""
    bare = _QUOTED.sub(lambda m: " " * len(m.group()), text)
    if (fancy := re.search("[“”„«»]", bare)) is not None:
        return "a curly quotation mark", fancy.start(), fancy.start() + 1, 'write it plain: "'
    if bare.count("[") > bare.count("]"):
        return "a bracket `[` is not closed", bare.rindex("["), len(text), ""
    open_places: list[int] = []
    for index, char in enumerate(bare):
        if char == "(":
            open_places.append(index)
        elif char == ")":
            if not open_places:
                return "this `)` has no `(` before it", index, index + 1, ""
            open_places.pop()
    if open_places:
        return "a parenthesis `(` is not closed", open_places[-1], open_places[-1] + 1, ""
    return None


def _known_fault(text: str, start: int) -> Sentence | None:
    bare = _QUOTED.sub(lambda m: " " * len(m.group()), text)
    if (between := _FROM_TO.search(bare)) is not None and between.start() <= start <= between.end():
        low, high = between.groups()
        return f"`{between.group()}` is no range", between.start(), between.end(), f"write {low}-{high}"
    if bare[start : start + 1] == ",":
        return "a condition is missing before this comma", start, start + 1, ""
    if bare.endswith(",") and start >= len(text):
        return "a condition is missing after this comma", len(text) - 1, len(text), ""
    return None


_QUOTED = re.compile(r"\"[^\"]*\"|\[[^\]]*\]")


def _header_without_colon(line: source.LogicalLine) -> int:
    """Where the colon is missing when deeper lines were taken for the rest of a header; -1 when that is not so."""
    if source.HEADER.match(line.text) is None:
        return -1
    for offset, _, _ in line.pieces[1:]:
        head = line.text[: offset - 1]
        if ":" in head:
            return -1
        if _reads(head + ":", "line") and (_reads(rest := line.text[offset:], "line") or ":" in rest):
            return len(head.rstrip())
    return -1


def _head(line: source.LogicalLine) -> str:
    """The first of the physical lines of a line that has several; empty for any other."""
    return line.text[: line.pieces[1][0] - 1].rstrip() if len(line.pieces) > 1 else ""


def _habit_of_header(line: source.LogicalLine, start: int) -> Found | None:
    """The habit that a line is written in which was to be the header of those below it."""
    head = _head(line)
    if start >= len(head):
        return None
    found = _habit(head, start, "line")
    if head.endswith(":") or (found and (found.cured or "").endswith(":")):
        return found
    titled = _habit(head + ":", start, "line") if ":" not in head and _CALL_IN_FRONT.match(head + " ") is None else None
    return titled if titled and titled.cured is None else None


def _answers_below(line: source.LogicalLine) -> Diagnostic | None:
    """What is said where a line with a call has lines with calls below it, as in other notations."""
    head = _head(line)
    call = _CALL_IN_FRONT.match(head)
    if call is None or call.end() == len(head):
        return None
    offset = line.pieces[1][0]
    below = _CALL_IN_FRONT.match(line.text[offset:])
    if below is None:
        return None
    message = f"the answers to a call stand in a block of their own: write  after {call[1]}:  above {below[1]}"
    return Diagnostic("B105", message, span=line.span(offset, offset + len(below[1])))


_CALL_IN_FRONT = re.compile(rf"({RUN_ON})\s*(?:[:=]|-(?!\s*[1-7][CDHSN])|\s(?!\s*(?:[1-7][CDHSN]|\()))")


def _reads(text: str, rule: str) -> bool:
    try:
        line_reader().read(text, rule)
    except Unread:
        return False
    return True


LONGEST_REPAIRED = 1_000
MAX_TRIED = 20
"""Ways of writing a line that are tried out for its message."""


def _habit(text: str, start: int, rule: str) -> Found | None:
    """The habit of another notation that the fault comes from: with it written our way the line is read further."""
    for habit in islice(found_in(text, rule == "line"), MAX_TRIED):
        if habit.cured is None:
            if habit.start <= start:
                return habit
            continue
        reached = _stop(habit.cured, rule)[0]
        if _reads(habit.cured, rule) or (reached - (len(habit.cured) - len(text)) > start and reached > habit.cure_end):
            return habit
    return None


def _repair(text: str, start: int, expected: set[str], rule: str) -> str:
    """The one mark that is missing, where putting it in makes the line good; not tried in a line that nobody types."""
    if len(text) > LONGEST_REPAIRED:
        return ""
    for mark, terminal in ((",", "COMMA"), (":", "COLON")):
        if terminal in expected:
            mended = f"{text[:start].rstrip()}{mark} {text[start:]}".rstrip()
            if not _reads(mended, rule) and (mark == "," or _stop(mended, rule)[0] <= start + len(mark) + 1):
                continue
            if mark == "," and not _between_words(text, start):
                continue
            name = "a comma" if mark == "," else "a colon"
            return f"{name} is missing {'before this' if start < len(text) else 'at the end'}"
    after_call = "COLON" in expected and ":" not in text and _CALL_ALONE.fullmatch(text[:start].rstrip())
    return _NO_COLON if after_call and start < len(text) else ""


_CALL_ALONE = re.compile(rf"{RUN_ON}|pass|P|XX?|double|redouble")
_NO_COLON = "a colon is missing before this"


def _between_words(text: str, start: int) -> bool:
    """Whether what stands on both sides of a place are whole words that somebody knows, or no words."""
    start = _beginning(text, start)
    before = re.search(r"[A-Za-z][A-Za-z0-9'_-]*$", text[:start].rstrip())
    after = _WORD.match(text, start)
    known = known_words()
    return all(word is None or len(word[0]) == 1 or word[0].lower() in known for word in (before, after))


def _continued(line: source.LogicalLine, start: int) -> tuple[str, ...]:
    """A hint when the fault is where a deeper line goes on with the one above it."""
    if any(offset == start for offset, _, _ in line.pieces[1:]):
        row = line.pieces[0][1]
        return (f"being indented deeper, this line continues line {row}", "the header of a block ends with `:`")
    return ()


def _wanted(expected: set[str]) -> str:
    """What could have stood there, in bridge words; empty when the list would be no help."""
    words = sorted({EXPECTED[e] for e in expected if e in EXPECTED})
    if not words or len(words) > 5:
        return ""
    return "expected " + (words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1])

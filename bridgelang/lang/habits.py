"""What people write from habit: the forms of other notations, each with what it is called here and how to write it.

A line that cannot be read is looked through for these. A habit speaks only where writing the line its way is a step
on: the fault must be gone, or stand further to the right. So no message proposes what would not be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from bridgelang.lang.habit import Habit
from bridgelang.lang.habits_before import HABITS_BEFORE
from bridgelang.lang.habits_hands import HABITS_OF_HANDS
from bridgelang.lang.prose import PROSE
from bridgelang.lang.prose_headers import HEADINGS, PROSE_HEADERS

LONGEST = 300
"""Characters of a line that is looked through; a longer one was not typed by hand."""

HABITS: tuple[Habit, ...] = (*HABITS_BEFORE, *HABITS_OF_HANDS, *PROSE_HEADERS, *PROSE, *HEADINGS)
"""All of them, the surest first."""


@frozen
class Found:
    """A habit met in a text: where, what to say, and the text written its way (None where no cure is offered)."""

    start: int
    end: int
    message: str
    cured: str | None
    cure_end: int


def found_in(text: str, whole: bool = True) -> Iterator[Found]:
    """The habits met in a line, notes and tags left aside, the surest first; none in a line that nobody types.

    A text that is no ``whole`` line, but a condition, is not looked through for those of a line's beginning.
    """
    if len(text) > LONGEST:
        return
    bare = _QUOTED.sub(lambda m: m.group()[0] + "\x01" * (len(m.group()) - 2) + m.group()[-1], text)
    for known in HABITS:
        if not whole and known.pattern.pattern.startswith("^"):
            continue
        for match in known.pattern.finditer(bare):
            start, end = match.span("at") if "at" in known.pattern.groupindex else match.span()
            end = end if end > start else start + 1
            says = known.says.format(**match.groupdict()) if "{" in known.says else known.says
            if known.cure is None:
                yield Found(start, end, says, None, end)
                continue
            cure = _uncovered(known.cure(match), text, match)
            shown = _uncovered((known.shown or known.cure)(match).strip(), text, match)
            message = f"{says}: write  {shown}" if shown else says
            cured = text[: match.start()] + cure + text[match.end() :]
            yield Found(start, end, message, cured, match.start() + len(cure))


_QUOTED = re.compile(r"\"[^\"]*\"|\[[^\]]*\]")


def _uncovered(cure: str, text: str, match: re.Match[str]) -> str:
    """What stands in a match's notes and tags put back into its cure, where they come in the same order."""
    covered = [quoted.group() for quoted in _QUOTED.finditer(text, match.start(), match.end())]
    return _COVERED.sub(lambda m: next((q for q in covered if len(q) == len(m.group())), m.group()), cure)


_COVERED = re.compile(r"[\"\[]\x01+[\"\]]")

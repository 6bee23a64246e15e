"""YAML with no more in it than a test file needs: mappings of names to texts, short lists and mappings of texts.

Read as the events of the parser come, with limits: nothing is built for anchors, aliases, merges or tags, which are
refused, and no value is made of a text (``15-17``, ``yes`` and ``12`` are what they look like).
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from bridgelang.core.cards import quoted
from bridgelang.errors import NotationError

MAX_BYTES = 1_000_000
MAX_EVENTS = 100_000
MAX_DEPTH = 3
MAX_WIDTH = 20


@frozen
class Text:
    """A scalar: its text, the line it begins in, and whether nothing at all was written."""

    text: str
    line: int
    empty: bool = False


Value = Text | list["Value"] | dict[str, "Value"]


def read_plain(text: str, path: str) -> list[Value]:
    """The documents of a YAML text, those with nothing in them left out.

    Raises:
        NotationError: naming file, line and fault.
    """
    import yaml

    try:
        return _Builder(path).documents(yaml.parse(text, Loader=yaml.SafeLoader))
    except NotationError:
        raise
    except yaml.YAMLError as error:
        mark: Any = getattr(error, "problem_mark", None)
        where = f":{mark.line + 1}" if mark else ""
        fault = getattr(error, "problem", None) or "a character that YAML does not allow"
        raise NotationError(f"{path}{where}: not readable as YAML: {fault}", path) from None
    except (ValueError, RecursionError, OverflowError):
        raise NotationError(f"{path}: not readable as YAML", path) from None


class _Builder:
    """Makes values of the parser's events, refusing what goes beyond."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.seen = 0
        self.found: list[Value] = []
        self.open: list[tuple[Any, Text | None]] = []  # the lists and mappings round the place, and the key waiting

    def fail(self, line: int, fault: str) -> NotationError:
        return NotationError(f"{self.path}:{line}: {fault}", self.path)

    def documents(self, events: Any) -> list[Value]:
        import yaml

        for event in events:
            self.seen += 1
            line = event.start_mark.line + 1
            if self.seen > MAX_EVENTS:
                raise self.fail(line, f"the file is too long: at most {MAX_EVENTS:,} pieces are read")
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                raise self.fail(line, "anchors (&name) and aliases (*name) are not read in test files")
            if getattr(event, "tag", None):
                raise self.fail(line, "types (!name) are not read in test files: every value is text")
            if isinstance(event, yaml.ScalarEvent):
                plain = event.implicit[0] and event.value in ("", "~", "null")
                self.scalar(Text(event.value, line, plain))
            elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                self.begin({} if isinstance(event, yaml.MappingStartEvent) else [], line)
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                self.add(self.open.pop()[0])
        return self.found

    def begin(self, value: Any, line: int) -> None:
        if len(self.open) >= MAX_DEPTH:
            raise self.fail(line, f"lists and mappings go more than {MAX_DEPTH} deep")
        if self.open and isinstance(self.open[-1][0], dict) and self.open[-1][1] is None:
            raise self.fail(line, "a name is expected here, not a list or a mapping")
        self.open.append((value, None))

    def scalar(self, text: Text) -> None:
        if self.open and isinstance(self.open[-1][0], dict) and self.open[-1][1] is None:
            into = self.open[-1][0]
            if text.text in into:
                raise self.fail(text.line, f"{quoted(text.text)} stands here twice")
            if len(into) >= MAX_WIDTH:
                raise self.fail(text.line, f"more than {MAX_WIDTH} names stand together")
            self.open[-1] = (into, text)
        else:
            self.add(text)

    def add(self, value: Value) -> None:
        if not self.open:
            if not (isinstance(value, Text) and value.empty):
                self.found.append(value)
            return
        into, key = self.open[-1]
        if key is None:
            into.append(value)
        else:
            into[key.text] = value
            self.open[-1] = (into, None)

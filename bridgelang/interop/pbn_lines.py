"""From lines of text to the raw games of a PBN file: tags, the text under them, comments, escape lines.

Source: PBN 2.1, chapters 2 and 3. A game ends at a line that is empty or blank, but not inside a brace
comment. Nothing here raises: what departs from the standard is reported, and read in the likeliest way. A brace comment
that is never closed ends before the first line that is a tag: such lines are read again.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator

from bridgelang.core.cards import quoted
from bridgelang.interop.problems import ERROR, NOTE, Problem, Report, ignore

BLANK = " \t\x0b\x0c\x00\x1a"
"""What a blank line may hold: also the form feeds and end-of-file marks of old programs."""

MAX_LINE = 255
MANDATORY = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South",
    "Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result",
)  # fmt: skip
NOT_INHERITED = ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note")
_KNOWN = {name.lower(): name for name in (*MANDATORY, "Auction", "Play", "Note")}

_PLAIN = re.compile(r'\[([A-Z][A-Za-z0-9_]*) "([^"\\]*)"\][ \t]*+')
_TAG = re.compile(r'\[\s*+([^\s"\[\]]++)\s*+"((?:[^"\\\n]|\\.)*+)"\s*+\]')
_TAG_OPEN = re.compile(r'\[\s*+(\w*+)\s*+(?:"((?:[^"\\\n]|\\.)*+)"\s*+)?\Z')
_UNQUOTED = re.compile(r'\[\s*+([A-Za-z_]\w*+)([^"\[\]]*+)\]')
_LOOSE = re.compile(r'\[\s*+(\w++)\s*+"((?:(?!\[\w+\s*").){0,2000}?)"\s*\]')
_CUT = re.compile(r'\[\s*+(\w++)\s*+"([^\n]*+)')
_OPEN_TAIL = re.compile(r'\[(\s*+\w*+\s*+(?:"(?:[^"\\\n]|\\.)*+"\s*+)?)\Z')
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*+"')
_SPECIAL = re.compile(r'["\[{;]')
_ESCAPE = re.compile(r'\\(["\\])')
_LINE_BREAK = re.compile("[\r\n]")
_FRAMING = re.compile(r'[\[{;"%]')
_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*")


class Piece:
    """A piece of text under a tag: ``kind`` is empty for section text, else the comment's kind."""

    __slots__ = ("kind", "line", "text")

    def __init__(self, kind: str, text: str, line: int) -> None:
        self.kind, self.text, self.line = kind, text, line


class RawTag:
    """A tag pair as it stands, unescaped, with what follows it up to the next tag."""

    __slots__ = ("line", "name", "pieces", "value")

    def __init__(self, name: str, value: str, line: int) -> None:
        self.name, self.value, self.line = name, value, line
        self.pieces: list[Piece] = []


class RawGame:
    """The tags of one game and the comments before the first of them."""

    __slots__ = ("cut", "identity", "line", "pieces", "tags")

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: list[RawTag] = []
        self.pieces: list[Piece] = []
        self.identity: dict[str, str] = {}  # the deal and the number, which tell this game from the next
        self.cut = False  # the file ends inside this game

    @property
    def label(self) -> str:
        """The board, for messages."""
        for tag in self.tags:
            if tag.name == "Board":
                return f"board {tag.value}"
        return "the last board"


def is_section_text(line: str) -> bool:
    """Whether a line that stands under a tag is read as this text and nothing else."""
    if not line.strip(BLANK) or _LINE_BREAK.search(line):
        return False
    if _FRAMING.search(line) is None:
        return line == line.strip(BLANK)
    games = list(read_games(['[X "?"]', line], ignore))
    pieces = [(piece.kind, piece.text) for piece in games[0].tags[0].pieces]
    return len(games) == len(games[0].tags) == 1 and pieces == [("", line)]


def holds_tag_line(text: str) -> bool:
    """Whether a comment has a line that would be taken for a tag if the comment were not closed."""
    return any(_PLAIN.fullmatch(line) for line in text.split("\n"))


def read_games(lines: Iterable[str], report: Report, file: str = "") -> Iterator[RawGame]:
    """The games of a file, one after the other, as the lines come."""
    return _Lexer(report, file).games(lines)


class _Lexer:
    def __init__(self, report: Report, file: str) -> None:
        self.report, self.file = report, file
        self.line = 0
        self.game = RawGame(1)
        self.ready: list[RawGame] = []  # games that ended without a blank line
        self.comment: list[str] | None = None  # a brace comment still open
        self.comment_line = 0
        self.suspect = 0  # which line of the open comment is where it may have been meant to end; 0 for none
        self.again: deque[tuple[int, str]] = deque()  # lines to be read once more, with their numbers
        self.pending = ""  # a tag that goes on in the next line
        self.pending_line = 0
        self.long_line_told = False
        self.cut_tag = False  # the last tag was not closed

    def tell(self, message: str, severity: str = NOTE, line: int = 0) -> None:
        self.report(Problem(self.file, line or self.line, message, severity))

    def games(self, lines: Iterable[str]) -> Iterator[RawGame]:
        for line in self.supply(lines):
            text = line.rstrip("\r\n")
            if self.line == 1:
                text = text.removeprefix("\ufeff")
            if len(text) > MAX_LINE and not self.long_line_told:
                self.long_line_told = True
                self.tell(f"this line has {len(text)} characters, PBN allows {MAX_LINE} (said once a file)")
            if self.comment is None and not self.pending:
                plain = _PLAIN.fullmatch(text)
                if plain is not None:
                    self.close_cut()
                    self.add_tag(plain[1], plain[2], self.line)
                    if self.ready:
                        yield from self.take_ready()
                    continue
                if text[:1] == "%":
                    self.add_piece("%", text[1:], self.line)
                    continue
                if not text.strip(BLANK):
                    if self.game.tags:
                        self.close_cut()
                        yield self.finish()
                    continue
            self.read(text)
            if self.ready:
                yield from self.take_ready()
        yield from self.end()

    def supply(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines of the file, ``line`` saying which, those of a comment that was never closed a second time."""
        for number, line in enumerate(lines, 1):
            self.line = number
            yield line
            yield from self.once_more()
        last = self.line
        while self.comment is not None and self.suspect:
            self.end_comment(None)
            yield from self.once_more()
        self.line = last

    def once_more(self) -> Iterator[str]:
        while self.again:
            self.line, text = self.again.popleft()
            yield text

    def take_ready(self) -> Iterator[RawGame]:
        ready, self.ready = self.ready, []
        yield from ready

    def finish(self) -> RawGame:
        game, self.game = self.game, RawGame(self.line + 1)
        return game

    def end(self) -> Iterator[RawGame]:
        """The file has ended: close what is open, and say what is cut off."""
        game = self.game
        if self.comment is not None:
            self.tell("this comment is never closed: write } at its end", ERROR, self.comment_line)
            self.add_piece("{", "\n".join(self.comment), self.comment_line)
            self.comment = None
            game.cut = bool(game.tags)
        if self.pending:
            name = self.pending.strip("[ \t\n").partition('"')[0].strip() or "the last tag"
            self.tell(f"the file ends inside {name} of {game.label}; that tag is left out", ERROR)
            game.cut = bool(game.tags)
            self.pending = ""
        elif self.cut_tag and game.tags:
            tag = game.tags.pop()
            lost = f"the file ends inside {tag.name} of {game.label}; that tag is left out"
            self.tell(lost, ERROR, tag.line)
            game.cut = bool(game.tags)
        if game.tags:
            yield self.finish()
        elif any(piece.kind != "%" for piece in game.pieces):
            self.tell("this text belongs to no board", NOTE, game.pieces[0].line)

    # -- one line that is not plain ---------------------------------------------------------------

    def read(self, text: str) -> None:
        at = 0
        if self.comment is not None:
            close, opened = text.find("}"), text.find("{")
            if self.suspect and opened >= 0 and (close < 0 or opened < close):
                self.end_comment(text)
                return
            if close < 0:
                if not self.suspect and _PLAIN.fullmatch(text):
                    self.suspect = self.after_text()
                self.comment.append(text)
                return
            self.comment.append(text[:close])
            self.add_piece("{", "\n".join(self.comment), self.comment_line)
            self.comment, self.suspect, at = None, 0, close + 1
        elif self.pending:
            if text[:1] == "%":
                self.add_piece("%", text[1:], self.line)
                return
            resumed = self.resume(text)
            if resumed is None:
                return
            at = resumed
        self.scan(text, at)

    def after_text(self) -> int:
        """The place in the open comment behind its last line that is not blank."""
        assert self.comment is not None
        place = len(self.comment)
        while place > 1 and not self.comment[place - 1].strip(BLANK):
            place -= 1
        return place

    def end_comment(self, text: str | None) -> None:
        """A comment that holds a tag line and goes on to the next one's brace, or to the end: it was never closed."""
        assert self.comment is not None
        first = self.comment_line + self.suspect
        self.tell(f"this comment is never closed: write }} at its end; line {first} and on are read without it", ERROR,
                  self.comment_line)  # fmt: skip
        left = self.comment[self.suspect :] + ([] if text is None else [text])
        self.add_piece("{", "\n".join(self.comment[: self.suspect]), self.comment_line)
        self.comment, self.suspect = None, 0
        self.again.extendleft(reversed([(first + index, line) for index, line in enumerate(left)]))

    def resume(self, text: str) -> int | None:
        """Go on with a tag left open by the line before; where to scan on, None for nowhere."""
        joined = self.pending + "\n" + text
        whole = _TAG.match(joined)
        if whole is not None:
            self.add_raw(whole[1], whole[2], self.pending_line)
            start = len(self.pending) + 1
            self.pending = ""
            return max(0, whole.end() - start)
        blank = not text.strip(BLANK)
        if not blank and self.line - self.pending_line < 5 and _TAG_OPEN.match(joined):
            self.pending = joined
            return None
        opened = _TAG_OPEN.match(self.pending)
        if opened is not None and opened[1] and opened[2] is not None:
            self.tell(f"the tag {opened[1]} has no closing bracket", ERROR, self.pending_line)
            self.add_raw(opened[1], opened[2], self.pending_line)
        else:
            text_left = quoted(self.pending.strip())
            fault = f'{text_left} is no tag and is left out: write [Name "value"]'
            self.tell(fault, ERROR, self.pending_line)
        self.pending = ""
        if blank:
            if self.game.tags:
                self.ready.append(self.finish())
            return None
        return 0

    def scan(self, text: str, at: int) -> None:
        start, end = at, len(text)
        while at < end:
            special = _SPECIAL.search(text, at)
            if special is None:
                break
            at = special.start()
            mark = text[at]
            if mark == '"':
                string = _STRING.match(text, at)
                at = at + 1 if string is None else string.end()
                continue
            if mark == "[":
                after = self.try_tag(text, at, start)
                if after is None:
                    at += 1
                    continue
                start = at = after
                continue
            self.add_text(text[start:at], self.line)
            if mark == ";":
                self.add_piece(";", text[at + 1 :], self.line)
                return
            close = text.find("}", at)
            if close < 0:
                self.comment, self.comment_line = [text[at + 1 :]], self.line
                return
            self.add_piece("{", text[at + 1 : close], self.line)
            start = at = close + 1
        self.add_text(text[start:end], self.line)

    def try_tag(self, text: str, at: int, start: int) -> int | None:
        """Read a tag at an opening bracket; where it ends, or None when this bracket opens no tag."""
        tag = _TAG.match(text, at)
        if tag is not None:
            self.add_text(text[start:at], self.line)
            self.add_raw(tag[1], tag[2], self.line)
            return tag.end()
        opened = _TAG_OPEN.match(text, at)
        if opened is not None:
            self.add_text(text[start:at], self.line)
            self.pending, self.pending_line = text[at:], self.line
            return len(text)
        unquoted = _UNQUOTED.match(text, at)
        if unquoted is not None:
            name, value = unquoted[1], unquoted[2].strip()
            if (not value and name not in _KNOWN.values()) or not _NAME.fullmatch(name):
                return None
            self.add_text(text[start:at], self.line)
            self.tell(f'the value of {name} stands without quotes: write [{name} "{value}"]', ERROR)
            self.add_raw(name, value.replace("\\", "\\\\"), self.line)
            return unquoted.end()
        loose = _LOOSE.match(text, at)
        if loose is not None:
            self.add_text(text[start:at], self.line)
            self.tell(f'the value of {loose[1]} has a bare quote or backslash: write \\" and \\\\ for them')
            self.add_raw(loose[1], re.sub(r'(?<!\\)"|\\\Z', r"\\\g<0>", loose[2]), self.line)
            return loose.end()
        cut = _CUT.match(text, at)
        if cut is not None:
            self.add_text(text[start:at], self.line)
            value = cut[2].rstrip(BLANK).removesuffix("]").removesuffix('"')
            self.add_raw(cut[1], value, self.line)
            self.cut_tag = True
            return len(text)
        return None

    # -- building ---------------------------------------------------------------------------------

    def add_raw(self, name: str, value: str, line: int) -> None:
        """A tag in any spelling, its value still escaped."""
        if not _NAME.fullmatch(name):
            proper = proper_name(name)
            rule = "a name is letters, digits and _, with a capital first"
            self.tell(f"the tag name {quoted(name)} is read as {proper}: {rule}", NOTE, line)
            name = proper
        self.close_cut()
        self.add_tag(name, _ESCAPE.sub(r"\1", value) if "\\" in value else value, line)

    def close_cut(self) -> None:
        """Something follows a tag that was not closed: it is kept, and the fault told."""
        if self.cut_tag:
            self.cut_tag = False
            tag = self.game.tags[-1] if self.game.tags else None
            if tag is not None:
                self.tell(f"the value of {tag.name} has no closing quote and bracket", ERROR, tag.line)

    def add_tag(self, name: str, value: str, line: int) -> None:
        tags = self.game.tags
        if name in ("Deal", "Board"):
            if self.game.identity.get(name, value) != value:
                self.split(name)
                tags = self.game.tags
            self.game.identity[name] = value
        if not tags:
            self.game.line = line
        tags.append(RawTag(name, value, line))

    def split(self, name: str) -> None:
        """A second deal without a blank line before: it begins at the first tag repeated since."""
        tags = self.game.tags
        last = max(index for index, tag in enumerate(tags) if tag.name in (name, "Auction", "Play"))
        start = len(tags)
        seen = {tag.name for tag in tags[: last + 1]}
        for index in range(last + 1, len(tags)):
            here = tags[index].name
            if here in seen and here != "Note" and here != tags[index - 1].name:
                start = index
                break
            seen.add(here)
        old, self.game = self.game, RawGame(tags[start].line if start < len(tags) else self.line)
        self.game.tags = tags[start:]
        for tag in self.game.tags:
            if tag.name in ("Deal", "Board"):
                self.game.identity[tag.name] = tag.value
        del tags[start:]
        self.tell("a blank line is missing before this board", NOTE, self.game.line)
        self.ready.append(old)

    def add_text(self, text: str, line: int) -> None:
        text = text.strip(BLANK)
        if not text:
            return
        if not self.game.tags:
            deal = ': write a deal as [Deal "N:…"]' if re.match("[NESW]:", text) else ""
            self.tell(f"{quoted(text)} stands before the first tag of a board and is left out{deal}", ERROR, line)
            return
        if "[" in text:
            text = _OPEN_TAIL.sub(r"(\1", text)  # else it opens a tag where a line ends
        self.add_piece("", f" {text}" if text[0] == "%" else text, line)

    def add_piece(self, kind: str, text: str, line: int) -> None:
        self.close_cut()
        tags = self.game.tags
        (tags[-1].pieces if tags else self.game.pieces).append(Piece(kind, text, line))


def proper_name(name: str) -> str:
    """A tag name as the standard wants it: a known one in any case, else with its odd characters replaced."""
    known = name if _NAME.fullmatch(name) else _KNOWN.get(name.lower())
    if known is not None:
        return known
    plain = re.sub(r"\W", "_", name, flags=re.ASCII)
    if plain[:1].isalpha():
        return plain[0].upper() + plain[1:]
    return f"X{plain}"

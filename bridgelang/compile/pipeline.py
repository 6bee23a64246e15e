"""From a system file to its compiled program: parse, splice conventions, copy, assemble."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from bridgelang.compile import legality, tag_names
from bridgelang.compile.assemble import assemble
from bridgelang.compile.copy_same import SameCopier
from bridgelang.compile.files import find_convention, find_system, read_bytes, shipped_folder
from bridgelang.compile.flatten import Flattener
from bridgelang.compile.steps import Flat
from bridgelang.compile.unknown_words import explained
from bridgelang.core.lasting import lasting
from bridgelang.errors import NotationError
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.parser import parse_system


@attrs.define
class Compilation:
    """What compiling gave: the program (None when there are errors), the messages, and the files read.

    ``sources`` maps each file's display name to its lines; ``paths`` lists the files in order of reading; ``folder``
    is where the conventions that they use are looked for first. ``draft`` is the program where the only errors leave
    every line with its meaning (a misspelt tag, a convention left out), so that all else can still be looked through.
    ``seconds`` has what each pass took, in order.
    """

    program: dict[str, Any] | None
    diagnostics: list[Diagnostic]
    sources: dict[str, list[str]]
    paths: list[str]
    trees: dict[str, ast.SystemFile]
    folder: str = ""
    draft: dict[str, Any] | None = None
    seconds: dict[str, float] = attrs.field(factory=dict)


SLIGHT = frozenset({"B129", "B224", "B225"})
"""Errors that leave every other line of a system with its meaning."""


def parse_setting(text: str) -> ast.Amount | str:
    """The value of ``--set NAME=VALUE``: a range, a number, or a word.

    >>> parse_setting("12-14").ranges
    ((12, 14),)

    Raises:
        NotationError: for anything else.
    """
    import re

    text = text.strip()
    found = re.fullmatch(r"(\d{1,4})(?:\s*-\s*(\d{1,4})|(\+))?", text)
    if found:
        low = int(found.group(1))
        high = None if found.group(3) else int(found.group(2) or low)
        if high is not None and low > high:
            raise NotationError(f"the range {text} is upside down", text)
        return ast.Amount(((low, high),))
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9'_-]*", text):
        return text
    raise NotationError(f"`{text}` is no value for a setting: write a range (12-14), a number or a word", text)


def compile_system(name: str, settings: Mapping[str, str] | None = None) -> Compilation:
    """Compile a shipped system or a file.

    Raises:
        NotationError: when there is no such system, or a setting's value cannot be read.
    """
    path = find_system(name)
    return _Compiler(os.path.dirname(os.path.abspath(path)), path, None, settings).compile()


def compile_text(text: str | bytes, name: str = "text.bid", settings: Mapping[str, str] | None = None) -> Compilation:
    """Compile a system given as text; it may use the shipped conventions.

    >>> compile_text("opening:\\n  1NT: 15-17 hcp, balanced\\n").program["name"]
    'text'

    Raises:
        NotationError: when a setting's value cannot be read.
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return _Compiler(os.path.join(shipped_folder(), "conventions"), name, data, settings).compile()


def compile_at(path: str, data: bytes, settings: Mapping[str, str] | None = None) -> Compilation:
    """Compile what is to stand at a path, such as a file being edited: its conventions are those beside that path.

    Raises:
        NotationError: when a setting's value cannot be read.
    """
    return _Compiler(os.path.dirname(os.path.abspath(path)), path, data, settings).compile()


class _Compiler:
    """One compilation: the files it reads, by what names messages call them, and what the passes hand on."""

    def __init__(self, folder: str, path: str, data: bytes | None, settings: Mapping[str, str] | None) -> None:
        """``data`` is the content of the file at ``path`` where it need not be read."""
        self.path = path
        self.data = data
        self.folder = folder
        self.name = os.path.splitext(os.path.basename(path))[0]
        self.result = Compilation(None, [], {}, [], {}, folder)
        self.flattener = Flattener(self.open, {key: parse_setting(value) for key, value in (settings or {}).items()})
        self.tree = ast.SystemFile("", ())
        self.lines: list[Flat] = []
        self.display: dict[str, str] = {}
        self.cache: dict[str, ast.SystemFile] = {}  # by the name in `use`

    def compile(self) -> Compilation:
        """Every pass in order, with the time that each took."""
        with lasting():
            for name, run in PASSES:
                began = time.perf_counter()
                run(self)
                self.result.seconds[name] = time.perf_counter() - began
        return self.result

    # ------------------------------------------------------------------ passes

    def read(self) -> None:
        """The file as a tree."""
        self.tree, found = self.load(self.path, self.data)
        self.result.diagnostics += found

    def flatten(self) -> None:
        """Lines with their contexts: conventions spliced in, names and settings resolved."""
        self.flattener.stack.append(self.name.lower())
        self.flattener.system(self.tree)
        self.lines = self.flattener.lines

    def look_for_causes(self) -> None:
        """What is wrong so far, words that nobody knows looked at again."""
        self.result.diagnostics += explained(self.flattener.complaints.found, self.result.sources)

    def check_tags(self) -> None:
        """Tags that are slips from others."""
        self.result.diagnostics += tag_names.faults(self.result.trees)

    def check_legality(self) -> None:
        """Calls that can never be legal where they stand."""
        title = self.flattener.title
        alone = title is not None and title.kind == "convention"
        self.result.diagnostics += legality.faults(self.lines, anywhere=alone)

    def copy_same(self) -> None:
        """The lines that each `same as` stands for."""
        copier = SameCopier(self.lines)
        self.lines = copier.all()
        self.result.diagnostics += copier.found

    def assemble(self) -> None:
        """The program, unless something is wrong."""
        errors = {one.code for one in self.result.diagnostics if one.is_error}
        if errors <= SLIGHT:
            self.result.draft = assemble(self.flattener, self.lines, self.name)
            self.result.program = None if errors else self.result.draft

    # ------------------------------------------------------------------ files

    def load(self, path: str, data: bytes | None = None) -> tuple[ast.SystemFile, list[Diagnostic]]:
        """A file's tree and its faults."""
        shown = os.path.basename(path)
        if self.display.setdefault(shown, path) != path:
            shown = os.path.join(os.path.basename(os.path.dirname(path)), shown)
        tree, found, lines = parse_system(read_bytes(path) if data is None else data, shown)
        self.result.sources[shown] = lines
        self.result.trees[shown] = tree
        if data is None:
            self.result.paths.append(path)
        return tree, found

    def open(self, wanted: str, _: str) -> tuple[ast.SystemFile | None, list[Diagnostic]] | None:
        """What `use` opens: a convention's tree, looked for and read once."""
        if wanted in self.cache:
            return self.cache[wanted], []
        path: str | None = None
        try:
            path = find_convention(wanted, self.folder)
            if path is None:
                return None
            tree, found = self.load(path)
        except NotationError as error:
            return None, [Diagnostic("B009", str(error), os.path.basename(path or wanted))]
        self.cache[wanted] = tree
        return tree, found


PASSES: tuple[tuple[str, Callable[[_Compiler], None]], ...] = (
    ("read the file", _Compiler.read),
    ("take blocks apart, splice conventions in", _Compiler.flatten),
    ("look for the causes of unknown words", _Compiler.look_for_causes),
    ("check tags", _Compiler.check_tags),
    ("check legality", _Compiler.check_legality),
    ("copy `same as`", _Compiler.copy_same),
    ("assemble", _Compiler.assemble),
)
"""What compiling goes through, in order; `bridgelang check --times` tells what each costs."""

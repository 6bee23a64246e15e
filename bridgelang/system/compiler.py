"""From a system file to its compiled program: parse, splice conventions, copy, assemble."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import attrs

from bridgelang.errors import NotationError
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.parser import parse_system
from bridgelang.system import standing
from bridgelang.system.assemble import assemble
from bridgelang.system.files import find_convention, find_system, read_bytes
from bridgelang.system.flatten import Flattener
from bridgelang.system.samecopy import SameCopier


@attrs.define
class Compilation:
    """What compiling gave: the program (None when there are errors), the messages, and the files read.

    ``sources`` maps each file's display name to its lines; ``paths`` lists the files in order of reading.
    """

    program: dict[str, Any] | None
    diagnostics: list[Diagnostic]
    sources: dict[str, list[str]]
    paths: list[str]
    trees: dict[str, ast.SystemFile]


def parse_setting(text: str) -> ast.Amount | str:
    """The value of ``--set NAME=VALUE``: a range, a number, or a word.

    >>> parse_setting("12-14").ranges
    ((12, 14),)

    Raises:
        NotationError: for anything else.
    """
    import re

    text = text.strip()
    found = re.fullmatch(r"(\d+)(?:\s*-\s*(\d+)|(\+))?", text)
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
    folder = os.path.dirname(os.path.abspath(path))
    result = Compilation(None, [], {}, [], {})
    display: dict[str, str] = {}

    def load(file_path: str) -> tuple[ast.SystemFile, list[Diagnostic]]:
        shown = os.path.basename(file_path)
        if display.setdefault(shown, file_path) != file_path:
            shown = os.path.join(os.path.basename(os.path.dirname(file_path)), shown)
        tree, found, lines = parse_system(read_bytes(file_path), shown)
        result.sources[shown] = lines
        result.paths.append(file_path)
        result.trees[shown] = tree
        return tree, found

    cache: dict[str, ast.SystemFile] = {}

    def opener(wanted: str, _: str) -> tuple[ast.SystemFile | None, list[Diagnostic]] | None:
        found_path = find_convention(wanted, folder)
        if found_path is None:
            return None
        if found_path in cache:
            return cache[found_path], []
        try:
            tree, found = load(found_path)
        except NotationError as error:
            return None, [Diagnostic("B009", str(error), os.path.basename(found_path))]
        cache[found_path] = tree
        return tree, found

    values = {key: parse_setting(value) for key, value in (settings or {}).items()}
    tree, found = load(path)
    result.diagnostics.extend(found)
    flattener = Flattener(opener, values)
    stem = os.path.splitext(os.path.basename(path))[0]
    flattener.stack.append(stem)
    flattener.file(tree)
    result.diagnostics.extend(flattener.found)
    alone = flattener.title is not None and flattener.title.kind == "convention"
    result.diagnostics.extend(standing.faults(flattener.lines, anywhere=alone))
    copier = SameCopier(flattener.lines)
    lines = copier.all()
    result.diagnostics.extend(copier.found)
    if not any(d.is_error for d in result.diagnostics):
        result.program = assemble(flattener, lines, stem)
    return result

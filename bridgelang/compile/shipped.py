"""What ships: each system and convention with what its first lines say, read without compiling it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any

from bridgelang.compile.files import convention_names, find_system, read_bytes, system_names
from bridgelang.compile.places import belongs_line, to_paste

_TITLE = re.compile(r'(system|convention)\s+([A-Za-z][\w\'-]*)(?:\s+"([^"]*)")?')
_SETTING = re.compile(r"set\s+([A-Za-z][\w'-]*)\s*=\s*(.*?)\s*(?:#\s*(.*))?")


class Header:
    """The head of a file: ``name`` is its stem, ``title`` what its first line calls it.

    ``belongs`` says where a convention is used ("after 1M for M"), ``about`` are the comment lines at the top,
    ``settings`` triples of name, value and remark, as written.
    """

    __slots__ = ("about", "belongs", "kind", "name", "path", "settings", "title")

    def __init__(self, name: str, path: str, lines: Iterable[str]) -> None:
        self.name = name
        self.path = path
        self.kind = "system"
        self.title = ""
        self.about: list[str] = []
        self.settings: list[tuple[str, str, str]] = []
        in_head = True
        lines = list(lines)
        self.belongs = belongs_line(lines)
        for line in lines:
            if line.startswith("#") and in_head:
                self.about.append(line.lstrip("#").strip())
                continue
            if line.startswith("language"):
                continue
            in_head = in_head and not self.about and not line.strip()
            if found := _TITLE.match(line):
                self.kind, self.title = found.group(1), found.group(3) or found.group(2)
            elif found := _SETTING.fullmatch(line):
                self.settings.append((found.group(1), found.group(2), found.group(3) or ""))

    def to_paste(self) -> list[str]:
        """The lines that use the file, with what must stand round them."""
        return to_paste(self.name, self.belongs)

    def as_json(self) -> dict[str, Any]:
        """The header as plain values."""
        return {
            "name": self.name,
            "kind": self.kind,
            "title": self.title,
            "about": " ".join(self.about),
            "belongs": self.belongs or None,
            "use": "\n".join(self.to_paste()),
            "settings": [{"name": n, "value": v, "about": a or None} for n, v, a in self.settings],
        }


def header(name: str) -> Header:
    """The header of a shipped system or convention, or of a file.

    Raises:
        NotationError: when there is none of that name.
    """
    path = find_system(name)
    text = read_bytes(path).decode("utf-8", "replace")
    return Header(os.path.splitext(os.path.basename(path))[0], path, text.splitlines())


def shipped() -> tuple[list[Header], list[Header]]:
    """The systems and the conventions that ship, each sorted by name; what a file is, its title line says."""
    found = [header(name) for name in system_names()] + [header(name) for name in convention_names()]
    found.sort(key=lambda one: one.name)
    return [one for one in found if one.kind == "system"], [one for one in found if one.kind != "system"]

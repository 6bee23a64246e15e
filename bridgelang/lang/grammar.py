"""Where the grammar and the shipped systems are: inside the package when installed, beside it in a checkout."""

from __future__ import annotations

import os

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def resource_folder(name: str) -> str:
    """The folder ``grammar``, ``systems`` or ``docs``.

    Raises:
        FileNotFoundError: when neither the package nor a checkout has it (a broken installation).
    """
    for folder in (os.path.join(_PACKAGE, "_" + name), os.path.join(os.path.dirname(_PACKAGE), name)):
        if os.path.isdir(folder):
            return folder
    raise FileNotFoundError(f"bridgelang's {name} folder is missing: install the package again")


def grammar_text() -> str:
    """The Lark grammar of the language: `line` is one logical line, `file` a whole file."""
    with open(os.path.join(resource_folder("grammar"), "language.lark"), encoding="utf-8") as file:
        return file.read()

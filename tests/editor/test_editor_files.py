"""What is given to editors: the files are readable, and the colours fall on the words they are meant for."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "editors"
GRAMMAR = json.loads((FOLDER / "vscode" / "syntaxes" / "bid.tmLanguage.json").read_text(encoding="utf-8"))


def scopes(line: str) -> dict[str, str]:
    """Each coloured piece of a line with its scope: at every place the first pattern that matches, as editors do."""
    out: dict[str, str] = {}
    at = 0
    while at < len(line):
        found = []
        for rule in GRAMMAR["patterns"]:
            pattern = rule.get("match") or f'{rule["begin"]}[^"]*(?:{rule["end"]})'
            if (match := re.compile(pattern).search(line, at)) and match.end() > match.start():
                found.append((match.start(), match, rule))
        if not found:
            break
        _, match, rule = min(found, key=lambda one: one[0])
        name = rule.get("name")
        if name is None:
            name, piece = rule["captures"]["1"]["name"], match.group(1)
        else:
            piece = match.group()
        out[piece] = name.split(".")[0] + "." + name.split(".")[1]
        at = match.end()
    return out


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("opening:", {"opening": "keyword.control"}),
        ("  use stayman with minimum = 24+  # why", {"use": "keyword.other", "24+": "constant.numeric",
                                                    "# why": "comment.line"}),
        ('  2x: 5-11 hcp, 6+ x [forcing] "weak 2" for x in hearts', {
            "2x": "constant.language", "5-11": "constant.numeric", "6+": "constant.numeric", "x": "variable.parameter",
            "[forcing]": "entity.name", '"weak 2"': "string.quoted", "hearts": "support.type"}),
        ("after (1NT) X:", {"after": "keyword.control", "1NT": "constant.language", "X": "constant.language"}),
        ("  pass: not balanced, up to 7 losers", {"pass": "constant.language", "not": "keyword.operator",
                                                  "7": "constant.numeric"}),
    ],
)  # fmt: skip
def test_the_colours(line, wanted):
    assert wanted.items() <= scopes(line).items()


def test_the_files_are_readable():
    package = json.loads((FOLDER / "vscode" / "package.json").read_text(encoding="utf-8"))
    for path in (package["main"], package["contributes"]["grammars"][0]["path"]):
        assert (FOLDER / "vscode" / path).exists()
    json.loads((FOLDER / "vscode" / "language-configuration.json").read_text(encoding="utf-8"))
    helix = tomllib.loads((FOLDER / "helix" / "languages.toml").read_text(encoding="utf-8"))
    assert helix["language-server"]["bridgelang"]["args"] == ["lsp"]
    assert package["contributes"]["languages"][0]["extensions"] == [".bid"]

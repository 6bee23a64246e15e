"""Values given to the settings of a file, from outside or in a ``use … with``."""

from __future__ import annotations

from collections.abc import Mapping

from bridgelang.compile.complaints import Complaints, did_you_mean
from bridgelang.compile.names import Scope
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic, nearest
from bridgelang.lang.printer import amount
from bridgelang.lang.span import NOWHERE, Span
from bridgelang.lang.walk import nodes_of

Values = Mapping[str, ast.Amount | str]


def settle(scope: Scope, tree: ast.SystemFile, given: Values, file: str, span: Span, complaints: Complaints) -> None:
    """Give the settings of a file their values; what is wrong with these is said of the place that gives them."""
    for name, value in given.items():
        before = scope.settings.get(name)
        if before is None:
            note = did_you_mean(nearest(name, scope.settings))
            note = note or "it has: " + (", ".join(sorted(scope.settings)) or "none")
            complaints.add("B210", f"{tree.name} has no setting `{name}`", file, span, note)
        elif isinstance(value, str) != isinstance(before, str):
            kind = "a word" if isinstance(before, str) else "a range or number"
            complaints.add("B210", f"the setting `{name}` wants {kind}", file, span)
        elif isinstance(value, str) and value not in (choices := words_for(name, tree)) and len(choices) > 1:
            note = did_you_mean(nearest(value, choices)) or "it can be: " + ", ".join(sorted(choices))
            complaints.add("B210", f"the setting `{name}` cannot be `{value}`", file, span, note)
        else:
            complaints.found += bound_made_exact(name, before, value, file, span)
            scope.settings[name] = value


def words_for(name: str, tree: ast.SystemFile) -> set[str]:
    """The words a setting can be: the one it is set to, and those that the file compares it with.

    With a single word there is no telling: any other one says that it is not this one.
    """
    found: set[str] = set()
    for node in nodes_of(tree):
        if isinstance(node, ast.Setting) and node.name == name:
            found.add(str(node.value))
        elif isinstance(node, ast.Atom) and node.kind == "setting is" and node.args[0] == name:
            found.add(node.args[1])
        elif isinstance(node, ast.Use):
            found.update(word for setting, word, _ in node.when if setting == name)
    return found | ({"yes", "no"} if found & {"yes", "no"} else set())


def bound_made_exact(
    name: str, before: ast.Amount | str, value: ast.Amount | str, file: str = "", span: Span = NOWHERE
) -> list[Diagnostic]:
    """A hint when a setting for a least is given a plain number, which means exactly that number.

    >>> text = [one.message for one in bound_made_exact("slam", ast.Amount(((33, None),)), ast.Amount(((34, 34),)))]
    >>> print(*text)
    `slam` was 33+, and 34 means exactly 34
    """
    if isinstance(before, str) or isinstance(value, str) or before.ranges[0][1] is not None:
        return []
    least, most = value.ranges[0]
    if least != most:
        return []
    number = amount(value)
    message = f"`{name}` was {amount(before)}, and {number} means exactly {number}"
    return [Diagnostic("B223", message, file, span, "hint", notes=(f"{number}+ keeps it a bound",))]

"""The tables by which lines are read: Lark makes them of the grammar, and they ship beside it.

    python -m bridgelang.lang.line_tables        writes them anew, after a change of the grammar

Making them takes longer than reading a system. They are data: numbers, names and the expressions of the words. They are
believed for the grammar that they were made of; of another they are made anew, each time.
"""

from __future__ import annotations

import functools
import json
import os
import sys
from typing import TYPE_CHECKING, Any

from bridgelang.core.sealed import digest
from bridgelang.lang.grammar import grammar_text, resource_folder

if TYPE_CHECKING:
    import lark

FILE = "tables.json"


@functools.cache
def line_tables() -> dict[str, Any]:
    """The tables of the grammar as it is."""
    return shipped() or made()


def shipped() -> dict[str, Any] | None:
    """The tables that ship; None when they are of another grammar."""
    try:
        with open(_path(), encoding="utf-8") as file:
            tables = json.load(file)
    except (OSError, ValueError):
        return None
    return tables if isinstance(tables, dict) and tables.get("grammar") == _name_of(grammar_text()) else None


def made() -> dict[str, Any]:
    """The tables, made of the grammar by Lark."""
    from bridgelang.lang.line_parser import line_parser

    tables: dict[str, Any] = json.loads(json.dumps(tables_of(line_parser())))
    return {"grammar": _name_of(grammar_text()), **tables}


def tables_of(parser: lark.Lark) -> dict[str, Any]:
    """What reading by a parser's tables takes.

    ``terminals`` are names with their expressions. ``scanners`` are those looked for together, in order, each with the
    words that are then keywords; ``ahead`` what may come next where a scanner is used. ``states`` have a scanner and
    what each symbol leads to: another state, or below zero the rule (~n) that is complete; one number where every
    symbol completes the same rule. ``rules`` are a rule's origin, its length and the shape of its tree.
    """
    table = parser.parser.parser._parse_table
    states = _in_order(table)
    new = {state: number for number, state in enumerate(states)}
    rules = sorted(parser.rules, key=_by_name)
    numbers = {rule: number for number, rule in enumerate(rules)}
    terminals = sorted(parser.terminals, key=lambda terminal: terminal.name)
    names = [terminal.name for terminal in terminals]
    scanners: list[Any] = []
    ahead: list[list[str]] = []
    known: dict[Any, int] = {}
    rows = []
    for state in states:
        row = table.states[state]
        accepts = sorted(symbol for symbol in row if symbol.isupper())
        number = known.setdefault(tuple(accepts), len(scanners))
        if number == len(scanners):
            scanners.append(_scanner(parser.parser.lexer.lexers[state], names))
            ahead.append(accepts)
        steps = {
            symbol: new[arg] if isinstance(arg, int) else ~numbers[arg]
            for symbol, (_, arg) in sorted(row.items(), key=lambda step: step[0])
        }
        only = steps[accepts[0]] if accepts and len(set(steps.values())) == 1 else 0
        rows.append([number, only if only < 0 else steps])
    return {
        "starts": {
            name: [new[state], new[table.end_states[name]]] for name, state in sorted(table.start_states.items())
        },
        "terminals": [[terminal.name, terminal.pattern.to_regexp()] for terminal in terminals],
        "scanners": scanners,
        "ahead": ahead,
        "rules": [[rule.origin.name, len(rule.expansion), _shape(rule)] for rule in rules],
        "states": rows,
    }


def _in_order(table: Any) -> list[int]:
    """The states by how they are come to: Lark numbers them differently from run to run."""
    found = [state for _, state in sorted(table.start_states.items())]
    seen = set(found)
    for state in found:
        for _, (_, arg) in sorted(table.states[state].items(), key=lambda step: step[0]):
            if isinstance(arg, int) and arg not in seen:
                seen.add(arg)
                found.append(arg)
    return found


def _by_name(rule: Any) -> Any:
    return rule.origin.name, [symbol.name for symbol in rule.expansion], rule.alias or "", rule.order


def _scanner(lexer: Any, names: list[str]) -> Any:
    """The terminals that one lexer of Lark looks for, in its order, and the keywords among the words of each."""
    order = [names.index(terminal.name) for terminal in lexer.scanner.terminals if terminal.name != "WS_INLINE"]
    keywords = {
        name: {
            terminal.pattern.value: terminal.name
            for terminal in sorted(callback.scanner.terminals, key=lambda one: one.name)
        }
        for name, callback in sorted(lexer.callback.items())
    }
    return [order, keywords]


def _shape(rule: Any) -> Any:
    """How a rule's tree is made of its children, as ``line_reader.Shape`` has it."""
    options, kept = rule.options, []
    gaps = [len(gap) for gap in "".join(str(int(one)) for one in options.empty_indices).split("0")]
    gaps = gaps if options.empty_indices else [0] * (len(rule.expansion) + 1)
    missing = 0
    for number, symbol in enumerate(rule.expansion):
        missing += gaps[number]
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            kept.append([number, int(not symbol.is_term and symbol.name.startswith("_")), missing])
            missing = 0
    missing += gaps[-1]
    as_they_are = not missing and kept == [[number, 0, 0] for number in range(len(rule.expansion))]
    name = rule.alias or options.template_source or rule.origin.name
    return [name, bool(options.expand1 and not rule.alias), None if as_they_are else kept, missing]


def _name_of(grammar: str) -> str:
    return digest(grammar.encode())


def _path() -> str:
    return os.path.join(resource_folder("grammar"), FILE)


def write() -> None:
    """Put the tables beside the grammar, each state and rule on a line of its own."""
    parts = []
    for key, value in made().items():
        if isinstance(value, list):
            lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in value)
            parts.append(f"{json.dumps(key)}: [\n{lines}\n]")
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value)}")
    with open(_path(), "w", encoding="utf-8", newline="\n") as file:
        file.write("{\n" + ",\n".join(parts) + "\n}\n")


if __name__ == "__main__":
    write()
    sys.exit(0)

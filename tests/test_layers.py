"""The architecture as a test: imports point downwards, heavy packages stay put, start-up is light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "bridgelang"

RANKS = {
    "errors": 0,
    "core": 1,
    "play": 2, "features": 2,
    "laws": 3, "lang": 3, "interop": 3,
    "constraints": 4,
    "compile": 5,
    "bidding": 6,
    "lint": 7, "batch": 7, "players": 7,
    "match": 8, "testing": 8,
    "advice": 9,
    "report": 10, "game": 10,
    "editor": 11,
    "cli": 12,
}  # fmt: skip

HOT = ("errors", "core", "features", "constraints")
"""The packages on the path of a single `bid`; of `bidding/` only what `load` imports is, not the compiler."""

LATE = {"constraints/columns.py", "constraints/likely.py"}
"""Modules of the hot packages that may be heavy: they are imported inside functions, when first needed."""

HEAVY = {"attr", "attrs", "dataclasses", "endplay", "inspect", "lark", "numpy", "yaml"}

FILES = sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts)


def home(path: Path) -> str:
    """The first part below the package: `core` for core/hands.py, `errors` for errors.py."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(tree: ast.AST, path: Path) -> Iterator[tuple[str, int]]:
    """The dotted names of all modules a file imports, wherever in the file, with their lines."""
    package = ("bridgelang", *path.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            base += node.module.split(".") if node.module else []
            if base == ["bridgelang"]:
                for alias in node.names:
                    yield f"bridgelang.{alias.name}", node.lineno
            else:
                yield ".".join(base), node.lineno


def at_module_level(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements that run on import, those under `if TYPE_CHECKING` left out."""
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        statement = waiting.pop()
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            waiting += statement.orelse
            continue
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement
        for field in ("body", "orelse", "finalbody"):
            waiting += getattr(statement, field, [])
        for handler in getattr(statement, "handlers", []):
            waiting += handler.body


def layering_faults(path: Path, source: str) -> list[str]:
    """What in this file breaks the table, in words."""
    here, faults = home(path), []
    for name, line in imported(ast.parse(source), path):
        place = f"{path.relative_to(PACKAGE.parent)}:{line}"
        parts = name.split(".")
        if parts[0] == "endplay":
            faults.append(f"{place} imports endplay, which is not installed with this package")
        if parts[0] == "click" and here != "cli":
            faults.append(f"{place} imports click; only cli/ may")
        if parts[0] != "bridgelang" or here in ("__init__", "__main__"):
            continue
        target = parts[1] if len(parts) > 1 else "__version__"
        if target == "__version__" or target == here:
            continue
        if target not in RANKS:
            faults.append(f"{place} imports {name}, which the table does not know")
        elif RANKS[target] >= RANKS[here]:
            faults.append(f"{place} imports {name}: rank {RANKS[here]} may not import rank {RANKS[target]}")
    return faults


def module_of(path: Path) -> str:
    """The dotted name of a file's module."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_graph(sources: dict[Path, str]) -> dict[str, set[str]]:
    """Each module with those of the package it imports, wherever in the file: at the top, inside a function, for types.

    The root only hands on names of other modules when asked for them, and is no part of the graph.
    """
    modules = {module_of(path) for path in sources}
    graph: dict[str, set[str]] = {}
    for path, source in sources.items():
        found = set()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                for name, _ in imported(node, path):
                    inside = [f"{name}.{alias.name}" for alias in node.names]
                    found |= modules & {inner if inner in modules else name for inner in inside}
        graph[module_of(path)] = found - {module_of(path), "bridgelang"}
    graph.pop("bridgelang", None)
    return graph


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that import each other, directly or through others."""
    reached = {name: set(targets) for name, targets in graph.items()}
    for through in graph:
        for targets in reached.values():
            if through in targets:
                targets |= reached[through]
    groups = {frozenset(other for other in reached[name] if name in reached.get(other, ())) for name in graph}
    return sorted(sorted(group) for group in groups if group)


def test_no_module_imports_itself_through_others():
    graph = import_graph({path: path.read_text(encoding="utf-8") for path in FILES})
    assert sum(map(len, graph.values())) > 500
    found = circles(graph)
    assert not found, "\n".join(" <-> ".join(group) for group in found)


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        ({"a": "", "b": "from bridgelang.core import a"}, []),
        ({"a": "from bridgelang.core.b import x", "b": "import bridgelang.core.a"}, [["a", "b"]]),
        ({"a": "from . import b", "b": "def f():\n    from bridgelang.core import a"}, [["a", "b"]]),
        ({"a": "from .b import x", "b": "if TYPE_CHECKING:\n    from .a import y"}, [["a", "b"]]),
        (
            {"a": "from . import b", "b": "from . import c", "c": "from . import a", "d": "from . import a"},
            [["a", "b", "c"]],
        ),
        ({"a": "from bridgelang import __version__", "b": "import json"}, []),
    ],
)
def test_the_search_for_circles_itself(sources, found):
    graph = import_graph({PACKAGE / "core" / f"{name}.py": source for name, source in sources.items()})
    assert circles(graph) == [[f"bridgelang.core.{name}" for name in group] for group in found]


def test_the_walk_sees_the_package():
    assert len(FILES) >= 10
    assert {"errors", "core"} <= {home(path) for path in FILES}
    assert PACKAGE / "core" / "hands.py" in FILES


def test_every_file_belongs_to_a_layer():
    assert {home(path) for path in FILES} <= {*RANKS, "__init__", "__main__"}


def test_imports_point_downwards():
    faults = [fault for path in FILES for fault in layering_faults(path, path.read_text(encoding="utf-8"))]
    assert not faults, "\n".join(faults)


def test_the_core_imports_something_of_the_package():
    """If the walk stopped understanding imports, the tests above would pass on anything."""
    path = PACKAGE / "core" / "deals.py"
    names = {name for name, _ in imported(ast.parse(path.read_text(encoding="utf-8")), path)}
    assert {"bridgelang.errors", "bridgelang.core.hands"} <= names


@pytest.mark.parametrize(
    ("file", "source", "fault"),
    [
        ("core/x.py", "from bridgelang.play import state", "rank 1 may not import rank 2"),
        ("core/x.py", "def f():\n    import bridgelang.cli.main", f"rank 1 may not import rank {RANKS['cli']}"),
        ("core/x.py", "from ..bidding import load", f"rank 1 may not import rank {RANKS['bidding']}"),
        ("play/x.py", "from bridgelang import features", "rank 2 may not import rank 2"),
        ("core/x.py", "from bridgelang import Hand", "does not know"),
        ("bidding/x.py", "import endplay.types", "is not installed with this package"),
        ("match/solver.py", "from endplay import dds", "is not installed with this package"),
        ("report/x.py", "import click", "only cli/ may"),
        ("cli/x.py", "import click\nfrom bridgelang.report import text", ""),
        ("core/x.py", "from . import cards\nfrom .hands import Hand\nimport bridgelang.errors", ""),
        ("match/x.py", "from bridgelang import __version__", ""),
    ],
)
def test_the_check_itself(file, source, fault):
    faults = layering_faults(PACKAGE / file, source)
    assert len(faults) == bool(fault)
    assert fault in "".join(faults)


def test_the_root_imports_nothing_when_imported():
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    assert not list(at_module_level(tree))


def imported_at_once(path: Path) -> Iterator[tuple[str, int]]:
    """The dotted names of all modules that importing this file imports, with their lines."""
    for statement in at_module_level(ast.parse(path.read_text(encoding="utf-8"))):
        yield from imported(statement, path)


def test_hot_packages_do_not_import_heavy_ones_at_module_level():
    faults, seen = [], 0
    late = {f"bridgelang.{name.removesuffix('.py').replace('/', '.')}" for name in LATE}
    for path in FILES:
        if home(path) not in HOT or path.relative_to(PACKAGE).as_posix() in LATE:
            continue
        for name, line in imported_at_once(path):
            seen += 1
            if name.split(".")[0] in HEAVY or name in late:
                faults.append(f"{path.relative_to(PACKAGE)}:{line} imports {name}")
    assert seen > 20
    assert not faults


def test_the_modules_said_to_be_late_need_to_be():
    for path in FILES:
        if path.relative_to(PACKAGE).as_posix() in LATE:
            assert {name.split(".")[0] for name, _ in imported_at_once(path)} & HEAVY


def modules_after(code: str) -> set[str]:
    """The names in `sys.modules` of a fresh interpreter after this code."""
    printed = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sorted(sys.modules))"],
        capture_output=True,
        text=True,
        check=False,
        cwd=PACKAGE.parent,
    )
    assert printed.returncode == 0, printed.stderr
    return set(printed.stdout.split())


def test_importing_the_package_loads_nothing_else():
    loaded = {name for name in modules_after("import bridgelang") if name.split(".")[0] == "bridgelang"}
    assert loaded == {"bridgelang"}


def test_the_modules_of_a_single_bid_load_nothing_heavy():
    names = []
    for path in FILES:
        if home(path) in HOT and path.relative_to(PACKAGE).as_posix() not in LATE:
            parts = [part for part in path.relative_to(PACKAGE).with_suffix("").parts if part != "__init__"]
            names.append(".".join(["bridgelang", *parts]))
    names.append("bridgelang.bidding.load")
    assert len(names) > 9
    before = modules_after("pass")
    after = modules_after("\n".join(f"import {name}" for name in names))
    assert set(names) <= after
    assert not HEAVY & {name.split(".")[0] for name in after - before}


def test_the_names_of_the_root_are_found_lazily():
    import bridgelang
    from bridgelang.core.hands import Hand

    assert bridgelang.Hand is Hand
    assert set(bridgelang.__all__) <= set(dir(bridgelang))
    for name in set(bridgelang.__all__) - {"load_system"}:
        assert getattr(bridgelang, name) is not None
    with pytest.raises(AttributeError, match="`nonsense`"):
        bridgelang.nonsense  # noqa: B018


ENGINE = ("bidding", "compile", "lint")
"""Packages whose modules are all short as well."""
READABLE = ("core", "play", "features", "laws", "interop", "constraints", "players", "game", "batch", *ENGINE)
"""Packages whose functions are all short enough to be read at a glance."""
MOST_LINES = 60


def test_functions_are_short():
    long, seen = [], 0
    for path in FILES:
        if home(path) in READABLE:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    seen += 1
                    if (node.end_lineno or node.lineno) - node.lineno >= MOST_LINES:
                        long.append(f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}")
    assert seen > 800
    assert not long


def test_modules_of_the_engine_are_short():
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in FILES if home(path) in ENGINE}
    assert len(lines) > 60
    assert {path.name: count for path, count in lines.items() if count > 400} == {}

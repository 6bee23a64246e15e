"""The language by example: source, auction, hand, wanted call; every word of it is in some case."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from bridgelang.bidding.load import System
from bridgelang.compile.pipeline import Compilation, compile_system
from bridgelang.core.auctions import Auction
from bridgelang.core.calls import Call
from bridgelang.core.hands import Hand
from bridgelang.features.quantities import quantity
from bridgelang.lang import ast
from bridgelang.lang.parser import parse_system
from bridgelang.lang.vocabulary import CALLS, KINDS, MEASURES, ORDERS, PATH_CALLS
from bridgelang.lang.walk import nodes

FOLDER = Path(__file__).parent
BASE = (FOLDER / "natural_base.bid").read_text(encoding="utf-8")
ALL_SPADES = "AKQJT98765432..."
SUITS = ("clubs", "diamonds", "hearts", "spades")


def cases(name: str) -> list[dict[str, Any]]:
    found = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    assert isinstance(found, list) and len(found) > 3
    return found


def systems(case: dict[str, Any], kind: str) -> str:
    """The source of a case."""
    if kind == "hand":
        return f"opening:\n  1C: {case['condition']}\n"
    if kind == "auction":
        return f"{case.get('call', '7NT')}: 13 spades, {case['condition']}\n{BASE}"
    return str(case["system"])


def compiled(folder: Path, source: str, case: dict[str, Any]) -> Compilation:
    for name, text in {**case.get("files", {}), "case": source}.items():
        (folder / f"{name}.bid").write_text(text, encoding="utf-8")
    return compile_system(str(folder / "case.bid"), {k: str(v) for k, v in case.get("settings", {}).items()})


def made(compilation: Compilation) -> System:
    assert compilation.program is not None, [str(d) for d in compilation.diagnostics]
    return System(compilation.program, "case.bid", {})


def auction_of(text: str) -> Auction:
    """``(N ns) 1H P``: dealer and vulnerability may stand in front."""
    head, calls = re.fullmatch(r"(?:\(([^)]*)\))?(.*)", text.strip()).groups()  # type: ignore[union-attr]
    dealer, vulnerability = [*head.split(), "none"][:2] if head else ("N", "none")
    return Auction.parse(calls.strip(), dealer=dealer, vulnerability=vulnerability)


def call_by(system: System, auction: str, hand: str, opponents: System | None = None) -> str:
    """The call a rule makes; `-` when no rule applies."""
    decision = system.choose_call(Hand.parse(hand), auction_of(auction), opponents)
    return "-" if decision.rule is None else str(decision.call)


@pytest.mark.parametrize("case", cases("hand"), ids=lambda case: case["condition"])
def test_a_condition_on_one_hand(case: dict[str, Any], tmp_path: Path) -> None:
    system = made(compiled(tmp_path, systems(case, "hand"), case))
    assert case["holds"] and case["fails"]
    for wanted, hands in (("1C", case["holds"]), ("-", case["fails"])):
        for hand in hands:
            assert call_by(system, "", hand) == wanted, hand


@pytest.mark.parametrize("case", cases("auction"), ids=lambda case: case["condition"])
def test_a_fact_of_the_auction(case: dict[str, Any], tmp_path: Path) -> None:
    system = made(compiled(tmp_path, systems(case, "auction"), case))
    assert case["holds"]
    for line in case["holds"]:
        auction, _, wanted = (part.strip() for part in line.partition("|"))
        assert call_by(system, auction, ALL_SPADES) == (wanted or "7NT"), line
    for auction in case["fails"]:
        assert not call_by(system, auction, ALL_SPADES).startswith("7"), auction


OTHERS = ("fit", "call", "letters", "orders", "calls", "paths", "statements", "tags", "shown")


@pytest.mark.parametrize("case", [case for name in OTHERS for case in cases(name)], ids=lambda case: case["name"])
def test_a_system(case: dict[str, Any], tmp_path: Path) -> None:
    compilation = compiled(tmp_path, case["system"], case)
    if "error" in case:
        assert case["error"] in [d.code for d in compilation.diagnostics]
        return
    system = made(compilation)
    (tmp_path / "theirs").mkdir()
    theirs = made(compiled(tmp_path / "theirs", case["opponents"], {})) if "opponents" in case else None
    assert any(case.get(field) for field in ("checks", "shows", "strength"))
    for line in case.get("checks", ()):
        hand, auction, wanted = (part.strip() for part in line.split("|"))
        assert call_by(system, auction, hand, theirs) == (wanted if wanted == "-" else str(Call.parse(wanted))), line
    for line in case.get("shows", ()):
        auction, _, wanted = (part.strip() for part in line.partition("|"))
        state = system.table().state(auction_of(auction))
        held = state.made().holding
        for part in wanted.split(","):
            name, low, high = re.fullmatch(r"(\w+) (\d+)-(\d+)", part.strip()).groups()  # type: ignore[union-attr]
            of = quantity("length", SUITS.index(name)) if name in SUITS else quantity(name)
            assert held.range(of) == (int(low), int(high)), (line, name)
    for line in case.get("strength", ()):
        auction, _, wanted = (part.strip() for part in line.partition("|"))
        shown = system.table().state(auction_of(auction)).made().strength
        assert shown.quantity.unit_text(shown.low, shown.high) == wanted, line


# ------------------------------------------------------------------ nothing is missing


def every_node() -> Iterator[Any]:
    for kind in ("hand", "auction", *OTHERS):
        for case in cases(kind):
            texts = [systems(case, kind), *case.get("files", {}).values()]
            for text in texts:
                tree, wrong, _ = parse_system(text, "case.bid")
                assert not wrong
                yield from nodes(tree.body)


def test_every_word_of_the_language_has_a_case() -> None:
    kinds, measures, calls, orders, statements = set(), set(), set(), set(), set()
    for node in every_node():
        if isinstance(node, ast.Atom):
            kinds.add(node.kind)
        elif isinstance(node, ast.Measure):
            measures.add(node.kind)
        elif isinstance(node, ast.CallExpr):
            calls.add(node.kind)
        elif isinstance(node, ast.Order):
            orders.add(node.kind)
        else:
            statements.add(type(node).__name__)
    assert kinds == set(KINDS)
    assert set(MEASURES) <= measures
    assert calls == {*CALLS, *PATH_CALLS}
    assert orders == set(ORDERS)
    wanted = {"Rule", "Block", "Title", "CountPoints", "Setting", "QuantityDefinition", "Definition", "Unavailable"}
    wanted |= {"Belongs"}
    assert wanted | {"Use", "SameAs", "All", "AnyOf", "Not", "Provided", "Domain", "PathElement", "Tag"} <= statements


def test_each_case_decides_both_ways() -> None:
    """A case whose every check wants the same call could not tell a condition from its absence."""
    single = []
    for name in OTHERS:
        for case in cases(name):
            wanted = {line.split("|")[2].strip() for line in case.get("checks", ())}
            if len(wanted) == 1 and len(case["checks"]) > 1 and "shows" not in case:
                single.append(case["name"])
    assert single == ["a system of nothing but a pass"]

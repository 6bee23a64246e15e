"""The atoms that speak of two hands or more: fits, the law, what others should have, tricks, what a bid is worth."""

from __future__ import annotations

from bridgelang.features.trick_chances import FEWEST, MOST
from bridgelang.lang import ast
from bridgelang.lang.atom_makers import as_atom, makes, who_of
from bridgelang.lang.pieces import HIGHEST, Pieces
from bridgelang.lang.tree import Tree


@makes("fit", "long_fit")
def _fit(b: Pieces, t: Tree) -> ast.Condition:
    if t.data == "fit":
        return as_atom(b, t, "fit", 8, b.suit(t.children[0]))
    length = b.number(str(t.children[0]).split("-")[0], t)
    if not 7 <= length <= 13:
        raise b.fault("B121", f"a {length}-card fit is none: 7 to 13", t)
    return as_atom(b, t, "fit", length, b.suit(t.children[1]))


@makes("within_law")
def _within_law(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "within the law", b.suit(t.children[0]))


@makes("expect_trumps")
def _expect_trumps(b: Pieces, t: Tree) -> ast.Condition:
    suit = b.suit(t.children[1])
    return _should_have_so_much(b, t, "we", b.amount(t.children[0]), ast.Measure("length", suit, span=suit.span))


@makes("should_have_trumps")
def _should_have_trumps(b: Pieces, t: Tree) -> ast.Condition:
    who = who_of(t.children[0])
    phrase = {"they": "their trumps", "we": "trumps"}.get(who)
    if phrase is None:
        raise b.fault("B128", "a side has trumps: write `they should have 9+ trumps`, or name the suit", t)
    measure = ast.Measure("length", ast.SuitRef("phrase", phrase, span=b.span(t)), span=b.span(t))
    return _should_have_so_much(b, t, who, b.amount(t.children[1]), measure)


@makes("should_have")
def _should_have(b: Pieces, t: Tree) -> ast.Condition:
    amount, measure = b.counted(t.children[1], t.children[2], t)
    return _should_have_so_much(b, t, who_of(t.children[0]), amount, measure)


def _should_have_so_much(b: Pieces, t: Tree, who: str, amount: ast.Amount, measure: ast.Measure) -> ast.Condition:
    if who == "me":
        raise b.fault("B128", "I know my own hand: say what partner, lho, rho, we or they should have", t)
    if measure.kind not in ("hcp", "length"):
        raise b.fault("B128", "what others should have is known in hcp and in cards of a suit only", t)
    b.check_amount(amount, measure, t)
    return as_atom(b, t, "should have", who, amount, measure)


def _among(b: Pieces, t: Tree, known: range, otherwise: str) -> ast.Amount:
    """The amount that an atom begins with; all its numbers have to be known ones."""
    amount = b.amount(t.children[0])
    if any(n is not None and n not in known for pair in amount.ranges for n in pair):
        raise b.fault("B121", f"`{b.words(t)}` {otherwise}", t)
    return amount


@makes("total_tricks")
def _total_tricks(b: Pieces, t: Tree) -> ast.Condition:
    amount = _among(b, t, range(27), "cannot be: both sides have 26 trumps at most")
    return as_atom(b, t, "total tricks", amount, b.suit(t.children[1]))


@makes("expect_tricks")
def _expect_tricks(b: Pieces, t: Tree) -> ast.Condition:
    amount = _among(b, t, range(FEWEST, MOST + 1), f"cannot be told: {FEWEST} to {MOST} tricks can")
    return as_atom(b, t, "expected tricks", amount, b.strain(t.children[1]))


@makes("worth_game", "worth_slam")
def _worth(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "worth", str(t.data).removeprefix("worth_"), b.strain(t.children[0]))


@makes("worth_save")
def _worth_save(b: Pieces, t: Tree) -> ast.Condition:
    return as_atom(b, t, "worth a save", b.suit(t.children[0]))


@makes("wasted_hcp")
def _wasted_hcp(b: Pieces, t: Tree) -> ast.Condition:
    most = HIGHEST["wasted hcp"]
    amount = _among(b, t, range(most + 1), f"cannot be: kings, queens and jacks of three suits make {most}")
    return as_atom(b, t, "wasted hcp", amount)


@makes("combined", "combined_maximum")
def _combined(b: Pieces, t: Tree) -> ast.Condition:
    count, quantity = t.children
    if quantity is None:
        return as_atom(b, t, str(t.data).replace("_", " "), b.amount(count), None)
    amount, measure = b.counted(count, quantity, t)
    return as_atom(b, t, str(t.data).replace("_", " "), amount, measure)

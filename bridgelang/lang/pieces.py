"""From the parse tree to the small values that lines are made of: calls, paths, suits, amounts, quantities, tags."""

from __future__ import annotations

import itertools
import re
from typing import Any

from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.source import LogicalLine
from bridgelang.lang.span import Span
from bridgelang.lang.tags import TagFault, parse_tags
from bridgelang.lang.tree import Token, Tree

SUITS = {"c": 0, "club": 0, "♣": 0, "d": 1, "diamond": 1, "♦": 1}
SUITS |= {"h": 2, "heart": 2, "♥": 2, "s": 3, "spade": 3, "♠": 3}
RANKS = {"ace": 12, "king": 11, "queen": 10, "jack": 9, "ten": 8}
RANK_LETTERS = {"A": 12, "K": 11, "Q": 10, "J": 9, "T": 8}
SEATS = {"1st": 1, "first": 1, "2nd": 2, "second": 2, "3rd": 3, "third": 3, "4th": 4, "fourth": 4}
RULES_OF = (15, 18, 19, 20, 21, 22)

# the largest sensible amount of each quantity, to catch `5431` and `40+ hcp`
HIGHEST = {"hcp": 37, "points": 60, "length": 13, "aces": 4, "kings": 4, "queens": 4, "controls": 12, "keycards": 5}
HIGHEST |= {"losers": 12, "honours": 5, "quick tricks": 8, "playing tricks": 13, "hcp in": 10, "wasted hcp": 18}

HALVES = ("quick tricks", "playing tricks")
"""The quantities that come in halves: `fewer than 2` is up to 1½."""

MAX_DIGITS = 4


class Fault(Exception):
    """The line cannot become a statement; carries its diagnostics."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(diagnostics[0].message)
        self.diagnostics = diagnostics


class Pieces:
    """Builds the small values of one line."""

    def __init__(self, line: LogicalLine) -> None:
        self.source = line

    # ------------------------------------------------------------------ places

    def span(self, node: Tree | Token) -> Span:
        """The place in the file of a node or a token."""
        if node.start_pos is None or node.end_pos is None:
            return self.source.whole()
        return self.source.span(node.start_pos, node.end_pos)

    def words(self, node: Tree | Token) -> str:
        """The text of a node or a token as written."""
        if isinstance(node, Token):
            return str(node)
        return self.source.text[node.start_pos : node.end_pos]

    def fault(self, code: str, message: str, node: Tree | Token, *notes: str, label: str = "") -> Fault:
        """A fault at a node."""
        return Fault(Diagnostic(code, message, span=self.span(node), notes=notes, label=label))

    def shown(self, tree: Any) -> ast.Condition:
        """What ``partner shows …`` speaks of; whoever builds conditions knows how."""
        raise NotImplementedError

    # ------------------------------------------------------------------ numbers

    def number(self, text: str, node: Tree | Token) -> float:
        """A number as written (``4.5``, ``4½``); an int when it is whole."""
        if len(text) > MAX_DIGITS + 3:
            raise self.fault("B127", "this number is too long", node)
        value = float(text.replace("½", ".5"))
        return int(value) if value.is_integer() else value

    def whole(self, token: Any, what: str, low: int, high: int) -> int:
        """A whole number between bounds; ``what`` says what it counts."""
        value = self.number(str(token), token)
        if not isinstance(value, int) or not low <= value <= high:
            raise self.fault("B118", f"there is no {what} {token}: {low} to {high}", token)
        return value

    def bounds(self, text: str, node: Tree | Token) -> tuple[float, float]:
        """Both ends of a range as written."""
        low, high = re.split(r"\s*[-–]\s*", text, maxsplit=1)
        return self.number(low, node), self.number(high, node)

    # ------------------------------------------------------------------ calls and paths

    def call(self, tree: Tree) -> ast.CallExpr:
        """A call as written in a rule, a path or a ``same as``."""
        kind = str(tree.data)
        span = self.span(tree)
        if kind == "call":
            return self.call_token(tree.children[0])
        if kind in _PLAIN_CALLS:
            return ast.CallExpr(_PLAIN_CALLS[kind], span=span)
        if kind == "step":
            return ast.CallExpr("step", level=self.whole(tree.children[0], "step", 1, 35), span=span)
        if kind == "tagged_call":
            inside = str(tree.children[0])[1:-1].strip()
            if _BID.fullmatch(inside):
                raise self.fault("B105", f"a call of theirs stands in parentheses: write  ({inside})", tree)
            return ast.CallExpr("tagged", tags=tuple(self.tags(tree.children[0])), span=span)
        if kind == "cue":
            return ast.CallExpr("cue", strain=self.suit(as_tree(tree.children[0])), span=span)
        return ast.CallExpr(_STRAIN_CALLS[kind], strain=self.strain(as_tree(tree.children[0])), span=span)

    def call_token(self, token: Any) -> ast.CallExpr:
        """A bid such as ``1NT``, ``2M``."""
        text = str(token)
        name = text.lstrip("0123456789")
        level = int(text[: len(text) - len(name)])
        span = self.span(token)
        if not 1 <= level <= 7:
            raise self.fault("B118", f"{text} is no bid: bids go from 1C to 7NT", token)
        strain: ast.Strain
        if name in ("NT", "N"):
            strain = ast.Notrump(span=span)
        elif name.lower() in SUITS:
            strain = ast.SuitRef("suit", SUITS[name.lower()], span=span)
        else:
            strain = ast.SuitRef("letter", name, span=span)
        return ast.CallExpr("bid", level=level, strain=strain, span=span)

    def path(self, tree: Tree) -> tuple[ast.PathElement, ...]:
        """The calls of ``after …``."""
        elements = []
        for child in tree.children:
            child = as_tree(child)
            theirs = child.data == "theirs"
            alternatives = tuple(self.call(as_tree(c)) for c in as_tree(child.children[0]).children)
            nature = ""
            if theirs and child.children[1] is not None:
                nature = word_of(child.children[1])
            elements.append(ast.PathElement(alternatives, theirs, nature, span=self.span(child)))
        return tuple(elements)

    def tags(self, token: Any) -> list[ast.Tag]:
        """The tags of one bracket."""
        try:
            return parse_tags(str(token)[1:-1], self.source, token.start_pos + 1)
        except TagFault as fault:
            raise Fault(fault.diagnostic) from None

    # ------------------------------------------------------------------ suits and seats

    def suit(self, tree: Any) -> ast.SuitRef:
        """A suit by name, letter or phrase."""
        node: Any = tree
        while isinstance(node, Tree) and node.data in ("suit", "suit_side", "strain", "suit_argument"):
            node = node.children[0]
        if isinstance(node, Token):
            return ast.SuitRef("letter", str(node), span=self.span(node))
        if node.data == "suit_word":
            text = word_of(node)
            suit = SUITS[text.rstrip("s") if len(text) > 1 else text]
            return ast.SuitRef("suit", suit, span=self.span(node))
        return ast.SuitRef("phrase", phrase_of(node), span=self.span(node))

    def letter(self, token: Any) -> ast.SuitRef:
        """A suit letter."""
        return ast.SuitRef("letter", str(token), span=self.span(token))

    def strain(self, tree: Tree) -> ast.Strain:
        """A suit or notrump."""
        child = tree.children[0]
        if isinstance(child, Tree) and child.data == "notrump":
            return ast.Notrump(span=self.span(tree))
        return self.suit(child)

    def where(self, tree: Any) -> ast.Where:
        """One suit, or ``every …`` and ``some …``."""
        tree = as_tree(tree)
        span = self.span(tree)
        kind = str(tree.data)
        if kind == "one":
            return ast.Where("one", self.suit(tree.children[0]), span=span)
        if kind == "their_suits":
            return ast.Where("every", whose="they", span=span)
        which, set_kind, whose = as_tree(tree.children[0]).children
        words = phrase_of(which) if which is not None else ""
        noun = word_of(set_kind).rstrip("s")
        owner = ""
        if whose is not None:
            first = word_of(whose)
            owner = {"of": "they"}.get(first, first)
        return ast.Where(kind, None, words, noun, owner, span=span)

    def seats(self, tree: Any) -> tuple[int, ...]:
        """``3rd or 4th seat``; none at all is an empty tuple."""
        if tree is None:
            return ()
        return tuple(sorted({SEATS[str(t)] for t in tree.children}))

    # ------------------------------------------------------------------ how much of what

    def amount(self, tree: Any, step: float = 1) -> ast.Amount:
        """A count as written; ``step`` is the smallest difference its quantity can show."""
        tree = as_tree(tree)
        kind = str(tree.data)
        span = self.span(tree)
        if kind == "none":
            return ast.Amount(((0, 0),), span=span)
        text = str(tree.children[0])
        if kind in _SETTING_MODES:
            return ast.Amount((), text.rstrip("+"), _SETTING_MODES[kind], span=span)
        if kind == "between" and len(tree.children) == 2:
            return self.checked_range(self.number(text, tree), self.number(str(tree.children[1]), tree), tree)
        if kind == "between":
            return self.amount_of_token(tree.children[0])
        if kind == "one_of":
            numbers = [int(self.number(n, tree)) for n in re.findall(r"\d+", text)]
            if any(a >= b for a, b in itertools.pairwise(numbers)):
                raise self.fault("B120", f"`{text}` is not in order", tree, "write smaller numbers first: 0, 2 or 4")
            return ast.Amount(tuple((n, n) for n in numbers), span=span)
        number = self.number(text.rstrip("+"), tree)
        if kind == "fewer_than" and number < step:
            raise self.fault("B120", f"nothing is fewer than {text}", tree)
        pair: tuple[float | None, float | None] = {
            "exactly": (number, number),
            "at_least": (number, None),
            "exactly_or_more": (number, None),
            "at_most": (None, number),
            "fewer_than": (None, whole_if_whole(number - step)),
            "more_than": (whole_if_whole(number + step), None),
        }[kind]
        return ast.Amount((pair,), span=span)

    def amount_of_token(self, token: Any) -> ast.Amount:
        """A range, a number or ``N+``."""
        text = str(token)
        if token.type == "PLUS":
            return ast.Amount(((self.number(text[:-1], token), None),), span=self.span(token))
        if token.type == "NUM":
            number = self.number(text, token)
            return ast.Amount(((number, number),), span=self.span(token))
        low, high = self.bounds(text, token)
        return self.checked_range(low, high, token)

    def checked_range(self, low: float, high: float, node: Any) -> ast.Amount:
        """Both ends included, the lower one first."""
        if low > high:
            raise self.fault("B120", f"the range {low:g}-{high:g} is upside down", node, f"write {high:g}-{low:g}")
        return ast.Amount(((low, high),), span=self.span(node))

    def measure(self, tree: Any) -> ast.Measure:
        """A quantity as written."""
        tree = as_tree(tree)
        kind = str(tree.data).removeprefix("q_").removesuffix("_in").replace("_", " ")
        span = self.span(tree)
        child = tree.children[0] if tree.children else None
        if tree.data == "q_hcp_in":
            return ast.Measure("hcp in", self.suit(child), span=span)
        if kind == "support":
            return ast.Measure("support points", self.suit(child) if child is not None else None, span=span)
        if kind in ("length", "keycards", "honours"):
            return ast.Measure(kind, self.suit(child), span=span)
        if kind == "named":
            return ast.Measure("named", name=str(child), span=span)
        if kind == "rule of":
            return ast.Measure(f"rule of {self.rule_of(child)}", span=span)
        return ast.Measure(kind, span=span)

    def rule_of(self, token: Any) -> int:
        """The number of ``rule of 20``."""
        number = self.number(str(token), token)
        if number not in RULES_OF:
            message = f"there is no rule of {token} here: 15 (hcp + spades), 18 to 22 (hcp + two longest)"
            raise self.fault("B125", message, token)
        return int(number)

    def check_amount(self, amount: ast.Amount, measure: ast.Measure, tree: Tree) -> None:
        """Numbers outside what the quantity can be are mistakes, `5431` above all."""
        found = impossible(amount, measure)
        if found is not None:
            message, number = found
            raise self.fault("B121", message, tree, *shape_readings(f"{number:g}"))

    def counted(self, count: Any, quantity: Any, tree: Tree) -> tuple[ast.Amount, ast.Measure]:
        """An amount with its quantity, checked against what that can be."""
        measure = self.measure(quantity)
        step = 0.5 if measure.kind in HALVES else 0.25 if measure.kind == "named" else 1
        amount = self.amount(count, step)
        text = self.words(count)
        if measure.kind in HALVES and as_tree(count).data == "exactly" and not text.startswith("exactly"):
            two = (f"it could mean  {text}+ {measure.kind}", f"or             exactly {text} {measure.kind}")
            raise self.fault("B110", f"`{self.words(tree)}` could be read in two ways", tree, *two)
        self.check_amount(amount, measure, tree)
        return amount, measure


def impossible(amount: ast.Amount, measure: ast.Measure) -> tuple[str, float] | None:
    """What is said of the number of an amount that its quantity cannot be, and the number; None when all can be."""
    top = HIGHEST["points"] if measure.kind.endswith("points") else HIGHEST.get(measure.kind)
    what = "cards" if measure.kind == "length" else measure.kind
    for number in (one for pair in amount.ranges for one in pair if one is not None):
        if not isinstance(number, int) and measure.kind not in (*HALVES, "named"):
            return f"{number:g}: {what} come in whole numbers", number
        if top is not None and number > top:
            what = "cards in a suit" if measure.kind == "length" else what
            return f"{number:g} is more {what} than a hand can have (at most {top})", number
    return None


_BID = re.compile(r"[1-7](NT|N|[CDHS♣♦♥♠]|oM|om|[Mmt-z])|XX?|[Pp]ass|P")
_PLAIN_CALLS = {
    "pass_call": "pass",
    "pass_even_if_forced": "pass even if forced",
    "double_call": "double",
    "redouble_call": "redouble",
    "raise_": "raise",
    "jump_raise": "jump raise",
    "any_call": "any",
    "any_bid": "any bid",
}
_STRAIN_CALLS = {"cheapest": "cheapest", "jump": "jump", "double_jump": "double jump", "game_in": "game"}
_SETTING_MODES = {"setting_range": "range", "at_least_setting": "at least", "at_most_setting": "at most"}


def as_tree(node: Any) -> Tree:
    """The node, known to be a tree."""
    assert isinstance(node, Tree), node
    return node


def word_of(node: Any) -> str:
    """The first word of a rule that keeps its tokens."""
    return str(node.children[0])


def phrase_of(node: Any) -> str:
    """The words of a rule that keeps its tokens."""
    return " ".join(str(t) for t in node.children)


def whole_if_whole(value: float) -> float:
    """An int where the number is whole."""
    return int(value) if float(value).is_integer() else value


def shape_readings(digits: str) -> tuple[str, ...]:
    """How to write the two shapes that four digits could be; nothing when they are no shape.

    >>> shape_readings("5431")
    ('for any suits write  shape 5-4-3-1', 'for spades=hearts=diamonds=clubs write  shape 5=4=3=1')
    """
    if len(digits) != 4 or not digits.isdigit() or sum(map(int, digits)) != 13:
        return ()
    return (
        f"for any suits write  shape {'-'.join(digits)}",
        f"{IN_ORDER}shape {'='.join(digits)}",
    )


IN_ORDER = "for spades=hearts=diamonds=clubs write  "

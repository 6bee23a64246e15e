"""From Lark's parse tree of one line to the syntax tree, with the checks that need no other line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import attrs
from lark import Token, Tree

from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.logic import Joint, Misread, Operand, Part, resolve
from bridgelang.lang.source import LogicalLine
from bridgelang.lang.tags import TagFault, parse_tags

Node = Tree[Token]

SUITS = {"c": 0, "club": 0, "♣": 0, "d": 1, "diamond": 1, "♦": 1}
SUITS |= {"h": 2, "heart": 2, "♥": 2, "s": 3, "spade": 3, "♠": 3}
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
RANKS = {"ace": 12, "king": 11, "queen": 10, "jack": 9, "ten": 8}
RANK_LETTERS = {"A": 12, "K": 11, "Q": 10, "J": 9, "T": 8}
SEATS = {"1st": 1, "first": 1, "2nd": 2, "second": 2, "3rd": 3, "third": 3, "4th": 4, "fourth": 4}
SUBJECTS = {"I": "me", "theirs": "they", "partner's": "partner", "mine": "me", "ours": "we"}
SUBJECTS |= {"my": "me", "lho's": "lho", "rho's": "rho", "their": "they", "our": "we"}

# the largest sensible amount of each quantity, to catch `5431` and `40+ hcp`
HIGHEST = {"hcp": 37, "points": 60, "length": 13, "aces": 4, "kings": 4, "queens": 4, "controls": 12, "keycards": 5}
HIGHEST |= {"losers": 12, "honours": 5, "quick tricks": 8, "playing tricks": 13, "hcp in": 10}


class Fault(Exception):
    """The line cannot become a statement; carries its diagnostics."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(diagnostics[0].message)
        self.diagnostics = diagnostics


class Builder:
    """Builds the statement of one line; ``found`` collects what is wrong but not fatal to the line."""

    def __init__(self, line: LogicalLine) -> None:
        self.source = line
        self.found: list[Diagnostic] = []

    # ------------------------------------------------------------------ places

    def span(self, node: Node | Token) -> ast.Span:
        if isinstance(node, Token):
            start, end = node.start_pos, node.end_pos
        else:
            start, end = getattr(node.meta, "start_pos", None), getattr(node.meta, "end_pos", None)
        if start is None or end is None:
            return self.source.whole()
        return self.source.span(start, end)

    def words(self, node: Node | Token) -> str:
        if isinstance(node, Token):
            return str(node)
        return self.source.text[node.meta.start_pos : node.meta.end_pos]

    def fault(self, code: str, message: str, node: Node | Token, *notes: str, label: str = "") -> Fault:
        return Fault(Diagnostic(code, message, span=self.span(node), notes=notes, label=label))

    # ------------------------------------------------------------------ lines

    def line(self, tree: Node) -> ast.Statement:
        child = tree.children[0]
        assert isinstance(child, Tree)
        if child.data == "header":
            return self.header(child)
        return self.statement(child)

    def header(self, tree: Node) -> ast.Block:
        context_tree, for_part, statement = tree.children
        context = self.context(_tree(context_tree))
        if for_part is not None:
            context = attrs.evolve(context, domains=(self.domain(_tree(for_part)),))
        body: tuple[ast.Statement, ...] = ()
        if statement is not None:
            inner = self.statement(_tree(statement))
            if isinstance(inner, ast.Language | ast.Title | ast.CountPoints | ast.Setting | ast.Definition):
                raise self.fault("B113", "only a rule, `use` or `same as` can follow a header", _tree(statement))
            body = (inner,)
        return ast.Block(context, body, text=self.source.text, span=self.source.whole())

    def context(self, tree: Node) -> ast.Context:
        kind = str(tree.data)
        span = self.span(tree)
        if kind == "reads":
            return ast.Context("reads", span=span)
        if kind == "opening":
            seats, cond = tree.children
            return ast.Context("opening", seats=self.seats(seats), condition=self.maybe_cond(cond), span=span)
        if kind == "after":
            path, cond = tree.children
            return ast.Context("after", path=self.path(_tree(path)), condition=self.maybe_cond(cond), span=span)
        return ast.Context("when", condition=self.cond(_tree(tree.children[0])), span=span)

    def statement(self, tree: Node) -> ast.Statement:
        method: Callable[[Node], ast.Statement] = getattr(self, "s_" + str(tree.data))
        return method(tree)

    def s_language(self, tree: Node) -> ast.Language:
        number = str(tree.children[0])
        if number != "1":
            raise self.fault("B114", f"language {number} is not known: this program reads language 1", tree)
        return ast.Language(1, span=self.span(tree))

    def s_system_name(self, tree: Node) -> ast.Title:
        return self.title("system", tree)

    def s_convention_name(self, tree: Node) -> ast.Title:
        return self.title("convention", tree)

    def title(self, kind: str, tree: Node) -> ast.Title:
        name, text = tree.children
        word = str(_tree(name).children[0]) if name is not None else ""
        return ast.Title(kind, word, str(text)[1:-1] if text is not None else "", span=self.span(tree))

    def s_count_points(self, tree: Node) -> ast.CountPoints:
        parts = tuple(str(_tree(c).children[0]) for c in tree.children)
        return ast.CountPoints(parts, span=self.span(tree))

    def s_set_setting(self, tree: Node) -> ast.Setting:
        name, value = tree.children
        return ast.Setting(str(name), self.setting_value(_tree(value)), span=self.span(tree))

    def setting_value(self, tree: Node) -> ast.Amount | str:
        token = tree.children[0]
        assert isinstance(token, Token)
        if token.type == "NAME":
            return str(token)
        return self.amount_of_token(token)

    def s_quantity_definition(self, tree: Node) -> ast.QuantityDefinition:
        values = []
        for card in tree.children[1:]:
            word, number = _tree(card).children
            letter = str(word)
            if letter not in RANK_LETTERS and letter != "10":
                raise self.fault("B115", f"`{letter}` is no card: A, K, Q, J and T have values", _tree(card))
            values.append((letter, _number(str(number))))
        return ast.QuantityDefinition(str(tree.children[0]), tuple(values), span=self.span(tree))

    def s_definition(self, tree: Node) -> ast.Definition:
        *letters, cond = tree.children[1:]
        names = tuple(str(letter) for letter in letters)
        return ast.Definition(str(tree.children[0]), names, self.cond(_tree(cond)), span=self.span(tree))

    def s_unavailable(self, tree: Node) -> ast.Unavailable:
        return ast.Unavailable(str(_tree(tree.children[0]).children[0]), span=self.span(tree))

    def s_use(self, tree: Node) -> ast.Use:
        letters: list[tuple[str, ast.SuitRef | None]] = []
        settings: list[tuple[str, ast.Amount | str]] = []
        when: list[tuple[str, str, bool]] = []
        for part in tree.children[1:]:
            part = _tree(part)
            if part.data == "use_for":
                letter, suit = part.children
                letters.append((str(letter), self.suit(_tree(suit)) if suit is not None else None))
            elif part.data == "use_with":
                for name, value in zip(part.children[::2], part.children[1::2], strict=True):
                    settings.append((str(name), self.setting_value(_tree(value))))
            else:
                name, word = part.children
                when.append((str(name), str(word), part.data == "use_when"))
        name_tree = _tree(tree.children[0])
        return ast.Use(
            str(name_tree.children[0]), tuple(letters), tuple(settings), tuple(when), span=self.span(tree)
        )

    def s_same_as(self, tree: Node) -> ast.SameAs:
        target = _tree(tree.children[0])
        opening = target.data == "target_opening"
        path = () if opening else self.path(_tree(target.children[0]))
        out: list[ast.CallExpr] = []
        replacing: list[tuple[ast.CallExpr, ast.CallExpr]] = []
        shift = 0
        for part in tree.children[1:]:
            part = _tree(part)
            if part.data == "same_part":
                part = _tree(part.children[0])
            if part.data == "same_except":
                out.extend(self.call(_tree(c)) for c in part.children)
            elif part.data == "same_with":
                for pair in part.children:
                    new, old = _tree(pair).children
                    if isinstance(old, Token):
                        new, old = _tree(pair).children[0], _tree(pair).children[-1]
                    replacing.append((self.call(_tree(new)), self.call(_tree(old))))
            else:
                number, change = part.children
                sign = -1 if str(_tree(change).children[0]) == "lighter" else 1
                shift += sign * int(_number(str(number)))
        return ast.SameAs(path, opening, tuple(out), tuple(replacing), shift, span=self.span(tree))

    def s_rule(self, tree: Node) -> ast.Rule:
        never, callexpr, cond, *rest = tree.children
        calls = tuple(self.call(_tree(c)) for c in _tree(callexpr).children)
        order: list[ast.Order] = []
        tags: list[ast.Tag] = []
        note = ""
        domains: list[ast.Domain] = []
        for part in rest:
            if part is None:
                continue
            part = _tree(part)
            if part.data == "tags":
                tags.extend(self.tags(part.children[0]))
            elif part.data == "note":
                note = (note + " " if note else "") + str(part.children[0])[1:-1]
            elif part.data == "rule_part":
                domains.append(self.domain(_tree(part.children[0])))
            else:
                order.append(self.order(part))
        return ast.Rule(
            calls,
            self.maybe_cond(cond),
            never is not None,
            tuple(order),
            tuple(tags),
            note,
            tuple(domains),
            text=self.source.text,
            span=self.span(tree),
        )

    def order(self, tree: Node) -> ast.Order:
        kind = str(tree.data)
        if kind.startswith("pair_"):
            low, high = _range_numbers(str(tree.children[0]))
            if low != high:
                raise self.fault("B116", f"`{tree.children[0]}` is no pair: write 4-4, 5-5 or 6-6", tree)
            return ast.Order("higher" if kind == "pair_higher" else "lower", int(low), span=self.span(tree))
        return ast.Order(kind.replace("_", " "), span=self.span(tree))

    def tags(self, token: Any) -> list[ast.Tag]:
        try:
            return parse_tags(str(token)[1:-1], self.source, token.start_pos + 1)
        except TagFault as fault:
            raise Fault(fault.diagnostic) from None

    def domain(self, tree: Node) -> ast.Domain:
        letters = tuple(str(c) for c in tree.children if isinstance(c, Token))
        suits: list[ast.SuitRef] = []
        for child in tree.children:
            if isinstance(child, Token):
                continue
            child = _tree(child)
            if child.data == "kinds":
                majors = str(child.children[0]) == "majors"
                suits.extend(ast.SuitRef("suit", s, span=self.span(child)) for s in ((2, 3) if majors else (0, 1)))
            else:
                suits.append(self.suit(child))
        for suit in suits:
            if suit.kind != "suit":
                raise self.fault("B117", "`for` wants named suits: for x in diamonds, hearts, spades", tree)
        return ast.Domain(letters, tuple(suits), span=self.span(tree))

    def seats(self, tree: Any) -> tuple[int, ...]:
        if tree is None:
            return ()
        return tuple(sorted({SEATS[str(t)] for t in tree.children}))

    # ------------------------------------------------------------------ calls and paths

    def call(self, tree: Node) -> ast.CallExpr:
        kind = str(tree.data)
        span = self.span(tree)
        if kind == "call":
            return self.call_token(tree.children[0])
        simple = {
            "pass_call": "pass",
            "pass_even_if_forced": "pass even if forced",
            "double_call": "double",
            "redouble_call": "redouble",
            "raise_": "raise",
            "jump_raise": "jump raise",
            "any_call": "any",
            "any_bid": "any bid",
        }
        if kind in simple:
            return ast.CallExpr(simple[kind], span=span)
        if kind == "step":
            return ast.CallExpr("step", level=int(str(tree.children[0])), span=span)
        if kind == "tagged_call":
            return ast.CallExpr("tagged", tags=tuple(self.tags(tree.children[0])), span=span)
        if kind == "cue":
            return ast.CallExpr("cue", strain=self.suit(_tree(tree.children[0])), span=span)
        names = {"cheapest": "cheapest", "jump": "jump", "double_jump": "double jump", "game_in": "game"}
        return ast.CallExpr(names[kind], strain=self.strain(_tree(tree.children[0])), span=span)

    def call_token(self, token: Any) -> ast.CallExpr:
        text = str(token)
        level = int(text[0])
        if not 1 <= level <= 7:
            raise self.fault("B118", f"{text} is no bid: bids go from 1C to 7NT", token)
        name = text[1:]
        strain: ast.Strain
        if name in ("NT", "N"):
            strain = ast.Notrump(span=self.span(token))
        elif name.lower() in SUITS and name not in ("c", "d", "h", "s"):
            strain = ast.SuitRef("suit", SUITS[name.lower()], span=self.span(token))
        else:
            strain = ast.SuitRef("letter", name, span=self.span(token))
        return ast.CallExpr("bid", level=level, strain=strain, span=self.span(token))

    def strain(self, tree: Node) -> ast.Strain:
        child = tree.children[0]
        if isinstance(child, Tree) and child.data == "notrump":
            return ast.Notrump(span=self.span(tree))
        return self.suit(_tree(child))

    def path(self, tree: Node) -> tuple[ast.PathElement, ...]:
        elements = []
        for child in tree.children:
            child = _tree(child)
            theirs = child.data == "theirs"
            alternatives = tuple(self.call(_tree(c)) for c in _tree(child.children[0]).children)
            nature = ""
            if theirs and child.children[1] is not None:
                nature = str(_tree(child.children[1]).children[0])
            elements.append(ast.PathElement(alternatives, theirs, nature, span=self.span(child)))
        return tuple(elements)

    # ------------------------------------------------------------------ suits

    def suit(self, tree: Node) -> ast.SuitRef:
        """A ``suit``, ``suit_side`` or ``suit_word`` node."""
        node: Any = tree
        while isinstance(node, Tree) and node.data in ("suit", "suit_side", "strain", "suit_argument"):
            node = node.children[0]
        if isinstance(node, Token):
            return ast.SuitRef("letter", str(node), span=self.span(node))
        if node.data == "suit_word":
            return ast.SuitRef("suit", _suit_word(str(node.children[0])), span=self.span(node))
        return ast.SuitRef("phrase", " ".join(str(t) for t in node.children), span=self.span(node))

    def where(self, tree: Any) -> ast.Where:
        tree = _tree(tree)
        span = self.span(tree)
        kind = str(tree.data)
        if kind == "one":
            return ast.Where("one", self.suit(_tree(tree.children[0])), span=span)
        if kind == "their_suits":
            return ast.Where("every", whose="they", span=span)
        which, set_kind, whose = _tree(tree.children[0]).children
        words = " ".join(str(t) for t in _tree(which).children) if which is not None else ""
        noun = str(_tree(set_kind).children[0]).rstrip("s")
        owner = ""
        if whose is not None:
            first = str(_tree(whose).children[0])
            owner = {"of": "they"}.get(first, first)
        return ast.Where(kind, None, words, noun, owner, span=span)

    # ------------------------------------------------------------------ conditions

    def maybe_cond(self, tree: Any) -> ast.Condition | None:
        return None if tree is None else self.cond(_tree(tree))

    def cond(self, tree: Node) -> ast.Condition:
        items: list[ast.Condition] = []
        faults: list[Diagnostic] = []
        for index, child in enumerate(tree.children):
            child = _tree(child)
            try:
                items.append(self.item(child, last=index == len(tree.children) - 1))
            except Fault as fault:
                faults.extend(fault.diagnostics)
        if faults:
            raise Fault(*faults)
        flat: list[ast.Condition] = []
        for item in items:
            flat.extend(item.parts if isinstance(item, ast.All) else (item,))
        if len(flat) == 1:
            return flat[0]
        return ast.All(tuple(flat), span=self.span(tree))

    def item(self, tree: Node, last: bool) -> ast.Condition:
        kind = str(tree.data)
        run = self.run(_tree(tree.children[0]))
        if kind == "unless":
            if not last:
                raise self.fault("B110", "`unless` reaches to the next comma and must stand last", tree,
                                 "write  not (A)  for a part, or move `unless` to the end")
            return ast.Not(run, span=self.span(tree))
        if kind == "provided":
            return ast.Provided(run, span=self.span(tree))
        return run

    def run(self, tree: Node) -> ast.Condition:
        parts: list[Part] = []
        for child in tree.children:
            child = _tree(child)
            if child.data == "joint":
                parts.append(Joint(str(child.children[0]), self.span(child)))
                continue
            for piece in child.children:
                piece = _tree(piece)
                if piece.data == "prefix":
                    parts.append(Joint(str(piece.children[0]), self.span(piece)))
                elif piece.data == "group":
                    inner = self.cond(_tree(piece.children[0]))
                    parts.append(Operand(inner, self.words(piece), self.span(piece)))
                else:
                    parts.append(self.operand(piece, parts))
        try:
            return resolve(parts, self.span(tree))
        except Misread as misread:
            raise Fault(misread.diagnostic) from None

    def operand(self, piece: Node, before: Sequence[Part]) -> Operand:
        if piece.data == "bare_suit":
            suit = self.suit(_tree(piece.children[0]))
            previous = next((p.condition for p in reversed(before) if isinstance(p, Operand)), None)
            joined = bool(before) and isinstance(before[-1], Joint) and before[-1].word in ("or", "and")
            if joined and isinstance(previous, ast.Atom):
                shared = _with_suit(previous, suit)
                if shared is not None:
                    return Operand(shared, self.words(piece), self.span(piece))
            raise self.fault("B119", f"`{self.words(piece)}` alone says nothing", piece,
                             f"say how many: 5+ {self.words(piece)}")
        return Operand(self.atom(piece), self.words(piece), self.span(piece))

    def atom(self, tree: Node) -> ast.Condition:
        from bridgelang.lang.atoms import build_atom

        return build_atom(self, tree)

    def amount(self, tree: Any) -> ast.Amount:
        tree = _tree(tree)
        kind = str(tree.data)
        span = self.span(tree)
        if kind == "none":
            return ast.Amount(((0, 0),), span=span)
        text = str(tree.children[0])
        if kind in ("setting_range", "at_least_setting", "at_most_setting"):
            mode = {"setting_range": "range", "at_least_setting": "at least", "at_most_setting": "at most"}[kind]
            return ast.Amount((), text.rstrip("+"), mode, span=span)
        if kind == "between" and len(tree.children) == 2:
            low, high = _number(text), _number(str(tree.children[1]))
            return self.checked_range(low, high, tree)
        if kind == "between":
            return self.amount_of_token(tree.children[0])
        if kind == "one_of":
            numbers = sorted({int(n) for n in re.findall(r"\d+", text)})
            return ast.Amount(tuple((n, n) for n in numbers), span=span)
        number = _number(text.rstrip("+"))
        pair: tuple[float | None, float | None] = {
            "exactly": (number, number),
            "at_least": (number, None),
            "exactly_or_more": (number, None),
            "at_most": (None, number),
            "fewer_than": (None, number - 1),
            "more_than": (number + 1, None),
        }[kind]
        return ast.Amount((pair,), span=span)

    def amount_of_token(self, token: Any) -> ast.Amount:
        text = str(token)
        if token.type == "PLUS":
            return ast.Amount(((_number(text[:-1]), None),), span=self.span(token))
        if token.type == "NUM":
            return ast.Amount(((_number(text), _number(text)),), span=self.span(token))
        low, high = _range_numbers(text)
        return self.checked_range(low, high, token)

    def checked_range(self, low: float, high: float, node: Any) -> ast.Amount:
        if low > high:
            raise self.fault("B120", f"the range {low:g}-{high:g} is upside down", node, f"write {high:g}-{low:g}")
        return ast.Amount(((low, high),), span=self.span(node))

    def measure(self, tree: Any) -> ast.Measure:
        tree = _tree(tree)
        kind = str(tree.data).removeprefix("q_").removesuffix("_in").replace("_", " ")
        span = self.span(tree)
        child = tree.children[0] if tree.children else None
        if tree.data == "q_hcp_in":
            return ast.Measure("hcp in", self.suit(_tree(child)), span=span)
        if tree.data == "q_support" or tree.data == "q_support_in":
            suit = self.suit(_tree(child)) if child is not None else None
            return ast.Measure("support points", suit, span=span)
        if kind == "length":
            suit_node: Any = child
            return ast.Measure("length", self.suit(suit_node), span=span)
        if kind == "named":
            return ast.Measure("named", name=str(child), span=span)
        if kind == "rule of":
            return ast.Measure("rule of " + str(child), span=span)
        if kind in ("keycards", "honours"):
            return ast.Measure(kind, self.suit(_tree(child)), span=span)
        return ast.Measure(kind, span=span)

    def check_amount(self, amount: ast.Amount, measure: ast.Measure, tree: Node) -> None:
        """Numbers outside what the quantity can be are mistakes, `5431` above all."""
        top = HIGHEST.get(measure.kind)
        if measure.kind.endswith("points"):
            top = HIGHEST["points"]
        if top is None:
            return
        for pair in amount.ranges:
            for number in pair:
                if number is not None and number > top:
                    digits = f"{number:g}"
                    notes: tuple[str, ...] = ()
                    if len(digits) == 4 and sum(map(int, digits)) == 13:
                        notes = (f"for a shape write  shape {'-'.join(digits)}  (any suits)",
                                 f"or  shape {'='.join(digits)}  (spades=hearts=diamonds=clubs)")
                    what = "cards in a suit" if measure.kind == "length" else measure.kind
                    raise self.fault("B121", f"{digits} is more {what} than a hand can have (at most {top})", tree, *notes)


def _tree(node: Any) -> Node:
    assert isinstance(node, Tree), node
    return node


def _number(text: str) -> float:
    value = float(text.replace("½", ".5"))
    return int(value) if value.is_integer() else value


def _range_numbers(text: str) -> tuple[float, float]:
    low, high = re.split(r"\s*[-–]\s*", text, maxsplit=1)
    return _number(low), _number(high)


def _suit_word(text: str) -> int:
    return SUITS[text.rstrip("s") if len(text) > 1 else text]


def _with_suit(atom: ast.Atom, suit: ast.SuitRef) -> ast.Atom | None:
    """`x is hearts or spades`, `4+ hearts or spades`: the first operand's words with another suit."""
    if atom.kind in ("is suit", "is not suit"):
        return attrs.evolve(atom, args=(atom.args[0], suit))
    if atom.kind == "amount" and isinstance(atom.args[1], ast.Measure) and atom.args[1].kind == "length":
        return attrs.evolve(atom, args=(atom.args[0], attrs.evolve(atom.args[1], suit=suit)))
    return None

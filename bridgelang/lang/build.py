"""From the parse tree of one line to the syntax tree, with the checks that need no other line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from bridgelang.lang import ast
from bridgelang.lang.atoms import build_atom
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.logic import Joint, Misread, Operand, Part, resolve
from bridgelang.lang.neighbours import refuse_any_suit, refuse_bare_counts, refuse_doubtful, refuse_not_so_many, shared
from bridgelang.lang.pieces import RANK_LETTERS, Fault, Pieces, as_tree, word_of
from bridgelang.lang.tree import Token, Tree
from bridgelang.lang.vocabulary import OF_HAND


class Builder(Pieces):
    """Builds the statement or the condition of one line."""

    # ------------------------------------------------------------------ lines

    def line(self, tree: Tree) -> ast.Statement:
        child = tree.children[0]
        assert isinstance(child, Tree)
        if child.data == "header":
            return self.header(child)
        return self.statement(child)

    def header(self, tree: Tree) -> ast.Block:
        context_tree, for_part, statement = tree.children
        context = self.context(as_tree(context_tree))
        if for_part is not None:
            context = attrs.evolve(context, domains=(self.domain(as_tree(for_part)),))
        body: tuple[ast.Statement, ...] = ()
        if statement is not None:
            inner = self.statement(as_tree(statement))
            if isinstance(inner, ast.AtTheMargin):
                raise self.fault("B113", "only a rule, `use` or `same as` can follow a header", as_tree(statement))
            body = (inner,)
        return ast.Block(context, body, text=self.source.text, span=self.source.whole())

    def context(self, tree: Tree) -> ast.Context:
        kind = str(tree.data)
        span = self.span(tree)
        if kind == "reads":
            return ast.Context("reads", span=span)
        if kind == "opening":
            seats, cond = tree.children
            return ast.Context("opening", seats=self.seats(seats), condition=self.maybe_cond(cond), span=span)
        if kind == "after":
            path, cond = tree.children
            return ast.Context("after", path=self.path(as_tree(path)), condition=self.maybe_cond(cond), span=span)
        return ast.Context("when", condition=self.cond(as_tree(tree.children[0])), span=span)

    def statement(self, tree: Tree) -> ast.Statement:
        method: Callable[[Tree], ast.Statement] = getattr(self, "s_" + str(tree.data))
        return method(tree)

    def s_language(self, tree: Tree) -> ast.Language:
        number = str(tree.children[0])
        if number != "1":
            raise self.fault("B114", f"language {number} is not known: this program reads language 1", tree)
        return ast.Language(1, span=self.span(tree))

    def s_system_name(self, tree: Tree) -> ast.Title:
        return self.title("system", tree)

    def s_convention_name(self, tree: Tree) -> ast.Title:
        return self.title("convention", tree)

    def title(self, kind: str, tree: Tree) -> ast.Title:
        name, text = tree.children
        word = str(as_tree(name).children[0]) if name is not None else ""
        return ast.Title(kind, word, str(text)[1:-1] if text is not None else "", span=self.span(tree))

    def s_belongs_margin(self, tree: Tree) -> ast.Belongs:
        return ast.Belongs(span=self.span(tree))

    def s_belongs_after(self, tree: Tree) -> ast.Belongs:
        path, *parts = tree.children
        letters = []
        for part in parts:
            letter, suit = as_tree(part).children
            letters.append((str(letter), self.suit(as_tree(suit)) if suit is not None else None))
        return ast.Belongs(self.path(as_tree(path)), tuple(letters), span=self.span(tree))

    def s_count_points(self, tree: Tree) -> ast.CountPoints:
        parts = tuple(str(c) if isinstance(c, Token) else word_of(c) for c in tree.children)
        return ast.CountPoints(parts, span=self.span(tree))

    def s_suits_go(self, tree: Tree) -> ast.SuitsGo:
        return ast.SuitsGo(tuple(self.order(as_tree(child)) for child in tree.children), span=self.span(tree))

    def s_set_setting(self, tree: Tree) -> ast.Setting:
        name, value = tree.children
        return ast.Setting(str(name), self.setting_value(as_tree(value)), span=self.span(tree))

    def setting_value(self, tree: Tree) -> ast.Amount | str:
        token = tree.children[0]
        assert isinstance(token, Token)
        if token.type == "NAME":
            return str(token)
        return self.amount_of_token(token)

    def s_quantity_definition(self, tree: Tree) -> ast.QuantityDefinition:
        values: dict[str, float] = {}
        for card in tree.children[1:]:
            word, number = as_tree(card).children
            letter = str(word)
            if letter not in RANK_LETTERS:
                raise self.fault("B115", f"`{letter}` is no card: A, K, Q, J and T have values", as_tree(card))
            if letter in values:
                raise self.fault("B123", f"`{letter}` has two values", as_tree(card))
            value = self.number(str(number), as_tree(card))
            if not float(4 * value).is_integer() or value > 40:
                raise self.fault("B115", f"a card counts in quarters, up to 40, not {number}", as_tree(card))
            values[letter] = value
        return ast.QuantityDefinition(str(tree.children[0]), tuple(values.items()), span=self.span(tree))

    def s_definition(self, tree: Tree) -> ast.Definition:
        *letters, cond = tree.children[1:]
        names = tuple(str(letter) for letter in letters)
        return ast.Definition(str(tree.children[0]), names, self.cond(as_tree(cond)), span=self.span(tree))

    def s_unavailable(self, tree: Tree) -> ast.Unavailable:
        return ast.Unavailable(word_of(tree.children[0]), span=self.span(tree))

    def s_use(self, tree: Tree) -> ast.Use:
        letters: list[tuple[str, ast.SuitRef | None]] = []
        settings: list[tuple[str, ast.Amount | str]] = []
        when: list[tuple[str, str, bool]] = []
        for part in tree.children[1:]:
            part = as_tree(part)
            if part.data == "use_for":
                letter, suit = part.children
                letters.append((str(letter), self.suit(as_tree(suit)) if suit is not None else None))
            elif part.data == "use_with":
                for name, value in zip(part.children[::2], part.children[1::2], strict=True):
                    settings.append((str(name), self.setting_value(as_tree(value))))
            else:
                name, word = part.children
                when.append((str(name), str(word), part.data == "use_when"))
        name_tree = as_tree(tree.children[0])
        return ast.Use(str(name_tree.children[0]), tuple(letters), tuple(settings), tuple(when), span=self.span(tree))

    def s_same_as(self, tree: Tree) -> ast.SameAs:
        target = as_tree(tree.children[0])
        opening = target.data == "target_opening"
        path = () if opening else self.path(as_tree(target.children[0]))
        out: list[ast.CallExpr] = []
        replacing: list[tuple[ast.CallExpr, ast.CallExpr]] = []
        shift = 0
        replaced_before = False
        for part in tree.children[1:]:
            part = as_tree(part)
            part = part if part.data == "same_more" else as_tree(part.children[0])
            if part.data == "same_more" and not replaced_before:
                raise self.fault("B111", "a word is missing before this", part, "write  with X for 2C")
            replaced_before = part.data in ("same_with", "same_more")
            if part.data == "same_except":
                out.extend(self.call(as_tree(c)) for c in part.children)
            elif replaced_before:
                new, old = as_tree(part.children[0]).children
                replacing.append((self.call(as_tree(new)), self.call(as_tree(old))))
            else:
                number, change = part.children
                sign = -1 if word_of(change) == "lighter" else 1
                shift += sign * self.whole(number, "change of points of", 1, 20)
        return ast.SameAs(path, opening, tuple(out), tuple(replacing), shift, span=self.span(tree))

    def s_rule(self, tree: Tree) -> ast.Rule:
        never, callexpr, cond, *rest = tree.children
        calls = tuple(self.call(as_tree(c)) for c in as_tree(callexpr).children)
        order: list[ast.Order] = []
        tags: list[ast.Tag] = []
        note = ""
        domains: list[ast.Domain] = []
        for part in rest:
            if part is None:
                continue
            part = as_tree(part)
            if part.data == "tags":
                tags.extend(self.tags(part.children[0]))
            elif part.data == "note":
                note = (note + " " if note else "") + str(part.children[0])[1:-1]
            elif part.data == "rule_part":
                domains.append(self.domain(as_tree(part.children[0])))
            else:
                order.append(self.order(part))
        condition = self.maybe_cond(cond)
        if cond is not None and not any(tag.name == "artificial" for tag in tags):
            refuse_any_suit(self, as_tree(cond))
        return ast.Rule(
            calls,
            condition,
            never is not None,
            tuple(order),
            tuple(tags),
            note,
            tuple(domains),
            text=self.source.text,
            span=self.span(tree),
        )

    def order(self, tree: Tree) -> ast.Order:
        kind = str(tree.data)
        if kind.startswith("pair_"):
            low, high = self.bounds(str(tree.children[0]), tree)
            if low != high or not 3 <= low <= 6:
                raise self.fault("B116", f"`{tree.children[0]}` is no pair: write 4-4, 5-5 or 6-6", tree)
            return ast.Order("higher" if kind == "pair_higher" else "lower", int(low), span=self.span(tree))
        return ast.Order(kind.replace("_", " "), span=self.span(tree))

    def domain(self, tree: Tree) -> ast.Domain:
        letters = tuple(str(c) for c in tree.children if isinstance(c, Token))
        suits: list[ast.SuitRef] = []
        for child in tree.children:
            if isinstance(child, Token):
                continue
            child = as_tree(child)
            if child.data == "kinds":
                majors = str(child.children[0]) == "majors"
                suits.extend(ast.SuitRef("suit", s, span=self.span(child)) for s in ((2, 3) if majors else (0, 1)))
            else:
                suits.append(self.suit(child))
        for suit in suits:
            if suit.kind != "suit":
                message = "`for` wants named suits: for x in diamonds, hearts, spades"
                raise self.fault("B117", message, tree, "another letter stands in a condition, as in  x is not M")
        return ast.Domain(letters, tuple(suits), span=self.span(tree))

    # ------------------------------------------------------------------ conditions

    def maybe_cond(self, tree: Any) -> ast.Condition | None:
        return None if tree is None else self.cond(as_tree(tree))

    def cond(self, tree: Tree) -> ast.Condition:
        items: list[ast.Condition] = []
        faults: list[Diagnostic] = []
        closing = ""
        for number, child in enumerate(tree.children, 1):
            child = as_tree(child)
            try:
                if child.data == "item" and closing:
                    raise self.not_last(closing, tree)
                items.append(self.item(_without_both(child) if number < len(tree.children) else child))
            except Fault as fault:
                after = as_tree(tree.children[number]) if number < len(tree.children) else None
                faults.extend(self.bracketed(diagnostic, child, after) for diagnostic in fault.diagnostics)
            closing = closing if child.data == "item" else str(child.data)
        if faults:
            raise Fault(*dict.fromkeys(faults))
        refuse_bare_counts(self, tree, items)
        flat: list[ast.Condition] = []
        for item in items:
            flat.extend(item.parts if isinstance(item, ast.All) else (item,))
        if len(flat) == 1:
            return flat[0]
        return ast.All(tuple(flat), span=self.span(tree))

    def bracketed(self, fault: Diagnostic, item: Tree, after: Tree | None) -> Diagnostic:
        """`either A, B`: the message with the bracketed form that says it."""
        if after is None or after.data != "item" or not fault.message.startswith("`either` needs"):
            return fault
        first = self.words(item).removeprefix("either").strip()
        form = " or ".join(text if text.startswith("(") else f"({text})" for text in (first, self.words(after)))
        return attrs.evolve(fault, notes=(f"write  either {form}",))

    def item(self, tree: Tree) -> ast.Condition:
        run = self.run(as_tree(tree.children[0]))
        if tree.data == "unless":
            return ast.Not(run, span=self.span(tree))
        if tree.data == "provided":
            return ast.Provided(run, span=self.span(tree))
        return run

    def not_last(self, word: str, tree: Tree) -> Fault:
        """`A, unless B, C` could mean two things."""
        items = [as_tree(child) for child in tree.children]
        start = next(i for i, item in enumerate(items) if item.data == word)
        before = ", ".join(self.words(item) for item in items[:start])
        plain = ", ".join(self.words(item) for item in items if item.data == "item")
        closing = ", ".join(self.words(item) for item in items if item.data != "item")
        inside = ", ".join(self.words(item).removeprefix(word).strip() for item in items[start:])
        return self.fault(
            "B110",
            f"`{word}` reaches to the next comma and stands last",
            items[start],
            f"it could mean  {plain}, {closing}",
            f"or             {before + ', ' if before else ''}{word} ({inside})",
        )

    def run(self, tree: Tree) -> ast.Condition:
        parts: list[Part] = []
        for child in tree.children:
            child = as_tree(child)
            if child.data == "joint":
                parts.append(Joint(str(child.children[0]), self.span(child)))
                continue
            for piece in child.children:
                piece = as_tree(piece)
                if piece.data == "prefix":
                    parts.append(Joint(str(piece.children[0]), self.span(piece)))
                elif piece.data == "group":
                    inner = self.cond(as_tree(piece.children[0]))
                    parts.append(Operand(inner, self.words(piece), self.span(piece)))
                else:
                    parts.append(self.operand(piece, parts))
        try:
            return resolve(parts, self.span(tree))
        except Misread as misread:
            raise Fault(misread.diagnostic) from None

    def operand(self, piece: Tree, before: Sequence[Part]) -> Operand:
        """One condition of a run; ``before`` is what stands in front of it."""
        words = self.words(piece)
        if before and isinstance(before[-1], Joint) and before[-1].word == "not":
            refuse_not_so_many(self, piece)
        joint = before[-1] if before and isinstance(before[-1], Joint) and before[-1].word in ("and", "or") else None
        previous = before[-2] if joint is not None else None
        if not isinstance(previous, Operand) or joint is None:
            return Operand(build_atom(self, piece), words, self.span(piece))
        condition = shared(self, previous, joint.word, piece) or build_atom(self, piece)
        if is_of_hand(condition):
            refuse_doubtful(self, previous, joint.word, piece)
        return Operand(condition, words, self.span(piece))

    def shown(self, tree: Any) -> ast.Condition:
        child = as_tree(tree.children[0])
        condition = self.cond(as_tree(child.children[0])) if child.data == "group" else build_atom(self, child)
        if not is_of_hand(condition):
            raise self.fault("B128", f"`{self.words(child)}` is not about the cards a player holds", child)
        return condition


def _without_both(item: Tree) -> Tree:
    """`both A, B` is what `A, B` is: an item of `both` and one condition, with another after the comma, without it."""
    run = as_tree(item.children[0])
    if item.data != "item" or len(run.children) != 1:
        return item
    first, *rest = as_tree(run.children[0]).children
    if len(rest) != 1 or not isinstance(first, Tree) or first.data != "prefix" or word_of(first) != "both":
        return item
    inner = as_tree(run.children[0])
    prefixed = Tree("prefixed", rest, inner.start_pos, inner.end_pos)
    return Tree("item", [Tree("run", [prefixed], run.start_pos, run.end_pos)], item.start_pos, item.end_pos)


def is_of_hand(condition: ast.Condition) -> bool:
    """Whether a condition speaks of the cards of one hand and of nothing else."""
    if isinstance(condition, ast.Atom):
        return condition.kind in OF_HAND
    if isinstance(condition, ast.Not):
        return is_of_hand(condition.part)
    if isinstance(condition, ast.Provided):
        return False
    return all(is_of_hand(part) for part in condition.parts)

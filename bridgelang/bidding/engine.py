"""The engine: for each system what was worked out of its rules, and for two systems the trees of auctions.

A :class:`Rulebook` finds the rules of the player to call at a point, a chain of answers each of which is remembered
for later points: the contexts that hold, the rules that stand there under the last bid, which of them stand by the
facts, and what these offer. An :class:`Engine` grows the trees, and lets go of what is seldom come to when there is too
much of it.
"""

from __future__ import annotations

from collections.abc import Hashable

from bridgelang.bidding.calls import Made, matches
from bridgelang.bidding.contexts import Found, Headers
from bridgelang.bidding.facts import Facts
from bridgelang.bidding.forms import NO_LETTERS, Env
from bridgelang.bidding.offers import Common, Offer, Row
from bridgelang.bidding.point import Point, Tree
from bridgelang.bidding.position import Position, Standing
from bridgelang.bidding.program import Context, Program, Rule
from bridgelang.bidding.questions import Question
from bridgelang.bidding.reading import read
from bridgelang.bidding.recall import Recall, Trace
from bridgelang.bidding.shown import Shown
from bridgelang.bidding.words.questions import whether
from bridgelang.constraints.interning import Interned
from bridgelang.constraints.nodes import TRUE, Node

MAX_POINTS = 120_000
"""How many points the trees of an engine keep; half as many are grown before old ones are let go of."""
MAX_STEPS = 250_000
"""How many answers a rulebook writes down before it works out contexts, answers and readings anew."""

Active = tuple[Context, Env]


class Paths:
    """The path contexts that an auction is in, with their letters; ``headed`` are those with headers below them."""

    __slots__ = ("active", "headed")

    def __init__(self, active: tuple[Active, ...]) -> None:
        self.active = active
        self.headed = tuple([one for one in active if one[0].whens])


class Offered:
    """What the rules of some contexts offer, and what ``never`` rules take off, in auctions that give the same answers.

    Which of it stands hangs on the facts of single offers.
    """

    __slots__ = ("_known", "mask", "nevers", "offers")

    def __init__(self, offers: list[Offer], nevers: list[Offer]) -> None:
        self.offers = offers
        self.nevers = nevers
        self._known: dict[int, Standing] = {}
        self.mask = 0
        """The bits of the facts that the offers need."""
        for offer in (*offers, *nevers):
            self.mask |= offer.need

    def standing(self, held: int, standings: Interned[Standing]) -> Standing:
        """What stands where these of the facts hold."""
        found = self._known.get(held)
        if found is None:
            offers = tuple([offer for offer in self.offers if not offer.need & ~held])
            nevers = tuple([offer for offer in self.nevers if not offer.need & ~held])
            key = (offers, nevers)
            found = self._known[held] = standings.get(key) or standings.add(key, Standing(offers, nevers))
        return found


class Under:
    """The rules of some contexts under one last bid, and what they were found to offer."""

    __slots__ = ("_held", "_rows", "known")

    def __init__(self, rows: list[Row], book: Rulebook) -> None:
        self._rows = tuple(rows)
        mask = 0
        for row in rows:
            mask |= row.need
        self._held = book.facts.held(mask) if mask else None
        self.known: Recall[Offered] = Recall()

    def offered(self, trace: Trace) -> Offered:
        """What the rules offer, in order, and what ``never`` rules take off."""
        held = 0 if self._held is None else trace.ask(self._held)
        offers: list[Offer] = []
        nevers: list[Offer] = []
        for row in self._rows:
            if row.need & ~held:
                continue
            for other in row.others:
                if not trace.ask(other):
                    break
            else:
                (nevers if row.rule.never else offers).extend(row.offered(trace))
        return Offered(offers, nevers)


class Placed:
    """A rule in some of its contexts; ``rows`` has it under each last bid."""

    __slots__ = ("contexts", "rows", "rule")

    def __init__(self, rule: Rule, contexts: list[tuple[Env, Node]]) -> None:
        self.rule = rule
        self.contexts = contexts
        self.rows: dict[int, Row] = {}

    def row(self, law: int, last_bid: int, book: Rulebook) -> Row:
        """The rule under a last bid."""
        key = last_bid if self.rule.bids else ~law
        found = self.rows.get(key)
        if found is None:
            found = self.rows[key] = Row(self.rule, self.contexts, book.common, book.needed(self.rule))
        return found


class Lines:
    """The rules of all positions in some contexts, in order; ``points`` came to them since the book last forgot."""

    __slots__ = ("going_on", "points", "rules", "under")

    def __init__(self, book: Rulebook, contexts: list[Found]) -> None:
        self.going_on = tuple([(c, env) for c, env, _ in contexts if c.kind == "when" and c.goes_on])
        """The described contexts from which paths go on."""
        groups: dict[int, list[tuple[Env, Node]]] = {}
        for context, env, node in contexts:
            for number in context.rules:
                groups.setdefault(number, []).append((env, node))
        self.rules: list[Placed] = [book.placed(number, groups[number]) for number in sorted(groups)]
        self.under: dict[int, Under] = {}
        self.points = 0

    def numbers(self) -> set[int]:
        """The numbers of the rules."""
        return {placed.rule.index for placed in self.rules}


class Rulebook:
    """A system's rules, and what was worked out of them so far."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.facts = Facts()
        self.headers = Headers(self.facts, program.counts)
        self._paths: Interned[Paths] = Interned()
        self._leaves: dict[Hashable, Recall[list[Found]]] = {}
        self._found: dict[Hashable, list[Found]] = {}
        self._lines: dict[Hashable, Lines] = {}
        self._placed: Interned[Placed] = Interned()
        self._standings: Interned[Standing] = Interned()
        self.common = Common(self.facts)
        self._steps = 0
        self._needs: dict[Rule, tuple[int, tuple[Question[bool], ...]]] = {}
        self._nowhere = self._interned(())
        self.beginning = self._interned(((program.contexts[1], NO_LETTERS),))

    # ------------------------------------------------------------------ contexts

    def _interned(self, active: tuple[Active, ...]) -> Paths:
        key = tuple([(context.index, *env.items()) for context, env in active])
        return self._paths.get(key) or self._paths.add(key, Paths(active))

    def paths_after(self, before: Paths, after: Point, ours: bool, vulnerability: int) -> Paths:
        """The paths that an auction is in after one more call, made by our side or by theirs."""
        parent = after.before
        active = before.active
        if ours:
            active += self.lines_at(parent, before, vulnerability).going_on
        if not active:
            return self._nowhere
        out: list[Active] = []
        made = Made(after, self.program.counts, vulnerability)
        for context, env in active:
            if context.kind == "start" and after.call == 0 and parent.first_bid < 0:
                out.append((context, env))
                continue
            for child in context.our_calls if ours else context.their_calls:
                letters = matches(child, made, env)
                if letters is not None:
                    out.append((child, letters))
        return self._interned(tuple(out))

    def headers_below(self, context: Context, env: Env, point: Point, vulnerability: int) -> tuple[list[Found], bool]:
        """The headers below a context that hold at a point, and whether that hangs on who is vulnerable."""
        key = (context.index, *env.items())
        recall = self._leaves.get(key)
        if recall is None:
            recall = self._leaves[key] = Recall()
        before = recall.steps
        found = recall.find(point, vulnerability, self.program.counts, lambda trace: self._below(context, env, trace))
        self._steps += recall.steps - before
        return found

    def _below(self, context: Context, env: Env, trace: Trace) -> list[Found]:
        found = self.headers.below(context, env, trace)
        same = tuple([(c.index, id(n), *e.items()) for c, e, n in found])
        return self._found.setdefault(same, found)

    # ------------------------------------------------------------------ rules

    def needed(self, rule: Rule) -> tuple[int, tuple[Question[bool], ...]]:
        """The facts of a rule as bits, and those that have none."""
        found = self._needs.get(rule)
        if found is None:
            need, others = 0, []
            for fact in rule.facts:
                bit = self.facts.bit(fact)
                if bit:
                    need |= bit
                else:
                    others.append(whether(fact, self.program.counts))
            found = self._needs[rule] = need, tuple(others)
        return found

    def lines_at(self, point: Point, paths: Paths, vulnerability: int) -> Lines:
        """The rules of a point's contexts; kept in the point unless they hang on who is vulnerable."""
        where = point.where
        if isinstance(where, Lines):
            return where
        outermost = self.program.contexts[0]
        starts = ((outermost, NO_LETTERS), *paths.headed) if outermost.whens else paths.headed
        leaves = [self.headers_below(context, env, point, vulnerability) for context, env in starts]
        key = (paths, *[id(leaf) for leaf, _ in leaves])
        found = self._lines.get(key)
        if found is None:
            contexts: list[Found] = [(context, env, TRUE) for context, env in paths.active]
            contexts.append((outermost, NO_LETTERS, TRUE))
            for leaf, _ in leaves:
                contexts += leaf
            found = self._lines[key] = Lines(self, contexts)
        found.points += 1
        if not any(asked for _, asked in leaves):
            point.where = found
        return found

    def position(self, point: Point, paths: Paths, vulnerability: int) -> tuple[Position, bool]:
        """The rules of the player to call, and whether they hang on who is vulnerable."""
        lines = self.lines_at(point, paths, vulnerability)
        asked = point.where is None
        law = point.law
        under = lines.under.get(law)
        if under is None:
            under = lines.under[law] = Under(self._rows_under(lines, law, point.last_bid), self)
        recall, before = under.known, under.known.steps
        offered, also = recall.find(point, vulnerability, self.program.counts, under.offered)
        self._steps += recall.steps - before
        standing = offered.standing(self.facts.at(point) & offered.mask, self._standings)
        return Position(standing, point, vulnerability, self.program.counts), asked or also or standing.vulnerability

    def placed(self, number: int, contexts: list[tuple[Env, Node]]) -> Placed:
        """A rule in its contexts, the same object for the same contexts."""
        key = (number, *[(id(node), *env.items()) for env, node in contexts])
        return self._placed.get(key) or self._placed.add(key, Placed(self.program.rule(number), contexts))

    def _rows_under(self, lines: Lines, law: int, last_bid: int) -> list[Row]:
        rows = [placed.row(law, last_bid, self) for placed in lines.rules]
        return [row for row in rows if row.offers is None or row.offers]  # some are known to offer nothing here

    def forget(self) -> None:
        """Let go of the rules that no point came to since this was last done, and of too many answers."""
        if self._steps > MAX_STEPS:
            for table in (self._leaves, self._found, self._lines):
                table.clear()
            for standing in self._standings.values():
                standing.readings.clear()
            for needs in self.common.needs.values():
                needs.known.clear()
            self._steps = 0
        self._lines = {key: lines for key, lines in self._lines.items() if lines.points > 0}
        for lines in self._lines.values():
            lines.points = 0
        for made in (self._paths, self._placed, self._standings, self.common.needs):
            made.sweep()


class Engine:
    """Two systems that bid against each other: the trees of the auctions that either side begins."""

    def __init__(self, one: Rulebook, other: Rulebook) -> None:
        self.books = (one, other)
        self._roots: dict[Rulebook, Point] = {}
        self._left = 0  # how many points were left when they were last thinned

    def root(self, dealing: Rulebook) -> Point:
        """The point before the first call when one system's side deals."""
        found = self._roots.get(dealing)
        if found is None:
            other = self.books[1] if dealing is self.books[0] else self.books[0]
            found = self._roots[dealing] = Point(GrownTree((dealing, other)))
            found.paths = [dealing.beginning, other.beginning]
        elif self._count() > self._left + MAX_POINTS // 2:
            self.thin()
        return found

    def _count(self) -> int:
        return sum([root.tree.count for root in self._roots.values()])

    def thin(self) -> None:
        """Let go of the points that were not come to of late, and of what nothing shares."""
        while True:
            for root in self._roots.values():
                root.tree.count = root.thin()
            self._left = self._count()
            if self._left <= MAX_POINTS // 2:
                break
        for book in set(self.books):
            book.forget()


class GrownTree(Tree):
    """A tree of points that two rulebooks grow, the dealer's side first."""

    __slots__ = ("books",)

    def __init__(self, books: tuple[Rulebook, Rulebook]) -> None:
        super().__init__((books[0].program.maker, books[1].program.maker))
        self.books = books

    def settle(self, point: Point, vulnerability: int) -> Position:
        """The rules of the player to call, found out and put in the point."""
        found = rules_at(point, vulnerability)
        if found is not None:
            return found
        side = point.turn & 1
        position, asked = self.books[side].position(point, self.paths(point, side, vulnerability), vulnerability)
        if not asked:
            point.rules = position
        else:
            if point.rules_by is None:
                point.rules_by = [None] * 4
            point.rules_by[vulnerability] = position
        return position

    def paths(self, point: Point, side: int, vulnerability: int) -> Paths:
        """The paths of a side's system that an auction is in."""
        found = point.paths[side]
        if found is None:
            parent = point.before
            before = self.paths(parent, side, vulnerability)
            ours = parent.turn & 1 == side
            found = point.paths[side] = self.books[side].paths_after(before, point, ours, vulnerability)
        assert isinstance(found, Paths)
        return found

    def read(self, point: Point, call: int, vulnerability: int) -> Shown:
        return read(call, self.settle(point, vulnerability))

    def tags_at(self, point: Point, call: int, vulnerability: int) -> frozenset[str]:
        return self.settle(point, vulnerability).standing.tags_of(call)

    def reads_alike(self, point: Point, one: int, other: int) -> bool:
        standing = self.settle(point, one).standing
        return standing is self.settle(point, other).standing and not standing.vulnerability

    def fork(self, grown: Point, vulnerability: int) -> tuple[object, ...]:
        return tuple([self.paths(grown, side, vulnerability) for side in (0, 1)])


def rules_at(point: Point, vulnerability: int) -> Position | None:
    """The rules that have been put in a point."""
    found = point.rules if point.rules_by is None else point.rules_by[vulnerability]
    assert found is None or isinstance(found, Position)
    return found


def settled(point: Point) -> GrownTree:
    """The tree of a point that an engine has grown."""
    tree = point.tree
    assert isinstance(tree, GrownTree)
    return tree


def active_paths(point: Point, side: int, vulnerability: int) -> tuple[Active, ...]:
    """The path contexts of a side's system that an auction is in, with their letters."""
    return settled(point).paths(point, side, vulnerability).active


def lines_of(point: Point, vulnerability: int) -> Lines:
    """The rules whose contexts hold for the player to call."""
    tree, side = settled(point), point.turn & 1
    return tree.books[side].lines_at(point, tree.paths(point, side, vulnerability), vulnerability)


def read_at(point: Point, call: int, vulnerability: int) -> Shown:
    """What a call would show, made by the player to call."""
    return point.tree.read(point, call, vulnerability)

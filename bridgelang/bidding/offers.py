"""What rules offer: calls with the steady part of what they ask, shared by all positions in the same contexts.

What a rule offers in its contexts follows from the last bid and its doubling, and for some calls (a cue-bid, a raise)
from the suits that were shown; so it is worked out once for each and kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from bridgelang.bidding.calls import resolve_call, ways_to_bind, within_domains
from bridgelang.bidding.facts import Facts
from bridgelang.bidding.forms import Env, bind
from bridgelang.bidding.ordering import arranged, order_of
from bridgelang.bidding.place import Answers, Asked, Place
from bridgelang.bidding.program import Rule
from bridgelang.bidding.questions import FORCED, PARTNERS_LAST_SUIT, SUIT_OF_PHRASE, SUITS_BID_BY_THEM, Question
from bridgelang.bidding.recall import Trace
from bridgelang.bidding.words.base import NOTHING, Questions, Word
from bridgelang.constraints.interning import Interned
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both
from bridgelang.constraints.project import project
from bridgelang.core.hands import Hand

CELL_BYTES = 2660
ARRANGED_KEPT = 16
"""How many arrangements an ordering keeps: the answers of an auction keep theirs."""


class Answered:
    """Some answers of an auction, and the whole conditions of offers by them, orderings written in."""

    __slots__ = ("_given", "_questions", "nodes")

    def __init__(self, questions: tuple[Question[Hashable], ...], given: tuple[Hashable, ...]) -> None:
        self._questions = questions
        self._given = given
        self.nodes: dict[Offer, Node] = {}

    def answers(self) -> Answers:
        """The answers by their questions; asked for seldom, and so not kept."""
        return dict(zip(self._questions, self._given, strict=True))


class Needs:
    """Questions that offers ask together, with what came of the answers so far."""

    __slots__ = ("known", "questions")

    def __init__(self, questions: Questions) -> None:
        self.questions: tuple[Question[Hashable], ...] = tuple(questions)
        self.known: dict[tuple[Hashable, ...], Answered] = {}

    def answered(self, at: Asked) -> Answered:
        """What is known by the answers at a point."""
        key = at.answers(self.questions)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = Answered(self.questions, key)
        return found


class Common:
    """What the offers of one system share: the bits of facts, and the needs of offers that ask the same."""

    __slots__ = ("facts", "needs")

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.needs: Interned[Needs] = Interned()

    def needed(self, moving: Sequence[Word]) -> tuple[int, tuple[Word, ...]]:
        """The bits of the facts among some words, and the words that have none.

        Who is vulnerable is asked where it is of use, since points that differ in it alone are one.
        """
        need, rest = 0, []
        for piece in moving:
            bit = self.facts.bit(piece) if piece.is_fact else 0
            if bit and not bit & self.facts.vulnerable:
                need |= bit
            else:
                rest.append(piece)
        return need, tuple(rest)


class Offer:
    """One call that a rule offers in some contexts.

    ``steady`` is what a hand must be whatever the auction, ``moving`` what else it must be, its letters suits; ``node``
    the whole condition when nothing moves. It stands only where the facts with the bits ``need`` hold. ``asked`` is the
    call its condition speaks of, ``call`` the one made (-1 for a hand that leaves its block, which goes on at rule
    ``leaves``); ``group`` the instances of the rule between which its ordering decides. ``early``, where there is one,
    is the same offer without what is dear to ask: a hand that does not meet it need not be asked the rest.
    """

    __slots__ = (
        "_common", "asked", "call", "early", "env", "fit", "group", "index", "leaves", "may", "met", "moving", "need",
        "needs", "node", "reads", "rule", "steady",
    )  # fmt: skip

    def __init__(
        self,
        rule: Rule,
        env: Env,
        asked: int,
        steady: Node,
        call: int,
        leaves: int,
        common: Common,
        is_early: bool = False,
    ) -> None:
        self.rule = rule
        self.index = rule.index
        self.reads = rule.reads
        self.env = env
        self.asked = asked
        self.steady = steady
        self.call = call
        self.leaves = leaves
        self.group: Group | None = None
        moving = rule.early if is_early else rule.moving
        whole = tuple([piece.bound(env) for piece in moving])
        self.need, rest = common.needed(whole)
        self.moving = whole if rule.order else rest  # an ordering compares what all instances ask
        self.fit = None if rule.fit is None else bind(rule.fit, env)
        self.node: Node | None = None if self.moving else steady
        self.needs: Needs | None = None  # see ask
        self.may: bytes | None = None  # see cells
        self.met = False  # see admits
        self.early: Offer | None = None
        if rule.early and not is_early:
            self.early = Offer(rule, env, asked, steady, call, leaves, common, is_early=True)
        self._common = common

    def cells(self) -> bytes:
        """The cells in which a hand may meet the steady part, eight to a byte; kept in ``may`` once it is known."""
        found = self.may
        if found is None:
            found = self.may = cells_of(self.steady)
        return found

    def admits(self, hand: Hand, at: int, bit: int) -> bool:
        """Whether a hand, in cell ``bit`` of byte ``at``, may meet the steady part.

        The first hand is held against it as it stands; the cells are worth working out when another comes.
        """
        if self.may is None and not self.met:
            self.met = True
            return self.steady.accepts(hand)
        return bool(self.cells()[at] & bit)

    @property
    def line(self) -> Rule:
        """The rule."""
        return self.rule

    def ask(self, at: Asked) -> Needs:
        """What must be asked of an auction to know its condition; kept in ``needs``. Nothing is asked yet."""
        found = self.needs
        if found is None:
            offers = [self] if self.group is None else self.group.offers
            asked = NOTHING.union(*[offer._asks(at) for offer in offers])
            known = self._common.needs
            found = known.get(asked) or known.add(asked, Needs(asked))
            for offer in offers:
                offer.needs = found
        return found

    def _asks(self, at: Asked) -> Questions:
        place = self._stand_in(Place(at.point, 0, at.counts, answers={}))
        return NOTHING.union(*[piece.needs(place) for piece in self.moving])

    def work_out(self, answered: Answered, at: Asked) -> Node:
        """The whole condition by some answers: the steady part, and what they make of the rest."""
        group, nodes, answers = self.group, answered.nodes, answered.answers()
        if group is None:
            node = nodes[self] = self._by(answers, at)
            if not answers:  # nothing is asked: it is the same wherever the offer stands
                self.node = self.steady = node
                self.moving, self.may = (), None
            return node
        whole = tuple([other._by(answers, at) for other in group.offers])
        nodes.update(zip(group.offers, group.nodes(whole), strict=True))
        return nodes[self]

    def _by(self, answers: Answers, at: Asked) -> Node:
        return self._work_out(self._stand_in(Place(at.point, 0, at.counts, answers=answers)))

    def _stand_in(self, q: Place) -> Place:
        """A place that stands in the rule, with its letters, considering its call."""
        q.env = self.env
        q.fit = self.fit
        q.tags = self.rule.tags
        q.at(self.asked)
        return q

    def _work_out(self, place: Place) -> Node:
        nodes = [] if self.steady is TRUE else [self.steady]
        for piece in self.moving:
            node = piece.node(place)
            if node is FALSE:
                return FALSE
            if node is not TRUE:
                nodes.append(node)
        return both(*nodes) if nodes else TRUE

    def again(self) -> Offer:
        """The same offer, to be decided between others."""
        return Offer(self.rule, self.env, self.asked, self.steady, self.call, self.leaves, self._common)


_CELLS: dict[Node, bytes] = {}


def cells_of(node: Node) -> bytes:
    """The cells in which a hand may meet a condition, eight to a byte."""
    found = _CELLS.get(node)
    if found is None:
        if len(_CELLS) > 20_000:
            _CELLS.clear()
        found = _CELLS[node] = project(node).may.to_bytes(CELL_BYTES, "little")
    return found


class Group:
    """The offers of one rule that its ordering decides between."""

    __slots__ = ("_before", "_known", "offers")

    def __init__(self, rule: Rule, offers: list[Offer]) -> None:
        self.offers = offers
        self._before = order_of(rule.order, tuple([_ordered_suit(rule, offer) for offer in offers]))
        self._known: dict[tuple[Node, ...], list[Node]] = {}

    def nodes(self, nodes: tuple[Node, ...]) -> list[Node]:
        """The conditions with the ordering written in."""
        found = self._known.get(nodes)
        if found is None:
            if len(self._known) >= ARRANGED_KEPT:
                self._known.clear()
            found = self._known[nodes] = arranged(self._before, nodes)
        return found


def _ordered_suit(rule: Rule, offer: Offer) -> int:
    """The suit an instance is ordered by: its call's, else its first letter's."""
    if offer.call > 2 and (offer.call - 3) % 5 < 4:
        strain = (offer.call - 3) % 5
        if strain in offer.env.values():
            return strain
    for letter in rule.letters:
        if letter in offer.env:
            return offer.env[letter]
    return -1


class Row:
    """A rule in its contexts, under one last bid."""

    __slots__ = (
        "_allowed", "_by_suits", "_common", "_contexts", "_questions", "need", "offers", "others", "passing", "rule",
    )  # fmt: skip

    def __init__(
        self,
        rule: Rule,
        contexts: Sequence[tuple[Env, Node]],
        common: Common,
        needed: tuple[int, tuple[Question[bool], ...]],
    ) -> None:
        self.rule = rule
        self.need, self.others = needed
        """The facts without which it offers nothing: as bits, and those that have none."""
        self.passing = rule.passing
        self._contexts = contexts
        self._common = common
        self._questions = _settling(rule) if rule.unsettled else ()
        self.offers: list[Offer] | None = None  # once they are known and the same for every auction
        self._by_suits: dict[Hashable, list[Offer]] | None = None
        self._allowed: dict[int, list[Offer]] | None = None  # by the same without its passes

    def offered(self, trace: Trace) -> list[Offer]:
        """What the rule offers in an auction."""
        offers = self.offers
        if offers is None:
            if self._questions:
                offers = self._offered_by_suits(trace)
            else:
                offers = self.offers = self._work_out(trace)
                self.passing = self.passing and any(offer.call == 0 for offer in offers)
        if self.passing and trace.ask(FORCED):
            return self._without_passes(offers)
        return offers

    def _offered_by_suits(self, trace: Trace) -> list[Offer]:
        if self._by_suits is None:
            self._by_suits = {}
        key = tuple([trace.ask(question) for question in self._questions])
        found = self._by_suits.get(key)
        if found is None:
            found = self._by_suits[key] = self._work_out(trace)
        return found

    def _without_passes(self, offers: list[Offer]) -> list[Offer]:
        if self._allowed is None:
            self._allowed = {}
        allowed = self._allowed.get(id(offers))
        if allowed is None:
            allowed = [offer for offer in offers if offer.call != 0]
            if len(allowed) < len(offers) and self.rule.order:
                allowed = _grouped(self.rule, [offer.again() for offer in allowed])
            self._allowed[id(offers)] = allowed
        return allowed

    def _work_out(self, trace: Trace) -> list[Offer]:
        rule, place = self.rule, trace.place()
        place.fit = rule.fit
        place.tags = rule.tags
        found: list[Offer] = []
        for env, extra in self._contexts:
            if rule.domains and not within_domains(env, rule.domains):
                continue
            missing = [x for x in rule.letters if x not in env]
            for bound in ways_to_bind(env, missing, rule.domains) if missing else (env,):
                place.env = bound
                offer = _offer(rule, place, extra, self._common)
                if offer is not None:
                    found.append(offer)
        return _grouped(rule, found)


def _grouped(rule: Rule, offers: list[Offer]) -> list[Offer]:
    if rule.order and len(offers) > 1 and not rule.never:
        group = Group(rule, offers)
        for offer in offers:
            offer.group = group
            offer.node = None
    return offers


def _settling(rule: Rule) -> tuple[Question[int], ...]:
    """What must be asked of an auction to tell which calls a rule means."""
    found: list[Question[int]] = []
    for expr in rule.calls:
        if expr.kind == "cue":
            found.append(SUITS_BID_BY_THEM)
        elif expr.kind in ("raise", "jump raise"):
            found.append(PARTNERS_LAST_SUIT)
        if isinstance(expr.strain, str) and expr.strain in SUIT_OF_PHRASE:
            found.append(SUIT_OF_PHRASE[expr.strain])
    return tuple(found)


def _offer(rule: Rule, place: Place, extra: Node, common: Common) -> Offer | None:
    point, env = place.point, place.env
    call, legal = rule.plain, True
    if 2 < call <= place.last_bid and not rule.policy:
        return None
    if call < 0:
        for expr in rule.calls:
            call = resolve_call(expr, place)
            legal = call >= 0 and point.is_legal(call)
            if legal:
                break
        if call < 0:
            return None
    elif call < 3:
        legal = point.is_legal(call)
    if not legal and (rule.never or not rule.policy):
        return None
    place.at(call)
    if any(piece.node(place) is FALSE for piece in rule.of_call):
        return None
    steady = both(extra, *[piece.node(place) for piece in rule.steady]) if rule.steady else extra
    if steady is FALSE:
        return None
    if legal:
        return Offer(rule, env, call, steady, call, 0, common)
    if rule.policy == "pass":
        return Offer(rule, env, call, steady, 0, 0, common)
    return Offer(rule, env, call, steady, -1, rule.policy_end, common)

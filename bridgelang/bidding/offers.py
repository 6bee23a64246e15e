"""What lines offer: calls with the steady part of what they ask, shared by all positions in the same contexts.

Positions whose paths and headers are the same, with the same letters, have the same lines. What a line offers there
follows from the last bid and its doubling, and for some calls (a cue-bid, a raise) from the suits that were shown; so
it is worked out once for each and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from bridgelang.bidding.contexts import resolve_call, ways_to_bind, within_domains
from bridgelang.bidding.headers import Context, active, leaves
from bridgelang.bidding.ordering import arranged
from bridgelang.bidding.program import Line, Program
from bridgelang.bidding.specialise import NO_LETTERS, Place, place_of, specialise
from bridgelang.bidding.state import Env, State
from bridgelang.constraints.nodes import FALSE, TRUE, Node, both

Plain = Any
MAX_KEPT = 30_000  # sets of contexts remembered for each system


class Offer:
    """One call that a line offers in some contexts.

    ``steady`` is what a hand must be whatever the auction, ``node`` the whole condition when nothing else is asked;
    ``asked`` the call its condition speaks of, ``call`` the one made (-1 for a hand that leaves its block, which goes
    on at line ``leaves``); ``group`` the instances of the line between which its ordering decides.
    """

    __slots__ = ("asked", "call", "env", "group", "index", "leaves", "line", "node", "reads", "steady", "tags")

    def __init__(self, line: Line, env: Env, asked: int, steady: Node, call: int, leaves: int = 0) -> None:
        self.line = line
        self.index = line.index
        self.reads = line.reads
        self.env = env
        self.asked = asked
        self.steady = steady
        self.call = call
        self.leaves = leaves
        self.group: Group | None = None
        self.tags: dict[bool, Any] = {}  # with their suits, for a hand that has passed and one that has not
        self.node: Node | None = None if line.moving else steady


class Group:
    """The offers of one line that its ordering decides between."""

    __slots__ = ("_known", "_order", "_suits", "offers")

    def __init__(self, line: Line, offers: list[Offer]) -> None:
        self.offers = offers
        self._order = line.order
        self._suits = [_ordered_suit(line, offer) for offer in offers]
        self._known: dict[tuple[Node, ...], list[Node]] = {}

    def nodes(self, nodes: tuple[Node, ...]) -> list[Node]:
        """The conditions with the ordering written in."""
        found = self._known.get(nodes)
        if found is None:
            found = self._known[nodes] = arranged(self._order, self._suits, nodes)
        return found


def _ordered_suit(line: Line, offer: Offer) -> int:
    """The suit an instance is ordered by: its call's, else its first letter's."""
    if offer.call > 2 and (offer.call - 3) % 5 < 4:
        strain = (offer.call - 3) % 5
        if strain in offer.env.values():
            return strain
    for letter in line.letters:
        if letter in offer.env:
            return offer.env[letter]
    return -1


class Row:
    """A line in its contexts, under one last bid: ``offers`` once they are known and the same for every auction.

    ``passing`` says that some of them are no choice for a player who is forced: then ask :meth:`offered`.
    """

    __slots__ = ("_allowed", "_by_suits", "_contexts", "line", "offers", "passing")

    def __init__(self, line: Line, contexts: list[tuple[Env, Node]]) -> None:
        self.line = line
        self.passing = line.passing
        self._contexts = contexts
        self.offers: list[Offer] | None = None
        self._allowed: list[Offer] | None = None
        self._by_suits: dict[Hashable, list[Offer]] = {}

    def offered(self, state: State) -> list[Offer]:
        """What the line offers in this auction."""
        offers = self.offers
        if offers is None:
            line = self.line
            key: Hashable = None
            if line.unsettled:
                place = place_of(state)
                questions = settling(line)
                key = questions[0](place) if len(questions) == 1 else tuple([asked(place) for asked in questions])
            offers = self._by_suits.get(key)
            if offers is None:
                offers = self._by_suits[key] = self._work_out(state)
            if not line.unsettled:
                self.offers = offers
                self.passing = any(offer.call == 0 for offer in offers) and line.passing
        if self.passing and state.forced():
            return self._without_passes(offers)
        return offers

    def _without_passes(self, offers: list[Offer]) -> list[Offer]:
        if self._allowed is not None:
            return self._allowed
        allowed = [offer for offer in offers if offer.call != 0]
        if len(allowed) < len(offers) and self.line.order:
            allowed = _grouped(self.line, [_again(offer) for offer in allowed])
        if self.offers is not None:
            self._allowed = allowed
        return allowed

    def _work_out(self, state: State) -> list[Offer]:
        line = self.line
        found: list[Offer] = []
        place = Place(state, NO_LETTERS, state.program_of(state.turn), line)
        for env, extra in self._contexts:
            if line.domains and not within_domains(env, line.domains):
                continue
            missing = [x for x in line.letters if x not in env] if line.letters else ()
            for bound in ways_to_bind(env, missing, line.domains) if missing else (env,):
                place.env = bound
                offer = _offer(line, place, extra, state)
                if offer is not None:
                    found.append(offer)
        return _grouped(line, found)


def _grouped(line: Line, offers: list[Offer]) -> list[Offer]:
    if line.order and len(offers) > 1 and not line.never:
        group = Group(line, offers)
        for offer in offers:
            offer.group = group
            offer.node = None
    return offers


def _again(offer: Offer) -> Offer:
    return Offer(offer.line, offer.env, offer.asked, offer.steady, offer.call, offer.leaves)


def _offer(line: Line, place: Place, extra: Node, state: State) -> Offer | None:
    env = place.env
    call, legal = line.plain, True
    if 2 < call <= state.last_bid and not line.policy:
        return None
    if call < 0:
        for pattern in line.calls:
            call = resolve_call(pattern, place)
            legal = call >= 0 and state.is_legal(call)
            if legal:
                break
        if call < 0:
            return None
    elif call < 3:
        legal = state.is_legal(call)
    if not legal and (line.never or not line.policy):
        return None
    place.at(call)
    for piece in line.of_call:
        if specialise(piece, place) is FALSE:
            return None
    steady = extra
    if line.steady is not None:
        key = (call, *env.items()) if env else call
        node: Node | None = line.fixed.get(key)
        if node is None:
            node = line.fixed[key] = specialise(line.steady, place)
        steady = node if extra is TRUE else both(extra, node)
        if steady is FALSE:
            return None
    if legal:
        return Offer(line, env, call, steady, call)
    if line.policy == "pass":
        return Offer(line, env, call, steady, 0)
    return Offer(line, env, call, steady, -1, line.policy_end)


# ------------------------------------------------------------------ calls that take more than the last bid to tell

Question = Callable[[Place], Hashable]


def settling(line: Line) -> list[Question]:
    """What must be asked of an auction to tell which calls an unsettled line means."""
    found: list[Question] | None = line.questions
    if found is None:
        found = line.questions = []
        for pattern in line.calls:
            if pattern[0] == "cue":
                found.append(lambda q: q.state.bid_by(1 - q.side))
            elif pattern[0] in ("raise", "jump raise"):
                found.append(lambda q: q.state.suits(q.partner)[-1:])
            strain = pattern[2] if pattern[0] == "bid" else pattern[1] if len(pattern) > 1 else None
            if isinstance(strain, str):
                found.append(_meaning(strain))
    return found


def _meaning(phrase: str) -> Question:
    return lambda q: q.suit(phrase)


# ------------------------------------------------------------------ lines shared by positions


class Under:
    """The lines of some contexts under a last bid.

    ``needed`` are the facts they ask that are bits (-1 until that is known); ``standing`` which of them stand and where
    (:class:`bridgelang.bidding.alike.Standing`), by the bits that hold.
    """

    __slots__ = ("needed", "rows", "standing")

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.needed = -1
        self.standing: dict[int, Any] = {}


class Lines:
    """The lines of all positions in some contexts, in order."""

    __slots__ = ("_found_by", "_program", "_rows", "_under")

    def __init__(self, program: Program, contexts: list[Context], found_by: list[list[Context]]) -> None:
        self._program = program
        self._found_by = found_by  # kept alive, because their identities are the key
        groups: dict[int, list[tuple[Env, Node]]] = {}
        for chain, env, node in contexts:
            for number in chain.lines:
                groups.setdefault(number, []).append((env, node))
        self._rows = [
            (program.line(number), found, (number, *[(id(node), *env.items()) for env, node in found]))
            for number, found in sorted(groups.items())
        ]
        self._under: dict[int, Under] = {}

    def numbers(self) -> set[int]:
        """The numbers of the lines."""
        return {line.index for line, _, _ in self._rows}

    def under(self, state: State) -> Under:
        """The lines under a last bid and its doubling."""
        law = _law(state)
        found = self._under.get(law)
        if found is None:
            found = self._under[law] = Under(self._rows_under(law, state.last_bid))
        return found

    def standings(self) -> Iterator[Any]:
        """All that is known of where these lines stand."""
        for under in self._under.values():
            yield from under.standing.values()

    def _rows_under(self, law: int, last_bid: int) -> list[Row]:
        rows = self._program.rows
        if len(rows) > 20 * MAX_KEPT:
            rows.clear()
        out = []
        for line, contexts, name in self._rows:
            key = (last_bid if line.bids else ~law, name)
            row = rows.get(key)
            if row is None:
                row = rows[key] = Row(line, contexts)
            if row.offers is None or row.offers:  # leave out lines that are known to offer nothing here
                out.append(row)
        return out


def _law(state: State) -> int:
    """What the laws allow, as a number: the last bid, whether it is ours, and its doubling."""
    if state.last_bidder < 0:
        return 0
    return state.last_bid * 8 + state.doubled * 2 + ((state.turn ^ state.last_bidder) & 1)


def lines_of(state: State) -> Lines:
    """The lines of a state for the player to call."""
    program = state.program_of(state.turn)
    paths = active(state, state.turn & 1)
    below = leaves(state)
    key = (tuple([(chain.index, *env.items()) for chain, env in paths]), tuple([id(leaf) for leaf in below]))
    found: Lines | None = program.lines_in.get(key)
    if found is None:
        if len(program.lines_in) > MAX_KEPT:
            program.lines_in.clear()
        contexts: list[Context] = [(chain, env, TRUE) for chain, env in paths]
        contexts.append((program.chains[0], NO_LETTERS, TRUE))
        contexts += [context for leaf in below for context in leaf]
        found = program.lines_in[key] = Lines(program, contexts, below)
    return found

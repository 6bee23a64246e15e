"""What call expressions and the calls of paths mean in an auction, and which suits their letters can be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from bridgelang.bidding.forms import NOTRUMP, CallExpr, Domains, Env, SuitRef, Tag
from bridgelang.bidding.place import Counts, Place
from bridgelang.bidding.point import Point
from bridgelang.bidding.program import Context
from bridgelang.bidding.questions import PARTNERS_LAST_SUIT, SUITS_BID_BY_THEM
from bridgelang.bidding.shown import Shown
from bridgelang.core.contracts import GAME_LEVEL

_CALLS = {"pass": 0, "pass even if forced": 0, "double": 1, "redouble": 2}


def within_domains(env: Env, domains: Domains) -> bool:
    """Whether the letters that a path has bound already are suits that ``for x in …`` allows."""
    return all(env[letter] in suits for letter, suits in domains.items() if letter in env)


def domain_of(letter: str, domains: Domains) -> list[int]:
    """The suits a letter can be."""
    given = domains.get(letter)
    if given is not None:
        return given
    if letter[-1] == "M":
        return [2, 3]
    if letter[-1] == "m":
        return [0, 1]
    return [0, 1, 2, 3]


def ways_to_bind(env: Env, letters: Sequence[str], domains: Domains) -> list[Env]:
    """Every way to give ``letters`` suits, different letters different suits, first letter's domain outermost."""
    used = set(env.values())
    if len(letters) == 1:
        letter = letters[0]
        return [{**env, letter: s} for s in domain_of(letter, domains) if s not in used]
    free = [s for s in (0, 1, 2, 3) if s not in used]
    sets = [domain_of(x, domains) for x in letters]
    ways = [p for p in permutations(free, len(letters)) if all(s in d for s, d in zip(p, sets, strict=True))]
    ways.sort(key=lambda p: [d.index(s) for s, d in zip(p, sets, strict=True)])
    return [{**env, **dict(zip(letters, p, strict=True))} for p in ways]


# ------------------------------------------------------------------ calls of paths


class Made:
    """A call that was made: the point before it, and what it shows (read only when that is asked)."""

    __slots__ = ("after", "before", "call", "counts", "vulnerability")

    def __init__(self, after: Point, counts: Counts, vulnerability: int) -> None:
        self.after = after
        self.before = after.before
        self.call = after.call
        self.counts = counts
        self.vulnerability = vulnerability

    def shown(self) -> Shown:
        """What it shows."""
        return self.after.made()

    def place(self, env: Env) -> Place:
        """The place it was made at."""
        return Place(self.before, self.vulnerability, self.counts, env)


def matches(context: Context, made: Made, env: Env) -> Env | None:
    """The letters after a call that fits a path's element; None when it does not."""
    call = made.call
    if context.nature:
        artificial = call > 2 and made.shown().natural < 0
        if (context.nature == "artificial") != artificial:
            return None
    for expr in context.alternatives:
        found = _fits(expr, made, env, context.theirs)
        if found is not None:
            return found
    return None


def _fits(expr: CallExpr, made: Made, env: Env, theirs: bool) -> Env | None:
    kind, call = expr.kind, made.call
    if kind == "bid":
        if call < 3 or (call + 2) // 5 != expr.level:
            return None
        return _strain_fits(expr.strain, (call - 3) % 5, env, made, theirs)
    if kind in ("pass", "double", "redouble"):
        return env if call == _CALLS[kind] else None
    if kind in ("any", "any bid"):
        return env if kind == "any" or call > 2 else None
    if kind == "tagged":
        return _tags_fit(expr.tags, made, env)
    if call < 3:
        return None
    bound: Env | None = env
    if kind in ("cheapest", "jump", "double jump", "game", "cue"):
        bound = _strain_fits(expr.strain, (call - 3) % 5, env, made, False)
        if bound is None:
            return None
    return bound if resolve_call(expr, made.place(bound or env)) == call else None


def _tags_fit(tags: tuple[Tag, ...], made: Made, env: Env) -> Env | None:
    """The letters after a call with all these tags; a letter that is free becomes the suit its tag names."""
    found = made.shown().all_tags
    for tag in tags:
        wanted = None if tag.suit is None else made.place(env).suit(tag.suit)
        if wanted is None or wanted >= 0:
            if not any(n == tag.name and (wanted is None or v == wanted) for n, v in found):
                return None
            continue
        bound = (
            more
            for n, v in sorted(found, key=str)
            if n == tag.name and v is not None and tag.suit is not None and (more := _bind(tag.suit, v, env))
        )
        first = next(bound, None)
        if first is None:
            return None
        env = first
    return env


def _bind(ref: SuitRef, suit: int, env: Env) -> Env | None:
    """The letters with a free one given a suit; None when it cannot be that suit."""
    if isinstance(ref, int):
        return None
    if ref[0] == "o":
        return {**env, ref[1:]: suit ^ 1} if suit in domain_of(ref, {}) else None
    if suit not in domain_of(ref, {}) or suit in env.values():
        return None
    return {**env, ref: suit}


def _strain_fits(ref: SuitRef | None, strain: int, env: Env, made: Made, theirs: bool) -> Env | None:
    if isinstance(ref, int):
        return env if ref == strain else None
    if ref is None or strain == NOTRUMP:
        return None
    if theirs and made.shown().natural != strain:
        return None  # in parentheses a letter is a suit they showed
    other = ref[0] == "o"
    known = env.get(ref[1:]) if other else env.get(ref)
    if known is not None:
        return env if (known ^ 1 if other else known) == strain else None
    return _bind(ref, strain, env)


# ------------------------------------------------------------------ calls of rules

_ABOVE_CHEAPEST = {"cheapest": 0, "cue": 0, "jump": 5, "double jump": 10, "raise": 0, "jump raise": 5}


def resolve_call(expr: CallExpr, q: Place) -> int:
    """The call a call expression is here, legal or not; -1 when there is none."""
    kind = expr.kind
    if kind in _CALLS:
        return _CALLS[kind]
    if kind == "step":
        call = (q.last_bid or 2) + expr.level
        return call if call < 38 else -1
    if kind in ("raise", "jump raise"):
        strain = q.ask(PARTNERS_LAST_SUIT)
    else:
        assert expr.strain is not None
        strain = q.suit(expr.strain)
    if strain < 0:
        return -1
    if kind in ("bid", "game"):
        return 5 * (expr.level or GAME_LEVEL[strain]) - 2 + strain
    if kind == "cue" and not q.ask(SUITS_BID_BY_THEM) >> strain & 1:
        return -1
    call = q.lowest_bid(strain) + _ABOVE_CHEAPEST[kind]
    return call if call < 38 else -1

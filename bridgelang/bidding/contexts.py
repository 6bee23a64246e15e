"""What call expressions and the calls of paths mean in an auction, and which suits their letters can be."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from bridgelang.bidding.facts import lowest_bid
from bridgelang.bidding.program import Chain, Program
from bridgelang.bidding.specialise import Place
from bridgelang.bidding.state import GAME_LEVEL, Env, State

Plain = Any


def within_domains(env: Env, domains: Any) -> bool:
    """Whether the letters that a path has bound already are suits that ``for x in …`` allows."""
    return all(env[letter] in suits for letter, suits in domains.items() if letter in env)


def domain_of(letter: str, domains: Any) -> list[int]:
    """The suits a letter can be."""
    given = domains.get(letter)
    if given is not None:
        return given  # type: ignore[no-any-return]
    if letter[-1] == "M":
        return [2, 3]
    if letter[-1] == "m":
        return [0, 1]
    return [0, 1, 2, 3]


def ways_to_bind(env: Env, letters: list[str], domains: Any) -> list[Env]:
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


def matches(chain: Chain, before: State, call: int, env: Env, program: Program) -> Env | None:
    """The letters after a call that fits the path element; None when it does not."""
    if chain.nature:
        artificial = call > 2 and before.reading(call).natural < 0
        if (chain.nature == "artificial") != artificial:
            return None
    for pattern in chain.alternatives:
        found = _fits(pattern, before, call, env, program, chain.theirs)
        if found is not None:
            return found
    return None


def _fits(pattern: Plain, before: State, call: int, env: Env, program: Program, theirs: bool) -> Env | None:
    kind = pattern[0]
    if kind == "bid":
        if call < 3 or (call + 2) // 5 != pattern[1]:
            return None
        return _strain_fits(pattern[2], (call - 3) % 5, env, before, call, theirs)
    if kind == "pass":
        return env if call == 0 else None
    if kind == "double":
        return env if call == 1 else None
    if kind == "redouble":
        return env if call == 2 else None
    if kind == "any":
        return env
    if kind == "any bid":
        return env if call > 2 else None
    if kind == "tagged":
        return _tags_fit(pattern[1], before, call, env, program)
    if call < 3:
        return None
    strain = (call - 3) % 5
    bound: Env | None = env
    if kind in ("cheapest", "jump", "double jump", "game", "cue"):
        bound = _strain_fits(pattern[1], strain, env, before, call, False)
        if bound is None:
            return None
    return bound if resolve_call(pattern, Place(before, bound or env, program)) == call else None


def _tags_fit(tags: Plain, before: State, call: int, env: Env, program: Program) -> Env | None:
    """The letters after a call with all these tags; a letter that is free becomes the suit its tag names."""
    found = before.reading(call).all_tags
    for name, suit, _ in tags:
        wanted = None if suit is None else Place(before, env, program).suit(suit)
        if wanted is None or wanted >= 0:
            if not any(n == name and (wanted is None or v == wanted) for n, v in found):
                return None
            continue
        bound = (
            more for n, v in sorted(found, key=str) if n == name and v is not None and (more := _bind(suit, v, env))
        )
        first = next(bound, None)
        if first is None:
            return None
        env = first
    return env


def _bind(ref: Plain, suit: int, env: Env) -> Env | None:
    """The letters with a free one given a suit; None when it cannot be that suit."""
    if ref.__class__ is str and ref[0] == "o":
        return {**env, ref[1:]: suit ^ 1} if suit in domain_of(ref, {}) else None
    if ref.__class__ is not str or suit not in domain_of(ref, {}) or suit in env.values():
        return None
    return {**env, ref: suit}


def _strain_fits(ref: Plain, strain: int, env: Env, before: State, call: int, theirs: bool) -> Env | None:
    if ref == "NT":
        return env if strain == 4 else None
    if strain == 4:
        return None
    if ref.__class__ is int:
        return env if ref == strain else None
    if theirs and before.reading(call).natural != strain:
        return None  # in parentheses a letter is a suit they showed
    other = ref[0] == "o"
    known = env.get(ref[1:]) if other else env.get(ref)
    if known is not None:
        return env if (known ^ 1 if other else known) == strain else None
    return _bind(ref, strain, env)


def resolve_call(pattern: Plain, q: Place) -> int:
    """The call a call expression is here, legal or not; -1 when there is none."""
    kind = pattern[0]
    if kind == "bid":
        strain = 4 if pattern[2] == "NT" else q.suit(pattern[2])
        return 5 * pattern[1] - 2 + strain if strain >= 0 else -1
    if kind in ("pass", "pass even if forced"):
        return 0
    if kind == "double":
        return 1
    if kind == "redouble":
        return 2
    state = q.state
    if kind == "step":
        base = state.last_bid or 2
        return base + pattern[1] if base + pattern[1] < 38 else -1
    if kind in ("raise", "jump raise"):
        suits = state.suits(q.partner)
        if not suits:
            return -1
        strain = suits[-1]
        call = lowest_bid(state, strain) + (5 if kind == "jump raise" else 0)
        return call if call < 38 else -1
    strain = 4 if pattern[1] == "NT" else q.suit(pattern[1])
    if strain < 0:
        return -1
    if kind == "game":
        return 5 * GAME_LEVEL[strain] - 2 + strain
    if kind == "cue" and not is_theirs(strain, state):
        return -1
    call = lowest_bid(state, strain) + {"cheapest": 0, "cue": 0, "jump": 5, "double jump": 10}[kind]
    return call if call < 38 else -1


def is_theirs(suit: int, state: State) -> bool:
    """Whether the opponents of the player to call have shown a suit or bid it."""
    return bool(state.bid_by(1 - (state.turn & 1)) >> suit & 1)

"""Calls that can never be legal where they stand: judged from the path alone, over every way its letters can be suits.

An instance of a letter rule that is not legal is dropped quietly; a rule or a path of which no instance is ever legal
is a mistake. What the path leaves open (any call, a tag, a described context) counts as possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bridgelang.compile.rewrite import fits_letter
from bridgelang.compile.steps import Flat, Path, Start, Step, Steps
from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.printer import call as call_text
from bridgelang.lang.span import Span

Env = dict[str, int]
MAX_WAYS = 3_000
_STRAIN_LETTERS = ("C", "D", "H", "S", "NT")
_STRAIN_NAMES = ("club", "diamond", "heart", "spade", "notrump")


class Standing(NamedTuple):
    """What is known of the auction at a point of a path.

    ``floor`` is a bid not higher than the last one (0 when there may be none); ``exact`` says it is that bid.
    ``bidder`` is "ours", "theirs", "nobody" or "?"; ``doubled`` is 0, 1, 2 or -1 for unknown; ``passes`` counts the
    passes in a row since a bid of the path, as far as they are known.
    """

    floor: int = 0
    exact: bool = False
    bidder: str = "?"
    doubled: int = -1
    element: ast.PathElement | None = None
    passes: int = 0

    @property
    def is_over(self) -> bool:
        """Whether three passes have ended the auction."""
        return self.passes >= 3 and self.element is not None

    def with_pass(self) -> Standing:
        """The same with a pass more."""
        return self._replace(passes=self.passes + 1)


BEGINNING = Standing(0, True, "nobody", 0)


def faults(lines: Iterable[Flat], anywhere: bool = False) -> list[Diagnostic]:
    """A message for each line, or each call of a path, that no auction makes legal.

    ``anywhere`` says that the paths may start at any point of an auction, as those of a convention do.
    """
    found: dict[tuple[str, Span], Diagnostic] = {}
    known: dict[tuple[str, Steps, Steps], list[tuple[Standing, Env]] | None] = {}
    for flat in lines:
        if flat.rule is None:
            continue
        steps = flat.steps[len(flat.root) :]
        key = (flat.file, flat.root, steps)
        if key not in known:
            outside = flat.root or steps[:1]
            start = Standing() if anywhere or outside != (Start(),) else BEGINNING
            known[key] = _stand(start, steps, flat.file, found)
        places = known[key]
        if not places:
            continue
        wrong = _wrong_call(flat, places)
        if wrong is not None:
            found.setdefault((flat.file, flat.span), wrong)
    return list(found.values())


def _stand(
    start: Standing, steps: Sequence[Step], file: str, found: dict[tuple[str, Span], Diagnostic]
) -> list[tuple[Standing, Env]] | None:
    """Every way to stand at the end of a path with its letters; None when it cannot be told or is complained of."""
    places: list[tuple[Standing, Env]] = [(start, {})]
    before: ast.PathElement | None = None
    for element in [step.element for step in steps if isinstance(step, Path)]:
        after: list[tuple[Standing, Env]] = []
        if before is not None and before.theirs == element.theirs:
            places = _passed(places, before, file, found)
        before = element
        for place, env in places:
            for call in element.alternatives:
                after.extend(_after(place, env, call, element))
        if not places:
            return None  # complained of already
        if not after:
            reason = _reason(places, element.alternatives[0], element.theirs)
            found.setdefault((file, element.span), reason.at(file, element.span))
            return None
        places = list({(p, tuple(sorted(e.items()))): (p, e) for p, e in after}.values())
        if len(places) > MAX_WAYS:
            return None
    return _passed(places, before, file, found) if before is not None and not before.theirs else places


def _passed(
    places: list[tuple[Standing, Env]],
    before: ast.PathElement,
    file: str,
    found: dict[tuple[str, Span], Diagnostic],
) -> list[tuple[Standing, Env]]:
    """The places after the pass of the other side that a path leaves out; a complaint where it ends the auction."""
    after = [(place.with_pass(), env) for place, env in places]
    if after and all(place.is_over for place, _ in after):
        message = "this pass is our own and ends the auction: their passes are not written"
        if before.theirs:
            message = "the auction is over: this is the third pass"
        found.setdefault((file, before.span), Diagnostic("B204", message, file, before.span))
        return []
    return after


def _after(place: Standing, env: Env, call: ast.CallExpr, element: ast.PathElement) -> Iterator[tuple[Standing, Env]]:
    """The places a call leads to; none when it cannot be made."""
    who = "theirs" if element.theirs else "ours"
    kind = call.kind
    if kind == "bid":
        for bid, more in _bids(call, env):
            if bid > place.floor:
                yield Standing(bid, True, who, 0, element), more
    elif kind.startswith("pass"):
        if not place.is_over:
            yield place.with_pass(), env
    elif kind == "double":
        if _may_double(place, who):
            yield place._replace(doubled=1, passes=0), env
    elif kind == "redouble":
        if _may_redouble(place, who):
            yield place._replace(doubled=2, passes=0), env
    elif kind in ("any", "tagged"):
        yield place._replace(exact=False, bidder="?", doubled=-1, passes=0), env
    else:  # any bid, or one that only the auction settles
        for more in _letters(call, env):
            yield Standing(place.floor + 1, False, who, 0, place.element), more


def _bids(call: ast.CallExpr, env: Env) -> Iterator[tuple[int, Env]]:
    """The bids a `bid` can be, numbered as calls are."""
    if isinstance(call.strain, ast.Notrump):
        yield 5 * call.level + 2, env
        return
    for more in _letters(call, env):
        suit = _suit(call.strain, more)
        if suit is not None:
            yield 5 * call.level - 2 + suit, more


def _letters(call: ast.CallExpr, env: Env) -> Iterator[Env]:
    """The letters with those of a call added."""
    ref = call.strain
    if not isinstance(ref, ast.SuitRef) or ref.kind != "letter":
        yield env
        return
    name = str(ref.value)
    base = name.removeprefix("o")
    if base in env:
        yield env
        return
    for suit in range(4):
        if fits_letter(base, suit) and suit not in env.values():
            yield {**env, base: suit}


def _suit(ref: ast.Strain | None, env: Env) -> int | None:
    if not isinstance(ref, ast.SuitRef) or ref.kind == "phrase":
        return None
    if ref.kind == "suit":
        return int(ref.value)
    name = str(ref.value)
    if name[0] != "o":
        return env.get(name)
    other = env.get(name[1:])
    return None if other is None else other ^ 1


def _may_double(place: Standing, who: str) -> bool:
    return place.bidder not in (who, "nobody") and place.doubled in (0, -1)


def _may_redouble(place: Standing, who: str) -> bool:
    return place.bidder in (who, "?") and place.doubled in (1, -1)


def _legal(place: Standing, env: Env, call: ast.CallExpr) -> bool:
    """Whether our call may be legal in some way."""
    if call.kind == "double":
        return _may_double(place, "ours")
    if call.kind == "redouble":
        return _may_redouble(place, "ours")
    if call.kind == "bid":
        return any(bid > place.floor for bid, _ in _bids(call, env))
    return True


class _Reason(NamedTuple):
    message: str
    label: str = ""
    context: tuple[tuple[int, str], ...] = ()

    def at(self, file: str, span: Span) -> Diagnostic:
        context = tuple((row, remark) for row, remark in self.context if 0 < row < span.line)
        return Diagnostic("B204", self.message, file, span, label=self.label, context=context)


def _wrong_call(flat: Flat, places: list[tuple[Standing, Env]]) -> Diagnostic | None:
    rule = flat.rule
    assert rule is not None
    if any(_legal(place, env, call) for place, env in places for call in rule.calls):
        return None
    call = rule.calls[0]
    span = call.span if call.span.line else flat.span
    return _reason(places, call, theirs=False).at(flat.file, span)


def _reason(places: list[tuple[Standing, Env]], call: ast.CallExpr, theirs: bool) -> _Reason:
    """Why a call cannot be made at any of these places."""
    text = call_text(call)
    if call.kind in ("double", "redouble"):
        return _reason_for_double([place for place, _ in places], call, theirs)
    place, env = places[0]
    if not any(any(True for _ in _letters(call, e)) for _, e in places):
        return _Reason(f"no suit is left for {text}: different letters are different suits")
    if place.floor >= 37:
        return _Reason(f"{text} is not sufficient: nothing is higher than 7NT")
    row = place.element.span.line if place.element is not None else 0
    last = _last_text(place)
    strain = 4 if isinstance(call.strain, ast.Notrump) else _suit(call.strain, env)
    label = _lowest_text(place.floor, strain) if len({p.floor for p, _ in places}) == 1 else ""
    over = f"over {last}" if place.exact else f"here: the last bid is {last} or higher"
    remark = f"the last bid is {last} here" if place.exact else f"the last bid is {last} or higher here"
    return _Reason(f"{text} is not sufficient {over}", label, ((row, remark),))


def _reason_for_double(places: list[Standing], call: ast.CallExpr, theirs: bool) -> _Reason:
    """Why a double or redouble cannot be made at any of these places."""
    wrong = f"{call_text(call)} is not legal here"
    if all(place.bidder == "nobody" for place in places):
        return _Reason(f"{wrong}: nobody has bid")
    if call.kind == "redouble":
        return _Reason(f"{wrong}: no bid of {'theirs' if theirs else 'ours'} is doubled")
    if any(place.doubled > 0 for place in places):
        return _Reason(f"{wrong}: the bid is doubled already")
    if theirs:
        return _Reason(f"{wrong}: the last bid is their own")
    return _Reason(f"{wrong}: the last bid is our own", "a call of theirs stands in parentheses: (X)")


def _lowest_text(floor: int, strain: int | None) -> str:
    """The lowest bid in a strain, in words; empty where there is none."""
    if strain is None:
        return ""
    lowest = floor + 1 + (strain - (floor - 2)) % 5
    if lowest > 37:
        return ""
    return f"the lowest {_STRAIN_NAMES[strain]} bid is {(lowest + 2) // 5}{_STRAIN_LETTERS[strain]}"


def _last_text(place: Standing) -> str:
    """The last bid as the path has it."""
    if place.element is not None and place.exact:
        bid = next((c for c in place.element.alternatives if c.kind == "bid"), None)
        if bid is not None:
            return call_text(bid)
    level, strain = (place.floor + 2) // 5, (place.floor - 3) % 5
    return f"{level}{_STRAIN_LETTERS[strain]}"

"""The syntax tree of a system file: frozen values that know where they stood.

Two nodes are equal when they say the same; the place (``span``) and the original wording take no part in it.
Conditions are built from five node kinds (:class:`All`, :class:`AnyOf`, :class:`Not`, :class:`Provided`,
:class:`Atom`), so that every fold over them (choose, describe, project, print) has five cases plus a table of
atoms (``bridgelang/lang/vocabulary.py`` lists the atoms, with what each argument is).
"""

from __future__ import annotations

from typing import Any

from attrs import field, frozen


@frozen
class Span:
    """A place in a file: 1-based line and column, the end column exclusive and on ``end_line``."""

    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Span(0, 0, 0, 0)


def _span() -> Any:
    return field(default=NOWHERE, eq=False, repr=False, kw_only=True)


# ------------------------------------------------------------------ small values


@frozen
class SuitRef:
    """A suit as written: ``kind`` is "suit" (``value`` 0-3), "letter" ("x", "oM") or "phrase" ("their suit")."""

    kind: str
    value: int | str
    span: Span = _span()


@frozen
class Notrump:
    """The strain notrump."""

    span: Span = _span()


Strain = SuitRef | Notrump


@frozen
class Amount:
    """How much of a quantity: ranges with both ends included (None is open), or a named setting.

    ``setting`` names a setting, read by ``mode``: "range", "at least" or "at most". Numbers may be halves.
    """

    ranges: tuple[tuple[float | None, float | None], ...] = ()
    setting: str | None = None
    mode: str = "range"
    span: Span = _span()


@frozen
class Measure:
    """A quantity as written: a kind of ``features.quantities`` (or "named") with its suit or name."""

    kind: str
    suit: SuitRef | None = None
    name: str = ""
    span: Span = _span()


@frozen
class Where:
    """One suit or a set of suits: ``quantifier`` is "one", "every" or "some".

    ``which`` is "", "unbid", "side", "other", "lowest unbid" or "highest unbid"; ``kind`` is "suit", "major" or
    "minor"; ``whose`` is "", "they", "partner" or "we".
    """

    quantifier: str
    suit: SuitRef | None = None
    which: str = ""
    kind: str = "suit"
    whose: str = ""
    span: Span = _span()


@frozen
class Tag:
    """A kind of call, as in ``[transfer to hearts]``: a name, perhaps a suit, perhaps a call it holds up to."""

    name: str
    suit: SuitRef | None = None
    until: CallExpr | None = None
    span: Span = _span()


@frozen
class CallExpr:
    """A call as written: ``kind`` is "bid", "pass", "pass even if forced", "double", "redouble", "cheapest",
    "jump", "double jump", "raise", "jump raise", "game", "cue", "step", and in paths also "any", "any bid", "tagged".
    """

    kind: str
    level: int = 0
    strain: Strain | None = None
    tags: tuple[Tag, ...] = ()
    span: Span = _span()


# ------------------------------------------------------------------ conditions


@frozen
class Atom:
    """One condition of the vocabulary: ``kind`` with its arguments."""

    kind: str
    args: tuple[Any, ...] = ()
    span: Span = _span()


@frozen
class All:
    """Every part holds."""

    parts: tuple[Condition, ...]
    span: Span = _span()


@frozen
class AnyOf:
    """At least one part holds."""

    parts: tuple[Condition, ...]
    span: Span = _span()


@frozen
class Not:
    """The part does not hold."""

    part: Condition
    span: Span = _span()


@frozen
class Provided:
    """The part steers the choice and is not promised."""

    part: Condition
    span: Span = _span()


Condition = Atom | All | AnyOf | Not | Provided


# ------------------------------------------------------------------ statements


@frozen
class Domain:
    """``for x, y in hearts, spades``."""

    letters: tuple[str, ...]
    suits: tuple[SuitRef, ...]
    span: Span = _span()


@frozen
class Order:
    """One ordering word; ``length`` is the pair length of ``5-5 higher``, else 0."""

    kind: str
    length: int = 0
    span: Span = _span()


@frozen
class Rule:
    """``CALL: CONDITION ; ORDER [tags] "note" for …``."""

    calls: tuple[CallExpr, ...]
    condition: Condition | None = None
    never: bool = False
    order: tuple[Order, ...] = ()
    tags: tuple[Tag, ...] = ()
    note: str = ""
    domains: tuple[Domain, ...] = ()
    text: str = field(default="", eq=False, repr=False, kw_only=True)
    span: Span = _span()


@frozen
class PathElement:
    """One call of a path; ``nature`` is "", "natural" or "artificial"."""

    alternatives: tuple[CallExpr, ...]
    theirs: bool = False
    nature: str = ""
    span: Span = _span()


@frozen
class Context:
    """A header: ``kind`` is "opening", "after", "when" or "reads"."""

    kind: str
    seats: tuple[int, ...] = ()
    path: tuple[PathElement, ...] = ()
    condition: Condition | None = None
    domains: tuple[Domain, ...] = ()
    span: Span = _span()


@frozen
class Block:
    """A header with what stands under it."""

    context: Context
    body: tuple[Statement, ...]
    text: str = field(default="", eq=False, repr=False, kw_only=True)
    span: Span = _span()


@frozen
class Language:
    """``language 1``."""

    version: int
    span: Span = _span()


@frozen
class Title:
    """``system NAME "text"`` or ``convention NAME "text"``."""

    kind: str
    name: str
    text: str
    span: Span = _span()


@frozen
class CountPoints:
    """``count points as hcp + length``."""

    parts: tuple[str, ...]
    span: Span = _span()


@frozen
class Setting:
    """``set notrump = 15-17`` (an :class:`Amount`) or ``set twos = weak`` (a word)."""

    name: str
    value: Amount | str
    span: Span = _span()


@frozen
class QuantityDefinition:
    """``quantity bumrap = A 4.5, K 3, …``: the value of each rank named."""

    name: str
    values: tuple[tuple[str, float], ...]
    span: Span = _span()


@frozen
class Definition:
    """``define good-suit x: …``."""

    name: str
    letters: tuple[str, ...]
    condition: Condition
    span: Span = _span()


@frozen
class Unavailable:
    """``unavailable: leave`` or ``unavailable: pass``."""

    policy: str
    span: Span = _span()


@frozen
class Use:
    """``use NAME for M with minimum = 8 when twos is weak``."""

    name: str
    letters: tuple[tuple[str, SuitRef | None], ...] = ()
    settings: tuple[tuple[str, Amount | str], ...] = ()
    when: tuple[tuple[str, str, bool], ...] = ()
    span: Span = _span()


@frozen
class SameAs:
    """``same as after PATH`` (or ``same as opening``: an empty path) with its changes."""

    path: tuple[PathElement, ...]
    opening: bool = False
    leaving_out: tuple[CallExpr, ...] = ()
    replacing: tuple[tuple[CallExpr, CallExpr], ...] = ()
    shift: int = 0
    span: Span = _span()


Statement = (
    Rule
    | Block
    | Language
    | Title
    | CountPoints
    | Setting
    | QuantityDefinition
    | Definition
    | Unavailable
    | Use
    | SameAs
)


@frozen
class SystemFile:
    """A whole file: its statements in order. ``name`` is how messages call the file."""

    name: str
    body: tuple[Statement, ...]


@frozen
class CallPattern:
    """What a call may be asked to be: ``kind`` is "bid" (``call``), "strain", "pass", "double", "redouble",
    "sort" (``word``: jump, raise, reverse, cue, bid) or "tag".
    """

    kind: str
    call: CallExpr | None = None
    strain: Strain | None = None
    word: str = ""
    tag: Tag | None = None
    span: Span = _span()

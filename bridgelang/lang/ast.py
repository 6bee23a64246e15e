"""The syntax tree of a system file: frozen values that know where they stood.

Two nodes are equal when they say the same; the place (``span``) and the original wording take no part in it.
Conditions are built from five node kinds (:class:`All`, :class:`AnyOf`, :class:`Not`, :class:`Provided`,
:class:`Atom`), so that every fold over them (choose, describe, project, print) has five cases plus a table of
atoms (``bridgelang/lang/vocabulary.py`` lists the atoms, with what each argument is).
"""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from bridgelang.lang.span import NOWHERE, Span


@frozen
class Placed:
    """What every node has: where it stood, which takes no part in comparing, and what was once asked of it.

    ``spoken``, the letters it speaks of, is written by :func:`bridgelang.lang.walk.letters_of` alone, and ``naming``,
    whether it has names of the text's own, by :func:`bridgelang.lang.walk.has_names`.
    """

    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)
    spoken: tuple[str, ...] | None = field(default=None, init=False, eq=False, repr=False)
    naming: bool | None = field(default=None, init=False, eq=False, repr=False)


# ------------------------------------------------------------------ small values


@frozen
class SuitRef(Placed):
    """A suit as written: ``kind`` is "suit" (``value`` 0-3), "letter" ("x", "oM") or "phrase" ("their suit")."""

    kind: str
    value: int | str


@frozen
class Notrump(Placed):
    """The strain notrump."""


Strain = SuitRef | Notrump


@frozen
class Amount(Placed):
    """How much of a quantity: ranges with both ends included (None is open), or a named setting.

    ``setting`` names a setting, read by ``mode``: "range", "at least" or "at most". Numbers may be halves.
    """

    ranges: tuple[tuple[float | None, float | None], ...] = ()
    setting: str | None = None
    mode: str = "range"


@frozen
class Measure(Placed):
    """A quantity as written: a kind of ``features.quantities`` (or "named") with its suit or name."""

    kind: str
    suit: SuitRef | None = None
    name: str = ""


@frozen
class Where(Placed):
    """One suit or a set of suits: ``quantifier`` is "one", "every" or "some".

    ``which`` is "", "unbid", "side", "other", "lowest unbid" or "highest unbid"; ``kind`` is "suit", "major" or
    "minor"; ``whose`` is "", "they", "partner" or "we".
    """

    quantifier: str
    suit: SuitRef | None = None
    which: str = ""
    kind: str = "suit"
    whose: str = ""


@frozen
class Tag(Placed):
    """A kind of call, as in ``[transfer to hearts]``: a name, perhaps a suit, perhaps a call it holds up to."""

    name: str
    suit: SuitRef | None = None
    until: CallExpr | None = None


@frozen
class CallExpr(Placed):
    """A call as written: ``kind`` is "bid", "pass", "pass even if forced", "double", "redouble", "cheapest",
    "jump", "double jump", "raise", "jump raise", "game", "cue", "step", and in paths also "any", "any bid", "tagged".
    """

    kind: str
    level: int = 0
    strain: Strain | None = None
    tags: tuple[Tag, ...] = ()


# ------------------------------------------------------------------ conditions


@frozen
class Atom(Placed):
    """One condition of the vocabulary: ``kind`` with its arguments."""

    kind: str
    args: tuple[Any, ...] = ()


@frozen
class All(Placed):
    """Every part holds."""

    parts: tuple[Condition, ...]


@frozen
class AnyOf(Placed):
    """At least one part holds."""

    parts: tuple[Condition, ...]


@frozen
class Not(Placed):
    """The part does not hold."""

    part: Condition


@frozen
class Provided(Placed):
    """The part steers the choice and is not promised."""

    part: Condition


Condition = Atom | All | AnyOf | Not | Provided


# ------------------------------------------------------------------ statements


@frozen
class Domain(Placed):
    """``for x, y in hearts, spades``."""

    letters: tuple[str, ...]
    suits: tuple[SuitRef, ...]


@frozen
class Order(Placed):
    """One ordering word; ``length`` is the pair length of ``5-5 higher``, else 0."""

    kind: str
    length: int = 0


@frozen
class Rule(Placed):
    """``CALL: CONDITION ; ORDER [tags] "note" for …``."""

    calls: tuple[CallExpr, ...]
    condition: Condition | None = None
    never: bool = False
    order: tuple[Order, ...] = ()
    tags: tuple[Tag, ...] = ()
    note: str = ""
    domains: tuple[Domain, ...] = ()
    text: str = field(default="", eq=False, repr=False, kw_only=True)


@frozen
class PathElement(Placed):
    """One call of a path; ``nature`` is "", "natural" or "artificial"."""

    alternatives: tuple[CallExpr, ...]
    theirs: bool = False
    nature: str = ""


@frozen
class Context(Placed):
    """A header: ``kind`` is "opening", "after", "when" or "reads"."""

    kind: str
    seats: tuple[int, ...] = ()
    path: tuple[PathElement, ...] = ()
    condition: Condition | None = None
    domains: tuple[Domain, ...] = ()


@frozen
class Block(Placed):
    """A header with what stands under it."""

    context: Context
    body: tuple[Statement, ...]
    text: str = field(default="", eq=False, repr=False, kw_only=True)


@frozen
class Language(Placed):
    """``language 1``."""

    version: int


@frozen
class Title(Placed):
    """``system NAME "text"`` or ``convention NAME "text"``."""

    kind: str
    name: str
    text: str


@frozen
class Belongs(Placed):
    """``belongs at the margin`` (an empty path) or ``belongs after 1M for x = M``: where a convention is used."""

    path: tuple[PathElement, ...] = ()
    letters: tuple[tuple[str, SuitRef | None], ...] = ()


@frozen
class CountPoints(Placed):
    """``count points as hcp + length``, or as a ``quantity`` of the system: ``count points as bumrap``."""

    parts: tuple[str, ...]


@frozen
class SuitsGo(Placed):
    """``suits: longest first, higher if equal``: the order of each line of the file that says none."""

    order: tuple[Order, ...]


@frozen
class Setting(Placed):
    """``set notrump = 15-17`` (an :class:`Amount`) or ``set twos = weak`` (a word)."""

    name: str
    value: Amount | str


@frozen
class QuantityDefinition(Placed):
    """``quantity bumrap = A 4.5, K 3, …``: the value of each rank named."""

    name: str
    values: tuple[tuple[str, float], ...]


@frozen
class Definition(Placed):
    """``define good-suit x: …``."""

    name: str
    letters: tuple[str, ...]
    condition: Condition


@frozen
class Unavailable(Placed):
    """``unavailable: leave`` or ``unavailable: pass``."""

    policy: str


@frozen
class Use(Placed):
    """``use NAME for M with minimum = 8 when twos is weak``."""

    name: str
    letters: tuple[tuple[str, SuitRef | None], ...] = ()
    settings: tuple[tuple[str, Amount | str], ...] = ()
    when: tuple[tuple[str, str, bool], ...] = ()


@frozen
class SameAs(Placed):
    """``same as after PATH`` (or ``same as opening``: an empty path) with its changes."""

    path: tuple[PathElement, ...]
    opening: bool = False
    leaving_out: tuple[CallExpr, ...] = ()
    replacing: tuple[tuple[CallExpr, CallExpr], ...] = ()
    shift: int = 0


@frozen
class Unread(Placed):
    """A line that could not be read but was to define ``name``: so that its uses are no further faults."""

    name: str


Statement = (
    Rule
    | Block
    | Language
    | Title
    | Belongs
    | CountPoints
    | SuitsGo
    | Setting
    | QuantityDefinition
    | Definition
    | Unavailable
    | Use
    | SameAs
    | Unread
)


AtTheMargin = Language | Title | Belongs | CountPoints | SuitsGo | Setting | QuantityDefinition | Definition
"""What speaks of the whole file and so stands at its margin."""


@frozen
class SystemFile:
    """A whole file: its statements in order. ``name`` is how messages call the file.

    ``listed`` is written by :func:`bridgelang.lang.walk.nodes_of` alone.
    """

    name: str
    body: tuple[Statement, ...]
    listed: tuple[object, ...] | None = field(default=None, init=False, eq=False, repr=False)


@frozen
class CallPattern(Placed):
    """What a call may be asked to be: ``kind`` is "bid" (``call``), "strain", "pass", "double", "redouble",
    "game" (game or higher), "sort" (``word``: jump, raise, reverse, cue, bid) or "tag".
    """

    kind: str
    call: CallExpr | None = None
    strain: Strain | None = None
    word: str = ""
    tag: Tag | None = None

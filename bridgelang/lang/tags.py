"""Tags in brackets: ``[forcing]``, ``[transfer to hearts]``, ``[forcing to 2NT, agrees x]``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bridgelang.lang import ast
from bridgelang.lang.diagnostics import Diagnostic
from bridgelang.lang.source import LogicalLine
from bridgelang.lang.span import Span

_SUITS = {"club": 0, "clubs": 0, "♣": 0, "diamond": 1, "diamonds": 1, "♦": 1}
_SUITS |= {"heart": 2, "hearts": 2, "♥": 2, "spade": 3, "spades": 3, "♠": 3}
_LETTER = re.compile(r"oM|om|[Mmt-z]")
_CALL = re.compile(r"([1-7])(NT|N|[CDHS])")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9'/-]*|[0-9][A-Za-z]*|[♣♦♥♠]")
_SYNONYMS = {
    "sign-off": "signoff",
    "sign off": "signoff",
    "to play": "signoff",
    "take-out": "takeout",
    "game force": "game forcing",
}


_KNOWN = """
    forcing | game forcing | forcing unless passed hand | invitational | signoff | preemptive | takeout | negative
    penalty | artificial | natural | transfer | agrees | keycard ask | support | responsive | reopening | relay | lead
    quantitative | control bid | optional | competitive | weak | strong
"""
STANDARD = frozenset(word.strip() for word in _KNOWN.replace("\n", "|").split("|") if word.strip())
"""The tags that the language, or bridge players, know."""

SHORT_FORMS = {
    "gf": "game forcing", "fg": "game forcing", "game force": "game forcing", "gameforcing": "game forcing",
    "f": "forcing", "f1": "forcing", "rf": "forcing", "force": "forcing", "round forcing": "forcing",
    "forcing 1 round": "forcing", "forcing one round": "forcing", "forcing for one round": "forcing",
    "one round forcing": "forcing", "forcing to game": "game forcing",
    "inv": "invitational", "invite": "invitational", "inviting": "invitational",
    "s/o": "signoff", "so": "signoff", "sign off": "signoff", "t/o": "takeout", "to": "takeout", "pen": "penalty",
    "penalties": "penalty", "neg": "negative", "art": "artificial", "alert": "artificial", "nat": "natural",
    "pre": "preemptive", "preempt": "preemptive", "pre empt": "preemptive", "preemptive": "preemptive",
    "pre emptive": "preemptive", "trf": "transfer", "xfer": "transfer", "tfr": "transfer",
    "game forcing": "game forcing", "take out": "takeout",
}  # fmt: skip
"""Short forms and other spellings, with the tag each stands for."""


NOT_FORCING = frozenset(["nf", "non forcing", "not forcing", "nonforcing", "semi forcing", "sf"])
"""What notes say of a call that does not force; here no tag says it."""


class TagFault(Exception):
    """A tag that cannot be read; carries its diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def parse_tags(text: str, line: LogicalLine, offset: int) -> list[ast.Tag]:
    """The tags of one bracket; ``offset`` is where ``text`` starts in the line.

    Raises:
        TagFault: for an empty tag, odd characters, or a suit that is none.
    """
    out = []
    position = offset
    for part in text.split(","):
        start = position + len(part) - len(part.lstrip())
        span = line.span(start, start + max(1, len(part.strip())))
        position += len(part) + 1
        if not part.strip():
            raise TagFault(Diagnostic("B122", "an empty tag", span=span, notes=("write [forcing], for example",)))
        words = part.split()
        for word in words:
            if not _WORD.fullmatch(word):
                raise TagFault(Diagnostic("B122", f"`{word}` cannot stand in a tag", span=span))
        out.append(tag_of_words(words, span))
    return out


def tag_of_words(words: Sequence[str], span: Span) -> ast.Tag:
    """The tag that some words are: name, suit or letter at the end, or the call it reaches to.

    >>> from bridgelang.lang.span import NOWHERE
    >>> tag_of_words(["transfer", "to", "hearts"], NOWHERE).name
    'transfer'
    """
    words = list(words)
    suit: ast.SuitRef | None = None
    until: ast.CallExpr | None = None
    last = words[-1]
    if len(words) > 1:
        call = _CALL.fullmatch(last)
        if call and words[-2] == "to":
            letter = call.group(2)[0]
            strain: ast.Strain = (
                ast.Notrump(span=span) if letter == "N" else ast.SuitRef("suit", "CDHS".index(letter), span=span)
            )
            until = ast.CallExpr("bid", int(call.group(1)), strain, span=span)
            words = words[:-2]
        elif last in _SUITS:
            suit = ast.SuitRef("suit", _SUITS[last], span=span)
            words.pop()
        elif _LETTER.fullmatch(last):
            suit = ast.SuitRef("letter", last, span=span)
            words.pop()
        if suit is not None and len(words) > 1 and words[-1] in ("to", "for", "in"):
            words.pop()
    name = " ".join(words)
    name = name.lower() if name.lower() in STANDARD or name.lower() in _SYNONYMS else name
    return ast.Tag(_SYNONYMS.get(name, name), suit, until, span=span)

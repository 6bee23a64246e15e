"""What tags are called at the table."""

from __future__ import annotations

from bridgelang.core.cards import SUITS

NAMED = {
    "transfer": "transfer",
    "takeout": "takeout",
    "negative": "negative",
    "responsive": "responsive",
    "michaels": "Michaels",
    "unusual": "unusual",
    "cappelletti": "Cappelletti",
    "landy": "Landy",
    "lebensohl": "lebensohl",
    "splinter": "splinter",
    "cue": "cue-bid",
    "control bid": "control bid",
    "relay": "relay",
    "puppet": "puppet",
    "support": "support",
}
"""Tags that name a call which has no note of its author."""

ENDINGS = (
    ("game forcing", "game forcing"),
    ("forcing to", "forcing to"),
    ("forcing", "forcing"),
    ("signoff", "to play"),
    ("invitational", "invitational"),
    ("preemptive", "preemptive"),
    ("penalty", "penalty"),
)
"""How far a call is forcing, the strongest first, and what is said of it."""

SAYS_NOTHING = ("nothing to say", "nothing more to say")
"""A pass, and a bid, that tell nothing new."""

_ASKS = {
    "ace ask": "asks for aces",
    "keycard ask": "asks for keycards",
    "king ask": "asks for kings",
    "queen ask": "asks for the queen",
    "trump ask": "asks for trump honours",
    "gerber": "asks for aces",
    "gerber for kings": "asks for kings",
}


def ask_words(name: str, suit: int | None) -> str:
    """``asks for keycards``, with the trump suit where it matters; empty for a tag that is no question.

    >>> ask_words("keycard ask", 3), ask_words("ace ask", 2), ask_words("forcing", None)
    ('asks for keycards in spades', 'asks for aces', '')
    """
    words = _ASKS.get(name, "")
    if words and suit is not None and name in ("keycard ask", "queen ask"):
        joint = "of" if name == "queen ask" else "in"
        return f"{words} {joint} {SUITS[suit].name_lower}"
    return words

"""The commands with a line each, so that the list can be printed without importing one of them.

A test holds these lines against the commands' own.
"""

from __future__ import annotations

COMMANDS = {
    "bid": "The call for a hand, with the rule behind it.",
    "auction": "All four hands of a deal bid to the end.",
    "meaning": "What each call of an auction shows.",
    "match": "Two systems play the same boards; the difference in IMPs.",
    "report": "Where the difference of a match came from.",
    "advise": "Which lines lose, and what would have done better.",
    "trial": "Two versions of a system: what the change is worth.",
    "improve": "Tries small changes of lines, and writes a patch.",
    "tune": "The same match over values of a setting.",
    "hand": "What a hand is worth: points, losers, shape, suits.",
    "score": "What a contract scores.",
    "deal": "Random deals, under conditions if wanted.",
    "deck": "Boards solved beforehand, for fast matches.",
    "convert": "Boards between PBN, LIN and JSON lines.",
    "play": "Sit down and play: bidding, play, scoring.",
    "practice": "Bidding practice, call by call.",
    "new": "A system of your own to begin from, with its tests.",
    "systems": "The systems and conventions that ship.",
    "repl": "Type an auction: who shows what, what could follow.",
    "check": "Look through a system file for errors and dead lines.",
    "fmt": "One layout for system files.",
    "test": "Run a system's own tests.",
    "book": "A system as notes to read: page, text, card.",
    "coverage": "Which rules of a system decide.",
    "compare": "A system beside recorded auctions, call by call.",
    "explain-code": "What the code of a message means.",
    "completion": "Completion by the tab key, for a shell.",
    "lsp": "The language server, for editors.",
    "bot": "A system as a bidder for other programs.",
}

OTHER_NAMES = {
    "lint": "check", "validate": "check", "verify": "check", "format": "fmt", "explain": "meaning", "describe": "book",
    "notes": "book", "card": "book", "rules": "book", "simulate": "match", "run": "match", "list": "systems",
    "conventions": "systems", "evaluate": "hand", "count": "hand", "quiz": "practice", "init": "new", "create": "new",
    "shell": "repl", "diff": "trial", "suggest": "advise", "import": "convert", "export": "convert", "open": "bid",
    "call": "bid", "stats": "coverage", "vs": "match", "dd": "deck", "solve": "deck", "server": "lsp",
}  # fmt: skip
"""What somebody may type for a command, from other programs."""

"""BBA's bidding engine as a bidder for `bridgelang match`:

    bridgelang match sayc "external:python examples/bba/bidder.py --library libEPBot.so --card BBA-Sayc.bbsa"

It speaks the protocol of docs/protocol.md on standard input and output, and asks the native library EPBot through its
C interface. Neither the library nor its convention cards come with this project: README.md beside this file says where
they are. Only Python's own library is needed.

Two languages meet here, and this is what the library's looks like:

* seats are 0 to 3 from North clockwise, and a side is 0 (North-South) or 1 (East-West);
* a hand is four lines, from clubs to spades;
* vulnerability is 1 for East-West and 2 for North-South, added;
* a call is 0 for pass, 1 for double, 2 for redouble, and from 5 on the bids, 1C to 7NT.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

PROTOCOL = 1
SEATS = "NESW"
STRAINS = ("C", "D", "H", "S", "NT")
CODES = {"P": 0, "X": 1, "XX": 2} | {
    f"{level}{strain}": 5 * level + place for level in range(1, 8) for place, strain in enumerate(STRAINS)
}
CALLS = {code: call for call, code in CODES.items()}
VULNERABLE = {"none": 0, "ew": 1, "ns": 2, "all": 3}
IMPS = 1  # what is played for, in the library's numbering; 0 is matchpoints
SYSTEM_LINE = "System type"
LONGEST_TEXT = 1 << 14  # bytes; what it says of a call is shorter


class BidderError(Exception):
    """The library or a card cannot be used; the message is for the user."""


class RequestError(Exception):
    """A request that cannot be answered; the message goes back to whoever asked."""


@dataclass(frozen=True)
class Card:
    """A convention card: ``system`` is the library's number for the system, ``conventions`` a value for each name."""

    name: str
    system: int
    conventions: dict[str, int]

    @classmethod
    def read(cls, path: str) -> Card:
        """The card in a .bbsa file, whose lines are ``name = number``.

        Raises :class:`BidderError` for a file that is not to be had, or is no such card.
        """
        try:
            lines = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError as error:
            raise BidderError(f"{path}: the card cannot be read: {error.strerror}") from None
        values: dict[str, int] = {}
        for number, line in enumerate(lines, start=1):
            name, equals, value = (part.strip() for part in line.rpartition("="))
            if not line.strip():
                continue
            if not (name and equals and value.isdecimal() and value.isascii()):
                raise BidderError(f"{path}:{number}: a line of a card is `name = number`, not `{printable(line)}`")
            values[name] = int(value)
        if SYSTEM_LINE not in values:
            raise BidderError(f"{path}: this is no card of BBA: it has no line `{SYSTEM_LINE} = number`")
        return cls(Path(path).stem, values.pop(SYSTEM_LINE), values)


class Library:
    """The functions of the EPBot library that are used here, with their types as C has them.

    Raises :class:`BidderError` when the file is no library that can be loaded here, or another one.
    """

    def __init__(self, path: str) -> None:
        if not Path(path).is_file():
            raise BidderError(f"{path}: there is no such file; it should be the library, libEPBot.so")
        try:
            self._library = ctypes.CDLL(str(Path(path).resolve()))
        except OSError as error:
            raise BidderError(f"{path}: not a library that can be loaded here: {error}") from None
        self._path = path
        handle, number, text = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p
        self.create = self._function("create", handle)
        self.destroy = self._function("destroy", None, handle)
        self.version = self._function("version", number, handle)
        self.last_error = self._function("get_last_error", text)
        self.set_system_type = self._function("set_system_type", number, handle, number, number)
        self.set_conventions = self._function("set_conventions", number, handle, number, text, number)
        self.set_scoring = self._function("set_scoring", number, handle, number)
        self.new_hand = self._function("new_hand", number, handle, number, text, number, number, number, number)
        self.set_bid = self._function("set_bid", number, handle, number, number, text)
        self.get_bid = self._function("get_bid", number, handle)
        self.meaning = self._function("get_info_meaning", number, handle, number, text, number)

    def _function(self, name: str, result: Any, *arguments: Any) -> Any:
        try:
            function = getattr(self._library, f"epbot_{name}")
        except AttributeError:
            raise BidderError(f"{self._path}: this library is not EPBot: it has no `epbot_{name}`") from None
        function.restype = result
        function.argtypes = arguments
        return function


@dataclass(frozen=True)
class Request:
    """What is asked, in the library's numbers: the player's ``seat``, and the calls so far, from ``dealer`` on."""

    hand: str
    seat: int
    dealer: int
    vulnerability: int
    auction: tuple[int, ...]

    @classmethod
    def read(cls, message: dict[str, Any]) -> Request:
        """The request in a message of the protocol; raises :class:`RequestError` for one that cannot be read."""
        suits = str(message.get("hand")).upper().split(".")  # spades first
        cards = "".join(suits)
        if len(suits) != 4 or len(cards) != 13 or set(cards) - set("AKQJT98765432"):
            raise RequestError(f"`hand` is thirteen cards as in AQ32.K54.J987.32, not {message.get('hand')!r}")
        calls = message.get("auction")
        if not isinstance(calls, list):
            raise RequestError(f"`auction` is a list of calls, not {calls!r}")
        dealer = _looked_up("dealer", message.get("dealer"), {seat: place for place, seat in enumerate(SEATS)})
        return cls(
            hand="\n".join(reversed(suits)),
            seat=(dealer + len(calls)) % 4,
            dealer=dealer,
            vulnerability=_looked_up("vulnerability", message.get("vulnerability"), VULNERABLE),
            auction=tuple(_looked_up("auction", call, CODES) for call in calls),
        )


class Player:
    """Asks the library for calls, both sides' cards told to it."""

    def __init__(self, library: Library, ours: Card, theirs: Card) -> None:
        self._library = library
        self._ours = ours
        self._theirs = theirs
        self._desks: dict[int, Any] = {}  # the library's memory of a player: one for each side that we sit at

    @property
    def version(self) -> str:
        """The library's version."""
        return str(self._library.version(self._desk(0)))

    def call(self, request: Request) -> tuple[str, str]:
        """The library's call, and what it says of it.

        The auction is told from its beginning each time, since the next request may be of another board. Whether the
        call is legal is left to whoever asked. Raises :class:`RequestError` when the library gives no call.
        """
        library, desk = self._library, self._desk(request.seat % 2)
        hand = request.hand.encode()
        told = library.new_hand(desk, request.seat, hand, request.dealer, request.vulnerability, 0, 0)
        if told < 0:
            raise RequestError(f"the library does not take the hand: {self._last_error()}")
        for place, code in enumerate(request.auction):
            seat = (request.dealer + place) % 4
            if seat == request.seat:
                library.get_bid(desk)  # it remembers what it thought when it made this call
            library.set_bid(desk, seat, code, b"")
        code = library.get_bid(desk)
        if code not in CALLS:
            raise RequestError(f"the library's answer {code} is no call: {self._last_error()}")
        library.set_bid(desk, request.seat, code, b"")
        meaning = ctypes.create_string_buffer(LONGEST_TEXT)
        library.meaning(desk, request.seat, meaning, LONGEST_TEXT)
        return CALLS[code], meaning.value.decode("utf-8", "replace")

    def _desk(self, side: int) -> Any:
        if side not in self._desks:
            desk = self._library.create()
            if not desk:
                raise RequestError(f"the library does not start: {self._last_error()}")
            for who, card in ((side, self._ours), (1 - side, self._theirs)):
                self._library.set_system_type(desk, who, card.system)
                for name, value in card.conventions.items():
                    self._library.set_conventions(desk, who, name.encode(), value)
            self._library.set_scoring(desk, IMPS)
            self._desks[side] = desk
        return self._desks[side]

    def _last_error(self) -> str:
        said = self._library.last_error()
        return said.decode("utf-8", "replace") if said else "it does not say why"


def answer(player: Player, name: str, line: str) -> dict[str, Any] | None:
    """The answer to a line of the protocol; None for a bye."""
    message: Any = None
    try:
        message = json.loads(line)
        kind = message.get("type") if isinstance(message, dict) else None
        if kind == "bye":
            return None
        if kind == "hello":
            if message.get("protocol") != PROTOCOL:
                raise RequestError(f"only protocol {PROTOCOL} is spoken here, not {message.get('protocol')!r}")
            return {"type": "hello", "name": name, "version": player.version}
        if kind != "call":
            raise RequestError(f"a request is a hello, a call or a bye, not {kind!r}")
        call, meaning = player.call(Request.read(message))
    except (RequestError, ValueError) as error:
        complain(str(error))
        return {"id": message.get("id") if isinstance(message, dict) else None, "error": str(error)}
    return {"id": message.get("id"), "call": call, "explanation": meaning}


def main() -> None:
    """Read the command line, then answer requests until the bye or the end of the input."""
    parser = argparse.ArgumentParser(description="BBA's bidding engine as a bidder for bridgelang match.")
    parser.add_argument("--library", required=True, metavar="FILE", help="libEPBot.so, the native library")
    parser.add_argument("--card", required=True, metavar="FILE", help="the convention card it plays, a .bbsa file")
    parser.add_argument("--their-card", metavar="FILE", help="the opponents' card (the same one, unless told)")
    options = parser.parse_args()
    try:
        ours = Card.read(options.card)
        theirs = Card.read(options.their_card) if options.their_card else ours
        player = Player(Library(options.library), ours, theirs)
    except BidderError as error:
        fail(str(error))
    for line in sys.stdin:
        reply = answer(player, f"BBA {ours.name}", line)
        if reply is None:
            break
        print(json.dumps(reply), flush=True)


def _looked_up(field: str, value: object, known: dict[str, int]) -> int:
    """The library's number for a word of the protocol."""
    if not isinstance(value, str) or value not in known:
        raise RequestError(f"{value!r} cannot stand in `{field}`")
    return known[value]


def printable(text: str) -> str:
    """The beginning of a text that may be anything, as it may be shown."""
    return "".join(sign if sign.isprintable() else "?" for sign in text[:60])


def complain(message: str) -> None:
    """Tell whoever watches; standard output is for answers."""
    print(f"bidder.py: {message}", file=sys.stderr)


def fail(message: str) -> NoReturn:
    """End with a message, for whoever watches and for whoever waits for a hello, and the exit status for bad input."""
    complain(message)
    print(json.dumps({"error": message}), flush=True)
    raise SystemExit(2)


if __name__ == "__main__":
    main()

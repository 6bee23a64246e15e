"""The file that keeps a game: written whole after every event, so that a game that is killed goes on where it was."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from bridgelang.bidding.load import load_system
from bridgelang.core.dealing import deal
from bridgelang.errors import BridgelangError, NotationError
from bridgelang.game.others import Others
from bridgelang.game.session import Session
from bridgelang.game.setup import Setup
from bridgelang.interop.files import replacing
from bridgelang.play.board import Board, Phase
from bridgelang.play.record import from_record, to_record

FORMAT = 1


def state_path(name: str) -> str:
    """Where a file of this name is kept: in the user's own folder (``BRIDGELANG_STATE`` names another)."""
    given = os.environ.get("BRIDGELANG_STATE")
    if given:
        return os.path.join(given, name)
    if sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Application Support")
    elif sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~")
    else:
        base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(base, "bridgelang", name)


def default_path() -> str:
    """Where a game is kept unless a file is named."""
    return state_path("game.json")


def write_json(data: Any, path: str) -> None:
    """Write plain values to a file, whole or not at all; its folder is made if need be.

    Raises:
        OSError: when the file cannot be written.
    """
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with replacing(path) as stream:
        stream.write(json.dumps(data, indent=0).encode())


def save(session: Session, path: str) -> None:
    """Write the game to its file, whole or not at all.

    Raises:
        OSError: when the file cannot be written.
    """
    data = {
        "format": FORMAT,
        "setup": session.setup.to_json(),
        "finished": [to_record(board) for board in session.finished],
        "board": to_record(session.board),
    }
    write_json(data, path)


def load(path: str) -> Session:
    """The game in a file, every event of it played again by the same rules.

    Raises:
        NotationError: when it is no game's file.
        OSError: when there is none.
    """
    with open(path, encoding="utf-8") as stream:
        try:
            data: Any = json.load(stream)
            if data["format"] != FORMAT:
                raise NotationError(f"{path} was written by another version of this program")
            setup = Setup.from_json(data["setup"])
            finished = [from_record(record) for record in data["finished"]]
            board = from_record(data["board"])
            _check(setup, finished, board)
        except (ValueError, KeyError, TypeError) as fault:
            raise NotationError(f"{path} is not the file of a game: {fault}", path) from None
        except BridgelangError as fault:
            raise NotationError(f"{path} cannot be gone on with: {fault}", path) from None
    return Session(setup, others_of(setup), finished, board)


def _check(setup: Setup, finished: list[Board], board: Board) -> None:
    """The boards are those of the setup, in order, and all but the last are done."""
    for index, one in enumerate([*finished, board]):
        if one.deal != deal(setup.seed, index) or (index < len(finished) and one.phase is not Phase.DONE):
            raise NotationError(f"board {index + 1} is not the one that belongs there")


def others_of(setup: Setup) -> Others:
    """The other players of a game, their systems loaded."""
    system = load_system(setup.system, settings=dict(setup.settings))
    same = setup.opponents == setup.system and not setup.settings
    return Others(setup, system, system if same else load_system(setup.opponents))


def begin(setup: Setup) -> Session:
    """A new game."""
    return Session(setup, others_of(setup))


def is_unfinished(path: str) -> bool:
    """Whether a file has a game that can be gone on with."""
    try:
        return not load(path).is_over
    except (OSError, BridgelangError):
        return False

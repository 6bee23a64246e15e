"""The shared library DDS (Bo Haglund and Sören Hein's double-dummy solver), by ctypes: its own public interface.

Which file is loaded: the one that was put into this package when it was built (:data:`BESIDE`), or else, in a checkout,
that of the package endplay, from which the build takes it too. Nothing of endplay is imported: it brings a plotting
library with it, which nobody who only wants tricks should have to install. The name and place of that one file are
all that is used of endplay.

Encodings are DDS's own: strains spades 0, hearts 1, diamonds 2, clubs 3, notrump 4; players N E S W 0 to 3; a holding
has the two in bit 2 and the ace in bit 14. All structures and functions are those of its header ``dll.h``.
"""

from __future__ import annotations

import ctypes
import importlib.util
from pathlib import Path
from typing import Any

__all__ = ["BESIDE", "BOARDS", "TABLES", "DdsError", "DdsMissing", "library_file", "load"]

BOARDS, TABLES = 200, 40
"""The most boards, and deals for all strains, that one call takes."""

BESIDE = Path(__file__).parents[1] / "_dds"
"""The folder of this package into which the build puts the library."""

_ENDINGS = (".so", ".dylib", ".dll")
_Holdings = (ctypes.c_uint * 4) * 4


class DdsMissing(Exception):
    """There is no library, or it cannot be loaded; the message says what to do."""


class DdsError(Exception):
    """The library refused a position; the message is its own."""


class Position(ctypes.Structure):
    """``deal`` of the header: the cards left, and those of the current trick."""

    _fields_ = [
        ("trump", ctypes.c_int),
        ("first", ctypes.c_int),
        ("currentTrickSuit", ctypes.c_int * 3),
        ("currentTrickRank", ctypes.c_int * 3),
        ("remainCards", _Holdings),
    ]


class Boards(ctypes.Structure):
    """``boards``: positions, and what is wanted of each."""

    _fields_ = [
        ("noOfBoards", ctypes.c_int),
        ("deals", Position * BOARDS),
        ("target", ctypes.c_int * BOARDS),
        ("solutions", ctypes.c_int * BOARDS),
        ("mode", ctypes.c_int * BOARDS),
    ]


class Scores(ctypes.Structure):
    """``futureTricks``: the tricks that cards take."""

    _fields_ = [
        ("nodes", ctypes.c_int),
        ("cards", ctypes.c_int),
        ("suit", ctypes.c_int * 13),
        ("rank", ctypes.c_int * 13),
        ("equals", ctypes.c_int * 13),
        ("score", ctypes.c_int * 13),
    ]


class SolvedBoards(ctypes.Structure):
    """``solvedBoards``."""

    _fields_ = [("noOfBoards", ctypes.c_int), ("solvedBoard", Scores * BOARDS)]


class _Cards(ctypes.Structure):
    _fields_ = [("cards", _Holdings)]


class Deals(ctypes.Structure):
    """``ddTableDeals``."""

    _fields_ = [("noOfTables", ctypes.c_int), ("deals", _Cards * (TABLES * 5))]


class _Results(ctypes.Structure):
    _fields_ = [("resTable", (ctypes.c_int * 4) * 5)]


class Tables(ctypes.Structure):
    """``ddTablesRes``: tricks by strain and declarer."""

    _fields_ = [("noOfBoards", ctypes.c_int), ("results", _Results * (TABLES * 5))]


class _Par(ctypes.Structure):
    _fields_ = [("score", (ctypes.c_char * 16) * 2), ("contracts", (ctypes.c_char * 128) * 2)]


class _Pars(ctypes.Structure):
    _fields_ = [("presults", _Par * TABLES)]


class Library:
    """The loaded library; every call raises :class:`DdsError` when it is refused."""

    def __init__(self, file: Path) -> None:
        try:
            self._functions: Any = ctypes.CDLL(str(file))
            self._functions.SetMaxThreads.restype = None
            for name in ("SolveBoard", "SolveAllBoardsBin", "CalcAllTables"):
                getattr(self._functions, name).restype = ctypes.c_int
        except (OSError, AttributeError) as error:
            raise DdsMissing(f"the double-dummy solver cannot be loaded: {error}") from error

    def set_threads(self, threads: int) -> None:
        """Must have been called before anything is solved."""
        self._functions.SetMaxThreads(ctypes.c_int(threads))

    def solve(self, position: Position, target: int, solutions: int, mode: int) -> Scores:
        """One position, in the first thread."""
        scores = Scores()
        self._checked(self._functions.SolveBoard(position, target, solutions, mode, ctypes.byref(scores), 0))
        return scores

    def solve_boards(self, boards: Boards) -> SolvedBoards:
        """Many positions."""
        solved = SolvedBoards()
        self._checked(self._functions.SolveAllBoardsBin(ctypes.byref(boards), ctypes.byref(solved)))
        return solved

    def solve_tables(self, deals: Deals) -> Tables:
        """All declarers in all strains."""
        solved, every_strain = Tables(), (ctypes.c_int * 5)()
        unused = ctypes.byref(_Pars())  # no par is asked for: mode -1
        self._checked(
            self._functions.CalcAllTables(ctypes.byref(deals), -1, every_strain, ctypes.byref(solved), unused)
        )
        return solved

    def _checked(self, code: int) -> None:
        if code != 1:
            text = ctypes.create_string_buffer(80)
            self._functions.ErrorMessage(code, text)
            raise DdsError(text.value.decode("utf-8", "replace"))


def library_file() -> Path:
    """The file to load.

    Raises :class:`DdsMissing` when there is none.
    """
    folders = [BESIDE]
    endplay = importlib.util.find_spec("endplay")
    if endplay is not None and endplay.origin is not None:
        folders.append(Path(endplay.origin).parent / "_dds")
    for folder in folders:
        for file in sorted(folder.glob("*")):
            if file.suffix in _ENDINGS:
                return file
    raise DdsMissing("the double-dummy solver is not there: install bridgelang anew, or pip install endplay")


def load() -> Library:
    """The library; raises :class:`DdsMissing`."""
    return Library(library_file())

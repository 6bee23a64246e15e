"""PBN's supplemental sections as tables: columns with widths and an order, rows of text.

Source: PBN 2.1, chapter 5.
"""

from __future__ import annotations

import re

from attrs import frozen

from bridgelang.core.cards import STRAINS, Strain, quoted
from bridgelang.core.seats import Seat
from bridgelang.errors import NotationError
from bridgelang.interop.board import Board
from bridgelang.interop.records import Tag

_COLUMN = re.compile(r"([+-]?)(.*?)(?:\\(\d{1,3})([LR]?))?")
_ELEMENT = re.compile(r'"(?:[^"\\]|\\.)*+"|\S+')
OPTIMUM_RESULTS = "OptimumResultTable"
OPTIMUM_HEADER = r"Declarer;Denomination\2R;Result\2R"


@frozen
class Column:
    """A column: ``order`` is ``+`` (highest first), ``-`` (lowest first) or nothing; ``width`` in characters,
    0 for none; ``align`` is ``L``, ``R`` or nothing.
    """

    name: str
    order: str = ""
    width: int = 0
    align: str = ""

    def __str__(self) -> str:
        width = f"\\{self.width}{self.align}" if self.width else ""
        return f"{self.order}{self.name}{width}"

    def cell(self, text: str) -> str:
        """An element at the column's width."""
        return text.rjust(self.width) if self.align == "R" else text.ljust(self.width)


@frozen
class Table:
    r"""A table section: columns, and rows of as many elements; strings keep their quotes.

    >>> table = Table.read(Tag("OptimumResultTable", r"Declarer;Denomination\2R;Result\2R", ("N NT  7",)))
    >>> table.rows, table.lines()
    ((('N', 'NT', '7'),), ['N NT  7'])
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def read(cls, tag: Tag) -> Table:
        """The table under a tag; elements are counted into rows, wherever the lines break.

        A header with blanks in place of semicolons is read too, and for OptimumResultTable an empty one.
        Raises NotationError when the elements do not fill the rows.
        """
        header = tag.value
        if tag.name == OPTIMUM_RESULTS and not header.strip():
            header = OPTIMUM_HEADER
        names = header.split(";") if ";" in header else header.split() or [""]
        columns = tuple([_column(name) for name in names])
        elements = [element for line in tag.body for element in _ELEMENT.findall(line)]
        width = len(columns)
        if len(elements) % width:
            count = len(elements)
            raise NotationError(f"{tag.name} has {count} elements, which do not fill rows of {width}", tag.value)
        rows = tuple([tuple(elements[at : at + width]) for at in range(0, len(elements), width)])
        return cls(columns, rows)

    @property
    def header(self) -> str:
        """The tag's value in the standard's form."""
        return ";".join(map(str, self.columns))

    def lines(self) -> list[str]:
        """The rows as export format writes them, one a line."""
        return [
            " ".join([column.cell(text) for column, text in zip(self.columns, row, strict=True)]).rstrip()
            for row in self.rows
        ]

    def column(self, name: str) -> int | None:
        """The index of a column by name."""
        return next((index for index, column in enumerate(self.columns) if column.name == name), None)


def _column(text: str) -> Column:
    found = _COLUMN.fullmatch(text.strip())
    if found is None:
        return Column(text.strip())
    return Column(found[2], found[1], int(found[3] or 0), found[4] or "")


def double_dummy(board: Board) -> dict[tuple[Seat, Strain], int]:
    """Declarer's double-dummy tricks by declarer and strain, from the board's OptimumResultTable.

    Empty without that table; raises NotationError when it cannot be read.
    """
    tag = next(board.named_tags(OPTIMUM_RESULTS), None)
    if tag is None:
        return {}
    table = Table.read(tag)
    declarer = table.column("Declarer")
    strain = table.column("Denomination")
    strain = table.column("Suit") if strain is None else strain
    result = table.column("Result")
    result = table.column("Tricks") if result is None else result
    if declarer is None or strain is None or result is None:
        raise NotationError(f"{quoted(tag.value)} lacks one of Declarer, Denomination and Result", tag.value)
    tricks = {}
    for row in table.rows:
        if not row[result].isdigit():
            continue
        tricks[Seat.parse(row[declarer]), Strain.parse(row[strain])] = int(row[result])
    return tricks


def double_dummy_tag(tricks: dict[tuple[Seat, Strain], int]) -> Tag:
    """The OptimumResultTable of these tricks, in the order N S E W and notrump first."""
    lines = []
    for seat in (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST):
        for strain in reversed(STRAINS):
            if (seat, strain) in tricks:
                lines.append(f"{seat.letter} {strain.letter:>2} {tricks[seat, strain]:>2}")
    return Tag(OPTIMUM_RESULTS, OPTIMUM_HEADER, tuple(lines))

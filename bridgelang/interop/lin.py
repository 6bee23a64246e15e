"""LIN, the files of Bridge Base Online: reading and writing.

>>> from bridgelang.core.dealing import deal
>>> from bridgelang.interop.board import Board
>>> text = format_lin([Board.of(deal(1, 1), number=1)])
>>> next(parse_lin(text)).deal == deal(1, 1)
True
"""

from bridgelang.interop.lin_read import parse_lin, read_lin
from bridgelang.interop.lin_write import format_lin, write_lin

__all__ = ["format_lin", "parse_lin", "read_lin", "write_lin"]

"""Portable Bridge Notation, version 2.1: reading anything that looks like it, writing what the standard says.

* :func:`read_pbn` and :func:`parse_pbn` give boards one after the other and report what is odd and where;
* :func:`write_pbn` and :func:`format_pbn` write them, in export format or close to the file they came from.

>>> problems = []
>>> board = next(parse_pbn('[Board "1"]\\n[Contract "3n"]\\n[Declarer "s"]', problems.append, "my.pbn"))
>>> print(board.contract)
3NT by S
>>> print(problems[0])
my.pbn:2: note: the contract `3n` is read as 3NT
"""

from bridgelang.interop.pbn_read import boards, parse_pbn, read_pbn
from bridgelang.interop.pbn_write import EXPORT, KEEP, format_pbn, write_pbn

__all__ = ["EXPORT", "KEEP", "boards", "format_pbn", "parse_pbn", "read_pbn", "write_pbn"]

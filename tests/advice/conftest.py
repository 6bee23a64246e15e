"""Two versions of a small system, and boards with made-up results, so that nothing has to be solved."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bridgelang.batch.dealing import deal_masks
from bridgelang.match.deck import Deck

OLD = """language 1
system Old "a small system"

opening:
  1NT: 15-17 hcp, balanced
  1M: 12+ points, 5+ M ; longest first, higher if equal
  1m: 12+ points, 3+ m ; longest first, lower if equal
  pass

after 1NT:
  3NT: combined 25+ hcp
  2x: 5+ x, x is not clubs ; longest first, higher if equal
  pass

after 1x:
  3x: 10-12 points, 4+ x
  2x: 6-9 points, 3+ x
  1y: 6+ points, 4+ y ; longest first, lower if equal
  1NT: 6+ points
  pass

when the contract is theirs:
  cheapest x: 11+ points, 5+ x, at level 1 ; longest first
  X: 14+ hcp, the contract is at level 1
pass
"""


@pytest.fixture(autouse=True, scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """One cache for these tests, never the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRIDGELANG_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``old.bid``, ``new.bid`` (a weak notrump) and ``words.bid`` (only a comment more)."""
    folder = tmp_path_factory.mktemp("texts")
    (folder / "old.bid").write_text(OLD)
    (folder / "new.bid").write_text(OLD.replace("15-17 hcp", "12-14 hcp").replace("system Old", "system New"))
    (folder / "words.bid").write_text(OLD.replace("\nopening:", "# the first call\n\nopening:"))
    return folder


@pytest.fixture(scope="session")
def deck(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A deck of 400 boards with made-up results: they differ from the true ones."""
    rng = np.random.default_rng(3)
    path = tmp_path_factory.mktemp("deck") / "made-up.deck"
    tables = rng.integers(4, 12, (400, 4, 5), dtype=np.uint8)
    made = Deck.of(7, 1, deal_masks(7, 0, 400), tables, np.zeros(400, dtype=np.int16))
    path.write_bytes(made.encode())
    return str(path)

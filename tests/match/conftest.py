"""What several match tests use."""

from __future__ import annotations

import numpy as np
import pytest

from bridgelang.batch.dealing import deal_masks
from bridgelang.match.deck import Deck


@pytest.fixture(scope="session")
def deck(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A deck of 200 boards with made-up results: no solving is needed, and they differ from the true ones."""
    rng = np.random.default_rng(8)
    path = tmp_path_factory.mktemp("deck") / "made-up.deck"
    tables = rng.integers(4, 12, (200, 4, 5), dtype=np.uint8)
    made = Deck.of(5, 1, deal_masks(5, 0, 200), tables, np.zeros(200, dtype=np.int16))
    path.write_bytes(made.encode())
    return str(path)

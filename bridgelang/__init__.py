"""Write, test and compare contract-bridge bidding systems in plain text.

>>> from bridgelang import Auction, Hand
>>> Hand.parse("AKQ2.J53.T98.642").hcp, Auction.parse("1NT P").turn
(10, <Seat.SOUTH: 2>)

The names are loaded when first used, so that ``import bridgelang`` costs next to nothing.
"""

__version__ = "0.1.0"

__all__ = [
    "Auction",
    "Call",
    "Card",
    "Contract",
    "Deal",
    "Hand",
    "Seat",
    "Vulnerability",
    "__version__",
    "load_system",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bridgelang.bidding.load import load_system
    from bridgelang.core.auctions import Auction
    from bridgelang.core.calls import Call
    from bridgelang.core.cards import Card
    from bridgelang.core.contracts import Contract
    from bridgelang.core.deals import Deal
    from bridgelang.core.hands import Hand
    from bridgelang.core.seats import Seat, Vulnerability

_HOMES = {
    "Auction": "bridgelang.core.auctions",
    "Call": "bridgelang.core.calls",
    "Card": "bridgelang.core.cards",
    "Contract": "bridgelang.core.contracts",
    "Deal": "bridgelang.core.deals",
    "Hand": "bridgelang.core.hands",
    "Seat": "bridgelang.core.seats",
    "Vulnerability": "bridgelang.core.seats",
    "load_system": "bridgelang.bidding.load",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module `bridgelang` has no `{name}`", name=name)
    from importlib import import_module

    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))

"""Write, test and compare contract-bridge bidding systems in plain text."""

__version__ = "0.1.0"

"""Duplicate matches: boards, double-dummy results, statistics, and where the difference came from."""

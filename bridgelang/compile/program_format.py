"""The number of the compiled form; raised whenever its meaning changes, so that old caches are left alone."""

FORMAT = 4

"""The command line: options read, the library called, its answers printed. Nothing imports this package."""

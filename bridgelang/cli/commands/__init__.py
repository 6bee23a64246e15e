"""One module for each command, imported when the command is used; each has a click command named ``command``."""

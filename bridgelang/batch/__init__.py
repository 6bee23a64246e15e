"""Many hands at once: columns of hands as numpy arrays of 52-bit masks."""

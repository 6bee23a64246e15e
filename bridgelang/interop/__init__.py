"""Other programs' files: PBN and LIN, and JSON lines for one's own programs."""

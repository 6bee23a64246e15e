"""``python -m bridgelang`` is the command line."""

import sys

from bridgelang.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

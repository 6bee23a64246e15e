"""``python -m bridgelang`` is the command line."""

from bridgelang.cli.start import run

if __name__ == "__main__":
    run()

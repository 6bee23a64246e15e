"""``python -m bridgelang`` is the command line."""

from bridgelang.cli.main import run

if __name__ == "__main__":
    run()

"""What an outside program costs a call: 200 boards against the reference client, and against `bridgelang bot`.

    python benchmarks/external_calls.py [SYSTEM]

Prints milliseconds a call of the protocol (bar: 2) and whether the match equals the one in process.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bridgelang import load_system
from bridgelang.match import play_match
from bridgelang.match.bidding import Answer, Question, SystemBidder
from bridgelang.match.external import ExternalBidder
from bridgelang.match.outside import Outside

CLIENT = Path(__file__).parents[1] / "examples" / "client.py"
BOT = (
    "import sys; from bridgelang import load_system; from bridgelang.match.bot import serve; "
    "serve(load_system(sys.argv[1]), sys.stdin.buffer, sys.stdout.buffer, load_system)"
)


class Timed(ExternalBidder):
    """Counts its questions and the time they take."""

    asked = 0
    seconds = 0.0

    def answer(self, questions: Sequence[Question]) -> list[Answer]:
        began = time.perf_counter()
        answers = super().answer(questions)
        self.seconds += time.perf_counter() - began
        self.asked += len(questions)
        return answers


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("system", nargs="?", default="sayc")
    options = parser.parse_args()
    shared = Outside("shared")  # what it costs to start programs is another question
    client = Timed(shlex.join([sys.executable, str(CLIENT)]), outside=shared)
    play_match(client, options.system, boards=200, deck="reference")
    print(f"reference client: {client.asked} calls, {1000 * client.seconds / client.asked:.3f} ms a call (bar: 2)")
    client.close()
    bot = Timed(shlex.join([sys.executable, "-c", BOT, options.system]), opponents="goren", outside=shared)
    outside = play_match(bot, "goren", boards=200, deck="reference")
    bot.close()
    # goren cannot know what an outside program plays, and reads it as itself: so it does here
    ours, goren = load_system(options.system), load_system("goren")
    inside = play_match(SystemBidder(ours, goren), SystemBidder(goren), boards=200, deck="reference")
    print(f"our own bot: {bot.asked} calls, {1000 * bot.seconds / bot.asked:.3f} ms a call")
    same = list(outside.values) == list(inside.values) and [
        [table.auction for table in record.tables] for record in outside.swings
    ] == [[table.auction for table in record.tables] for record in inside.swings]
    print(f"the match through the bot {'equals' if same else 'DIFFERS FROM'} the one in process")
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()

"""`play` and `practice` with a person: scripts on standard input, and a terminal with the plug pulled."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from .conftest import SMALL, heed_interrupts

QUIET = ["--seed", "7", "--boards", "2"]


def lines(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


def test_an_auction_with_explanations(run):
    ran = run("play", "--system", SMALL, *QUIET, stdin=lines("explain", "hint", "explain 1H", "1C", "1H", "quit"))
    assert ran.status == 0
    assert "=== Board 1, dealer North, nobody vulnerable ===" in ran.out
    assert "East   1C   12-20 points" in ran.out
    assert "hint:  Pass small.bid:45  pass" in ran.out
    assert "1C is not sufficient over 1C; the lowest club bid is 2C" in ran.out
    assert "South 1H" in ran.out
    assert "The game is kept" in ran.out
    assert all(len(line) < 80 for line in ran.out.splitlines())
    assert ran.out.isascii()


def test_the_end_of_the_input_is_like_quit(run, folder):
    ran = run("play", "--system", SMALL, *QUIET, stdin="")
    assert ran.status == 0
    assert "The game is kept" in ran.out
    assert (folder / "state" / "game.json").exists()


def to_the_end(run, *start: str) -> str:
    """Pass throughout and play the first card always, until the game is over; a session each ten lines."""
    out = ""
    for turn in range(30):
        words = start if turn == 0 else ["play"]
        ran = run(*words, stdin=lines(*["p", "1", "", "settle"] * 5))
        assert ran.status == 0
        out += ran.out
        if "The game is over." in ran.out:
            return out
    raise AssertionError(out[-2000:])


def test_a_game_played_in_many_sittings_is_played_once(run, folder):
    out = to_the_end(run, "play", "--system", SMALL, *QUIET)
    assert out.count("Going on with your game") > 3
    game = json.loads((folder / "state" / "game.json").read_text())
    boards = [*game["finished"], game["board"]]
    assert len(boards) == 2
    assert [board["events"][-1] for board in boards] == [["score"], ["score"]]
    table = out[out.rindex("board  contract") :]
    assert "total" in table
    assert all(len(line) < 80 for line in out.splitlines())
    again = run("play", stdin="")
    assert "A new game" in again.out


def test_rubber_prints_a_score_sheet(run):
    out = ""
    for _ in range(40):
        words = ["play", "--system", SMALL, "--rubber", "--seed", "4"] if not out else ["play"]
        out += run(*words, stdin=lines(*["p", "1", "", "settle"] * 30)).out
        if "The game is over." in out:
            break
    assert "North-South | East-West" in out
    assert re.search(r"(700|500)\s+\||\|\s+(700|500)", out), "somebody has won the rubber"


def test_cards_by_number_name_or_rank_and_a_revoke_refused(run):
    out = run("play", "--system", SMALL, *QUIET, stdin=lines("p", "quit")).out
    assert "Your card: " in out
    listed = re.findall(r"(\d+) ([CDHS][2-9TJQKA])\b", out.rsplit("\n\n", 1)[1].split("Your card")[0])
    assert [int(number) for number, _ in listed] == list(range(1, len(listed) + 1))
    numbers = {card: number for number, card in listed}
    unheld = next(s + r for s in "SHDC" for r in "A2" if s + r not in numbers)
    ran = run("play", stdin=lines("99", "0", "zz", unheld, "Z", listed[0][1].lower(), "quit"))
    assert "there is no card number 99" in ran.out
    assert "`zz` names no card" in ran.out
    assert f"South leads {listed[0][1]}" in ran.out


def test_cards_as_players_name_them(run):
    """In dummy's turn `low` follows suit, `high` tops it, a suit alone is its lowest card."""
    out = run("play", "--system", SMALL, *QUIET, stdin=lines("p", "spade", "quit")).out
    held = re.search(r"S ([2-9TJQKA]+)", out[out.index("South (you)") :])
    assert held is not None
    assert f"South leads S{held[1][-1]}" in out
    out = run("play", stdin=lines("undo", "spade", "low", "quit")).out
    assert out.count(f"South leads S{held[1][-1]}") == 1
    assert re.search(r"South plays [SHDC][2-9TJQKA]", out)


def test_explaining_one_call(run):
    script = lines("explain 2", "explain 1C", "explain 1S", "explain 9", "explain nothing", "p", "explain 2", "quit")
    out = run("play", "--system", SMALL, *QUIET, stdin=script).out
    assert out.count("East   1C   12-20 points") == 3
    assert "  from small.bid:" in out
    assert re.search(r"South  1S ", out)
    assert "there is no call number 9: 2 have been made" in out
    assert "`nothing` is not a call" in out


def test_help_fits_the_terminal():
    from bridgelang.cli.table import _COMMANDS, HELP

    assert all(len(line) < 80 for line in HELP.splitlines())
    words = set(re.findall(r"[a-z]+", HELP))
    assert set(_COMMANDS) - words <= {"help", "?", "hands", "exit", "q"}


def test_the_review_names_the_cards_that_cost_tricks(run):
    """Played by always taking the first card of the list: somebody is bound to throw tricks away."""
    script = lines("p", "p", *["1"] * 26, "review", "quit")
    out = run("play", "--system", SMALL, "--seed", "2", "--boards", "2", stdin=script).out
    slips = re.findall(r"trick +(\d+): (\w+) +([SHDC].) cost (\d) tricks?; better was ([SHDC].)", out)
    assert slips
    assert all(1 <= int(number) <= 12 and card != better for number, _, card, _, better in slips)


def test_undo_review_last_score_and_help(run):
    words = ["p", "1", "last", "review", "score", "undo", "show", "redo", "undo", "nonsense", "help", "quit"]
    ran = run("play", "--system", SMALL, *QUIET, stdin=lines(*words))
    assert "Taken back." in ran.out
    assert "Done again." in ran.out
    assert "won by" in ran.out
    assert "No board is done yet." in ran.out
    assert "`nonsense` names no card" in ran.out
    assert "claim [N]" in ran.out


def test_the_review_after_the_chairs_have_changed_names_the_seats_as_they_are(run):
    """Partner declares: the person plays North's hand, his own is dummy."""
    script = lines("p", "review", "1", "review", "quit")
    out = run("play", "--system", SMALL, "--seed", "1", "--boards", "1", stdin=script).out
    assert "You change chairs with North" in out
    after = out.split("You change chairs")[1]
    assert "South (you)" not in after
    reviews = re.findall(r"review\n(.*?\n\n)", out, re.DOTALL)
    assert len(reviews) == 2
    for review in reviews:
        assert "North (you)   S K75  H Q82  D KQT83  C Q7" in review
        assert "South (dummy) S 64  H 765  D J962  C A954" in review


def test_every_screen_writes_suits_in_one_way(run):
    """With symbols there is no 1S, on any screen up to the score sheet, but where it says what one may type."""
    words = ["p", "explain", "hint", "1", "review", "claim 0", "settle", "review", "score", "", "quit"]
    out = ""
    for turn in range(8):
        start = ["--system", SMALL, "--seed", "7", "--rubber"] if not turn else []
        out += run("play", *start, "--symbols", stdin=lines(*words)).out
        if "Par is NS" in out and re.search("made|down", out):
            break
    told = re.sub(r"small\.bid:\d+.*|is not a call: .*", "", out)  # the lines of a system stand as they are written
    assert "Par is NS" in told and "♠" in told
    assert not re.findall(r"\b[1-7][SHDC](?:X{1,2})?\b", told)


def test_the_contract_is_written_alike_in_every_line_of_the_play():
    from bridgelang.core.cards import Card
    from bridgelang.core.contracts import Contract
    from bridgelang.core.dealing import deal
    from bridgelang.match.par import Par
    from bridgelang.play.ledger import deal_entries
    from bridgelang.play.state import PlayState
    from bridgelang.report.play import tricks_line

    contract = Contract.parse("1SX by S")
    state = PlayState.start(deal(1, 0), contract)
    state = state.play(state.legal_cards()[0])
    assert isinstance(state.card, Card)
    for symbols, text in ((True, "1♠X by South"), (False, "1SX by South")):
        assert tricks_line(state, symbols).startswith(f"Trick 1, {text}: ")
        assert Par(-100, (contract,)).pretty(symbols) == f"-100 ({text})"
        assert deal_entries(contract, 5, False, 1, 1)[0].text(symbols) == f"{text}, 2 down"
        assert deal_entries(contract, 7, False, 1, 1)[0].text(symbols) == text


def test_concede_and_claim(run):
    ran = run("play", "--system", SMALL, *QUIET, stdin=lines("p", "claim", "1", "concede x", "claim 99", "quit"))
    assert "nothing can be claimed before the opening lead" in ran.out
    assert "write how many tricks you give up" in ran.out
    assert "99 tricks cannot be claimed" in ran.out
    ran = run("play", stdin=lines("concede 12", "", "quit"))
    assert "South claims 0" in ran.out
    assert "East agrees" in ran.out
    assert "=== Board 2" in ran.out


def test_an_unfinished_game_is_not_thrown_away_by_mistake(run):
    run("play", "--system", SMALL, *QUIET, stdin=lines("p", "quit"))
    ran = run("play", "--rubber", stdin=lines("quit"))
    assert ran.status == 2
    assert "--new" in ran.err
    assert "A new game" in run("play", "--rubber", "--system", SMALL, "--new", "--seed", "1", stdin=lines("quit")).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rubber", "--chicago"], "choose one of"),
        (["--rubber", "--boards", "3"], "choose one of"),
        (["--seat", "Q"], "`Q` is not a seat"),
        (["--system", "none"], "there is no system `none`"),
    ],
)
def test_wrong_usage(run, words, said):
    ran = run("play", *words)
    assert (ran.status, said in ran.err) == (2, True)


def test_a_damaged_file_is_no_reason_not_to_play(run, folder):
    (folder / "state").mkdir()
    (folder / "state" / "game.json").write_text("{}")
    assert "A new game" in run("play", "--system", SMALL, *QUIET, stdin=lines("quit")).out


def test_symbols_and_colours_on_request(run):
    words = ["play", "--system", SMALL, *QUIET, "--symbols", "--colour", "--new"]
    out = run(*words, stdin=lines("quit")).out
    assert "\x1b[31m♥ JT983\x1b[0m" in out
    assert "♠ K5" in out
    plain = run(*words[:-3], "--letters", "--no-colour", "--new", stdin=lines("quit")).out
    assert plain.isascii()
    assert "\x1b" not in plain


def test_practice_tells_right_from_wrong(run):
    script = lines("help", "hint", "explain", "7NT", "p", "skip", "1NT", "quit")
    ran = run("practice", SMALL, "--seed", "1", "--boards", "6", stdin=script)
    assert ran.status == 0
    assert "The system calls" in ran.out
    assert re.search(r"\d of \d calls as the system makes them", ran.out)
    assert ran.out.isascii()


def test_practice_of_chosen_hands(run):
    words = ["practice", SMALL, "--seed", "1", "--boards", "3", "--where", "south: 15-17 hcp, balanced", "--seat", "S"]
    ran = run(*words, stdin=lines("1NT", "skip", "1NT", "skip", "1NT", "skip"))
    assert ran.out.count("Right.  small.bid:9") >= 1


def test_practice_to_the_end_of_a_deal_and_back(run):
    """Result and par at the end, undo there, and the score as it then is."""
    script = lines(*["7NT"] * 9, "p", "undo", "score", "explain", "nonsense", "quit")
    out = run("practice", SMALL, "--seed", "1", "--boards", "1", stdin=script).out
    assert re.search(r"\d[SHDCN]T?X* by \w+, \d+ tricks? with perfect play: NS [-+]", out)
    assert "Par is NS" in out
    assert "Taken back." in out
    asked = [int(number) for number in re.findall(r"0 of (\d+) calls", out)]
    assert len(set(asked)) == 1 and out.count("The system calls") == asked[0] + 1


def test_the_score_of_practice_is_kept_between_sittings(run, folder):
    for sitting in range(3):
        out = run("practice", SMALL, "--seed", "1", "--boards", "1", stdin=lines("7NT", "quit")).out
        assert ("sittings with small" in out) == (sitting > 0)
    assert "In 3 sittings with small: 0 of 3 calls" in out
    assert re.search(r"Missed most: small\.bid:\d+ \(3\)\.", out)
    assert "0 of 1 calls" in run("practice", SMALL, "--save", "mine.json", stdin=lines("7NT", "quit")).out
    (folder / "mine.json").write_text("{}")
    ran = run("practice", SMALL, "--save", "mine.json", stdin=lines("7NT", "quit"))
    assert (ran.status, "not the file of practice scores" in ran.err) == (2, True)


def test_practice_of_a_sequence(run):
    out = run("practice", SMALL, "--auction", "1NT", "--seed", "2", "--boards", "2", stdin=lines("skip", "skip")).out
    assert out.count("=== Deal") == 2
    ran = run("practice", SMALL, "--auction", "(1NT)", stdin="")
    assert (ran.status, "--opponents" in ran.err) == (2, True)
    ran = run("practice", SMALL, "--auction", "1NT", "--any", stdin="")
    assert (ran.status, "choose one of" in ran.err) == (2, True)
    ran = run("practice", SMALL, "--auction", "1NT-1C", stdin="")
    assert (ran.status, "not sufficient" in ran.err) == (2, True)


# ------------------------------------------------------------------ a terminal


class Terminal:
    """The program on a pseudo-terminal of 80 columns, driven as a person would."""

    def __init__(self, environment: dict[str, str], *words: str) -> None:
        pid, self.fd = pty.fork()
        if pid == 0:
            os.environ.update(environment)
            os.execv(sys.executable, [sys.executable, "-m", "bridgelang", *words])
        self.pid = pid
        self.seen = ""
        self._mark = 0

    def until(self, *ends: str, seconds: float = 60.0) -> str:
        """Read until one of these stands at the end; what was printed since the last call."""
        deadline = time.monotonic() + seconds
        while not self.seen[self._mark :].endswith(ends):
            ready, _, _ = select.select([self.fd], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"nothing more came:\n{self.seen[-1500:]}"
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                data = b""
            if not data:
                break
            self.seen += data.decode()
        new = self.seen[self._mark :]
        self._mark = len(self.seen)
        return new

    def say(self, text: str) -> None:
        os.write(self.fd, text.encode() + b"\n")

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.close()

    def close(self) -> int:
        with contextlib.suppress(OSError):
            while os.read(self.fd, 65536):
                pass
        os.close(self.fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


UTF8 = {"TERM": "xterm", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", "NO_COLOR": "", "LC_ALL": "C.UTF-8"}
RED = "\x1b[31m"


@pytest.mark.parametrize(
    ("environment", "symbols", "colours"),
    [
        ({}, True, True),
        ({"NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
        ({"PYTHONIOENCODING": "ascii"}, False, True),
        ({"PYTHONIOENCODING": "latin-1", "NO_COLOR": "1"}, False, False),
    ],
)
def test_what_a_terminal_can_show_and_wants(folder, environment, symbols, colours):
    """Suits are letters where the encoding has no symbols, and nothing is red where NO_COLOR is set."""
    table = Terminal(UTF8 | environment, "practice", SMALL, "--seed", "1", "--boards", "1")
    table.until("Your call: ")
    table.say("hint")
    table.until("Your call: ")
    table.say("quit")
    assert table.close() == 0
    seen = re.sub(r"\x1b\[\?2004[hl]", "", table.seen)  # how readline says that it is there
    assert ("♥" in seen) == symbols and (RED in seen) == colours
    assert colours or "\x1b" not in seen
    assert symbols or (seen.isascii() and re.search(r"\bS [AKQJT2-9]+", seen))
    if not colours:
        return
    suit = "♥" if symbols else "H"
    assert re.search(rf"\x1b\[31m{suit} ?[AKQJT2-9]+\x1b\[0m", seen)


@pytest.mark.parametrize(
    "words",
    [
        ["hand", "AKQ2.J53.T98.642"],
        ["bid", SMALL, "AKQ2.J53.T98.642", "--explain"],
        ["meaning", SMALL, "1NT P 2C"],
        ["deal", "--seed", "1", "--format", "diagram"],
        ["auction", SMALL, "--seed", "3", "--no-par"],
    ],
    ids=lambda words: words[0],
)
def test_answers_on_a_terminal_without_symbols(folder, words):
    """The same answer with symbols and with letters; no question mark stands for a sign that was lost."""
    answers = []
    for encoding in ("utf-8", "ascii"):
        table = Terminal(UTF8 | {"PYTHONIOENCODING": encoding}, *words)
        table.until("never said")
        assert table.close() == 0
        answers.append(table.seen)
    with_symbols, plain = answers
    assert plain.isascii() and plain.count("?") == with_symbols.count("?")
    assert any(sign in with_symbols for sign in "♠♥♦♣") and "\x1b" not in with_symbols + plain


PROMPTS = ("Your call: ", "Your card: ", "Your card from dummy: ", "score, quit: ", "or play on? ")


def test_two_boards_at_a_terminal_with_the_plug_pulled(folder):
    """A revoke refused, an undo, a claim, and the process killed in the middle of the play: nothing is lost."""
    kept = folder / "game.json"
    environment = {"TERM": "xterm", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", "NO_COLOR": ""}
    begin = ["play", "--system", SMALL, "--seed", "7", "--boards", "2", "--save", str(kept)]
    table = Terminal(environment, *begin)
    done = {"revoke": False, "undo": False, "claim": False, "killed": 0}
    over = False
    cards = 0
    for _ in range(400):
        shown = table.until(*PROMPTS, "The game is over.\r\n")
        if "The game is over." in shown:
            over = True
            break
        assert all(len(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line)) <= 80 for line in shown.split("\r\n"))
        prompt = next(end for end in PROMPTS if shown.endswith(end))
        if prompt == "Your call: ":
            table.say("p")
        elif "card" in prompt:
            cards += 1
            events = json.loads(kept.read_text())["board"]["events"]
            if cards == 3 and not done["undo"]:
                table.say("undo")
                assert "Taken back." in table.until(*PROMPTS)
                table.say("redo")
                assert "Done again." in table.until(*PROMPTS)
                done["undo"] = True
            elif cards == 5 and not done["killed"]:
                table.kill()
                table = Terminal(environment, "play", "--save", str(kept))
                resumed = table.until(*PROMPTS)
                assert "Going on with your game" in resumed
                assert json.loads(kept.read_text())["board"]["events"] == events
                done["killed"] += 1
            illegal = _illegal(kept)
            if illegal and not done["revoke"]:
                table.say(illegal)
                refused = table.until(*PROMPTS)
                assert "suit" in refused or "follow" in refused
                assert json.loads(kept.read_text())["board"]["events"][-1] == events[-1]
                done["revoke"] = True
            if cards > 20 and not done["claim"]:
                table.say("claim 0")
                done["claim"] = True
            else:
                table.say("1")
        elif prompt.startswith("score"):
            table.say("review")
            assert "Par is NS" in table.until(*PROMPTS)
            table.say("")
        else:
            table.say("settle")
    assert over
    assert table.close() == 0
    assert done == {"revoke": True, "undo": True, "claim": True, "killed": 1}
    game = json.loads(kept.read_text())
    assert len(game["finished"]) == 1
    for board in (*game["finished"], game["board"]):
        assert board["events"][-1] == ["score"]
        played = [event[1] for event in board["events"] if event[0] == "card"]
        assert len(played) == len(set(played))
    assert "♠" in table.seen


def _illegal(kept) -> str:
    """A card in the hand to play that does not follow suit; empty when every card may be played."""
    from bridgelang.game.store import load

    board = load(str(kept)).board
    hand = board.play.hands[board.play.turn]
    legal = {int(card) for card in board.legal()}
    from bridgelang.core.cards import CARDS

    return next((str(card) for card in CARDS if hand >> card & 1 and card not in legal), "")


def test_control_c_keeps_the_game(folder):
    environment = dict(os.environ)
    process = subprocess.Popen(
        [sys.executable, "-m", "bridgelang", "play", "--system", SMALL, *QUIET],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        preexec_fn=heed_interrupts,
    )  # fmt: skip
    assert process.stdout is not None
    while "hcp" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "The game is kept" in errors
    assert "Traceback" not in errors
    assert (folder / "state" / "game.json").exists()

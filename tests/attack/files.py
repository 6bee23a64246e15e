"""Mutated files of every kind the program reads, without end: nothing but a message may come of them.

    python -m tests.attack.files --minutes 60 --seed 1
    python -m tests.attack.files --seed 1 --kinds pbn --only 4711      # one input again

Each input must be read or refused with messages (no other exception), within 5 seconds and 500 MB, and what was read
must survive being written: as many boards come back, a formatted system stays as it is, a program fits its schema.
Prints the inputs of each kind and every fault, with what repeats it; the exit status is 1 when there was one.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import re
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from attrs import define, field

from tests.attack.mutation import damaged, mutated

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
SECONDS = 5
MOST_BOARDS = 2_000
"""How many boards of one input are written in every format; some have twenty thousand, of a few bytes each."""
MEGABYTES = 500


class TooSlow(Exception):
    """An input took longer than it may."""


@define
class Tally:
    """What one kind of attack came to."""

    kind: str
    inputs: int = 0
    read: int = 0
    slowest: float = 0.0
    faults: list[str] = field(factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kind:<6} {self.inputs:>9,} inputs, {self.read:>9,} read in part or whole, "
            f"slowest {self.slowest:.2f} s, {len(self.faults)} faults"
        )


class Kind:
    """One kind of file: texts to begin with, its own words, and what must hold. ``look`` says whether it was read."""

    def __init__(self, seeds: list[str], words: list[str], look: Callable[[str, random.Random, Path], bool]) -> None:
        self.seeds, self.words, self.look = seeds, words, look


def _texts(paths: Iterator[Path] | list[Path], most: int = 6_000) -> list[str]:
    """Pieces of files, small enough that thousands of mutants a minute can be read."""
    found = []
    for path in sorted(paths):
        text = path.read_bytes().decode("utf-8", "replace")
        for start in range(0, min(len(text), 10 * most), most):
            cut = text.rfind("\n", 0, start) + 1 if start else 0
            found.append(text[cut : start + most])
    return found


# -- systems ---------------------------------------------------------------------------------------


def _bid() -> Kind:
    from bridgelang.lang.grammar import grammar_text
    from bridgelang.lang.vocabulary import CALLS, KINDS, MEASURES, ORDERS, PATH_CALLS

    words = sorted(set(re.findall(r'"([^"\n]+)"', grammar_text())))
    words += [example for kind in KINDS.values() for example in kind.examples]
    words += [example for table in (CALLS, PATH_CALLS, MEASURES, ORDERS) for example, _ in table.values()]
    words += ["x", "oM", "3x", "2oM", "use stayman", "use natural", "same as after 1NT", "for x in hearts, spades"]
    folder = ROOT / "systems"
    seeds = _texts([*(folder / "conventions").glob("*.bid"), folder / "standard-simple.bid"], 2_500)
    seeds += _texts(sorted((DATA / "cli").glob("*.bid")))
    blocks = [
        block for seed in seeds for block in re.split(r"\n(?=\S)", seed) if block[:5] in ("openi", "after", "when ")
    ]
    return Kind([*seeds, *blocks], words, _look_bid)


def _look_bid(text: str, chance: random.Random, folder: Path) -> bool:
    from bridgelang.compile.pipeline import compile_text
    from bridgelang.lang.diagnostics import Diagnostic, render_all
    from bridgelang.lang.formatter import format_text

    data = text.encode("utf-8", "surrogatepass")
    compiled = compile_text(data, "my.bid")
    assert all(isinstance(one, Diagnostic) for one in compiled.diagnostics)
    for style in ("text", "concise", "json", "github"):
        render_all(compiled.diagnostics, dict(compiled.sources), style)
    made = format_text(data, "my.bid")
    if made.text is not None:
        assert format_text(made.text, "my.bid").text == made.text, "formatting does not settle"
    if compiled.program is None:
        assert any(one.is_error for one in compiled.diagnostics)
        return False
    _bids_legally(compiled.program, chance)
    if chance.random() < 0.05:
        from bridgelang.lint import findings_of

        findings_of(compiled, "my.bid")
    return True


def _bids_legally(program: Any, chance: random.Random) -> None:
    """Four hands bid a deal with it; the auction's own checks refuse what is not legal."""
    from bridgelang.bidding.load import System
    from bridgelang.core.auctions import Auction
    from bridgelang.core.dealing import deal
    from bridgelang.core.seats import SEATS

    system, hands = System(program, "my.bid", {}), deal(chance.randrange(1000), 0)
    auction = Auction(SEATS[0])
    while (turn := auction.turn) is not None and len(auction.calls) < 40:
        auction = auction.then(system.choose_call(hands[turn], auction).call)
    if len(auction.calls) < 40:
        system.meaning(auction)


# -- boards ----------------------------------------------------------------------------------------


def _survives(boards: list[Any]) -> None:
    """As many boards come back from every format, and writing what was read back changes nothing more."""
    from bridgelang.interop.jsonlines import json_line, parse_jsonl
    from bridgelang.interop.lin import format_lin, parse_lin
    from bridgelang.interop.pbn import EXPORT, KEEP, format_pbn, parse_pbn

    for style in (EXPORT, KEEP):
        assert len(list(parse_pbn(format_pbn(boards, style)))) == len(boards), f"another number of boards ({style})"
    assert len(list(parse_lin(format_lin(boards)))) == len(boards), "another number of boards (lin)"
    again = list(parse_jsonl([json_line(board) for board in boards]))
    assert again == boards, "JSON lines change a board"
    for board in boards:
        _ = (board.score, board.contract, board.declarer, board.opening_leader)


def _shown(boards: list[Any]) -> None:
    from bridgelang.report.diagram import board_text

    for board in boards[:3]:
        board_text(board, symbols=True, play=True)


def _look_pbn(text: str, chance: random.Random, folder: Path) -> bool:
    from bridgelang.interop.pbn import read_pbn

    path = folder / "my.pbn"
    path.write_bytes(text.encode(chance.choice(["utf-8", "latin-1", "utf-16"]), "replace"))
    problems: list[Any] = []
    boards = list(read_pbn(path, problems.append))
    assert all(str(problem) for problem in problems)
    _survives(boards[:MOST_BOARDS])
    _shown(boards)
    return bool(boards)


def _look_lin(text: str, chance: random.Random, folder: Path) -> bool:
    from bridgelang.interop.lin import read_lin

    path = folder / "my.lin"
    path.write_bytes(text.encode(chance.choice(["utf-8", "latin-1"]), "replace"))
    boards = list(read_lin(path, lambda problem: None))
    _survives(boards[:MOST_BOARDS])
    _shown(boards)
    return bool(boards)


def _look_jsonl(text: str, chance: random.Random, folder: Path) -> bool:
    from bridgelang.interop.jsonlines import parse_jsonl

    boards = list(parse_jsonl(io.StringIO(text), lambda problem: None))
    _survives(boards[:MOST_BOARDS])
    _shown(boards)
    return bool(boards)


def _pbn() -> Kind:
    words = [
        '[Board "2"]',
        '[Deal "N:- - - -"]',
        '[Auction "N"]',
        '[Play "E"]',
        '[Note "1:x"]',
        "=1=",
        "$4",
        "^I",
        "^S",
        "+",
        "*",
        '[Dealer "S"]',
        '[Contract "3NTX"]',
        '[Declarer "^N"]',
        '[Result "^9"]',
        "{",
        "}",
        "; x",
        "% x",
        '[Event "#"]',
        '[Site "##x"]',
        "AP",
        "Pass",
        "1C",
        "XX",
        '[OptimumResultTable "Declarer;Denomination\\\\2R;Result\\\\2R"]',
    ]
    return Kind(_texts((DATA / "pbn_samples").glob("*.pbn"), 900), words, _look_pbn)


def _lin() -> Kind:
    from bridgelang.interop.lin import format_lin
    from bridgelang.interop.pbn import read_pbn

    boards = [board for path in sorted((DATA / "pbn_samples").glob("*.pbn")) for board in list(read_pbn(path))[:6]]
    seeds = [format_lin(boards[at : at + 3]) for at in range(0, len(boards) - 2, 3)]
    seeds += re.findall(r"\S*\|\S*\|.*", (DATA / "lin_cases.yaml").read_text("utf-8"))
    words = [
        "qx|o1|",
        "pn|a,b,c,d|",
        "md|3SAKQ,,,|",
        "mb|1N!|",
        "an|x|",
        "pc|SA|",
        "mc|9|",
        "sv|b|",
        "ah|Board 7|",
        "nt|x|",
        "rs|3NN=|",
        "bn|1,2|",
        "vg|x,y,I,1,2|",
        "pg||",
        "st||",
        "|",
        "||",
        "md|0|",
        "mb|p|",
        "mb||",
    ]
    return Kind(seeds, words, _look_lin)


def _jsonl() -> Kind:
    from bridgelang.interop.jsonlines import json_line
    from bridgelang.interop.pbn import read_pbn

    boards = [board for path in sorted((DATA / "pbn_samples").glob("*.pbn")) for board in list(read_pbn(path))[:8]]
    seeds = ["".join(json_line(board) + "\n" for board in boards[at : at + 2]) for at in range(0, len(boards) - 1, 2)]
    words = [
        '"board": 1',
        '"dealer": "E"',
        '"auction": ["1C", "P"]',
        '"auction_frame": {"start": "N"}',
        '"calls": {"0": {"note": "x"}}',
        '"stated": {}',
        '"tricks": 13',
        '"disputed": true',
        '"unread": true',
        '"skipped": true',
        "null",
        "[]",
        "{}",
        '"\\n"',
        '"tags": [["Board", "2"]]',
        '"comments": [["{", "x"]]',
        '"ending": "*"',
        '"insufficient": true',
        '"nags": [1]',
    ]
    return Kind(seeds, words, _look_jsonl)


# -- tests and matches -----------------------------------------------------------------------------


def _yaml() -> Kind:
    words = [
        "system: sayc",
        "system: ../x",
        "settings: {a: b}",
        "history: any",
        "cases:",
        "---",
        "- ",
        "&a",
        "*a",
        "<<: *a",
        "!!int",
        "? ",
        ": ",
        "|",
        ">",
        "{",
        "}",
        "[",
        "]",
        "'",
        '"',
        "%YAML 1.1",
        "...",
        "null",
        "yes",
        "2020-99-99",
        "0x",
        ".inf",
    ]
    seeds = _texts((ROOT / "systems" / "conventions").glob("*.tests.yaml"), 1_500)
    return Kind([re.sub("system: .*", "system: my.bid", seed) for seed in seeds], words, _look_yaml)


def _look_yaml(text: str, chance: random.Random, folder: Path) -> bool:
    from bridgelang.errors import NotationError
    from bridgelang.testing.find import find_tests

    (folder / "my.bid").write_text("opening:\n  pass\n")
    (folder / "my.tests.yaml").write_bytes(text.encode("utf-8", chance.choice(["replace", "surrogatepass"])))
    try:
        file = find_tests(str(folder / "my.bid"))
    except NotationError as error:
        assert len(str(error)) < 1000, "a message without end"
        return False
    for section in file.sections:
        inside = not os.path.isabs(section.system) or section.system.startswith(str(folder))
        assert inside and ".." not in section.system, "a path that leads out of the folder"
    return True


def _match() -> Kind:
    """Match files are bytes: their text is one character a byte."""
    from bridgelang.match import play_match

    folder = Path(tempfile.mkdtemp(prefix="attack"))
    path = folder / "seed.match"
    play_match(str(DATA / "cli" / "small.bid"), "natural", boards=4, seed=1, out=path, cache=False)
    return Kind([path.read_bytes().decode("latin-1")], ["\0"], _look_match)


def _look_match(text: str, chance: random.Random, folder: Path) -> bool:
    from bridgelang.errors import BridgelangError
    from bridgelang.match.run import read_match
    from bridgelang.report.match import match_text

    path = folder / "my.match"
    path.write_bytes(text.encode("latin-1"))
    try:
        match_text(read_match(str(path)), 3)
    except (BridgelangError, OSError) as error:
        assert str(error)
        return False
    return True


MAKERS: dict[str, Callable[[], Kind]] = {
    "bid": _bid,
    "pbn": _pbn,
    "lin": _lin,
    "jsonl": _jsonl,
    "yaml": _yaml,
    "match": _match,
}
_KINDS: dict[str, Kind] = {}


def kind(name: str) -> Kind:
    """The kind with its seeds, made once."""
    if name not in _KINDS:
        _KINDS[name] = MAKERS[name]()
    return _KINDS[name]


# -- the attack ------------------------------------------------------------------------------------


def made(name: str, seed: int, number: int) -> tuple[str, random.Random]:
    """One input, always the same for a seed and a number, and the chance that goes on from it."""
    chance = random.Random(f"{name} {seed} {number}")
    of = kind(name)
    text = chance.choice(of.seeds)
    if name == "match":
        return damaged(text.encode("latin-1"), chance).decode("latin-1"), chance
    return mutated(text, of.words, of.seeds, chance), chance


def attack(name: str, seed: int, number: int, folder: Path, tally: Tally) -> None:
    """Let the program read one input, and note what is wrong."""
    text, chance = made(name, seed, number)
    memory, start = _memory(), time.process_time()
    fault = ""
    previous = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, 1)  # and again: what is raised in a finalizer is lost
    try:
        tally.read += kind(name).look(text, chance, folder)
    except TooSlow:
        fault = f"longer than {SECONDS} s\n{traceback.format_exc(limit=-4)}"
    except Exception as error:
        fault = f"{type(error).__name__}: {error!s:.300}\n{traceback.format_exc(limit=-4)}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous)
    tally.inputs += 1
    tally.slowest = max(tally.slowest, time.process_time() - start)
    if not fault and _memory() - memory > MEGABYTES:
        fault = f"more than {MEGABYTES} MB"
    if fault:
        tally.faults.append(f"{name}, seed {seed}, number {number}: {fault}")


def _stop(*_: object) -> None:
    raise TooSlow


def _memory() -> float:
    """The most memory this process has had, in MB."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def rounds(kinds: list[str], seed: int, until: Callable[[int], bool], tell: Callable[[str], None]) -> list[Tally]:
    """Attack with every kind in turn until told to stop; faults are told as they are met."""
    tallies = [Tally(name) for name in kinds]
    with tempfile.TemporaryDirectory(prefix="attack") as folder:
        number = 0
        while not until(number):
            for tally in tallies:
                before = len(tally.faults)
                attack(tally.kind, seed, number, Path(folder), tally)
                for fault in tally.faults[before:]:
                    tell(fault)
            number += 1
    return tallies


def _tell(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> int:
    """The command line; see the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(MAKERS))
    parser.add_argument("--only", type=int, help="run this one input and show it")
    chosen = parser.parse_args(arguments)
    kinds = chosen.kinds.split(",")
    os.environ.setdefault("BRIDGELANG_CACHE", tempfile.mkdtemp(prefix="attack-cache"))
    if chosen.only is not None:
        for name in kinds:
            sys.stdout.write(f"{made(name, chosen.seed, chosen.only)[0]!r}\n")
        tallies: list[Tally] = []
        with tempfile.TemporaryDirectory(prefix="attack") as folder:
            for name in kinds:
                tallies.append(Tally(name))
                attack(name, chosen.seed, chosen.only, Path(folder), tallies[-1])
                sys.stdout.write("".join(fault + "\n" for fault in tallies[-1].faults))
    else:
        for name in kinds:
            kind(name)
        end = time.monotonic() + 60 * chosen.minutes
        tallies = rounds(kinds, chosen.seed, lambda _: time.monotonic() > end, _tell)
    for tally in tallies:
        sys.stdout.write(f"{tally}\n")
    return int(any(tally.faults for tally in tallies))


if __name__ == "__main__":
    sys.exit(main())

"""What the language server answers, without the protocol: renaming, completion, definitions, hovering."""

from __future__ import annotations

import pytest

from bridgelang.compile.files import shipped_folder
from bridgelang.compile.pipeline import compile_text
from bridgelang.editor.completion import complete
from bridgelang.editor.definition import definition
from bridgelang.editor.facts import RuleFact
from bridgelang.editor.hover import hover
from bridgelang.editor.rename import rename, renamed
from bridgelang.editor.text import Text, read_text, unknown_words
from bridgelang.errors import NotationError

TEXT = """\
set twos = weak
set minimum = 24+
define good x: 2 of top 3 in x   # good is good
opening:
  2x: 5-10 hcp, 6+ x, good x, twos is weak ; longest first [good] "good x" for x in hearts, spades
  1y: 12+ points, 5+ y ; longest first
after 1NT:
  use stayman with minimum = minimum
after 1x (2y):
  X: 8+ hcp, 0-2 x [negative]
  after X:
    3x: 6+ x
    2M: 4+ M, good M
"""


def at(word: str, nth: int = 0, inside: int = 0, text: str = TEXT) -> tuple[int, int]:
    """Row and column of the nth occurrence of a word."""
    start = -1
    for _ in range(nth + 1):
        start = text.index(word, start + 1)
    before = text[: start + inside].split("\n")
    return len(before), len(before[-1]) + 1


def read(text: str = TEXT) -> Text:
    return read_text(text, "my.bid")


def changed(text: Text, place: tuple[int, int], new: str) -> str:
    return renamed(text, rename(text, *place, new), new)


def test_a_name_is_renamed_where_it_is_used_and_nowhere_else():
    wanted = TEXT.replace("define good x", "define sound x").replace("+ x, good x", "+ x, sound x")
    assert changed(read(), at("good"), "sound") == wanted.replace("M, good M", "M, sound M")


def test_a_conventions_setting_of_the_same_name_stays():
    made = changed(read(), at("minimum"), "least")
    assert "set least = 24+" in made and "with minimum = least" in made


def test_a_word_that_a_setting_can_be_is_no_name():
    made = changed(read("set weak = weak\nopening:\n  2H: weak is weak\n"), (1, 5), "twos")
    assert made == "set twos = weak\nopening:\n  2H: twos is weak\n"


def test_a_letter_is_renamed_in_its_line():
    made = changed(read(), at("6+ x", inside=3), "z")
    assert "  2z: 5-10 hcp, 6+ z, good z, twos is weak" in made and '"good x" for z in hearts' in made
    assert made.count("z") == 4 and "define good x: 2 of top 3 in x" in made


def test_a_letter_of_a_header_is_renamed_in_the_whole_block():
    made = changed(read(), at("0-2 x", inside=4), "t")
    assert "after 1t (2y):\n  X: 8+ hcp, 0-2 t [negative]\n  after X:\n    3t: 6+ t\n" in made
    assert made.count("t:") == 1 + made.count("after 1NT:") - 1
    assert changed(read(), at("1x"[1:], 6), "t")  # the header itself


@pytest.mark.parametrize(
    ("place", "new", "says"),
    [
        (at("0-2 x", inside=4), "y", "another suit there already"),
        (at("0-2 x", inside=4), "hearts", "no letter for any suit"),
        (at("4+ M", inside=3), "x", "always means a major"),
        (at("good"), "balanced", "a word of the language"),
        (at("good"), "twos", "defined already"),
        (at("good"), "two words", "cannot be a name"),
        (at("hcp"), "points", "only a letter for a suit, or a name"),
    ],
)
def test_what_cannot_be_renamed(place, new, says):
    with pytest.raises(NotationError, match=says):
        rename(read(), *place, new)


def test_a_renamed_file_is_read_as_the_old_one_was():
    for place, new in ((at("good"), "sound"), (at("twos"), "pairs"), (at("0-2 x", inside=4), "w")):
        made = changed(read(), place, new)
        assert made != TEXT and compile_text(made).program is not None


@pytest.mark.parametrize(
    ("line", "some", "never"),
    [
        ("  1NT: 15-17 hcp, ba", {"balanced"}, {"hcp"}),
        ("  1NT: 15-17 h", {"hcp", "hearts"}, {"balanced"}),
        ("  1NT: 15-17 hcp [game", {"game forcing"}, {"balanced"}),
        ("use michael", {"michaels"}, {"stayman"}),
        ("  use stayman with g", {"garbage"}, {"minimum"}),
        ("  2H: go", {"good"}, {"hearts"}),
        ("opening in ", {"1st", "4th"}, {"hcp"}),
        ('  1NT: 15-17 hcp "ba', set(), {"balanced"}),
        ("  1NT: 15-17 hcp # ba", set(), {"balanced"}),
        ("  1NT: nonsense, , ba", set(), {"balanced"}),
    ],
)
def test_what_can_be_written(line, some, never):
    text = read(TEXT + line)
    words = {one.word for one in complete(text, len(text.lines), len(line) + 1, shipped_folder())}
    assert some <= words and not never & words


@pytest.mark.parametrize(
    ("place", "row", "path"),
    [
        (at("good x, twos"), 3, ""),
        (at("twos is"), 1, ""),
        (at("stayman"), 1, "stayman.bid"),
        (at("minimum = minimum"), 10, "stayman.bid"),
        (at("= minimum", inside=3), 2, ""),
    ],
)
def test_where_it_is_said(place, row, path):
    found = definition(read(), *place, shipped_folder())
    assert found is not None
    assert (found.place.row, found.path.rsplit("/", 1)[-1]) == (row, path)


def test_what_is_defined_nowhere_leads_nowhere():
    assert definition(read(), *at("hcp"), shipped_folder()) is None
    assert definition(read("use nonsense\n"), 1, 6, shipped_folder()) is None


def test_what_is_shown_over_a_line():
    facts = {5: RuleFact(12, "", "2H", "6 hearts, 5-10 hcp")}
    said = hover(read(), *at("hcp"), facts, 300, shipped_folder())
    assert said.startswith("**2H** as an opening shows 6 hearts, 5-10 hcp\n\nchosen 12 times on 300 dealt boards")
    assert "*amount*: so much of a quantity" in said
    assert "define good x: 2 of top 3" in hover(read(), *at("good x, twos"), {}, 300, shipped_folder())
    assert "garbage" in hover(read(), *at("stayman"), {}, 300, shipped_folder())
    assert hover(read(), 400, 1, {}, 300, shipped_folder()) == ""


def test_a_misspelt_word_is_told_before_anything_is_compiled():
    found = unknown_words(read(TEXT.replace("12+ points", "12+ pionts")))
    assert [(one.code, one.span.line, one.span.column, one.label) for one in found] == [
        ("B102", 6, 11, "did you mean `points`?")
    ]
    assert unknown_words(read()) == [] and unknown_words(read("convention C\nopening:\n  1C: nonsense\n")) == []


def test_no_word_of_what_ships_is_called_unknown():
    for name in ("sayc", "standard-simple"):
        with open(f"{shipped_folder()}/{name}.bid", encoding="utf-8") as file:
            assert unknown_words(read_text(file.read(), name)) == []

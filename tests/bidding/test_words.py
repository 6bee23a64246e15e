"""A word of the language is one record: what it means, what it asks and its bit follow from it alone."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import pytest

from bridgelang.bidding.facts import Facts
from bridgelang.bidding.forms import CallExpr, Where
from bridgelang.bidding.place import Counts, Place
from bridgelang.bidding.program import Program
from bridgelang.bidding.questions import BALANCING, PARTNERS_LENGTH, SUIT_OF_PHRASE, Question
from bridgelang.bidding.table import BiddingTable
from bridgelang.bidding.words import base
from bridgelang.bidding.words.base import WORDS, Fact, Word, make, words_in
from bridgelang.bidding.words.callers import Opened
from bridgelang.bidding.words.decode import condition
from bridgelang.bidding.words.hand import HandWord
from bridgelang.constraints.nodes import Node, within
from bridgelang.core.auctions import Auction
from bridgelang.core.hands import Hand
from bridgelang.features.quantities import quantity
from bridgelang.lang.vocabulary import PHRASES


@pytest.fixture
def two_new_words() -> Iterator[None]:
    """``rich 3``, three aces or more, and ``quiet``, an even number of calls so far."""
    calls = Question("how many calls have been made", lambda point, _: point.depth)

    class Rich(HandWord):
        __slots__ = ("number",)
        kind = "rich"
        args = "number"
        number: int

        def set_up(self) -> None:
            (self.number,) = self.values  # type: ignore[assignment]

        def node(self, q: Place) -> Node:
            return within(quantity("aces"), self.number, 4)

    class Quiet(Fact):
        __slots__ = ()
        kind = "quiet"

        def set_up(self) -> None:
            self.asks, self.ref = calls, None

        def says(self, answer: Hashable, suit: int) -> bool:
            return answer in (0, 2, 4)

    WORDS.update(found := words_in(locals()))
    assert found == {"rich": Rich, "quiet": Quiet}
    yield
    del WORDS["rich"], WORDS["quiet"]


def program(*lines: tuple[list[Any], Any], when: str = "uncontested") -> Program:
    """Rules that stand wherever a fact holds, as the compiled form has them."""
    rows = [
        [[call], asked, [], [], "", 0, number + 1, "", {"order": []}, 0, 0, "", len(lines), len(lines)]
        for number, (call, asked) in enumerate(lines)
    ]
    chains: list[Any] = [["root"], ["start"], [0, "when", [when], {}]]
    named = {"name": "new", "title": "", "kind": "system", "files": ["new.bid"], "settings": {}, "quantities": {}}
    return Program({**named, "points": ["hcp", "length"], "chains": chains, "stands": [2] * len(rows), "lines": rows})


def test_a_new_word_bids_is_read_and_has_a_bit(two_new_words: None) -> None:
    table = BiddingTable.alone(program((["bid", 7, "NT"], ["rich", 3]), (["bid", 1, 0], None), when="quiet"))
    rich, poor = Hand.parse("A432.A432.A43.32"), Hand.parse("K432.K432.K43.32")
    assert [str(table.decide(Auction(), hand).call) for hand in (rich, poor)] == ["7NT", "1C"]
    assert str(table.decide(Auction.parse("P"), rich).call) == "P"  # no rule where it is not quiet
    root = table.root(0, 0)
    assert root.reading(37).holding.describe() == "12+ hcp, 3+ aces"
    assert [bit for fact, bit in root.book_of(0).facts.bits().items() if fact.kind == "quiet"] == [1]


def test_equal_words_are_one_object_and_letters_become_suits() -> None:
    where = ["one", "x", "", "", ""]
    one, other = condition(["stopper", where]), condition(["stopper", where])
    assert one is other and one.letters == ("x",)
    bound = one.bound({"x": 2})
    assert bound is condition(["stopper", ["one", 2, "", "", ""]]) and not bound.letters
    assert bound.values == (Where("one", 2, "", "", ""),)


def test_what_a_defined_word_joins_is_sorted_like_what_commas_join() -> None:
    """`big: 12+ hcp, balancing` as a word of the system's own, and beside it what moves with the auction."""
    strong, quick = ["amount", [[12, None]], ["hcp", None]], ["amount", [[3, None]], ["quick tricks", None]]
    whole = ["all", ["all", strong, ["balancing"], ["all", ["fit", 8, 2], quick]], ["first turn"]]
    rule = program((["bid", 2, 2], whole)).rule(0)
    assert {fact.kind for fact in rule.facts} == {"balancing", "first turn"}
    assert [piece.kind for piece in rule.steady] == ["amount", "amount"]
    assert [piece.kind for piece in rule.moving] == ["fit"]


def test_facts_joined_about_one_question_are_looked_up_with_it() -> None:
    root = BiddingTable.alone(program()).root(0, 0)
    quiet, loud, late = root.point, root.then(3).point, root.then(0).then(0).point
    facts = Facts()
    uncontested, opened = ["uncontested"], ["opened", "they", None]
    nothing_theirs = facts.bit(condition(["not", ["contested"]]))
    either = facts.bit(condition(["any", uncontested, ["not", uncontested]]))
    two_questions = facts.bit(condition(["any", ["balancing"], opened]))
    assert all(bit and bit & (bit - 1) == 0 for bit in (nothing_theirs, either, two_questions))
    for point, held in ((quiet, (1, 1, 0)), (loud, (0, 1, 1)), (late, (1, 1, 0))):
        bits = facts.of(point)
        assert tuple([bool(bits & bit) for bit in (nothing_theirs, either, two_questions)]) == tuple(map(bool, held))


def test_a_fact_is_a_function_of_the_answer_alone() -> None:
    opened = condition(["opened", "partner", ["bid", 1, 2]])
    assert isinstance(opened, Opened)
    assert opened.says((2, 5), 2) and not opened.says((2, 5), 3) and not opened.says((0, 5), 2)
    assert list(opened.suits((2, 5))) == [2]


def test_each_word_says_what_it_asks() -> None:
    table = BiddingTable.alone(program())
    counts = Counts(quantity("points", "hcp", "length"), {})
    sealed = Place(table.root(0, 0).point, 0, counts, answers={})
    assert condition(["fit", 8, 2]).needs(sealed) == {PARTNERS_LENGTH[2]}
    assert condition(["balancing"]).needs(sealed) == {BALANCING}
    assert condition(["amount", [[15, 17]], ["hcp", None]]).needs(sealed) == base.NOTHING


def test_calls_are_read_from_the_compiled_form() -> None:
    assert program((["bid", 2, 3], None)).rule(0).calls == (CallExpr("bid", 2, 3),)
    assert program((["bid", 2, "NT"], None)).rule(0).literal == 9 + 3
    assert isinstance(make(WORDS["balanced"]), Word)


def test_every_phrase_for_a_suit_asks_its_question() -> None:
    assert SUIT_OF_PHRASE.keys() == PHRASES

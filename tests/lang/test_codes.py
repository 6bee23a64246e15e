"""Every code that the program can print has an explanation, and the examples of the errors are errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bridgelang.compile.pipeline import compile_text
from bridgelang.errors import NotationError
from bridgelang.lang.codes import explain, explanations

ROOT = Path(__file__).parents[2]
WRITTEN = {
    code
    for path in (ROOT / "bridgelang").rglob("*.py")
    for code in re.findall(r"[\"'](B\d{3})[\"']", path.read_text(encoding="utf-8"))
}
ERRORS = [one for one in explanations().values() if one.page == "errors.md"]
OF_A_WHOLE_FILE = {"B001", "B002", "B004", "B005", "B007", "B009", "B010", "B011", "B012", "B213", "B900"}
"""Codes that no example on a page can show: of size, encoding, signs that cannot be seen, and the program itself."""


def test_the_walk_finds_the_codes():
    assert len(WRITTEN) > 60 and {"B102", "B204", "B301", "B900"} <= WRITTEN


def test_every_code_the_program_can_print_is_explained_and_no_other():
    assert set(explanations()) == WRITTEN


@pytest.mark.parametrize("one", ERRORS, ids=lambda one: one.code)
def test_the_example_of_an_error_is_that_error_and_nothing_once_put_right(one):
    if one.code in OF_A_WHOLE_FILE:
        assert not one.examples and one.text
        return
    wrong, right = one.examples
    assert {d.code for d in compile_text(wrong).diagnostics} == {one.code}
    assert [str(d) for d in compile_text(right).diagnostics] == []


def test_a_code_may_be_typed_as_it_is_printed():
    assert explain("[b301]") is explain("B301")
    assert "the line above has taken every such hand" in explain("B301").as_text()


def test_a_code_that_there_is_not():
    with pytest.raises(NotationError, match="did you mean B301"):
        explain("B3O1")
    with pytest.raises(NotationError, match="lists them all"):
        explain("nonsense")

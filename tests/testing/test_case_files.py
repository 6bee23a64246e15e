"""Test files as others may have written them: what is no plain mapping is refused, and nothing outside is read."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from bridgelang.compile.pipeline import compile_system
from bridgelang.errors import NotationError
from bridgelang.testing.cases import read_cases
from bridgelang.testing.find import find_tests

CASE = "  - AQ32.K54.J987.32 | 1NT P | 2C | Stayman\n"


def read(folder: Path, text: str | bytes) -> object:
    path = folder / "my.tests.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_cases(str(path))


def test_every_value_is_the_text_that_was_written(tmp_path: Path) -> None:
    (tmp_path / "my.tests.yaml").write_text(
        "# mine\nsystem: sayc\nsettings: {notrump: 15-17, twos: yes, most: 12, when: 2020-01-01, x: 0x10}\n"
        f"cases:\n{CASE}"
        f"---\nsettings:\ncases:\n\n{CASE}{CASE}---\n"
    )
    first, second = read_cases(str(tmp_path / "my.tests.yaml")).sections
    assert first.settings == {"notrump": "15-17", "twos": "yes", "most": "12", "when": "2020-01-01", "x": "0x10"}
    assert [case.row for section in (first, second) for case in section.cases] == [5, 10, 11]
    assert (second.system, second.settings) == ("sayc", {})


BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(8)
)
REFUSED = [
    ("settings: [notrump, 12-14]\ncases:\n" + CASE, "`settings:` are written {NAME: VALUE"),
    ("settings: weak\ncases:\n" + CASE, "`settings:` are written {NAME: VALUE"),
    ("settings: {a: [1]}\ncases:\n" + CASE, "`settings:` are written {NAME: VALUE"),
    ("settings: {a: {b: {c: d}}}\ncases:\n" + CASE, "my.tests.yaml:1: lists and mappings go more than 3 deep"),
    ("system: [x]\ncases:\n" + CASE, "`system:` is a name"),
    ("history: {}\ncases:\n" + CASE, "`history:` is any, or left out"),
    ("history: some\ncases:\n" + CASE, "`history:` is `any`, or left out"),
    ("cases: x\n", "a test file has `system:` and a list of `cases:`"),
    ("x", "a test file has `system:` and a list of `cases:`"),
    ("", "a test file has `system:` and a list of `cases:`"),
    ("[" * 50_000, "lists and mappings go more than 3 deep"),
    ("{" * 50_000, "a name is expected here, not a list or a mapping"),
    ("- " * 50_000, "lists and mappings go more than 3 deep"),
    ("? " * 50_000, "a name is expected here, not a list or a mapping"),
    (BOMB, "my.tests.yaml:1: anchors (&name) and aliases (*name) are not read"),
    ("a: *x\n", "anchors (&name) and aliases (*name) are not read"),
    ("<<: {a: b}\ncases:\n" + CASE, "`<<:` is not known here"),
    ("system: !!python/object/apply:os.system [x]\n", "types (!name) are not read"),
    ("system: !!binary x\ncases:\n" + CASE, "types (!name) are not read"),
    ("a: b\na: c\n", "my.tests.yaml:2: `a` stands here twice"),
    ("".join(f"k{n}: v\n" for n in range(30)), "more than 20 names stand together"),
    ("a: b\n" * 200_000, "stands here twice"),
    ("cases:\n" + "  - x\n" * 200_000, "is too long: at most 1,000,000 bytes"),
    ("cases:\n" + "  -\n" * 120_000, "the file is too long: at most 100,000 pieces"),
    (b"\xff\xfe", "is not UTF-8 text"),
    ("cases: \x00", "my.tests.yaml: not readable as YAML"),
    ("cases: [\n", "not readable as YAML"),
    ("%YAML 9.9\n---\nx", "not readable as YAML"),
    ("cases: \x1b[31m\n", "not readable as YAML"),
]


@pytest.mark.parametrize(("text", "said"), REFUSED)
def test_what_is_no_plain_mapping_is_refused_quickly(tmp_path: Path, text: str | bytes, said: str) -> None:
    began = time.process_time()
    with pytest.raises(NotationError) as fault:
        read(tmp_path, text)
    assert said in str(fault.value)
    assert len(str(fault.value)) < 400
    assert time.process_time() - began < 20


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes as POSIX has them")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "my.tests.yaml")
    with pytest.raises(NotationError, match="no plain file"):
        read_cases(str(tmp_path / "my.tests.yaml"))
    (tmp_path / "my.bid").write_text("opening:\n  pass\n")
    with pytest.raises(NotationError, match="has no tests"):
        find_tests(str(tmp_path / "my.bid"))


SECRET = "root:x:0:0:a line of a file that is none of its business\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a system, beside one with a secret."""
    (tmp_path / "passwd").write_text(SECRET)
    (tmp_path / "passwd.bid").write_text(SECRET)
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "my.bid").write_text("opening:\n  pass\n")
    (folder / "linked.bid").symlink_to(tmp_path / "passwd")
    (folder / "far").symlink_to(tmp_path)
    return folder


@pytest.mark.parametrize(
    "system",
    ["../passwd", "../passwd.bid", "{}/passwd", "{}/passwd.bid", "linked", "linked.bid", "far/passwd", "./../passwd",
     "../mine/../passwd.bid", "../../../../../../etc/passwd", "/etc/passwd", "/dev/stdin", "\\x00", "no-such-system"],
)  # fmt: skip
def test_a_test_file_names_nothing_outside_its_folder(folder: Path, system: str) -> None:
    named = system.format(folder.parent)
    (folder / "my.tests.yaml").write_text(f'system: "{named}"\ncases:\n{CASE}')
    with pytest.raises(NotationError) as fault:
        find_tests(str(folder / "my.bid"))
    assert "is not in the folder of the tests" in str(fault.value) or "there is no system" in str(fault.value)
    assert "a line of a file" not in str(fault.value)


def test_a_test_file_that_is_a_link_out_of_the_folder_is_not_read(folder: Path) -> None:
    (folder / "my.tests.yaml").symlink_to(folder.parent / "passwd")
    with pytest.raises(NotationError, match="a link that leads out of its folder"):
        find_tests(str(folder / "my.bid"))


def test_a_system_uses_nothing_outside_its_folder(folder: Path) -> None:
    (folder / "my.bid").write_text("opening:\n  pass\nuse linked\n")
    (fault,) = compile_system(str(folder / "my.bid")).diagnostics
    assert fault.code == "B009" and "a link that leads out of its folder" in fault.message

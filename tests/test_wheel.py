"""The wheel is whole: built, installed in an environment of its own, and used from an empty folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.slow


def checked(*arguments: str | Path, cwd: Path, environment: dict[str, str] | None = None) -> str:
    ran = subprocess.run([*map(str, arguments)], capture_output=True, text=True, cwd=cwd, env=environment, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    checked(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_has_what_the_program_reads_and_nothing_else(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder, inside in (("grammar", "_grammar"), ("systems", "_systems")):
        wanted = {path.relative_to(ROOT / folder).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert wanted
        assert {f"bridgelang/{inside}/{name}" for name in wanted} <= names
    assert {"bridgelang/_docs/errors.md", "bridgelang/_docs/lint.md"} <= names
    assert {f"bridgelang/match/data/{name}.deck" for name in ("reference", "confirming")} <= names
    assert [name for name in names if name.startswith("bridgelang/_dds/libdds.") or name.endswith("dds.dll")]
    assert "bridgelang/_dds/LICENCE-endplay" in names
    for template in (ROOT / "bridgelang" / "report" / "templates").iterdir():
        assert f"bridgelang/report/templates/{template.name}" in names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"bridgelang"}


def test_it_works_from_an_empty_folder(wheel, tmp_path):
    checked(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    bin_folder = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    checked(bin_folder / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["BRIDGELANG_CACHE"] = str(tmp_path / "cache")

    def bridgelang(*words: str) -> str:
        return checked(bin_folder / "bridgelang", *words, cwd=empty, environment=environment)

    home = checked(
        bin_folder / "python", "-c", "import bridgelang; print(bridgelang.__file__)", cwd=empty, environment=environment
    )
    assert str(tmp_path / "venv") in home
    assert bridgelang("bid", "goren", "AKQ2.AK3.T98.642").strip() == "1NT"
    assert "  sayc  " in bridgelang("systems")
    assert "4 boards, random deals" in bridgelang("match", "sayc", "goren", "--boards", "4", "--seed", "1")  # solves
    (packages,) = (tmp_path / "venv").rglob("site-packages")
    sizes = {file: file.stat().st_size for file in packages.rglob("*") if file.is_file()}
    assert not list(packages.glob("matplotlib*"))
    assert sum(sizes.values()) < 120_000_000, "all that is installed, pip included"
    assert "20 boards, the reference deck" in bridgelang("match", "sayc", "goren", "--boards", "20")
    assert not list(empty.iterdir())


BIDS = """
import json
from bridgelang import load_system
from bridgelang.bidding import engine
from bridgelang.match.bidding import SystemBidder, bid_boards
from bridgelang.match.boards import RandomBoards

one, two = load_system("sayc"), load_system("acol")
found = bid_boards(RandomBoards(5).take(0, 60), SystemBidder(one, two), SystemBidder(two, one))
bids = [[f"{a.call} {a.rule}" for a in table.answers] for tables in found for table in tables]
print(json.dumps([engine.__file__, bids]))
"""


def test_compiled_modules_bid_as_their_source_does(tmp_path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["BRIDGELANG_CACHE"] = str(tmp_path / "cache")
    compiling = {**environment, "BRIDGELANG_COMPILE": "1"}
    checked(
        sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, ROOT, cwd=tmp_path,
        environment=compiling,
    )  # fmt: skip
    (built,) = tmp_path.glob("*.whl")
    assert "none" not in built.name
    with zipfile.ZipFile(built) as wheel:
        wheel.extractall(tmp_path / "compiled")
    found = {}
    for home in (tmp_path / "compiled", ROOT):
        printed = checked(
            sys.executable, "-c", BIDS, cwd=tmp_path, environment={**environment, "PYTHONPATH": str(home)}
        )
        found[home] = json.loads(printed)
    (compiled, calls), (plain, same) = found.values()
    assert Path(compiled).suffix in (".so", ".pyd") and Path(plain).suffix == ".py"
    assert calls == same

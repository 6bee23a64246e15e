"""The list of commands, their help, and that every example in it runs."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from bridgelang.cli.catalogue import COMMANDS, OTHER_NAMES
from bridgelang.cli.main import cli

COMMANDS_FOLDER = Path(__file__).parents[2] / "bridgelang" / "cli" / "commands"


def command_of(name):
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return command


def examples_of(name):
    """The commands of the help's last part."""
    text = command_of(name).get_help(click.Context(command_of(name), info_name=name))
    return re.findall(r"^ +(?:echo '(.*)' \| )?bridgelang (.*)$", text.split("Example", 1)[1], re.MULTILINE)


def test_the_list_names_every_module_and_nothing_else():
    modules = {path.stem for path in COMMANDS_FOLDER.glob("*.py")} - {"__init__"}
    assert modules == {name.replace("-", "_") for name in COMMANDS}
    assert len(modules) > 7


def test_other_names_lead_to_commands_and_are_none() -> None:
    assert {*OTHER_NAMES.values()} <= {*COMMANDS}
    assert not {*OTHER_NAMES} & {*COMMANDS}


def test_the_list_prints_no_more_than_the_names_and_lines(run):
    ran = run("--help")
    assert ran.status == 0
    for name, line in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(line)}$", ran.out, re.MULTILINE)
    assert all(len(line) <= 80 for line in ran.out.splitlines())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_that_says_what_the_list_says(run, name):
    assert command_of(name).short_help == COMMANDS[name]
    ran = run(name, "--help")
    assert ran.status == 0
    assert examples_of(name)
    assert all(len(line) <= 80 for line in ran.out.splitlines()), "help fits an 80-column terminal"
    for parameter in command_of(name).params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.name} has no help"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_runs(run, name):
    for piped, line in examples_of(name):
        ran = run(*shlex.split(line), stdin=piped)
        assert ran.status == 0, f"{line}\n{ran.err}"
        assert ran.out


def test_no_arguments_prints_help(run):
    ran = run()
    assert ran.status == 2
    assert "Commands:" in ran.err + ran.out


def test_the_version(run):
    from bridgelang import __version__

    assert run("--version").out == f"bridgelang {__version__}\n"


def test_help_imports_no_command():
    code = (
        "import sys\nfrom bridgelang.cli.main import main\nmain(['--help'])\n"
        "print(*[m for m in sys.modules if m.startswith('bridgelang')], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ran.stderr.split())
    needed = {"bridgelang", "bridgelang.errors", "bridgelang.core", "bridgelang.core.printable"}
    needed |= {f"bridgelang.cli{name}" for name in ("", ".main", ".catalogue", ".interrupts", ".streams")}
    assert loaded == needed


def test_python_m_is_the_same_program(folder):
    ran = subprocess.run(
        [sys.executable, "-m", "bridgelang", "score", "3NT", "="], capture_output=True, text=True, check=True
    )
    assert "+400" in ran.stdout

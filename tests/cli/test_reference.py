"""docs/reference/cli.md says what the commands say, and every command says enough."""

import runpy
import shlex
from pathlib import Path

import pytest
import typer.main
from typer.testing import CliRunner

from thalweg.cli.app import app

FOLDER = Path(__file__).parents[2] / "docs" / "reference"
MAKE_CLI = runpy.run_path(str(FOLDER / "make_cli.py"))
PAGE = (FOLDER / "cli.md").read_text(encoding="utf-8")


def names_of_commands(group=None, prefix: str = "thalweg") -> list[str]:
    """Commands as typer knows them, which is not the way in which the page finds them."""
    names = []
    for name, command in (group or typer.main.get_command(app)).commands.items():
        inner = hasattr(command, "commands")
        full = f"{prefix} {name}"
        names += names_of_commands(command, full) if inner else [full]
    return names


def find(name: str):
    command = typer.main.get_command(app)
    for part in name.split()[1:]:
        command = command.commands[part]
    return command


NAMES = names_of_commands()


def test_the_reference_is_what_the_commands_say():
    assert MAKE_CLI["page"]() == PAGE, "the commands have changed: run `make docs`"


def test_the_reference_does_not_depend_on_the_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "dumb")
    assert MAKE_CLI["page"]() == PAGE


def test_there_are_commands():
    assert {"thalweg topics", "thalweg corpus build", "thalweg info"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_command_is_in_the_reference_with_all_its_options(name):
    assert f"\n## {name}\n" in PAGE
    assert f"(#{name.replace(' ', '-')})" in PAGE
    for parameter in find(name).params:
        for option in (*parameter.opts, *parameter.secondary_opts):
            if option.startswith("-"):
                assert f"`{option}`" in PAGE


@pytest.mark.parametrize("name", NAMES)
def test_help_shows_an_example_of_the_command(name):
    arguments = name.split()[1:]
    shown = CliRunner().invoke(app, [*arguments, "--help"], env={"COLUMNS": "120"}).stdout
    assert f"Example: {name} " in shown


@pytest.mark.parametrize(
    "command", list(MAKE_CLI["all_commands"]()), ids=lambda command: command.name
)
def test_the_example_is_one_that_the_command_understands(command):
    """Its options are known and their values are right; the files it names need not exist."""
    name, words = command.name.split(), shlex.split(command.example)
    assert words[: len(name)] == name
    find(command.name).make_context(command.name, words[len(name) :])

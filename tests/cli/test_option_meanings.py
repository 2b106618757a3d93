"""An option means the same in every command that has it."""

from collections import defaultdict

import pytest
import typer.main

from thalweg.cli.app import app

# The same meaning; the help says what it is applied to.
DIFFERENT_TEXTS = {
    "--column",  # the column that a command is about: of the texts, or of groups
    "--out",  # where the result is written
    "--to",  # the format to write
    "--top",  # how many of the largest topics
    "--words",  # how many words per topic, printed or exported
    "--corpus",  # documents that a model is applied to
    "--document",  # the document that a command is about
    "--text",  # the text that a command is about
    "--text-file",  # the same, in a file
    "--number",  # how many documents
    "--score",  # held-out log-likelihood of documents
}


def options_by_name(command=None, prefix: str = "thalweg") -> dict[str, dict[str, object]]:
    command = command or typer.main.get_command(app)
    found: dict[str, dict[str, object]] = defaultdict(dict)
    for parameter in command.params:
        for name in parameter.opts:
            if name.startswith("--"):
                found[name][prefix] = parameter
    for name, inner in getattr(command, "commands", {}).items():
        for option, users in options_by_name(inner, f"{prefix} {name}").items():
            found[option] |= users
    return found


OPTIONS = options_by_name()
SHARED = sorted(name for name, users in OPTIONS.items() if len(users) > 1)


@pytest.mark.parametrize("name", [name for name in SHARED if name not in DIFFERENT_TEXTS])
def test_a_shared_option_has_one_help_text(name):
    parameters = OPTIONS[name].values()
    assert len({(each.help, each.metavar, each.is_flag) for each in parameters}) == 1


def test_the_exceptions_are_shared_options():
    assert set(SHARED) >= DIFFERENT_TEXTS


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_an_option_says_what_it_does(name):
    for parameter in OPTIONS[name].values():
        assert len(parameter.help.split()) >= 2
        assert parameter.help.endswith(".")
        assert parameter.is_flag or parameter.metavar

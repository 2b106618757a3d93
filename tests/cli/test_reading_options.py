"""Options of commands that read documents."""

from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions, InputFormat, WordOptions
from thalweg.corpus import formats
from thalweg.corpus.reading import MAX_DF, MAX_FEATURES, MAX_TABLE, MIN_DF
from thalweg.corpus.sources import find_files
from thalweg.corpus.text.text_settings import TextSettings


def invoke(*arguments: str) -> tuple[int, list[Any]]:
    """Run a command that takes groups of options; return its exit code and what it received."""
    app = typer.Typer()
    received: list[Any] = []

    @app.command()
    @with_options
    def command(name: str, *, files: DocumentOptions, words: WordOptions, loud: bool = False):
        assert (name, loud) == ("name", False)
        received.extend([files, words])

    return CliRunner().invoke(app, ["name", *arguments]).exit_code, received


def test_a_command_receives_its_options_as_groups():
    assert invoke() == (0, [DocumentOptions(), WordOptions()])
    code, (files, words) = invoke(
        "--separator", "\\t", "--quote", "none", "--ngrams", "2-3", "--digits"
    )
    assert code == 0
    assert (files.of_files()["separator"], files.of_files()["quote"]) == ("\t", None)
    assert (words.of_texts()["ngram_range"], words.of_texts()["digits"]) == ((2, 3), True)
    assert words.limits() == {}
    _, (files, words) = invoke("--min-df", "2", "--stop-words", "none", "--metadata", "a,b")
    assert words.limits() == {"min_df": 2, "stop_words": None}
    assert files.of_files()["metadata"] == ["a", "b"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--ngrams", "9"),
        ("--min-df", "x"),
        ("--max-features", "0"),
        ("--threads", "0"),
        ("--min-length", "-1"),
        ("--format", "xml"),
        ("--encoding-errors", "ignore"),
        ("--no-such-option",),
    ],
)
def test_an_invalid_value_exits_with_two(arguments):
    assert invoke(*arguments) == (2, [])


def test_the_defaults_in_the_help_are_those_of_the_library():
    shown = {}
    for kind in WordOptions.__mro__[:-1]:
        for name, annotation in kind.__annotations__.items():
            shown[name] = annotation.__metadata__[0].show_default
    library = {"min_df": MIN_DF, "max_df": MAX_DF, "max_features": MAX_FEATURES}
    for name, value in (library | {"max_table": MAX_TABLE}).items():
        assert shown[name].split()[0] == str(value)
    chosen = WordOptions().of_texts()
    settings = TextSettings()
    for name in ("lowercase", "strip_accents", "digits", "min_length", "max_length", "ngram_range"):
        assert chosen[name] == getattr(settings, name)


def test_the_input_formats_are_those_of_the_library():
    assert {each.value for each in InputFormat} == {*formats.FORMATS, *find_files.NAMES}

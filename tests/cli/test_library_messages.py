"""Messages of the library, with options in place of parameters."""

import inspect

import pytest
import typer.main

import thalweg
from thalweg import plots
from thalweg.cli.app import app
from thalweg.cli.library_messages import OPTIONS, for_command_line
from thalweg.corpus.corpus import Corpus
from thalweg.model import TopicModel


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Lower `min_df` (now 5).", "Lower --min-df (now 5)."),
        ("Raise `max_table`, or pass `n_passes=2`.", "Raise --max-table, or pass --two-pass."),
        ("Pass `format='csv'` or `column=\"body\"`.", "Pass --format csv or --column body."),
        ("`errors` is 'x'; pass `quote=None`.", "--encoding-errors is 'x'; pass --quote none."),
        ("Pass `ngram_range=(1, 2)`.", "Pass --ngrams 1-2."),
        ("`n_components` is 3, `early_stopping=True`.", "--topics is 3, --early-stopping."),
        ("Pass a `tokenizer` or `lowercase=True`.", "Pass a tokenizer or lowercase=True."),
        ("two\nlines", "two lines"),
        ("min_df.csv has no column `x y`", "min_df.csv has no column `x y`"),
    ],
)
def test_parameters_in_backticks_become_options(message, expected):
    assert for_command_line(message) == expected


def parameters_of_the_library() -> set[str]:
    algorithms = (getattr(thalweg, name, None) for name in ("SCVB0", "SVB"))
    functions = [
        thalweg.read,
        thalweg.choose_k,
        Corpus.limit,
        TopicModel,
        TopicModel.fit,
        TopicModel.merged,
        thalweg.steering.AddWords,
        TopicModel.topics,
        TopicModel.hierarchy,
        TopicModel.compare,
        TopicModel.by_group,
        TopicModel.over_time,
        TopicModel.examples,
        TopicModel.outliers,
        plots.topics_over_time,
        plots.topic_sizes,
        *filter(None, algorithms),
    ]
    return {name for function in functions for name in inspect.signature(function).parameters}


def options_of_the_command_line(command=None) -> set[str]:
    command = command or typer.main.get_command(app)
    names = {
        name
        for parameter in command.params
        for name in (*parameter.opts, *parameter.secondary_opts)
    }
    for inner in getattr(command, "commands", {}).values():
        names |= options_of_the_command_line(inner)
    return names


def test_the_table_has_only_real_parameters_and_options():
    assert {name.partition("=")[0] for name in OPTIONS} <= parameters_of_the_library()
    assert set(OPTIONS.values()) <= options_of_the_command_line()

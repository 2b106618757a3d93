"""`thalweg explain`: the topic of every word of a text."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.options.common_options import SavedModel
from thalweg.cli.options.grouped_options import typed_options, with_options
from thalweg.cli.options.reading_options import DocumentOptions
from thalweg.cli.output import console, next_step, print_json
from thalweg.cli.table_output import TableOptions, print_table

if TYPE_CHECKING:
    from rich.text import Text

    from thalweg.model import TopicModel
    from thalweg.results import Explanation

EXAMPLES: Final = """
thalweg explain news.model --text "interest rates rise again"
thalweg explain news.model news.csv --metadata id --document a17
"""


@with_options
def explain(
    path: SavedModel,
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE", help="Documents, of which --document names one.", show_default=False
        ),
    ] = None,
    *,
    text: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Explain this text.", show_default=False),
    ] = None,
    text_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Explain the text of this file.", show_default=False),
    ] = None,
    document: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Explain this document of FILE: its id, or its row, counted from 0.",
            show_default=False,
        ),
    ] = None,
    table: TableOptions,
    files: DocumentOptions,
) -> None:
    """Show the topic of every word of a text.

    Say what to explain: --text, --text-file, or --document with a FILE. The number after a word is
    that of its topic, [?] marks words that the model does not know, and stop words have no mark.
    With --out, the words are written as a table, each with its topic and probability.
    """
    if [document, text, text_file].count(None) != 2:
        raise typer.BadParameter(
            "expected exactly one of --text, --text-file and --document", param_hint="--text"
        )
    if (document is not None) != bool(paths):
        raise typer.BadParameter(
            "expected both --document and a FILE, or neither of them", param_hint="--document"
        )
    from thalweg.model import TopicModel
    from thalweg.results import ExplainedWordTable

    table.check(ExplainedWordTable, [path, *(paths or ())])
    model = TopicModel.load(path)
    if document is not None:
        text = _text_of(model, document, paths or [], files)
    elif text_file is not None:
        from thalweg.files.compressed import read_whole

        text = read_whole(text_file).decode("utf-8", errors="replace")
    assert text is not None
    explanation = model.explain(text)
    if table.as_json:
        print_json(_as_json(explanation))
    elif table.out is None:
        _print(explanation)
    if table.out is not None:
        table.write(explanation.words)
    if document is not None:
        given = [*(paths or ()), *typed_options(files), "--document", document]
    elif text_file is not None:
        given = ["FILE", "--text-file", str(text_file)]
    else:
        given = ["FILE", "--text", text]
    next_step("similar documents", "similar", str(path), *given)


def _text_of(model: "TopicModel", wanted: str, paths: list[str], files: DocumentOptions) -> str:
    """Return the text of a document, given by its id or else by its row."""
    from thalweg.cli.input_files import named_document, stream_for_model
    from thalweg.errors import InputError

    corpora = stream_for_model(model, paths, files, keep_texts=True)
    _, found = named_document(wanted, corpora)
    if found.texts is None:
        raise InputError(
            f"--document is {wanted!r}, but {paths[0]} holds counts without texts; expected a file "
            "of texts, or a corpus that was built with --keep-texts"
        )
    return found.texts[0] or ""


def _as_json(explanation: "Explanation") -> dict[str, Any]:
    return {
        "text": explanation.text,
        "topics": explanation.topics.to_dicts(),
        "words": explanation.to_dicts(),
    }


def _print(explanation: "Explanation") -> None:
    screen = console()
    screen.print(_coloured(explanation))
    if explanation.topics:
        print_table(explanation.topics)
    if explanation.unknown_note:
        screen.print(explanation.unknown_note)


def _coloured(explanation: "Explanation") -> "Text":
    """Return the text in the colours of the topics; without colours, their numbers remain."""
    from rich.text import Text

    from thalweg.results.explanation import OTHER_COLOUR, mark_of
    from thalweg.visible_text import visible

    colours, shown = explanation.colours, Text()
    for segment in explanation.segments():
        word, text = segment.word, visible(segment.text)
        if word is None:
            shown.append(text)
        elif word.topic is None:
            shown.append(f"{text}{mark_of(word)}", "dim")
        else:
            colour = colours.get(word.topic, OTHER_COLOUR)
            shown.append(text, f"bold {colour}")
            shown.append(mark_of(word), colour)
    return shown

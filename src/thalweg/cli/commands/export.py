"""`thalweg export`: write a model for another program."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from thalweg.cli.destinations import (
    EXPORTS,
    check_file,
    check_gensim_files,
    check_mallet_files,
)
from thalweg.cli.options.common_options import Force, ForSpreadsheet, SavedModel
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions, WordOptions
from thalweg.cli.output import STANDARD_OUTPUT, next_step, note, open_result

EXAMPLES: Final = """
thalweg export news.model --to csv --words 10 --out -
thalweg export news.model --to ldavis --corpus news.csv --out news.json
thalweg export news.model --to html --corpus news.csv --out news.html
thalweg export news.model --to mallet --corpus news.csv --metadata id --out news.mallet
"""


class ExportFormat(StrEnum):
    """Formats of other programs, and a page."""

    HTML = "html"
    LDAVIS = "ldavis"
    MALLET = "mallet"
    CSV = "csv"
    JSON = "json"
    SKLEARN = "sklearn"
    GENSIM = "gensim"


@with_options
def export(
    path: SavedModel,
    *,
    to: Annotated[
        ExportFormat,
        typer.Option(
            metavar="FORMAT",
            help="Format to write: html, a page about the topics that opens from disk; ldavis, "
            "mallet, csv, json, sklearn or gensim.",
            show_default=False,
        ),
    ],
    out: Annotated[
        str,
        typer.Option(
            "--out",
            "-o",
            metavar="PATH",
            help="Write to this file, or for mallet to this folder. - is standard output, for csv, "
            "json, ldavis and html.",
            show_default=False,
        ),
    ],
    force: Force = False,
    corpus: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Documents. html shows some of them; ldavis needs them for the sizes of the "
            "topics; mallet also writes their topics.",
            show_default=False,
        ),
    ] = None,
    words: Annotated[
        int | None,
        typer.Option(
            "--words",
            min=1,
            metavar="N",
            help="Number of words to write per topic.",
            show_default="20; 30 for ldavis",
        ),
    ] = None,
    spreadsheet: ForSpreadsheet = False,
    documents: Annotated[
        int | None,
        typer.Option(
            "--documents",
            min=0,
            metavar="N",
            help="Number of documents with their texts in a page (html), the most typical ones "
            "first. Others are only counted.",
            show_default="200",
        ),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Title of the picture or page.",
            show_default="the name of the corpus",
        ),
    ] = None,
    files: DocumentOptions,
) -> None:
    """Write a model for another program, or as a page to share."""
    if to is ExportFormat.HTML and corpus is None:
        raise typer.BadParameter(
            "html needs the documents that the page shows; expected --corpus FILE",
            param_hint="--to",
        )
    if to is ExportFormat.LDAVIS and corpus is None:
        raise typer.BadParameter(
            "ldavis needs documents for the sizes of the topics; expected --corpus FILE",
            param_hint="--to",
        )
    from thalweg.cli.input_files import stream_for_model
    from thalweg.export.explorer_page import N_DOCUMENTS
    from thalweg.export.targets import TEXTS, encoded_text, write
    from thalweg.model import TopicModel

    if out == STANDARD_OUTPUT and to not in TEXTS:
        raise typer.BadParameter(
            f"{to} is a binary format, not text for standard output; expected the name of a file",
            param_hint="--out",
        )
    inputs: list[str | Path] = [path] if corpus is None else [path, corpus]
    if to is ExportFormat.MALLET:
        check_mallet_files(out, inputs=inputs, force=force)
    elif to is ExportFormat.GENSIM:
        check_gensim_files(out, inputs=inputs, force=force)
    else:
        check_file(out, EXPORTS[to], inputs=inputs, force=force)
    model = TopicModel.load(path)
    model.n_jobs = files.threads
    options: dict[str, Any] = {"n_words": words, "spreadsheet": spreadsheet}
    options |= {"n_documents": documents, "title": title}
    found: Any = None
    if corpus is not None and to is ExportFormat.HTML:
        from thalweg.cli.explored_files import document_reader

        reader = document_reader([corpus], files, WordOptions(), model)
        found = reader.all(lambda _: None)
        options["title"] = reader.title if title is None else title
    elif corpus is not None:
        found = stream_for_model(model, [corpus], files)
    if out == STANDARD_OUTPUT:
        with open_result(out) as file:
            file.write(encoded_text(model, to, found, **options))
        return
    write(model, to, out, found, **options)
    if to is ExportFormat.HTML:
        shown = min(N_DOCUMENTS if documents is None else documents, found.n_documents)
        size = Path(out).stat().st_size / 1e6
        note(
            f"wrote {out}: {size:.1f} MB, {model.state_.n_topics} topics, {shown:,} of "
            f"{found.n_documents:,} documents"
        )
        return
    note(f"wrote {out}")
    next_step("a picture of the topics", "plot", str(path), "--out", "topics.png")

"""`thalweg index`: a file in which `thalweg similar` finds documents at once."""

from pathlib import Path
from typing import Annotated, Final

import typer

from thalweg.cli.destinations import INDEX, check_file
from thalweg.cli.options.common_options import Documents, Force, SavedModel
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions
from thalweg.cli.output import counted, next_step, note

EXAMPLES: Final = """
thalweg index news.model news.csv --metadata id --out news.index
"""


@with_options
def index(
    path: SavedModel,
    paths: Documents,
    *,
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Write the index to this file.", show_default=False
        ),
    ],
    force: Force = False,
    texts: Annotated[
        bool,
        typer.Option(help="Store the first 160 characters of each text, to be shown in results."),
    ] = True,
    files: DocumentOptions,
) -> None:
    """Build an index of documents, to find similar ones at once.

    The index holds the topics, the id and the beginning of the text of every document. It belongs
    to the model: after further training, build it again. Memory does not grow with the number of
    documents.
    """
    check_file(out, INDEX, inputs=[path, *paths], force=force)
    from thalweg.cli.input_files import stream_for_model
    from thalweg.model import TopicModel

    model = TopicModel.load(path)
    model.n_jobs = files.threads
    corpora = stream_for_model(model, paths, files, keep_texts=texts)
    built = model.index(corpora, out, keep_texts=texts)
    note(f"wrote {out}: {counted(len(built), 'document')}, {out.stat().st_size / 1e6:,.1f} MB")
    next_step("to search it", "similar", str(path), str(out), "--text", "TEXT")

"""`thalweg corpus merge`: join corpora into one."""

from typing import Annotated, Final

import typer

from thalweg.cli.commands.corpus import NewCorpus, note_written

EXAMPLES: Final = """
thalweg corpus merge monday.corpus tuesday.corpus --out both.corpus
"""


def merge(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="CORPUS", help="Stored corpora or bags of words.", show_default=False
        ),
    ],
    out: NewCorpus,
) -> None:
    """Join corpora into one; words are matched by name."""
    from thalweg.cli.input_files import merge_counts

    note_written(merge_counts(paths, out), out)

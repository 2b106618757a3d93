"""`thalweg corpus build`: count the words of texts."""

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.commands.corpus import NewCorpus, note_written
from thalweg.cli.options.cluster_options import FilesOnCluster, files_on_cluster, is_on_cluster
from thalweg.cli.options.common_options import Documents
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions, WordOptions
from thalweg.cli.output import next_step

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus

EXAMPLES: Final = """
thalweg corpus build news.csv --metadata id,date --out news.corpus
thalweg corpus build reviews.jsonl --column body --two-pass --out reviews.corpus
thalweg corpus build news/*.parquet --metadata id --out news.corpus --ray auto
"""
ON_CLUSTER: Final = ("column", "metadata", "threads")
WORDS_ON_CLUSTER: Final = tuple(
    each.name for each in fields(WordOptions) if each.name not in ("phrases", "max_table")
)


@with_options
def build(
    paths: Documents,
    *,
    out: NewCorpus,
    keep_texts: Annotated[
        bool, typer.Option("--keep-texts", help="Also store the texts themselves.")
    ] = False,
    two_pass: Annotated[
        bool,
        typer.Option(
            "--two-pass",
            help="Read the files twice: first to choose the words, then to count them. Needs less "
            "disk space, and counts the chosen words exactly even if --max-table is reached.",
        ),
    ] = False,
    files: DocumentOptions,
    words: WordOptions,
    cluster: FilesOnCluster,
) -> None:
    """Count the words of texts and store the counts on disk.

    The texts may be larger than memory.

    With --ray, a cluster reads many Parquet or JSON lines files at once, in two passes. If the
    command was killed, run it again: it does the files that are left.
    """
    supported = (*ON_CLUSTER, *WORDS_ON_CLUSTER)
    if is_on_cluster(cluster, files, words, supported=supported, keep_texts=keep_texts):
        corpus = _build_on_cluster(paths, out, files, words, cluster)
    else:
        from thalweg.cli.input_files import read_files

        n_passes = 2 if two_pass else 1
        corpus = read_files(paths, files, words, out=out, n_passes=n_passes, keep_texts=keep_texts)
    note_written(corpus, out)
    next_step("to train a model on it", "train", str(out), "-k", "20", "--out", "my.model")


def _build_on_cluster(
    paths: list[str],
    out: Path,
    files: DocumentOptions,
    words: WordOptions,
    cluster: FilesOnCluster,
) -> "Corpus":
    from thalweg import distributed
    from thalweg.cli.input_files import check_new_folder
    from thalweg.corpus.text.text_settings import TextSettings

    check_new_folder(out)
    limits: dict[str, Any] = {"stop_words": "english"} | words.limits()
    of_texts = words.of_texts() | {"phrases": ()}
    settings = TextSettings(stop_words=limits.pop("stop_words"), **of_texts)
    with files_on_cluster(cluster, files) as arguments:
        return distributed.read(paths, out, text_settings=settings, **limits, **arguments)

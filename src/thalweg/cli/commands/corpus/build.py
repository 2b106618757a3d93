"""`thalweg corpus build`: count the words of texts."""

from typing import Annotated, Final

import typer

from thalweg.cli.commands.corpus import NewCorpus, note_written
from thalweg.cli.corpus_on_cluster import build_on_cluster, counts_on_cluster
from thalweg.cli.options.cluster_options import FilesOnCluster
from thalweg.cli.options.common_options import Documents
from thalweg.cli.options.grouped_options import with_options
from thalweg.cli.options.reading_options import DocumentOptions, WordOptions
from thalweg.cli.output import next_step

EXAMPLES: Final = """
thalweg corpus build news.csv --metadata id,date --out news.corpus
thalweg corpus build reviews.jsonl --column body --two-pass --out reviews.corpus
thalweg corpus build news/*.parquet --metadata id --out news.corpus --ray auto
"""


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
    if counts_on_cluster(cluster, files, words, keep_texts=keep_texts):
        corpus = build_on_cluster(paths, out, files, words, cluster)
    else:
        from thalweg.cli.input_files import read_files

        n_passes = 2 if two_pass else 1
        corpus = read_files(paths, files, words, out=out, n_passes=n_passes, keep_texts=keep_texts)
    note_written(corpus, out)
    next_step("to train a model on it", "train", str(out), "-k", "20", "--out", "my.model")

"""Counting the words of many files on a cluster, for `corpus build` and `train` with --ray."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from thalweg.cli.options.cluster_options import (
    FilesOnCluster,
    files_on_cluster,
    is_on_cluster,
    one_or_all,
)
from thalweg.cli.options.reading_options import FileOptions, WordOptions

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus

_ENDINGS: Final = (".parquet", ".pq", ".jsonl", ".ndjson")
_SUPPORTED: Final = (
    *("column", "metadata", "threads"),
    *(each.name for each in fields(WordOptions) if each.name not in ("phrases", "max_table")),
)


def counts_on_cluster(
    options: FilesOnCluster, files: FileOptions, words: WordOptions, **others: bool
) -> bool:
    """Whether a cluster counts the words; BadParameter for options that it does not have there."""
    return is_on_cluster(options, files, words, supported=_SUPPORTED, **others)


def build_on_cluster(
    paths: Sequence[str], out: Path, files: FileOptions, words: WordOptions, options: FilesOnCluster
) -> "Corpus":
    """Count the words of Parquet or JSON lines files; the workers write the corpus."""
    from thalweg import distributed
    from thalweg.cli.input_files import check_new_folder
    from thalweg.corpus.text.text_settings import TextSettings

    check_new_folder(out)
    limits: dict[str, Any] = {"stop_words": "english"} | words.limits()
    of_texts = words.of_texts() | {"phrases": ()}
    settings = TextSettings(stop_words=limits.pop("stop_words"), **of_texts)
    source = one_or_all(paths)
    with files_on_cluster(options, files) as arguments:
        return distributed.read(source, out, text_settings=settings, **limits, **arguments)


@contextmanager
def training_documents(
    paths: Sequence[str],
    files: FileOptions,
    words: WordOptions,
    options: FilesOnCluster,
    model: Path,
    *,
    resume: bool,
) -> Iterator["Corpus"]:
    """Yield the documents of a training run.

    With a cluster, its workers read Parquet and JSON lines files, and no process holds them all:
    the counts are in the folder MODEL.corpus, which is removed when the run has ended. A run that
    was killed finds them there.
    """
    from thalweg.cli.input_files import read_files
    from thalweg.corpus.corpus import Corpus
    from thalweg.errors import InputError

    if options.ray is None or not all(path.endswith(_ENDINGS) for path in paths):
        yield read_files(paths, files, words)
        return
    counts_on_cluster(options, files, words)
    folder = model.with_name(f"{model.name}.corpus")
    if folder.exists() and not resume:
        raise InputError(
            f"{folder} exists; it has the counts of a run that was interrupted. Run the same "
            "command with --resume to continue, or remove the folder"
        )
    if folder.exists():
        yield Corpus.open(folder)
    else:
        yield build_on_cluster(paths, folder, files, words, options)
    shutil.rmtree(folder)

"""From the FILE arguments of a command to documents.

A FILE is a file, a folder, a pattern, a stored corpus, or standard input. Commands import this
module when they run, because it imports the library.
"""

import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, Final

from thalweg.analysis.similarity import find_document
from thalweg.cli.destinations import check_folder
from thalweg.cli.options.reading_options import FileOptions, WordOptions
from thalweg.cli.output import STANDARD_INPUT
from thalweg.cli.progress_lines import with_document_line
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats.counts_file import CountsFile, find_counts
from thalweg.corpus.reading import identify, read, stream
from thalweg.corpus.sources.tables.conditions import Conditions
from thalweg.corpus.store.writer import refuse_existing
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.model import TopicModel

_ALL_WORDS: Final[dict[str, Any]] = {"min_df": 1, "max_df": 1.0, "max_features": None}


def read_files(
    paths: Sequence[str],
    files: FileOptions,
    words: WordOptions | None = None,
    *,
    out: Path | None = None,
    n_passes: int = 1,
    keep_texts: bool = False,
) -> Corpus:
    """Read all documents of the files as one corpus, in memory or in the folder `out`."""
    words = words or WordOptions()
    if out is not None:
        check_new_folder(out)  # before the files are read
    arguments = files.of_files()
    sources = file_sources(paths, arguments["format"])
    if isinstance(sources[0], CountsFile):
        return read_counts(sources, words.limits(), out, files.where)
    return read(
        sources[0] if len(sources) == 1 else sources,
        **arguments,
        **words.of_texts(),
        **words.limits(),
        out=out,
        n_passes=n_passes,
        keep_texts=keep_texts,
        progress=sys.stderr.isatty(),
    )


def read_for_model(model: TopicModel, paths: Sequence[str], files: FileOptions) -> Corpus:
    """Read all documents of the files as one corpus, and texts as the model's texts were read.

    The corpus has all words of the documents, those that the model does not know included.
    """
    model_vocabulary(model)
    arguments = files.of_files()
    sources = file_sources(paths, arguments["format"])
    if isinstance(sources[0], CountsFile):
        return read_counts(sources, {}, None, files.where)
    return read(
        sources[0] if len(sources) == 1 else sources,
        **arguments,
        **_ALL_WORDS,
        text_settings=model.text_settings_,
        progress=sys.stderr.isatty(),
    )


def stream_for_model(
    model: TopicModel, paths: Sequence[str], files: FileOptions, *, keep_texts: bool = False
) -> Iterator[Corpus]:
    """Read the documents of the files chunk by chunk, with the words of the model only."""
    words, settings = model_vocabulary(model), model.text_settings_
    return stream_files(paths, words, files, settings, keep_texts=keep_texts)


def stream_files(
    paths: Sequence[str],
    vocabulary: Vocabulary,
    files: FileOptions,
    text_settings: TextSettings | None = None,
    *,
    keep_texts: bool = False,
) -> Iterator[Corpus]:
    """Read the documents of the files chunk by chunk, with the words of the vocabulary only."""
    arguments = files.of_files() | {"text_settings": text_settings, "keep_texts": keep_texts}
    sources = file_sources(paths, arguments["format"])
    if isinstance(sources[0], CountsFile):
        corpora = (stream(source, vocabulary, **arguments) for source in sources)
        return with_document_line(chain.from_iterable(corpora))
    source: Any = sources[0] if len(sources) == 1 else sources
    return stream(source, vocabulary, **arguments, progress=sys.stderr.isatty())


def named_document(wanted: str, corpora: Iterable[Corpus]) -> tuple[int, Corpus]:
    """Return the row and the document with the id of --document, or, if there is none, the row."""
    n_documents = 0

    def counted() -> Iterator[Corpus]:
        nonlocal n_documents
        for corpus in corpora:
            n_documents += len(corpus)
            yield corpus

    found = find_document(counted(), wanted)
    if found is None:
        raise InputError(
            f"--document is {wanted!r}; expected the id of one of the {n_documents:,} documents, "
            f"or a row from 0 to {n_documents - 1:,}. Name the column of ids with --metadata id"
        )
    return found


def merge_counts(paths: Sequence[str], out: Path) -> Corpus:
    """Write several stored corpora or bags of words as one stored corpus."""
    check_new_folder(out)
    sources = []
    for path in paths:
        if (counts := find_counts(path)) is None:
            raise InputError(
                f"{path} is not a stored corpus or a bag of words; expected files that hold "
                "counts. Count the words of texts first: thalweg corpus build"
            )
        sources.append(counts)
    return read_counts(sources, {}, out)


def check_new_folder(out: Path) -> None:
    """Raise InputError if a folder exists, or cannot be created."""
    refuse_existing(out)
    check_folder(out)


def model_vocabulary(model: TopicModel) -> Vocabulary:
    """Return the words of a model, which the words of documents are matched with."""
    if model.vocabulary_ is None:
        raise InputError(
            "the model has no vocabulary; expected a model whose words have names. Train one on a "
            "corpus: thalweg train"
        )
    return model.vocabulary_


def file_sources(paths: Sequence[str], format: str | None) -> Sequence[Any]:
    """Return identified sources, all of counts or all of texts; several files of texts as paths."""
    if STANDARD_INPUT in paths:
        if len(paths) > 1:
            raise InputError("- (standard input) is given with other files; expected it alone")
        if hasattr(signal, "siginterrupt"):
            # The handler that polars sets when it is imported restarts a read that waits for
            # input; Ctrl-C must end it.
            import_module("polars")
            signal.siginterrupt(signal.SIGINT, True)
        if not os.path.lexists("/dev/stdin"):  # Windows
            raise InputError(
                "- (standard input) is not available on this system; write the input to a file, "
                "and give its name"
            )
        return [identify("/dev/stdin", format)]  # its first bytes show the format
    sources = [identify(path, format) for path in paths]
    n_counts = sum(isinstance(source, CountsFile) for source in sources)
    if len(paths) == 1 or n_counts == len(paths):
        return sources
    if n_counts:
        raise InputError(
            f"{n_counts} of the {len(paths)} files hold counts, the others texts; expected files "
            "of one kind. Convert each to a corpus (thalweg corpus build), then merge these "
            "(thalweg corpus merge)"
        )
    return [path for found in sources for path in found.paths]


def read_counts(
    sources: Sequence[CountsFile],
    limits: dict[str, Any],
    out: Path | None,
    where: Sequence[str] | None = None,
) -> Corpus:
    """Read files of counts as one corpus, in memory or in the folder `out`."""
    corpora = [source.read() for source in sources]
    corpus = corpora[0] if len(corpora) == 1 else Corpus.concat(corpora)
    corpus = Conditions.of(where).of_corpus(corpus)
    if limits:
        corpus = corpus.limit(**limits)
    if out is None:
        return corpus
    corpus.save(out)
    return Corpus.open(out, verify=False)

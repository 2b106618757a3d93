"""From FILE... to documents: files, folders, patterns, stored corpora, or standard input.

Imported by commands when they run: it brings the library along.
"""

import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

from thalweg.cli.options import FileOptions, TextOptions
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats.counts_file import CountsFile, find_counts
from thalweg.corpus.reading import identify, read, stream
from thalweg.corpus.store.writer import refuse_existing
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.model import TopicModel

STANDARD_INPUT = "-"


def read_files(
    files: Sequence[str],
    options: TextOptions,
    *,
    text_settings: TextSettings | None = None,
    out: Path | None = None,
    n_passes: int = 1,
    keep_texts: bool = False,
) -> Corpus:
    """All documents of the files, as one corpus; counts are cut to the limits that are given.

    With `text_settings` texts are treated as those of another corpus or model.
    """
    if out is not None:
        refuse_existing(out)  # before anything is read
    if text_settings is not None:
        _refuse_other_words(options)
    for_files = _of_files(options, files)
    sources = _sources(files, for_files["format"])
    if isinstance(sources[0], CountsFile):
        return _counts(sources, options, out)
    return read(
        sources[0] if len(sources) == 1 else sources,
        **for_files,
        **options.of_texts(),
        **options.of_limits(),
        text_settings=text_settings,
        out=out,
        n_passes=n_passes,
        keep_texts=keep_texts,
        progress=sys.stderr.isatty(),
    )


def stream_files(
    files: Sequence[str],
    vocabulary: Vocabulary,
    options: FileOptions,
    text_settings: TextSettings | None = None,
) -> Iterator[Corpus]:
    """The documents of the files under the words of a model, chunk by chunk."""
    arguments = _of_files(options, files) | {"text_settings": text_settings}
    sources = _sources(files, arguments["format"])
    progress = sys.stderr.isatty()
    if isinstance(sources[0], CountsFile):
        parts = (stream(source, vocabulary, **arguments) for source in sources)
        return chain.from_iterable(parts)
    source: Any = sources[0] if len(sources) == 1 else sources
    return stream(source, vocabulary, **arguments, progress=progress)


def stream_for(model: TopicModel, files: Sequence[str], options: FileOptions) -> Iterator[Corpus]:
    """The documents of the files, chunk by chunk, treated as those that the model learnt from."""
    return stream_files(files, words_of(model), options, model.text_settings_)


def read_for(model: TopicModel, files: Sequence[str], options: FileOptions) -> Corpus:
    """The same documents as one corpus, with the words that the model does not know, too."""
    words_of(model)
    of_files = {field.name: getattr(options, field.name) for field in fields(FileOptions)}
    unlimited = TextOptions(**of_files).without_limits()
    return read_files(files, unlimited, text_settings=model.text_settings_)


def words_of(model: TopicModel) -> Vocabulary:
    """The words of a model, which the words of documents are matched with."""
    if model.vocabulary_ is None:
        raise InputError("the model does not know its words; expected one of a named corpus")
    return model.vocabulary_


def _refuse_other_words(options: TextOptions) -> None:
    usual = TextOptions()
    if (options.of_texts(), options.stop_words) != (usual.of_texts(), usual.stop_words):
        raise InputError(
            "the model knows how text becomes words; expected none of --stop-words, --ngrams, "
            "--phrases, --digits, --keep-case, --strip-accents, --min-length and --max-length"
        )


def _of_files(options: FileOptions, files: Sequence[str]) -> dict[str, Any]:
    arguments = options.of_files()
    if STANDARD_INPUT in files and arguments["format"] is None:
        arguments["format"] = "lines"  # it has no name to tell
    return arguments


def _sources(files: Sequence[str], format: str | None) -> Sequence[Any]:
    """Return identified sources, all of counts or all of texts; several files of texts as paths."""
    if STANDARD_INPUT in files:
        if len(files) > 1:
            raise InputError("- (standard input) stands among files; expected it alone")
        if hasattr(signal, "siginterrupt"):
            # Polars' handler, set on import, lets a read go on that waits; Ctrl-C shall end it.
            import_module("polars")
            signal.siginterrupt(signal.SIGINT, True)
        return [identify("/dev/stdin", format)]
    sources = [identify(file, format) for file in files]
    n_counts = sum(isinstance(source, CountsFile) for source in sources)
    if len(files) == 1 or n_counts == len(files):
        return sources
    if n_counts:
        raise InputError(
            f"{n_counts} of the {len(files)} files hold counts, the others texts; expected files "
            "of one kind. Make corpora of them, and put these together: thalweg corpus merge"
        )
    return [path for found in sources for path in found.paths]


def _counts(sources: Sequence[CountsFile], options: TextOptions, out: Path | None) -> Corpus:
    corpora = [source.read() for source in sources]
    corpus = corpora[0] if len(corpora) == 1 else Corpus.concat(corpora)
    limits = options.of_limits()
    if limits:
        corpus = corpus.limit(**limits)
    if out is None:
        return corpus
    corpus.save(out)
    return Corpus.open(out, verify=False)


def merge_counts(sources: Sequence[str], out: Path) -> Corpus:
    """Several stored corpora or bags of words, written as one store."""
    refuse_existing(out)
    found = []
    for source in sources:
        if (counts := find_counts(source)) is None:
            raise InputError(
                f"{source} is no stored corpus or bag of words; expected those to put together. "
                "Make one of texts first: thalweg corpus build"
            )
        found.append(counts)
    return _counts(found, TextOptions(), out)

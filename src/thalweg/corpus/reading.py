"""read(): whatever people have, to a Corpus; stream(): the same, chunk by chunk for a model."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from thalweg.corpus import formats
from thalweg.corpus.building import Building
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.read_progress import Listener, listening
from thalweg.corpus.sources.chunk import TextSource
from thalweg.corpus.sources.open import open_source
from thalweg.corpus.store.reader import MANIFEST
from thalweg.corpus.store.writer import refuse_existing
from thalweg.corpus.text.phrases import PhraseRule
from thalweg.corpus.text.stop_words import stop_words_of
from thalweg.corpus.text.text_settings import MissingTokenizer, TextSettings, is_whole
from thalweg.corpus.text.word_limits import WordLimits
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError, ThalwegWarning
from thalweg.system.threads import resolve_threads

MIN_DF, MAX_DF, MAX_FEATURES = 5, 0.5, 50_000
MAX_TABLE = 4_000_000
# Entries of a chunk of counts in a stream, about those of a chunk of texts.
STREAM_ENTRIES = 1 << 20


def read(
    source: Any,
    column: str = "text",
    *,
    min_df: float = MIN_DF,
    max_df: float = MAX_DF,
    max_features: int | None = MAX_FEATURES,
    stop_words: str | Path | Iterable[str] | None = "english",
    out: str | Path | None = None,
    format: str | None = None,
    metadata: Sequence[str] = (),
    keep_texts: bool = False,
    vocabulary: Vocabulary | Sequence[str] | str | Path | None = None,
    lowercase: bool = True,
    strip_accents: bool = False,
    digits: bool = False,
    min_length: int = 3,
    max_length: int = 100,
    ngram_range: tuple[int, int] = (1, 1),
    phrases: bool | PhraseRule = False,
    tokenizer: Callable[[str], Iterable[str]] | None = None,
    text_settings: TextSettings | None = None,
    separator: str | None = None,
    quote: str | None = '"',
    encoding: str = "utf-8",
    errors: str = "replace",
    n_passes: int = 1,
    max_table: int = MAX_TABLE,
    n_jobs: int | None = None,
    progress: bool | Listener = False,
) -> Corpus:
    """Read texts, or counts of words, from nearly anything.

    Parameters
    ----------
    source : path, glob, list of paths, data frame, dataset or iterable of str
        JSON lines, CSV, TSV, Parquet, plain text, folders of these (each may be .gz or .zst); a
        pandas or polars frame, a Hugging Face dataset (also streaming), any iterable of strings;
        a bag of words (UCI, MatrixMarket, SVMlight, LDA-C, VW, MALLET, npz); a stored corpus.
    column : str, default="text"
        Column of a table that holds the text.
    min_df, max_df : int or float, default=5, 0.5
        Least and greatest number of documents (whole) or share of them (fraction) that a word of
        the vocabulary is in.
    max_features : int or None, default=50_000
        Most words in the vocabulary; the most frequent stay.
    stop_words : "english", language, file, list of str or None, default="english"
        Words that are not counted. Other languages need the extra `languages`.
    out : path, default=None
        Folder to write the corpus to, in bounded memory; None keeps it in memory.
    format : str, default=None
        What the files are, where their names do not say: "jsonl", "csv", "tsv", "parquet", "text"
        (a file per document), "lines" (a line per document), "uci", "matrix_market", "svmlight",
        "lda_c", "vw", "mallet", "npz".
    metadata : list of str, default=()
        Columns to keep; one called `id` names the documents.
    keep_texts : bool, default=False
        Keep the texts as well.
    vocabulary : Vocabulary, list of str or file, default=None
        Count these words only; limits and stop words then do not matter. For bags of words: the
        file of their words.
    lowercase, strip_accents, digits, min_length, max_length, ngram_range
        What a token is, see `TextSettings`.
    phrases : bool or PhraseRule, default=False
        Join words that often come together: new_york. Reads the source once more.
    tokenizer : callable, default=None
        A function from a text to its tokens, instead of runs of letters.
    text_settings : TextSettings, default=None
        All that says what a token is, stop words and phrases included, in one: as another corpus
        was read, `text_settings=other.text_settings`. Only a tokenizer, whose name alone a file
        keeps, may have to be given beside it.
    separator, quote : str, default=None, '"'
        Of CSV and TSV files. None: a comma or, in a .tsv file, a tab; no quoting.
    encoding, errors : str, default="utf-8", "replace"
        Of text files. What is not valid is replaced and counted ("replace") or an error ("strict").
    n_passes : {1, 2}, default=1
        Two read the source twice and need no room for provisional counts; see `max_table`.
    max_table : int, default=4_000_000
        Distinct words (and n-grams) counted at a time. Beyond it the rarest leave, with a warning.
    n_jobs : int, default=None
        Threads. None: all cores. The result never depends on it.
    progress : bool or callable, default=False
        True shows a bar; a function is called with a `ReadProgress` after every chunk.

    Examples
    --------
    >>> corpus = read(["one fish two fish", "red fish blue fish"], min_df=1, max_df=1.0)
    >>> list(corpus.vocabulary), corpus.to_csr().toarray().tolist()
    (['blue', 'fish', 'red'], [[0, 2, 0], [1, 2, 1]])
    """
    counts_path = _counts_path(source, format)
    if counts_path is not None:
        given = {"min_df": min_df, "max_df": max_df, "max_features": max_features}
        usual = {"min_df": MIN_DF, "max_df": MAX_DF, "max_features": MAX_FEATURES}
        _refuse_limits({name for name in given if given[name] != usual[name]}, counts_path)
        if _is_store(counts_path):
            corpus = Corpus.open(counts_path)
            corpus = corpus if vocabulary is None else corpus.with_vocabulary(_words(vocabulary))
        else:
            corpus = formats.read_counts(counts_path, format, vocabulary)
        return corpus if out is None else _stored(corpus, Path(out))
    settings = TextSettings(
        lowercase=lowercase,
        strip_accents=strip_accents,
        digits=digits,
        min_length=min_length,
        max_length=max_length,
        ngram_range=ngram_range,
        stop_words=tuple(stop_words_of(stop_words)),
        tokenizer=tokenizer,
    )
    if n_passes not in (1, 2):
        raise InputError(f"n_passes is {n_passes!r}; expected 1 or 2")
    if not is_whole(max_table) or max_table < 2:
        raise InputError(f"max_table is {max_table!r}; expected a whole number above 1")
    if not isinstance(phrases, bool | PhraseRule):
        raise InputError(f"phrases is {phrases!r}; expected True, False or a PhraseRule")
    if text_settings is not None:
        settings = _as_given(text_settings, settings, bool(phrases))
    if out is not None:
        refuse_existing(Path(out))  # now, and not behind a pass that counts words or finds phrases
    with listening(progress) as listener:
        building = Building(
            settings=settings,
            limits=WordLimits(min_df, max_df, max_features),
            vocabulary=None if vocabulary is None else _words(vocabulary),
            n_passes=n_passes,
            max_table=max_table,
            keep_texts=keep_texts,
            keep_columns=bool(metadata),
            n_threads=resolve_threads(n_jobs),
            listener=listener,
        )
        texts = open_source(
            source,
            column=column,
            columns=metadata,
            format=format,
            encoding=encoding,
            errors=errors,
            separator=separator,
            quote=quote,
        )
        if phrases:
            rule = phrases if isinstance(phrases, PhraseRule) else PhraseRule()
            building = _with_phrases(building, texts, rule)
        return building.corpus(texts, None if out is None else Path(out))


def stream(
    source: Any,
    vocabulary: Vocabulary | Sequence[str] | str | Path,
    column: str = "text",
    *,
    text_settings: TextSettings | None = None,
    metadata: Sequence[str] = (),
    format: str | None = None,
    separator: str | None = None,
    quote: str | None = '"',
    encoding: str = "utf-8",
    errors: str = "replace",
    n_jobs: int | None = None,
    progress: bool | Listener = False,
) -> Iterator[Corpus]:
    """New documents under the words of a model, chunk by chunk, in memory that does not grow.

    Every chunk is a corpus in memory; a document without a known word stays as an empty row. Where
    no column `id` names the documents, their ids are their numbers in the whole source. Counts are
    matched by the names of their words. The parameters are those of `read`.

    Examples
    --------
    >>> [chunk.to_csr().toarray().tolist() for chunk in stream(["red fish", "?"], ["fish"])]
    [[[1], [0]]]
    """
    words = _words(vocabulary)
    counts_path = _counts_path(source, format)
    if counts_path is not None:
        return _streamed_counts(counts_path, format, words)
    building = Building(
        settings=TextSettings() if text_settings is None else _settings(text_settings),
        limits=WordLimits(),
        vocabulary=words,
        n_passes=1,
        max_table=MAX_TABLE,
        keep_texts=False,
        keep_columns=bool(metadata),
        n_threads=resolve_threads(n_jobs),
        listener=lambda _: None,
    )
    texts = open_source(
        source,
        column=column,
        columns=metadata,
        format=format,
        encoding=encoding,
        errors=errors,
        separator=separator,
        quote=quote,
    )
    return _streamed_texts(building, texts, progress)


def _streamed_counts(path: Path, format: str | None, words: Vocabulary) -> Iterator[Corpus]:
    corpus = Corpus.open(path) if _is_store(path) else formats.read_counts(path, format)
    if corpus.n_words and not any(word in words for word in corpus.vocabulary):
        warnings.warn(
            f"none of the {corpus.n_words:,} words of {path} is known, the first is "
            f"{corpus.vocabulary[0]!r}. Is the file of its words beside it?",
            ThalwegWarning,
            stacklevel=3,
        )
    return corpus.with_vocabulary(words).chunks(STREAM_ENTRIES)


def _streamed_texts(
    building: Building, texts: TextSource, progress: bool | Listener
) -> Iterator[Corpus]:
    with listening(progress) as listener:
        yield from replace(building, listener=listener).stream(texts)


def holds_counts(path: str | Path, format: str | None = None) -> bool:
    """Whether a path is a stored corpus or a bag of words, and not texts."""
    return _counts_path(path, format) is not None


def _counts_path(source: Any, format: str | None) -> Path | None:
    """The path of a source that holds counts and no texts."""
    if isinstance(source, Corpus):
        raise InputError("source is a Corpus already; expected a path, a table or texts")
    if not isinstance(source, str | Path):
        return None
    path = Path(source)
    found = formats.detect(path) if format is None else format
    return path if _is_store(path) or found in formats.FORMATS else None


def _is_store(path: Path) -> bool:
    return os.path.isfile(path / MANIFEST)  # False for what is no path


def _settings(given: Any) -> TextSettings:
    if isinstance(given, TextSettings):
        return given
    raise InputError(
        f"text_settings is of type {type(given).__name__}; expected the TextSettings of a corpus"
    )


def _as_given(given: TextSettings, arguments: TextSettings, phrases: bool) -> TextSettings:
    """Settings that were given whole, after a look that nothing else speaks against them."""
    given = _settings(given)
    if isinstance(given.tokenizer, MissingTokenizer):
        given = replace(given, tokenizer=arguments.tokenizer or given.tokenizer)
        arguments = replace(arguments, tokenizer=None)
    usual = TextSettings(stop_words=tuple(stop_words_of("english")))
    names = [field.name for field in fields(TextSettings)]
    both = [name for name in names if getattr(arguments, name) != getattr(usual, name)]
    if both or phrases:
        raise InputError(
            f"text_settings and {', '.join(both or ['phrases'])} are given; expected one of them: "
            "dataclasses.replace(text_settings, ...) changes a setting"
        )
    return given


def _words(vocabulary: Vocabulary | Sequence[str] | str | Path) -> Vocabulary:
    if isinstance(vocabulary, str | Path):
        return Vocabulary.load(vocabulary)
    return vocabulary if isinstance(vocabulary, Vocabulary) else Vocabulary(vocabulary)


def _refuse_limits(given: set[str], path: Path) -> None:
    if given:
        raise InputError(
            f"{path} holds counts, which are taken as they are; {', '.join(sorted(given))} are for "
            "texts. Use corpus.limit(...) on what read() returns."
        )


def _stored(corpus: Corpus, out: Path) -> Corpus:
    corpus.save(out)
    return Corpus.open(out, verify=False)


def _with_phrases(building: Building, source: TextSource, rule: PhraseRule) -> Building:
    if not source.repeatable:
        raise InputError(
            f"{source.name} can be read only once; phrases are found in a pass of their own. "
            "Expected a file, a folder or a list."
        )
    pairs = replace(building.settings, ngram_range=(1, 2))
    table = building.word_table(source, pairs, "finding phrases")
    table.report_pruned("Rare phrases may be missing: give read() a larger max_table.")
    native = table.counter.native
    phrases = rule.choose(native.words(), native.term_frequencies())
    return replace(building, settings=replace(building.settings, phrases=tuple(phrases)))

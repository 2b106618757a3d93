"""read() and stream(): from texts or counts in files, tables or lists to a Corpus."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, cast

from thalweg.checks import whole_number
from thalweg.corpus.building import Building
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats.counts_file import CountsFile, find_counts
from thalweg.corpus.read_progress import ReadListener, listening
from thalweg.corpus.sources.chunk import TextSource
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.find_files import find_files
from thalweg.corpus.sources.iterables import TokenListSource
from thalweg.corpus.sources.open_source import open_source
from thalweg.corpus.sources.tables.conditions import Conditions
from thalweg.corpus.store.writer import refuse_existing
from thalweg.corpus.text.phrases import PhraseRule
from thalweg.corpus.text.text_settings import MissingTokenizer, TextSettings
from thalweg.corpus.text.token_lists import GivenTokens
from thalweg.corpus.text.word_limits import WordLimits
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError, ThalwegWarning
from thalweg.system.threads import resolve_threads

MIN_DF, MAX_DF, MAX_FEATURES = 5, 0.5, 50_000
MAX_TABLE = 4_000_000


def read(
    source: Any,
    column: str = "text",
    *,
    min_df: float = MIN_DF,
    max_df: float = MAX_DF,
    max_features: int | None = MAX_FEATURES,
    stop_words: str | Path | Iterable[str | Path] | None = "english",
    out: str | Path | None = None,
    format: str | None = None,
    metadata: Sequence[str] = (),
    where: str | Sequence[str] = (),
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
    strip_markup: bool = False,
    text_settings: TextSettings | None = None,
    separator: str | None = None,
    quote: str | None = '"',
    encoding: str = "utf-8",
    errors: str = "replace",
    sheet: str | None = None,
    table: str | None = None,
    query: str | None = None,
    n_passes: int = 1,
    max_table: int = MAX_TABLE,
    n_jobs: int | None = None,
    progress: bool | ReadListener = False,
) -> Corpus:
    """Read texts or word counts from files, folders, tables or lists.

    Parameters
    ----------
    source : path, glob, list of paths, data frame, dataset or iterable of str
        Files of texts: JSON lines, CSV, TSV, Parquet, Excel, SQLite or plain text, or a folder of
        them; files of text may be compressed (.gz, .zst). Objects: a pandas or polars frame, a
        Hugging Face dataset (also a streaming one), any iterable of strings, a list of token
        lists. Word counts: a file in a bag-of-words format (UCI, Matrix Market, SVMlight, LDA-C,
        Vowpal Wabbit, MALLET, npz) or a saved corpus.
    column : str, default="text"
        Column of a table that holds the text.
    min_df, max_df : int or float, default=5, 0.5
        Smallest and largest number of documents (a whole number) or share of the documents (0.0
        to 1.0) that must contain a word.
    max_features : int or None, default=50_000
        Number of words in the vocabulary at most; the most frequent words are kept.
    stop_words : "english", language, file, list or None, default="english"
        Words that are not counted. A list adds up languages, files (as Path) and words:
        `["english", "amp", Path("mine.txt")]`. Other languages need the extra `languages`.
    out : path, default=None
        Folder to write the corpus to, in bounded memory. None keeps the corpus in memory.
    format : str, default=None
        Format of the files if their names do not say it: "jsonl", "csv", "tsv", "parquet",
        "excel", "sqlite", "text" (one document per file), "lines" (one document per line), "uci",
        "matrix_market", "svmlight", "lda_c", "vw", "mallet", "npz".
    metadata : list of str, default=()
        Further columns to keep. A column `id` names the documents.
    where : str or list of str, default=()
        Read only documents whose columns meet this condition, or all of these, such as
        "section=sports" or ["date>=2023", "date<2024-07"]. Comparisons are = != > >= < <=, of
        numbers and dates by their order. A date is compared as far as the value goes: "date=2024"
        is any day of the year. Documents without a value do not meet a condition.
    keep_texts : bool, default=False
        Keep the texts in the corpus.
    vocabulary : Vocabulary, list of str or file, default=None
        Count only these words, without limits and stop words. For bag-of-words files: the words
        of the columns, if they are not in a file next to the counts.
    lowercase, strip_accents, digits, min_length, max_length, ngram_range
        What a token is; see `TextSettings`.
    phrases : bool or PhraseRule, default=False
        Join words that often occur together, such as new_york. Reads the source once more.
    tokenizer : callable, default=None
        Your own function from a text to its tokens. By default, tokens are runs of letters. Token
        lists are counted like the result of your own function.
    strip_markup : bool, default=False
        Remove HTML and XML tags and entities from the texts.
    text_settings : TextSettings, default=None
        All settings of tokens, stop words and phrases in one object, for example those of another
        corpus: `text_settings=other.text_settings`. Files do not store a tokenizer; pass it
        in addition.
    separator, quote : str, default=None, '"'
        Characters of CSV and TSV files. `separator=None` stands for a comma, or a tab in .tsv
        files; if the first lines have another one (; tab |), it is used, with a warning.
        `quote=None` turns quoting off.
    encoding, errors : str, default="utf-8", "replace"
        Encoding of text files. Invalid bytes are replaced with a warning ("replace") or raise an
        error ("strict").
    sheet : str, default=None
        Sheet of a spreadsheet. None reads the first one.
    table, query : str, default=None
        Table of an SQLite database that holds the texts, or a SELECT statement that returns them.
        Neither is needed if the database has one table.
    n_passes : {1, 2}, default=1
        With 2, read the source twice: counts are exact even if `max_table` is exceeded.
    max_table : int, default=4_000_000
        Number of distinct words and n-grams to count at a time. Beyond it, the rarest are dropped
        with a warning.
    n_jobs : int, default=None
        Number of threads. None uses all cores. The result does not depend on it.
    progress : bool or callable, default=False
        True shows a progress bar. A function is called with a `ReadProgress` after every chunk.

    Returns
    -------
    Corpus

    Examples
    --------
    >>> corpus = read(["one fish two fish", "red fish blue fish"], min_df=1, max_df=1.0)
    >>> list(corpus.vocabulary), corpus.to_csr().toarray().tolist()
    (['blue', 'fish', 'red'], [[0, 2, 0], [1, 2, 1]])
    """
    source = identify(source, format)
    if isinstance(source, CountsFile):
        given = {"min_df": min_df, "max_df": max_df, "max_features": max_features}
        usual = {"min_df": MIN_DF, "max_df": MAX_DF, "max_features": MAX_FEATURES}
        _refuse_limits([name for name in given if given[name] != usual[name]], source.path)
        corpus = Conditions.of(where).of_corpus(source.read(vocabulary))
        if out is None:
            return corpus
        corpus.save(out)
        return Corpus.open(out, verify=False)
    settings = TextSettings(
        lowercase=lowercase,
        strip_accents=strip_accents,
        digits=digits,
        min_length=min_length,
        max_length=max_length,
        ngram_range=ngram_range,
        stop_words=cast(Sequence[str], stop_words),  # TextSettings resolves names and files
        tokenizer=tokenizer,
        strip_markup=strip_markup,
    )
    if n_passes not in (1, 2):
        raise InputError(f"`n_passes` is {n_passes!r}; expected 1 or 2")
    if not isinstance(phrases, bool | PhraseRule):
        raise InputError(f"`phrases` is {phrases!r}; expected True, False or a PhraseRule")
    if text_settings is not None:
        settings = _combined(text_settings, settings, bool(phrases))
    if out is not None:
        refuse_existing(Path(out))  # before a pass that counts words or finds phrases
    with listening(progress) as listener:
        building = Building(
            settings=settings,
            limits=WordLimits(min_df, max_df, max_features),
            vocabulary=None if vocabulary is None else Vocabulary.of(vocabulary),
            n_passes=n_passes,
            max_table=whole_number("max_table", max_table, least=2),
            keep_texts=keep_texts,
            keep_columns=bool(metadata),
            n_threads=resolve_threads(n_jobs),
            listener=listener,
        )
        texts = open_texts(
            source,
            metadata,
            where,
            column=column,
            format=format,
            encoding=encoding,
            errors=errors,
            separator=separator,
            quote=quote,
            sheet=sheet,
            table=table,
            query=query,
        )
        if isinstance(texts, TokenListSource):
            building = _for_token_lists(building, tokenizer)
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
    where: str | Sequence[str] = (),
    keep_texts: bool = False,
    format: str | None = None,
    separator: str | None = None,
    quote: str | None = '"',
    encoding: str = "utf-8",
    errors: str = "replace",
    sheet: str | None = None,
    table: str | None = None,
    query: str | None = None,
    n_jobs: int | None = None,
    progress: bool | ReadListener = False,
) -> Iterator[Corpus]:
    """Read documents chunk by chunk with the vocabulary of a model, in bounded memory.

    Each chunk is a corpus in memory. Words that the vocabulary lacks are dropped, and a document
    without known words is an empty row. Without a column `id`, the ids are the numbers of the
    documents in the whole source.

    Parameters
    ----------
    source : path, glob, list of paths, data frame, dataset or iterable of str
        Texts or word counts, as in `read`. Words of counts are matched by name.
    vocabulary : Vocabulary, list of str or file
        The words to count, usually `lda.vocabulary_`.
    column : str, default="text"
        Column of a table that holds the text.
    text_settings : TextSettings, default=None
        How texts are split into words, usually `lda.text_settings_`. None: `TextSettings()`.
    metadata, where, keep_texts, format, separator, quote, encoding, errors, sheet, table, query, \
n_jobs, progress
        As in `read`.

    Yields
    ------
    Corpus

    Examples
    --------
    >>> [chunk.to_csr().toarray().tolist() for chunk in stream(["red fish", "?"], ["fish"])]
    [[[1], [0]]]
    """
    words = Vocabulary.of(vocabulary)
    source = identify(source, format)
    if isinstance(source, CountsFile):
        return _stream_counts(source, words, Conditions.of(where))
    building = Building(
        settings=TextSettings() if text_settings is None else _checked(text_settings),
        limits=WordLimits(),
        vocabulary=words,
        n_passes=1,
        max_table=MAX_TABLE,
        keep_texts=keep_texts,
        keep_columns=bool(metadata),
        n_threads=resolve_threads(n_jobs),
        listener=lambda _: None,
    )
    texts = open_texts(
        source,
        metadata,
        where,
        column=column,
        format=format,
        encoding=encoding,
        errors=errors,
        separator=separator,
        quote=quote,
        sheet=sheet,
        table=table,
        query=query,
    )
    return _stream_texts(building, texts, progress)


def identify(source: Any, format: str | None = None) -> Any:
    """Return a CountsFile for a path to counts, FoundFiles for one to texts, others unchanged.

    `read` and `stream` take the result instead of the source, so that the disk is looked at once.
    """
    if isinstance(source, Corpus):
        raise InputError("`source` is already a Corpus; expected a path, a table or texts")
    if not isinstance(source, str | os.PathLike):
        return source
    return find_counts(source, format) or find_files(source, format)


def open_texts(
    source: Any, metadata: Sequence[str], where: str | Sequence[str], **reading: Any
) -> TextSource:
    """Return the texts that meet the conditions, with the columns to keep."""
    kept, conditions = WantedColumns.of("", metadata).others, Conditions.of(where)
    texts = open_source(source, columns=[*kept, *conditions.columns], **reading)
    return conditions.of_texts(texts, kept)


def _stream_counts(
    counts: CountsFile, words: Vocabulary, conditions: Conditions
) -> Iterator[Corpus]:
    corpus = conditions.of_corpus(counts.read())
    if corpus.n_words and not any(word in words for word in corpus.vocabulary):
        warnings.warn(
            f"{counts.path}: none of its {corpus.n_words:,} words is in the vocabulary, for "
            f"example {corpus.vocabulary[0]!r}. Is its vocabulary file missing?",
            ThalwegWarning,
            stacklevel=3,
        )
    return corpus.with_vocabulary(words).chunks(counts.stream_entries)


def _stream_texts(
    building: Building, texts: TextSource, progress: bool | ReadListener
) -> Iterator[Corpus]:
    with listening(progress) as listener:
        yield from replace(building, listener=listener).stream(texts)


def _checked(settings: Any) -> TextSettings:
    if isinstance(settings, TextSettings):
        return settings
    raise InputError(
        f"`text_settings` is of type {type(settings).__name__}; expected TextSettings, such as "
        "those of a corpus"
    )


def _combined(given: TextSettings, arguments: TextSettings, phrases: bool) -> TextSettings:
    """Return the given settings; InputError if other arguments of `read` contradict them."""
    given = _checked(given)
    if isinstance(given.tokenizer, MissingTokenizer):
        given = replace(given, tokenizer=arguments.tokenizer or given.tokenizer)
        arguments = replace(arguments, tokenizer=None)
    usual = TextSettings(stop_words=cast(Sequence[str], "english"))
    names = [field.name for field in fields(TextSettings)]
    both = [name for name in names if getattr(arguments, name) != getattr(usual, name)]
    if both or phrases:
        others = ", ".join(f"`{name}`" for name in both or ["phrases"])
        raise InputError(
            f"`text_settings` and {others} are both given; expected one of them. To change a "
            "setting, pass dataclasses.replace(text_settings, ...)."
        )
    return given


def _refuse_limits(given: list[str], path: Path) -> None:
    if given:
        names = ", ".join(f"`{name}`" for name in sorted(given))
        raise InputError(
            f"{names} apply to texts, but {path} holds counts, which are read unchanged. Use "
            "corpus.limit(...) on the result."
        )


def _for_token_lists(building: Building, tokenizer: Any) -> Building:
    if tokenizer is not None:
        raise InputError(
            "`tokenizer` is given, but `source` holds lists of tokens; expected texts, or None for "
            "`tokenizer`"
        )
    return replace(building, settings=replace(building.settings, tokenizer=GivenTokens()))


def _with_phrases(building: Building, source: TextSource, rule: PhraseRule) -> Building:
    if not source.repeatable:
        raise InputError(
            f"{source.name} can be read only once; `phrases` need a pass of their own. Expected a "
            "file, a folder or a list."
        )
    pairs = replace(building.settings, ngram_range=(1, 2))
    words = building.count_words(source, pairs, "finding phrases")
    words.warn_if_pruned("Rare phrases may be missing: raise `max_table`.")
    native = words.counter.native
    found = rule.choose(native.words(), native.term_frequencies())
    return replace(building, settings=replace(building.settings, phrases=tuple(found)))

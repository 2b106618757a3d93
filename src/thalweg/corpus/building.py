"""Building: count texts, choose the words, and write a corpus to memory or to disk.

One pass counts all words under provisional ids and renumbers the rows at the end. Two passes first
choose the words and then count them under their final ids. The counts are exact then, even if rare
words had to be dropped in the first pass. Memory is bounded if the corpus is written to disk.
"""

from __future__ import annotations

import warnings
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.documents import Documents
from thalweg.corpus.metadata import DocumentMetadata
from thalweg.corpus.read_progress import Meter, ReadListener
from thalweg.corpus.rows import renumber
from thalweg.corpus.sources.chunk import TextChunk, TextSource
from thalweg.corpus.sources.prefetch import prefetch
from thalweg.corpus.store.spill import spill_queue
from thalweg.corpus.store.writer import StoreWriter
from thalweg.corpus.text.markup import warn_about_markup
from thalweg.corpus.text.text_counter import TextCounter
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.text.unknown_words import warn_if_hardly_known
from thalweg.corpus.text.unsegmented import segmentation_advice
from thalweg.corpus.text.vocabulary_counter import vocabulary_counter
from thalweg.corpus.text.word_counts import WordCounts
from thalweg.corpus.text.word_limits import WordLimits
from thalweg.corpus.vocabulary import UNKNOWN, Vocabulary
from thalweg.errors import InputError, ThalwegWarning
from thalweg.lazy_polars import pl, require_polars_threads


@dataclass(frozen=True)
class Building:
    """How a corpus is built, wherever the texts come from."""

    settings: TextSettings
    limits: WordLimits
    vocabulary: Vocabulary | None  # if given, only these words are counted
    n_passes: int
    max_table: int  # number of distinct words that are counted at a time
    keep_texts: bool
    keep_columns: bool
    n_threads: int
    listener: ReadListener

    def corpus(self, source: TextSource, out: Path | None) -> Corpus:
        """Return a corpus of all texts, in memory or in a store at `out`."""
        vocabulary, expected = self.vocabulary, None
        if vocabulary is None and self.n_passes == 2:
            vocabulary, expected = self._choose_words(source)
        with ExitStack() as stack:
            target = _Target(self, None if out is None else stack.enter_context(StoreWriter(out)))
            if vocabulary is None:
                vocabulary = self._one_pass(source, target)
            else:
                for rows, chunk in self._known_rows(source, vocabulary):
                    target.append(rows, chunk)
                if expected is not None:
                    expected.require_same(target.n_documents, target.n_tokens, source.name)
            _warn_if_replaced(source)
            return target.finish(vocabulary)

    def stream(self, source: TextSource) -> Iterator[Corpus]:
        """Yield a corpus in memory for each chunk of the source, with the given vocabulary."""
        assert self.vocabulary is not None
        first = 0
        for rows, chunk in self._known_rows(source, self.vocabulary):
            if not first:
                counter = vocabulary_counter(self.vocabulary, self.settings)
                warn_if_hardly_known(counter, chunk.texts, source.name)
            columns = chunk.columns if self.keep_columns else None
            texts = chunk.strings() if self.keep_texts else None
            metadata = replace(DocumentMetadata.check(columns, texts), first=first)
            yield Corpus.of_blocks([rows], self.vocabulary, metadata, self.settings)
            first += rows.n_documents
        _warn_if_replaced(source)

    def count_words(self, source: TextSource, settings: TextSettings, phase: str) -> WordCounts:
        """Return the words of all texts and their frequencies, and discard the rows."""
        words = WordCounts(settings.counter(), self.max_table)
        for _ in self._rows(source, words.counter, phase, 0, words):
            pass
        return words

    def _choose_words(self, source: TextSource) -> tuple[Vocabulary, _FirstPass]:
        if not source.repeatable:
            raise InputError(
                f"{source.name} can be read only once; expected a file, a folder or a list for "
                "`n_passes=2`. Use one pass."
            )
        words = self.count_words(source, self.settings, "counting words")
        words.warn_if_pruned("Rare words may be missing: raise `max_table`.")
        vocabulary, mapping = self._choose(words)
        n_tokens = words.n_tokens(mapping) if words.is_exact else None
        return vocabulary, _FirstPass(words.n_documents, n_tokens)

    def _choose(self, words: WordCounts) -> tuple[Vocabulary, NDArray[np.int32]]:
        """Choose the words; texts without spaces between words raise an error or a warning."""
        try:
            chosen = words.choose(self.limits)
        except InputError:
            if words.advice is None:
                raise
            raise InputError(words.advice) from None
        if words.advice is not None:
            warnings.warn(words.advice, ThalwegWarning, stacklevel=2)
        return chosen

    def _one_pass(self, source: TextSource, target: _Target) -> Vocabulary:
        words = WordCounts(self.settings.counter(), self.max_table)
        with spill_queue(None if target.writer is None else target.writer.folder) as waiting:
            for rows, chunk in self._rows(source, words.counter, "reading", 0, words):
                waiting.append(rows)
                target.append_metadata(chunk)
            vocabulary, mapping = self._choose(words)
            words.warn_if_pruned(
                "Counts of rare words may be too low: raise `max_table`, or use `n_passes=2` for "
                "exact counts of the words that are kept."
            )
            for rows in waiting:
                target.append_rows(renumber(rows, mapping, len(vocabulary), self.n_threads))
        return vocabulary

    def _known_rows(
        self, source: TextSource, vocabulary: Vocabulary
    ) -> Iterator[tuple[Documents, TextChunk]]:
        """Yield rows of the words of a vocabulary, without retired words."""
        n_words = len(vocabulary)
        mapping = np.arange(n_words, dtype=np.int32)
        mapping[list(vocabulary.retired)] = UNKNOWN
        counter = vocabulary_counter(vocabulary, self.settings)
        for rows, chunk in self._rows(source, counter, "reading", n_words):
            known = renumber(rows, mapping, n_words, self.n_threads) if vocabulary.retired else rows
            yield known, chunk

    def _rows(
        self,
        source: TextSource,
        counter: TextCounter,
        phase: str,
        n_words: int,
        words: WordCounts | None = None,
    ) -> Iterator[tuple[Documents, TextChunk]]:
        """Count chunk by chunk, while the next chunk is read on another thread."""
        meter = Meter(self.listener, phase, source.n_bytes)
        with closing(_chunks(source)) as chunks:
            for chunk in chunks:
                rows = Documents(*counter.count(chunk.texts, self.n_threads), n_words)
                if words is not None and not words.n_documents and counter.splits(chunk.texts):
                    words.advice = segmentation_advice(chunk.strings())
                    if not counter.strip_markup:
                        warn_about_markup(chunk.strings())
                meter.advance(chunk.n_bytes, rows.n_documents)
                yield rows, chunk
                if words is not None:
                    words.n_documents = meter.n_documents
                    words.prune_if_too_large()


@dataclass(frozen=True)
class _FirstPass:
    """What the first of two passes has counted."""

    n_documents: int
    n_tokens: int | None  # of the words that are kept; None if rare words were dropped on the way

    def require_same(self, n_documents: int, n_tokens: int, name: str) -> None:
        """Raise InputError if the second pass has read other texts."""
        same_tokens = self.n_tokens is None or self.n_tokens == n_tokens
        if n_documents == self.n_documents and same_tokens:
            return
        first = "" if self.n_tokens is None else f" and {self.n_tokens:,} tokens"
        raise InputError(
            f"{name} has changed while it was read: {self.n_documents:,} documents{first} in the "
            f"first pass, {n_documents:,} documents and {n_tokens:,} tokens in the second. Read it "
            "again when no other program writes to it."
        )


class _Target:
    """Where rows and metadata go: to memory or to a store."""

    def __init__(self, building: Building, writer: StoreWriter | None) -> None:
        self.writer = writer
        self.n_documents = self.n_tokens = 0
        self._building = building
        self._rows: list[Documents] = []
        self._columns: list[pl.DataFrame] = []
        self._texts: list[pl.Series] = []

    def append(self, rows: Documents, chunk: TextChunk) -> None:
        self.append_rows(rows)
        self.append_metadata(chunk)

    def append_rows(self, rows: Documents) -> None:
        self.n_documents += rows.n_documents
        self.n_tokens += int(rows.n_tokens)
        if self.writer is not None:
            self.writer.append(rows)
        else:
            self._rows.append(rows)

    def append_metadata(self, chunk: TextChunk) -> None:
        columns = chunk.columns if self._building.keep_columns else None
        texts = None
        if self._building.keep_texts:
            texts = chunk.strings()
        if self.writer is not None:
            self.writer.append_metadata(columns, texts)
            return
        if columns is not None:
            self._columns.append(columns)
        if texts is not None:
            self._texts.append(texts)

    def finish(self, vocabulary: Vocabulary) -> Corpus:
        if self.writer is not None:
            self.writer.finish(vocabulary, self._building.settings)
            corpus = Corpus.open(self.writer.folder, verify=False)  # checksums were just computed
            corpus.text_settings = self._building.settings  # includes the tokenizer itself
            return corpus
        columns = _joined(self._columns) if self._columns else None
        texts = pl.concat(self._texts) if self._texts else None
        metadata = DocumentMetadata.check(columns, texts)
        return Corpus.of_blocks(self._rows, vocabulary, metadata, self._building.settings)


def _joined(frames: list[pl.DataFrame]) -> pl.DataFrame:
    """Return the rows of all frames; without threads, if their columns have the same types."""
    if all(frame.schema == frames[0].schema for frame in frames):
        names = frames[0].columns
        return pl.DataFrame([pl.concat([frame[name] for frame in frames]) for name in names])
    require_polars_threads("reading metadata whose types differ")
    return pl.concat(frames, how="vertical_relaxed")


def _chunks(source: TextSource) -> Generator[TextChunk, None, None]:
    """Yield the chunks of a source; those of files are read ahead on another thread.

    A user's generator runs on the user's thread, because database connections may require it.
    """
    if source.n_bytes is None:
        yield from source.chunks()
    else:
        yield from prefetch(source.chunks())


def _warn_if_replaced(source: TextSource) -> None:
    if source.n_replaced:
        warnings.warn(
            f"{source.name} has {source.n_replaced:,} bytes or sequences that are not valid in "
            "its encoding; they were replaced. Pass the right `encoding`, or `errors='strict'` to "
            "see where they are.",
            ThalwegWarning,
            stacklevel=2,
        )

"""From texts to a corpus: count, choose words, renumber; in bounded memory when it goes to disk.

One pass counts all words under provisional ids and renumbers the rows in the end. Two passes count
words first and fill rows under the final ids in the second; exact even if the table of words had
to be pruned in the first.
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
from thalweg.corpus.metadata import About
from thalweg.corpus.read_progress import Listener, Meter
from thalweg.corpus.rows import renumber
from thalweg.corpus.sources.chunk import TextChunk, TextSource
from thalweg.corpus.sources.prefetch import prefetch
from thalweg.corpus.spill import waiting_rows
from thalweg.corpus.store.writer import StoreWriter
from thalweg.corpus.text.text_settings import TextCounter, TextSettings
from thalweg.corpus.text.word_limits import WordLimits
from thalweg.corpus.vocabulary import UNKNOWN, Vocabulary
from thalweg.errors import InputError, ThalwegWarning
from thalweg.lazy_polars import pl


@dataclass(frozen=True)
class Building:
    """How a corpus is built, whatever the texts come from."""

    settings: TextSettings
    limits: WordLimits
    vocabulary: Vocabulary | None  # given: no other words are counted
    n_passes: int
    max_table: int  # words that are counted at a time
    keep_texts: bool
    keep_columns: bool
    n_threads: int
    listener: Listener

    def corpus(self, source: TextSource, out: Path | None) -> Corpus:
        """Read the source; the corpus is in memory, or in a store at `out`."""
        vocabulary = self.vocabulary
        if vocabulary is None and self.n_passes == 2:
            vocabulary = self._count_words(source)
        with ExitStack() as stack:
            target = _Target(self, None if out is None else stack.enter_context(StoreWriter(out)))
            if vocabulary is None:
                vocabulary = self._one_pass(source, target)
            else:
                for rows, chunk in self._known_rows(source, vocabulary):
                    target.append(rows, chunk)
            _report_replaced(source)
            return target.finish(vocabulary)

    def stream(self, source: TextSource) -> Iterator[Corpus]:
        """A corpus in memory for every chunk of the source, under the given vocabulary."""
        assert self.vocabulary is not None
        first = 0
        for rows, chunk in self._known_rows(source, self.vocabulary):
            columns = chunk.columns if self.keep_columns else None
            about = replace(About.check(columns, None), first=first)
            yield Corpus.of_blocks([rows], self.vocabulary, about, self.settings)
            first += rows.n_documents
        _report_replaced(source)

    def word_table(self, source: TextSource, settings: TextSettings, phase: str) -> WordTable:
        """Count words and nothing else."""
        table = WordTable(settings.counter(), self.max_table)
        for _ in self._rows(source, table.counter, phase, 0, table):
            pass
        return table

    def _count_words(self, source: TextSource) -> Vocabulary:
        if not source.repeatable:
            raise InputError(
                f"{source.name} can be read only once; expected a file, a folder or a list for "
                "n_passes=2. Use n_passes=1."
            )
        table = self.word_table(source, self.settings, "counting words")
        table.report_pruned("Rare words may be missing: give read() a larger max_table.")
        return table.choose(self.limits)[0]

    def _one_pass(self, source: TextSource, target: _Target) -> Vocabulary:
        table = WordTable(self.settings.counter(), self.max_table)
        with waiting_rows(None if target.writer is None else target.writer.folder) as waiting:
            for rows, chunk in self._rows(source, table.counter, "reading", 0, table):
                waiting.append(rows)
                target.append_about(chunk)
            vocabulary, mapping = table.choose(self.limits)
            table.report_pruned(
                "Counts of rare words may be too low: give read() a larger max_table, or "
                "n_passes=2 for exact counts of the words that stay."
            )
            for rows in waiting:
                target.append_rows(renumber(rows, mapping, len(vocabulary), self.n_threads))
        return vocabulary

    def _known_rows(
        self, source: TextSource, vocabulary: Vocabulary
    ) -> Iterator[tuple[Documents, TextChunk]]:
        """Rows of the words of a vocabulary, without those that have left it."""
        n_words = len(vocabulary)
        mapping = np.arange(n_words, dtype=np.int32)
        mapping[list(vocabulary.retired)] = UNKNOWN
        counter = self.settings.counter(vocabulary)
        for rows, chunk in self._rows(source, counter, "reading", n_words):
            known = renumber(rows, mapping, n_words, self.n_threads) if vocabulary.retired else rows
            yield known, chunk

    def _rows(
        self,
        source: TextSource,
        counter: TextCounter,
        phase: str,
        n_words: int,
        table: WordTable | None = None,
    ) -> Iterator[tuple[Documents, TextChunk]]:
        """Count chunk by chunk, while the next one is read on another thread."""
        meter = Meter(self.listener, phase, source.n_bytes)
        with closing(_chunks(source)) as chunks:
            for chunk in chunks:
                rows = Documents(*counter.count(chunk.texts, self.n_threads), n_words)
                meter.advance(chunk.n_bytes, rows.n_documents)
                yield rows, chunk
                if table is not None:
                    table.n_documents = meter.n_documents
                    table.prune_if_too_large()


class WordTable:
    """All words of a source and how often they came, as far as memory allows."""

    def __init__(self, counter: TextCounter, max_words: int) -> None:
        self.counter = counter
        self.n_documents = 0
        self._pruned = [np.zeros(0, dtype=np.int64)]  # ids
        self._n_pruned = 0
        self._max_words = max_words
        self._least_pruned = 0

    def prune_if_too_large(self) -> None:
        """Drop the rarest words until half the room is free."""
        native = self.counter.native
        if native.n_words - self._n_pruned <= self._max_words:
            return
        held = np.sort(self._document_frequencies())[::-1]
        least = int(held[self._max_words // 2]) + 1
        self._pruned.append(native.prune(least))
        self._n_pruned += self._pruned[-1].size
        self._least_pruned = max(self._least_pruned, least)

    def _document_frequencies(self) -> NDArray[np.int64]:
        frequencies = self.counter.native.document_frequencies()
        for ids in self._pruned:
            frequencies[ids] = 0
        return frequencies

    def report_pruned(self, consequence: str) -> None:
        """Warn if words had to be dropped."""
        if self._n_pruned:
            warnings.warn(
                f"the table of words passed {self._max_words:,} words, and those in fewer than "
                f"{self._least_pruned} documents so far were dropped from it. {consequence}",
                ThalwegWarning,
                stacklevel=2,
            )

    def choose(self, limits: WordLimits) -> tuple[Vocabulary, NDArray[np.int32]]:
        """The words within the limits, and for each id its place among them or -1."""
        native = self.counter.native
        ids, words = limits.choose(
            self._document_frequencies(), native.term_frequencies(), self.n_documents, native.words
        )
        mapping = np.full(native.n_words, UNKNOWN, dtype=np.int32)
        mapping[ids] = np.arange(ids.size, dtype=np.int32)
        return Vocabulary(words), mapping


class _Target:
    """Where rows and columns go: to memory or to a store."""

    def __init__(self, building: Building, writer: StoreWriter | None) -> None:
        self.writer = writer
        self._building = building
        self._rows: list[Documents] = []
        self._columns: list[pl.DataFrame] = []
        self._texts: list[pl.Series] = []

    def append(self, rows: Documents, chunk: TextChunk) -> None:
        self.append_rows(rows)
        self.append_about(chunk)

    def append_rows(self, rows: Documents) -> None:
        if self.writer is not None:
            self.writer.append(rows)
        else:
            self._rows.append(rows)

    def append_about(self, chunk: TextChunk) -> None:
        columns = chunk.columns if self._building.keep_columns else None
        texts = None
        if self._building.keep_texts:
            texts = pl.Series("text", chunk.texts, dtype=pl.String)
        if self.writer is not None:
            self.writer.append_about(columns, texts)
            return
        if columns is not None:
            self._columns.append(columns)
        if texts is not None:
            self._texts.append(texts)

    def finish(self, vocabulary: Vocabulary) -> Corpus:
        if self.writer is not None:
            self.writer.finish(vocabulary, self._building.settings)
            corpus = Corpus.open(self.writer.folder, verify=False)  # just written and hashed
            corpus.text_settings = self._building.settings  # with the tokenizer itself
            return corpus
        columns = pl.concat(self._columns, how="vertical_relaxed") if self._columns else None
        texts = pl.concat(self._texts) if self._texts else None
        about = About.check(columns, texts)
        return Corpus.of_blocks(self._rows, vocabulary, about, self._building.settings)


def _chunks(source: TextSource) -> Generator[TextChunk, None, None]:
    """Files are read ahead; a user's own generator stays on its thread: a database may insist."""
    if source.n_bytes is None:
        yield from source.chunks()
    else:
        yield from prefetch(source.chunks())


def _report_replaced(source: TextSource) -> None:
    if source.n_replaced:
        warnings.warn(
            f"{source.n_replaced:,} places in {source.name} were not valid in its encoding and "
            'were replaced. Give the right encoding, or errors="strict" to see where.',
            ThalwegWarning,
            stacklevel=2,
        )

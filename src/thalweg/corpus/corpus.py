"""Corpus: documents as rows of word counts, with a vocabulary and metadata."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from thalweg.checks import whole_number
from thalweg.corpus.documents import Documents
from thalweg.corpus.metadata import DocumentMetadata
from thalweg.corpus.rows import (
    ChosenRows,
    JoinedRows,
    MemoryRows,
    RenumberedRows,
    Rows,
    join,
    part_bounds,
    row_numbers,
)
from thalweg.corpus.split import hold_out
from thalweg.corpus.text.stop_words import stop_words_of
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.text.word_limits import WordLimits
from thalweg.corpus.vocabulary import UNKNOWN, Vocabulary
from thalweg.errors import InputError
from thalweg.lazy_polars import require_polars_threads
from thalweg.notebook_html import corpus_html
from thalweg.random_streams import Stream, generator

if TYPE_CHECKING:
    import polars as pl


class Corpus:
    """Documents as rows of word counts, in memory or in a folder on disk.

    Slices, splits, shuffles, filters and concatenations are views: they store one row number per
    document and read the counts when you use them.

    Parameters
    ----------
    counts : sparse matrix or array of shape (n_documents, n_words)
        Word counts.
    vocabulary : Vocabulary or list of str
        The word of each column.
    metadata : data frame or mapping of names to columns, default=None
        Columns that describe the documents, one row per document. A column `id` names them.
    texts : sequence of str, default=None
        The texts of the documents.

    Attributes
    ----------
    vocabulary : Vocabulary
        The words of the columns.
    text_settings : TextSettings or None
        How texts were split into words, so that you can treat new texts in the same way. None if
        it is unknown, as for counts.
    part_entries : int, default=4_194_304
        Number of entries (distinct words of documents) to hold in memory at a time while the
        corpus is streamed. Views inherit it.

    Examples
    --------
    >>> corpus = Corpus([[2, 1], [0, 3], [1, 0]], ["bank", "river"], {"year": [1999, 2001, 2005]})
    >>> corpus
    Corpus(3 documents x 2 words, 7 tokens)
    >>> corpus.filter(year=2001).to_csr().toarray().tolist()
    [[0, 3]]
    """

    part_entries: int = 1 << 22

    def __init__(
        self,
        counts: Any,
        vocabulary: Vocabulary | Sequence[str],
        metadata: Any = None,
        texts: Any = None,
    ) -> None:
        rows, about = MemoryRows(Documents.check(counts)), DocumentMetadata.check(metadata, texts)
        self._set(rows, Vocabulary.of(vocabulary), about, None)

    @classmethod
    def of_blocks(
        cls,
        blocks: Sequence[Documents],
        vocabulary: Vocabulary,
        metadata: DocumentMetadata | None = None,
        text_settings: TextSettings | None = None,
    ) -> Corpus:
        """Return a corpus in memory that holds checked blocks of rows, one after the other."""
        rows = MemoryRows(join(blocks, len(vocabulary)))
        metadata = metadata or DocumentMetadata()
        return cls.__new__(cls)._set(rows, vocabulary, metadata, text_settings)

    def _set(
        self,
        rows: Rows,
        vocabulary: Vocabulary,
        metadata: DocumentMetadata,
        text_settings: TextSettings | None,
    ) -> Corpus:
        if len(vocabulary) != rows.n_words:
            raise InputError(
                f"`vocabulary` has {len(vocabulary):,} words; expected {rows.n_words:,}, one for "
                "each column of the counts"
            )
        if metadata.n_documents is not None and metadata.n_documents != rows.n_documents:
            raise InputError(
                f"`metadata` or `texts` has {metadata.n_documents:,} rows; expected "
                f"{rows.n_documents:,}, one for each document"
            )
        self.rows = rows
        self.vocabulary = vocabulary
        self.text_settings = text_settings
        self._metadata = metadata
        self._n_tokens: float | None = None
        return self

    def _view(self, rows: Rows, vocabulary: Vocabulary, metadata: DocumentMetadata) -> Corpus:
        """Return a corpus of other rows that is treated like this one."""
        view = Corpus.__new__(Corpus)._set(rows, vocabulary, metadata, self.text_settings)
        view.part_entries = self.part_entries
        return view

    @classmethod
    def open(cls, folder: str | Path, *, verify: bool = True) -> Corpus:
        """Open a corpus that `save` or `read(..., out=folder)` wrote, in any number of processes.

        `verify=False` skips the checksums of the arrays, which take about as long as reading the
        arrays once. Sizes and the vocabulary are always checked.
        """
        from thalweg.corpus.store import reader

        opened = reader.open_store(Path(folder), verify=verify)
        corpus = cls.__new__(cls)._set(
            opened.rows, opened.vocabulary, opened.metadata, opened.text_settings
        )
        corpus._n_tokens = opened.n_tokens
        return corpus

    def save(self, folder: str | Path) -> None:
        """Write the corpus to a new folder, which appears only when it is complete."""
        from thalweg.corpus.store.writer import StoreWriter

        with StoreWriter(Path(folder)) as writer:
            if not self.n_documents:
                writer.append_metadata(*self._metadata.read(0, 0))  # the columns' names and types
            for first, last in pairwise(self.part_bounds().tolist()):
                writer.append(self.rows.read(first, last))
                writer.append_metadata(*self._metadata.read(first, last))
            writer.finish(self.vocabulary, self.text_settings)

    def write(self, path: str | Path, format: str | None = None) -> None:
        """Write the counts in a bag-of-words format, and the vocabulary to a file next to them.

        The name of the file decides the format: docword.name.txt, .mtx, .svmlight, .ldac, .vw,
        .mallet (each also with .gz or .zst) or .npz. Otherwise pass `format`, as in `read`.
        """
        from thalweg.corpus import formats

        formats.write_counts(self, path, format)

    # ------------------------------------------------------------------ contents

    @property
    def shape(self) -> tuple[int, int]:
        """Number of documents and number of words."""
        return self.rows.n_documents, len(self.vocabulary)

    @property
    def n_documents(self) -> int:
        """Number of documents, D."""
        return self.rows.n_documents

    @property
    def n_words(self) -> int:
        """Number of words in the vocabulary, W."""
        return len(self.vocabulary)

    @property
    def n_tokens(self) -> float:
        """Number of tokens, C. The first use may read all counts."""
        if self._n_tokens is None:
            self._n_tokens = sum(part.n_tokens for part in self.parts())
        return self._n_tokens

    def lengths(self) -> NDArray[np.float64]:
        """Return the number of tokens of each document, C_j. Reads all counts."""
        return np.concatenate([np.zeros(0), *(part.lengths for part in self.parts())])

    def frequencies(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the document frequency and the tokens of each word. Reads all counts."""
        documents = np.zeros(self.n_words, dtype=np.int64)
        tokens = np.zeros(self.n_words)
        for part in self.parts():
            documents += np.bincount(part.words, minlength=self.n_words)
            tokens += np.bincount(part.words, part.counts, minlength=self.n_words)
        return documents, tokens

    __iter__ = None  # ambiguous: use parts() or batches()

    def __len__(self) -> int:
        return self.n_documents

    def __repr__(self) -> str:
        documents, words = self.shape
        return f"Corpus({documents:,} documents x {words:,} words, {self.n_tokens:,.0f} tokens)"

    def _repr_html_(self) -> str:
        return corpus_html(self, self._metadata.names, has_texts=self._metadata.has_texts)

    @property
    def metadata(self) -> pl.DataFrame:
        """Columns that describe the documents, one row per document."""
        return self._metadata.columns(self.n_documents)

    @property
    def ids(self) -> pl.Series:
        """Ids of the documents: the column `id`, or row numbers of the original corpus."""
        return self._metadata.ids(self.n_documents)

    @property
    def texts(self) -> pl.Series | None:
        """Texts of the documents, None if they were not kept."""
        return self._metadata.texts()

    def to_csr(self) -> sparse.csr_array:
        """Return all counts as a scipy array in memory."""
        return self.documents().to_csr()

    def documents(self) -> Documents:
        """Return all counts in memory."""
        return self.rows.read(0, self.n_documents)

    # ------------------------------------------------------------------ reading in parts

    @property
    def in_memory(self) -> bool:
        """Whether all counts are in memory."""
        return isinstance(self.rows, MemoryRows)

    def part_bounds(self, max_entries: int | None = None) -> NDArray[np.int64]:
        """Return the first row of each part of at most `max_entries` entries, and the end.

        A document with more entries is a part of its own. The default is `part_entries`.
        """
        return part_bounds(self.rows, max_entries or self.part_entries)

    def parts(self, max_entries: int | None = None) -> Iterator[Documents]:
        """Yield the counts part by part, without loading all of them."""
        for first, last in pairwise(self.part_bounds(max_entries).tolist()):
            yield self.rows.read(first, last)

    def batches(self, n_documents: int) -> Iterator[Corpus]:
        """Yield minibatches of `n_documents` documents, each a corpus in memory."""
        n_documents = whole_number("n_documents", n_documents, least=1)
        for first in range(0, self.n_documents, n_documents):
            yield self._loaded(first, min(first + n_documents, self.n_documents))

    def chunks(self, max_entries: int | None = None) -> Iterator[Corpus]:
        """Yield the same parts as `parts`, each a corpus in memory."""
        for first, last in pairwise(self.part_bounds(max_entries).tolist()):
            yield self._loaded(first, last)

    def _loaded(self, first: int, last: int) -> Corpus:
        rows = MemoryRows(self.rows.read(first, last))
        return self._view(rows, self.vocabulary, self._metadata.chosen(np.arange(first, last)))

    # ------------------------------------------------------------------ other corpora from it

    def __getitem__(self, rows: slice | ArrayLike) -> Corpus:
        """Return some of the documents, given as a slice, a mask or row numbers."""
        return self._chosen(row_numbers(rows, self.n_documents))

    def _chosen(self, chosen: NDArray[np.int64]) -> Corpus:
        base: Rows = self.rows
        rows = ChosenRows(base, chosen)
        if isinstance(base, ChosenRows):
            rows = ChosenRows(base.rows, base.chosen[chosen])
        return self._view(rows, self.vocabulary, self._metadata.chosen(chosen))

    def split(self, test_size: float = 0.1, *, random_state: int = 0) -> tuple[Corpus, Corpus]:
        """Split at random into a corpus to train on and a held-out one, both in the same order.

        Parameters
        ----------
        test_size : float or int, default=0.1
            Documents to hold out: a share (0.0 to 1.0) or a number (a whole number).
        random_state : int, default=0
            Seed. The same seed holds out the same documents.

        Examples
        --------
        >>> corpus = Corpus([[1], [2], [3], [4]], ["word"])
        >>> corpus.split(0.25)
        (Corpus(3 documents x 1 words, 7 tokens), Corpus(1 documents x 1 words, 3 tokens))
        """
        kept, held_out = hold_out(self.n_documents, test_size, random_state, Stream.CORPUS_ROWS)
        training, test = self._chosen(kept), self._chosen(held_out)
        total = self._n_tokens
        # Counting the smaller part saves a pass over the larger one.
        if total is not None and total.is_integer() and test.n_documents < training.n_documents:
            training._n_tokens = total - test.n_tokens
        return training, test

    def shuffle(self, *, random_state: int = 0) -> Corpus:
        """Return the documents in a random order, the same for the same `random_state`."""
        rng = generator(Stream.CORPUS_ROWS, whole_number("random_state", random_state), 1)
        return self._chosen(rng.permutation(self.n_documents))

    def filter(self, *predicates: Any, **values: Any) -> Corpus:
        """Return the documents whose metadata match.

        Parameters
        ----------
        *predicates : polars expressions
            Conditions on columns, all of which must hold.
        **values
            Values that columns must have: `year=2001`.

        Examples
        --------
        >>> import polars as pl
        >>> corpus = Corpus([[1], [2]], ["word"], {"year": [1999, 2001]})
        >>> len(corpus.filter(pl.col("year") > 2000))
        1
        """
        require_polars_threads("choosing documents by their metadata")
        return self._chosen(self._metadata.matching(self.n_documents, predicates, values))

    @classmethod
    def concat(cls, corpora: Iterable[Corpus]) -> Corpus:
        """Return the documents of several corpora, one corpus after the other.

        Words and metadata columns are matched by name. The text settings are kept if all corpora
        have the same, otherwise they are None.
        """
        corpora = list(corpora)
        if not corpora:
            raise InputError("`corpora` is empty; expected at least one corpus")
        for place, corpus in enumerate(corpora):
            if not isinstance(corpus, Corpus):
                raise InputError(
                    f"`corpora`, item {place} is of type {type(corpus).__name__}; expected a Corpus"
                )
        vocabulary = corpora[0].vocabulary
        for corpus in corpora[1:]:
            if corpus.vocabulary != vocabulary:
                vocabulary = vocabulary.merge(corpus.vocabulary)[0]
        rows = [corpus.with_vocabulary(vocabulary).rows for corpus in corpora]
        parts = [(corpus._metadata, corpus.n_documents) for corpus in corpora]
        first = corpora[0].text_settings
        settings = first if all(each.text_settings == first for each in corpora) else None
        if any(part.has_texts for part, _ in parts):  # columns are checked where they are read
            require_polars_threads("joining texts of corpora")
        metadata = DocumentMetadata.join(parts)
        return cls.__new__(cls)._set(JoinedRows(rows), vocabulary, metadata, settings)

    def with_vocabulary(self, vocabulary: Vocabulary | Sequence[str]) -> Corpus:
        """Return the same documents with another vocabulary; words are matched by name.

        Words that the vocabulary lacks are dropped. A document can become empty, and stays.
        """
        vocabulary = Vocabulary.of(vocabulary)
        if vocabulary == self.vocabulary:
            return self
        mapping = vocabulary.ids(self.vocabulary)
        if vocabulary.retired:
            mapping[np.isin(mapping, list(vocabulary.retired))] = UNKNOWN
        rows = RenumberedRows(self.rows, mapping, len(vocabulary))
        return self._view(rows, vocabulary, self._metadata)

    def limit(
        self,
        *,
        min_df: float = 1,
        max_df: float = 1.0,
        max_features: int | None = None,
        stop_words: str | Path | Iterable[str | Path] | None = None,
    ) -> Corpus:
        """Return the same documents with fewer words; the parameters are those of `read`."""
        limits = WordLimits(min_df, max_df, max_features)
        document_frequencies, term_frequencies = self.frequencies()
        stopped = self.vocabulary.ids(stop_words_of(stop_words))
        document_frequencies[stopped[stopped >= 0]] = 0
        kept, _ = limits.choose(
            document_frequencies,
            term_frequencies,
            self.n_documents,
            lambda ids: [self.vocabulary[w] for w in ids.tolist()],
        )
        return self.with_vocabulary([self.vocabulary[w] for w in np.sort(kept).tolist()])

"""Corpus: documents as rows of word counts, a vocabulary, and columns about the documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from thalweg.corpus.documents import Documents
from thalweg.corpus.metadata import About
from thalweg.corpus.rows import ChosenRows, JoinedRows, MemoryRows, RenumberedRows, Rows, join
from thalweg.corpus.text.stop_words import stop_words_of
from thalweg.corpus.text.text_settings import TextSettings, is_whole
from thalweg.corpus.text.word_limits import WordLimits
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError

if TYPE_CHECKING:
    import polars as pl

# Entries (distinct words of documents) that are in memory at a time when a corpus is streamed.
PART_ENTRIES = 1 << 22
_PART_DOCUMENTS = 1 << 18


class Corpus:
    """Documents x words, with the words' names; in memory, or read from a store as needed.

    Slices, splits, shuffles, filters and concatenations are views: they cost a row number a
    document, and the counts are read when they are used.

    Parameters
    ----------
    counts : sparse matrix or array of shape (n_documents, n_words)
        Word counts.
    vocabulary : Vocabulary or iterable of str
        The word of each column.
    metadata : polars.DataFrame or mapping of columns, default=None
        Columns about the documents; a column `id` names them.
    texts : sequence of str, default=None
        The texts themselves.

    Examples
    --------
    >>> corpus = Corpus([[2, 1], [0, 3], [1, 0]], ["bank", "river"], {"year": [1999, 2001, 2005]})
    >>> corpus
    Corpus(3 documents x 2 words, 7 tokens)
    >>> corpus.filter(year=2001).to_csr().toarray().tolist()
    [[0, 3]]
    """

    def __init__(
        self,
        counts: Any,
        vocabulary: Vocabulary | Sequence[str],
        metadata: Any = None,
        texts: Any = None,
    ) -> None:
        documents = Documents.check(counts)
        about = About.check(metadata, texts)
        self._set(MemoryRows(documents), _vocabulary(vocabulary), about, None)

    @classmethod
    def of_blocks(
        cls,
        blocks: Sequence[Documents],
        vocabulary: Vocabulary,
        about: About | None = None,
        text_settings: TextSettings | None = None,
    ) -> Corpus:
        """A corpus in memory from checked blocks of rows, one behind the other."""
        rows = MemoryRows(join(blocks, len(vocabulary)))
        return cls._of(rows, vocabulary, about or About(), text_settings)

    @classmethod
    def _of(
        cls, rows: Rows, vocabulary: Vocabulary, about: About, text_settings: TextSettings | None
    ) -> Corpus:
        corpus = cls.__new__(cls)
        corpus._set(rows, vocabulary, about, text_settings)
        return corpus

    def _set(
        self, rows: Rows, vocabulary: Vocabulary, about: About, text_settings: TextSettings | None
    ) -> None:
        if len(vocabulary) != rows.n_words:
            raise InputError(
                f"the vocabulary has {len(vocabulary)} words; the counts have {rows.n_words} "
                "columns: expected as many"
            )
        if about.n_documents is not None and about.n_documents != rows.n_documents:
            raise InputError(
                f"the columns about the documents have {about.n_documents} rows; the counts have "
                f"{rows.n_documents}: expected as many"
            )
        self.rows = rows
        self.vocabulary = vocabulary
        self.text_settings = text_settings
        """How the texts became words, so that others can become words the same way; None where
        nobody knows, as of counts."""
        self._about = about
        self._n_tokens: float | None = None

    @classmethod
    def open(cls, folder: str | Path, *, verify: bool = True) -> Corpus:
        """Open a store that `save` or `read(..., out=folder)` wrote; many processes may at once.

        `verify=False` skips the checksums of the arrays, which takes about as long as reading them
        once; that they are whole and fit each other is always checked.
        """
        from thalweg.corpus.store import reader

        opened = reader.open_store(Path(folder), verify=verify)
        corpus = cls._of(opened.rows, opened.vocabulary, opened.about, opened.text_settings)
        corpus._n_tokens = opened.n_tokens
        return corpus

    def save(self, folder: str | Path) -> None:
        """Write the corpus as a store: a folder of arrays, beside first and then renamed."""
        from thalweg.corpus.store.writer import StoreWriter

        with StoreWriter(Path(folder)) as writer:
            first = 0
            if not self.n_documents:
                writer.append_about(*self._about.read(0, 0))  # the columns' names and types
            for part in self.parts():
                writer.append(part)
                columns, texts = self._about.read(first, first + part.n_documents)
                writer.append_about(columns, texts)
                first += part.n_documents
            writer.finish(self.vocabulary, self.text_settings)

    def write(self, path: str | Path, format: str | None = None) -> None:
        """Write the counts in another program's format, with the vocabulary beside them.

        The file's name says which (docword.name.txt, .mtx, .svmlight, .ldac, .vw, .mallet, .npz;
        also .gz and .zst), or `format` as in `read`.
        """
        from thalweg.corpus import formats

        formats.write_counts(self, path, format)

    # ------------------------------------------------------------------ what is in it

    @property
    def shape(self) -> tuple[int, int]:
        """(documents, words)."""
        return self.rows.n_documents, len(self.vocabulary)

    @property
    def n_documents(self) -> int:
        """D."""
        return self.rows.n_documents

    @property
    def n_words(self) -> int:
        """W."""
        return len(self.vocabulary)

    @property
    def n_tokens(self) -> float:
        """C; a pass over the counts when it is first asked for."""
        if self._n_tokens is None:
            self._n_tokens = sum(part.n_tokens for part in self.parts())
        return self._n_tokens

    def lengths(self) -> NDArray[np.float64]:
        """C_j, the tokens of each document; a pass over the counts."""
        return np.concatenate([np.zeros(0), *(part.lengths for part in self.parts())])

    def frequencies(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """For each word its documents and its tokens; a pass over the counts."""
        documents = np.zeros(self.n_words, dtype=np.int64)
        tokens = np.zeros(self.n_words)
        for part in self.parts():
            documents += np.bincount(part.words, minlength=self.n_words)
            tokens += np.bincount(part.words, part.counts, minlength=self.n_words)
        return documents, tokens

    __iter__ = None  # parts() and batches() say what they go through

    def __len__(self) -> int:
        return self.n_documents

    def __repr__(self) -> str:
        documents, words = self.shape
        return f"Corpus({documents:,} documents x {words:,} words, {self.n_tokens:,.0f} tokens)"

    @property
    def metadata(self) -> pl.DataFrame:
        """Columns about the documents, a row each."""
        return self._about.columns(self.n_documents)

    @property
    def ids(self) -> pl.Series:
        """The documents' ids: the column `id`, or the row numbers of the corpus as it was made."""
        return self._about.ids(self.n_documents)

    @property
    def texts(self) -> pl.Series | None:
        """The documents' texts, if they were kept."""
        return self._about.texts()

    def to_csr(self) -> sparse.csr_array:
        """All counts in memory, as a scipy array."""
        return self.documents().to_csr()

    def documents(self) -> Documents:
        """All counts in memory."""
        return self.rows.read(0, self.n_documents)

    # ------------------------------------------------------------------ reading it in parts

    @property
    def in_memory(self) -> bool:
        """Whether all counts are in memory already."""
        return isinstance(self.rows, MemoryRows)

    def part_bounds(self, max_entries: int | None = None) -> NDArray[np.int64]:
        """Rows that cut the corpus into parts of at most so many entries (or of one document)."""
        bounds, most = [0], max_entries or PART_ENTRIES
        while (first := bounds[-1]) < self.n_documents:
            sizes = self.rows.sizes(first, min(first + _PART_DOCUMENTS, self.n_documents))
            fits = int(np.searchsorted(np.cumsum(sizes), most, side="right"))
            bounds.append(first + max(fits, 1))
        return np.array(bounds)

    def parts(self, max_entries: int | None = None) -> Iterator[Documents]:
        """The counts part by part, without loading all."""
        for first, last in pairwise(self.part_bounds(max_entries).tolist()):
            yield self.rows.read(first, last)

    def batches(self, n_documents: int) -> Iterator[Corpus]:
        """Minibatches of so many documents, each a corpus in memory."""
        if not is_whole(n_documents) or n_documents < 1:
            raise InputError(f"a minibatch of {n_documents!r} documents; expected at least 1")
        for first in range(0, self.n_documents, n_documents):
            last = min(first + n_documents, self.n_documents)
            yield self._loaded(first, last)

    def chunks(self, max_entries: int | None = None) -> Iterator[Corpus]:
        """The same parts as those of `parts`, each a corpus in memory."""
        for first, last in pairwise(self.part_bounds(max_entries).tolist()):
            yield self._loaded(first, last)

    def _loaded(self, first: int, last: int) -> Corpus:
        rows = MemoryRows(self.rows.read(first, last))
        about = self._about.chosen(np.arange(first, last))
        return Corpus._of(rows, self.vocabulary, about, self.text_settings)

    # ------------------------------------------------------------------ other corpora from it

    def __getitem__(self, rows: slice | ArrayLike) -> Corpus:
        """Some documents: a slice, a mask or row numbers."""
        return self._chosen(_row_numbers(rows, self.n_documents))

    def _chosen(self, chosen: NDArray[np.int64]) -> Corpus:
        base: Rows = self.rows
        rows = ChosenRows(base, chosen)
        if isinstance(base, ChosenRows):
            rows = ChosenRows(base.rows, base.chosen[chosen])
        return Corpus._of(rows, self.vocabulary, self._about.chosen(chosen), self.text_settings)

    def split(self, test_size: float = 0.1, *, seed: int = 0) -> tuple[Corpus, Corpus]:
        """Deal the documents to a training and a held-out corpus at random; each keeps the order.

        `test_size` is a share below one, or a number of documents.
        """
        n = self.n_documents
        is_share = isinstance(test_size, float | np.floating) and 0 <= test_size <= 1
        if not (is_share or is_whole(test_size)):
            raise InputError(
                f"test_size is {test_size!r}; expected a share below one or a number of documents"
            )
        n_test = round(float(test_size) * n) if is_share else int(test_size)
        if not 0 < n_test < n:
            raise InputError(
                f"test_size of {test_size} would hold out {n_test} of {n} documents; expected at "
                "least one on each side"
            )
        order = _generator(seed, 0).permutation(n)
        training, test = (self._chosen(np.sort(part)) for part in (order[n_test:], order[:n_test]))
        total = self._n_tokens
        if total is not None and total.is_integer() and n_test < n / 2:  # saves a pass over most
            training._n_tokens = total - test.n_tokens
        return training, test

    def shuffle(self, *, seed: int = 0) -> Corpus:
        """The documents in a random order."""
        return self._chosen(_generator(seed, 1).permutation(self.n_documents))

    def filter(self, *predicates: Any, **values: Any) -> Corpus:
        """The documents whose metadata fit: polars expressions, and column=value.

        Examples
        --------
        >>> import polars as pl
        >>> corpus = Corpus([[1], [2]], ["word"], {"year": [1999, 2001]})
        >>> len(corpus.filter(pl.col("year") > 2000))
        1
        """
        return self._chosen(self._about.matching(self.n_documents, predicates, values))

    @classmethod
    def concat(cls, corpora: Iterable[Corpus]) -> Corpus:
        """Several corpora one behind the other; words are joined by name, columns too.

        Text settings are those of all of them, or None where they differ.
        """
        corpora = list(corpora)
        if not corpora:
            raise InputError("there is no corpus to concatenate; expected at least one")
        for place, corpus in enumerate(corpora):
            if not isinstance(corpus, Corpus):
                raise InputError(f"item {place} is a {type(corpus).__name__}; expected a Corpus")
        vocabulary = corpora[0].vocabulary
        for corpus in corpora[1:]:
            if corpus.vocabulary != vocabulary:
                vocabulary = vocabulary.merge(corpus.vocabulary)[0]
        rows = [corpus.with_vocabulary(vocabulary).rows for corpus in corpora]
        about = About.join([(corpus._about, corpus.n_documents) for corpus in corpora])
        settings = corpora[0].text_settings
        if any(corpus.text_settings != settings for corpus in corpora):
            settings = None
        return cls._of(JoinedRows(rows), vocabulary, about, settings)

    def with_vocabulary(self, vocabulary: Vocabulary | Sequence[str]) -> Corpus:
        """The same documents under another vocabulary: words are matched by name.

        Words it does not have are dropped; a document of such words only stays as an empty row.
        """
        vocabulary = _vocabulary(vocabulary)
        if vocabulary == self.vocabulary:
            return self
        mapping = vocabulary.ids(self.vocabulary)
        if vocabulary.retired:
            mapping[np.isin(mapping, list(vocabulary.retired))] = -1
        rows = RenumberedRows(self.rows, mapping, len(vocabulary))
        return Corpus._of(rows, vocabulary, self._about, self.text_settings)

    def limit(
        self,
        *,
        min_df: float = 1,
        max_df: float = 1.0,
        max_features: int | None = None,
        stop_words: str | Path | Iterable[str] | None = None,
    ) -> Corpus:
        """The same documents with fewer words: within limits as those of `read`."""
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


def _vocabulary(words: Vocabulary | Sequence[str]) -> Vocabulary:
    return words if isinstance(words, Vocabulary) else Vocabulary(words)


def _generator(seed: int, purpose: int) -> np.random.Generator:
    if not is_whole(seed) or seed < 0:
        raise InputError(f"seed is {seed!r}; expected a whole number of at least 0")
    return np.random.Generator(np.random.Philox([seed, 5, purpose]))


def _row_numbers(rows: slice | ArrayLike, n_documents: int) -> NDArray[np.int64]:
    if isinstance(rows, tuple) and len(rows) == 2 and rows[1] is Ellipsis:
        rows = rows[0]  # X[rows, ...] is how scikit-learn splits whatever has a shape
    try:
        if isinstance(rows, slice):
            return np.arange(n_documents)[rows]
        chosen = np.atleast_1d(np.asarray(rows))
    except (TypeError, ValueError) as error:
        raise InputError(f"rows {rows!r}: {error}; expected integers, a mask or a slice") from None
    if chosen.dtype == bool:
        if chosen.shape != (n_documents,):
            raise InputError(
                f"a mask of shape {chosen.shape}; expected one value for each of {n_documents} "
                "documents"
            )
        return np.flatnonzero(chosen)
    if not chosen.size:
        return np.zeros(0, dtype=np.int64)
    if chosen.dtype.kind not in "iu" or chosen.ndim != 1:
        raise InputError(
            f"row numbers of type {chosen.dtype}; expected integers, a mask or a slice"
        )
    chosen = chosen.astype(np.int64)
    if chosen.min() < -n_documents or chosen.max() >= n_documents:
        raise InputError(
            f"row numbers from {chosen.min()} to {chosen.max()}; expected 0 to {n_documents - 1}"
        )
    return np.where(chosen < 0, chosen + n_documents, chosen)

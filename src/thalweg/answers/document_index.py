"""DocumentIndex: the topic proportions of many documents in a file, to find similar ones."""

from __future__ import annotations

import hashlib
import heapq
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.document_topics import DocumentTopics, proportions
from thalweg.analysis.documents.snippets import beginning
from thalweg.analysis.similarity import nearest_rows, root_proportions
from thalweg.checks import is_whole, whole_number
from thalweg.errors import InputError
from thalweg.files.atomic import storage_errors, synchronise, write_atomically
from thalweg.files.compressed import SUFFIXES
from thalweg.fitted_model import FittedModel
from thalweg.persistence.index_file import IndexFile, IndexWriter
from thalweg.results import SimilarDocument, SimilarTable
from thalweg.state.of_model import word_names

_ROWS_PER_SLICE = 1 << 16
_WORDS_PER_SLICE = 1 << 14


class DocumentIndex:
    """Topic proportions, ids and beginnings of texts of many documents, in a file.

    `LDA.index` builds an index and `DocumentIndex.load` opens a saved one. The file is mapped into
    memory, so that an index may be larger than the memory, and several processes share it. A search
    compares the query with every document: the result is exact.

    Examples
    --------
    >>> index = lda.index(corpus)  # doctest: +SKIP
    >>> index.search("the pool was cold", n=5)  # doctest: +SKIP
    >>> index.save("reviews.index")  # doctest: +SKIP
    >>> DocumentIndex.load("reviews.index", lda).search("the pool was cold")  # doctest: +SKIP
    """

    def __init__(self, file: IndexFile, model: FittedModel | None = None) -> None:
        self._file = file
        self._model = model

    @classmethod
    def build(
        cls,
        model: FittedModel,
        batches: Iterable[DocumentTopics],
        path: str | Path | None = None,
        *,
        keep_texts: bool = True,
    ) -> DocumentIndex:
        """Write batches of documents to a file, or to a temporary one; see `LDA.index`."""
        if path is None:
            stream: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (the index keeps it open)
            _write(stream, model, batches, keep_texts)
            return cls(IndexFile(stream, "the index"), model)
        with write_atomically(_checked(path)) as (stream,):
            _write(stream, model, batches, keep_texts)
        return cls(IndexFile.open(Path(path)), model)

    @classmethod
    def load(
        cls, path: str | Path, model: FittedModel | None = None, *, verify: bool = True
    ) -> DocumentIndex:
        """Open a saved index.

        Parameters
        ----------
        path : str or Path
            File that `save` or `thalweg index` wrote. Opening it executes no code.
        model : LDA, default=None
            The model of the index. Another model is refused: its topics are not those of the
            index. Without a model, you can search with topic proportions and ids, but not with
            texts.
        verify : bool, default=True
            Compare the content with its checksum, which reads the whole file. False opens an
            index of any size at once, and checks only its structure.
        """
        file = IndexFile.open(Path(path))
        if verify:
            file.verify_checksum()
        index = cls(file)
        return index if model is None else index.with_model(model)

    def save(self, path: str | Path) -> None:
        """Write the index to a file, which appears only when it is complete."""
        path = _checked(path)
        with write_atomically(path) as (stream,):
            self._file.copy_to(stream)
        with storage_errors(path):
            synchronise(path.parent)

    def with_model(self, model: FittedModel) -> DocumentIndex:
        """Return the same index with its model; another model is refused."""
        if self._model is model:
            return self
        model = model._at_this_moment()
        model._require_fitted()
        if model_fingerprint(model) != self._file.fingerprint:
            raise InputError(
                f"{self._file.name} belongs to another model, or to this one before further "
                "training; the topics differ. Use the model that built the index, or build it "
                "again."
            )
        return DocumentIndex(self._file, model)

    def __len__(self) -> int:
        return self._file.n_documents

    @property
    def n_topics(self) -> int:
        """Number of topics of the model."""
        return self._file.n_topics

    def __repr__(self) -> str:
        return f"DocumentIndex({len(self):,} documents x {self.n_topics:,} topics)"

    def search(self, query: Any, n: int = 10, *, by: str | None = None) -> SimilarTable:
        """Return the documents that are most similar to a text or a document, nearest first.

        Parameters
        ----------
        query : str, int or array of shape (n_topics,)
            A text; the id or the row of a document of the index; or topic proportions. A string
            that is the id of a document stands for the document.
        n : int, default=10
            Number of documents to return.
        by : {"text", "id"}, default=None
            What a string is. None: an id if there is a document with this id, otherwise a text.
        """
        whole_number("n", n, least=1)
        row, wanted = self._wanted(query, check_by(by))
        best: list[tuple[float, int]] = []
        for first in range(0, len(self), _ROWS_PER_SLICE):
            vectors = self._file.vectors(first, first + _ROWS_PER_SLICE)
            rows, distances = nearest_rows(vectors, wanted, n + 1)
            found = zip(distances.tolist(), (first + rows).tolist(), strict=True)
            best = heapq.nsmallest(n, best + [each for each in found if each[1] != row])
        nearest = [each for _, each in best]
        ids, texts = self._file.ids(nearest), self._file.texts(nearest)
        shown: list[str | None] = [None] * len(best) if texts is None else [*texts]
        return SimilarTable(
            SimilarDocument(row, name, distance, text)
            for (distance, row), name, text in zip(best, ids, shown, strict=True)
        )

    def _wanted(self, query: Any, by: str | None) -> tuple[int | None, NDArray[np.float32]]:
        """Return the row to leave out, if any, and the square roots of the proportions."""
        if not isinstance(query, str) and not is_whole(query):
            return None, root_proportions(checked_shares(query, self.n_topics))
        if by == "text" or not len(self):
            return None, self._of_text(query)
        row = self._file.row_of(query)
        if row is None and (is_whole(query) or by == "id") and str(query).isdecimal():
            row = int(query) if int(query) < len(self) else None
        if row is not None:
            return row, self._file.vectors(row, row + 1)[0]
        if by == "id" or is_whole(query):
            raise unknown_document(query, len(self))
        return None, self._of_text(query)

    def _of_text(self, text: str) -> NDArray[np.float32]:
        if self._model is None:
            raise InputError(
                "the index was opened without its model, which is needed for texts. Use "
                "`DocumentIndex.load(path, model)`, or search with topic proportions."
            )
        return root_proportions(text_proportions(self._model, text))


def model_fingerprint(model: FittedModel) -> str:
    """Return a number, the same for models that infer the same topics in every document."""
    state = model.state_
    digest = hashlib.blake2b(digest_size=20)
    digest.update("\n".join(word_names(model)).encode("utf-8", "surrogatepass"))
    digest.update(state.prior.doc_topic.astype("<f8").tobytes())
    for first in range(0, state.n_words, _WORDS_PER_SLICE):
        weights = state.weights(slice(first, first + _WORDS_PER_SLICE))
        digest.update(np.ascontiguousarray(weights, "<f4").data)
    return digest.hexdigest()


def text_proportions(model: FittedModel, text: Any) -> NDArray[np.float32]:
    """Return the topic proportions of one text; InputError if the model knows none of its words."""
    documents = model._source([text]).whole
    assert documents is not None
    if not documents.n_tokens:
        raise InputError(
            f"the text {beginning(str(text), 40)!r} has no word that the model knows; expected at "
            "least one word of its vocabulary"
        )
    shares: NDArray[np.float32] = proportions(model.state_, documents)[0]
    return shares


def checked_shares(shares: Any, n_topics: int) -> NDArray[np.float32]:
    """Return topic proportions that a user passed; InputError unless they are some."""
    try:
        checked = np.asarray(shares, dtype=np.float32)
    except (TypeError, ValueError):
        checked = np.zeros(0, np.float32)
    if checked.shape == (1, n_topics):
        checked = checked[0]
    fits = checked.shape == (n_topics,) and np.isfinite(checked).all() and (checked >= 0).all()
    if not fits or abs(checked.sum() - 1) > 1e-3:
        raise InputError(
            f"`query` is {str(shares)[:60]}; expected a text, the id or row of a document, or "
            f"{n_topics} topic proportions that sum to one"
        )
    return checked


def check_by(by: str | None) -> str | None:
    """Return what a string is, if it is one of those that can be asked for."""
    if by not in (None, "text", "id"):
        raise InputError(f"`by` is {by!r}; expected 'text', 'id' or None")
    return by


def unknown_document(query: Any, n_documents: int) -> InputError:
    """Return the error for an id that no document has."""
    return InputError(
        f"`query` is {query!r}; expected the id of one of the {n_documents:,} documents, or a row "
        f"from 0 to {n_documents - 1:,}"
    )


def _checked(path: str | Path) -> Path:
    path = Path(path)
    if path.name.endswith(SUFFIXES):
        raise InputError(
            f"`path` is {path}, which ends like a compressed file, but an index is not compressed; "
            "expected another name, such as documents.index"
        )
    return path


def _write(
    stream: IO[bytes],
    model: FittedModel,
    batches: Iterable[DocumentTopics],
    keep_texts: bool,
) -> None:
    with IndexWriter(stream, model.state_.n_topics) as writer:
        for batch in batches:
            texts = batch.documents.texts if keep_texts else None
            snippets = None if texts is None else [beginning(text) for text in texts]
            ids = batch.ids
            if not ids.dtype.is_integer():
                ids = ids.cast(str).fill_null("")
            writer.append(root_proportions(batch.shares), ids.to_list(), snippets)
        writer.finish(model_fingerprint(model))

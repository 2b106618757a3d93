"""DocumentSource: a matrix or a corpus, read in parts that fit into memory."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.documents import Documents
from thalweg.corpus.rows import MemoryRows, Rows
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.system.computed_once import computed_once


@dataclass(frozen=True)
class DocumentSource:
    """Documents in parts: one part if they are in memory, several if they are on disk."""

    rows: Rows
    corpus: Corpus | None = None  # None for a matrix

    @classmethod
    def of(cls, X: Any, vocabulary: Vocabulary | None = None) -> DocumentSource:
        """Check a matrix, or match the words of a corpus with a vocabulary."""
        if not isinstance(X, Corpus):
            return cls.of_documents(Documents.check(X))
        if vocabulary is not None:
            X = X.with_vocabulary(vocabulary)
        return cls(X.rows, X)

    @classmethod
    def of_documents(cls, documents: Documents) -> DocumentSource:
        """Return checked documents in memory as a source."""
        return cls(MemoryRows(documents))

    @property
    def n_documents(self) -> int:
        """D."""
        return self.rows.n_documents

    @property
    def n_words(self) -> int:
        """W."""
        return self.rows.n_words

    @computed_once
    def n_tokens(self) -> float:
        """C."""
        if self.whole is not None:
            return self.whole.n_tokens
        assert self.corpus is not None
        return self.corpus.n_tokens

    @property
    def whole(self) -> Documents | None:
        """All documents if they are in memory."""
        return self.rows.documents if isinstance(self.rows, MemoryRows) else None

    @computed_once
    def bounds(self) -> NDArray[np.int64]:
        """The first document of each part, and the end."""
        if self.whole is not None:
            return np.array([0, self.n_documents])
        assert self.corpus is not None
        return self.corpus.part_bounds()

    @property
    def n_parts(self) -> int:
        """Number of parts."""
        return self.bounds.size - 1

    def part(self, number: int) -> Documents:
        """Return the documents of one part."""
        return self.rows.read(int(self.bounds[number]), int(self.bounds[number + 1]))

    def parts(self) -> Iterator[Documents]:
        """Yield the documents of all parts, in order."""
        return map(self.part, range(self.n_parts))

    def fingerprint(self) -> str:
        """Return a SHA-256 of sizes, words and counts; on disk, of the first and last part only."""
        digest = hashlib.sha256()
        if self.corpus is not None:
            digest.update("\n".join(self.corpus.vocabulary).encode(errors="surrogatepass"))
        digest.update(np.array([self.n_documents, self.n_words, self.n_tokens], dtype="<f8").data)
        digest.update(self.bounds.astype("<i8").data)
        for number in dict.fromkeys((0, self.n_parts - 1)) if self.n_parts else ():
            part = self.part(number)
            for array, dtype in ((part.offsets, "<i8"), (part.words, "<i4"), (part.counts, "<f4")):
                # Not copied if the type fits: these arrays may be most of the memory.
                digest.update(np.ascontiguousarray(array, dtype).data)
        return digest.hexdigest()

    def gathered(self) -> DocumentSource:
        """Return a source with all documents in memory, as one part."""
        if self.whole is not None:
            return self
        return DocumentSource(MemoryRows(self.rows.read(0, self.n_documents)), self.corpus)

    def choose(self, rows: NDArray[np.int64]) -> DocumentSource:
        """Return a source with some of the documents."""
        if self.whole is not None:
            return DocumentSource.of_documents(self.whole[rows])
        assert self.corpus is not None
        return DocumentSource.of(self.corpus[rows])

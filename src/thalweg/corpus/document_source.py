"""Supply: the documents of a call, whole or part by part, whether they are a matrix or a corpus."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.corpus.vocabulary import Vocabulary


def as_corpus(X: Any) -> Corpus | None:
    """X if it is a Corpus. Only then its module (and polars) has been imported."""
    module = sys.modules.get("thalweg.corpus.corpus")
    return X if module is not None and isinstance(X, module.Corpus) else None


@dataclass(frozen=True)
class Supply:
    """Documents in parts that fit into memory: one part if they are in memory already."""

    whole: Documents | None  # a matrix, or a corpus in memory
    corpus: Corpus | None

    @classmethod
    def of(cls, X: Any, vocabulary: Vocabulary | None = None) -> Supply:
        """Check a matrix, or take a corpus as it is; its words are matched with a vocabulary's."""
        corpus = as_corpus(X)
        if corpus is None:
            return cls(Documents.check(X), None)
        if vocabulary is not None:
            corpus = corpus.with_vocabulary(vocabulary)
        return cls(corpus.documents() if corpus.in_memory else None, corpus)

    @property
    def n_documents(self) -> int:
        """D."""
        return self._documents.n_documents

    @property
    def n_words(self) -> int:
        """W."""
        return self._documents.n_words

    @cached_property
    def n_tokens(self) -> float:
        """C."""
        return self._documents.n_tokens

    @cached_property
    def bounds(self) -> NDArray[np.int64]:
        """The first document of each part, and the end."""
        if self.whole is not None or self.corpus is None:
            return np.array([0, self.n_documents])
        return self.corpus.part_bounds()

    def part(self, number: int) -> Documents:
        """The documents of one part."""
        if self.whole is not None:
            return self.whole
        assert self.corpus is not None
        return self.corpus.rows.read(int(self.bounds[number]), int(self.bounds[number + 1]))

    def parts(self) -> Iterator[Documents]:
        """All parts, in order."""
        return map(self.part, range(self.bounds.size - 1))

    def fingerprint(self) -> str:
        """SHA-256 that tells other documents: of all counts in memory, of a stream's ends."""
        digest = hashlib.sha256()
        if self.corpus is not None:
            digest.update("\n".join(self.corpus.vocabulary).encode(errors="surrogatepass"))
        digest.update(np.array([self.n_documents, self.n_words, self.n_tokens], dtype="<f8").data)
        digest.update(self.bounds.astype("<i8").data)
        last = self.bounds.size - 2
        for number in dict.fromkeys((0, last)) if last >= 0 else ():
            part = self.part(number)
            arrays = ((part.offsets, "<i8"), (part.words, "<i4"), (part.counts, "<f4"))
            for (
                array,
                dtype,
            ) in arrays:  # without a copy where the type fits: it may be all there is
                digest.update(np.ascontiguousarray(array, dtype).data)
        return digest.hexdigest()

    def gathered(self) -> Supply:
        """All documents in memory, as one part."""
        if self.whole is not None:
            return self
        assert self.corpus is not None
        return Supply(self.corpus.documents(), self.corpus)

    def choose(self, rows: NDArray[np.int64]) -> Supply:
        """Some of the documents."""
        if self.whole is not None:
            return Supply(self.whole[rows], None)
        assert self.corpus is not None
        return Supply(None, self.corpus[rows])

    @property
    def _documents(self) -> Documents | Corpus:
        documents = self.whole if self.whole is not None else self.corpus
        assert documents is not None
        return documents

"""DocumentSource: a matrix, a corpus or texts, read in parts that fit into memory."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.documents import Documents
from thalweg.corpus.formats.gensim_corpus import from_gensim
from thalweg.corpus.reading import read
from thalweg.corpus.rows import MemoryRows, Rows, renumber
from thalweg.corpus.text.given_documents import DocumentKind, document_kind
from thalweg.corpus.text.text_settings import MissingTokenizer, TextSettings
from thalweg.corpus.text.token_lists import GivenTokens, TokenLists
from thalweg.corpus.text.vocabulary_counter import vocabulary_counter
from thalweg.corpus.vocabulary import UNKNOWN, Vocabulary
from thalweg.errors import InputError
from thalweg.system.computed_once import computed_once
from thalweg.system.threads import threads_for


@dataclass(frozen=True)
class DocumentSource:
    """Documents in parts: one part if they are in memory, several if they are on disk."""

    rows: Rows
    corpus: Corpus | None = None  # None for a matrix

    @classmethod
    def of(cls, X: Any, vocabulary: Vocabulary | None = None) -> DocumentSource:
        """Check a matrix, or match the words of a corpus with a vocabulary."""
        if not isinstance(X, Corpus):
            return cls.of_documents(Documents.check(X).in_single_precision())
        if vocabulary is not None:
            X = X.with_vocabulary(vocabulary)
        return cls(X.rows, X)

    @classmethod
    def of_known_words(
        cls,
        X: Any,
        vocabulary: Vocabulary | None,
        settings: TextSettings | None,
        n_jobs: int | None = None,
    ) -> DocumentSource | None:
        """Count the words of a model in texts, token lists or bags of words; None for other X.

        Texts are split as `settings` say. Ids of bags are the numbers of the model's words.
        """
        kind = document_kind(X)
        if kind is None:
            return None
        if vocabulary is None:
            raise InputError(
                f"`X` holds {kind.value}, but the model was trained on a matrix, so its words are "
                "not known. Expected a matrix with the same columns, for example of the same "
                "vectorizer. To use texts, train on texts or on thalweg.read(texts)."
            )
        if kind is DocumentKind.BAGS_OF_WORDS:
            return cls.of(from_gensim(X, vocabulary))
        if kind is DocumentKind.TEXTS:
            settings = _settings_for_texts(settings)
        return cls.of_documents(_known_words(X, kind, vocabulary, settings, n_jobs))

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

    def short_parts(self, n_documents: int) -> Iterator[tuple[int, Documents]]:
        """Yield parts of at most this many documents, each with the number of its first one."""
        for first, last in pairwise(self.bounds.tolist()):
            for start in range(first, last, n_documents):
                yield start, self.rows.read(start, min(start + n_documents, last))

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

    def further(self, X: Any, n_jobs: int | None = None) -> DocumentSource:
        """Return other documents; words are matched by name, and texts split in the same way."""
        if self.corpus is None:
            return DocumentSource.of(X)
        words, settings = self.corpus.vocabulary, self.corpus.text_settings
        known = DocumentSource.of_known_words(X, words, settings, n_jobs)
        return known or DocumentSource.of(X, words)


def read_documents(X: Any, n_jobs: int | None = None) -> Any:
    """Return texts, token lists and bags of words as a corpus, and anything else as it is."""
    kind = document_kind(X)
    if kind is None:
        return X
    if kind is DocumentKind.BAGS_OF_WORDS:
        return from_gensim(X)
    try:
        return read(X, n_jobs=n_jobs)
    except InputError as error:
        raise InputError(
            f"{error} These are the defaults for texts: to choose others, pass "
            "thalweg.read(texts, min_df=..., max_df=...) instead of the texts."
        ) from None


def _settings_for_texts(settings: TextSettings | None) -> TextSettings:
    """Return the text settings of a model; InputError if it is not known how texts are split."""
    if settings is None:
        raise InputError(
            "`X` holds texts, but the model was trained on word counts, so it is not known how "
            "texts are split into words. Pass thalweg.read(texts, vocabulary=lda.vocabulary_) with "
            "the settings that fit, or token lists."
        )
    if isinstance(settings.tokenizer, GivenTokens):
        raise InputError(
            "`X` holds texts, but the model was trained on token lists, so it is not known how "
            "texts are split into words. Expected token lists."
        )
    if isinstance(settings.tokenizer, MissingTokenizer):
        raise InputError(
            f"`X` holds texts, but the tokenizer is missing: the texts of the model were split by "
            f"{settings.tokenizer.name}, and files store only its name. Set it: lda.text_settings_ "
            "= dataclasses.replace(lda.text_settings_, tokenizer=...)."
        )
    return settings


def _known_words(
    X: Any,
    kind: DocumentKind,
    vocabulary: Vocabulary,
    settings: TextSettings | None,
    n_jobs: int | None,
) -> Documents:
    n_threads = threads_for(n_jobs, len(X))
    is_native = isinstance(X, list | tuple) or type(X).__module__.startswith("polars")
    documents: Any = X if is_native else list(X)
    if kind is DocumentKind.TOKEN_LISTS:
        documents = TokenLists.check(documents, f"a {type(X).__name__}")
        settings = settings or TextSettings()
        if isinstance(settings.tokenizer, MissingTokenizer):  # token lists do not need it
            settings = replace(settings, tokenizer=GivenTokens())
    assert settings is not None
    try:
        rows = vocabulary_counter(vocabulary, settings).count(documents, n_threads)
    except (TypeError, UnicodeEncodeError):  # missing values of pandas, halves of surrogate pairs
        read_again = read(X, vocabulary=vocabulary, text_settings=settings, n_jobs=n_jobs)
        return read_again.documents()
    counted = Documents(*rows, len(vocabulary))
    if vocabulary.retired:
        mapping = np.arange(len(vocabulary), dtype=np.int32)
        mapping[list(vocabulary.retired)] = UNKNOWN
        counted = renumber(counted, mapping, len(vocabulary), n_threads)
    return counted


def fingerprint(X: Any) -> str:
    """Return a hash of all words and counts, to recognise the data that a model was trained on.

    The same documents in the same order have the same fingerprint, in memory or on disk. Counts are
    compared as float32. Reads all counts once, at about 100 million entries per second.

    Parameters
    ----------
    X : sparse matrix, array or Corpus
        Documents x words. A matrix has no words, so its fingerprint is not that of a corpus.

    Examples
    --------
    >>> from thalweg import Corpus, fingerprint
    >>> fingerprint(Corpus([[2, 1]], ["bank", "river"]))[:10]
    'sha256-v1:'
    """
    source = DocumentSource.of(X)
    # One digest for each array: how the documents are divided into parts does not matter.
    digests = {name: hashlib.sha256() for name in ("words", "sizes", "ids", "counts")}
    if source.corpus is not None:
        for word in source.corpus.vocabulary:
            text = word.encode("utf-8", errors="surrogatepass")
            digests["words"].update(len(text).to_bytes(8, "little") + text)
    for part in source.parts():
        arrays = {
            "sizes": (np.diff(part.offsets), "<i8"),
            "ids": (part.words, "<i4"),
            "counts": (part.counts, "<f4"),
        }
        for name, (array, dtype) in arrays.items():
            digests[name].update(np.ascontiguousarray(array, dtype).data)
    shape = f"{source.n_documents} x {source.n_words}, {source.corpus is not None}"
    parts = [shape, *(digest.hexdigest() for digest in digests.values())]
    return "sha256-v1:" + hashlib.sha256("\n".join(parts).encode()).hexdigest()

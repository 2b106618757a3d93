"""DocumentReader: the documents to explore, all of them and a first part that is there at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.read_progress import ReadListener
from thalweg.corpus.reading import open_texts, read
from thalweg.corpus.sources.chunk import TextSource
from thalweg.errors import ThalwegError
from thalweg.lazy_polars import pl

FIRST_DOCUMENTS = 2000


@dataclass(frozen=True)
class DocumentReader:
    """How documents are read.

    Attributes
    ----------
    title : str
        What the page calls the documents, such as the name of the file.
    all : callable
        Reads all documents and reports how far it is.
    first : callable or None
        Reads the first documents; None if reading all takes no longer.
    """

    title: str
    all: Callable[[ReadListener], Corpus]
    first: Callable[[], Corpus | None] | None = None

    @classmethod
    def of_corpus(cls, corpus: Corpus, title: str = "documents") -> DocumentReader:
        """Return a reader of a corpus that is there already."""
        return cls(title, lambda _: corpus)

    @classmethod
    def of_texts(
        cls, title: str, source: Any, files: dict[str, Any], words: dict[str, Any]
    ) -> DocumentReader:
        """Return a reader of files of texts; `files` and `words` are arguments of `read`."""

        def read_all(listener: ReadListener) -> Corpus:
            return read(source, **files, **words, keep_texts=True, progress=listener)

        return cls(title, read_all, lambda: first_part(source, files, words))


def first_part(source: Any, files: dict[str, Any], words: dict[str, Any]) -> Corpus | None:
    """Return a corpus of the first documents; None if they are too few for a vocabulary."""
    arguments = {"metadata": (), "where": ()} | files
    arguments.pop("n_jobs", None)
    try:
        texts = open_texts(source, **arguments)
        frame = _first_rows(texts)
        if frame is None:
            return None
        return read(
            frame,
            metadata=files.get("metadata", ()),
            n_jobs=files.get("n_jobs"),
            keep_texts=True,
            **words,
        )
    except ThalwegError:
        return None  # reading all documents reports what is wrong


def _first_rows(texts: TextSource) -> pl.DataFrame | None:
    if not texts.repeatable:
        return None
    frames, n = [], 0
    for chunk in texts.chunks():
        frame = chunk.strings().to_frame()
        if chunk.columns is not None:
            frame = frame.hstack(chunk.columns.drop("text", strict=False))
        frames.append(frame)
        n += frame.height
        if n >= FIRST_DOCUMENTS:
            break
    return pl.concat(frames, how="diagonal_relaxed").head(FIRST_DOCUMENTS) if frames else None

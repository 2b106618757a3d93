"""GrowingVocabulary: new words of a stream enter, and words that are no longer used are retired.

A word keeps its id forever, even while it is retired. New words wait in a table of bounded size
until they have been seen often enough, so that misspellings do not become rows of a model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import whole_number
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.documents import Documents
from thalweg.corpus.rows import renumber
from thalweg.corpus.sources.open_source import open_source
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.vocabulary import UNKNOWN, Vocabulary
from thalweg.errors import InputError
from thalweg.files.atomic import write_atomically
from thalweg.system.threads import resolve_threads

_FORMAT, _VERSION = "thalweg growing vocabulary", 1


class GrowingVocabulary:
    """Count the words of a stream of texts; new words get new ids, known words keep theirs.

    Parameters
    ----------
    start : Vocabulary or iterable of str, default=()
        Words that are known from the start.
    min_sightings : int, default=5
        Number of documents that must contain a new word before it enters.
    forget_after : int, default=None
        Retire a word that was in none of the last `forget_after` documents. It keeps its id, and
        is counted again once it has been seen in `min_sightings` further documents. None: words
        are never retired.
    max_waiting : int, default=1_000_000
        Number of new words that can wait. Beyond it, the words seen least often are forgotten.
    settings : TextSettings, default=None
        How texts are split into words. None: as in `read`, without English stop words.
    n_jobs : int, default=None
        Number of threads. None uses all cores.

    Attributes
    ----------
    vocabulary : Vocabulary
        The words that have entered so far.
    n_documents : int
        Number of documents counted so far.

    Examples
    --------
    >>> growing = GrowingVocabulary(min_sightings=2)
    >>> growing.count(["the red fish", "a blue fish"]).vocabulary[:]
    ['fish']
    >>> growing.count(["red herring"]).vocabulary[:]
    ['fish', 'red']
    """

    def __init__(
        self,
        start: Iterable[str] = (),
        *,
        min_sightings: int = 5,
        forget_after: int | None = None,
        max_waiting: int = 1_000_000,
        settings: TextSettings | None = None,
        n_jobs: int | None = None,
    ) -> None:
        whole_number("min_sightings", min_sightings, least=1)
        whole_number("max_waiting", max_waiting, least=1)
        if forget_after is not None:
            whole_number("forget_after", forget_after, least=1)
        self.min_sightings = min_sightings
        self.forget_after = forget_after
        self.max_waiting = max_waiting
        if settings is None:
            settings = TextSettings(stop_words=cast(Sequence[str], "english"))
        self.settings: TextSettings = settings
        self.n_jobs = n_jobs
        self.n_documents: int = 0
        self.vocabulary: Vocabulary = start if isinstance(start, Vocabulary) else Vocabulary(start)
        # Sightings from before this object was created, of words that have entered or wait.
        self._earlier = dict.fromkeys(self.vocabulary, min_sightings)
        for w in self.vocabulary.retired:
            del self._earlier[self.vocabulary[w]]
        self._last_seen = np.zeros(len(self.vocabulary), dtype=np.int64)
        # Indexed by the ids of the counter: the id in the vocabulary, and the sightings to ignore.
        self._counter = self.settings.counter()
        self._n_pruned = 0
        self._ids = np.zeros(0, dtype=np.int32)
        self._discounted = np.zeros(0, dtype=np.int64)

    def count(self, texts: Any, *, column: str = "text") -> Corpus:
        """Count further texts and return them as a corpus with the vocabulary that results.

        A document without known words is an empty row.

        Parameters
        ----------
        texts : path, table, iterable of str or list of token lists
            Texts, as in `read`.
        column : str, default="text"
            Column of a table that holds the text.
        """
        source = open_source(texts, column=column)
        n_threads = resolve_threads(self.n_jobs)
        blocks = [
            Documents(*self._counter.count(chunk.texts, n_threads), 0) for chunk in source.chunks()
        ]
        for rows in blocks:
            self.n_documents += rows.n_documents
            self._admit(np.unique(rows.words))
        self._retire()
        known = [
            renumber(rows, self._ids, len(self.vocabulary), n_threads=n_threads) for rows in blocks
        ]
        self._thin_out_waiting()
        return Corpus.of_blocks(known, self.vocabulary, text_settings=self.settings)

    def _admit(self, seen: NDArray[np.int32]) -> None:
        """Add the words of the last texts that have been seen often enough."""
        native = self._counter.native
        n_before = self._ids.size
        n_new = native.n_words - n_before
        self._ids = np.append(self._ids, np.full(n_new, UNKNOWN, dtype=np.int32))
        self._discounted = np.append(self._discounted, np.zeros(n_new, dtype=np.int64))
        if self._earlier and n_new:
            new = np.arange(n_before, native.n_words)
            for place, word in zip(new, native.words(new), strict=True):
                self._discounted[place] = -self._earlier.pop(word, 0)
        sightings = native.document_frequencies()[seen] - self._discounted[seen]
        waiting = self._ids[seen] == UNKNOWN
        entering = seen[waiting & (sightings >= self.min_sightings)]
        if entering.size:
            words = native.words(entering.astype(np.int64))
            grown = self.vocabulary.extended(
                sorted(words)
            )  # independent of the order they were seen in
            retired = self.vocabulary.retired - set(self.vocabulary.ids(words).tolist())
            self.vocabulary = Vocabulary(grown, retired=retired)
            self._ids[entering] = self.vocabulary.ids(words)
            n_more = len(self.vocabulary) - self._last_seen.size
            self._last_seen = np.append(self._last_seen, np.zeros(n_more, dtype=np.int64))
        ids = self._ids[seen]
        self._last_seen[ids[ids != UNKNOWN]] = self.n_documents

    def _retire(self) -> None:
        """Retire the words that were in none of the last documents."""
        if self.forget_after is None:
            return
        gone = np.flatnonzero(self._last_seen < self.n_documents - self.forget_after)
        new = set(gone.tolist()) - self.vocabulary.retired
        if not new:
            return
        self.vocabulary = Vocabulary(self.vocabulary, retired=self.vocabulary.retired | new)
        for w in new:
            self._earlier.pop(self.vocabulary[w], None)
        left = np.isin(self._ids, list(new))
        self._ids[left] = UNKNOWN
        self._discounted[left] = self._counter.native.document_frequencies()[left]

    def _thin_out_waiting(self) -> None:
        """Forget the rarest waiting words if there are too many."""
        if self.n_waiting <= self.max_waiting:
            return
        pruned = self._counter.native.prune(self.min_sightings)
        self._n_pruned += pruned.size
        # Words of the start may have been seen less often than that.
        still_in = pruned[self._ids[pruned] != UNKNOWN]
        for w in self._ids[still_in].tolist():
            self._earlier[self.vocabulary[w]] = self.min_sightings
        self._ids[still_in] = UNKNOWN

    @property
    def n_waiting(self) -> int:
        """Number of words that have been seen but have not entered."""
        return self._counter.native.n_words - self._n_pruned - int((self._ids != UNKNOWN).sum())

    def save(self, path: str | Path) -> None:
        """Write everything that is needed to continue to a JSON file, except a custom tokenizer."""
        native = self._counter.native
        held = [(p, word) for p, word in enumerate(native.words()) if word]
        sightings = native.document_frequencies() - self._discounted
        earlier = self._earlier | {word: int(sightings[place]) for place, word in held}
        state = {
            "format": _FORMAT,
            "version": _VERSION,
            "min_sightings": self.min_sightings,
            "forget_after": self.forget_after,
            "max_waiting": self.max_waiting,
            "n_documents": self.n_documents,
            "settings": self.settings.to_json(),
            "words": list(self.vocabulary),
            "retired": sorted(self.vocabulary.retired),
            "last_seen": self._last_seen.tolist(),
            "sightings": earlier,
        }
        with write_atomically(Path(path)) as (file,):
            file.write(json.dumps(state, default=int).encode())  # NumPy integers

    @classmethod
    def load(
        cls,
        path: str | Path,
        *,
        tokenizer: Callable[[str], Iterable[str]] | None = None,
        n_jobs: int | None = None,
    ) -> GrowingVocabulary:
        """Read a vocabulary that `save` wrote, to continue counting.

        Parameters
        ----------
        path : path
            The file that `save` wrote.
        tokenizer : callable, default=None
            The custom tokenizer, if there was one: files do not store it.
        n_jobs : int, default=None
            Number of threads. None uses all cores.
        """
        try:
            state = json.loads(Path(path).read_bytes())
            if (state["format"], state["version"]) != (_FORMAT, _VERSION):
                raise ValueError(f"{state['format']!r}, version {state['version']!r}")
            settings = TextSettings.from_json(state["settings"])
            if tokenizer is not None:
                settings = replace(settings, tokenizer=tokenizer)
            growing = cls(
                Vocabulary(state["words"], retired=state["retired"]),
                min_sightings=state["min_sightings"],
                forget_after=state["forget_after"],
                max_waiting=state["max_waiting"],
                settings=settings,
                n_jobs=n_jobs,
            )
            growing.n_documents = int(state["n_documents"])
            growing._earlier = {str(word): int(n) for word, n in state["sightings"].items()}
            growing._last_seen = np.array(state["last_seen"], dtype=np.int64)
            if growing._last_seen.shape != (len(growing.vocabulary),):
                raise ValueError("last_seen has another length than words")
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error}") from None
        except InputError as error:
            raise InputError(f"{path}: {error}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise InputError(f"{path} is not a saved growing vocabulary: {error}") from None
        return growing

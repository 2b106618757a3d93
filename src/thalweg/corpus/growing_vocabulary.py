"""A vocabulary that grows with a stream: words enter after some sightings, and leave when unused.

Ids are append-only: a word keeps its id for ever, also while it is away. Words that have not
entered yet wait in a table of bounded size, so that typing errors do not become rows of a model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.documents import Documents
from thalweg.corpus.rows import renumber
from thalweg.corpus.sources.open import open_source
from thalweg.corpus.text.text_settings import TextSettings, is_whole
from thalweg.corpus.vocabulary import UNKNOWN, Vocabulary
from thalweg.errors import InputError
from thalweg.files.atomic import write_beside_and_rename
from thalweg.system.threads import resolve_threads

_FORMAT, _VERSION = "thalweg growing vocabulary", 1


class GrowingVocabulary:
    """Counts the words of a stream of texts under ids that never change.

    Parameters
    ----------
    start : Vocabulary or iterable of str, default=()
        Words that are known from the beginning.
    min_sightings : int, default=5
        Documents a word must be seen in before it enters.
    forget_after : int, default=None
        A word that was in none of so many documents leaves; None: none leaves. It keeps its id,
        and has it again when it has been seen often enough anew.
    max_waiting : int, default=1_000_000
        Words that wait; beyond it those with the fewest sightings are forgotten.
    settings : TextSettings, default=TextSettings()
        What a token is.
    n_jobs : int, default=None
        Threads. None: all cores.

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
        numbers = (min_sightings, max_waiting, 1 if forget_after is None else forget_after)
        if not all(is_whole(n) and n >= 1 for n in numbers):
            raise InputError(
                f"min_sightings is {min_sightings!r}, forget_after {forget_after!r}, max_waiting "
                f"{max_waiting!r}; expected whole numbers above 0 (forget_after may be None)"
            )
        self.min_sightings = min_sightings
        self.forget_after = forget_after
        self.max_waiting = max_waiting
        self.settings = settings or TextSettings()
        self.n_jobs = n_jobs
        self.n_documents = 0
        self.vocabulary = start if isinstance(start, Vocabulary) else Vocabulary(start)
        # Sightings before this object began to count, of words that are in or wait.
        self._earlier = dict.fromkeys(self.vocabulary, min_sightings)
        for w in self.vocabulary.retired:
            del self._earlier[self.vocabulary[w]]
        self._last_seen = np.zeros(len(self.vocabulary), dtype=np.int64)
        # By the counter's own ids: the vocabulary's id, and the sightings that no longer count.
        self._counter = self.settings.counter()
        self._n_pruned = 0
        self._ids = np.zeros(0, dtype=np.int32)
        self._discounted = np.zeros(0, dtype=np.int64)

    def count(self, texts: Any, *, column: str = "text") -> Corpus:
        """Count more texts of the stream; the corpus has the vocabulary as it is afterwards.

        A document in which no word is known stays as an empty row.
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
        """Let in the words just seen that have been seen often enough."""
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
            grown = self.vocabulary.extended(sorted(words))  # whatever order they were seen in
            retired = self.vocabulary.retired - set(self.vocabulary.ids(words).tolist())
            self.vocabulary = Vocabulary(grown, retired=retired)
            self._ids[entering] = self.vocabulary.ids(words)
            n_more = len(self.vocabulary) - self._last_seen.size
            self._last_seen = np.append(self._last_seen, np.zeros(n_more, dtype=np.int64))
        ids = self._ids[seen]
        self._last_seen[ids[ids != UNKNOWN]] = self.n_documents

    def _retire(self) -> None:
        """Let go the words that have not been seen for long."""
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
        """Forget the rarest of those who wait, if they are too many."""
        if self.n_waiting <= self.max_waiting:
            return
        pruned = self._counter.native.prune(self.min_sightings)
        self._n_pruned += pruned.size
        # Words that were in from the beginning may have been seen less often than that since.
        still_in = pruned[self._ids[pruned] != UNKNOWN]
        for w in self._ids[still_in].tolist():
            self._earlier[self.vocabulary[w]] = self.min_sightings
        self._ids[still_in] = UNKNOWN

    @property
    def n_waiting(self) -> int:
        """Words that have been seen but are not in."""
        return self._counter.native.n_words - self._n_pruned - int((self._ids != UNKNOWN).sum())

    def save(self, path: str | Path) -> None:
        """Write all that counting needs to go on, as JSON; but not a tokenizer of one's own."""
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
        with write_beside_and_rename(Path(path)) as (file,):
            file.write(json.dumps(state, default=int).encode())  # numpy's numbers

    @classmethod
    def load(
        cls,
        path: str | Path,
        *,
        tokenizer: Callable[[str], Iterable[str]] | None = None,
        n_jobs: int | None = None,
    ) -> GrowingVocabulary:
        """Go on with a vocabulary that `save` wrote."""
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
                raise ValueError("last_seen does not fit the words")
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error}") from None
        except InputError as error:
            raise InputError(f"{path}: {error}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise InputError(f"{path} is not a saved growing vocabulary: {error}") from None
        return growing

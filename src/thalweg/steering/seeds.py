"""Seed words: from words to the prior that holds them in their topics.

A share s of the tokens of a seed word is counted in its topic, whatever the documents say; the rest
goes where the documents put it. The random topics that training starts from have the same shares,
so that documents with seed words lean to their topic from the first minibatch on. See
docs/explanation/design/steering.md.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from thalweg.corpus.document_source import DocumentSource
from thalweg.errors import InputError, ThalwegWarning
from thalweg.inference.registry import as_algorithm
from thalweg.inference.scvb0 import SCVB0
from thalweg.state.priors import Prior
from thalweg.state.seed_words import SeededTopic, Word, as_seeded_topics, checked_strength
from thalweg.state.topic_state import TopicState
from thalweg.steering.edits.sparse_pairs import with_pairs
from thalweg.steering.word_lookup import WordLookup

DEFAULT_STRENGTH = 0.8
_SMOOTHING = 5.0  # tokens: a rare word says little
_MOST_LIFT = 20.0
_MOST_NAMED = 10  # unknown words that a message lists


@dataclass(frozen=True)
class Seeds:
    """The seed words of topics 0, 1, ..., and how much of them stays there."""

    topics: tuple[SeededTopic, ...]
    strength: float

    @classmethod
    def of_parameters(cls, parameters: Mapping[str, Any]) -> Seeds | None:
        """Return the seeds of an estimator; None if there are none, or if they have no effect."""
        topics = as_seeded_topics(parameters["seed_words"])
        strength = checked_strength("seed_strength", parameters["seed_strength"])
        if not topics or strength == 0:
            return None
        algorithm = as_algorithm(parameters["algorithm"], parameters["learning_method"])
        if not isinstance(algorithm, SCVB0):
            raise InputError(
                f"`seed_words` cannot be used with {algorithm.title}; expected "
                'algorithm="scvb0", or no seed words'
            )
        return cls(tuple(topics), strength)

    @property
    def names(self) -> dict[int, str]:
        """Names of the seeded topics, by topic."""
        return {k: topic.name for k, topic in enumerate(self.topics) if topic.name is not None}

    def require_topics(self, n_topics: int) -> None:
        """Raise InputError if a new model has fewer topics than there are seeded ones."""
        if len(self.topics) > n_topics:
            raise InputError(
                f"`seed_words` has {len(self.topics)} topics, but `n_components` is {n_topics}; "
                "expected at most as many. Raise `n_components`."
            )

    def steer(self, prior: Prior, lookup: WordLookup) -> Prior:
        """Return the prior with the shares of known seed words, and without excluded words."""
        self._require_consistent(lookup)
        steered = self._steer(prior, lookup, [[k] for k in range(prior.doc_topic.size)])
        if (stopped := steered.stopped_words) is not None and stopped.any():
            raise InputError(
                f"`seed_words` excludes {lookup.name(int(np.argmax(stopped)))!r} from all "
                f"{prior.doc_topic.size} topics; expected at least one topic for it. To ignore a "
                "word, make it a stop word."
            )
        return steered

    def follow(
        self,
        state: TopicState,
        lookup: WordLookup,
        n_before: int,
        successors: Mapping[int, int | None],
    ) -> None:
        """Steer words that have entered the vocabulary of a state; they are the last ones.

        Seeded topics keep their numbers 0, 1, ... wherever their columns are. `successors` are
        numbers that are gone, and the topics that they were merged into, if any.
        """
        origins: dict[int, list[int]] = {int(number): [] for number in state.topic_numbers}
        for number in (*origins, *successors):
            into = successors.get(number, number)
            if into in origins:
                origins[into].append(number)
        own, wanted = state.prior, self._steer(state.prior, lookup, list(origins.values()))
        held = _with_new_rows(own.held, wanted.held, n_before)
        masked = _with_new_rows(own.masked, wanted.masked, n_before)
        if held is not own.held or masked is not own.masked:
            state.steer(replace(own, held=held, masked=masked))

    def require_known(self, lookup: WordLookup, *, may_come: bool) -> None:
        """Report seed words that are not in the vocabulary; InputError if a topic has none.

        `may_come`: the vocabulary grows, so that words may enter it later.
        """
        unknown: list[Word] = []
        for topic in self.topics:
            missing = [word for word in topic.words if lookup.find(word) is None]
            unknown += [word for word in (*missing, *topic.exclude) if lookup.find(word) is None]
            if topic.words and len(missing) == len(topic.words) and not may_come:
                raise InputError(
                    f"`seed_words`, {topic.label}: none of its words is in the vocabulary "
                    f"({_listed(missing)}). {lookup.why_unknown(missing[0])} Use other words, or "
                    "leave the topic out."
                )
        if unknown:
            later = " They are used if they enter it later." if may_come else ""
            warnings.warn(
                f"`seed_words`: {len(unknown)} of {self._n_words} words are not in the vocabulary "
                f"and have no effect: {_listed(unknown)}.{later}",
                ThalwegWarning,
                stacklevel=4,
            )

    @property
    def _n_words(self) -> int:
        return sum(len(topic.words) + len(topic.exclude) for topic in self.topics)

    def _require_consistent(self, lookup: WordLookup) -> None:
        for topic in self.topics:
            if both := self._ids(topic.words, lookup) & self._ids(topic.exclude, lookup):
                raise InputError(
                    f"`seed_words`, {topic.label} has the word {lookup.name(min(both))!r} among "
                    "its words and among those to exclude; expected it in one of them"
                )

    def _steer(self, prior: Prior, lookup: WordLookup, origins: Sequence[Sequence[int]]) -> Prior:
        """Return the prior with held and masked pairs.

        `origins` are the numbers of the topics that each column was merged from. What one of them
        holds is held; a word is masked where all of them exclude it.
        """
        words = [self._ids(topic.words, lookup) for topic in self.topics]
        excluded = [self._ids(topic.exclude, lookup) for topic in self.topics]
        held, masked = set[tuple[int, int]](), set[tuple[int, int]]()
        for k, numbers in enumerate(origins):
            seeded = [n for n in numbers if n < len(self.topics)]
            held |= {(w, k) for n in seeded for w in words[n]}
            if seeded and len(seeded) == len(numbers):
                masked |= {(w, k) for w in set.intersection(*(excluded[n] for n in seeded))}
        shape = (lookup.n_words, len(origins))
        shares = [(w, k, self.strength) for w, k in sorted(held - masked)]
        rows, columns = [w for w, _ in masked], [k for _, k in masked]
        return replace(
            prior,
            held=held_shares(shares, *shape),
            masked=with_pairs(None, shape, rows, columns, True, np.bool_),
        )

    @staticmethod
    def _ids(words: Sequence[Word], lookup: WordLookup) -> set[int]:
        return {w for word in words if (w := lookup.find(word)) is not None}


@dataclass(frozen=True)
class SeededStart:
    """Seed words with the vocabulary of a training run; see `thalweg.training.start.Guidance`."""

    seeds: Seeds
    lookup: WordLookup

    def steer(self, prior: Prior) -> Prior:
        """Return the prior with shares of seed words, and without excluded words."""
        return self.seeds.steer(prior, self.lookup)

    def lean(self, state: TopicState, source: DocumentSource) -> None:
        """Give seeded topics more of the words that occur in documents with their seed words.

        c_w is the number of tokens of word w in these documents, each weighted by the number of
        different seed words in it. Under independence it would be e_w = n_w sum(c) / sum(n). The
        random counts of the topic are multiplied by ((c_w + a) / (e_w + a)) ^ strength, within
        bounds.
        """
        ids = [
            [w for w in map(self.lookup.find, topic.words) if w is not None]
            for topic in self.seeds.topics
        ]
        n_words = state.n_words
        found, every = np.zeros((len(ids), n_words)), np.zeros(n_words)
        for documents in source.parts():
            counts = documents.to_csr()
            every += np.bincount(documents.words, documents.counts, minlength=n_words)
            for k, words in enumerate(ids):
                if words:
                    weights = np.asarray((counts[:, words] > 0).sum(axis=1)).ravel()
                    found[k] += counts.T @ weights.astype(np.float64)
        lifts = {}
        for k, c in enumerate(found):
            if c.sum() > 0:
                expected = every * (c.sum() / every.sum())
                lift = (c + _SMOOTHING) / (expected + _SMOOTHING)
                bounded = np.clip(lift, 1 / _MOST_LIFT, _MOST_LIFT) ** self.seeds.strength
                lifts[k] = bounded.astype(np.float32)
        state.lean(lifts)


def held_shares(pairs: Sequence[tuple[int, int, float]], n_words: int, n_topics: int) -> Any:
    """Return shares (word, topic, strength) as a sparse matrix; None if there are none.

    A word with several topics is divided between them: each gets its strength over their number.
    """
    n_topics_of = Counter(w for w, _, _ in pairs)
    words, topics = [w for w, _, _ in pairs], [k for _, k, _ in pairs]
    shares = [strength / n_topics_of[w] for w, _, strength in pairs]
    return with_pairs(None, (n_words, n_topics), words, topics, shares, np.float32)


def _with_new_rows(own: Any, wanted: Any, n_before: int) -> Any:
    """Return a matrix of a prior with the rows of another one from `n_before` on."""
    if wanted is None or not wanted[n_before:].nnz:
        return own
    empty = sparse.csr_array(wanted.shape, dtype=wanted.dtype)
    before = (empty if own is None else own.tocsr())[:n_before]
    return sparse.csr_array(sparse.vstack([before, wanted[n_before:]], format="csr"))


def _listed(words: Sequence[Word]) -> str:
    shown = ", ".join(str(word) for word in words[:_MOST_NAMED])
    return shown if len(words) <= _MOST_NAMED else f"{shown}, ... ({len(words)} words)"

"""Edits that use documents: split a topic, create one, remove a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.inference.fold_in import infer
from thalweg.state.most_probable import largest
from thalweg.state.seed_words import Word, checked_strength
from thalweg.state.topic_names import changed_names
from thalweg.steering.edits.draft import CANDIDATES, Draft
from thalweg.steering.edits.edit import Edit
from thalweg.steering.edits.edited_topics import EditedTopics
from thalweg.steering.edits.expected_counts import counts_of_topic, second_part, word_sums
from thalweg.steering.edits.topic_edits import HOLDING
from thalweg.steering.seeds import DEFAULT_STRENGTH
from thalweg.steering.word_lookup import WordLookup
from thalweg.system.threads import resolve_threads

if TYPE_CHECKING:
    from thalweg.steering.steered_model import SteeredModel

_LEAST_SHARE = 1e-4  # of a word: smaller parts of it are not moved
_UNRELATED = 0.4  # affinity of two words over topics below which they are not about one subject
_MOST_TOKENS = 1e15  # of a word; sums of many are exact
_TINY_PART = 0.05  # of a topic: what a split should not leave


@dataclass(frozen=True)
class Split(Edit):
    """Make two topics of one. The new one gets the next number.

    Words that were removed from the topic are removed from the new one, too, except for `words`.
    Give one of `words`, `documents` and `among`.

    Parameters
    ----------
    topic : int or str
        Number or name of the topic.
    words : list of str, default=None
        Words of the new topic.
    documents : texts, Corpus or matrix, default=None
        Documents whose part of the topic becomes the new topic.
    among : texts, Corpus or matrix, default=None
        Documents in which to look for two parts of the topic.
    new_name : str, default=None
        Name of the new topic.
    strength : float, default=0.8
        Share of what the topic has of the words that stays in the new topic. Without words: of the
        top words of both parts, 0.5.
    shares : dict of str to float, default=None
        Share of each word of the topic that the new topic gets; a log has them in place of
        documents.
    """

    name: ClassVar[str] = "split"
    topic: int | str
    words: Sequence[Word] | Word | None = None
    documents: Any = field(default=None, repr=False)
    among: Any = field(default=None, repr=False)
    new_name: str | None = None
    strength: float | None = None
    shares: Mapping[str, float] | None = field(default=None, repr=False)

    def resolved(self, model: SteeredModel) -> Split:
        """Return the edit with shares of words in place of documents."""
        given = [self.words, self.documents, self.among, self.shares]
        if sum(part is not None for part in given) != 1:
            raise InputError(
                "split: expected exactly one of `words`, `documents` and `among` (or `shares`)"
            )
        if self.documents is None and self.among is None:
            return self
        topics = model._edited_topics()
        position, state = topics.position(self.topic), model.state_
        source = model._source(self.documents if self.among is None else self.among)
        n_threads = resolve_threads(model.n_jobs)
        counts = counts_of_topic(state, source.parts(), position, n_threads=n_threads)
        if self.among is None:
            own = Draft(topics).column(position).astype(np.float64)
            shares = word_sums(counts, state.n_words) / np.maximum(own, 1e-30)
        else:
            shares = second_part(counts, state.n_words, state.seed, topics.next_number)
        found = np.flatnonzero(shares > _LEAST_SHARE)
        if not found.size:
            label = topics.label(topics.number(self.topic))
            raise InputError(
                f"split: these documents have next to nothing of {label}; expected documents that "
                "are about it"
            )
        rounded = np.minimum(np.round(shares[found], 6), 1.0).tolist()
        named = dict(zip(topics.lookup.names(found), rounded, strict=True))
        return replace(self, documents=None, among=None, shares=named)

    def plan(self, topics: EditedTopics) -> Draft:
        """Return the two columns, alpha in proportion to them, and held words."""
        draft, position = Draft(topics), topics.position(self.topic)
        topics.require_unlocked(position, "split")
        number, column = topics.number(self.topic), draft.column(position)
        default = HOLDING if self.words is None else DEFAULT_STRENGTH
        strength = checked_strength("strength", default if self.strength is None else self.strength)
        shares = np.zeros(column.size, dtype=np.float32)
        words = [] if self.words is None else topics.words(self.words)
        if words:
            shares[words] = strength
        else:
            given = _checked_shares(self.shares)
            ids = topics.lookup.ids(list(given), "shares")
            shares[ids] = list(given.values())
        part = column * shares
        rest = column - part
        if not part.sum() > 0 or not rest.sum() > 0:
            raise InputError(
                f"split: one of the two parts of {topics.label(number)} would be empty; expected "
                "words or documents that have some of it, but not all"
            )
        mass = float(part.sum(dtype=np.float64) / column.sum(dtype=np.float64))
        if self.words is None and not _TINY_PART < mass < 1 - _TINY_PART:
            draft.notes.append(
                f"one part of {topics.label(number)} has only {min(mass, 1 - mass):.1%} of it"
            )
        alpha = draft.alpha.copy()
        new_alpha = float(alpha[position] * mass)
        alpha[position] -= new_alpha
        if self.words is None:
            held = draft.top_words(part, largest(part * (shares >= 0.5), CANDIDATES))
            kept = draft.top_words(rest, largest(rest * (shares < 0.5), CANDIDATES))
        else:
            held, kept = words, []
        of_words = {w: draft.row(w).sum() for w in (*held, *kept)}
        draft.set_column(position, rest)
        draft.set_alpha(alpha)
        if kept:
            draft.hold(kept, position, [strength * rest[w] / of_words[w] for w in kept])
        new = draft.insert(part, new_alpha, origin=number)
        draft.divide_held(position, new, shares)
        draft.copy_masks(position, new, but=words)
        bound = 1.0 if self.words is not None else strength
        there = [w for w in held if part[w] > 0]
        room = {w: 1 - float(draft.held(w).sum()) for w in there}
        draft.hold_new(there, new, [min(bound * part[w] / of_words[w], room[w]) for w in there])
        draft.touched.add(number)
        _name(draft, new, self.new_name)
        return draft


@dataclass(frozen=True)
class Create(Edit):
    """Make a new topic from words or from documents. It gets the next number.

    Parameters
    ----------
    words : list of str, default=None
        Words of the topic.
    documents : texts, Corpus or matrix, default=None
        Documents about the subject of the topic.
    new_name : str, default=None
        Name of the topic.
    strength : float, default=None
        Share of each word that stays in the topic. None: 0.8 for words; for documents, 0.5 of
        their top words.
    counts : dict of str to float, default=None
        Word counts of the documents; a log has them in place of documents.
    """

    name: ClassVar[str] = "create"
    words: Sequence[Word] | Word | None = None
    documents: Any = field(default=None, repr=False)
    new_name: str | None = None
    strength: float | None = None
    counts: Mapping[str, float] | None = field(default=None, repr=False)

    def resolved(self, model: SteeredModel) -> Create:
        """Return the edit with word counts in place of documents."""
        given = [self.words, self.documents, self.counts]
        if sum(part is not None for part in given) != 1:
            raise InputError("create: expected either `words` or `documents` (or `counts`)")
        if self.documents is None:
            return self
        return replace(self, documents=None, counts=_named_counts(model, self.documents))

    def plan(self, topics: EditedTopics) -> Draft:
        """Return a column with counts that the other topics had, and held words."""
        draft = Draft(topics)
        n_words = draft.shape[0]
        default = HOLDING if self.words is None else DEFAULT_STRENGTH
        strength = checked_strength("strength", default if self.strength is None else self.strength)
        if self.words is not None:
            words = topics.words(self.words)
            wanted = None
        else:
            counts = _checked_counts(self.counts)
            ids = topics.lookup.ids(list(counts), "counts")
            given = dict(zip(ids, counts.values(), strict=True))
            stopped = draft.prior.stopped_words
            words = [w for w in given if stopped is None or not stopped[w]]
            words.sort()
            wanted = np.array([given[w] for w in words])
        for w in words if self.words is not None else ():
            if draft.masked(w).all():
                raise InputError(
                    f"{topics.lookup.name(w)!r} is stopped; expected words that topics may contain"
                )
            draft.require_room(w, None, strength)
        if self.words is not None:
            _note_unrelated(draft, words)
        chosen = np.array(sorted(words), dtype=np.int64)
        part = np.zeros(n_words, dtype=np.float32)
        taken = draft.take(chosen, strength if wanted is None else None, wanted)
        part[chosen] = taken
        if wanted is not None:  # these documents have the words for certain, held ones excepted
            is_free = ~draft.any_held(chosen)
            part[chosen[is_free]] = wanted[is_free]
        if not part.sum() > 0:
            raise InputError(
                "create: the other topics have none of these words to give; expected words that "
                "occur in documents and topics that are not locked"
            )
        if self.words is None:
            held = draft.top_words(part)
            shares = [strength * float(part[w] / (part[w] + draft.row(w).sum())) for w in held]
        else:
            held, shares = words, [strength] * len(words)
        new = draft.insert(part, float(draft.alpha.mean()))
        room = [1 - float(draft.held(w).sum()) for w in held]
        draft.hold_new(held, new, list(map(min, shares, room)))
        _name(draft, new, self.new_name)
        return draft


@dataclass(frozen=True)
class RemoveDocument(Edit):
    """Take what a document has contributed out of the counts.

    The words of the document are in the log, so that it can be replayed.

    Parameters
    ----------
    document : text or row of counts, default=None
        One document that the model was trained on.
    counts : dict of str to float, default=None
        Its word counts; a log has them in place of the document.
    """

    name: ClassVar[str] = "forget"
    document: Any = field(default=None, repr=False)
    counts: Mapping[str, float] | None = field(default=None, repr=False)

    def resolved(self, model: SteeredModel) -> RemoveDocument:
        """Return the edit with word counts in place of the document."""
        if (self.document is None) == (self.counts is None):
            raise InputError("forget: expected either `document` or `counts`")
        if self.document is None:
            return self
        one = [self.document] if isinstance(self.document, str) else self.document
        return replace(self, document=None, counts=_named_counts(model, one))

    def plan(self, topics: EditedTopics) -> Draft:
        """Return N_wk - m_w gamma_wk, at least zero, and C less the tokens."""
        draft, state = Draft(topics), topics.state
        given = _checked_counts(self.counts)
        words = np.array(topics.lookup.ids(list(given), "counts"), dtype=np.int64)
        order = np.argsort(words)
        words, counts = words[order], np.array(list(given.values()))[order]
        if counts.sum() >= state.corpus_tokens:
            raise InputError(
                f"the document has {counts.sum():g} tokens, and the model has seen "
                f"{state.corpus_tokens:g}; expected a document that is a part of them"
            )
        offsets = np.array([0, words.size], dtype=np.int64)
        document = Documents(offsets, words.astype(np.int32), counts, state.n_words)
        theta = infer(state, document)[0].astype(np.float64)
        totals = state.topic_counts + state.prior.word_totals(state.n_words)
        joint = state.weights(words) * (theta / totals)
        sums = joint.sum(axis=1, keepdims=True)
        gamma = joint / np.where(sums > 0, sums, 1.0)
        if state.prior.held is not None:  # as the document was counted
            held = state.prior.held[words].toarray()
            gamma = gamma * (1 - held.sum(axis=1, keepdims=True)) + held
        for w, m, row in zip(words.tolist(), counts, gamma, strict=True):
            draft.set_row(w, draft.row(w) - m * row)
            draft.restore_held(w)  # locked topics, and counts that would be negative, stay
        draft.corpus_tokens = state.corpus_tokens - float(counts.sum())
        return draft


def _note_unrelated(draft: Draft, words: Sequence[int]) -> None:
    """Note words that other topics have than those of the other words.

    The affinity of two distributions over topics, sum_k sqrt(p_k q_k), is 1 if they are equal.
    """
    rows = np.stack([draft.row(w) for w in words])
    sums = rows.sum(axis=1, keepdims=True)
    topics = rows / np.where(sums > 0, sums, 1.0)
    for w, own, others in zip(words, topics, topics.sum(axis=0) - topics, strict=True):
        if not others.sum() > 0 or not own.sum() > 0:
            continue
        affinity = float(np.sqrt(own * others / others.sum()).sum())
        if affinity < _UNRELATED:
            home = int(draft.topics.numbers[int(np.argmax(own))])
            draft.notes.append(
                f"{draft.topics.lookup.name(w)!r} is used with other words: {own.max():.0%} of it "
                f"was in {draft.topics.label(home)}, where the other words of the new topic are "
                "rare"
            )


def _name(draft: Draft, number: int, name: str | None) -> None:
    if name is not None:
        numbers = [*draft.topics.numbers.tolist(), number]
        draft.names = changed_names(draft.names, {number: name}, numbers)


def _named_counts(model: SteeredModel, X: Any) -> dict[str, float]:
    """Return the word counts of documents by name."""
    sums = np.zeros(model.state_.n_words)
    for documents in model._source(X).parts():
        sums += np.bincount(documents.words, documents.counts, minlength=sums.size)
    lookup: WordLookup = model._edited_topics().lookup
    found = np.flatnonzero(sums)
    if not found.size:
        raise InputError(
            "these documents have no words of the model; expected documents with words that "
            "it knows"
        )
    return dict(zip(lookup.names(found), sums[found].tolist(), strict=True))


def _checked_counts(given: Any) -> dict[str, float]:
    return _checked_numbers("counts", given, _MOST_TOKENS)


def _checked_shares(given: Any) -> dict[str, float]:
    return _checked_numbers("shares", given, 1.0)


def _checked_numbers(parameter: str, given: Any, most: float) -> dict[str, float]:
    if not isinstance(given, Mapping) or not given:
        raise InputError(
            f"`{parameter}` is {str(given)[:80]}; expected words of the model and their numbers"
        )
    numbers = list(given.values())
    if set(map(type, numbers)) == {float}:  # quick, as there may be thousands
        values = np.array(numbers)
        if ((values > 0) & (values <= most)).all():
            return dict(zip(map(str, given), numbers, strict=True))
    for word, number in given.items():
        is_number = isinstance(number, int | float) and not isinstance(number, bool)
        if not is_number or not 0 < number <= most:
            raise InputError(
                f"`{parameter}` has {str(number)[:40]!r} for {str(word)[:40]!r}; expected numbers "
                f"above 0 and at most {most:g}"
            )
    return {str(word): float(number) for word, number in given.items()}

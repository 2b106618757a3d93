"""Typical documents of topics: the best few of each topic, found in one pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.documents.snippets import Snippet, cut_snippet, plain, topic_parts
from thalweg.analysis.documents.word_assignments import word_assignments
from thalweg.checks import is_whole, whole_number
from thalweg.corpus.text.word_places import PlacedWord, WordPlaces
from thalweg.errors import InputError
from thalweg.results import DocumentTable, Example, ExampleTable, TopDocument
from thalweg.state.topic_names import expected_numbers
from thalweg.state.topic_state import TopicState

OTHER_TOKENS = 10.0
"""Tokens of other topics that are added to every document before typical ones are chosen."""


@dataclass(frozen=True)
class TypicalDocument:
    """A document of which a topic has a large share."""

    document: int
    id: Any
    share: float
    text: str | None
    shares: NDArray[np.float32] = field(repr=False)
    """theta of the document."""


def typical_documents(
    batches: Iterable[DocumentTopics],
    topics: Sequence[int],
    n_documents: int,
    *,
    other_tokens: float = OTHER_TOKENS,
    distinct: bool = True,
) -> dict[int, list[TypicalDocument]]:
    """Return the most typical documents of topics, best first; of equal ones, the earlier first.

    A document of two words can belong to a topic entirely and still be a poor example of it. The
    rank is therefore that of the share as it would be with some more tokens of other topics:

        typicality_jk = theta_jk n_j / (n_j + m)

    with n_j tokens in document j and m = `other_tokens`. For m = 10, a document of 100 tokens that
    belongs to the topic by 80% comes before one of 20 tokens that belongs to it entirely.

    Parameters
    ----------
    batches : iterable of DocumentTopics
        The documents. Only the best documents so far are kept in memory.
    topics : sequence of int
        Numbers of topics.
    n_documents : int
        Number of documents per topic.
    other_tokens : float, default=10.0
        m. With 0, documents are ranked by their share, documents without tokens included.
    distinct : bool, default=True
        Leave out documents whose text is the same as that of a better or earlier one.
    """
    best: dict[int, list[tuple[float, TypicalDocument]]] = {k: [] for k in topics}
    for batch in batches:
        lengths = batch.documents.lengths()
        weights = np.ones(len(batch))
        if other_tokens:
            weights = lengths / (lengths + other_tokens)
        texts: Any = None
        for k in topics:
            scores = batch.shares[:, k] * weights
            kept = best[k]
            for j in _from_the_best(scores, n_documents):
                if len(kept) == n_documents and scores[j] <= kept[-1][0]:
                    break
                if other_tokens and not lengths[j]:
                    break  # and all that follow
                if texts is None:
                    texts = batch.documents.texts
                    texts = () if texts is None else texts
                text = texts[j] if len(texts) else None
                if distinct and text is not None and any(text == each.text for _, each in kept):
                    continue
                row, share = batch.first + j, float(batch.shares[j, k])
                found = TypicalDocument(row, batch.ids[j], share, text, batch.shares[j].copy())
                kept.append((float(scores[j]), found))
                kept.sort(key=lambda pair: (-pair[0], pair[1].document))
                del kept[n_documents:]
    return {k: [document for _, document in kept] for k, kept in best.items()}


def top_documents(
    batches: Iterable[DocumentTopics], numbers: Sequence[int], topic: int, n_documents: int = 10
) -> DocumentTable:
    """Return the documents with the largest shares of a topic, largest first.

    Parameters
    ----------
    batches : iterable of DocumentTopics
        The documents. Only the best documents so far are kept in memory.
    numbers : sequence of int
        The permanent number of every topic.
    topic : int
        Number of the topic.
    n_documents : int, default=10
        Number of documents to return.
    """
    if not is_whole(topic) or int(topic) not in numbers:
        raise InputError(f"`topic` is {topic!r}; expected {expected_numbers(numbers)}")
    whole_number("n_documents", n_documents, least=1)
    place = list(numbers).index(int(topic))
    found = typical_documents(batches, [place], n_documents, other_tokens=0.0, distinct=False)
    return DocumentTable(
        TopDocument(each.document, each.share, each.id, each.text) for each in found[place]
    )


def example_table(
    batches: Iterable[DocumentTopics],
    state: TopicState,
    labels: Sequence[str],
    places: WordPlaces | None,
    topics: Sequence[int],
    n_documents: int,
) -> ExampleTable:
    """Return the most typical documents of topics, with snippets if there are texts.

    Parameters
    ----------
    batches : iterable of DocumentTopics
        The documents.
    state : TopicState
        State of the model.
    labels : sequence of str
        A label for every topic.
    places : WordPlaces or None
        Finds the model's words in texts; None if it is not known how texts are split.
    topics : sequence of int
        Numbers of topics, in the order of the table.
    n_documents : int
        Number of documents per topic.
    """
    whole_number("n_documents", n_documents, least=1)
    found = typical_documents(batches, topics, n_documents)
    return ExampleTable(
        _example(state, places, document, k, labels[k], rank)
        for k in topics
        for rank, document in enumerate(found[k], 1)
    )


def _from_the_best(scores: NDArray[Any], n: int) -> Iterator[int]:
    """Yield the places of scores from the largest on, of equal ones the first; sorts only a few."""
    n_first = 4 * n + 16  # enough, unless texts are repeated
    if n_first < scores.size:
        least = np.partition(scores, scores.size - n_first)[scores.size - n_first]
        first = np.flatnonzero(scores >= least)
        yield from first[np.argsort(-scores[first], kind="stable")].tolist()
        rest = np.flatnonzero(scores < least)
    else:
        rest = np.arange(scores.size)
    yield from rest[np.argsort(-scores[rest], kind="stable")].tolist()


def _example(
    state: TopicState,
    places: WordPlaces | None,
    document: TypicalDocument,
    topic: int,
    label: str,
    rank: int,
) -> Example:
    snippet = None
    if document.text is not None:
        line = plain(document.text)
        words = [] if places is None else places.find(line)
        snippet = topic_snippet(state, line, words, document.shares, topic)
    return Example(
        int(state.topic_numbers[topic]),
        label,
        rank,
        document.id,
        document.document,
        document.share,
        None if snippet is None else snippet.text,
        () if snippet is None else tuple(snippet.text[a:b] for a, b in snippet.spans),
        () if snippet is None else snippet.spans,
    )


def topic_snippet(
    state: TopicState,
    line: str,
    words: Sequence[PlacedWord],
    theta: NDArray[np.float32],
    topic: int,
) -> Snippet:
    """Return the passage of a line with most of a topic's words, given all words of the line.

    A word belongs to the topic if the topic is the most probable one of the word in this document
    (see `word_assignments`). Its weight is this probability.
    """
    ids = np.unique([word.id for word in words if word.id >= 0]).astype(np.int64)
    assigned = word_assignments(state, ids, theta)
    own = np.flatnonzero(assigned.argmax(axis=1) == topic) if ids.size else ids
    weights = dict(zip(ids[own].tolist(), assigned[own, topic].tolist(), strict=True))
    return cut_snippet(line, topic_parts(words, weights))

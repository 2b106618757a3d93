"""Word intrusion without people: whether a word that was smuggled into a topic is found.

Chang et al. (2009) asked people to find it; Lau, Newman and Baldwin (2014) let a program do it that
looks at which words occur together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import InputError
from thalweg.evaluation._coherence import npmi
from thalweg.evaluation._cooccurrence import Reference
from thalweg.evaluation._top_words import TopWords
from thalweg.evaluation._word_pairs import WHOLE_DOCUMENTS


@dataclass(frozen=True)
class Intrusion:
    """The share of questions in which the intruder was found; by chance 1 / (n_words + 1)."""

    per_topic: NDArray[np.float64]
    n_questions: int  # a topic

    @property
    def mean(self) -> float:
        """Over topics."""
        return float(self.per_topic.mean())


def intrusion(
    topics: Any,
    corpus: Any = None,
    *,
    n_words: int = 5,
    n_questions: int = 20,
    window: int = WHOLE_DOCUMENTS,
    texts: Iterable[Sequence[str]] | None = None,
    vocabulary: Sequence[str] | None = None,
    seed: int = 0,
    n_jobs: int | None = None,
) -> Intrusion:
    """Ask n questions a topic: its most probable words, and one of another topic that it has not.

    The word with the least mean NPMI with the others is taken for the intruder; where several have
    the least, it counts by the chance to guess right. Topics, corpus, texts and vocabulary are as
    those of `coherence`; an intruder is not among the 2 n_words most probable words of the topic. A
    topic that has all the words of the others counts as zero: nothing can be told from it.
    """
    if n_questions < 1:
        raise InputError(f"n_questions is {n_questions}; expected at least 1")
    reference = Reference.of(corpus, texts, window, n_jobs)
    top = reference.top_words(topics, 2 * n_words, vocabulary)
    questions, askable = _questions(top, n_words, n_questions, seed)
    size = n_words + 1
    rows, columns = np.triu_indices(size, 1)
    asked = np.sort(np.stack([questions[:, rows], questions[:, columns]], axis=2), axis=2)
    keys, numbers = np.unique(asked[..., 0] * len(top.words) + asked[..., 1], return_inverse=True)
    pairs = np.stack(np.divmod(keys, len(top.words)), axis=1).astype(np.int32)
    values = npmi(reference.count(top.words, pairs), pairs)[numbers.reshape(asked.shape[:2])]
    together = np.zeros((questions.shape[0], size, size))
    together[:, rows, columns] = together[:, columns, rows] = values
    nearness = np.round(together.sum(axis=2), 9)  # sums in another order are still equal
    is_least = nearness == nearness.min(axis=1, keepdims=True)
    found = is_least[:, -1] / is_least.sum(axis=1)
    per_topic = np.zeros(len(top.topics))
    per_topic[askable] = found.reshape(-1, n_questions).mean(axis=1)
    return Intrusion(per_topic, n_questions)


def _questions(
    top: TopWords, n_words: int, n_questions: int, seed: int
) -> tuple[NDArray[np.int64], list[int]]:
    """The words of each question, the intruder last, and the topics that can be asked about."""
    rng = np.random.Generator(np.random.Philox([seed, 5]))
    heads = [words[:n_words] for words in top.topics]
    if len(heads) < 2 or min(head.size for head in heads) < n_words:
        raise InputError(
            f"there are {len(heads)} topics of {min(head.size for head in heads)} words or more; "
            f"expected at least 2 of {n_words}: intruders come from other topics"
        )
    all_heads = np.unique(np.concatenate(heads))
    questions, askable = [np.zeros((0, n_words + 1), dtype=np.int64)], []
    for k, (words, head) in enumerate(zip(top.topics, heads, strict=True)):
        strangers = np.setdiff1d(all_heads, words)
        if strangers.size:
            intruders = rng.choice(strangers, n_questions)
            questions.append(np.column_stack([np.tile(head, (n_questions, 1)), intruders]))
            askable.append(k)
    return np.concatenate(questions), askable

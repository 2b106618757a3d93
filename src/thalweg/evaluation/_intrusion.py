"""Word intrusion without people: whether a word from another topic stands out.

Chang et al. (2009) asked people to find the intruder. Lau, Newman and Baldwin (2014) replaced them
by a program that looks at which words occur together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import whole_number
from thalweg.errors import InputError
from thalweg.evaluation._coherence import npmi
from thalweg.evaluation._cooccurrence import Cooccurrences
from thalweg.evaluation._top_words import TopWords
from thalweg.evaluation._word_pairs import WHOLE_DOCUMENTS
from thalweg.random_streams import Stream, generator


@dataclass(frozen=True)
class Intrusion:
    """How often the intruder was found. By chance it is found in 1 / (n_words + 1) of all cases."""

    per_topic: NDArray[np.float64]
    """For each topic, the share of questions in which the intruder was found."""
    n_questions: int
    """Number of questions per topic."""

    @property
    def mean(self) -> float:
        """Mean share over topics."""
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
    random_state: int = 0,
    n_jobs: int | None = None,
) -> Intrusion:
    """Measure how often a word from another topic is recognized among the words of a topic.

    A question consists of the most probable words of a topic and one intruder, a most probable word
    of another topic that is not among the 2 `n_words` most probable words of this one. The word
    with the lowest mean NPMI with the others is taken for the intruder. If several words have the
    lowest value, the question counts as the probability of guessing right. A topic without
    an intruder, because it has the words of all other topics, scores zero.

    Parameters
    ----------
    topics : model, array of shape (n_topics, n_words) or lists of words
        The topics. For lists, pass at least 2 `n_words` words per topic if you have them.
    corpus : Corpus or matrix, default=None
        Reference corpus in which words are counted: see `coherence`.
    n_words : int, default=5
        Number of words per question, without the intruder.
    n_questions : int, default=20
        Number of questions per topic.
    window : int, default=0
        Size of the windows in which words are counted, in tokens. 0: whole documents.
    texts : iterable of lists of tokens, default=None
        Count words in these texts instead of a corpus.
    vocabulary : list of str, default=None
        Words of the columns of an array, if they are not those of the corpus.
    random_state : int, default=0
        Seed of the intruders.
    n_jobs : int, default=None
        Number of threads. None: all cores. The result does not depend on it.

    Returns
    -------
    Intrusion
        The share of questions answered right, `per_topic` and as a `mean`.

    Examples
    --------
    >>> from thalweg.evaluation import intrusion
    >>> topics = [["river", "boat", "water"], ["bank", "money", "loan"]]
    >>> intrusion(topics, texts=topics * 5, n_words=3).mean
    1.0
    """
    whole_number("n_questions", n_questions, least=1)
    reference = Cooccurrences.of(corpus, texts, window, n_jobs)
    top = reference.top_words(topics, 2 * n_words, vocabulary)
    questions, askable = _questions(top, n_words, n_questions, random_state)
    size = n_words + 1
    rows, columns = np.triu_indices(size, 1)
    asked = np.sort(np.stack([questions[:, rows], questions[:, columns]], axis=2), axis=2)
    keys, numbers = np.unique(asked[..., 0] * len(top.words) + asked[..., 1], return_inverse=True)
    pairs = np.stack(np.divmod(keys, len(top.words)), axis=1).astype(np.int32)
    values = npmi(reference.count(top.words, pairs), pairs)[numbers.reshape(asked.shape[:2])]
    together = np.zeros((questions.shape[0], size, size))
    together[:, rows, columns] = together[:, columns, rows] = values
    nearness = np.round(together.sum(axis=2), 9)  # equal although summed in another order
    is_least = nearness == nearness.min(axis=1, keepdims=True)
    found = is_least[:, -1] / is_least.sum(axis=1)
    per_topic = np.zeros(len(top.topics))
    per_topic[askable] = found.reshape(-1, n_questions).mean(axis=1)
    return Intrusion(per_topic, n_questions)


def _questions(
    top: TopWords, n_words: int, n_questions: int, random_state: int
) -> tuple[NDArray[np.int64], list[int]]:
    """Return the words of each question, the intruder last, and the topics that have questions."""
    rng = generator(Stream.WORD_INTRUSION, random_state)
    heads = [words[:n_words] for words in top.topics]
    if len(heads) < 2 or min(head.size for head in heads) < n_words:
        raise InputError(
            f"`topics` has {len(heads)} topics, the shortest with "
            f"{min(head.size for head in heads)} words; expected at least 2 topics of at least "
            f"{n_words} words, because intruders come from other topics"
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

"""Topics as a table for spreadsheets (CSV) and as an object for programs (JSON)."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from thalweg.model import TopicModel


def to_csv(model: TopicModel, *, n_words: int = 20) -> str:
    """A line for each of the most probable words of every topic, with a header.

    share is the topic's share of all tokens, weight the word's probability within the topic.
    """
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["topic", "share", "rank", "word", "weight"])
    for topic in model.topics(n_words):
        for rank, (word, weight) in enumerate(zip(topic.words, topic.weights, strict=True), 1):
            rows.writerow([topic.topic, f"{topic.share:.6g}", rank, word, f"{weight:.6g}"])
    return text.getvalue()


def to_json(model: TopicModel, *, n_words: int = 20) -> dict[str, Any]:
    """What the model is, its priors, and the most probable words of every topic."""
    state = model.state_
    eta = state.prior.topic_word
    return {
        "model": {
            "algorithm": model.algorithm,
            "n_topics": state.n_topics,
            "n_words": state.n_words,
            "n_passes": model.n_iter_,
            "n_documents_seen": state.n_documents_seen,
            "n_tokens_seen": state.n_tokens_seen,
            "corpus_tokens": state.corpus_tokens,
            "seed": state.seed,
            "topic_word_prior": float(eta[0]) if eta.size == 1 else eta.tolist(),
        },
        "topics": [
            {
                "topic": topic.topic,
                "share": topic.share,
                "tokens": float(tokens),
                "doc_topic_prior": float(alpha),
                "words": [
                    {"word": word, "weight": weight}
                    for word, weight in zip(topic.words, topic.weights, strict=True)
                ],
            }
            for topic, alpha, tokens in zip(
                model.topics(n_words), state.prior.doc_topic, state.topic_counts, strict=True
            )
        ],
    }

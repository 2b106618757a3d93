"""Topics as CSV for spreadsheets and as JSON for programs."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from thalweg.files.spreadsheet import without_formula
from thalweg.state.of_model import state_of

if TYPE_CHECKING:
    from thalweg.model import TopicModel


def to_csv(model: TopicModel, *, n_words: int = 20, spreadsheet: bool = False) -> str:
    """Return the most probable words of every topic as CSV, one word per line.

    Parameters
    ----------
    model : LDA
        A trained model.
    n_words : int, default=20
        Number of words per topic.
    spreadsheet : bool, default=False
        Write an apostrophe before words that a spreadsheet would run as formulas, such as =1+1.

    Returns
    -------
    str
        CSV with a header: `topic`, `share` (the topic's share of all tokens), `rank`, `word` and
        `weight` (the word's probability within the topic). If topics have names, the last column is
        `name`.

    Examples
    --------
    >>> from thalweg import LDA, Corpus
    >>> from thalweg.export import to_csv
    >>> model = LDA(1, random_state=0).fit(Corpus([[6, 2], [9, 3]], ["river", "bank"]))
    >>> print(to_csv(model).splitlines()[0])
    topic,share,rank,word,weight
    """
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    topics = model.topics(n_words)
    named = any(topic.name is not None for topic in topics)
    rows.writerow(["topic", "share", "rank", "word", "weight", *(["name"] if named else [])])
    for topic in topics:
        name = [_cell(topic.name or "", spreadsheet)] if named else []
        for rank, (word, weight) in enumerate(zip(topic.words, topic.weights, strict=True), 1):
            cells = [topic.topic, f"{topic.share:.6g}", rank, _cell(word, spreadsheet)]
            rows.writerow([*cells, f"{weight:.6g}", *name])
    return text.getvalue()


def _cell(text: str, spreadsheet: bool) -> str:
    return without_formula(text) if spreadsheet else text


def to_json(model: TopicModel, *, n_words: int = 20) -> dict[str, Any]:
    """Return a description of the model and its topics as JSON values.

    Parameters
    ----------
    model : LDA
        A trained model.
    n_words : int, default=20
        Number of words per topic.

    Returns
    -------
    dict
        `model`: the algorithm, sizes, counters and priors. `topics`: for every topic its name or
        None, its share of all tokens, its prior, and its most probable words with their weights.

    Examples
    --------
    >>> from thalweg import LDA, Corpus
    >>> from thalweg.export import to_json
    >>> model = LDA(2, random_state=0).fit(Corpus([[6, 2], [1, 7]], ["river", "bank"]))
    >>> found = to_json(model)
    >>> found["model"]["n_topics"], found["model"]["n_words"]
    (2, 2)
    """
    state = state_of(model)
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
                "name": topic.name,
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

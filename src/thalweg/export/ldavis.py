"""The data of an LDAvis page, as pyLDAvis computes them (Sievert and Shirley, 2014).

The page numbers topics from one, so its topic n is topic n - 1 of the model. Topics keep the order
of the model. The page has no place for names of topics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy

from thalweg.analysis.document_topics import model_stream
from thalweg.checks import whole_number
from thalweg.errors import InputError
from thalweg.state.of_model import word_names

if TYPE_CHECKING:
    from thalweg.model import TopicModel

Vector = NDArray[np.float64]
_FIELDS = ("Term", "Freq", "Total", "Category", "logprob", "loglift")


def to_ldavis(
    model: TopicModel, X: Any, *, n_words: int = 30, lambda_step: float = 0.01
) -> dict[str, Any]:
    """Return the data of an LDAvis page as JSON values.

    Parameters
    ----------
    model : LDA
        A trained model.
    X : Corpus, iterator of Corpus, or matrix
        Documents. The size of a topic on the page is its share of their tokens.
    n_words : int, default=30
        Number of words that the page shows per topic.
    lambda_step : float, default=0.01
        Step of the page's slider for lambda, the weight of a word's probability in its relevance.

    Returns
    -------
    dict
        The data, for `json.dumps` or `pyLDAvis.PreparedData`.

    Examples
    --------
    >>> from thalweg import LDA, Corpus
    >>> from thalweg.export import to_ldavis
    >>> corpus = Corpus([[6, 2, 0], [1, 7, 5]], ["river", "bank", "money"])
    >>> model = LDA(2, random_state=0).fit(corpus)
    >>> to_ldavis(model, corpus)["mdsDat"]["topics"]
    [1, 2]
    """
    whole_number("n_words", n_words, least=1)
    if not 0 < lambda_step <= 1:
        raise InputError(f"`lambda_step` is {lambda_step}; expected a number above 0 and at most 1")
    tokens = _tokens_of_topics(model, X)
    phi = model.components_.astype(np.float64)
    phi /= phi.sum(axis=1, keepdims=True)
    words = np.array(word_names(model), dtype=object)
    # A word that is masked in every topic has the frequency zero, which has no logarithm.
    possible = phi.any(axis=0)
    phi, words = phi[:, possible], words[possible]
    n_words = min(n_words, words.size)
    frequency = tokens @ phi  # expected by the model, so that the bars of a topic add up
    x, y = _coordinates(phi)
    tables = [_overall_words(phi, tokens, frequency, words, n_words)]
    shown = [tables[0].pop("word")]
    for k, distr in enumerate(phi):
        table = _topic_words(k, distr, tokens[k], frequency, words, n_words, lambda_step)
        shown.append(table.pop("word"))
        tables.append(table)
    return {
        "mdsDat": {
            "x": x.tolist(),
            "y": y.tolist(),
            "topics": list(range(1, len(phi) + 1)),
            "cluster": [1] * len(phi),
            "Freq": (100 * tokens / tokens.sum()).tolist(),
        },
        "tinfo": {field: [row for t in tables for row in t[field]] for field in _FIELDS},
        "token.table": _token_table(
            np.unique(np.concatenate(shown)), phi, tokens, frequency, words
        ),
        "R": n_words,
        "lambda.step": lambda_step,
        "plot.opts": {"xlab": "PC1", "ylab": "PC2"},
        "topic.order": list(range(1, len(phi) + 1)),
    }


def _tokens_of_topics(model: TopicModel, X: Any) -> Vector:
    """Return the expected number of tokens of each topic, sum_j C_j theta_jk."""
    tokens = np.zeros(model.state_.n_topics)
    for batch in model_stream(model, X):
        tokens += batch.documents.documents().lengths @ batch.shares.astype(np.float64)
    if not tokens.any():
        raise InputError(
            "`X` has no document with a word that the model knows; expected the training documents "
            "or similar ones"
        )
    return tokens


def _overall_words(
    phi: NDArray[np.float64], tokens: Vector, frequency: Vector, words: NDArray[Any], n_words: int
) -> dict[str, Any]:
    """Return the most salient words, which the page shows until a topic is selected.

    saliency_w = p(w) sum_k p(k|w) log(p(k|w) / p(k)), with p(k|w) = phi_kw / sum_k phi_kw
    """
    total = phi.sum(axis=0)
    distinctiveness = np.zeros(total.size)
    for distr, share in zip(phi, tokens / tokens.sum(), strict=True):
        given_word = distr / total
        distinctiveness += xlogy(given_word, given_word / share)
    saliency = frequency / frequency.sum() * distinctiveness
    top = np.argsort(-saliency, kind="stable")[:n_words]
    ranks = np.arange(n_words, 0, -1).tolist()
    return {
        "word": top,
        "Term": words[top].tolist(),
        "Freq": np.floor(frequency[top]).tolist(),
        "Total": np.floor(frequency[top]).tolist(),
        "Category": ["Default"] * top.size,
        "logprob": ranks,
        "loglift": ranks,
    }


def _topic_words(
    k: int,
    distr: Vector,
    tokens: float,
    frequency: Vector,
    words: NDArray[Any],
    n_words: int,
    lambda_step: float,
) -> dict[str, Any]:
    """Return the words that are among the most relevant ones of a topic for some lambda.

    relevance_w = lambda log phi_w + (1 - lambda) log(phi_w / p(w))
    """
    possible = np.flatnonzero(distr)
    log_prob = np.log(distr[possible])
    log_lift = log_prob - np.log(frequency[possible] / frequency.sum())
    candidates = _undominated(log_prob, log_lift, n_words)
    a, b = log_prob[candidates], log_lift[candidates]
    found: dict[int, None] = {}
    for weight in np.linspace(0, 1, round(1 / lambda_step) + 1):
        top = np.argsort(-(weight * a + (1 - weight) * b), kind="stable")[:n_words]
        found |= dict.fromkeys(top.tolist())
    chosen = candidates[list(found)]
    top = possible[chosen]
    return {
        "word": top,
        "Term": words[top].tolist(),
        "Freq": (tokens * distr[top]).tolist(),
        "Total": frequency[top].tolist(),
        "Category": [f"Topic{k + 1}"] * top.size,
        "logprob": log_prob[chosen].round(4).tolist(),
        "loglift": log_lift[chosen].round(4).tolist(),
    }


def _undominated(a: Vector, b: Vector, n: int) -> NDArray[np.int64]:
    """Return the places with fewer than n others that are larger in both a and b.

    Only these can be among the n most relevant words for any lambda. Sorting all words for each
    lambda would take a hundred times as long.
    """
    order = np.argsort(-a, kind="stable")
    kept, done = order[:n], n
    while done < order.size:
        block = order[done : 2 * done]
        least = np.partition(b[kept], -n)[-n]
        kept, done = np.concatenate([kept, block[b[block] >= least]]), 2 * done
    return np.sort(kept)


def _token_table(
    shown: NDArray[np.int64],
    phi: NDArray[np.float64],
    tokens: Vector,
    frequency: Vector,
    words: NDArray[Any],
) -> dict[str, Any]:
    """Return how the tokens of the visible words are distributed over topics, in whole tokens."""
    shown = shown[np.argsort(words[shown], kind="stable")]
    counts = (phi[:, shown] * tokens[:, None]).T
    word, topic = np.nonzero(counts >= 0.5)
    share = counts[word, topic].round() / frequency[shown][word]
    return {
        "Topic": (topic + 1).tolist(),
        "Freq": share.tolist(),
        "Term": words[shown[word]].tolist(),
    }


def _coordinates(phi: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return principal coordinates of the topics by their Jensen-Shannon divergences: (2, K)."""
    n_topics = len(phi)
    entropy = np.array([-xlogy(distr, distr).sum() for distr in phi])
    divergence = np.zeros((n_topics, n_topics))
    for i in range(n_topics):  # JS(p, q) = H((p + q) / 2) - (H(p) + H(q)) / 2
        for j in range(i):
            mean = (phi[i] + phi[j]) / 2
            joint = -xlogy(mean, mean).sum()
            divergence[i, j] = divergence[j, i] = joint - (entropy[i] + entropy[j]) / 2
    centring = np.eye(n_topics) - 1 / n_topics
    values, vectors = np.linalg.eigh(-centring @ divergence**2 @ centring / 2)
    coordinates = np.zeros((2, n_topics))
    for axis, place in zip(coordinates, range(n_topics - 1, -1, -1), strict=False):
        vector = vectors[:, place]
        # Both signs are right; this one does not depend on the linear algebra library.
        sign = np.sign(vector[np.abs(vector).argmax()])
        axis[:] = sign * vector * np.sqrt(max(values[place], 0.0))
    return coordinates

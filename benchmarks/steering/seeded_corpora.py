"""Corpora with subjects that a user might seed: documents in three parts, and keywords.

The first part is where the keywords of a subject are found, the second is for the held-out score,
and the third, as large as both, is trained on. Subjects are labels of documents where there are
some. Otherwise they are the six most coherent topics of a model of the first part, and a document
belongs to the topic of that model that is its largest one.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

import thalweg
from benchmarks import corpora
from thalweg.evaluation import coherence

LABELS = {
    "20newsgroups": (
        "sci.space",
        "rec.sport.hockey",
        "talk.politics.guns",
        "rec.autos",
        "sci.med",
        "sci.crypt",
        "comp.graphics",
        "talk.politics.mideast",
    ),
    "arxiv50k": (
        "quant-ph",
        "cs.CL",
        "cs.NI",
        "physics.flu-dyn",
        "math.GT",
        "cond-mat.quant-gas",
    ),
}
COUNTS_ONLY = ("ap", "nips", "simplewiki", "acl_abstracts", "scotus_oral", "win32_api_docs")
NAMES = (*LABELS, *COUNTS_ONLY)
FEWER = {"scotus_oral": 2000}  # documents; they are long
WORDS_PER_TOPIC = 4
N_SUBJECTS = 6
LEAST_DOCUMENTS = 5  # that a word occurs in
SEED_OF_SUBJECTS = 1000


@dataclass(frozen=True)
class SeededCorpus:
    """Documents to train on and to score, and keywords of subjects from other documents."""

    words: list[str]
    train: Any
    test: Any
    labels: NDArray[Any]  # of the documents to train on
    keywords: dict[str, list[str]]

    @property
    def ids(self) -> list[list[int]]:
        """Columns of the keywords of each subject."""
        place = {word: w for w, word in enumerate(self.words)}
        return [[place[word] for word in words] for words in self.keywords.values()]


def load(name: str, n_documents: int, n_topics: int) -> SeededCorpus:
    n_documents = min(n_documents, FEWER.get(name, n_documents))
    if name in LABELS:
        X, words, labels = _labelled(name, n_documents)
        subjects = LABELS[name]
    else:
        X, words = _counts(name, n_documents)
    quarter = X.shape[0] // 4
    if name not in LABELS:
        labels, subjects = _found(X, quarter, n_topics)
    return SeededCorpus(
        words,
        X[2 * quarter :],
        X[quarter : 2 * quarter],
        labels[2 * quarter :],
        keywords(X[:quarter], labels[:quarter], words, subjects),
    )


def keywords(
    X: Any, labels: NDArray[Any], words: list[str], subjects: tuple[str, ...]
) -> dict[str, list[str]]:
    """Return the words that speak most for each label: smoothed log-odds times sqrt(count)."""
    every = np.asarray(X.sum(axis=0)).ravel()
    found: dict[str, list[str]] = {}
    for label in subjects:
        own = np.asarray(X[np.flatnonzero(labels == label)].sum(axis=0)).ravel()
        rest = every - own
        odds = np.log((own + 1) / (own.sum() + own.size)) - np.log(
            (rest + 1) / (rest.sum() + rest.size)
        )
        score = np.where(own >= LEAST_DOCUMENTS, odds * np.sqrt(own), -np.inf)
        found[label] = [words[w] for w in np.argsort(-score)[:WORDS_PER_TOPIC]]
    return found


def _labelled(name: str, n_documents: int) -> tuple[Any, list[str], NDArray[Any]]:
    with gzip.open(corpora.SHARED / name / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    chosen = np.random.default_rng(0).permutation(len(rows))[:n_documents]
    corpus = thalweg.read([rows[j]["text"] for j in chosen])
    labels = np.array([rows[j]["label"] for j in chosen])
    return corpus.to_csr(), list(corpus.vocabulary), labels


def _counts(name: str, n_documents: int) -> tuple[Any, list[str]]:
    """Return some documents, with the words that several of them have."""
    if corpora.available(name):
        X, words = corpora.docword(name), corpora.vocabulary(name)
    else:
        X = corpora.bags(name)
        words = (corpora.SHARED / name / "vocab.txt").read_text(encoding="utf-8").split("\n")
    X = X[np.random.default_rng(0).permutation(X.shape[0])[:n_documents]]
    used = np.flatnonzero(np.bincount(X.indices, minlength=X.shape[1]) >= LEAST_DOCUMENTS)
    return sparse.csr_array(X[:, used]), [words[w] for w in used]


def _found(X: Any, quarter: int, n_topics: int) -> tuple[NDArray[Any], tuple[str, ...]]:
    """Return the largest topic of each document, and the topics that are subjects."""
    model = thalweg.LDA(n_topics, random_state=SEED_OF_SUBJECTS).fit(X[:quarter])
    each = coherence(model.components_, X[:quarter], n_words=10).per_topic
    labels = np.array([f"topic {k}" for k in model.transform(X).argmax(axis=1)])
    return labels, tuple(f"topic {k}" for k in np.argsort(-each)[:N_SUBJECTS])

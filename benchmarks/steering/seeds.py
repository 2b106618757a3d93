"""Whether seed words hold, and at what price: thalweg, pseudo-counts, tomotopy, guided BERTopic.

python -m benchmarks.steering.seeds [--corpora 20newsgroups ap] [--runs 5] [--documents 8000]
    [--methods thalweg others] [--bertopic-python PATH] [--table]

Keywords of subjects, found in one part of a corpus, are the seed words; models are trained on
another part and scored on a third. See `seeded_corpora`. Measured are

- p(seed topic | seed word), the mean over all seed words;
- the coherence (NPMI over the training documents) of the ten most probable words of a topic
  without seed words, for seeded topics and for the others of the same model;
- the share of seeded topics that belong to their subject: of all subjects with at least 30
  documents, the topic's mean share is largest in documents of its own;
- the held-out score, compared with the same seed without seed words.

Pseudo-counts are a sparse `topic_word_prior` of thalweg, as in seededlda: a weight is added to eta
for each seed word. tomotopy is used if it is installed; its score is that of another algorithm with
other priors. BERTopic is used if the interpreter of an environment that has it is given. It has
clusters of documents: p(topic | word) is the share of a word's tokens in the best cluster for the
seed words. Runs are kept in results/seeds.json; a command that was killed continues.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import thalweg
from benchmarks.record import Record, command_line
from benchmarks.steering import other_methods, seeded_corpora
from benchmarks.steering.seeded_corpora import SeededCorpus
from thalweg.evaluation import coherence, completion

RESULTS = Path(__file__).with_name("results")
N_WORDS = 10
LEAST_DOCUMENTS = 30
N_OF_OTHERS = 2  # runs of methods that are only compared with
DEFAULT = "seeds 0.8"
METHODS = ("thalweg", "others")


def measured(topics: NDArray[Any], theta: NDArray[Any], corpus: SeededCorpus) -> dict[str, Any]:
    """Return what is measured of topics x words and documents x topics, the seeded ones first."""
    ids = corpus.ids
    shares = topics / topics.sum(axis=0, keepdims=True)
    figures = _shares([shares[k, w] for k, words in enumerate(ids) for w in words])
    figures |= _coherence(topics, corpus, list(range(len(ids))))
    figures["belonging"] = belonging(theta, corpus)
    figures["score"] = completion(topics, corpus.test, doc_topic_prior=0.1).score
    return figures


def measured_clusters(clusters: other_methods.Clusters, corpus: SeededCorpus) -> dict[str, Any]:
    """Return the same of clusters of documents, which have no score."""
    of_seeds = clusters.of_seeds(corpus.train, corpus.ids)
    counts = clusters.word_counts(corpus.train)
    shares = counts / np.maximum(counts.sum(axis=0), 1)
    pairs = [(k, w) for k, words in zip(of_seeds, corpus.ids, strict=True) for w in words]
    theta = np.zeros((corpus.train.shape[0], counts.shape[0]))
    theta[np.arange(theta.shape[0]), clusters.of_documents] = 1  # -1 is the last
    return {
        **_shares([shares[k, w] for k, w in pairs]),
        **_coherence(clusters.weights, corpus, sorted(set(of_seeds))),
        "belonging": belonging(theta[:, of_seeds], corpus),
        "score": None,
        "clusters": clusters.weights.shape[0],
        "different_clusters": len(set(of_seeds)),
        "without_cluster": float((clusters.of_documents < 0).mean()),
    }


def _shares(shares: list[float]) -> dict[str, float]:
    return {"share": float(np.mean(shares)), "smallest_share": float(min(shares))}


def _coherence(topics: NDArray[Any], corpus: SeededCorpus, seeded: list[int]) -> dict[str, float]:
    without = topics.copy()
    without[:, sorted({w for words in corpus.ids for w in words})] = 0
    each = coherence(without, corpus.train, n_words=N_WORDS).per_topic
    others = np.delete(each, seeded)
    return {
        "coherence_seeded": float(each[seeded].mean()),
        "coherence_others": float(others.mean()) if others.size else float("nan"),
    }


def belonging(theta: NDArray[Any], corpus: SeededCorpus) -> float:
    """Return the share of seeded topics that are largest in documents of their own subject."""
    names, sizes = np.unique(corpus.labels, return_counts=True)
    every = names[(sizes >= LEAST_DOCUMENTS) | np.isin(names, list(corpus.keywords))].tolist()
    means = {label: theta[corpus.labels == label].mean(axis=0) for label in every}
    right = [
        max(every, key=lambda name, k=k: means[name][k]) == label
        for k, label in enumerate(corpus.keywords)
    ]
    return float(np.mean(right))


def run(name: str, record: Record, given: argparse.Namespace) -> None:
    corpus = seeded_corpora.load(name, given.documents, given.topics)
    ids, shape = corpus.ids, (given.topics, len(corpus.words))
    n_w = np.asarray(corpus.train.sum(axis=0), dtype=np.float64).ravel()
    if not record.has(corpus=name, method="keywords"):
        row = {"corpus": name, "method": "keywords", "words": corpus.keywords}
        sizes = {"train": corpus.train.shape[0], "test": corpus.test.shape[0]}
        record.add(row | sizes | {"tokens": float(n_w.sum()), "vocabulary": shape[1]})

    def measure(method: str, seed: int, make: Callable[[], dict[str, Any]]) -> None:
        if record.has(corpus=name, method=method, seed=seed):
            return
        started = time.perf_counter()
        figures = make()
        row = {"corpus": name, "method": method, "seed": seed, **figures}
        record.add(row | {"seconds": time.perf_counter() - started})
        print(json.dumps(row), flush=True)

    def with_thalweg(method: str, seed: int, **options: Any) -> None:
        def make() -> dict[str, Any]:
            model = thalweg.LDA(given.topics, random_state=seed, **options).fit(corpus.train)
            topics = np.asarray(model.components_, np.float64)
            return measured(topics, model.transform(corpus.train), corpus)

        measure(method, seed, make)

    if "thalweg" in given.methods:
        for seed in range(given.runs):
            with_thalweg("no seeds", seed)
            with_thalweg(DEFAULT, seed, seed_words=ids)
        for seed in range(min(N_OF_OTHERS, given.runs)):
            with_thalweg("seeds 0.3", seed, seed_words=ids, seed_strength=0.3)
            with_thalweg("seeds 1", seed, seed_words=ids, seed_strength=1.0)
            for weight in (1.0, 100.0):
                prior = other_methods.pseudo_counts(ids, shape, np.full(shape[1], weight))
                with_thalweg(f"pseudo-count {weight:g}", seed, topic_word_prior=prior)
            prior = other_methods.pseudo_counts(ids, shape, 4 * np.maximum(n_w, 1))
            with_thalweg("pseudo-count 4 n_w", seed, topic_word_prior=prior)
    if "others" in given.methods:
        compare(corpus, given, measure)


def compare(
    corpus: SeededCorpus,
    given: argparse.Namespace,
    measure: Callable[[str, int, Callable[[], dict[str, Any]]], None],
) -> None:
    """Measure other programs, as far as they are installed."""
    arguments = (corpus.train, corpus.words, corpus.ids, given.topics)

    def by_tomotopy(seed: int) -> dict[str, Any]:
        return measured(*other_methods.with_tomotopy(*arguments, seed), corpus=corpus)

    def by_bertopic(seed: int) -> dict[str, Any]:
        found = other_methods.with_bertopic(given.bertopic_python, *arguments, seed)
        return measured_clusters(found, corpus)

    for seed in range(min(N_OF_OTHERS, given.runs)):
        if given.bertopic_python:
            measure("guided BERTopic, TF-IDF", seed, partial(by_bertopic, seed))
        try:
            measure("tomotopy, word prior 1 : 0.1", seed, partial(by_tomotopy, seed))
        except ImportError:
            print("tomotopy is not installed")


def table(runs: list[dict[str, Any]]) -> str:
    """Return the means of all runs of a method, as a Markdown table."""
    lines = [
        "| corpus | method (runs) | mean p(topic \\| word) | right subject | "
        "coherence: seeded, others | score, change |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    measured_runs = [row for row in runs if "share" in row]
    for corpus in dict.fromkeys(row["corpus"] for row in measured_runs):
        of_corpus = [row for row in measured_runs if row["corpus"] == corpus]
        base = {row["seed"]: row["score"] for row in of_corpus if row["method"] == "no seeds"}
        shown = corpus
        for method in dict.fromkeys(row["method"] for row in of_corpus):
            of = [row for row in of_corpus if row["method"] == method]
            mean = {key: float(np.mean([row[key] for row in of])) for key in _MEANS}
            change = ""
            if "seeds" in method or "pseudo" in method:
                change = f"{np.mean([row['score'] - base[row['seed']] for row in of]):+.4f}"
            lines.append(
                f"| {shown} | {method} ({len(of)}) | {mean['share']:.3f} | "
                f"{mean['belonging']:.2f} | "
                f"{mean['coherence_seeded']:.3f}, {mean['coherence_others']:.3f} | {change} |"
            )
            shown = ""
    return "\n".join(lines)


_MEANS = ("share", "belonging", "coherence_seeded", "coherence_others")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.steering.seeds", description=__doc__.partition("\n")[0]
    )
    names = seeded_corpora.NAMES
    parser.add_argument("--corpora", nargs="+", default=list(names), choices=names)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--documents", type=int, default=8000)
    parser.add_argument("--topics", type=int, default=20)
    parser.add_argument("--methods", nargs="+", default=list(METHODS), choices=METHODS)
    parser.add_argument("--bertopic-python", default=None, help="interpreter that has BERTopic")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--fresh", action="store_true", help="forget earlier runs")
    parser.add_argument("--table", action="store_true", help="only print the table")
    given = parser.parse_args()
    settings = {"documents": given.documents, "topics": given.topics}
    places = {"bertopic_python": given.bertopic_python and "PYTHON", "table": False}
    command = command_line(parser, argparse.Namespace(**vars(given) | places))
    record = Record(given.results / "seeds.json", command, settings, fresh=given.fresh)
    for name in () if given.table else given.corpora:
        run(name, record, given)
    print(table(record.runs))


if __name__ == "__main__":
    main()

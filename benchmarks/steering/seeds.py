"""Whether seed words hold, and at what price: thalweg, pseudo-counts, and tomotopy's word priors.

python -m benchmarks.steering.seeds [--corpora 20newsgroups arxiv50k] [--runs 5] [--documents 8000]

Documents with labels are divided into three parts. The keywords of a label are the words with the
largest log-odds in the first part; they are the seed words. Models are trained on the second part
and scored on the third. Measured are

- p(seed topic | seed word), the mean over all seed words;
- the coherence (NPMI over the training documents) of the ten most probable words of a topic
  without seed words, for seeded topics and for the others of the same model;
- the share of seeded topics that belong to their label: of all labels with at least 30 documents,
  the topic's mean share is largest in documents of its own;
- the held-out score, compared with the same seed without seed words.

Pseudo-counts are a sparse `topic_word_prior` of thalweg, as in seededlda: a weight is added to eta
for each seed word. tomotopy is used if it is installed; its score is that of another algorithm with
other priors. BERTopic is not compared: its guided mode needs a downloaded embedding model.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

import thalweg
from benchmarks import corpora, machine
from thalweg.evaluation import coherence, completion

RESULTS = Path(__file__).with_name("results")
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
WORDS_PER_TOPIC = 4
N_WORDS = 10
LEAST_DOCUMENTS = 30


def labelled(name: str, n_documents: int) -> tuple[list[str], NDArray[Any]]:
    """Return some texts and their labels."""
    with gzip.open(corpora.SHARED / name / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    chosen = np.random.default_rng(0).permutation(len(rows))[:n_documents]
    return [rows[j]["text"] for j in chosen], np.array([rows[j]["label"] for j in chosen])


def keywords(X: Any, labels: NDArray[Any], words: list[str], wanted: tuple[str, ...]) -> Any:
    """Return the words that speak most for each label: smoothed log-odds times sqrt(count)."""
    counts = np.stack([np.asarray(X[labels == label].sum(axis=0)).ravel() for label in wanted])
    every = np.asarray(X.sum(axis=0)).ravel()
    found: dict[str, list[str]] = {}
    for label, own in zip(wanted, counts, strict=True):
        rest = every - own
        odds = np.log((own + 1) / (own.sum() + own.size)) - np.log(
            (rest + 1) / (rest.sum() + rest.size)
        )
        score = np.where(own >= 5, odds * np.sqrt(own), -np.inf)
        found[label] = [words[w] for w in np.argsort(-score)[:WORDS_PER_TOPIC]]
    return found


def measured(
    topics: NDArray[Any], ids: list[list[int]], train: Any, held_out: Any, labels: NDArray[Any]
) -> dict[str, Any]:
    """Return what is measured of topics x words weights, the seeded topics first."""
    shares = topics / topics.sum(axis=0, keepdims=True)
    seeds = sorted({w for words in ids for w in words})
    without = topics.copy()
    without[:, seeds] = 0
    each = coherence(without, train, n_words=N_WORDS).per_topic
    n_seeded = len(ids)
    return {
        "share": float(np.mean([shares[k, w] for k, words in enumerate(ids) for w in words])),
        "smallest_share": float(min(shares[k, w] for k, words in enumerate(ids) for w in words)),
        "coherence_seeded": float(each[:n_seeded].mean()),
        "coherence_others": float(each[n_seeded:].mean()),
        "score": completion(topics, held_out, doc_topic_prior=0.1).score,
    }


def belonging(theta: NDArray[Any], labels: NDArray[Any], wanted: tuple[str, ...]) -> float:
    """Return the share of seeded topics that are largest in documents of their own label."""
    names, sizes = np.unique(labels, return_counts=True)
    every = names[sizes >= LEAST_DOCUMENTS].tolist()
    means = {label: theta[labels == label].mean(axis=0) for label in every}
    right = [max(every, key=lambda name, k=k: means[name][k]) == w for k, w in enumerate(wanted)]
    return float(np.mean(right))


def with_thalweg(
    train: Any, ids: list[list[int]], n_topics: int, seed: int, **options: Any
) -> thalweg.LDA:
    model = thalweg.LDA(n_topics, random_state=seed, **options)
    return model.fit(train)


def pseudo_counts(ids: list[list[int]], shape: tuple[int, int], weights: NDArray[Any]) -> Any:
    pairs = [(k, w) for k, words in enumerate(ids) for w in words]
    topics, words = map(np.array, zip(*pairs, strict=True))
    return sparse.csr_array((weights[words], (topics, words)), shape=shape)


def with_tomotopy(
    train: Any, words: list[str], ids: list[list[int]], n_topics: int, seed: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return topics x words and documents x topics; the prior is that of tomotopy's example."""
    import tomotopy

    model = tomotopy.LDAModel(k=n_topics, seed=seed, eta=0.01)
    for k, of_topic in enumerate(ids):
        for w in of_topic:
            model.set_word_prior(words[w], [1.0 if t == k else 0.1 for t in range(n_topics)])
    for row in train:
        # csr rows: 1-D sparse arrays
        dense = row.tocoo()
        tokens = np.repeat(dense.coords[-1], dense.data.astype(int))
        if tokens.size:
            model.add_doc([words[w] for w in tokens])
    model.train(200, workers=1)
    place = {word: w for w, word in enumerate(words)}
    topics = np.full((n_topics, len(words)), 1e-9)
    used = [place[word] for word in model.used_vocabs]
    sizes = model.get_count_by_topics()
    for k in range(n_topics):
        topics[k, used] = model.get_topic_word_dist(k) * sizes[k]
    return topics, np.array([document.get_topic_dist() for document in model.docs])


def run(name: str, n_documents: int, n_runs: int, n_topics: int) -> list[dict[str, Any]]:
    wanted = LABELS[name]
    texts, labels = labelled(name, n_documents)
    corpus = thalweg.read(texts)
    X, words = corpus.to_csr(), list(corpus.vocabulary)
    third = len(texts) // 4  # for keywords, and as many for the score
    found = keywords(X[:third], labels[:third], words, wanted)
    place = {word: w for w, word in enumerate(words)}
    ids = [[place[word] for word in of_label] for of_label in found.values()]
    train, test = X[2 * third :], X[third : 2 * third]
    its = labels[2 * third :]
    seeds = [list(of_label) for of_label in ids]
    n_w = np.asarray(train.sum(axis=0), dtype=np.float64).ravel()
    rows: list[dict[str, Any]] = []

    def add(method: str, seed: int, topics: Any, theta: Any, seconds: float) -> None:
        figures = measured(np.asarray(topics, np.float64), ids, train, test, its)
        row = {"corpus": name, "method": method, "seed": seed, "seconds": seconds, **figures}
        row["belonging"] = belonging(theta, its, wanted)
        rows.append(row)
        print(json.dumps(row), flush=True)

    def thalweg_run(method: str, seed: int, **options: Any) -> None:
        started = time.perf_counter()
        model = with_thalweg(train, ids, n_topics, seed, **options)
        seconds = time.perf_counter() - started
        add(method, seed, model.components_, model.transform(train), seconds)

    for seed in range(n_runs):
        thalweg_run("no seeds", seed)
        thalweg_run("seeds 0.8", seed, seed_words=seeds)
    shape = (n_topics, len(words))
    for seed in range(min(2, n_runs)):
        thalweg_run("seeds 0.3", seed, seed_words=seeds, seed_strength=0.3)
        thalweg_run("seeds 1", seed, seed_words=seeds, seed_strength=1.0)
        for weight in (1.0, 100.0):
            prior = pseudo_counts(ids, shape, np.full(len(words), weight))
            thalweg_run(f"pseudo-count {weight:g}", seed, topic_word_prior=prior)
        prior = pseudo_counts(ids, shape, 4 * np.maximum(n_w, 1))
        thalweg_run("pseudo-count 4 n_w", seed, topic_word_prior=prior)
        try:
            started = time.perf_counter()
            topics, theta = with_tomotopy(train, words, ids, n_topics, seed)
        except ImportError:
            continue
        full = np.zeros((train.shape[0], n_topics))
        full[np.diff(train.indptr) > 0] = theta
        add("tomotopy word prior 1 : 0.1", seed, topics, full, time.perf_counter() - started)
    return [{"corpus": name, "method": "keywords", "words": found}, *rows]


def table(runs: list[dict[str, Any]]) -> str:
    """Return the means of all runs of a method, as a Markdown table."""
    lines = [
        "| corpus | method (runs) | p(topic \\| word) | smallest | right label | "
        "coherence of seeded, others | score, change |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    measured_runs = [row for row in runs if "score" in row]
    for corpus in dict.fromkeys(row["corpus"] for row in measured_runs):
        of_corpus = [row for row in measured_runs if row["corpus"] == corpus]
        base = {row["seed"]: row["score"] for row in of_corpus if row["method"] == "no seeds"}
        for method in dict.fromkeys(row["method"] for row in of_corpus):
            of = [row for row in of_corpus if row["method"] == method]
            mean = {key: float(np.mean([row[key] for row in of])) for key in of[0] if key in _MEANS}
            change = float(np.mean([row["score"] - base[row["seed"]] for row in of]))
            lines.append(
                f"| {corpus} | {method} ({len(of)}) | {mean['share']:.3f} | "
                f"{min(row['smallest_share'] for row in of):.3f} | {mean['belonging']:.2f} | "
                f"{mean['coherence_seeded']:.3f}, {mean['coherence_others']:.3f} | "
                f"{mean['score']:.4f}, {change:+.4f} |"
            )
    return "\n".join(lines)


_MEANS = ("share", "belonging", "coherence_seeded", "coherence_others", "score")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--corpora", nargs="+", default=list(LABELS), choices=list(LABELS))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--documents", type=int, default=8000)
    parser.add_argument("--topics", type=int, default=20)
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args()
    runs = [
        row
        for name in given.corpora
        for row in run(name, given.documents, given.runs, given.topics)
    ]
    settings = {"runs": given.runs, "documents": given.documents, "topics": given.topics}
    content = {"machine": machine.describe(), "settings": settings, "runs": runs}
    given.results.mkdir(exist_ok=True)
    (given.results / "seeds.json").write_text(json.dumps(content, indent=1) + "\n")
    print(table(runs))


if __name__ == "__main__":
    main()

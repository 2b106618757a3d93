"""Coherence of 200 topics over fifty thousand abstracts, compared with gensim's CoherenceModel.

    python -m benchmarks.coherence

Both score the same lists of words on the same tokens, gensim in one process. The time of gensim is
that of `get_coherence_per_topic`; that of thalweg is the whole call, which also tokenizes the
texts. Processor time is reported in addition to wall time, because the machine may be shared.
gensim forgets a word that occurs twice in a window as soon as the first occurrence leaves it, which
explains the differences of measures with windows. The raw figures are written to
benchmarks/results/coherence.json.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import corpora, machine
from thalweg import Corpus, read
from thalweg.evaluation import coherence, intrusion
from thalweg.model import TopicModel

N_TOPICS = 200
RESULTS = Path(__file__).parent / "results"
GENSIM = {"umass": "u_mass", "npmi_windows": "c_npmi", "c_v": "c_v"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coherence", description=__doc__)
    parser.add_argument("--gensim", nargs="*", default=["umass", "npmi_windows", "c_v"])
    parser.add_argument("--documents", type=int, default=None, help="fewer than all")
    parser.add_argument("--out", type=Path, default=RESULTS / "coherence.json")
    arguments = parser.parse_args()
    corpus = read(corpora.SHARED / "arxiv50k" / "arxiv50k.jsonl.gz", keep_texts=True)
    if arguments.documents is not None:
        corpus = corpus[: arguments.documents]
    report = {
        "machine": machine.describe(),
        "date": time.strftime("%Y-%m-%d"),
        **measure(corpus, N_TOPICS, arguments.gensim),
    }
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    print("raw figures:", arguments.out)


def measure(corpus: Corpus, n_topics: int, compared: list[str]) -> dict[str, Any]:
    """Measure the coherence of a model of the corpus, some measures also with gensim."""
    model = TopicModel(n_topics, random_state=0, max_iter=1).fit(corpus)
    topics = [topic.words for topic in model.topics(10)]
    tokens = tokens_of(corpus) if compared else []
    report: dict[str, Any] = {
        "documents": corpus.n_documents,
        "topics": n_topics,
        "different_words": len({word for words in topics for word in words}),
        "measures": {},
    }
    for name in ("npmi", "umass", "npmi_windows", "c_v"):
        calls = [
            timed(lambda name=name: coherence(topics, corpus, name, epsilon=1e-12))
            for _ in range(3)
        ]
        ours, found = min(calls, key=lambda call: call[0]["seconds"])
        row = report["measures"][name] = {**ours, "mean": found.mean}
        if name in compared:
            theirs, values = by_gensim(topics, tokens, GENSIM[name])
            row |= {f"gensim_{key}": value for key, value in theirs.items()}
            row |= {
                "times_faster": theirs["seconds"] / ours["seconds"],
                "times_less_processor": theirs["cpu_seconds"] / ours["cpu_seconds"],
                "gensim_mean": float(values.mean()),
                "largest_difference": float(np.abs(found.per_topic - values).max()),
            }
        print(name, {key: round(value, 6) for key, value in row.items()})
    times, found = timed(lambda: intrusion(model, corpus))
    report["intrusion"] = {**times, "mean": found.mean}
    return report


def timed(call: Any) -> tuple[dict[str, float], Any]:
    start, cpu = time.perf_counter(), time.process_time()
    result = call()
    seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu
    return {"seconds": seconds, "cpu_seconds": cpu_seconds}, result


def tokens_of(corpus: Corpus) -> list[list[str]]:
    """Return the tokens of the texts, including words that are not in the vocabulary."""
    settings, texts = corpus.text_settings, corpus.texts
    assert settings is not None
    assert texts is not None
    counter = settings.counter()
    counter.count(texts, 2)
    words = counter.native.words()
    offsets, ids = settings.counter(words).in_order(texts, 2)
    names = np.array(words, dtype=object)[ids].tolist()
    return [names[a:b] for a, b in pairwise(offsets.tolist())]


def by_gensim(
    topics: list[list[str]], tokens: list[list[str]], measure: str
) -> tuple[dict[str, float], np.ndarray]:
    from gensim.corpora import Dictionary
    from gensim.models import CoherenceModel

    dictionary = Dictionary(tokens)
    model = CoherenceModel(
        topics=topics,
        texts=tokens,
        corpus=[dictionary.doc2bow(text) for text in tokens],
        dictionary=dictionary,
        coherence=measure,
        topn=10,
        processes=1,
    )
    times, found = timed(model.get_coherence_per_topic)
    return times, np.array(found)


if __name__ == "__main__":
    main()

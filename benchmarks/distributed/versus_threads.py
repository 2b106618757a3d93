"""Two workers of Ray against two threads of one process, on the same two cores.

    python -m benchmarks.distributed.versus_threads

Start-up (of Ray, and of its workers) is reported and not part of the ratio. Runs alternate, so that
a change of the machine's speed hits both; each repetition has a seed of its own. Needs a machine
that does nothing else.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import corpora
from benchmarks.record import Record, command_line
from thalweg.corpus.corpus import Corpus
from thalweg.distributed import Ray
from thalweg.evaluation._heldout import complete_documents
from thalweg.model import TopicModel

RESULTS = Path(__file__).parent / "results" / "versus_threads.json"
CORPORA = {"arxiv50k": corpora.docword, "simplewiki": corpora.bags}
N_HELD_OUT, N_TOPICS = 1500, 100
# Minibatches of 4,096 documents in exact mode; the default in local rounds.
BATCH_SIZES = {"exact": 4096, "rounds": None}


def split(name: str) -> tuple[Any, Any]:
    X = CORPORA[name](name)
    rows = np.random.default_rng(0).permutation(X.shape[0])
    return X[rows[N_HELD_OUT:]], X[rows[:N_HELD_OUT]]


def fit(train: Corpus, mode: str, passes: int, seed: int, engine: Ray | None) -> tuple[Any, float]:
    """Train; return the model, and the seconds from the first document to the last."""
    model = TopicModel(
        N_TOPICS, max_iter=passes, batch_size=BATCH_SIZES[mode], random_state=seed, n_jobs=2
    )
    began = 0.0

    def listen(progress: Any) -> None:
        nonlocal began
        began = began or progress.seconds - progress.n_documents / progress.documents_per_second

    started = time.perf_counter()
    model.fit(train, engine=engine, progress=listen)
    return model, time.perf_counter() - started - began


def main() -> None:
    import ray

    parser = argparse.ArgumentParser("python -m benchmarks.distributed.versus_threads")
    parser.add_argument("--corpora", nargs="*", default=list(CORPORA))
    parser.add_argument("--modes", nargs="*", default=list(BATCH_SIZES))
    parser.add_argument("--passes", type=int, default=16)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--folder", type=Path, default=Path("/tmp/thalweg-corpora"))
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args()
    settings = {"passes": given.passes, "topics": N_TOPICS, "repeats": given.repeats}
    record = Record(given.results, command_line(parser, given), settings, fresh=given.fresh)
    started = time.perf_counter()
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray_start = time.perf_counter() - started
    for name in given.corpora:
        train, test = split(name)
        folder = given.folder / name
        if not folder.exists():
            Corpus(train, [f"w{w}" for w in range(train.shape[1])]).save(folder)
        corpus = Corpus.open(folder, verify=False)
        for mode in given.modes:
            if record.has(corpus=name, mode=mode):
                continue
            seconds: dict[str, list[float]] = {"threads": [], "workers": []}
            by_seed: dict[str, list[float]] = {"threads": [], "workers": []}
            models, same = {}, True
            for seed in range(given.repeats):
                for where in seconds:
                    engine = None
                    if where == "workers":
                        engine = Ray(n_workers=2, mode=mode, threads_per_worker=1)
                    model, took = fit(corpus, mode, given.passes, seed, engine)
                    seconds[where].append(took)
                    completed = complete_documents(model.state_, test, n_threads=2)
                    by_seed[where].append(completed.score)
                    models[where] = model.components_
                same &= np.array_equal(models["threads"], models["workers"])
            ratio = statistics.median(seconds["workers"]) / statistics.median(seconds["threads"])
            scores = {where: statistics.mean(values) for where, values in by_seed.items()}
            record.add(
                {
                    "corpus": name,
                    "mode": mode,
                    "seconds": seconds,
                    "ratio": ratio,
                    "scores": scores,
                    "scores_by_seed": by_seed,
                    "same_bits": same,
                    "ray_start_seconds": ray_start,
                    "n_words": corpus.n_words,
                    "n_documents": corpus.n_documents,
                    "n_tokens": corpus.n_tokens,
                    "n_entries": int(train.nnz),
                }
            )
            print(f"{name} {mode}: {ratio:.2f} times two threads, same bits: {same}, {scores}")
    ray.shutdown()


if __name__ == "__main__":
    main()

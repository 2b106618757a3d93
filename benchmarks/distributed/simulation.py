"""The held-out score of local rounds with up to 512 virtual workers, in one process.

    python -m benchmarks.distributed.simulation

Scores do not depend on the speed of the machine. A command that was killed continues.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from benchmarks import corpora
from benchmarks.record import Record, command_line
from thalweg.distributed import RoundPolicy, Simulation
from thalweg.model import TopicModel

RESULTS = Path(__file__).parent / "results" / "simulation.json"
N_HELD_OUT = 1500
# Rounds per pass at least: the default policy, and shorter rounds.
ROUNDS = {"default": RoundPolicy(), "short": RoundPolicy(most_replaced=0.3, rounds_per_pass=8.0)}


def main() -> None:
    parser = argparse.ArgumentParser("python -m benchmarks.distributed.simulation")
    parser.add_argument("--corpus", default="simplewiki")
    parser.add_argument("--topics", type=int, default=100)
    parser.add_argument("--passes", type=int, default=16)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 8, 16, 32, 64, 128, 512])
    parser.add_argument("--rounds", nargs="*", default=list(ROUNDS))
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args()
    settings = {"corpus": given.corpus, "topics": given.topics, "passes": given.passes}
    record = Record(given.results, command_line(parser, given), settings, fresh=given.fresh)
    X = corpora.bags(given.corpus)
    rows = np.random.default_rng(0).permutation(X.shape[0])
    held_out, train = X[rows[:N_HELD_OUT]], X[rows[N_HELD_OUT:]]
    runs = [("one machine", 1), *((name, n) for n in given.workers for name in given.rounds)]
    for seed in range(given.seeds):
        for name, n_workers in runs:
            if record.has(rounds=name, workers=n_workers, seed=seed):
                continue
            engine = (
                None if name == "one machine" else Simulation(n_workers, round_policy=ROUNDS[name])
            )
            started = time.perf_counter()
            model = TopicModel(
                given.topics, max_iter=given.passes, random_state=seed, n_jobs=given.threads
            )
            model.fit(train, validation=held_out, engine=engine)
            scores = [row["score"] for row in model.history_]
            run = {
                "rounds": name,
                "workers": n_workers,
                "seed": seed,
                "score": scores[-1],
                "by_pass": scores,
                "seconds": round(time.perf_counter() - started, 1),
            }
            record.add(run)
            print(f"{name:12} {n_workers:4} workers: {scores[-1]:.4f}", flush=True)


if __name__ == "__main__":
    main()

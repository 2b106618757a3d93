"""A cost model of training on several machines, fitted to measurements, and what it predicts.

Time of a training run in local rounds with R workers of T threads:

    visits / (R T s) + rounds (c + 4 b / B)        b = 4 K W bytes, the topics in single precision

s: visits of (document, word) entries per second and thread. c: fixed cost of a round, which is
calls of Ray and waiting for the last worker. B: bytes per second of moving and merging topics. A
worker sends its increment and fetches as much for its shard, sends its merged shard and fetches the
topics: about four times b in all. s comes from runs with two threads, c and B from what runs with
two workers take more; on one machine B is the speed of its memory, so predictions for a cluster use
the bandwidth of a network instead, where that is less.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from thalweg.distributed.rounds import RoundPolicy, round_length
from thalweg.training import defaults

LEAST = (1e-4, 1e-11)  # of c and 1 / B: measurements can suggest less than nothing
VISITS_PER_ENTRY = 1.1  # burn-in of short documents included
MOST_STEPS = 20_000  # of a schedule that are looked at; longer ones are scaled


@dataclass(frozen=True)
class Job:
    """A training run to predict."""

    n_tokens: float
    tokens_per_document: float = 300.0
    tokens_per_entry: float = 1.5
    n_words: int = 200_000
    n_topics: int = 200

    @property
    def n_documents(self) -> float:
        return self.n_tokens / self.tokens_per_document

    @property
    def n_passes(self) -> int:
        return defaults.n_passes(self.n_tokens)

    @property
    def visits(self) -> float:
        return self.n_passes * self.n_tokens / self.tokens_per_entry * VISITS_PER_ENTRY

    @property
    def topic_bytes(self) -> float:
        return 4.0 * self.n_words * self.n_topics


def n_rounds(n_documents: float, n_passes: int, n_workers: int) -> float:
    """Return the rounds of a whole training run, by the policy itself."""
    batch = defaults.batch_size(int(min(n_documents, 1e12)))
    per_pass = max(n_documents / batch, 1.0)
    n_finishing = 2 if n_passes >= 4 else n_passes // 2
    n_exploring = n_passes - n_finishing
    if not n_exploring:
        return float(n_finishing)
    shrink = max(1.0, per_pass / MOST_STEPS)  # a schedule depends on shares of a pass only
    workers = max(1, round(n_workers / shrink))
    each = int(per_pass / shrink)
    schedule = defaults.exploring_schedule(max(each, 1), n_exploring)
    done, rounds, total = 0, 0, each * n_exploring
    while done < total:
        steps = schedule.at(done + np.arange(1.0, min(each, total - done) + 1))
        done += round_length(steps, workers, each, RoundPolicy())
        rounds += 1
    return float(rounds + n_finishing)


@dataclass(frozen=True)
class CostModel:
    """The fitted numbers."""

    visits_per_second: float  # per thread at K topics
    at_topics: int
    round_seconds: float
    bytes_per_second: float

    @classmethod
    def fitted(cls, runs: list[dict[str, Any]], passes: int, n_topics: int) -> CostModel:
        """Fit to runs of versus_threads in local rounds."""
        runs = [run for run in runs if run["mode"] == "rounds"]
        speeds, equations, more = [], [], []
        for run in runs:
            threads, workers = (np.median(run["seconds"][name]) for name in ("threads", "workers"))
            visits = passes * run["n_entries"] * VISITS_PER_ENTRY
            speeds.append(visits / threads / 2)
            rounds = n_rounds(run["n_documents"], passes, 2)
            equations.append([rounds, rounds * 4 * 4.0 * run["n_words"] * n_topics])
            more.append(max(workers - threads, 1e-3))
        solution, *_ = np.linalg.lstsq(np.array(equations), np.array(more), rcond=None)
        fixed, per_byte = np.maximum(solution, LEAST)
        return cls(float(np.median(speeds)), n_topics, float(fixed), float(1 / per_byte))

    def seconds(
        self, job: Job, n_workers: int, n_threads: int, network: float
    ) -> tuple[float, float, float]:
        """Return the seconds that compute, and the seconds and the number of rounds."""
        speed = self.visits_per_second * self.at_topics / job.n_topics
        compute = job.visits / (n_workers * n_threads * speed)
        rounds = n_rounds(job.n_documents, job.n_passes, n_workers) if n_workers > 1 else 0.0
        moved = 4 * job.topic_bytes / min(network, self.bytes_per_second)
        return compute, rounds * (self.round_seconds + moved), rounds

    def memory_bytes(self, job: Job) -> float:
        """Return the memory of a worker: two copies of the topics, increments, parts."""
        return 4 * job.topic_bytes + 200e6

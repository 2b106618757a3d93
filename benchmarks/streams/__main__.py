"""`python -m benchmarks.streams`: topics while a stream arrives, next to scikit-learn's.

K = 20, calls of 100 documents, one pass. scikit-learn's online LDA knows the number of documents,
thalweg does not. The held-out score (document completion under the best of several fold-in priors)
and the diversity of the top ten words are taken every 500 documents. Then a stream of three
disjoint subjects, sorted by subject. Raw figures: benchmarks/streams/results/streams.json.
Scikit-learn's curves stay there; `--again` measures thalweg again.
"""

from __future__ import annotations

import argparse
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.record import Record, command_line
from benchmarks.streams.curve import CALL, SYSTEMS, curve, one_pass
from benchmarks.streams.sorted_toy import found_topics
from benchmarks.streams.streams import STREAMS

RESULTS = Path(__file__).parent / "results"
MUST_HOLD = ["docstrings", "ap", "20newsgroups", "acl"]
N_SEEDS, TOY_SEEDS = 3, 10
LONG = 10_000  # documents after which a stream is compared with one pass of `fit`


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.streams", description=__doc__)
    parser.add_argument("--stream", nargs="+", choices=list(STREAMS), default=list(STREAMS))
    parser.add_argument("--seeds", type=int, default=N_SEEDS)
    parser.add_argument("--call", type=int, default=CALL, help="documents per call")
    parser.add_argument("--again", action="store_true", help="measure thalweg again")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args(arguments)
    settings = {"call": given.call}
    record = Record(
        given.results / "streams.json", command_line(parser, given), settings, fresh=given.fresh
    )
    if given.again:
        for system in ("thalweg", "one pass of fit"):
            record.drop(system=system)
    for stream, seed in product(given.stream, range(given.seeds)):
        for system in SYSTEMS:
            if not record.has(stream=stream, system=system, seed=seed):
                record.add(curve(stream, system, seed, given.call))
        if not record.has(stream=stream, system="one pass of fit", seed=seed):
            record.add(one_pass(stream, seed, LONG))
    for stream in given.stream:
        print_stream(record, stream)
    for n_calls in (3, 10):
        for system in SYSTEMS:
            found = sum(found_topics(system, seed, n_calls) for seed in range(TOY_SEEDS))
            print(f"sorted toy, {n_calls} calls, {system}: {found} of {TOY_SEEDS} seeds")


def print_stream(record: Record, stream: str) -> None:
    """Print means over seeds, and the difference between the two systems at its worst."""
    ours, theirs = (points(record, stream, system) for system in ("thalweg", "scikit-learn"))
    places = [point["documents"] for point in ours[0]]
    print(STREAMS[stream].title)
    least = np.inf
    for i, n in enumerate(places):
        scores = [np.mean([run[i]["score"] for run in runs]) for runs in (ours, theirs)]
        diversity = [np.mean([run[i]["diversity"] for run in runs]) for runs in (ours, theirs)]
        least = min(least, scores[0] - scores[1])
        print(
            f"  {n:6d} documents: thalweg {scores[0]:.3f} ({diversity[0]:.2f}), "
            f"scikit-learn {scores[1]:.3f} ({diversity[1]:.2f})"
        )
    print(f"  least difference {least:+.3f}")
    passes = points(record, stream, "one pass of fit")
    n = passes[0][0]["documents"]
    same = [next(p["score"] for p in run if p["documents"] >= n) for run in ours]
    one = np.mean([run[0]["score"] for run in passes])
    print(f"  after {n}: stream {np.mean(same):.3f}, one pass of fit {one:.3f}")


def points(record: Record, stream: str, system: str) -> list[list[dict[str, Any]]]:
    key = {"stream": stream, "system": system}
    return [
        run["points"]
        for run in record.runs
        if all(run[name] == value for name, value in key.items())
    ]


if __name__ == "__main__":
    main()

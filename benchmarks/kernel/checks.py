"""What it costs to check the counts and word ids of documents, as a share of training.

    python -m benchmarks.kernel.checks

Every entry is checked when it enters the kernel. A program of the core times reading with and
without checks (cpp/benchmarks/checks.cpp); a pass of training gives the time of an entry.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from benchmarks import corpora, machine
from benchmarks.kernel import roofline, throughput
from thalweg.corpus.documents import Documents
from thalweg.inference import scvb0
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

RESULTS = Path(__file__).parent / "results"


def nanoseconds_of_an_entry(n_topics: int, turns: int = 5) -> float:
    """Time of a stored entry in one pass of training with one thread, the least of some passes."""
    documents = Documents.check(corpora.zipf_distinct(2000, 20_000, 160))
    prior = Prior.create(0.1, 0.01, n_topics, documents.n_words)
    state = TopicState.random(documents.n_words, prior, documents.n_tokens, seed=0)
    visits = scvb0.SCVB0().visits()
    seconds = [throughput.pass_over(state, documents, 1, n, visits)[1] for n in range(turns)]
    return min(seconds) * 1e9 / int(documents.offsets[-1])


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.kernel.checks", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--out", type=Path, default=RESULTS / "checks.json", metavar="JSON")
    arguments = parser.parse_args()
    times = roofline.nanoseconds_of_checks(160, arguments.turns)
    entry = {str(k): nanoseconds_of_an_entry(k) for k in (20, 50, 100)}
    report: dict[str, Any] = {"machine": machine.describe(), "date": time.strftime("%Y-%m-%d")}
    report |= {"nanoseconds": times, "entry_of_training": entry}
    for kind, t in times.items():
        costs = {"counts": t["words_and_counts"] - t["words"], "words": t["words"] - t["none"]}
        for what, cost in costs.items():
            shares = ", ".join(f"K = {k}: {cost / ns:.2%}" for k, ns in entry.items())
            print(f"{kind:8} {what:6} {cost:.2f} ns per entry; {shares}")
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()

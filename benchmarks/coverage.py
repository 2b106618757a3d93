"""How often 95% intervals of group shares contain the true share, on generated documents.

    python -m benchmarks.coverage

Each setting draws groups of documents whose mean topic shares are known, 500 times, and counts how
often the interval of a topic in a group contains the truth. Settings differ in the size of groups,
in how mixed documents are, in skew, and in the number of tokens per document. For comparison, the
same counts are made for the percentile bootstrap and for Student's interval of the mean. Changes
between the first two groups are counted too. The last settings infer topics from generated words,
as `LDA.by_group` does, and also measure the error of shares with the prior (theta) and without it
(N_jk / n_j). The raw figures are written to benchmarks/results/coverage.json.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse, stats

from benchmarks import machine
from thalweg.analysis.groups.share_intervals import ShareSums, share_intervals
from thalweg.corpus.documents import Documents
from thalweg.inference.fold_in import infer
from thalweg.results.share_changes import difference_interval
from thalweg.state.topic_state import TopicState

Floats = NDArray[np.float64]
RESULTS = Path(__file__).parent / "results"
N_REPETITIONS = 500
N_RESAMPLES = 100
# Shares of ten topics, from frequent to rare.
SKEWED = np.array([0.4, 0.2, 0.12, 0.1, 0.06, 0.05, 0.03, 0.02, 0.01, 0.01])
EVEN = np.full(10, 0.1)
SIZES = (10, 30, 100, 300)


@dataclass(frozen=True)
class Setting:
    """Groups of documents whose mean shares are known."""

    name: str
    sizes: tuple[int, ...]
    truth: Floats  # (groups, topics)
    draw: Callable[[np.random.Generator, int, int], Floats]
    """Returns the shares of the n documents of group g, (n, topics)."""


def settings() -> list[Setting]:
    def dirichlet(name: str, shares: Floats, *precisions: float, sizes: Any = SIZES) -> Setting:
        """Documents of a Dirichlet distribution; a low precision gives documents of one topic."""
        at = np.resize(np.array(precisions), len(sizes))
        return Setting(
            name,
            tuple(sizes),
            np.tile(shares, (len(sizes), 1)),
            lambda rng, g, n: rng.dirichlet(at[g] * shares, n),
        )

    groups = np.random.default_rng(0).dirichlet(np.ones(10), len(SIZES)) * 0.99 + 0.001
    one_topic = np.tile(SKEWED, (len(SIZES), 1))
    rare = SKEWED[1:] / SKEWED[1:].sum()

    def background(rng: np.random.Generator, g: int, n: int) -> Floats:
        """A topic that every document has, and one other topic per document."""
        first = rng.beta(40, 60, n)[:, None]
        return np.hstack([first, (1 - first) * np.eye(9)[rng.choice(9, n, p=rare)]])

    return [
        dirichlet("even shares, mixed documents", EVEN, 10.0),
        dirichlet("even shares, few topics per document", EVEN, 1.0),
        dirichlet("skewed shares, mixed documents", SKEWED, 10.0),
        dirichlet("skewed shares, few topics per document", SKEWED, 1.0),
        dirichlet("skewed shares, only groups of 10", SKEWED, 1.0, sizes=(10,) * 5),
        dirichlet("skewed shares, only groups of 30", SKEWED, 1.0, sizes=(30,) * 5),
        dirichlet("skewed shares, 60 periods of 20", SKEWED, 1.0, sizes=(20,) * 60),
        dirichlet("skewed shares, groups differ in mixture", SKEWED, 0.3, 3.0, 1.0, 10.0),
        Setting(
            "groups with shares of their own",
            SIZES,
            groups,
            lambda rng, g, n: rng.dirichlet(groups[g], n),
        ),
        Setting(
            "skewed shares, one topic per document",
            SIZES,
            one_topic,
            lambda rng, g, n: np.eye(10)[rng.choice(10, n, p=SKEWED)],
        ),
        Setting(
            "a common topic and one other per document",
            SIZES,
            np.tile(np.concatenate([[0.4], 0.6 * rare]), (len(SIZES), 1)),
            background,
        ),
    ]


def inferred(n_tokens: int, sizes: tuple[int, ...] = SIZES, n_words: int = 500) -> Setting:
    """Documents of generated words, whose topics are inferred as `LDA.by_group` does."""
    topics = np.random.default_rng(0).dirichlet(np.full(n_words, 0.02), 10)
    state, alpha = TopicState.of_topics(topics, np.full(10, 0.1)), 0.1

    def draw(rng: np.random.Generator, g: int, n: int) -> Floats:
        words = rng.dirichlet(SKEWED, n) @ topics
        counts = rng.multinomial(n_tokens, words / words.sum(axis=1, keepdims=True))
        found = infer(state, Documents.check(sparse.csr_array(counts.astype(np.int32))))
        return np.maximum(found - alpha, 0.0) / n_tokens

    return Setting(
        f"inferred from {n_tokens} tokens", sizes, np.tile(SKEWED, (len(sizes), 1)), draw
    )


def coverage(
    setting: Setting, n_repetitions: int, *, resample: bool = True, seed: int = 0
) -> dict[str, Any]:
    """Return the share of intervals that contain the truth, by method and group."""
    rng = np.random.default_rng(seed)
    hits: dict[str, list[NDArray[np.bool_]]] = {}
    n = np.array(setting.sizes)
    for _ in range(n_repetitions):
        drawn = [setting.draw(rng, g, size) for g, size in enumerate(setting.sizes)]
        sums = ShareSums(
            n,
            np.array([shares.sum(axis=0) for shares in drawn]),
            np.array([(shares**2).sum(axis=0) for shares in drawn]),
        )
        found = {"thalweg": share_intervals(sums), "student": _student(sums)}
        if resample:
            found["percentile bootstrap"] = _bootstrap(drawn, rng)
        for method, (low, high) in found.items():
            inside = (low <= setting.truth) & (setting.truth <= high)
            hits.setdefault(method, []).append(inside)
        if len(n) > 1:
            hits.setdefault("change", []).append(_changes(sums, *found["thalweg"], setting.truth))
    report: dict[str, Any] = {"setting": setting.name, "sizes": list(setting.sizes)}
    for method, each in hits.items():
        share = np.mean(each, axis=0)
        report[method] = {
            "all": float(share.mean()),
            "by_group": np.atleast_2d(share).mean(axis=1).tolist(),
            "least_of_a_topic": float(share.min()),
            "most_of_a_topic": float(share.max()),
        }
    return report


def shrinkage(
    n_tokens: int, n_topics: int, spread: float, n_documents: int = 2000
) -> dict[str, Any]:
    """Return the relative error of mean shares with the prior and without it, of two groups.

    `spread` is the Dirichlet parameter of the topics: the larger, the more words topics share.
    """
    rng = np.random.default_rng(1)
    topics = rng.dirichlet(np.full(1000, spread), n_topics)
    alpha = 0.1
    state = TopicState.of_topics(topics, np.full(n_topics, alpha))
    errors: dict[str, list[float]] = {"theta": [], "without_prior": []}
    for _ in range(2):
        theta = rng.dirichlet(rng.dirichlet(np.ones(n_topics)) + 1e-3, n_documents)
        words = theta @ topics
        counts = rng.multinomial(n_tokens, words / words.sum(axis=1, keepdims=True))
        found = infer(state, Documents.check(sparse.csr_array(counts.astype(np.int32))))
        truth = theta.mean(axis=0)
        shares = {
            "theta": (found / found.sum(axis=1, keepdims=True)).mean(axis=0),
            "without_prior": (np.maximum(found - alpha, 0) / n_tokens).mean(axis=0),
        }
        for name, mean in shares.items():
            errors[name].append(float(np.abs(mean - truth).sum() / truth.sum()))
    return {
        "tokens": n_tokens,
        "topics": n_topics,
        "word_overlap": spread,
        **{name: float(np.mean(values)) for name, values in errors.items()},
    }


def _student(sums: ShareSums) -> tuple[Floats, Floats]:
    n = sums.n_documents[:, None]
    variance = np.maximum(sums.squares / n - sums.shares**2, 0) * n / (n - 1)
    half = stats.t.ppf(0.975, n - 1) * np.sqrt(variance / n)
    return sums.shares - half, sums.shares + half


def _bootstrap(drawn: list[Floats], rng: np.random.Generator) -> tuple[Floats, Floats]:
    ends = []
    for shares in drawn:
        n = len(shares)
        weights = rng.multinomial(n, np.full(n, 1 / n), N_RESAMPLES) / n
        ends.append(np.quantile(weights @ shares, [0.025, 0.975], axis=0))
    both = np.array(ends)
    return both[:, 0], both[:, 1]


def _changes(sums: ShareSums, low: Floats, high: Floats, truth: Floats) -> NDArray[np.bool_]:
    shares, true_change = sums.shares, truth[1] - truth[0]
    inside = []
    for k in range(truth.shape[1]):
        first, second = ((shares[g, k], low[g, k], high[g, k]) for g in (0, 1))
        _, least, most = difference_interval(first, second)
        inside.append(least <= true_change[k] <= most)
    return np.array(inside)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description=__doc__)
    parser.add_argument("--repetitions", type=int, default=N_REPETITIONS)
    parser.add_argument("--out", type=Path, default=RESULTS / "coverage.json")
    arguments = parser.parse_args()
    report: dict[str, Any] = {
        "machine": machine.describe(),
        "date": time.strftime("%Y-%m-%d"),
        "repetitions": arguments.repetitions,
        "level": 0.95,
        "settings": [],
        "shrinkage": [],
    }
    small = (10, 30, 100)
    for setting in [*settings(), inferred(20, small), inferred(200, small)]:
        row = coverage(setting, arguments.repetitions)
        report["settings"].append(row)
        methods = [name for name in row if isinstance(row[name], dict)]
        text = ", ".join(f"{name} {row[name]['all']:.3f}" for name in methods)
        groups = " ".join(f"{share:.3f}" for share in row["thalweg"]["by_group"][:4])
        print(f"{row['setting']:45} {text}; by group {groups}", flush=True)
    for n_tokens in (20, 200):
        for n_topics, spread in ((10, 0.02), (10, 0.1), (50, 0.02), (50, 0.1)):
            row = shrinkage(n_tokens, n_topics, spread)
            report["shrinkage"].append(row)
            print({name: round(value, 3) for name, value in row.items()}, flush=True)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    print("raw figures:", arguments.out)


if __name__ == "__main__":
    main()

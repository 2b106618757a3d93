"""Which number of topics `choose_k` recommends, on real and on generated collections.

    python -m benchmarks.number_of_topics          # trains, and writes the raw figures
    python -m benchmarks.number_of_topics --table  # prints the tables of the page from them

Some collections have a known number of subjects: messages of chosen newsgroups, abstracts of chosen
categories, invented reviews, and generated documents of several shapes. The rule has three weights
(readability, number of topics, and what counts as equal), which were chosen by hand on some of the
real collections. The second table asks whether they fit these too well: for each collection with a
known number, the weights are chosen again on the others, and the left-out collection gets the
number that these weights recommend. The raw figures are written to
benchmarks/results/number_of_topics.json.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from benchmarks import corpora, machine
from thalweg import Corpus, choose_k, read
from thalweg.choosing_k.k_choice import KChoice
from thalweg.choosing_k.recommendation import EQUAL_BALANCE

RESULTS = Path(__file__).parent / "results" / "number_of_topics.json"
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
FIVE_GROUPS = "rec.sport.hockey sci.space talk.politics.guns rec.autos sci.med"
FIVE_OTHERS = (
    "comp.graphics soc.religion.christian rec.sport.baseball talk.politics.mideast misc.forsale"
)
FIVE_FIELDS = "physics.flu-dyn cs.CL math.GT stat.ME quant-ph"

Row = dict[str, Any]
Weights = tuple[float, float, float]  # of readability, of the number of topics, and what is equal
OURS: Weights = (1.0, 1.0, EQUAL_BALANCE)
GRID = list(
    product((0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0), (0.5, 0.75, 1.0, 1.25, 1.5), (0.0, 0.05, 0.1))
)


# ---------------------------------------------------------------------------- collections


def collections() -> Iterator[tuple[str, int | None, str, Callable[[], Any]]]:
    """Yield name, known number of subjects, numbers to try, and the function that loads it."""
    yield "five newsgroups, 2,000 messages", 5, "2..100", lambda: newsgroups(2000, FIVE_GROUPS)
    yield "five others, 2,000 messages", 5, "2..100", lambda: newsgroups(2000, FIVE_OTHERS)
    yield "five arXiv categories, 2,000 abstracts", 5, "2..100", lambda: arxiv(2000, FIVE_FIELDS)
    yield "`examples/reviews.csv`", 11, "2..150", lambda: read(EXAMPLES / "reviews.csv")
    yield "20 newsgroups, 4,000 messages", 20, "2..150", lambda: newsgroups(4000)
    yield "arXiv, 154 categories, 4,000 abstracts", None, "2..150", lambda: arxiv(4000)
    yield "AP, 2,246 articles", None, "2..150", lambda: uci("ap")
    yield "ACL, 3,000 abstracts", None, "2..100", lambda: bags("acl_abstracts", 3000)
    yield "Windows API, 3,000 pages", None, "2..100", lambda: bags("win32_api_docs", 3000)
    yield "Simple Wikipedia, 3,000 articles", None, "2..100", lambda: bags("simplewiki", 3000)
    for n_subjects, shape in product((4, 12, 30), SHAPES):
        name = f"generated, {shape}"
        most = "2..30" if n_subjects < 10 else "2..50" if n_subjects < 20 else "5..100"
        load = partial(generated, n_subjects, **SHAPES[shape])
        yield f"{name}, {n_subjects} subjects", n_subjects, most, load


def newsgroups(n_documents: int, groups: str | None = None) -> Corpus:
    """Messages without their headers."""
    chosen = None if groups is None else groups.split()
    texts = texts_of("20newsgroups", chosen)
    return read([text.partition("\n\n")[2] for text in sample(texts, n_documents)])


def arxiv(n_documents: int, categories: str | None = None) -> Corpus:
    chosen = None if categories is None else categories.split()
    return read(sample(texts_of("arxiv50k", chosen), n_documents))


def texts_of(name: str, labels: list[str] | None) -> list[str]:
    with gzip.open(corpora.SHARED / name / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = map(json.loads, lines)
        return [row["text"] for row in rows if labels is None or row["label"] in labels]


def sample(texts: Sequence[str], n: int) -> list[str]:
    rows = np.random.default_rng(0).permutation(len(texts))[:n]
    return [texts[row] for row in np.sort(rows)]


def uci(name: str) -> Corpus:
    return Corpus(corpora.docword(name), corpora.vocabulary(name))


def bags(name: str, n_documents: int) -> Corpus:
    matrix = corpora.bags(name)
    words = (corpora.SHARED / name / "vocab.txt").read_text(encoding="utf-8").split()
    rows = np.random.default_rng(0).permutation(matrix.shape[0])[:n_documents]
    return Corpus(matrix[np.sort(rows)], words).limit(min_df=5)


SHAPES: dict[str, dict[str, Any]] = {
    "one subject per document": {"mixed": 0.0},
    "mixed documents": {"mixed": 0.3},
    "short documents": {"mixed": 0.1, "length": 15},
    "unequal subjects": {"mixed": 0.1, "skew": 1.0},
    "common words": {"mixed": 0.1, "common": 0.5},
}


def generated(
    n_subjects: int,
    *,
    mixed: float,
    length: int = 60,
    skew: float = 0.0,
    common: float = 0.2,
    n_words: int = 1500,
) -> Corpus:
    """Documents about subjects, each with words of its own and with words that all share.

    The words of a subject follow Zipf's law. `mixed` is the share of other subjects in a document,
    `common` the share of common words, and subject k has a size proportional to 1 / (k + 1)^skew.
    """
    rng = np.random.default_rng(n_subjects)
    zipf = 1 / np.arange(3, 120)
    topics = np.zeros((n_subjects + 1, n_words))
    for topic in topics:
        topic[rng.choice(n_words, zipf.size, replace=False)] = zipf / zipf.sum()
    sizes = 1 / (np.arange(n_subjects) + 1.0) ** skew
    n_documents = max(600, 80 * n_subjects)
    subjects = rng.choice(n_subjects, n_documents, p=sizes / sizes.sum())
    others = rng.choice(n_subjects, n_documents, p=sizes / sizes.sum())
    shares = np.zeros((n_documents, n_subjects + 1))
    rows = np.arange(n_documents)
    shares[rows, subjects] += (1 - common) * (1 - mixed)
    shares[rows, others] += (1 - common) * mixed
    shares[:, -1] = common
    lengths = np.maximum(rng.poisson(length, n_documents), 3)
    words = shares @ topics
    counts = rng.multinomial(lengths, words / words.sum(axis=1, keepdims=True))
    return Corpus(sparse.csr_array(counts.astype(np.int32)), [f"w{w}" for w in range(n_words)])


# ---------------------------------------------------------------------------- measuring


def measure(name: str, known: int | None, tried: str, corpus: Any, n_jobs: int) -> Row:
    start = time.process_time()
    choice = choose_k(corpus, tried, random_state=0, n_jobs=n_jobs)
    return {
        "collection": name,
        "documents": corpus.n_documents,
        "words": corpus.n_words,
        "tokens": corpus.n_tokens,
        "known": known,
        "tried": tried,
        "small": choice.small.k,
        "medium": choice.medium.k,
        "large": choice.large.k,
        "cpu_seconds": round(time.process_time() - start, 1),
        "trials": [figures(choice, trial) for trial in choice],
    }


def figures(choice: KChoice, trial: Any) -> Row:
    values = {
        "score": trial.score,
        "gain": choice.gain(trial),
        "readability": choice.readability(trial),
        "coherence": trial.coherence,
        "stability": trial.stability,
        "distinctness": trial.distinctness,
        "behind": choice.behind(trial),
        "error_behind": choice.error_behind(trial),
    }
    return {"k": trial.k} | {name: round(float(value), 5) for name, value in values.items()}


# ---------------------------------------------------------------------------- weights


def recommended(row: Row, weights: Weights) -> int:
    """Return the number that the rule recommends with other weights."""
    readable, price, equal = weights
    large = row["large"]
    balances = {
        trial["k"]: trial["gain"]
        + readable * trial["readability"]
        - price * (math.log(trial["k"]) / math.log(large) if large > 1 else trial["k"])
        for trial in row["trials"]
        if trial["k"] <= large
    }
    least = max(balances.values()) - equal
    return max(k for k, balance in balances.items() if balance >= least)


def doublings(row: Row, weights: Weights) -> float:
    """Return how many doublings the recommended number is away from the known one."""
    return abs(math.log2(recommended(row, weights) / row["known"]))


def best_weights(rows: Sequence[Row]) -> Weights:
    """Return the weights with the smallest mean error; of equal ones, those nearest to ours."""

    def order(weights: Weights) -> tuple[float, float]:
        error = float(np.mean([doublings(row, weights) for row in rows]))
        return round(error, 6), sum(abs(a - b) for a, b in zip(weights, OURS, strict=True))

    return min(GRID, key=order)


def leave_one_out(rows: Sequence[Row]) -> list[tuple[Row, Weights, int]]:
    """Return each collection with the weights that the others choose, and what they recommend."""
    known = [row for row in rows if row["known"] is not None]
    found = []
    for row in known:
        weights = best_weights([each for each in known if each is not row])
        found.append((row, weights, recommended(row, weights)))
    return found


# ---------------------------------------------------------------------------- tables


def tables(rows: Sequence[Row]) -> str:
    return f"{table_of_choices(rows)}\n\n{table_of_weights(rows)}"


def table_of_choices(rows: Sequence[Row]) -> str:
    lines = [
        "| collection | subjects | tried | small | medium | large | gain of medium | stability of "
        "medium, large |",
        "| --- | ---: | --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for row in rows:
        of = {trial["k"]: trial for trial in row["trials"]}
        medium, large = of[row["medium"]], of[row["large"]]
        lines.append(
            f"| {row['collection']} | {row['known'] or ''} | {row['tried']} | {row['small']} | "
            f"{row['medium']} | {row['large']} | {medium['gain']:.0%} | "
            f"{medium['stability']:.0%}, {large['stability']:.0%} |"
        )
    return "\n".join(lines)


def table_of_weights(rows: Sequence[Row]) -> str:
    lines = [
        "| left out | subjects | recommended | weights of the others: readability, price, equal | "
        "recommended by these |",
        "| --- | ---: | ---: | --- | ---: |",
    ]
    for row, (readable, price, equal), k in leave_one_out(rows):
        lines.append(
            f"| {row['collection']} | {row['known']} | {row['medium']} | {readable:g}, {price:g}, "
            f"{equal:g} | {k} |"
        )
    return "\n".join(lines)


def summary(rows: Sequence[Row]) -> str:
    known = [row for row in rows if row["known"] is not None]
    ours = np.mean([doublings(row, OURS) for row in known])
    left_out = np.mean([abs(math.log2(k / row["known"])) for row, _, k in leave_one_out(rows)])
    best = best_weights(known)
    fitted = np.mean([doublings(row, best) for row in known])
    most = sum(row["medium"] == row["trials"][-1]["k"] for row in rows)
    return (
        f"mean error in doublings: {ours:.2f} with our weights, {left_out:.2f} with weights chosen "
        f"on the other collections, {fitted:.2f} with the best weights for all of them {best}. "
        f"The most that was tried is recommended for {most} of {len(rows)}."
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.number_of_topics", description=__doc__
    )
    parser.add_argument("--table", action="store_true", help="print the tables; train nothing")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    report: dict[str, Any] = {"machine": machine.describe(), "date": "", "collections": []}
    if arguments.out.exists():  # what is measured already is kept
        report = json.loads(arguments.out.read_text())
    rows: list[Row] = report["collections"]
    done = {row["collection"] for row in rows}
    for name, known, tried, load in () if arguments.table else collections():
        if name in done:
            continue
        rows.append(measure(name, known, tried, load(), arguments.threads))
        report["date"] = time.strftime("%Y-%m-%d")
        arguments.out.write_text(json.dumps(report, indent=1) + "\n")
        print(name, known, rows[-1]["medium"], f"{rows[-1]['cpu_seconds']} s", flush=True)
    print(tables(rows))
    print(summary(rows))


if __name__ == "__main__":
    main()

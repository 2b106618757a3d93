"""Writes golden.hpp: small cases and what the float64 reference makes of them.

Run it after a change of the reference, from the root of the repository:

    PYTHONPATH=src python cpp/tests/make_golden.py
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import psi

from thalweg.inference.reference import Document, Floats, Reference, document_order
from thalweg.inference.schedules import PAPER_DOCUMENTS, StepSchedule

N_WORDS = 40
MOST_TOPICS = 70
CORPUS_TOKENS = 1000.0
SPARSE_TOPICS = 20  # the number of topics that the sparse prior is made for

rng = np.random.Generator(np.random.Philox(2013))


def float32(values: Floats) -> Floats:
    """What is left of the values in the core's number type."""
    return values.astype(np.float32).astype(np.float64)


def document(*entries: tuple[int, float]) -> Document:
    """A document from (word, count) pairs."""
    return np.array([w for w, _ in entries], np.int64), np.array([m for _, m in entries], float)


def random_document(n_words: int) -> Document:
    """A document of distinct words, most of which occur once."""
    words = np.argsort(rng.random(N_WORDS))[:n_words]
    return words.astype(np.int64), np.ceil(-1.5 * np.log(rng.random(n_words)))


# Counts are whole or end in quarters, so that sums of them are exact in any number type.
DOCUMENTS: list[Document] = [
    random_document(8),
    document(),
    document((17, 1)),
    document((7, 1), (3, 2), (7, 2), (39, 1), (7, 1)),  # a repeated word
    document((0, 0.5), (11, 2.25), (5, 1), (28, 3.75), (33, 0.25)),
    document((20, 13), (21, 40), (22, 1), (4, 8), (30, 9)),  # counts beyond the table of powers
    document((9, 9)),
    random_document(20),
    random_document(15),
    document((1, 1.5), (2, 1.5), (39, 9.75)),
    random_document(12),
    random_document(30),
]

INITIAL_COUNTS = np.floor(1 + 99 * rng.random((N_WORDS, MOST_TOPICS)))
ALPHA = float32(0.05 + 0.1 * (np.arange(MOST_TOPICS) % 5))
ETA = float32(np.array([0.01]))
ETA_BY_WORD = float32(0.01 + 0.02 * (np.arange(N_WORDS) % 7))


def sparse_pairs(share: float) -> NDArray[np.bool_]:
    """Random (word, topic) pairs; the last words have none, the first has several."""
    chosen = rng.random((N_WORDS, SPARSE_TOPICS)) < share
    chosen[-3:] = False
    chosen[0, :4] = True
    return chosen


ADDED = float32(np.where(sparse_pairs(0.05), 0.5 + rng.random((N_WORDS, SPARSE_TOPICS)), 0))
MASKED = sparse_pairs(0.2)


@dataclass(frozen=True)
class Run:
    """Minibatches of documents, a step size and a corpus size each."""

    name: str
    batches: list[list[int]]
    steps: list[float]
    corpus_tokens: list[float]


USUAL = Run(
    "usual",
    [[7, 1, 0, 4, 3], [2, 11, 5, 6], [10, 9, 8]],
    [0.6, 1.0, 0.3],
    [CORPUS_TOKENS] * 3,
)
# The scale of a topic shrinks by 0.1 per minibatch and must be folded back now and then.
FORGETFUL = Run(
    "forgetful",
    [[b % 12, (5 * b + 3) % 12, (7 * b + 4) % 12] for b in range(40)],
    [0.9] * 40,
    [CORPUS_TOKENS] * 40,
)
# C grows so fast that scales must be folded from above.
GROWING = Run(
    "growing",
    [[b % 12, (5 * b + 3) % 12, (7 * b + 4) % 12] for b in range(8)],
    [0.05] * 8,
    [CORPUS_TOKENS * 1000.0**b for b in range(8)],
)
# C grows so slowly that what is new weighs as much as what was before.
SWELLING = Run(
    "swelling",
    [[b % 12, (5 * b + 3) % 12, (7 * b + 4) % 12] for b in range(8)],
    [0.5] * 8,
    [CORPUS_TOKENS * 4.0**b for b in range(8)],
)
# Every document twice.
TWICE = Run(
    "twice",
    [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [11, 9, 7, 5], [3, 1, 10, 8], [6, 4, 2, 0]],
    [0.6, 0.5, 0.4, 0.3, 0.3, 0.3],
    [CORPUS_TOKENS] * 6,
)
RUNS = [USUAL, FORGETFUL, GROWING, SWELLING, TWICE]


def reference(n_topics: int, sparse_prior: bool) -> Reference:
    """The model that all cases of so many topics start from."""
    N_phi = INITIAL_COUNTS[:, :n_topics].copy()
    eta = np.broadcast_to(ETA[0], N_phi.shape)
    if sparse_prior:
        N_phi[MASKED] = 0
        eta = np.where(MASKED, 0, ETA_BY_WORD[:, None] + ADDED)
    return Reference(
        N_phi, N_phi.sum(axis=0), ALPHA[:n_topics], eta, CORPUS_TOKENS, PAPER_DOCUMENTS
    )


@dataclass
class Case:
    """A run from the first state; `model` then holds the result."""

    name: str
    run: Run
    n_topics: int
    sparse_prior: bool = False
    clumped: bool = True
    burn_in: float = 0.0
    schedule: StepSchedule = PAPER_DOCUMENTS
    seed: int = 0
    first_number: int = 0
    locked: tuple[int, ...] = ()  # topics that do not learn
    model: Reference = field(init=False)

    def __post_init__(self) -> None:
        self.model = reference(self.n_topics, self.sparse_prior)
        self.model.clumped = self.clumped
        self.model.burn_in = self.burn_in
        self.model.schedule = self.schedule
        self.model.seed = self.seed
        self.model.n_visits = self.first_number

    def train(self) -> None:
        """Every minibatch of the run; where C grows, the counts of unlocked topics grow along."""
        model, locked = self.model, list(self.locked)
        N_phi, N_z = model.N_phi.copy(), model.N_z.copy()
        for batch, rho, C in zip(
            self.run.batches, self.run.steps, self.run.corpus_tokens, strict=True
        ):
            growth = np.full(self.n_topics, C / model.corpus_tokens)
            growth[locked] = 1
            model.N_phi = growth * model.N_phi
            model.N_z = growth * model.N_z
            model.corpus_tokens = C
            model.minibatch([DOCUMENTS[j] for j in batch], rho)
            model.N_phi[:, locked] = N_phi[:, locked]
            model.N_z[locked] = N_z[locked]


CASES = [
    Case("one topic", USUAL, 1, clumped=False),
    Case("clumped", USUAL, 5, seed=1),
    Case("token by token", USUAL, 5, clumped=False, burn_in=1.5, seed=2**64 - 1),
    Case("clumped, burn-in 1", USUAL, 20, burn_in=1, first_number=2**33 + 5),
    Case(
        "sparse prior, clumped, burn-in 1.5",
        USUAL,
        20,
        sparse_prior=True,
        burn_in=1.5,
        schedule=StepSchedule(1.0, 1.0, 0.5),
    ),
    Case(
        "sparse prior, token by token, burn-in 1",
        USUAL,
        20,
        sparse_prior=True,
        clumped=False,
        burn_in=1,
        seed=7,
    ),
    Case("seventy topics, burn-in 1.5", USUAL, 70, burn_in=1.5, seed=3),
    # rho^Theta of the first token is 1: its gamma replaces all of N^Theta.
    Case("first step of 1", USUAL, 5, schedule=StepSchedule(1.0, 0.0, 0.6)),
    Case("many minibatches, rho 0.9", FORGETFUL, 5, burn_in=1, seed=4),
    Case("growing corpus", GROWING, 5, seed=5),
    Case("locked topics", USUAL, 5, burn_in=1, locked=(0, 3)),
    Case("locked topics, growing corpus", SWELLING, 20, sparse_prior=True, locked=(0, 3, 8, 19)),
]


class KeptCase(Case):
    """Algorithm 1 as the paper has it: N^Theta of a document and its clock outlive a visit."""

    def __post_init__(self) -> None:
        super().__post_init__()
        spread = np.floor(1 + 8 * rng.random((len(DOCUMENTS), self.n_topics))) / 4
        self.initial_counts = spread.copy()
        self.counts = spread
        self.clocks = np.zeros(len(DOCUMENTS))

    def train(self) -> None:
        """Reference.minibatch with a start of each document's own."""
        model = self.model
        for batch, rho in zip(self.run.batches, self.run.steps, strict=True):
            Nhat_phi = np.zeros_like(model.N_phi)
            n_tokens = 0.0
            for j in batch:
                words, counts = DOCUMENTS[j]
                start = self.counts[j].copy(), float(self.clocks[j])
                for w, m, gamma, counted, N_theta in model.visits(words, counts, *start):
                    if counted:
                        Nhat_phi[w] += m * gamma
                    self.counts[j] = N_theta
                    self.clocks[j] += m
                n_tokens += counts.sum()
            gain = rho * model.corpus_tokens / n_tokens
            model.N_phi = (1 - rho) * model.N_phi + gain * Nhat_phi
            model.N_z = (1 - rho) * model.N_z + gain * Nhat_phi.sum(axis=0)


# Rows of values, for each of which the kernel computes exp(digamma(x)) up to a common factor: a
# wide row, rows of small values, and one whose exp(digamma(x)), about 1e-435, no float holds.
DIGAMMA_ROWS = [
    np.geomspace(0.025, 1e8, 200),
    *(np.geomspace(low, 1.5 * low, 32) for low in (0.01, 0.02, 0.05, 0.2, 1.0)),
    np.geomspace(1e-3, 1.02e-3, 32),
]

ORDERS = [(0, 0, 1), (0, 0, 2), (1, 0, 40), (0, 1, 40), (2**64 - 1, 2**40 + 3, 40)]

HEADER = """\
// Made by cpp/tests/make_golden.py from src/thalweg/inference/reference/scvb0.py; do not edit.
//
// Small cases and what the float64 reference makes of them.
#pragma once

#include <cstdint>

// clang-format off
namespace golden {
"""

STRUCTS = """
// Minibatches: documents order[batches[b]] .. order[batches[b + 1] - 1].
struct Run {
  const int64_t* order;
  const int64_t* batches;
  const double* steps;
  const double* corpus_tokens;
  int64_t n_batches;
};

// How a run is made, and N^Phi (n_words x n_topics) and N^Z after it.
struct Case {
  const char* name;
  Run run;
  int64_t n_topics;
  bool sparse_prior;  // eta_by_word with `added` and `masked` pairs; else eta everywhere
  bool clumped;
  double burn_in;
  double scale, offset, decay;  // of rho^Theta
  uint64_t seed;
  uint64_t first_number;
  const uint8_t* locked;  // n_topics
  const double* counts;
  const double* totals;
};

// N^Theta + alpha of every document (n_documents x n_topics) under the initial counts, and the
// log-likelihood of the next document (after the last, the first) given that theta.
struct FixedTopics {
  int64_t n_topics;
  bool sparse_prior;
  const double* theta;
  const double* log_likelihood;
};

// Values of a row, a multiple of eight, and digamma of each.
struct DigammaRow {
  int64_t n;
  const float* values;
  const double* digamma;
};

// The random order of n words for a seed and the number of a visit.
struct Order {
  uint64_t seed;
  uint64_t number;
  int64_t n;
  const int64_t* order;
};
"""


class Writer:
    """Collects the lines of the header."""

    def __init__(self) -> None:
        self.lines = [HEADER]

    def array(self, kind: str, name: str, values: Iterable[float], digits: int = 7) -> str:
        """An array of the kind, 100 columns wide; floats with so many digits."""
        texts = [f"{v:.{digits}g}" if isinstance(v, float) else str(v) for v in values]
        self.lines.append(f"constexpr {kind} {name}[] = {{")
        line = " "
        for text in texts:
            if len(line) + len(text) + 2 > 100:
                self.lines.append(line)
                line = " "
            line += f" {text},"
        self.lines += [line, "};"]
        return name

    def matrix(self, kind: str, name: str, values: Floats, digits: int = 7) -> str:
        """The same for an array of NumPy, row after row."""
        return self.array(kind, name, values.ravel().tolist(), digits)

    def table(self, kind: str, name: str, rows: list[str]) -> None:
        """An array of structs."""
        self.lines += [f"constexpr {kind} {name}[] = {{", *(f"  {{{row}}}," for row in rows), "};"]

    def text(self) -> str:
        """The whole header."""
        return "\n".join([*self.lines, "", "}  // namespace golden", ""])


def write_inputs(out: Writer) -> None:
    """Documents, initial counts and priors."""
    out.lines += [
        f"constexpr int64_t n_words = {N_WORDS};",
        f"constexpr int64_t n_documents = {len(DOCUMENTS)};",
        f"constexpr int64_t most_topics = {MOST_TOPICS};",
        f"constexpr double corpus_tokens = {CORPUS_TOKENS};",
        "\n// Documents as the rows of a CSR matrix.",
    ]
    lengths = [len(words) for words, _ in DOCUMENTS]
    out.array("int64_t", "offsets", np.cumsum([0, *lengths]).tolist())
    out.array("int32_t", "words", np.concatenate([words for words, _ in DOCUMENTS]).tolist())
    out.matrix("float", "word_counts", np.concatenate([counts for _, counts in DOCUMENTS]))
    out.lines.append("\n// N^Phi at the start, n_words x most_topics: K topics take the first K.")
    out.matrix("float", "initial_counts", INITIAL_COUNTS)
    out.matrix("float", "alpha", ALPHA, 9)
    out.matrix("float", "eta", ETA, 9)
    out.matrix("float", "eta_by_word", ETA_BY_WORD, 9)
    out.lines.append(f"\n// The sparse prior, for {SPARSE_TOPICS} topics.")
    for name, pairs in (("added", ADDED != 0), ("masked", MASKED)):
        out.array("int64_t", f"{name}_offsets", np.cumsum([0, *pairs.sum(axis=1)]).tolist())
        out.array("int32_t", f"{name}_topics", pairs.nonzero()[1].tolist())
    out.matrix("float", "added_values", ADDED[ADDED != 0], 9)


def write_runs(out: Writer) -> dict[str, str]:
    """The minibatches; returns the initialiser of each run's struct."""
    structs = {}
    for run in RUNS:
        sizes = [len(batch) for batch in run.batches]
        names = [
            out.array("int64_t", f"{run.name}_order", [j for batch in run.batches for j in batch]),
            out.array("int64_t", f"{run.name}_batches", np.cumsum([0, *sizes]).tolist()),
            out.array("double", f"{run.name}_steps", run.steps),
            out.array("double", f"{run.name}_corpus_tokens", run.corpus_tokens),
        ]
        structs[run.name] = f"{{{', '.join(names)}, {len(sizes)}}}"
    return structs


def write_case(out: Writer, case: Case, index: str, run: str) -> str:
    """Trains a case and writes what is expected; returns the initialiser of its struct."""
    case.train()
    counts = out.matrix("double", f"counts_{index}", case.model.N_phi)
    totals = out.matrix("double", f"totals_{index}", case.model.N_z, 9)
    locked = [int(k in case.locked) for k in range(case.n_topics)]
    locked_name = out.array("uint8_t", f"locked_{index}", locked)
    flags = f"{str(case.sparse_prior).lower()}, {str(case.clumped).lower()}"
    schedule = f"{case.schedule.scale}, {case.schedule.offset}, {case.schedule.decay}"
    return (
        f'"{case.name}", {run}, {case.n_topics}, {flags}, {case.burn_in}, '
        f"{schedule}, {case.seed}u, {case.first_number}u, {locked_name}, {counts}, {totals}"
    )


def write_fixed_topics(out: Writer, n_topics: int, sparse_prior: bool) -> str:
    """Inference under the initial counts; returns the initialiser of its struct."""
    model = reference(n_topics, sparse_prior)
    theta = np.array([model.theta(*d) for d in DOCUMENTS])
    scored = [*DOCUMENTS[1:], DOCUMENTS[0]]
    likelihoods = [model.log_likelihood(*pair) for pair in zip(DOCUMENTS, scored, strict=True)]
    return ", ".join(
        [
            f"{n_topics}, {str(sparse_prior).lower()}",
            out.matrix("double", f"theta_{n_topics}", theta),
            out.array("double", f"log_likelihood_{n_topics}", likelihoods, 10),
        ]
    )


def golden() -> str:
    """The text of golden.hpp."""
    out = Writer()
    write_inputs(out)
    out.lines.append(STRUCTS)
    runs = write_runs(out)
    rows = [write_case(out, case, str(i), runs[case.run.name]) for i, case in enumerate(CASES)]
    out.table("Case", "cases", rows)

    out.lines.append("\n// Kept document counts: N^Theta (n_documents x n_topics) and clocks.")
    kept = KeptCase("kept document counts", TWICE, 5, burn_in=1, seed=6)
    out.matrix("float", "kept_initial", kept.initial_counts)
    out.table("Case", "kept_case", [write_case(out, kept, "kept", runs[kept.run.name])])
    out.matrix("double", "kept_counts", kept.counts)
    out.matrix("double", "kept_clocks", kept.clocks)

    out.lines.append("")
    settings = [(1, False), (5, False), (20, True), (70, False)]
    out.table("FixedTopics", "fixed_topics", [write_fixed_topics(out, *s) for s in settings])

    out.lines.append("\n// Digamma by scipy.special.psi.")
    rows = []
    for i, values in enumerate(DIGAMMA_ROWS):
        x = float32(values)
        names = [
            out.matrix("float", f"digamma_values_{i}", x, 9),
            out.matrix("double", f"digamma_{i}", psi(x), 15),
        ]
        rows.append(", ".join([str(x.size), *names]))
    out.table("DigammaRow", "digamma_rows", rows)

    out.lines.append("")
    orders = []
    for i, key in enumerate(ORDERS):
        name = out.array("int64_t", f"order_{i}", document_order(*key).tolist())
        orders.append(f"{key[0]}u, {key[1]}u, {key[2]}, {name}")
    out.table("Order", "orders", orders)
    return out.text()


if __name__ == "__main__":
    Path(__file__).with_name("golden.hpp").write_text(golden())

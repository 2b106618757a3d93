"""Writes golden.hpp: small cases and what the float64 reference makes of them.

Run it after a change of the reference, from the root of the repository:

    PYTHONPATH=src python cpp/tests/make_golden.py
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from golden_cases import (
    ADDED,
    ALPHA,
    CASES,
    CORPUS_TOKENS,
    DIGAMMA_ROWS,
    DOCUMENTS,
    ETA,
    ETA_BY_WORD,
    INITIAL_COUNTS,
    MASKED,
    MOST_TOPICS,
    N_WORDS,
    ORDERS,
    RUNS,
    SPARSE_TOPICS,
    TWICE,
    Case,
    KeptCase,
    float32,
    reference,
)
from scipy.special import psi

from thalweg.inference.reference import Floats, document_order

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

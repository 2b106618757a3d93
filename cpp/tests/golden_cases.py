"""The cases of golden.hpp: documents, priors, training runs, and the reference that runs them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from thalweg.inference.reference import Document, Floats, Reference
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

"""The corpora of the experiments: three real ones, and stand-ins for the paper's three."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import thalweg
from benchmarks import corpora
from benchmarks.paper import generator
from benchmarks.paper.generate import with_bar
from benchmarks.paper.shapes import SHAPES
from thalweg import Corpus, InputError
from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.evaluation._heldout import log_likelihood_per_token
from thalweg.evaluation._token_split import split_tokens
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

REAL = {"nips": "NIPS", "20newsgroups": "20 newsgroups", "arxiv50k": "arXiv abstracts"}
STAND_INS = {
    "pubmed-central": "PubMed Central",
    "new-york-times": "New York Times",
    "wikipedia": "Wikipedia",
}
FOLDER = Path(__file__).resolve().parents[2] / "build" / "stand-ins"
MOST_HELD_OUT = 10_000


@dataclass(frozen=True)
class Material:
    """A corpus to experiment on."""

    name: str
    corpus: Corpus
    stand_in: float | None = None  # the fraction of the paper's corpus
    true_topics: NDArray[np.float32] | None = None

    @property
    def title(self) -> str:
        """As figures and tables call it."""
        if self.stand_in is None:
            return REAL[self.name]
        return f"stand-in for {STAND_INS.get(self.name, self.name)}, {self.stand_in:.0%}"

    @property
    def about(self) -> dict[str, object]:
        """For the record."""
        return {
            "name": self.name,
            "title": self.title,
            "stand_in": self.stand_in,
            "documents": self.corpus.n_documents,
            "words": self.corpus.n_words,
            "tokens": self.corpus.n_tokens,
        }

    def held_out(self) -> tuple[DocumentSource, HeldOut]:
        """Documents to learn from, and 10,000 others (of small corpora a tenth), always the same.

        Those of a stand-in are exchangeable: there the first ones are held out, so that the rest
        lies on disk in one piece.
        """
        n = min(MOST_HELD_OUT, self.corpus.n_documents // 10)
        corpus = self.corpus if self.stand_in is not None else self.corpus.shuffle(random_state=0)
        train = DocumentSource.of(corpus[n:])
        observed, scored = split_tokens(corpus[:n].documents())
        return (train if self.stand_in is not None else train.gathered()), HeldOut(observed, scored)


@dataclass(frozen=True)
class HeldOut:
    """Documents cut in half: the topics of one are estimated, the tokens of the other scored."""

    observed: Documents
    scored: Documents

    @property
    def n_documents(self) -> int:
        return self.observed.n_documents

    def score(self, state: TopicState, *, n_threads: int = 1) -> float:
        """Log-likelihood a token; all systems by the same program, under the state's prior."""
        return log_likelihood_per_token(state, self.observed, self.scored, n_threads=n_threads)

    def score_of_truth(self, topics: NDArray[np.float32], *, n_threads: int = 1) -> float:
        """The same, of the topics that a stand-in was drawn from."""
        n_topics, n_words = topics.shape
        prior = Prior.create(generator.ALPHA, 1e-9, n_topics, n_words)
        state = TopicState.random(n_words, prior, float(n_topics), seed=0)
        state.scaled_counts[:, :n_topics] = topics.T
        state.scale[:n_topics] = 1.0
        state.totals[:n_topics] = topics.sum(axis=1, dtype=np.float64)
        return self.score(state, n_threads=n_threads)


def load(name: str, fraction: float = 0.1, folder: Path = FOLDER) -> Material:
    """One of the real corpora, or a stand-in: from `folder`, drawn there if it is not there yet."""
    if name in SHAPES:
        store = folder / f"{name}-{fraction:g}-seed-0"
        if not store.exists():
            folder.mkdir(parents=True, exist_ok=True)
            with_bar(name, store, fraction, seed=0)
        topics = np.load(generator.topics_file(store))
        return Material(name, Corpus.open(store, verify=False), fraction, topics)
    if name not in REAL:
        raise InputError(f"corpus {name!r}; expected one of {', '.join([*REAL, *SHAPES])}")
    path = corpora.SHARED / name
    if not path.exists():
        raise InputError(
            f"the corpus {name} is not at {path}; set THALWEG_DATA to the folder that has it, or "
            "choose others by --corpus"
        )
    if name == "20newsgroups":
        return Material(name, thalweg.read(path / f"{name}.jsonl.gz", min_df=5, max_df=0.25))
    return Material(name, Corpus(corpora.docword(name), corpora.vocabulary(name)))

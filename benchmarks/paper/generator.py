"""Stand-ins for the paper's corpora: documents drawn from LDA itself, over a Zipf vocabulary.

docs/explanation/design/stand-ins.md explains what such a corpus can show and its constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.paper.alias import AliasTable
from benchmarks.paper.shapes import CorpusShape
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.documents import Documents
from thalweg.corpus.store.writer import StoreWriter
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError

N_TOPICS = 100
ALPHA = 0.02  # theta_j ~ Dirichlet(alpha)
ETA = 0.01  # the mean over the words of the parameter of a topic's Dirichlet
RANK_OFFSET = 10.0  # base_r ~ 1 / (q + r): the most frequent words are stop words, and gone
BACKGROUND = 0.1  # share of the base in every topic, without which rare words would never occur
LEAST_FRACTION = 0.001
_TOKENS_PER_BLOCK = 1 << 21
_KEYS = 1 << 32  # distinct values of a uint32


def true_topics(shape: CorpusShape, seed: int = 0) -> NDArray[np.float32]:
    """phi, K x W: what the documents are drawn from, and training should find.

    phi_k = (1 - b) Dirichlet(eta W base) + b base
    """
    rng = _generator(seed, 0)
    base = 1 / (RANK_OFFSET + np.arange(1, shape.n_words + 1))
    base = rng.permutation(
        base / base.sum()
    )  # frequent words are not neighbours, as in a word list
    topics = rng.standard_gamma(ETA * shape.n_words * base, (N_TOPICS, shape.n_words))
    topics *= (1 - BACKGROUND) / topics.sum(axis=1, keepdims=True)
    topics += BACKGROUND * base
    return topics.astype(np.float32)


@dataclass(frozen=True)
class StandIn:
    """The documents of a shape and a seed, made block by block; any block without the others."""

    shape: CorpusShape
    seed: int = 0

    @cached_property
    def topics(self) -> NDArray[np.float32]:
        """phi, K x W."""
        return true_topics(self.shape, self.seed)

    @cached_property
    def _tables(self) -> list[AliasTable]:
        return [AliasTable.of(topic) for topic in self.topics]

    @property
    def block_size(self) -> int:
        """Documents per block: given by the shape, so that a fraction is a prefix of the whole."""
        by_tokens = int(_TOKENS_PER_BLOCK / self.shape.mean_length)
        return max(1, min(by_tokens, _KEYS // self.shape.n_words, self.shape.n_documents))

    def n_documents(self, fraction: float) -> int:
        """Documents in that fraction of the whole."""
        if not LEAST_FRACTION <= fraction <= 1:
            raise InputError(
                f"fraction is {fraction}; expected {LEAST_FRACTION} to 1, the whole corpus"
            )
        return max(1, round(fraction * self.shape.n_documents))

    def blocks(self, fraction: float = 1.0) -> Iterator[Documents]:
        """The first documents, so many blocks as they need; the last one is cut."""
        n_documents = self.n_documents(fraction)
        for first in range(0, n_documents, self.block_size):
            block = self.block(first // self.block_size)
            yield block if n_documents >= first + self.block_size else block[: n_documents - first]

    def block(self, number: int) -> Documents:
        """C_j log-normal, theta_j ~ Dirichlet(alpha), n_jk ~ Multinomial, words ~ phi_k."""
        rng = _generator(self.seed, 1 + number)
        n, n_words = self.block_size, self.shape.n_words
        theta = rng.standard_gamma(ALPHA, (n, N_TOPICS))
        theta /= theta.sum(axis=1, keepdims=True)
        drawn = rng.multinomial(self._lengths(rng), theta).T.copy()

        # A token is document * W + word: sorted, equal ones are neighbours. Topic by topic, so
        # that a topic's table stays in the cache.
        rows = np.arange(n, dtype=np.uint32) * np.uint32(n_words)
        tokens = np.repeat(np.tile(rows, N_TOPICS), drawn.ravel())
        last = 0
        for table, size in zip(self._tables, drawn.sum(axis=1).tolist(), strict=True):
            first, last = last, last + size
            tokens[first:last] += table.draw(size, rng)
        tokens.sort()
        return _count(tokens, n, n_words)

    def _lengths(self, rng: np.random.Generator) -> NDArray[np.int64]:
        spread = self.shape.length_spread
        log_median = np.log(self.shape.mean_length) - spread**2 / 2
        exact = rng.lognormal(log_median, spread, self.block_size)
        exact += rng.random(self.block_size)  # so that rounding down keeps the mean
        return np.maximum(exact.astype(np.int64), 1)


def generate(
    shape: CorpusShape,
    folder: Path,
    fraction: float = 1.0,
    seed: int = 0,
    progress: Callable[[Documents], None] = lambda _: None,
) -> Corpus:
    """Write a stand-in to `folder` and its topics next to it, in the memory of a block."""
    stand_in = StandIn(shape, seed)
    with StoreWriter(folder) as writer:
        for block in stand_in.blocks(fraction):
            writer.append(block)
            progress(block)
        writer.finish(Vocabulary.numbered(shape.n_words))
    np.save(topics_file(folder), stand_in.topics)
    return Corpus.open(folder, verify=False)


def topics_file(folder: Path) -> Path:
    """Where the true topics of the stand-in in `folder` are."""
    return folder.with_name(folder.name + ".topics.npy")


def _count(tokens: NDArray[np.uint32], n_documents: int, n_words: int) -> Documents:
    """Sorted tokens as rows of counts: a run of equal ones is an entry."""
    starts = np.flatnonzero(np.concatenate([[True], tokens[1:] != tokens[:-1]]))
    documents, words = np.divmod(tokens[starts], np.uint32(n_words))
    sizes = np.bincount(documents, minlength=n_documents)
    return Documents(
        offsets=np.concatenate([[0], np.cumsum(sizes)]),
        words=words.astype(np.int32),
        counts=np.diff(starts, append=tokens.size).astype(np.int32),
        n_words=n_words,
    )


def _generator(seed: int, stream: int) -> np.random.Generator:
    """Independent numbers for the topics (stream 0) and for every block (from 1 on)."""
    if not 0 <= seed < 1 << 64:
        raise InputError(f"seed is {seed}; expected 0 to 2^64 - 1")
    return np.random.Generator(np.random.Philox(key=np.array([seed, stream], dtype=np.uint64)))

"""The tasks: a corpus, a number of topics, and which documents are held out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

import thalweg
from benchmarks import corpora
from thalweg import InputError

HELD_OUT = 0.1


@dataclass(frozen=True)
class Task:
    """What all systems are given."""

    title: str
    corpus: str
    n_topics: int

    def split(self) -> tuple[sparse.csr_array, sparse.csr_array]:
        """Documents to learn from and, always the same tenth, documents to score.

        Words that only held-out documents have, and empty documents, are dropped beforehand: what
        a system makes of a word that it never saw is not what is measured here.
        """
        return hold_out(self.matrix())

    def matrix(self) -> sparse.csr_array:
        """Return the documents of the corpus in the order of its file."""
        folder = corpora.SHARED / self.corpus
        if not folder.exists():
            raise InputError(
                f"the corpus {self.corpus} is not at {folder}; set THALWEG_DATA to the folder that "
                "has it, or choose other tasks by --task"
            )
        if corpora.available(self.corpus):
            return corpora.docword(self.corpus)
        if (folder / "bow.npz").exists():
            return corpora.bags(self.corpus)
        texts = thalweg.read(folder / f"{self.corpus}.jsonl.gz", min_df=5, max_df=0.25)
        documents = texts.documents()
        return sparse.csr_array(
            (documents.counts.astype(np.int32), documents.words, documents.offsets),
            shape=(documents.n_documents, documents.n_words),
        )


def hold_out(X: sparse.csr_array) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Split documents at random, with a fixed seed."""
    X = X[X.sum(axis=1) > 0]
    X = X[np.random.default_rng(0).permutation(X.shape[0])]
    n = max(1, int(HELD_OUT * X.shape[0]))
    known = np.asarray(X[n:].sum(axis=0)).ravel() > 0
    X = X[:, known]
    return X[n:], X[:n]


TASKS = {
    "nips-20": Task("NIPS, K = 20", "nips", 20),
    "nips-100": Task("NIPS, K = 100", "nips", 100),
    "ap-50": Task("AP, K = 50", "ap", 50),
    "20newsgroups-50": Task("20 newsgroups, K = 50", "20newsgroups", 50),
    "arxiv50k-100": Task("arXiv abstracts, K = 100", "arxiv50k", 100),
    "simplewiki-100": Task("Simple Wikipedia, K = 100", "simplewiki", 100),
    "acl_abstracts-100": Task("ACL abstracts, K = 100", "acl_abstracts", 100),
    "scotus_oral-50": Task("Supreme Court, K = 50", "scotus_oral", 50),
    "win32_api_docs-100": Task("Win32 documentation, K = 100", "win32_api_docs", 100),
}

"""The other figures that the engine must reach, each a ratio or a difference within one run."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np
from scipy import sparse

from benchmarks import corpora
from benchmarks.kernel.throughput import pass_over
from thalweg import LDA
from thalweg.corpus.documents import Documents
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState


def documents_in(X: sparse.csr_array, seconds: float) -> dict[str, float]:
    """Documents that default settings train in so many seconds; the paper's SCVB0: 3,300 in 5 s."""
    lda = LDA(20, max_time=seconds, random_state=0)
    start = time.perf_counter()
    lda.fit(X)
    return {
        "seconds": time.perf_counter() - start,
        "documents": lda.n_documents_seen_,
        "paper_documents": 3300,
    }


def vocabulary_independence(n_topics: int = 100) -> dict[str, float]:
    """Time a document of the same documents in vocabularies of 10,000 and 1,000,000 words.

    Twice: the ids as they are, and spread over the large vocabulary, which moves the same rows
    apart in memory.
    """
    small = corpora.zipf(4000, 10_000, 200)
    same_ids = sparse.csr_array(
        (small.data, small.indices, small.indptr), shape=(small.shape[0], 1_000_000)
    )
    spread = corpora.zipf(4000, 10_000, 200, span=1_000_000)
    states = {}
    for name, X in (("small", small), ("same_ids", same_ids), ("spread", spread)):
        documents = Documents.check(X)
        prior = Prior.create(0.1, 0.01, n_topics, documents.n_words)
        state = TopicState.random(documents.n_words, prior, documents.n_tokens, seed=0)
        states[name] = (state, documents)
    best = dict.fromkeys(states, np.inf)
    for round_ in range(8):
        for name, (state, documents) in states.items():
            _, took = pass_over(state, documents, n_threads=2, seed=round_)
            best[name] = min(best[name], took / documents.n_documents)
    return {
        "microseconds_a_document": best["small"] * 1e6,
        "same_ids_ratio": best["same_ids"] / best["small"],
        "spread_ratio": best["spread"] / best["small"],
    }


_MEMORY = """
import sys
from pathlib import Path
from scipy import sparse
import thalweg, thalweg.estimator

def kilobytes(field):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field))

X = sparse.load_npz(sys.argv[1])
before = kilobytes("VmRSS:")
thalweg.LDA(100, max_iter=2, random_state=0, n_jobs=2).fit(X)
print((kilobytes("VmHWM:") - before) / 1024)
"""


def peak_memory(path: str) -> dict[str, float]:
    """MB of peak RSS that training adds, W = 100,000 and K = 100; N^Phi itself is 40 MB."""
    sparse.save_npz(path, corpora.zipf(10_000, 100_000, 200))
    return {"added_mb": float(_run(_MEMORY, path)), "bar_mb": 300.0}


_INTERRUPT = """
import os, signal, threading, time
import numpy as np
from benchmarks.corpora import zipf
from thalweg.corpus.documents import Documents
from thalweg.inference import scvb0
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

documents = Documents.check(zipf(20_000, 50_000, 200))
state = TopicState.random(50_000, Prior.create(0.1, 0.01, 500, 50_000), documents.n_tokens, 0)
sent = []

def send():
    time.sleep(1.0)
    sent.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=send, daemon=True).start()
try:
    scvb0.train(
        state, documents, np.arange(20_000), np.array([0, 20_000]), np.array([0.5]),
        np.array([documents.n_tokens]),
        scvb0.DocumentVisits(burn_in=scvb0.BurnIn(5.0)), n_threads=2,
    )
except KeyboardInterrupt:
    print(time.perf_counter() - sent[0])
"""


def interrupt_latency() -> dict[str, float]:
    """Seconds from Ctrl-C to its exception, in the middle of a minibatch of 20,000 documents."""
    return {"worst_of_5": max(float(_run(_INTERRUPT)) for _ in range(5)), "bar_seconds": 0.1}


def import_time() -> dict[str, float]:
    """Seconds that `import thalweg` takes more than `import numpy`, best of five processes each."""

    def best(statement: str) -> float:
        code = f"import time; t = time.perf_counter(); {statement}; print(time.perf_counter() - t)"
        return min(float(_run(code)) for _ in range(5))

    return {"added_seconds": best("import thalweg") - best("import numpy"), "bar_seconds": 0.15}


def _run(code: str, *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], check=True, capture_output=True, text=True
    ).stdout

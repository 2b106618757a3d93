"""Peak memory of making an on-disk corpus from a large text, and of training from it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import corpora

N_TOPICS = 100

# Not getrusage's ru_maxrss: a new process inherits that of the one which started it.
_PEAK = """
def peak():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
"""

_READ = """
import json, sys, time, thalweg
from thalweg.corpus import reading
idle, start = peak(), time.perf_counter()
corpus = thalweg.read(sys.argv[1], out=sys.argv[2])
print(json.dumps({"idle_bytes": idle, "peak_bytes": peak(), "seconds": time.perf_counter() - start,
    "documents": corpus.n_documents, "words": corpus.n_words, "tokens": corpus.n_tokens}))
"""

_TRAIN = """
import json, sys, time, thalweg
corpus = thalweg.Corpus.open(sys.argv[1])
n_topics = int(sys.argv[2])
thalweg.LDA
idle, start = peak(), time.perf_counter()
lda = thalweg.LDA(n_topics, max_iter=1, random_state=0).fit(corpus)
print(json.dumps({"idle_bytes": idle, "growth_bytes": peak() - idle,
    "seconds": time.perf_counter() - start, "model_bytes": lda.n_features_in_ * n_topics * 4,
    "tokens": lda.n_tokens_seen_}))
"""


def measure(n_bytes: int, folder: Path) -> dict[str, Any]:
    """Generate so many bytes of short documents, read them into a store, train from the store."""
    path, out = folder / "large.jsonl", folder / "store"
    n_documents = generate(path, n_bytes)
    reading = _run(_READ, path, out)
    training = _run(_TRAIN, out, N_TOPICS)
    training["growth_beyond_model_bytes"] = training["growth_bytes"] - training["model_bytes"]
    stored = sum(file.stat().st_size for file in out.iterdir())
    return {
        "text_bytes": path.stat().st_size,
        "generated_documents": n_documents,
        "stored_bytes": stored,
        "reading": reading,
        "training": training,
    }


def generate(path: Path, n_bytes: int) -> int:
    """Short documents as JSON lines: four sentences each, one in ten has a word of its own.

    Sentences are drawn once and documents are drawn from them: ten million documents within a
    minute, none of them equal.
    """
    pool = corpora.sentences(50_000, 14)
    rng = np.random.default_rng(0)
    n_documents = written = 0
    with path.open("w", encoding="utf-8") as file:
        while written < n_bytes:
            picks = rng.integers(len(pool), size=(10_000, 4)).tolist()
            own = rng.integers(10**9, size=1_000).tolist()
            lines = [
                f'{{"text": "{pool[a]} {pool[b]} {pool[c]} {pool[d]}"}}\n' for a, b, c, d in picks
            ]
            for place, number in enumerate(own):
                lines[10 * place] = lines[10 * place][:-3] + f' {_letters(number)}"}}\n'
            block = "".join(lines)
            file.write(block)
            written += len(block)
            n_documents += len(lines)
    return n_documents


def _letters(number: int) -> str:
    return "".join(chr(97 + int(digit)) for digit in str(number))


def _run(code: str, *arguments: Any) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", _PEAK + code, *map(str, arguments)],
        check=True,
        stdout=subprocess.PIPE,
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result

"""A table of generated documents: planted topics, dates and places, of any number of rows."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

N_TOPICS = 50
_WORDS, _PER_TOPIC, _LENGTH, _AT_A_TIME = 20_000, 200, 30, 20_000


def write_documents(path: Path, n_documents: int, seed: int = 0) -> None:
    """Write a CSV file with id, text, date and place; two topics per document, some common words.

    The file is written under another name first, so that one that is there is complete.
    """
    rng = np.random.default_rng(seed)
    syllables = np.array([c + v for c in "bcdfghjklmnprstvwz" for v in "aeiou"])
    spelled = syllables[rng.integers(syllables.size, size=(_WORDS, 4))]
    words = np.unique(["".join(row[: 2 + i % 3]) for i, row in enumerate(spelled)])
    of_topics = rng.integers(words.size, size=(N_TOPICS, _PER_TOPIC))
    popular = 1 / np.arange(3, _PER_TOPIC + 3)
    cumulative = np.cumsum(popular / popular.sum())
    unfinished = path.with_suffix(".part")
    with unfinished.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["id", "text", "date", "place"])
        for first in range(0, n_documents, _AT_A_TIME):
            n = min(_AT_A_TIME, n_documents - first)
            topics = rng.integers(N_TOPICS, size=(n, 2))
            chosen = topics[np.arange(n)[:, None], (rng.random((n, _LENGTH)) < 0.3).astype(int)]
            drawn = np.searchsorted(cumulative, rng.random((n, _LENGTH)))
            texts = words[of_topics[chosen, np.minimum(drawn, _PER_TOPIC - 1)]]
            for i, row in enumerate(texts.tolist()):
                number = first + i
                day = f"{2010 + number % 12}-{1 + number % 9:02}-{1 + number % 28:02}"
                table.writerow([f"d{number}", " ".join(row), day, f"p{topics[i, 0] % 5}"])
    unfinished.rename(path)

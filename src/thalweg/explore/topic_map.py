"""Topic map: topics as points, similar topics close together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MAX_WORDS = 2000
_MIN_WORDS = 200
_PAIR_WORDS = 5_000_000  # pairs of topics times words: about 50 ms


def jensen_shannon(probabilities: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the Jensen-Shannon divergence between all pairs of topics, (K, K), in nats.

    JS(p, q) = H((p + q) / 2) - (H(p) + H(q)) / 2, from 0 (equal) to log 2 (no common word). Words
    are kept that are most probable in some topic, at most 2,000, and all others count as one word.
    That can only make divergences smaller, and takes milliseconds instead of seconds.
    """
    p = _coarse(np.asarray(probabilities))
    entropies = _entropy(p)
    divergence = np.zeros((len(p), len(p)))
    for i in range(len(p) - 1):
        mixed = _entropy((p[i] + p[i + 1 :]) / 2)
        divergence[i, i + 1 :] = mixed - (entropies[i] + entropies[i + 1 :]) / 2
    divergence += divergence.T
    return np.maximum(divergence, 0.0)


def jensen_shannon_from(probabilities: NDArray[np.floating], topic: int) -> NDArray[np.float64]:
    """Return a row of `jensen_shannon`, in a K-th of the time."""
    p = _coarse(np.asarray(probabilities))
    entropies = _entropy(p)
    mixed = _entropy((p[topic] + p) / 2)
    return np.asarray(np.maximum(mixed - (entropies[topic] + entropies) / 2, 0.0))


def coordinates(
    divergence: NDArray[np.float64], previous: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Return a point for each topic, (K, 2), by classical scaling of square roots of divergences.

    B = -1/2 J D J, with D the divergences and J = I - 11'/K; the points are the two largest
    eigenvectors of B, times the square roots of their eigenvalues. Points are defined up to a
    rotation and a reflection. These are chosen so that the points are closest to the previous ones.
    """
    n = len(divergence)
    centring = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(-0.5 * centring @ divergence @ centring)
    points = np.zeros((n, 2))
    used = min(2, n)
    largest = np.argsort(-values, kind="stable")[:used]
    points[:, :used] = vectors[:, largest] * np.sqrt(np.maximum(values[largest], 0.0))
    # Eigenvectors have no sign of their own.
    farthest = np.abs(points).argmax(axis=0)
    points *= np.where(points[farthest, [0, 1]] < 0, -1.0, 1.0)
    if previous is None or previous.shape != points.shape:
        return points
    return points @ _rotation(points, previous - previous.mean(axis=0))


def _rotation(points: NDArray[np.float64], target: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the orthogonal R that makes |points R - target| smallest (Procrustes)."""
    u, _, vt = np.linalg.svd(points.T @ target)
    return np.asarray(u @ vt)


def _coarse(probabilities: NDArray[np.floating]) -> NDArray[np.floating]:
    n_topics, n_words = probabilities.shape
    most = min(MAX_WORDS, max(_MIN_WORDS, _PAIR_WORDS // n_topics**2))
    if n_words <= most:
        return probabilities
    largest = probabilities.max(axis=0)
    kept = np.argpartition(-largest, most)[:most]
    p = np.empty((n_topics, most + 1), probabilities.dtype)
    p[:, :most] = probabilities[:, kept]
    p[:, most] = np.maximum(1 - p[:, :most].sum(axis=1), 0.0)
    return p


def _entropy(p: NDArray[np.floating]) -> NDArray[np.float64]:
    """-sum p log p, where 0 log 0 = 0."""
    positive = np.maximum(p, np.finfo(p.dtype).tiny)
    return np.asarray(-(p * np.log(positive)).sum(axis=-1, dtype=np.float64))

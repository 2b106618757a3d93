"""What is recorded of a trained model, and how two records are compared."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg import LDA

N_ENTRIES = 20

# For machines whose logarithms and powers differ in the last bits. Measured over all training
# cases at commit 6f18c17, by noise in the step sizes and in digamma: up to 1e-14 of their values,
# fifty times the last bit, all hashes stay the same; with 1e-9, components differ by at most 2.5e-4
# of themselves, a document's proportions by 0.02 of their mean and scores by 8e-5 of 5.6. Between
# AVX2 and baseline, which round every operation differently, it is 4.9e-4, 0.064 and 4e-5. Topics
# that have hardly parted, after one pass, leave a document's proportions undecided; all else is
# closer. A change of the algorithm, of a default or of a random stream is far outside: another
# random_state changes components by 1 and more.
TOLERANCE = {"components": (1e-3, 0.0), "transform": (0.0, 0.1)}  # rtol; atol in means
SCORE_RTOL = 5e-5


def digest(values: NDArray[Any]) -> dict[str, Any]:
    """Hash of an array's bytes, and some of its numbers for machines with other arithmetic."""
    rng = np.random.Generator(np.random.Philox(7))
    places = rng.integers(values.size, size=N_ENTRIES)
    sums = values.sum(axis=1, dtype=np.float64)
    return {
        "shape": list(values.shape),
        "sha256": hashlib.sha256(np.ascontiguousarray(values).tobytes()).hexdigest(),
        "row_sums": _rounded(sums[:N_ENTRIES]) if np.ptp(sums) > 1e-3 else [],  # not those of 1
        "entries": _rounded(values.ravel()[places]),
        "mean": float(f"{values.mean(dtype=np.float64):.9g}"),
    }


def record(lda: LDA, X: Any) -> dict[str, Any]:
    """All that must not change: the topics, what they are used for, and the counters."""
    return {
        "components": digest(lda.components_),
        "transform": digest(lda.transform(X)),
        "score": lda.score(X),
        "n_iter": int(lda.n_iter_),
        "n_documents_seen": int(lda.n_documents_seen_),
        "n_tokens_seen": float(lda.n_tokens_seen_),
        "scores_of_history": [row["score"] for row in lda.history_ if row["score"] is not None],
    }


def differences(found: dict[str, Any], expected: dict[str, Any], *, bits: bool) -> list[str]:
    """What differs between two records, in words; to the last bit or by the tolerances above."""
    different = [
        f"{name} is {found[name]}, was {expected[name]}"
        for name in ("n_iter", "n_documents_seen", "n_tokens_seen")
        if found[name] != expected[name]
    ]
    for name in ("score", "scores_of_history"):
        a, b = np.array(found[name], dtype=float), np.array(expected[name], dtype=float)
        rtol = 0.0 if bits else SCORE_RTOL
        if a.shape != b.shape or not np.allclose(a, b, rtol, 0.0):
            different.append(f"{name} is {found[name]}, was {expected[name]}")
    for name in ("components", "transform"):
        different += array_differences(name, found[name], expected[name], bits=bits)
    return different


def array_differences(
    name: str, found: dict[str, Any], expected: dict[str, Any], *, bits: bool
) -> list[str]:
    """The same for the digests of one array, `components` or `transform`."""
    if found["shape"] != expected["shape"]:
        return [f"{name} has shape {found['shape']}, had {expected['shape']}"]
    if bits:
        equal = found["sha256"] == expected["sha256"]
        return [] if equal else [f"{name}: other bits; {_largest(found, expected)}"]
    rtol, atol = TOLERANCE[name]
    close = (
        np.allclose(found[part], expected[part], rtol, atol * expected["mean"])
        for part in ("row_sums", "entries")
    )
    return [] if all(close) else [f"{name}: {_largest(found, expected)}"]


def one_line_each(content: dict[str, Any], *groups: str) -> str:
    """JSON with one line per case of these groups, for readable differences."""
    parts = []
    for name, value in content.items():
        text = json.dumps(value, indent=1)
        if name in groups:
            cases = (f"{json.dumps(case)}: {_compact(kept)}" for case, kept in value.items())
            text = "{\n" + ",\n".join(cases) + "\n}"
        parts.append(f"{json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _largest(found: dict[str, Any], expected: dict[str, Any]) -> str:
    parts = []
    for part in ("row_sums", "entries"):
        a, b = np.array(found[part]), np.array(expected[part])
        if not a.size:
            continue
        share = np.max(np.abs(a - b) / np.abs(b))
        parts.append(f"the recorded {part} differ by up to {share:.2g} of themselves")
    return ", ".join(parts)


def _rounded(values: NDArray[Any]) -> list[float]:
    """Nine digits: all of a float32."""
    return [float(f"{value:.9g}") for value in values.tolist()]

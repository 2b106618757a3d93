"""Reading UCI's docword files: against numpy.loadtxt and scipy.io.mmread on the same triples."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from scipy import io, sparse

import thalweg


def measure(counts: sparse.csr_array, folder: Path, repeats: int) -> dict[str, Any]:
    """Seconds of each way, best of interleaved runs; of loadtxt, of two."""
    matrix = counts.tocoo()
    header = f"{matrix.shape[0]}\n{matrix.shape[1]}\n{matrix.nnz}\n"
    triples = np.column_stack([matrix.coords[0] + 1, matrix.coords[1] + 1, matrix.data])
    body = "".join(f"{d} {w} {c}\n" for d, w, c in triples.tolist())
    docword, market = folder / "docword.made.txt", folder / "made.mtx"
    docword.write_text(header + body)
    sizes = " ".join(header.split())
    market.write_text(f"%%MatrixMarket matrix coordinate integer general\n{sizes}\n{body}")

    ways: dict[str, Callable[[], Any]] = {
        "thalweg": lambda: thalweg.read(docword),
        "mmread": lambda: io.mmread(market, spmatrix=False),
        "mmread_to_csr": lambda: io.mmread(market, spmatrix=False).tocsr(),
        "loadtxt": lambda: np.loadtxt(docword, skiprows=3),
        "loadtxt_int64": lambda: np.loadtxt(docword, skiprows=3, dtype=np.int64),
    }
    seconds = dict.fromkeys(ways, float("inf"))
    for repeat in range(2 * repeats):
        for name, way in ways.items():
            if repeat < 2 or not name.startswith("loadtxt"):
                start = time.perf_counter()
                way()
                seconds[name] = min(seconds[name], time.perf_counter() - start)
    return {
        "entries": matrix.nnz,
        "bytes": docword.stat().st_size,
        "seconds": seconds,
        "times_faster_than_loadtxt": seconds["loadtxt"] / seconds["thalweg"],
        "times_faster_than_loadtxt_of_int64": seconds["loadtxt_int64"] / seconds["thalweg"],
        "times_faster_than_mmread": seconds["mmread"] / seconds["thalweg"],
        "megabytes_per_second": docword.stat().st_size / seconds["thalweg"] / 1e6,
        "equal": bool((thalweg.read(docword).to_csr() != counts).nnz == 0),
    }

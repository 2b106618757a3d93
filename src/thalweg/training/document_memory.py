"""What an algorithm keeps about every document, as arrays that a checkpoint can hold."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents
from thalweg.inference import cvb0, map_em, scvb0
from thalweg.inference.method import DocumentMemory, Method
from thalweg.state.native import aligned
from thalweg.state.topic_state import TopicState, padded


def arrays_of(memory: DocumentMemory) -> dict[str, NDArray[Any]]:
    """The arrays that `memory_of` needs."""
    if isinstance(memory, scvb0.KeptCounts):
        return {"kept.counts": memory.counts, "kept.clocks": memory.clocks}
    if isinstance(memory, cvb0.Responsibilities):
        return {"gamma": memory.gamma, "next_document": np.array([memory.next_document])}
    if isinstance(memory, map_em.DocumentCounts):
        return {"document_counts": memory.counts}
    return {}


def memory_of(
    method: Method, documents: Documents, state: TopicState, arrays: dict[str, NDArray[Any]]
) -> DocumentMemory:
    """What was kept; KeyError or ValueError if the arrays do not fit the documents."""
    n_documents, k = documents.n_documents, padded(state.n_topics)

    def array(name: str, dtype: Any, shape: tuple[int, ...]) -> NDArray[Any]:
        found = arrays[name]
        if found.dtype != dtype or found.shape != shape or not np.isfinite(found).all():
            raise ValueError(f"{name} is {found.dtype} {found.shape}; expected {dtype} {shape}")
        return found

    if method.algorithm == "cvb0":
        gamma = array("gamma", np.float32, (int(documents.offsets[-1]), k))
        next_document = int(array("next_document", np.int64, (1,))[0])
        if not 0 <= next_document < max(1, n_documents):
            raise ValueError(f"next_document is {next_document}")
        return cvb0.Responsibilities(gamma, next_document)
    if method.algorithm == "map":
        counts = array("document_counts", np.float32, (n_documents, k))
        return map_em.DocumentCounts(counts, np.zeros_like(counts))
    return scvb0.KeptCounts(
        aligned(array("kept.counts", np.float32, (n_documents, k))),
        array("kept.clocks", np.float64, (n_documents,)).copy(),
    )

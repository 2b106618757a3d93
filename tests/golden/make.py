"""Write a model file of the current version of the format, once.

    python -m tests.golden.make

Files of earlier versions are never written again: every later thalweg must be able to open them. A
new version of the format gets a new file. The numbers in it are chosen, not trained, so that tests
can compare them with what was put in.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy import sparse

from thalweg import Vocabulary
from thalweg.persistence import model_file
from thalweg.persistence.saved_model import SavedModel
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

FOLDER = Path(__file__).parent
N_WORDS, N_TOPICS = 6, 3


def saved_model() -> SavedModel:
    """A model with everything that a model file can hold."""
    pair = sparse.csr_array(([2.5], ([4], [1])), shape=(N_WORDS, N_TOPICS), dtype=np.float32)
    mask = sparse.csr_array(([True], ([5], [0])), shape=(N_WORDS, N_TOPICS))
    prior = Prior(
        doc_topic=np.array([0.1, 0.2, 0.3]),
        topic_word=np.array([0.01, 0.02, 0.03, 0.04, 0.05, 0.06]),
        added=pair,
        masked=mask,
        locked=np.array([False, False, True]),
    )
    state = TopicState.random(N_WORDS, prior, 168.0, seed=7)
    state.scaled_counts[:, :N_TOPICS] = np.arange(18).reshape(N_WORDS, N_TOPICS)
    state.scaled_counts[5, 0] = 0
    state.scale[:N_TOPICS] = [1.0, 2.0, 0.5]
    state.totals[:N_TOPICS] = [30.0, 102.0, 28.5]
    state.clock, state.n_documents_seen, state.n_tokens_seen = 11, 22, 33.5
    return SavedModel(
        parameters={
            "n_components": N_TOPICS,
            "doc_topic_prior": np.array([0.1, 0.2, 0.3]),
            "topic_word_prior": sparse.csr_array(pair.T),
            "random_state": np.random.RandomState(7),
            "max_iter": 4,
        },
        state=state,
        vocabulary=Vocabulary(["river", "bank", "money", "über", "河", "loan"], retired=[2]),
        fitted={
            "n_iter": 4,
            "batch_size": 8,
            "schedule": [1.0, 10.0, 0.9],
            "best_score": -2.5,
            "feature_names": None,
        },
        text_settings={"lowercase": True, "min_length": 2, "stop_words": ["the"]},
        history=[{"passes": 4, "documents": 22, "tokens": 33.5, "score": -2.5}],
    )


if __name__ == "__main__":
    path = FOLDER / f"model-v{model_file.VERSION}.safetensors"
    if path.exists():
        raise SystemExit(f"{path} exists; files of a version are written only once")
    model_file.write(path, saved_model())

"""Writes model files to models/, checkpoints to checkpoints/ and what they must give to files.json.

    python -m tests.golden.make_files

It was run at commit 6f18c17 with AVX2. These files are never made again: that every later version
opens them, and resumes them to the same bits, is what they are for. New cases get files next to
them; those that exist are left alone.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from tests.golden import arithmetic
from tests.golden.file_cases import (
    CHECKPOINTS,
    DEFAULTS,
    MODELS,
    ModelCase,
    interrupt,
    new_documents,
    train,
)
from tests.golden.flat_parameters import given_parameters, make_lda
from tests.golden.results import digest, one_line_each, record
from thalweg import LDA

FOLDER = Path(__file__).parent
MODEL_FILES, CHECKPOINT_FOLDERS = FOLDER / "models", FOLDER / "checkpoints"
FILE = FOLDER / "files.json"


def model_path(name: str) -> Path:
    """The file of a model."""
    return MODEL_FILES / f"{name}.safetensors"


def facts(lda: LDA) -> dict[str, Any]:
    """What a model has after it was opened."""
    settings = lda.text_settings_
    names = getattr(lda, "feature_names_in_", None)
    return record(lda, new_documents(lda)) | {
        "parameters": given_parameters(lda),
        "doc_topic_prior": lda.state_.prior.doc_topic.tolist(),
        "topic_word_prior": lda.state_.prior.topic_word.tolist(),
        "batch_size": int(lda.batch_size_),
        "schedule": [lda.schedule_.scale, lda.schedule_.offset, lda.schedule_.decay],
        "best_score": getattr(lda, "best_score_", None),
        "history": lda.history_,
        "vocabulary": None if lda.vocabulary_ is None else list(lda.vocabulary_),
        "text_settings": None if settings is None else settings.to_json(),
        "feature_names": None if names is None else names.tolist(),
        "progressive_score": lda.progressive_.score if hasattr(lda, "progressive_") else None,
    }


def make_model(name: str, case: ModelCase) -> dict[str, Any]:
    """Train, save, and record what the opened file gives, then after more documents."""
    case.train(make_lda({**DEFAULTS, **case.parameters})).save(model_path(name))
    return described(model_path(name))


def described(path: Path) -> dict[str, Any]:
    """What a model file gives; a minibatch algorithm's model also after more documents."""
    lda = LDA.load(path)
    found = facts(lda)
    if lda.vocabulary_ is None and found["parameters"].get("algorithm") not in ("cvb0", "map"):
        lda.partial_fit(new_documents(lda))
        found["after_more_documents"] = digest(lda.components_)
    return json.loads(json.dumps(found))  # tuples are lists in JSON


def main() -> None:
    """Write what does not exist yet."""
    content: dict[str, Any] = {"commit": "6f18c17", "models": {}, "checkpoints": {}}
    if FILE.exists():
        content = json.loads(FILE.read_text())
    else:
        content["machine"] = arithmetic.describe()
        content["instruction_set"] = arithmetic.instruction_set()
    MODEL_FILES.mkdir(exist_ok=True)
    for name, model_case in MODELS.items():
        if name not in content["models"]:
            content["models"][name] = make_model(name, model_case)
    for name, case in CHECKPOINTS.items():
        if name in content["checkpoints"]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            corpus = Path(folder) / "corpus"
            straight = train(case, corpus)
            interrupt(case, corpus, CHECKPOINT_FOLDERS / name)
        content["checkpoints"][name] = record(straight, new_documents(straight))
    FILE.write_text(one_line_each(content, "models", "checkpoints"))


if __name__ == "__main__":
    main()

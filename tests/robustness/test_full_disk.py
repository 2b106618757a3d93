"""A full disk: training continues, and files that existed before are intact."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.robustness import kill
from thalweg import LDA

resource = pytest.importorskip("resource")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def limit_files() -> None:
    """Limit the files of a process to 1,000 bytes, which holds no checkpoint and no model."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


def test_training_continues_without_checkpoints_and_earlier_ones_are_intact(tmp_path: Path) -> None:
    corpus = kill.make_task(tmp_path, n_documents=200).corpus
    task = kill.Task(corpus, 5, 2, "--checkpoint-documents", checkpoint_every="200")
    checkpoints, model = tmp_path / "checkpoints", tmp_path / "long.model"
    subprocess.run(task.command(tmp_path / "short.model", checkpoints), check=True)
    before = contents(checkpoints)
    assert before
    longer = replace(task, n_passes=4).command(model, checkpoints)
    run = subprocess.run(longer, capture_output=True, text=True, preexec_fn=limit_files)
    assert "could not write a checkpoint" in run.stderr
    assert "Training continues" in run.stderr
    assert run.returncode == 1  # the model could not be written either
    assert f"{model} cannot be written" in " ".join(run.stderr.split())
    assert contents(checkpoints) == before
    assert not list(tmp_path.glob("*long.model*"))


def test_a_model_that_does_not_fit_leaves_the_earlier_file_intact(tmp_path: Path) -> None:
    path = tmp_path / "model"
    X = np.random.default_rng(0).poisson(1.0, (20, 30))
    LDA(3, max_iter=1, random_state=0).fit(X).save(path)
    before = contents(tmp_path)
    code = f"""
import resource, thalweg
model = thalweg.load({str(path)!r})
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    model.save({str(path)!r})
except thalweg.StorageError as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert f"{path} cannot be written" in run.stdout
    assert contents(tmp_path) == before

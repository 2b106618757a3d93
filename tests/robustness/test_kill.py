"""A training run that was killed is resumed to the same bytes."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.robustness import kill
from thalweg import LDA

# Kills the process when it waits for the disk for the n-th time. It does so twice for each file:
# before the temporary file is renamed, and afterwards.
KILLED_AT_THE_DISK = """
import os, runpy, signal, sys

n_left, fsync = int(sys.argv.pop(1)), os.fsync

def killing_fsync(handle):
    global n_left
    n_left -= 1
    if not n_left:
        os.kill(os.getpid(), signal.SIGKILL)
    fsync(handle)

os.fsync = killing_fsync
runpy.run_module("thalweg", run_name="__main__")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kill")


@pytest.fixture(scope="module")
def task(folder: Path) -> kill.Task:
    """A short training run that writes four checkpoints."""
    corpus = kill.make_task(folder, n_documents=200).corpus
    return kill.Task(corpus, 5, 4, "--checkpoint-documents", checkpoint_every="200")


@pytest.fixture(scope="module")
def expected(task: kill.Task, folder: Path) -> bytes:
    return kill.undisturbed(task, folder)[0]


@pytest.mark.parametrize("n_waits", [1, 2, 5])
def test_a_process_killed_while_it_writes_a_checkpoint_resumes_to_the_same_bytes(
    n_waits: int, task: kill.Task, expected: bytes, folder: Path
) -> None:
    model, checkpoints = folder / f"{n_waits}.model", folder / f"{n_waits}.checkpoints"
    arguments = task.arguments(model, checkpoints)
    code = [sys.executable, "-c", KILLED_AT_THE_DISK, str(n_waits)]
    killed = subprocess.run([*code, *arguments], capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    assert not model.exists()
    partial = list(checkpoints.glob(".*.partial"))
    assert len(partial) == n_waits % 2  # an odd number: killed before the file was renamed
    for path in checkpoints.glob("checkpoint-*"):
        LDA.load(path)  # every file with its final name is complete
    subprocess.run(task.command(model, checkpoints), check=True, capture_output=True)
    assert model.read_bytes() == expected
    assert not list(checkpoints.glob(".*.partial"))


def test_a_process_killed_while_it_writes_the_model_leaves_no_model_and_resumes(
    task: kill.Task, expected: bytes, tmp_path: Path
) -> None:
    """With a checkpoint only at the end, the second file written is the model."""
    task, model = replace(task, checkpoint_every="1000000"), tmp_path / "last.model"
    arguments = task.arguments(model, tmp_path / "checkpoints")
    code = [sys.executable, "-c", KILLED_AT_THE_DISK, "3"]
    killed = subprocess.run([*code, *arguments], capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    assert not model.exists()
    assert len(list(tmp_path.glob(".last.model.*.partial"))) == 1
    subprocess.run(task.command(model, tmp_path / "checkpoints"), check=True, capture_output=True)
    assert model.read_bytes() == expected


def test_a_process_stopped_at_random_moments_resumes_to_the_same_bytes(tmp_path: Path) -> None:
    """A short form of `python -m tests.robustness.kill`."""
    task = kill.make_task(tmp_path, n_documents=500, n_passes=20)
    expected, seconds = kill.undisturbed(task, tmp_path)
    run = kill.disturbed(task, tmp_path, seconds, seed=3)
    assert run.get("failed") is None
    assert run["model"] == expected

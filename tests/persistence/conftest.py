"""A model and a checkpoint that have everything a file can hold, and a path to save them."""

from pathlib import Path

import pytest

from tests.robustness import hostile_files
from thalweg.persistence.saved_model import SavedModel


@pytest.fixture
def saved() -> SavedModel:
    """A model that has everything a file can hold."""
    return hostile_files.example()


@pytest.fixture
def checkpoint() -> SavedModel:
    """The same model with a training part."""
    return hostile_files.example_checkpoint()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "model.safetensors"

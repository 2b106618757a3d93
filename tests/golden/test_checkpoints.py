"""Training runs that commit 6f18c17 began are resumed, and end with the bits that it had."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import thalweg
from tests.golden import arithmetic
from tests.golden.file_cases import CHECKPOINTS, new_documents, train
from tests.golden.make_files import CHECKPOINT_FOLDERS, FILE
from tests.golden.results import differences, record
from thalweg import InputError

RECORDED = json.loads(FILE.read_text())


def test_every_checkpoint_is_recorded() -> None:
    assert list(RECORDED["checkpoints"]) == list(CHECKPOINTS)


@pytest.fixture
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the folder: a resumed training run writes checkpoints of its own."""
    return Path(shutil.copytree(CHECKPOINT_FOLDERS / request.param, tmp_path / "kept"))


@pytest.mark.parametrize(("name", "kept"), [(n, n) for n in CHECKPOINTS], indirect=["kept"])
def test_a_checkpoint_is_resumed_to_the_recorded_results(
    name: str, kept: Path, tmp_path: Path
) -> None:
    case, expected = CHECKPOINTS[name], RECORDED["checkpoints"][name]
    (newest,) = kept.iterdir()
    assert thalweg.load(newest).n_iter_ < expected["n_iter"]
    resumed = train(case, tmp_path / "corpus", kept, resume=True)
    same_set = arithmetic.instruction_set() == RECORDED["instruction_set"]
    bits = same_set and arithmetic.same_bits_expected(RECORDED["machine"])
    different = differences(record(resumed, new_documents(resumed)), expected, bits=bits)
    assert not different, "\n".join(different)


@pytest.mark.parametrize("kept", ["scvb0"], indirect=True)
def test_other_parameters_than_those_of_the_checkpoint_are_refused(
    kept: Path, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=r"burn_in|clumping"):
        train(CHECKPOINTS["scvb0-options"], tmp_path / "corpus", kept, resume=True)

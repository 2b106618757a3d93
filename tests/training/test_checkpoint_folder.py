"""One training run at a time uses a folder of checkpoints, on one kind of processor."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from thalweg import LDA, Checkpoints, InputError, _core
from thalweg.files.folder_lock import FolderInUseError, FolderLock
from thalweg.training import checkpoint_data
from thalweg.training.reporting.progress import TrainingProgress

X = np.random.default_rng(0).poisson(0.5, (60, 40))


def fit(folder: Path, **settings: Any) -> LDA:
    return LDA(4, random_state=0, max_iter=3).fit(X, checkpoint=folder, resume=True, **settings)


def test_a_second_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    refused = []

    def start_another(progress: TrainingProgress) -> None:
        if not refused:
            with pytest.raises(InputError, match="in use by another training run") as error:
                fit(tmp_path)
            refused.append(error)

    fit(tmp_path, progress=start_another)
    assert refused
    fit(tmp_path)  # the folder is free again


def test_the_folder_is_free_after_an_error(tmp_path: Path) -> None:
    def fail(progress: TrainingProgress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fit(tmp_path, progress=fail)
    fit(tmp_path)
    with pytest.raises(InputError, match="other documents"):
        LDA(4, random_state=0).fit(X[:50], checkpoint=tmp_path, resume=True)
    fit(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked")
def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from thalweg.files.folder_lock import FolderLock"
        "; lock = FolderLock(Path(sys.argv[1])); print('locked', flush=True); sys.stdin.read()"
        "; os.abort()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"locked\n"
    with pytest.raises(FolderInUseError):
        FolderLock(tmp_path)
    process.communicate()
    lock = FolderLock(tmp_path)
    lock.release()
    lock.release()
    FolderLock(tmp_path).release()


def test_a_run_is_not_resumed_with_other_instructions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = fit(tmp_path).components_
    monkeypatch.setattr(checkpoint_data, "instructions", lambda: "z80 baseline")
    with pytest.raises(InputError, match=r"'z80 baseline'.*THALWEG_ISA"):
        fit(tmp_path)
    monkeypatch.undo()
    np.testing.assert_array_equal(fit(tmp_path).components_, expected)


@pytest.mark.skipif(len(_core.instruction_sets()) < 2, reason="needs two instruction sets")
def test_thalweg_isa_of_the_first_run_is_needed_to_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = _core.instruction_sets()[:2]
    monkeypatch.setenv("THALWEG_ISA", second)
    checkpoints = Checkpoints(tmp_path)
    LDA(4, random_state=0, max_iter=3).fit(X, checkpoint=checkpoints)
    monkeypatch.setenv("THALWEG_ISA", first)
    with pytest.raises(InputError, match=rf"{second}'; this process uses .*{first}"):
        fit(tmp_path)
    monkeypatch.setenv("THALWEG_ISA", second)
    fit(tmp_path)


def test_an_unknown_instruction_set_is_wrong_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THALWEG_ISA", "mmx")
    with pytest.raises(InputError, match="THALWEG_ISA is 'mmx'"):
        LDA(4).fit(X)

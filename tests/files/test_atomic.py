from __future__ import annotations

import resource
from pathlib import Path

import numpy as np
import pytest

from thalweg.errors import StorageError
from thalweg.files.atomic import write_atomically


def test_a_failing_writer_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def fail() -> None:
        with write_atomically(path, tmp_path / "y") as (file, _):
            file.write(b"new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["x", "x.gz"])
def test_a_full_disk_is_a_storage_error_and_leaves_nothing(tmp_path: Path, name: str) -> None:

    def write() -> None:
        with write_atomically(tmp_path / name, tmp_path / "y") as (file, other):
            other.write(b"fits")
            file.write(np.random.default_rng(0).bytes(1 << 18))  # no compressor helps

    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, old[1]))
    try:
        with pytest.raises(StorageError, match="cannot be written"):
            write()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_a_storage_error(tmp_path: Path) -> None:
    with pytest.raises(StorageError), write_atomically(tmp_path / "none" / "x"):
        pass


def test_files_have_the_permissions_that_the_user_wants(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    with write_atomically(tmp_path / "x") as (file,):
        file.write(b"")
    assert (tmp_path / "x").stat().st_mode == (tmp_path / "usual").stat().st_mode

from __future__ import annotations

import os
import resource
import stat
from pathlib import Path

import numpy as np
import pytest

import thalweg
from thalweg.errors import InputError, StorageError
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


def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")
    for mode in (0o600, 0o664, 0o400):
        path.chmod(mode)
        with write_atomically(path) as (file,):
            partial = next(tmp_path.glob(".x.*"))
            assert stat.S_IMODE(partial.stat().st_mode) == mode  # also while it is written
            file.write(b"new")
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    for name in ("old", "new"):
        (tmp_path / name).symlink_to(Path("elsewhere", name))
    (tmp_path / "elsewhere" / "old").write_bytes(b"before")
    with write_atomically(tmp_path / "old", tmp_path / "new") as files:
        for file in files:
            file.write(b"after")
    assert (tmp_path / "old").is_symlink()
    assert (tmp_path / "new").is_symlink()
    written = {path.name: path.read_bytes() for path in (tmp_path / "elsewhere").iterdir()}
    assert written == {"old": b"after", "new": b"after"}


def test_a_pipe_is_never_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link"):
        with pytest.raises(InputError, match="is a pipe"), write_atomically(tmp_path / name):
            pass
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


@pytest.mark.skipif(os.getuid() != 0, reason="only root makes device nodes")
def test_a_model_never_replaces_a_device(tmp_path: Path) -> None:
    os.mknod(tmp_path / "null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
    model = thalweg.LDA(2, max_iter=1).fit(np.eye(4))
    with pytest.raises(InputError, match="is a device"):
        model.save(tmp_path / "null")
    assert stat.S_ISCHR((tmp_path / "null").stat().st_mode)


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    with write_atomically(path) as (file,):
        file.write(b"new")
    assert path.read_bytes() == b"new"

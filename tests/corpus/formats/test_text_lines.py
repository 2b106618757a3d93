from __future__ import annotations

import gzip
import resource
from pathlib import Path

import numpy as np
import pytest

from thalweg.corpus.formats._shared.text_lines import read_text
from thalweg.errors import InputError, StorageError
from thalweg.files.atomic import write_atomically
from thalweg.files.compressed import read_whole


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        read_whole(tmp_path / "none")
    with pytest.raises(InputError, match="is a folder"):
        read_whole(tmp_path)
    with pytest.raises(InputError, match="is a folder"), write_atomically(tmp_path):
        pass


@pytest.mark.parametrize("name", ["x.gz", "x"])
def test_gzip_is_known_by_name_and_by_its_first_bytes(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(gzip.compress(b"one") + gzip.compress(b"two"))
    assert read_whole(tmp_path / name) == b"onetwo"


@pytest.mark.parametrize("name", ["x.gz", "x.zst"])
def test_a_file_that_is_not_what_its_name_says_is_refused(tmp_path: Path, name: str) -> None:
    if name.endswith(".zst"):
        pytest.importorskip("backports.zstd")
    (tmp_path / name).write_bytes(b"plain text")
    with pytest.raises(InputError, match="does not start like"):
        read_whole(tmp_path / name)


@pytest.mark.parametrize("name", ["x.gz", "x.zst"])
def test_a_compressed_file_that_was_cut_short_is_refused(tmp_path: Path, name: str) -> None:
    if name.endswith(".zst"):
        pytest.importorskip("backports.zstd")
    path = tmp_path / name
    with write_atomically(path) as (file,):
        file.write(bytes(range(256)) * 100)
    whole = path.read_bytes()
    assert read_whole(path) == bytes(range(256)) * 100
    for length in (len(whole) - 1, len(whole) // 2, 12):
        path.write_bytes(whole[:length])
        with pytest.raises(InputError, match=r"truncated or damaged"):
            read_whole(path)


@pytest.mark.parametrize(("byte", "said"), [(b"\xff", "0xff"), (b"\0", "0x00")])
def test_text_that_is_not_utf8_is_refused_at_its_line(
    tmp_path: Path, byte: bytes, said: str
) -> None:
    (tmp_path / "x").write_bytes(b"one\ntwo\n" + byte + b"\n")
    with pytest.raises(InputError, match=f"line 3: byte {said}"):
        read_text(tmp_path / "x")


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

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from thalweg.errors import InputError
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
def test_a_truncated_compressed_file_is_refused(tmp_path: Path, name: str) -> None:
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

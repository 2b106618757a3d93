"""Leftovers of killed processes are removed by the next write, files that are in use are not."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import environment
from thalweg import Corpus
from thalweg.files.atomic import write_atomically
from thalweg.files.partial import PartialFolder

WRITING = """
import sys, time
from pathlib import Path
from thalweg.files.atomic import write_atomically
from thalweg.files.partial import PartialFolder
folder = PartialFolder(Path(sys.argv[1], "store"))
with write_atomically(Path(sys.argv[1], "x")):
    print("writing", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def writer(tmp_path: Path):
    """Another process that is writing the file x and the folder store."""
    program = [sys.executable, "-c", WRITING, str(tmp_path)]
    with subprocess.Popen(program, env=environment(), stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"writing\n"
        yield process
        process.kill()


def write_both(folder: Path) -> None:
    with write_atomically(folder / "x") as (file,):
        file.write(b"new")
    Corpus([[1]], ["a"]).save(folder / "store")


def test_leftovers_of_a_killed_process_are_removed_by_the_next_write(
    writer: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    assert len(list(tmp_path.glob(".*.partial"))) == 2
    write_both(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["store", "x"]


def test_files_that_another_process_is_writing_are_kept(
    writer: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    before = set(tmp_path.glob(".*.partial"))
    assert len(before) == 2
    write_both(tmp_path)
    assert set(tmp_path.glob(".*.partial")) == before


def test_files_of_other_names_and_pipes_are_kept(tmp_path: Path) -> None:
    others = [".x.partial", ".x.txt.0123abcd.partial", ".y.0123abcd.partial", "x.0123abcd.partial"]
    for name in others:
        (tmp_path / name).write_bytes(b"")
    folder = PartialFolder(tmp_path / "x")
    folder.discard()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(others)

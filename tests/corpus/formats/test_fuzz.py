"""Any bytes give a corpus or a ThalwegError, and memory use follows the size of the file."""

from __future__ import annotations

import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.corpus.formats.corpora import EXAMPLE
from thalweg.corpus.formats import FORMATS, read_counts, write_counts
from thalweg.corpus.formats.gensim_corpus import read_dictionary, write_dictionary
from thalweg.errors import ThalwegError

MOST_BYTES = 400_000_000  # names for a million words that a header declares, and their table
QUICK = settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
SNIPPETS = st.one_of(
    st.binary(max_size=4),
    st.text("0123456789 \n\t:|.-+eE#%'", max_size=6).map(str.encode),
    st.sampled_from([b"999999999999", b"4294967297", b"1e308", b"nan", b"inf", b"\r\n", b"\0"]),
)


def written(name: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x"
        if name == "dictionary":
            write_dictionary(EXAMPLE, path)
        else:
            write_counts(EXAMPLE, path, name)
        return path.read_bytes()


READERS: dict[str, Callable[[Path], Any]] = {
    "dictionary": read_dictionary,
    **{name: lambda path, name=name: read_counts(path, name) for name in FORMATS},
}
VALID = {name: written(name) for name in READERS}


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """A few places of a valid file cut out, overwritten or filled with something else."""
    data = whole
    for _ in range(draw(st.integers(1, 3))):
        first = draw(st.integers(0, len(data)))
        last = draw(st.integers(first, min(first + 8, len(data))))
        data = data[:first] + draw(SNIPPETS) + data[last:]
    return data


def assert_survived(name: str, content: bytes, path: Path) -> None:
    path.write_bytes(content)
    refusal = path.name
    tracemalloc.start()
    try:
        READERS[name](path)
    except ThalwegError as error:
        refusal = str(error)
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert path.name in refusal  # an error must say where it is
    assert peak < MOST_BYTES


@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
@QUICK
def test_a_damaged_file_is_read_or_refused(name: str, data: st.DataObject, tmp_path: Path) -> None:
    assert_survived(name, data.draw(damaged(VALID[name])), tmp_path / "fuzzed")


@pytest.mark.parametrize("name", READERS)
@given(content=st.binary(max_size=200))
@QUICK
def test_any_bytes_are_read_or_refused(name: str, content: bytes, tmp_path: Path) -> None:
    assert_survived(name, content, tmp_path / "fuzzed")


@pytest.mark.parametrize("name", READERS)
@given(content=st.binary(max_size=60), ending=st.sampled_from([".gz", ".zst"]))
@settings(QUICK, max_examples=30)
def test_any_bytes_under_a_compressed_name_are_read_or_refused(
    name: str, content: bytes, ending: str, tmp_path: Path
) -> None:
    pytest.importorskip("backports.zstd")
    assert_survived(name, content, tmp_path / f"fuzzed{ending}")


@pytest.mark.parametrize("name", READERS)
def test_the_file_that_is_damaged_was_a_good_one(name: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(VALID[name])
    READERS[name](tmp_path / "x")

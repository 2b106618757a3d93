from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks import corpora as real
from tests.corpus.formats.corpora import EXAMPLE, assert_same
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats import FORMATS, detect, read_counts, write_counts
from thalweg.errors import InputError, StorageError


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("docword.nips.txt.gz", "uci"),
        ("docword.txt", "uci"),
        ("x.mtx", "matrix_market"),
        ("x.mtx.gz", "matrix_market"),
        ("X.MTX.zst", "matrix_market"),
        ("x.svmlight", "svmlight"),
        ("x.libsvm.gz", "svmlight"),
        ("x.ldac", "lda_c"),
        ("x.lda-c", "lda_c"),
        ("x.vw", "vw"),
        ("x.mallet.gz", "mallet"),
        ("x.npz", "npz"),
        ("ap.dat", None),
        ("notes.txt", None),
        ("notes.txt.gz", None),
        ("docword", None),
        ("mtx", None),
    ],
)
def test_the_name_of_a_file_says_its_format_or_nothing(name: str, expected: str | None) -> None:
    assert detect(Path("folder") / name) == expected


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_can_be_named(tmp_path: Path, form: str) -> None:
    path = tmp_path / "x.dat"
    write_counts(EXAMPLE, path, form)
    assert_same(read_counts(path, form), EXAMPLE)
    assert_same(read_counts(str(path), form, EXAMPLE.vocabulary), EXAMPLE)


def test_the_format_follows_from_the_name(tmp_path: Path) -> None:
    write_counts(EXAMPLE, tmp_path / "x.mtx")
    assert_same(read_counts(tmp_path / "x.mtx"), EXAMPLE)


def test_without_a_format_an_ambiguous_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"x\.dat.*Pass `format`, one of uci, "):
        read_counts(tmp_path / "x.dat")
    with pytest.raises(InputError, match="`format` is 'csv'"):
        write_counts(EXAMPLE, tmp_path / "x.mtx", "csv")


@pytest.mark.parametrize("form", FORMATS)
def test_views_are_written_as_they_are_seen(tmp_path: Path, form: str) -> None:
    seen = EXAMPLE[[2, 0, 2, 1]]
    write_counts(seen, tmp_path / "x", form)
    assert_same(read_counts(tmp_path / "x", form), seen)


@pytest.mark.parametrize("form", FORMATS)
def test_a_corpus_of_many_parts_is_written_whole(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bounds = Corpus.part_bounds
    monkeypatch.setattr(Corpus, "part_bounds", lambda corpus, *_: bounds(corpus, 2))
    assert EXAMPLE.part_bounds().tolist() == [0, 2, 4]
    write_counts(EXAMPLE, tmp_path / "x", form)
    assert_same(read_counts(tmp_path / "x", form), EXAMPLE)


@pytest.mark.parametrize("form", FORMATS)
def test_documents_of_a_real_corpus_come_back(tmp_path: Path, form: str) -> None:
    if not real.available("ap"):
        pytest.skip("the corpus ap is not on this machine")
    corpus = read_counts(real.SHARED / "ap" / "docword.ap.txt.gz")[100:200]
    assert corpus.n_tokens > 10_000
    path = tmp_path / ("x" if form == "npz" else "x.gz")
    write_counts(corpus, path, form)
    assert_same(read_counts(path, form), corpus)


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_that_is_not_there_is_refused(tmp_path: Path, form: str) -> None:
    with pytest.raises(InputError, match="does not exist"):
        read_counts(tmp_path / "none", form)
    write_counts(EXAMPLE, tmp_path / "x", form)
    with pytest.raises(InputError, match="does not exist"):
        read_counts(tmp_path / "x", form, tmp_path / "no words")


@pytest.mark.parametrize("form", FORMATS)
def test_a_place_that_cannot_be_written_is_a_storage_error(tmp_path: Path, form: str) -> None:
    with pytest.raises(StorageError, match="cannot be written"):
        write_counts(EXAMPLE, tmp_path / "none" / "x", form)
    assert not os.listdir(tmp_path)

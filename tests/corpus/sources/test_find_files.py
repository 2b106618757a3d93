"""The files that a source stands for, and errors if there are none."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.corpus.sources.reading import columns_of, refusal, texts_of, written
from thalweg.corpus.sources.find_files import find_files
from thalweg.corpus.sources.open_source import open_source
from thalweg.errors import ThalwegWarning


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    written(tmp_path, "b.jsonl", '{"text": "3", "n": 3}\n')
    written(tmp_path, "a/2.jsonl", '{"text": "2", "n": 2.5}\n')
    written(tmp_path, "a/1.jsonl", '{"text": "1", "n": 1.5}\n')
    written(tmp_path, ".hidden.jsonl", "not JSON")
    written(tmp_path, ".git/x.jsonl", "not JSON")
    written(tmp_path, "README", "unknown end: skipped")
    return tmp_path


def test_a_folder_of_tables_is_read_in_the_order_of_paths(folder: Path) -> None:
    source = open_source(folder, columns=["n"])
    assert texts_of(source) == ["1", "2", "3"]
    assert columns_of(source) == {"n": [1.5, 2.5, 3.0]}, "the first file decides the types"
    assert source.repeatable
    assert sum(chunk.n_bytes for chunk in source.chunks()) == source.n_bytes


def test_a_pattern_chooses(folder: Path) -> None:
    assert texts_of(open_source(str(folder / "a" / "*.jsonl"))) == ["1", "2"]
    assert texts_of(open_source(str(folder / "**" / "*.jsonl"))) == ["1", "2", "3"]


def test_paths_in_a_list_keep_their_order(folder: Path) -> None:
    paths = [folder / "b.jsonl", folder / "a" / "1.jsonl"]
    assert (
        texts_of(open_source(paths)) == ["3", "1"] == texts_of(open_source(list(map(str, paths))))
    )


def test_nothing_of_a_list_is_left_out(folder: Path) -> None:
    assert "different formats" in refusal([folder / "b.jsonl", folder / "README"])


def test_a_name_that_is_not_utf8_is_made_readable(tmp_path: Path) -> None:
    name = os.fsdecode(b"zw\xf6lf.txt")
    try:
        written(tmp_path, name, "text")
    except OSError:
        pytest.skip("this file system has only names in UTF-8")
    source = open_source(tmp_path, columns=["id"])
    assert columns_of(source) == {"id": ["zw\ufffdlf.txt"]}


def test_a_fault_in_a_later_file_names_that_file(folder: Path) -> None:
    path = written(folder, "z.jsonl", '{"text": "4", "n": 1}\n{')
    assert f"{path}, line 2" in refusal(folder)
    written(folder, "z.jsonl", '{"body": "4"}')
    assert f"{path} has no column 'text'" in refusal(folder)


def test_nothing_to_read_is_refused(tmp_path: Path) -> None:
    assert "no files" in refusal(tmp_path)
    assert "matches no files" in refusal(str(tmp_path / "*.csv"))
    written(tmp_path, ".hidden.csv", "text\na\n")
    assert "no files" in refusal(tmp_path)


def test_files_of_several_formats_are_refused_unless_one_is_named(folder: Path) -> None:
    written(folder, "t.csv", "text\nfour\n")
    message = refusal(folder)
    assert "several formats: 3 jsonl, 1 csv" in message
    assert texts_of(open_source(folder, format="csv")) == ["four"]


def test_files_of_unknown_formats_are_texts_if_there_are_no_others(tmp_path: Path) -> None:
    written(tmp_path, "alt.atheism/49960", "post one")
    written(tmp_path, "sci.space/59848", "post two")
    source = open_source(tmp_path, columns=["folder"])
    assert texts_of(source) == ["post one", "post two"]
    assert columns_of(source) == {"folder": ["alt.atheism", "sci.space"]}
    path = written(tmp_path, "sci.space/image", b"\x89PNG\r\n\0")
    assert f"{path}, line 2 contains a NUL byte" in refusal(tmp_path)


def test_a_file_of_unknown_format_lists_the_known_ones(tmp_path: Path) -> None:
    path = written(tmp_path, "a.docx", "x")
    message = refusal(path)
    assert ".jsonl" in message
    assert ".parquet" in message
    assert "format=" in message
    assert texts_of(open_source(path, format="lines")) == ["x"]
    assert "expected one of jsonl" in refusal(path, format="docx")


def test_a_single_text_file_is_lines_unless_said_otherwise(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", "one\ntwo\n")
    assert texts_of(open_source(path)) == ["one", "two"]
    assert texts_of(open_source(path, format="text")) == ["one\ntwo\n"]
    assert texts_of(open_source(tmp_path, format="lines")) == ["one", "two"]


@pytest.mark.parametrize(
    "text", ["The cat sat on the mat.", "Who was it, then?", "word " * 2000, "one\ntwo words"]
)
def test_the_error_for_a_text_instead_of_a_path_says_what_to_pass(text: str) -> None:
    message = refusal(text)
    assert "Pass texts as a list: [text]" in message
    assert len(message) < 500


@pytest.mark.parametrize("path", ["", "a\0b", "\0"])
def test_an_impossible_path_is_refused(path: str) -> None:
    assert "expected" in refusal(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "missing.csv"
    assert f"{str(path)!r} does not exist" in refusal(path)
    assert "[text]" not in refusal(path)
    assert "item 0" in refusal([path])


def test_a_list_may_mix_absolute_and_relative_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, "a/1.txt", "one")
    written(tmp_path, "b/2.txt", "two")
    monkeypatch.chdir(tmp_path / "a")
    source = open_source([Path("1.txt"), tmp_path / "b" / "2.txt"], columns=["id"])
    assert texts_of(source) == ["one", "two"]
    assert columns_of(source) == {"id": ["a/1.txt", "b/2.txt"]}


def test_an_empty_folder_is_reported_as_empty(tmp_path):
    assert refusal(tmp_path).startswith("the folder")


def test_a_subfolder_that_cannot_be_read_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("open", "closed"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text("text")
    scandir = os.scandir

    def refusing(path: str) -> Any:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr("os.scandir", refusing)
    with pytest.warns(ThalwegWarning, match="cannot be read.*closed"):
        found = find_files(tmp_path, None)
    assert found.paths == [tmp_path / "open" / "a.txt"]

"""Plain text: a document per line, or per file."""

from pathlib import Path

import pytest

from tests.corpus.sources.reading import COMPRESSORS, TINY, columns_of, refusal, texts_of, written
from thalweg.corpus.sources.open_source import open_source
from thalweg.corpus.sources.text_file import BlockSizes


def test_blank_lines_are_empty_documents(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", b"\none\r\n\n\ntwo\x0b\x0cstill two\n\n")
    for sizes in (*TINY, None):
        assert texts_of(open_source(path, sizes=sizes)) == [
            "", "one", "", "", "two\x0b\x0cstill two", "",
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\r\nb\r", ["a", "b"]),
        (b"a\r\nb\nc\rd\r\r\n", ["a", "b", "c\rd\r"]),
        (b"a\n\r", ["a", ""]),
        (b"\r\n\r\n", ["", ""]),
    ],
)
def test_lines_may_end_like_those_of_windows(tmp_path: Path, data: bytes, lines: list[str]) -> None:
    for sizes in (*TINY, None):
        assert texts_of(open_source(written(tmp_path, "a.txt", data), sizes=sizes)) == lines


def test_lines_have_no_columns(tmp_path: Path) -> None:
    assert "`metadata` or `where` has 'year', but" in refusal(
        written(tmp_path, "a.txt", b"a\n"), columns=["year"]
    )


@pytest.mark.parametrize("sizes", [*TINY, None])
@pytest.mark.parametrize("suffix", COMPRESSORS)
def test_a_folder_of_text_files_has_a_document_per_file(
    tmp_path: Path, suffix: str, sizes: BlockSizes | None
) -> None:
    texts = {"b/2": "two\nlines\r\n", "a/1": "eins\n\nzwölf", "a/0": "", "c": "last"}
    for name, text in texts.items():
        written(tmp_path, f"{name}.txt{suffix}", COMPRESSORS[suffix](text.encode()))
    source = open_source(tmp_path, columns=["id", "folder"], sizes=sizes)
    assert texts_of(source) == ["", "eins\n\nzwölf", "two\nlines\r\n", "last"]
    names = [f"{name}.txt{suffix}" for name in ("a/0", "a/1", "b/2", "c")]
    assert columns_of(source) == {"id": names, "folder": ["a", "a", "b", "."]}
    assert sum(chunk.n_bytes for chunk in source.chunks()) == source.n_bytes


def test_a_document_larger_than_a_block_is_whole(tmp_path: Path) -> None:
    text = "word " * 150
    written(tmp_path, "a.txt", text)
    assert texts_of(open_source(tmp_path, sizes=BlockSizes(8, 8, 1000))) == [text]
    assert "longer than" in refusal(tmp_path, sizes=BlockSizes(8, 8, 100))


def test_a_binary_file_among_texts_is_named(tmp_path: Path) -> None:
    written(tmp_path, "a.txt", "fine")
    path = written(tmp_path, "b.txt", b"\x7fELF\x02\x01\x01\0\0\0")
    assert f"{path}, line 1 contains a NUL byte" in refusal(tmp_path)


def test_other_columns_of_text_files_are_refused(tmp_path: Path) -> None:
    written(tmp_path, "a.txt", "fine")
    assert "only the columns id, folder" in refusal(tmp_path, columns=["year"])

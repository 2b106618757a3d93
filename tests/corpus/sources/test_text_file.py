"""Files in blocks: compression, encodings, and binary files."""

import codecs
import gzip
import os
import threading
from pathlib import Path

import pytest

from tests.corpus.sources.reading import COMPRESSORS, TINY, refusal, texts_of, written
from thalweg.corpus.sources.open_source import open_source
from thalweg.corpus.sources.text_file import BlockSizes, TextFile
from thalweg.files import compressed

LINES = ["one", "", "zwölf", "with\ttab", "日本語 text", "last"]
DATA = "\n".join(LINES).encode()


@pytest.mark.parametrize("sizes", TINY)
@pytest.mark.parametrize("suffix", COMPRESSORS)
def test_every_compression_and_block_size_gives_the_same_lines(
    tmp_path: Path, suffix: str, sizes: BlockSizes
) -> None:
    path = written(tmp_path, f"a.txt{suffix}", COMPRESSORS[suffix](DATA))
    source = open_source(path, sizes=sizes)
    assert texts_of(source) == LINES
    assert texts_of(source) == LINES, "a file can be read again"
    assert sum(chunk.n_bytes for chunk in source.chunks()) == source.n_bytes == path.stat().st_size


def test_gzip_without_isal_gives_the_same_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def only_standard(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(compressed, "import_module", only_standard)
    path = written(tmp_path, "a.txt.gz", gzip.compress(DATA))
    assert texts_of(open_source(path)) == LINES
    path.write_bytes(gzip.compress(DATA)[:-9])
    assert "truncated or damaged" in refusal(path)


def test_zstd_without_its_package_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "a.txt.zst", COMPRESSORS[".zst"](DATA))

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(compressed, "import_module", missing)
    message = refusal(path)
    assert "pip install backports.zstd" in message
    assert str(path) in message


def test_gzip_of_several_members_is_read_to_the_end(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt.gz", gzip.compress(DATA + b"\n") + gzip.compress(b"more\n"))
    assert texts_of(open_source(path)) == [*LINES, "more"]


def test_compression_is_seen_in_the_bytes_where_the_name_does_not_tell(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", gzip.compress(DATA))
    assert texts_of(open_source(path)) == LINES


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_truncated_or_damaged_file_is_named(tmp_path: Path, suffix: str) -> None:
    whole = COMPRESSORS[suffix](os.urandom(50_000).hex().encode())
    broken = bytearray(whole)
    broken[len(whole) // 2] ^= 0xFF
    for data in (whole[:-5], whole[: len(whole) // 2], whole[:12], whole[:1], b"", bytes(broken)):
        path = written(tmp_path, f"a.txt{suffix}", data)
        message = refusal(path)
        assert str(path) in message
        assert "truncated or damaged" in message


def test_plain_text_named_gz_is_refused(tmp_path: Path) -> None:
    assert "does not start like" in refusal(written(tmp_path, "a.txt.gz", b"plain\n"))


def test_a_utf8_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", codecs.BOM_UTF8 + DATA)
    for sizes in TINY:
        assert texts_of(open_source(path, sizes=sizes)) == LINES
    assert texts_of(open_source(written(tmp_path, "b.txt", codecs.BOM_UTF8))) == []


@pytest.mark.parametrize("name", ["utf-16", "utf-32"])
def test_another_byte_order_mark_is_recognised_in_the_message(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, "a.txt", "\n".join(LINES).encode(name))
    for sizes in TINY:
        assert f"encoding='{name}'" in refusal(path, sizes=sizes)
        assert texts_of(open_source(path, encoding=name, sizes=sizes)) == LINES


def test_a_nul_byte_is_refused_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", b"one\ntwo\nthr\0ee\nfour\n")
    for sizes in (*TINY, None):
        message = refusal(path, sizes=sizes)
        assert f"{path}, line 3" in message
        assert "NUL" in message


def test_invalid_utf8_is_replaced_and_counted(tmp_path: Path) -> None:
    # Latin-1 among UTF-8; replacement characters of the input are not counted.
    path = written(tmp_path, "a.txt", "zwölf\n".encode() + b"zw\xf6lf\n\xef\xbf\xbd \xff\xfe\n")
    for sizes in (*TINY, None):
        source = open_source(path, sizes=sizes)
        assert texts_of(source) == ["zwölf", "zw\ufffdlf", "\ufffd \ufffd\ufffd"]
        assert source.n_replaced == 3
        texts_of(source)
        assert source.n_replaced == 3, "counted separately in every run"


def test_strict_reading_names_line_and_byte(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", "zwölf\n".encode() + b"zw\xf6lf\n")
    for sizes in (*TINY, None):
        message = refusal(path, errors="strict", sizes=sizes)
        assert f"{path}, line 2, byte 3" in message
        assert "0xf6" in message


def test_other_encodings_are_read(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", "zwölf\nÄrger\n".encode("latin-1"))
    for sizes in (*TINY, None):
        assert texts_of(open_source(path, encoding="latin-1", sizes=sizes)) == ["zwölf", "Ärger"]


def test_faults_of_other_encodings_are_replaced_or_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", b"one\ntwo\nthr\xff\n")
    for sizes in (*TINY, None):
        source = open_source(path, encoding="ascii", sizes=sizes)
        assert texts_of(source) == ["one", "two", "thr\ufffd"]
        assert source.n_replaced == 1
        message = refusal(path, encoding="ascii", errors="strict", sizes=sizes)
        assert f"{path}, line 3: not ascii" in message
    half = written(tmp_path, "b.txt", "one\n".encode("utf-16") + b"x")
    assert "utf-16" in refusal(half, encoding="utf-16", errors="strict")


@pytest.mark.parametrize("name", ["klingon", "", "hex", "utf\0", 3, None])
def test_an_unknown_encoding_is_refused(tmp_path: Path, name: object) -> None:
    assert "`encoding` is" in refusal(written(tmp_path, "a.txt", "a"), encoding=name)


def test_an_unknown_way_with_errors_is_refused(tmp_path: Path) -> None:
    assert "`errors` is 'ignore'" in refusal(written(tmp_path, "a.txt", "a"), errors="ignore")


def test_a_record_beyond_the_limit_is_refused_with_its_line(tmp_path: Path) -> None:
    sizes = BlockSizes(8, 8, 100)
    path = written(tmp_path, "a.txt", b"one\n" + b"x" * 100 + b"\n" + b"y" * 300)
    message = refusal(path, sizes=sizes)
    assert f"{path}: the record that starts on line 3" in message
    assert "one document per line" in message


def test_a_line_of_200_mb_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b'[{"text": "')
        for _ in range(200):
            file.write(b"x" * 1_000_000)
        file.write(b'"}]')
    message = refusal(path)
    assert "line 1 is longer than 128 MiB" in message
    assert "JSON array" in message


def test_a_folder_where_a_file_was_expected_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="is a folder") as caught:
        list(TextFile(tmp_path).blocks())
    assert type(caught.value).__name__ == "InputError"


def test_a_pipe_is_read_once_and_has_no_size(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(DATA,))
    writer.start()
    source = open_source(pipe)
    assert source.n_bytes is None
    assert not source.repeatable
    assert texts_of(source) == LINES
    writer.join()

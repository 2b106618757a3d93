"""Valid files of every kind that thalweg reads, and the changes that make them hostile."""

from __future__ import annotations

import gzip
import io
import re
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import polars as pl

from thalweg import LDA, Corpus
from thalweg.corpus.formats import FORMATS, write_counts

Change = Callable[[np.random.Generator, bytes], bytes]
Files = dict[str, bytes]  # by name within a folder; the name "" is a single file

# Bytes that have a meaning for some parser.
_SNIPPETS = [
    *(b"\n", b"\n" * 5000, b'"', b'""', b",", b"," * 5000, b"\t", b"\r", b"\r\n", b" "),
    *(b"{", b"}", b"[" * 3000, b'{"a":' * 500, b":", b"|", b"\\", b"\\ud800", b"\\u0000", b"\0"),
    *(b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\xff\xfe", b"null", b"NaN", b"-Infinity", b'"text"'),
    *(b"1e999", b"-1", b"0", b"1e-320", b"4294967297", b"9" * 40, b"\x1b]0;x\x07", b"%", b"#"),
    *("\u202e".encode(), "\u0301".encode() * 300, b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1", b"PK"),
]
_NUMBERS = [b"0", b"-1", b"2147483648", b"4294967296", b"9223372036854775808", b"1" * 400, b"nan"]


def flip_bits(rng: np.random.Generator, data: bytes) -> bytes:
    """Flip one to eight bits."""
    changed = bytearray(data)
    for place in rng.integers(len(data), size=rng.integers(1, 9)) if data else ():
        changed[place] ^= 1 << rng.integers(8)
    return bytes(changed)


def cut_off(rng: np.random.Generator, data: bytes) -> bytes:
    """Cut the end off."""
    return data[: rng.integers(len(data) + 1)]


def put_snippets(rng: np.random.Generator, data: bytes) -> bytes:
    """Put significant bytes in place of others."""
    for _ in range(rng.integers(1, 5)):
        first = int(rng.integers(len(data) + 1))
        snippet = _SNIPPETS[rng.integers(len(_SNIPPETS))]
        data = data[:first] + snippet + data[first + int(rng.integers(0, 12)) :]
    return data


def change_numbers(rng: np.random.Generator, data: bytes) -> bytes:
    """Replace some numbers by huge, negative or impossible ones."""
    share = rng.choice([0.02, 0.2, 1.0])

    def replaced(match: re.Match[bytes]) -> bytes:
        return _NUMBERS[rng.integers(len(_NUMBERS))] if rng.random() < share else match[0]

    return re.sub(rb"\d+", replaced, data)


def repeat_or_remove(rng: np.random.Generator, data: bytes) -> bytes:
    """Repeat a range of bytes up to 200 times, or remove it."""
    first, last = sorted(rng.integers(len(data) + 1, size=2).tolist())
    times = int(rng.choice([0, 2, 20, 200])) if last - first < 2000 else 0
    return data[:first] + data[first:last] * times + data[last:]


def noise(rng: np.random.Generator, data: bytes) -> bytes:
    """Random bytes, or random bytes within the data."""
    random = rng.bytes(int(rng.integers(1, 400)))
    if rng.random() < 0.3:
        return random
    first = int(rng.integers(len(data) + 1))
    return data[:first] + random + data[first + len(random) :]


CHANGES: list[Change] = [
    flip_bits, cut_off, put_snippets, change_numbers, repeat_or_remove, noise
]  # fmt: skip


@dataclass(frozen=True)
class Kind:
    """A kind of input: the name of its file, and the format if the name does not say it."""

    name: str
    format: str | None = None
    holds_counts: bool = False
    main: str | None = None  # the file to read, if there is another one next to it
    changed: str | None = None  # the only file to change; None for any of them


KINDS: dict[str, Kind] = {
    "csv": Kind("a.csv"),
    "tsv": Kind("a.tsv"),
    "jsonl": Kind("a.jsonl"),
    "parquet": Kind("a.parquet"),
    "lines": Kind("a.txt"),
    "folder": Kind("texts"),
    "csv.gz": Kind("a.csv.gz"),
    "jsonl.zst": Kind("a.jsonl.zst"),
    "lines.gz": Kind("a.txt.gz"),
    **{name: Kind("a.counts", name, holds_counts=True) for name in sorted(FORMATS)},
    **{
        f"{name}.vocab": Kind(
            "counts", name, holds_counts=True, main="a.counts", changed="a.counts.vocab"
        )
        for name in sorted(FORMATS)
    },
    "xlsx": Kind("a.xlsx"),
    "sqlite": Kind("a.sqlite"),
    "store": Kind("corpus"),
    "model": Kind("a.model"),
}
_COMPRESSED = ("csv.gz", "jsonl.zst", "lines.gz")


def hostile(kind: str, rng: np.random.Generator) -> Files:
    """Return the files of a hostile input."""
    files = dict(valid(kind))
    name = KINDS[kind].changed or sorted(files)[rng.integers(len(files))]
    if kind == "xlsx":
        return {"": _archive(rng, files[""])}
    if kind in _COMPRESSED:
        files[name] = _compressed(kind, rng, files[name])
        return files
    for _ in range(rng.integers(1, 3)):
        files[name] = CHANGES[rng.integers(len(CHANGES))](rng, files[name])
    if len(files) > 1 and rng.random() < 0.1:
        del files[name]
    return files


def _compressed(kind: str, rng: np.random.Generator, plain: bytes) -> bytes:
    """Change what is inside, the compressed bytes, or make a bomb."""
    if rng.random() < 0.02:
        unit = [b"\n", b"a", b",", b'"', b"a,b\n", b"\0", b"{", b'{"text":"a"}\n'][rng.integers(8)]
        return _compress(kind, plain + unit * (int(rng.integers(1, 40) << 20) // len(unit)))
    inside = rng.random() < 0.5
    data = plain if inside else _compress(kind, plain)
    for _ in range(rng.integers(1, 3)):
        data = CHANGES[rng.integers(len(CHANGES))](rng, data)
    return _compress(kind, data) if inside else data


def _archive(rng: np.random.Generator, archive: bytes) -> bytes:
    """Change a file inside an archive, add a bomb to it, or change the archive itself."""
    if rng.random() < 0.3:
        return CHANGES[rng.integers(len(CHANGES))](rng, archive)
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        members = {name: opened.read(name) for name in opened.namelist()}
    names = list(members)
    if rng.random() < 0.7:
        names = [name for name in names if "sheet1.xml" in name or "sharedStrings" in name]
    name = names[rng.integers(len(names))]
    if rng.random() < 0.02:
        row = b'<row r="2"><c r="A2" t="s"><v>1</v></c></row>'
        bomb = row * (int(rng.integers(1, 40) << 20) // len(row))
        members[name] = members[name].replace(b"</sheetData>", bomb + b"</sheetData>")
    for _ in range(rng.integers(1, 3)):
        members[name] = CHANGES[rng.integers(len(CHANGES))](rng, members[name])
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as written:
        for member, data in members.items():
            written.writestr(zipfile.ZipInfo(member, (2020, 1, 1, 0, 0, 0)), data)
    return stream.getvalue()


def _compress(kind: str, data: bytes) -> bytes:
    if kind.endswith(".gz"):
        return gzip.compress(data, compresslevel=1, mtime=0)
    try:
        from compression import zstd
    except ImportError:
        from backports import zstd
    return bytes(zstd.compress(data))


@cache
def valid(kind: str) -> Files:
    """Return a valid input of a kind; compressed kinds are not compressed yet."""
    texts = ['a "quoted", text', "zwölf rivers\nrose", "", "the bank lends money", "new york 12"]
    table = pl.DataFrame({"id": range(20), "text": texts * 4, "n": [0.5, 1.0, None, 2.0, -3.0] * 4})
    corpus = Corpus([[2, 0, 1, 0], [0, 0, 0, 0], [0, 3, 0, 1]], ["river", "bank", "água", "money"])
    if kind in ("csv", "csv.gz"):
        return {"": table.write_csv().encode()}
    if kind == "tsv":
        return {"": table.write_csv(separator="\t").encode()}
    if kind in ("jsonl", "jsonl.zst"):
        return {"": table.write_ndjson().encode()}
    if kind == "parquet":
        stream = io.BytesIO()
        table.write_parquet(stream, row_group_size=7)
        return {"": stream.getvalue()}
    if kind == "xlsx":
        stream = io.BytesIO()
        table.write_excel(stream)
        return {"": stream.getvalue()}
    if kind in ("lines", "lines.gz"):
        return {"": "\n".join(texts * 4).encode()}
    if kind == "folder":
        return {f"{number}.txt": text.encode() for number, text in enumerate(texts)}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (KINDS[kind].main or KINDS[kind].name)
        if kind == "model":
            LDA(2, max_iter=2, random_state=0).fit(corpus).save(path)
        elif kind == "store":
            Corpus(corpus.to_csr(), corpus.vocabulary, {"id": ["a", "b", "c"]}).save(path)
            return {file.name: file.read_bytes() for file in path.iterdir()}
        elif kind == "sqlite":
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("create table texts (id integer primary key, text, n real)")
                connection.executemany("insert into texts values (?, ?, ?)", table.rows())
                connection.commit()
        else:
            write_counts(corpus, path, KINDS[kind].format)
            if KINDS[kind].main:
                return {file.name: file.read_bytes() for file in Path(folder).iterdir()}
        return {"": path.read_bytes()}

"""Start processes in every way, after and before every kind of use: none may hang.

    python -m tests.robustness.forks

For each start method and each use in the parent, a new process uses thalweg, then starts child
processes, which use it in every way. A child must succeed, or be refused with an error that names
the remedy, within 20 seconds. A forked child does one thing, because it inherits the parent's
state. A child of spawn or forkserver is a new process: it does all of them within the limit, and
each child begins with another one.

The results of methods that are not run again are kept.
"""

from __future__ import annotations

import argparse
import gzip
import json
import multiprocessing
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import thalweg
from benchmarks import machine
from thalweg import LDA, Corpus
from thalweg.export import to_mallet

RESULTS = Path(__file__).parent / "results"
METHODS = tuple(multiprocessing.get_all_start_methods())
LIMIT = 20.0  # seconds for a child
TEXTS = [f"apple{i % 7} banana{i % 5} cherry{i % 3} date elderberry" for i in range(60)]
X = np.random.default_rng(0).poisson(0.5, (60, 30))
WORDS = [f"word{w}" for w in range(X.shape[1])]
ROWS = [{"text": text, "year": 2000 + i % 5} for i, text in enumerate(TEXTS)]
SEVERAL_CHUNKS = 40  # copies of each text in a row: 1 MB is more than the first chunk


def prepare(folder: Path) -> None:
    """Write the files that are read; in a process of its own, which starts threads of polars."""
    import polars as pl

    frame = pl.DataFrame({"text": TEXTS, "year": [2000 + i % 5 for i in range(len(TEXTS))]})
    frame.write_csv(folder / "texts.csv")
    frame.write_ndjson(folder / "texts.jsonl")
    frame.write_parquet(folder / "texts.parquet")
    frame.write_excel(folder / "texts.xlsx")
    with closing(sqlite3.connect(folder / "texts.sqlite")) as connection:
        connection.execute("create table texts (text, year)")
        connection.executemany("insert into texts values (:text, :year)", ROWS)
        connection.commit()
    (folder / "texts.txt").write_text("\r\n".join(TEXTS))
    (folder / "texts.txt.gz").write_bytes(gzip.compress("\n".join(TEXTS).encode()))
    read_file(folder, "csv", out=folder / "corpus")
    LDA(2, random_state=0, max_iter=2).fit(Corpus(X, WORDS)).save(folder / "model")


def read_rows(source: Any, **options: Any) -> Corpus:
    """Read texts and metadata from a table in memory."""
    return thalweg.read(source, metadata=["year"], min_df=1, max_df=1.0, **options)


def read_lines(folder: Path, kind: str) -> None:
    """Read and stream a file of lines."""
    path = folder / f"texts.{kind}"
    corpus = thalweg.read(path, min_df=1, max_df=1.0)
    chunks = thalweg.stream(path, corpus.vocabulary)
    assert sum(map(len, chunks)) == len(corpus) == len(TEXTS)


def read_arrow(folder: Path) -> None:
    """Read a table and a stream of Arrow data."""
    import pyarrow

    table = pyarrow.table({"text": TEXTS, "year": [row["year"] for row in ROWS]})
    read_rows(table)
    read_rows(table.to_reader())


def read_dataset(folder: Path) -> None:
    """Read a dataset of Hugging Face."""
    from datasets import Dataset

    read_rows(Dataset.from_list(ROWS))


def read_frame(folder: Path) -> None:
    """Read a polars data frame; without metadata first, for which it needs no threads."""
    import polars as pl

    frame = pl.DataFrame(ROWS)
    thalweg.read(frame, min_df=1, max_df=1.0)
    read_rows(frame)


def read_many_rows(folder: Path) -> None:
    """Read rows in several chunks."""
    read_rows([row | {"text": f"{row['text']} " * SEVERAL_CHUNKS} for row in ROWS * 20])


def use_count_frame(folder: Path) -> None:
    """Train and infer with word counts in a polars data frame."""
    import polars as pl

    frame = pl.DataFrame(X, schema=WORDS)
    LDA(2, max_iter=2, n_jobs=1).fit(frame).transform(frame)


def group(folder: Path) -> None:
    """Group documents by a list of values."""
    opened(folder).by_group(Corpus(X, WORDS), ["a", "b", "c"] * 20)


def group_by_dates(folder: Path) -> None:
    """Group documents by a list of dates."""
    days = [date(2020 + i % 3, 1, 1) for i in range(len(X))]
    opened(folder).over_time(Corpus(X, WORDS), days, every="year")


def write_uci(folder: Path) -> None:
    """Write a corpus as UCI files."""
    (folder / f"{os.getpid()}").mkdir(exist_ok=True)
    Corpus(X, WORDS).write(folder / f"{os.getpid()}" / "docword.txt", format="uci")


def export_mallet(folder: Path) -> None:
    """Write the files of MALLET, with documents."""
    to_mallet(opened(folder), folder / f"{os.getpid()}.mallet", Corpus(X, WORDS))


def read_file(folder: Path, kind: str, **options: Path) -> Corpus:
    """Read texts and metadata from a file."""
    path = folder / f"texts.{kind}"
    return thalweg.read(
        path,
        column="text",
        metadata=["year"],
        min_df=1,
        max_df=1.0,
        **options,  # type: ignore[arg-type]
    )


def read_metadata(folder: Path) -> None:
    """Read metadata of a corpus on disk."""
    metadata = Corpus.open(folder / "corpus").metadata
    assert metadata is not None
    assert metadata.height == len(TEXTS)


def opened(folder: Path) -> LDA:
    return thalweg.load(folder / "model")


USES: dict[str, Callable[[Path], object]] = {
    "nothing": lambda folder: None,
    "list": lambda folder: thalweg.read(TEXTS, min_df=1, max_df=1.0),
    "csv": lambda folder: read_file(folder, "csv"),
    "jsonl": lambda folder: read_file(folder, "jsonl"),
    "parquet": lambda folder: read_file(folder, "parquet"),
    "corpus on disk": lambda folder: LDA(2, max_iter=2).fit(Corpus.open(folder / "corpus")),
    "excel": lambda folder: read_file(folder, "xlsx"),
    "sqlite": lambda folder: read_file(folder, "sqlite"),
    "lines": lambda folder: read_lines(folder, "txt"),
    "lines.gz": lambda folder: read_lines(folder, "txt.gz"),
    "data frame": read_frame,
    "arrow": read_arrow,
    "dataset": read_dataset,
    "count frame": use_count_frame,
    "where": lambda folder: read_rows(ROWS, where="year>=2002"),
    "dicts": lambda folder: read_rows(ROWS),
    "many dicts": read_many_rows,
    "groups": group,
    "dates": group_by_dates,
    "write uci": write_uci,
    "mallet export": export_mallet,
    "metadata": read_metadata,
    "fit": lambda folder: LDA(2, max_iter=2, n_jobs=2).fit(X),
    "partial_fit": lambda folder: opened(folder).partial_fit(X),
    "transform": lambda folder: opened(folder).transform(np.tile(X, (10, 1))),
    "save": lambda folder: opened(folder).save(folder / f"{os.getpid()}.model"),
}


def child(uses: list[str], folder: Path) -> None:
    """Use thalweg in a child process; its exit code shows the outcome."""
    try:
        for use in uses:
            USES[use](folder)
    except thalweg.ThalwegError as error:
        os._exit(3 if "'spawn'" in str(error) else 4)
    except BaseException:
        os._exit(5)
    os._exit(0)


def parent(method: str, use: str, folder: Path, n_children: int) -> dict[str, int]:
    """Use thalweg, then start children of each kind; count how they ended."""
    import_module("datasets")  # once, instead of in each forked child
    USES[use](folder)
    context = multiprocessing.get_context(method)
    ends: Counter[str] = Counter()
    names = {0: "succeeded", 3: "refused", None: "hung"}
    for repetition in range(n_children):
        for others in uses_of_children(method, repetition):
            process = context.Process(target=child, args=(others, folder))
            process.start()
            process.join(LIMIT)
            end = names.get(process.exitcode, "failed")
            if end == "hung":
                process.kill()
                process.join()
            ends[end] += len(others)
            if end not in ("succeeded", "refused") or (end == "refused" and method != "fork"):
                ends[f"{end}: {method}, {use}, then {', '.join(others)}"] += 1
    return dict(ends)


def uses_of_children(method: str, repetition: int) -> list[list[str]]:
    """Return what each child does, in order."""
    uses = list(USES)
    if method == "fork":
        return [[use] for use in uses]
    first = repetition % len(uses)
    return [uses[first:] + uses[:first]]


def run(method: str, use: str, folder: Path, n_children: int) -> dict[str, int]:
    """Run a parent as a process of its own."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.robustness.forks"]
    options = ["--parent", method, use, str(folder), str(n_children)]
    limit = 60 + LIMIT * len(USES) * n_children
    done = subprocess.run(
        [*command, *options], check=True, capture_output=True, text=True, timeout=limit
    )
    counts: dict[str, int] = json.loads(done.stdout)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.robustness.forks", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--repetitions", type=int, default=100)
    parser.add_argument("--methods", nargs="+", default=list(METHODS))
    parser.add_argument("--out", type=Path, default=RESULTS / "forks.json")
    parser.add_argument("--prepare", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--parent", nargs=4, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.prepare:
        prepare(arguments.prepare)
        return
    if arguments.parent:
        method, use, folder, n_children = arguments.parent
        print(json.dumps(parent(method, use, Path(folder), int(n_children))))
        return
    report: dict[str, Any] = {"methods": {}}
    if arguments.out.exists():
        report = json.loads(arguments.out.read_text())
    n_bad = 0
    with tempfile.TemporaryDirectory() as temporary:
        prepare_in_process(Path(temporary))
        for method in arguments.methods:
            ends: Counter[str] = Counter()
            for use in USES:
                ends.update(run(method, use, Path(temporary), arguments.repetitions))
                print(method, use, dict(ends), flush=True)
            report["methods"][method] = {
                "machine": machine.describe(),
                "date": time.strftime("%Y-%m-%d"),
                "repetitions": arguments.repetitions,
                "uses": len(USES),
                "ends": ends,
            }
            n_bad += ends["hung"] + ends["failed"]
            arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    sys.exit(n_bad > 0)


def prepare_in_process(folder: Path) -> None:
    """Write the files in a new process, so that this one has no threads of polars."""
    command = [sys.executable, "-m", "tests.robustness.forks", "--prepare", str(folder)]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()

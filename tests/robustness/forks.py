"""Start processes in every way, after and before every kind of use: none may hang.

    python -m tests.robustness.forks

For each start method and each use in the parent, a new process uses thalweg, then starts child
processes, which use it in every way. A child must succeed, or be refused with an error that names
the remedy, within 20 seconds. A forked child does one thing, because it inherits the parent's
state. A child of spawn or forkserver is a new process: it does all of them within the limit, and
each child begins with another one.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

import thalweg
from benchmarks import machine
from thalweg import LDA, Corpus

RESULTS = Path(__file__).parent / "results"
METHODS = tuple(multiprocessing.get_all_start_methods())
LIMIT = 20.0  # seconds for a child
TEXTS = [f"apple{i % 7} banana{i % 5} cherry{i % 3} date elderberry" for i in range(60)]
X = np.random.default_rng(0).poisson(0.5, (60, 30))


def prepare(folder: Path) -> None:
    """Write the files that are read; in a process of its own, which starts threads of polars."""
    import polars as pl

    frame = pl.DataFrame({"text": TEXTS, "year": [2000 + i % 5 for i in range(len(TEXTS))]})
    frame.write_csv(folder / "texts.csv")
    frame.write_ndjson(folder / "texts.jsonl")
    frame.write_parquet(folder / "texts.parquet")
    read_file(folder, "csv", out=folder / "corpus")
    LDA(2, random_state=0, max_iter=2).fit(X).save(folder / "model")


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
    ends: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        prepare_in_process(Path(temporary))
        for method in arguments.methods:
            counts = ends.setdefault(method, Counter())
            for use in USES:
                counts.update(run(method, use, Path(temporary), arguments.repetitions))
                print(method, use, dict(counts), flush=True)
    report = {
        "machine": machine.describe(),
        "date": time.strftime("%Y-%m-%d"),
        "repetitions": arguments.repetitions,
        "ends": ends,
    }
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    sys.exit(any(counts["hung"] or counts["failed"] for counts in ends.values()))


def prepare_in_process(folder: Path) -> None:
    """Write the files in a new process, so that this one has no threads of polars."""
    command = [sys.executable, "-m", "tests.robustness.forks", "--prepare", str(folder)]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()

"""`python -m benchmarks.paper.generate wikipedia --fraction 0.01 --out FOLDER`.

Writes a stand-in for a corpus of the paper to disk, with its true topics next to it.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from benchmarks.paper.generator import StandIn, generate, topics_file
from benchmarks.paper.shapes import SHAPES
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.documents import Documents
from thalweg.errors import ThalwegError


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.paper.generate", description=__doc__
    )
    parser.add_argument("name", choices=sorted(SHAPES))
    parser.add_argument("--fraction", type=float, default=1.0, help="0.001 to 1")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True, help="a folder that does not exist yet")
    arguments = parser.parse_args()
    start = time.perf_counter()
    try:
        corpus = with_bar(arguments.name, arguments.out, arguments.fraction, arguments.seed)
    except ThalwegError as error:
        sys.exit(f"error: {error}")
    seconds = time.perf_counter() - start
    print(
        f"{corpus.n_documents:,} documents, {corpus.n_tokens:,.0f} tokens, {corpus.n_words:,} "
        f"words in {seconds:.1f} s, {corpus.n_tokens / seconds / 1e6:.1f} million tokens per second"
    )
    print(f"{arguments.out}, true topics: {topics_file(arguments.out)}")


def with_bar(name: str, folder: Path, fraction: float, seed: int) -> Corpus:
    """Generate, and show how far it has come on the error stream."""
    shape = SHAPES[name]
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("documents, {task.fields[tokens]:,.0f} tokens"),
        TimeRemainingColumn(),
    )
    total = StandIn(shape, seed).n_documents(fraction)
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(name, total=total, tokens=0.0)
        n_tokens = 0.0

        def advance(block: Documents) -> None:
            nonlocal n_tokens
            n_tokens += block.n_tokens
            bar.update(task, advance=block.n_documents, tokens=n_tokens)

        return generate(shape, folder, fraction, seed, advance)


if __name__ == "__main__":
    main()

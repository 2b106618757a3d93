"""`python -m benchmarks.paper.sixty_seconds`: topics of a newspaper after a minute (section 5.2).

SCVB0 and SVB, 50 topics, on a stand-in for the New York Times and on 20 newsgroups: pairs of runs
from the same start. 10 s per run on a tenth of the newspaper; `--full` takes 60 s and all of it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.paper import figures, material
from benchmarks.paper.options import add_options
from benchmarks.paper.steps import STEPS
from benchmarks.paper.topic_runs import RIVALS, Limit, Task, compare
from benchmarks.record import Record, command_line
from thalweg.errors import ThalwegError

SMALL = {"fraction": 0.1, "seconds": 10.0}
FULL = {"fraction": 1.0, "seconds": 60.0}


def main(arguments_given: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.paper.sixty_seconds", description=__doc__
    )
    names = ["new-york-times", "20newsgroups"]
    parser.add_argument("--corpus", nargs="+", choices=names, default=names)
    parser.add_argument("--seconds", type=float, help="of training a run; 10, full 60")
    parser.add_argument("--fraction", type=float, help="of the stand-in; 0.1, full 1")
    parser.add_argument("--topics", type=int, default=50)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--steps", choices=list(STEPS), default="documents", help="see steps.py")
    parser.add_argument("--folder", type=Path, default=material.FOLDER, help="of stand-ins")
    parser.add_argument("--full", action="store_true", help="60 s and the whole stand-in")
    add_options(parser)
    arguments = parser.parse_args(arguments_given)
    size = FULL if arguments.full else SMALL
    seconds = arguments.seconds or size["seconds"]
    fraction = arguments.fraction or size["fraction"]
    try:
        record = Record(
            arguments.results / f"sixty_seconds{'-full' * arguments.full}.json",
            command_line(parser, arguments),
            {"seconds": seconds, "fraction": fraction}
            | {
                name: getattr(arguments, name)
                for name in ("corpus", "topics", "pairs", "steps", "threads")
            },
            fresh=arguments.fresh,
        )
        corpora = [material.load(name, fraction, arguments.folder) for name in arguments.corpus]
        tasks = [
            Task(f"{corpus.title}, {seconds:g} s", corpus, dict.fromkeys(RIVALS, Limit(seconds)))
            for corpus in corpora
        ]
        compare(tasks, record, arguments.topics, arguments.pairs)
    except ThalwegError as error:
        sys.exit(f"error: {error}")
    print("raw figures:", record.path)
    print("figure:", figures.draw_errors(record.content, record.path.with_suffix(".png")))


if __name__ == "__main__":
    main()

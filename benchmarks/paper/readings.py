"""`python -m benchmarks.paper.readings`: which reading of the paper's step sizes gives its topics.

NIPS, 20 topics, the three readings of steps.py: held-out log-likelihood, and how many of their ten
words two topics share, after the 3,300 documents that the paper's program saw and after 5 s.
"""

from __future__ import annotations

import argparse
import sys
from itertools import combinations
from typing import Any

import numpy as np

from benchmarks.paper import material
from benchmarks.paper.bar import experiment_bar
from benchmarks.paper.five_seconds import PAPER_DOCUMENTS
from benchmarks.paper.material import HeldOut, Material
from benchmarks.paper.options import add_options
from benchmarks.paper.steps import STEPS
from benchmarks.paper.systems import SYSTEMS, Training
from benchmarks.paper.topic_runs import RIVALS, spelled, top_words
from benchmarks.record import Record, command_line
from thalweg.errors import ThalwegError
from thalweg.system.threads import resolve_threads


def main(arguments_given: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.paper.readings", description=__doc__
    )
    parser.add_argument("--topics", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=5.0)
    add_options(parser)
    arguments = parser.parse_args(arguments_given)
    try:
        record = Record(
            arguments.results / "readings.json",
            command_line(parser, arguments),
            {name: getattr(arguments, name) for name in ("topics", "seconds", "threads")},
            fresh=arguments.fresh,
        )
        compare(material.load("nips"), record)
    except ThalwegError as error:
        sys.exit(f"error: {error}")
    print("raw figures:", record.path)


def compare(corpus: Material, record: Record) -> None:
    """All runs that the record does not have yet."""
    settings = record.content["settings"]
    todo = [
        (reading, name)
        for reading in STEPS
        for name in RIVALS
        if not record.has(steps=reading, system=name)
    ]
    train, held_out = corpus.held_out()
    with experiment_bar("readings", len(todo) * settings["seconds"]) as advance:
        for reading, name in todo:
            watch = advance(f"{reading}, {name}")
            training = Training(
                SYSTEMS[name],
                train,
                settings["topics"],
                steps_of=reading,
                n_threads=settings["threads"],
            )
            training.advance(PAPER_DOCUMENTS["SCVB0"], watch=watch)
            early = look(training, held_out, corpus)
            training.advance(seconds=settings["seconds"], watch=watch)
            late = look(training, held_out, corpus)
            record.add({"steps": reading, "system": name, "early": early, "late": late})


def look(training: Training, held_out: HeldOut, corpus: Material) -> dict[str, Any]:
    """The state of a run."""
    topics = top_words(training.state)
    pairs = combinations([set(topic) for topic in topics.tolist()], 2)
    return {
        "seconds": training.seconds,
        "documents": training.state.n_documents_seen,
        "score": held_out.score(training.state, n_threads=resolve_threads(None)),
        "shared_words": float(np.mean([len(one & other) for one, other in pairs])),
        "topics": spelled(topics, corpus),
    }


if __name__ == "__main__":
    main()

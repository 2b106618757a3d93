"""`python -m benchmarks.paper.curves --corpus nips wikipedia`: the paper's figures of section 5.1.

Held-out log-likelihood against training time and against documents seen, SCVB0 and four kinds of
SVB. Real corpora are taken whole, those of the paper's shapes as a tenth of it; `--full` takes them
whole too, for an hour a system. Scoring is not on the clock.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.paper import figures, material
from benchmarks.paper.bar import experiment_bar
from benchmarks.paper.material import HeldOut, Material
from benchmarks.paper.options import add_options
from benchmarks.paper.steps import STEPS
from benchmarks.paper.systems import BATCH_SIZE, SYSTEMS, System, Training
from benchmarks.record import Record, command_line
from thalweg.corpus.document_source import DocumentSource
from thalweg.errors import ThalwegError
from thalweg.system.threads import resolve_threads

SMALL = {"fraction": 0.1, "seconds": 10.0}
FULL = {"fraction": 1.0, "seconds": 3600.0}


def main(arguments_given: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.paper.curves", description=__doc__)
    names = [*material.REAL, *material.STAND_INS]
    parser.add_argument("--corpus", nargs="+", choices=names, default=names)
    parser.add_argument("--topics", type=int, default=50, help="the paper does not say")
    parser.add_argument("--seconds", type=float, help="of training a system; 10, full 3600")
    parser.add_argument("--fraction", type=float, help="of a stand-in; 0.1, full 1")
    parser.add_argument("--steps", choices=list(STEPS), default="documents", help="see steps.py")
    parser.add_argument("--folder", type=Path, default=material.FOLDER, help="of stand-ins")
    parser.add_argument("--full", action="store_true", help="stand-ins whole, an hour a system")
    add_options(parser)
    arguments = parser.parse_args(arguments_given)
    size = FULL if arguments.full else SMALL
    try:
        for name in arguments.corpus:
            alone = argparse.Namespace(**vars(arguments) | {"corpus": [name]})
            corpus = material.load(name, arguments.fraction or size["fraction"], arguments.folder)
            record = Record(
                arguments.results / f"curves-{name}{'-full' * arguments.full}.json",
                command_line(parser, alone),
                {
                    "topics": arguments.topics,
                    "seconds": arguments.seconds or size["seconds"],
                    "fraction": corpus.stand_in,
                    "steps": arguments.steps,
                    "threads": arguments.threads,
                    "batch_size": BATCH_SIZE,
                },
                fresh=arguments.fresh,
            )
            compare(corpus, record)
            print("raw figures:", record.path)
            print("figure:", figures.draw_curves(record.content, record.path.with_suffix(".png")))
    except ThalwegError as error:
        sys.exit(f"error: {error}")


def compare(corpus: Material, record: Record) -> None:
    """Run all systems that the record does not have yet."""
    settings = record.content["settings"]
    todo = [system for system in SYSTEMS.values() if not record.has(system=system.name)]
    if not todo:
        return
    train, held_out = corpus.held_out()
    record.content["corpus"] = corpus.about | {"held_out": held_out.n_documents}
    if corpus.true_topics is not None:
        record.content["truth"] = held_out.score_of_truth(
            corpus.true_topics, n_threads=resolve_threads(None)
        )
    with experiment_bar(corpus.title, len(todo) * settings["seconds"]) as advance:
        for system in todo:
            record.add(run(system, train, held_out, settings, advance(system.name)))


def run(
    system: System,
    train: DocumentSource,
    held_out: HeldOut,
    settings: dict[str, Any],
    watch: Callable[[Training], None] = lambda _: None,
) -> dict[str, Any]:
    """Score after 100, 200, 400, ... documents and when the time is up."""
    training = Training(
        system,
        train,
        settings["topics"],
        steps_of=settings["steps"],
        n_threads=settings["threads"],
    )
    points, n_documents = [], BATCH_SIZE
    while training.seconds < settings["seconds"]:
        training.advance(n_documents, settings["seconds"], watch)
        points.append(
            {
                "seconds": training.seconds,
                "documents": training.state.n_documents_seen,
                "tokens": training.state.n_tokens_seen,
                "score": held_out.score(training.state, n_threads=resolve_threads(None)),
            }
        )
        n_documents *= 2
    return {"system": system.name, "points": points}


if __name__ == "__main__":
    main()

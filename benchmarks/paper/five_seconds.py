"""`python -m benchmarks.paper.five_seconds`: topics of NIPS after five seconds (section 5.2).

Ten runs of SCVB0 and ten of SVB, 20 topics, for 5 s and for 0.05 s: about what 3,300 documents take
here, which took the paper's program five seconds. Then as many documents as the paper's saw.
"""

from __future__ import annotations

import argparse
import sys

from benchmarks.paper import figures, material
from benchmarks.paper.options import add_options
from benchmarks.paper.steps import STEPS
from benchmarks.paper.topic_runs import RIVALS, Limit, Task, compare
from benchmarks.record import Record, command_line
from thalweg.errors import ThalwegError

PAPER_DOCUMENTS = {"SCVB0": 3300, "SVB": 600}


def main(arguments_given: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.paper.five_seconds", description=__doc__
    )
    parser.add_argument("--seconds", type=float, nargs="+", default=[5.0, 0.05])
    parser.add_argument("--topics", type=int, default=20)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--steps", choices=list(STEPS), default="documents", help="see steps.py")
    add_options(parser)
    arguments = parser.parse_args(arguments_given)
    try:
        record = Record(
            arguments.results / "five_seconds.json",
            command_line(parser, arguments),
            {
                name: getattr(arguments, name)
                for name in ("seconds", "topics", "runs", "steps", "threads")
            },
            fresh=arguments.fresh,
        )
        nips = material.load("nips")
        tasks = [
            Task(f"NIPS, {seconds:g} s", nips, dict.fromkeys(RIVALS, Limit(seconds)))
            for seconds in arguments.seconds
        ]
        as_many = {name: Limit(documents=PAPER_DOCUMENTS[name.split("-")[0]]) for name in RIVALS}
        tasks.append(Task("NIPS, the paper's documents", nips, as_many))
        compare(tasks, record, arguments.topics, arguments.runs)
    except ThalwegError as error:
        sys.exit(f"error: {error}")
    print("raw figures:", record.path)
    print("figure:", figures.draw_errors(record.content, record.path.with_suffix(".png")))


if __name__ == "__main__":
    main()

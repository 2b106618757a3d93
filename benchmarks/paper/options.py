"""Options that all commands of the paper's experiments have."""

from __future__ import annotations

import argparse
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Threads, whether to resume, and where results go."""
    parser.add_argument("--threads", type=int, default=1, help="of training; the paper had one")
    parser.add_argument("--fresh", action="store_true", help="start over; do not resume")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder of JSON and PNG")

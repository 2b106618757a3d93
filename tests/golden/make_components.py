"""Records the results of all training cases, per instruction set, in components.json.

    python -m tests.golden.make_components

It was run at commit 6f18c17, before the restructuring, which must not change a bit. Run it again
only when results change on purpose, say so in the changelog, and give --replace. With --only NAME
it records new cases and leaves the others as they are.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.golden import arithmetic
from tests.golden.results import one_line_each

FILE = Path(__file__).parent / "components.json"
INSTRUCTION_SETS = ("avx512", "avx2", "baseline")


def results(instruction_set: str) -> dict[str, Any]:
    """The results of all cases in a process that uses this instruction set."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden.training_cases"],
        cwd=FILE.parents[2],
        env=os.environ | {"THALWEG_ISA": instruction_set},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"THALWEG_ISA={instruction_set}: {done.stderr.strip()}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.golden.make_components", description=__doc__
    )
    parser.add_argument("--commit", default="6f18c17", help="that is installed")
    parser.add_argument("--replace", action="store_true", help="the recorded results")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="record these cases")
    arguments = parser.parse_args()
    if FILE.exists() and not arguments.replace and not arguments.only:
        raise SystemExit(f"{FILE.name} exists; give --replace if results change on purpose")
    made = {name: results(name) for name in INSTRUCTION_SETS}
    cases = {name: answer["cases"] for name, answer in made.items()}
    if arguments.only:
        content = json.loads(FILE.read_text())
        for name in INSTRUCTION_SETS:
            content[name].update({case: cases[name][case] for case in arguments.only})
    else:
        content = {
            "commit": arguments.commit,
            "machine": arithmetic.describe(),
            "documents": made["baseline"]["documents"],
        } | cases
    FILE.write_text(one_line_each(content, *INSTRUCTION_SETS))


if __name__ == "__main__":
    main()

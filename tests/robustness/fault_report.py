"""The end of a search for faults: print them, keep the result, and fail if there are any."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from benchmarks import machine

N_SHOWN = 20


def print_outcomes(result: dict[str, Any]) -> None:
    """Print how often each kind of change ended in each way."""
    for name, found in result["outcomes"].items():
        print(f"{name:22}", ", ".join(f"{outcome} {n}" for outcome, n in found.items()))


def finish(result: dict[str, Any], seed: int, out: Path) -> None:
    """Print the faults, write the result with the machine and the seed, and exit."""
    faults = result["faults"]
    print(f"{len(faults)} faults")
    for fault in faults[:N_SHOWN]:
        print("FAULT", fault)
    out.parent.mkdir(parents=True, exist_ok=True)
    report = {"machine": machine.describe(), "seed": seed, **result}
    out.write_text(json.dumps(report, indent=1) + "\n")
    sys.exit(bool(faults))

"""Programs of the core that measure (cpp/benchmarks): limits of this machine, costs of checks.

They are built at the first use, in build/roofline; CMake and Ninja are part of the dev
dependencies.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "roofline"


def cached_visits_per_second(n_topics: int, seconds: float) -> tuple[float, float]:
    """Visits per second of the sweep's arithmetic, rows in the first-level cache, one thread.

    Returns the rates of burn-in and of counted visits, each the best within `seconds`.
    """
    rates = _run("visits", n_topics, seconds)
    return rates["burn_in"], rates["counted"]


def bytes_per_second(n_bytes: int, n_threads: int, seconds: float) -> float:
    """Bytes per second that n_threads reach by reading an array of n_bytes over and over."""
    return _run("bandwidth", n_bytes, n_threads, seconds)["bytes_per_second"]


def nanoseconds_of_checks(n_entries: int, n_turns: int) -> dict[str, dict[str, float]]:
    """Nanoseconds per entry to read documents without checks, with those of words, and with all.

    By the type of the counts; documents of n_entries each, the least of n_turns.
    """
    times: dict[str, dict[str, float]] = json.loads(
        _check([str(build("checks")), str(n_entries), str(n_turns)])
    )
    return times


@cache
def build(program: str = "roofline") -> Path:
    """Build a program, as far as it has changed; return its path."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    ninja = _tool("ninja")
    options = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}", "-DTHALWEG_BENCHMARKS=ON"]
    _check([_tool("cmake"), "-S", str(ROOT), "-B", str(FOLDER), *options])
    _check([ninja, "-C", str(FOLDER), program])
    return FOLDER / program


def _run(*arguments: object) -> dict[str, float]:
    output = _check([str(build()), *map(str, arguments)])
    rates: dict[str, float] = json.loads(output)
    return rates


def _tool(name: str) -> str:
    """The program next to this Python, or else on the path."""
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        raise RuntimeError(f"{name} was not found; install it with: pip install --group dev")
    return found


def _check(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout

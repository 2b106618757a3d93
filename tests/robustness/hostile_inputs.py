"""Hostile inputs for every reader: each may only be read, or be refused with a ThalwegError.

    python -m tests.robustness.hostile_inputs --inputs 1000

Valid files of every kind are changed: bytes flipped, cut, repeated and replaced, numbers made huge,
compressed streams damaged inside and outside, and bombs that decompress to many times their size.
Worker processes read them with a limit on memory and on time. A worker that dies is a fault, and
the next one continues after the input that ended it. A sample is also given to the command line.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tests.robustness.fault_report import finish
from tests.robustness.hostile_bytes import KINDS, hostile

RESULTS = Path(__file__).parent / "results"
MEMORY = 4 << 30  # bytes of address space; the libraries and threads take a part
CPU_SECONDS = 10
WALL_SECONDS = 120  # other programs may use the machine
CLI_EVERY = 50
PANICS = {"parquet": (556, 877)}
"""Inputs of seed 0 on which polars panics."""
BAD_OUTPUT = (b"Traceback", b"bug in thalweg", b"panicked", b"\x1b")


# ------------------------------------------------------------------- in a worker


def use(path: Path, kind: str) -> None:
    """Read an input as a user would; raises whatever the library raises."""
    import thalweg

    if kind == "model":
        model = thalweg.load(path)
        model.transform(np.ones((1, model.n_features_in_)))
        model.topics(3)
    elif kind == "store":
        corpus = thalweg.Corpus.open(path)
        corpus.frequencies()
    else:
        format = KINDS[kind].format
        if KINDS[kind].holds_counts:
            thalweg.read(path, format=format, n_jobs=1)
        else:
            thalweg.read(path, format=format, min_df=1, max_df=1.0, stop_words=None, n_jobs=1)


def work(kind: str, first: int, last: int, seed: int) -> None:
    """Read inputs, and print the number of each before it and the outcome after it."""
    from thalweg import ThalwegError

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, last):
            path = write_input(Path(folder), kind, number, seed)
            print(number, end=" ", flush=True)
            signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)  # ends this process
            signal.alarm(WALL_SECONDS)
            try:
                use(path, kind)
                outcome = "read"
            except ThalwegError:
                outcome = "refused"
            except MemoryError:
                outcome = "not enough memory"
            except BaseException as error:
                outcome = f"escaped {type(error).__name__}: {str(error)[:200]!r}"
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.alarm(0)
            print(outcome, flush=True)
    print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, flush=True)


def write_input(folder: Path, kind: str, number: int, seed: int) -> Path:
    """Write the files of an input and return the path to read."""
    path = folder / f"{number}-{KINDS[kind].name}"
    files = hostile(kind, np.random.default_rng([seed, number, *kind.encode()]))
    if "" in files:
        path.write_bytes(files[""])
        return path
    path.mkdir()
    for name, data in files.items():
        (path / name).write_bytes(data)
    return path / (KINDS[kind].main or "")


# ------------------------------------------------------------------- outside of it


def run_kind(kind: str, n_inputs: int, seed: int) -> tuple[Counter[str], list[str], int]:
    """Return the outcomes, the faults and the largest memory in kB."""
    outcomes: Counter[str] = Counter()
    faults: list[str] = []
    first, peak = 0, 0
    while first < n_inputs:
        program = [sys.executable, "-m", "tests.robustness.hostile_inputs", "--worker", kind]
        program += ["--first", str(first), "--inputs", str(n_inputs), "--seed", str(seed)]
        done = subprocess.run(program, capture_output=True, cwd=Path(__file__).parents[2])
        outcomes["panics printed"] += done.stderr.count(b"panicked at")
        for line in done.stdout.decode(errors="replace").splitlines():
            number, _, outcome = line.partition(" ")
            if number == "peak":
                peak = max(peak, int(outcome))
                continue
            first = int(number) + 1
            if outcome.startswith("escaped"):
                faults.append(f"{kind} {number}: {outcome}")
            outcomes[outcome.partition(":")[0]] += bool(outcome)
        if done.returncode:
            outcomes[f"ended by {-done.returncode}"] += 1
            faults.append(f"{kind} {first - 1}: {done.returncode} {done.stderr[-300:]!r}")
    return +outcomes, faults, peak


def run_commands(kind: str, numbers: Sequence[int], seed: int) -> tuple[int, list[str]]:
    """Give inputs to the command line; return how many, and the faults."""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            path = write_input(Path(folder), kind, number, seed)
            options = ["show"] if kind == "model" else ["corpus", "info"]
            if kind not in ("model", "store") and KINDS[kind].format is not None:
                options += ["--format", KINDS[kind].format or ""]
            try:
                done = subprocess.run(
                    [sys.executable, "-m", "thalweg", *options, str(path)],
                    capture_output=True,
                    timeout=WALL_SECONDS,
                    env=os.environ | {"THALWEG_NUM_THREADS": "1"},
                )
            except subprocess.TimeoutExpired:
                faults.append(f"{kind} {number} at the shell: more than {WALL_SECONDS} s")
                continue
            printed = done.stdout + done.stderr
            if done.returncode not in (0, 1) or any(bad in printed for bad in BAD_OUTPUT):
                faults.append(f"{kind} {number} at the shell: {done.returncode} {printed[-300:]!r}")
    return len(numbers), faults


def run(n_inputs: int, seed: int = 0, kinds: list[str] | None = None) -> dict[str, Any]:
    """Read many hostile inputs of each kind; `faults` of the result lists every broken promise."""
    result: dict[str, Any] = {"inputs_per_kind": n_inputs, "kinds": {}, "faults": []}
    for kind in kinds or KINDS:
        started = time.perf_counter()
        outcomes, faults, peak = run_kind(kind, n_inputs, seed)
        numbers = [*range(0, n_inputs, CLI_EVERY), *PANICS.get(kind, ())]
        n_commands, more = run_commands(kind, numbers, seed)
        result["faults"] += faults + more
        result["kinds"][kind] = {
            **dict(sorted(outcomes.items())),
            "commands": n_commands,
            "peak_megabytes": peak // 1024,
        }
        seconds = time.perf_counter() - started
        print(f"{kind:14}", result["kinds"][kind], f"{seconds:.0f} s", flush=True)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=1000, help="per kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", nargs="*", choices=KINDS)
    parser.add_argument("--worker", choices=KINDS)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--out", type=Path, default=RESULTS / "hostile_inputs.json")
    arguments = parser.parse_args()
    if arguments.worker:
        work(arguments.worker, arguments.first, arguments.inputs, arguments.seed)
        return
    result = run(arguments.inputs, arguments.seed, arguments.kinds)
    if arguments.kinds and arguments.out.exists():  # the results of other kinds are kept
        earlier = json.loads(arguments.out.read_text())
        assert earlier["inputs_per_kind"] == arguments.inputs
        kept = [fault for fault in earlier["faults"] if fault.split()[0] not in arguments.kinds]
        result["faults"] = kept + result["faults"]
        result["kinds"] = earlier["kinds"] | result["kinds"]
    finish(result, arguments.seed, arguments.out)


if __name__ == "__main__":
    main()

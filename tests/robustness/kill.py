"""Stop `thalweg train` at random moments, and resume it until it ends, a hundred times.

    python -m tests.robustness.kill

Every run must end with the bytes of a run that was not disturbed. Processes are stopped anywhere
between their start and their end: while Python starts, while the corpus is opened, in a minibatch,
while a checkpoint or the model is written. Two of three are killed, and the others interrupted with
Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.progress import track

from benchmarks import corpora, machine
from thalweg.corpus.corpus import Corpus

RESULTS = Path(__file__).parent / "results"
SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGINT)


@dataclass(frozen=True)
class Task:
    """The training run that is repeated."""

    corpus: Path
    n_topics: int = 20
    n_passes: int = 60
    checkpoint_option: str = "--checkpoint-every"
    checkpoint_every: str = "0.05s"

    def arguments(self, model: Path, checkpoints: Path) -> list[str]:
        """The arguments of the command `thalweg`."""
        settings = {
            "-k": self.n_topics,
            "--passes": self.n_passes,
            "--seed": 1,
            "--threads": 1,
            "--out": model,
            "--checkpoint": checkpoints,
            self.checkpoint_option: self.checkpoint_every,
        }
        options = [str(part) for pair in settings.items() for part in pair]
        return ["train", str(self.corpus), *options, "--resume"]

    def command(self, model: Path, checkpoints: Path) -> list[str]:
        """The command of a process that trains."""
        return [sys.executable, "-m", "thalweg", *self.arguments(model, checkpoints)]


def make_task(folder: Path, n_documents: int = 2000, **changes: Any) -> Task:
    """Store a synthetic corpus in a folder, to train on."""
    counts = corpora.zipf(n_documents, 2000, 60)
    Corpus(counts, [f"word{w}" for w in range(counts.shape[1])]).save(folder / "corpus")
    return Task(folder / "corpus", **changes)


def undisturbed(task: Task, folder: Path) -> tuple[bytes, float]:
    """Train without disturbance; return the bytes of the model, and the seconds it took."""
    start = time.perf_counter()
    model = folder / "undisturbed.model"
    subprocess.run(task.command(model, folder / "undisturbed"), check=True, capture_output=True)
    return model.read_bytes(), time.perf_counter() - start


def disturbed(task: Task, folder: Path, seconds: float, seed: int) -> dict[str, Any]:
    """Train, stop the process one to five times, and resume until it ends."""
    rng, stops = random.Random(seed), 0
    model, checkpoints = folder / f"{seed}.model", folder / f"{seed}.checkpoints"
    most_stops = rng.randint(1, 5)
    while True:
        process = subprocess.Popen(
            task.command(model, checkpoints), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        try:
            limit = rng.uniform(0.1, 1.1) * seconds if stops < most_stops else None
            _, messages = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.send_signal(rng.choice(SIGNALS))
            process.communicate()
            stops += 1
            continue
        if process.returncode:
            return {"seed": seed, "kills": stops, "failed": messages.decode()}
        return {"seed": seed, "kills": stops, "model": model.read_bytes()}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.robustness.kill", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--at-once", type=int, default=2)
    parser.add_argument("--out", type=Path, default=RESULTS / "kill.json")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        task = make_task(folder)
        expected, seconds = undisturbed(task, folder)
        with ThreadPoolExecutor(arguments.at_once) as pool:
            runs = pool.map(
                lambda seed: disturbed(task, folder, seconds, seed), range(arguments.runs)
            )
            results = list(track(runs, "stopping and resuming", arguments.runs))
    failed = [run["failed"] for run in results if "failed" in run]
    same = sum(run.get("model") == expected for run in results)
    report = {
        "machine": machine.describe(),
        "date": time.strftime("%Y-%m-%d"),
        "runs": arguments.runs,
        "same_bytes": same,
        "failed": failed,
        "kills": [run["kills"] for run in results],
        "undisturbed_seconds": seconds,
    }
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    print(
        f"{same} of {arguments.runs} training runs, stopped {sum(report['kills'])} times in total, "
        f"ended with the bytes of the undisturbed run; {len(failed)} failed"
    )
    sys.exit(same < arguments.runs)


if __name__ == "__main__":
    main()

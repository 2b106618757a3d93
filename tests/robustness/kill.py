"""`python -m tests.robustness.kill`: SIGKILL at random moments, then --resume, a hundred times.

Every run must end with the same bytes as a run that nobody disturbed. Killed are `thalweg train`
processes anywhere between their start and their end: while Python starts, while the corpus is
opened, in a minibatch, while a checkpoint or the model is written.
"""

from __future__ import annotations

import argparse
import json
import random
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


@dataclass(frozen=True)
class Task:
    """What is trained, again and again."""

    corpus: Path
    n_topics: int = 20
    n_passes: int = 60
    checkpoint_every: str = "0.05s"

    def command(self, model: Path, checkpoints: Path) -> list[str]:
        settings = {
            "-k": self.n_topics,
            "--passes": self.n_passes,
            "--seed": 1,
            "--threads": 1,
            "--out": model,
            "--checkpoint": checkpoints,
            "--checkpoint-every": self.checkpoint_every,
        }
        options = [str(part) for pair in settings.items() for part in pair]
        return [sys.executable, "-m", "thalweg", "train", str(self.corpus), *options, "--resume"]


def make_task(folder: Path, n_documents: int = 2000, **changes: Any) -> Task:
    counts = corpora.zipf(n_documents, 2000, 60)
    Corpus(counts, [f"word{w}" for w in range(counts.shape[1])]).save(folder / "corpus")
    return Task(folder / "corpus", **changes)


def undisturbed(task: Task, folder: Path) -> tuple[bytes, float]:
    """The model, and the seconds that it took."""
    start = time.perf_counter()
    model = folder / "undisturbed.model"
    subprocess.run(task.command(model, folder / "undisturbed"), check=True, capture_output=True)
    return model.read_bytes(), time.perf_counter() - start


def disturbed(task: Task, folder: Path, seconds: float, seed: int) -> dict[str, Any]:
    """Train and kill, until a training comes to its end; the last one is left alone."""
    rng, n_kills = random.Random(seed), 0
    model, checkpoints = folder / f"{seed}.model", folder / f"{seed}.checkpoints"
    most_kills = rng.randint(1, 5)
    while True:
        process = subprocess.Popen(
            task.command(model, checkpoints), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        try:
            limit = rng.uniform(0.1, 1.1) * seconds if n_kills < most_kills else None
            _, told = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            n_kills += 1
            continue
        if process.returncode:
            return {"seed": seed, "kills": n_kills, "failed": told.decode()}
        return {"seed": seed, "kills": n_kills, "model": model.read_bytes()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.robustness.kill", description=__doc__)
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
            results = list(track(runs, "killing", arguments.runs))
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
        f"{same} of {arguments.runs} trainings, killed {sum(report['kills'])} times in all, ended "
        f"with the bytes of the undisturbed one; {len(failed)} failed"
    )
    sys.exit(same < arguments.runs)


if __name__ == "__main__":
    main()
